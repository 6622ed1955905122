// The system publish: the next positions become the positions, despawned agents leave storage, events are put in order,
// counters and the state hash are computed. It is the last system of a frame.
#include "frame/hash.h"
#include "frame/world_state.h"
#include "storage/column_hash.h"

#include <algorithm>
#include <chrono>

namespace fray {
namespace {

/// Counters of the whole world: living and dead agents, living agents by distance band, squads, circles, events.
void count_agents(WorldState& core, Loops& loops) {
    core.publication.chunk_tallies.assign(core.settings.chunks(core.agents.rows()), {});
    loops.parallel_for(core.agents.rows(), core.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const Life* const life = core.agents.life.any();
        const uint8_t* const band = core.agents.band.any();
        Publication::Tally tally;
        for (uint32_t row = begin; row < end; ++row) {
            tally.living += life[row] == Life::living;
            tally.dead += life[row] == Life::dead;
            if (life[row] == Life::living) ++tally.bands[band[row]];
        }
        core.publication.chunk_tallies[chunk] = tally;
    });
    for (const Publication::Tally& tally : core.publication.chunk_tallies) {
        core.counters.living += tally.living;
        core.counters.dead += tally.dead;
        for (size_t band = 0; band < 5; ++band) core.counters.bands[band] += tally.bands[band];
    }
    core.counters.squads = core.squads.count();
    core.counters.circles = core.circles.count();
    core.counters.events = static_cast<uint32_t>(core.log.records().size());
}

/// Removes despawned agents. The agent of the last row moves into each row that becomes free. Everything that is kept
/// by id for the agent is released with it.
void remove_gone(WorldState& core) {
    auto& gone = core.combat.settling.gone;
    const uint32_t removed = static_cast<uint32_t>(gone.size());
    for (const uint32_t index : gone) {
        const uint32_t row = core.ids.row[index];
        const uint32_t last = core.agents.rows() - 1;
        core.agents.fixed_hash -= hash_fixed(core.agents, row);
        --core.kinds.population[core.agents.archetype.any()[row]];
        core.target_infos.erase(index);
        core.agent_clocks.release(index);
        core.acts.release(index);
        std::erase_if(core.perception.target_biases,
                      [&](const TargetBias& p) { return p.by == index || p.target == index; });
        if (row != last) {
            for (ColumnBase* column : core.agents.registry.columns()) column->copy_row(row, last);
            core.ids.row[core.agents.id.any()[row].index] = row;
        }
        core.agents.registry.resize(last);
        core.ids.release(index);
    }
    if (removed != 0) {
        core.grid.forget();
        std::erase_if(core.perception.side_list, [&](uint32_t index) { return core.ids.row[index] == no_index; });
    }
    gone.clear();
}

} // namespace

Access publish_access() {
    using enum Field;
    return every_field(write_any);
}

void publish(WorldState& core, Loops& loops) {
    core.agents.position.swap(core.agents.next_position);
    core.log.collect(loops);
    core.publication.events.add(core.log.records(), core);
    remove_gone(core);
    count_agents(core, loops);
    if (!core.settings.hash) return;
    const auto start = std::chrono::steady_clock::now();
    core.publication.state_hash = hash_state(core, loops);
    core.profile.hash_ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

} // namespace fray
