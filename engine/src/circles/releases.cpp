#include "circles/releases.h"

#include <algorithm>

namespace fray {
namespace {

/// What releasing writes of the agent, beside what OpponentView reads.
using LeavingAhead =
    Views<Read<column::life, column::give_up, column::attack_phase, column::slot>, Write<column::wake>>;

/// Lists all agents that have something to release: those in `rows`, fallen agents that were members of a circle, and
/// all members of the circles of fallen targets. Keys are sorted by the circle's target, then by the agent; each agent
/// occurs once.
void list_returns(const ReturnView& world, Vector<Row>& rows, const Vector<Row>& fallen, ParallelLoops& loops) {
    TargetGroups& groups = world.target_groups;
    const auto add_index = [&](uint32_t index) { rows.push_back(world.ids.row[index]); };
    for (const Row row : fallen) {
        if (world.role[row] != Role::none) rows.push_back(row);
        if (world.as_target[row].own_circle == no_index) continue;
        world.circles[world.as_target[row].own_circle].for_each_member(
            [&](uint32_t index) { return world.queue_links[world.ids.row[index]].after; }, add_index);
    }
    const auto key_of = [&](Row row) {
        const Circle& circle = world.circles[world.engagement[row].circle];
        return pair_key(circle.target_serial, world.serial[row]);
    };
    const OpponentView opponents(world);
    list_for_each(
        rows, groups.keys, loops, key_of, [&](Row row) { opponents.prefetch(row); },
        [&](Row row) { prefetch_circle(opponents, row); });
    groups.sort(loops);
    groups.keys.erase(std::unique(groups.keys.begin(), groups.keys.end()), groups.keys.end());
    groups.group();
}

} // namespace

void return_all(const ReturnView& world, Vector<Row>& rows, const Vector<Row>& fallen, ParallelLoops& loops) {
    list_returns(world, rows, fallen, loops);
    TargetGroups& targets = world.target_groups;
    const uint32_t groups = targets.count();
    const uint32_t chunks = ParallelLoops::chunk_count(groups, groups_per_chunk);
    const uint32_t first = world.log.open(FrameSystem::resolve_hits, chunks);
    if (targets.world_returns.size() < chunks) targets.world_returns.resize(chunks);
    loops.parallel_for(groups, groups_per_chunk, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        auto& world_returns = targets.world_returns[chunk];
        world_returns.clear();
        Releaser releaser(world, world.log.writer(FrameSystem::resolve_hits, first + chunk), world_returns);
        const OpponentView opponents(world);
        const auto row_of = [&](uint64_t key) { return world.ids.row_of_serial(second_of(key)); };
        visit_ahead(
            targets.keys.data() + targets.begins[begin], targets.begins[end] - targets.begins[begin],
            [&](uint64_t key) {
                const Row row = row_of(key);
                const uint32_t circle = world.engagement[row].circle;
                releaser.settle(row);
                world.circles.mark_dirty(circle, world.clock.frame);
            },
            [&](uint64_t key) { world.ids.by_serial.prefetch(second_of(key)); },
            [&](uint64_t key) { world.ids.prefetch_row(second_of(key)); },
            [&](uint64_t key) {
                opponents.prefetch(row_of(key));
                LeavingAhead(world).prefetch(row_of(key));
            },
            [&](uint64_t key) { world.circles.prefetch(world.engagement[row_of(key)].circle); },
            [&](uint64_t key) { prefetch(&world.ids.row[world.circles[world.engagement[row_of(key)].circle].target]); },
            [&](uint64_t key) {
                const Circle& circle = world.circles[world.engagement[row_of(key)].circle];
                world.life.prefetch(world.ids.row[circle.target]);
                prefetch(circle.slots.data);
                prefetch(circle.token_queue.data);
            });
    });
    for (uint32_t chunk = 0; chunk < chunks; ++chunk)
        for (const WorldReturn& token : targets.world_returns[chunk]) give_back_world(world, token);
}

} // namespace fray
