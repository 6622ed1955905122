// The locomotion system: finds the agents that are awake, and lets a Mover update them. It reads the positions of the
// frame's start and writes `next_position`; the system publish swaps the two columns. The model is described in
// motion.h.
#include "fray/stats.h"
#include "locomotion/blocked_walkers.h"
#include "locomotion/mover.h"
#include "locomotion/sleepers.h"
#include "locomotion/systems.h"
#include "locomotion/walker_routes.h"

#include <algorithm>

namespace fray {
namespace {

/// True: some agent may be updated less often than in every frame.
bool intervals_vary(const Views<const LevelOfDetail, const Kinds>& world) {
    return world.lod.intervals_set || world.lod.budget.doublings != 0 || !world.lod.def.points.empty() ||
           std::any_of(world.kinds.archetypes.begin(), world.kinds.archetypes.end(),
                       [](const Archetype& archetype) { return archetype.update_interval != 1; });
}

/// Adapts update intervals to the budget of updates (rules.md, Level of detail). `updates`: those of this frame. Of
/// sixteen frames, the first eight are for all agents to reach their new intervals; the other eight are counted.
void adapt_to_budget(const Views<const Clock, LevelOfDetail>& world, uint32_t updates) {
    UpdateBudget& budget = world.lod.budget;
    const uint64_t phase = world.clock.frame % 16, limit = 8 * uint64_t{world.lod.def.update_budget};
    if (phase == 8) budget.updates = 0;
    if (phase >= 8) budget.updates += updates;
    if (phase != 15) return;
    if (limit == 0)
        budget.doublings = 0;
    else if (budget.updates > limit)
        budget.doublings = std::min(budget.doublings + 1, 3u);
    else if (2 * budget.updates <= limit && budget.doublings != 0)
        --budget.doublings;
}

} // namespace

void locomotion(DividedLoops& loops, const MotionSystem& world) {
    const MotionResults& results = world;
    if (results.terrain.ground) find_due_paths(world, loops);
    go_on_marches(world, loops);
    results.locomotion.tallies.assign(results.settings.chunks(results.rows), {});
    const auto seconds = static_cast<float>(results.clock.dt);
    const bool vary = intervals_vary(static_cast<const WalkView&>(world));
    loops.divide_rows<WalkView>(
        results.rows, results.settings.chunk_size,
        [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            const RowsScope scope({begin, end});
            Mover mover(world, seconds, vary);
            Sleepers sleepers(world, vary);
            // Each block of rows is sorted into sleeping agents, which are done at once, sleeping agents that check
            // their place, and agents to move. Lists make it possible to prefetch for the few rows that need work.
            constexpr uint32_t block = Sleepers::most_rows;
            for (uint32_t first = begin; first < end; first += block) {
                const uint32_t last = std::min(first + block, end);
                Row rows[block], to_check[block];
                uint32_t count = 0, checks = 0;
                mover.count_updates(sleepers.find(first, last));
                const auto sort = [&](Row row) {
                    using enum Mover::Turn;
                    switch (mover.turn_of(row)) {
                    case none: break;
                    case coasts: mover.coast(row); break;
                    case moves: rows[count++] = row; break;
                    case checks_place: to_check[checks++] = row; break;
                    case sleeps: mover.rest(row);
                    }
                };
                visit_ahead(
                    sleepers.others().data(), static_cast<uint32_t>(sleepers.others().size()), sort,
                    [&](Row row) { mover.prefetch_target(row); }, [&](Row row) { mover.prefetch_targets_slot(row); });
                visit_ahead(
                    to_check, checks,
                    [&](Row row) {
                        if (mover.is_crowded(row))
                            rows[count++] = row;
                        else
                            mover.rest(row);
                    },
                    [&](Row row) { mover.prefetch_position(row); }, [&](Row row) { mover.prefetch_place(row); },
                    [&](Row row) { mover.prefetch_neighbours(row); });
                visit_ahead(
                    rows, count, [&](Row row) { mover.move(row); }, [&](Row row) { mover.prefetch_position(row); },
                    [&](Row row) { mover.prefetch_own(row); }, [&](Row row) { mover.prefetch_others(row); });
                if (results.terrain.ground) mover.keep_on_ground(first, last);
            }
            results.locomotion.tallies[chunk] = mover.tally();
        },
        [&](auto& archive, uint32_t chunk) { return archive.value(results.locomotion.tallies[chunk]); });
    // The search trees hold older positions. Searches reach farther by the distance that any agent may have moved
    // since.
    LongestSteps longest;
    static_assert(Drift::most_frames == max_update_interval);
    for (const Locomotion::Tally& tally : results.locomotion.tallies) {
        longest.add(tally.steps);
        results.counters.updates += tally.updates;
        results.counters.awake += tally.awake;
        results.counters.neighbours += tally.neighbours;
        results.counters.neighbours_left_out += tally.neighbours_left_out;
    }
    results.trees.drift.add(longest);
    results.grid_is_current = false;
    adapt_to_budget(results, results.counters.updates);
}

} // namespace fray
