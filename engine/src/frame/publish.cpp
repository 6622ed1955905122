// The ends of a frame. collect_events sorts the frame's events and makes typed events of them; no later system writes
// any, so it runs beside locomotion. publish is the last system: the next positions become the positions, despawned
// agents are removed, and counters and the state hash are computed.
#include "frame/hash.h"
#include "frame/world_state.h"
#include "storage/column_hash.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace fray {
namespace {

/// Counters of the whole world: living and dead agents, living agents by distance band, squads, circles, events.
void count_agents(WorldState& state, ParallelLoops& loops) {
    state.publication.chunk_tallies.assign(state.settings.chunks(state.agents.rows()), {});
    loops.parallel_for(state.agents.rows(), state.settings.chunk_size,
                       [&](uint32_t chunk, uint32_t begin, uint32_t end) {
                           const Life* const life = state.agents.life.data();
                           const uint8_t* const band = state.agents.band.data();
                           Publication::Tally tally;
                           // A loop for each number, so that the compiler can count many rows at once.
                           for (uint32_t row = begin; row < end; ++row) tally.living += life[row] == Life::living;
                           for (uint32_t row = begin; row < end; ++row) tally.dead += life[row] == Life::dead;
                           for (uint8_t i = 0; i < tally.bands.size(); ++i)
                               for (uint32_t row = begin; row < end; ++row)
                                   tally.bands[i] += (life[row] == Life::living) & (band[row] == i);
                           state.publication.chunk_tallies[chunk] = tally;
                       });
    for (const Publication::Tally& tally : state.publication.chunk_tallies) {
        state.counters.living += tally.living;
        state.counters.dead += tally.dead;
        for (size_t band = 0; band < 5; ++band) state.counters.bands[band] += tally.bands[band];
    }
    state.counters.squads = state.squads.count();
    state.counters.circles = state.circles.count();
    state.counters.events = static_cast<uint32_t>(state.log.records().size());
}

/// Removes despawned agents. Lists that are indexed by id also release what they hold for them.
void remove_gone(WorldState& state) {
    auto& gone = state.combat.settling.gone;
    if (gone.empty()) return;
    auto& rows = state.combat.settling.rows;
    rows.clear();
    for (const uint32_t index : gone) {
        const Row row = state.ids.row[index];
        rows.push_back(row);
        for (const auto& parts : state.agents.hash_parts) state.agents.hash -= parts[row];
        --state.kinds.population[state.agents.archetype[row]];
        state.target_infos.erase(index);
        state.agent_clocks.release(index);
        state.acts.release(index);
        state.spent.release(index);
        state.ids.release(index, state.agents.serial[row]);
    }
    state.agents.fixed_hash -= hash_fixed(state.agents, rows, state.target_groups.keys);
    if (!state.perception.target_biases.empty()) {
        const auto is_gone = [&](uint32_t index) { return index != no_index && state.ids.row[index] == Row::none(); };
        std::erase_if(state.perception.target_biases,
                      [&](const TargetBias& bias) { return is_gone(bias.by) || is_gone(bias.target); });
    }
    remove_rows(state, rows);
    std::erase_if(state.trees.side_list, [&](uint32_t index) { return state.ids.row[index] == Row::none(); });
    gone.clear();
}

} // namespace

void collect_events(ParallelLoops& loops, const EventSystem& world) {
    world.log.collect(loops);
    world.publication.events.add(loops, world.log.records(), world);
}

void publish(WorldState& state, ParallelLoops& loops) {
    state.agents.position.swap(state.agents.next_position);
    remove_gone(state);
    count_agents(state, loops);
    if (!state.settings.hash) return;
    const auto start = std::chrono::steady_clock::now();
    state.publication.state_hash = hash_state(state, loops);
    assert(state.publication.state_hash == recompute_state_hash(state));
    state.profile.hash_ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

} // namespace fray
