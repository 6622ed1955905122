#include "circles/requests.h"

namespace fray {
namespace {

/// Of an agent that requests: what its key needs; what joining the queue writes.
using AskingAhead = Views<Read<column::target, column::life, column::serial>>;
using JoiningAhead =
    Views<Read<column::id, column::engagement, column::queue_links, column::role>, Write<column::wake>>;

constexpr uint64_t no_key = ~uint64_t{0}; ///< of a request that is void

/// Lists requests by the target's serial, then by the requester's. So the order in the queues does not depend on
/// threads.
void list_requests(const RequestView& world, const Vector<Row>& rows, ParallelLoops& loops) {
    TargetGroups& groups = world.target_groups;
    const auto key_of = [&](Row row) {
        const AgentId target = world.target[row];
        if (world.life[row] != Life::living || !target) return no_key; // void: requester or target fell
        return pair_key(world.serial[world.ids.row[target.index]], world.serial[row]);
    };
    list_for_each(
        rows, groups.keys, loops, key_of, [&](Row row) { AskingAhead(world).prefetch(row); },
        [&](Row row) {
            if (const AgentId target = world.target[row]) prefetch(&world.ids.row[target.index]);
        },
        [&](Row row) {
            if (const AgentId target = world.target[row]) world.serial.prefetch(world.ids.row[target.index]);
        });
    std::erase(groups.keys, no_key);
    groups.sort(loops);
    groups.group();
}

} // namespace

void queue_requests(const RequestView& world, const Vector<Row>& rows, ParallelLoops& loops) {
    list_requests(world, rows, loops);
    const TargetGroups& targets = world.target_groups;
    const uint32_t groups = targets.count();
    const auto target_row = [&](uint64_t key) { return world.ids.row_of_serial(first_of(key)); };
    const auto row_of = [&](uint64_t key) { return world.ids.row_of_serial(second_of(key)); };
    const auto visit_targets = [&](auto&& visit) {
        visit_ahead(
            targets.begins.data(), groups, [&](uint32_t first) { visit(target_row(targets.keys[first])); },
            [&](uint32_t first) { world.ids.by_serial.prefetch(first_of(targets.keys[first])); },
            [&](uint32_t first) { world.ids.prefetch_row(first_of(targets.keys[first])); },
            [&](uint32_t first) { world.as_target.prefetch(target_row(targets.keys[first])); });
    };
    // In the first frames of a large battle the list of circles would grow often, and be copied each time.
    if (groups > world.circles.room() + world.circles.all().size()) {
        size_t missing = 0;
        visit_targets([&](Row row) { missing += world.as_target[row].own_circle == no_index; });
        if (missing > world.circles.room()) world.circles.reserve(world.circles.count() + missing);
    }
    visit_targets([&](Row row) {
        uint32_t& circle = world.as_target.change(row).own_circle;
        if (circle == no_index) circle = make_circle(world, row);
    });
    loops.parallel_for(groups, groups_per_chunk, [&](uint32_t, uint32_t begin, uint32_t end) {
        visit_ahead(
            targets.keys.data() + targets.begins[begin], targets.begins[end] - targets.begins[begin],
            [&](uint64_t key) {
                const Row row = row_of(key);
                const uint32_t number = world.as_target[target_row(key)].own_circle;
                CircleQueue(world, number).push_back(row);
                world.wake.change(row) |= wake_engagement;
                world.circles.mark_dirty(number, world.clock.frame);
            },
            [&](uint64_t key) { world.ids.by_serial.prefetch(second_of(key)); },
            [&](uint64_t key) { world.ids.prefetch_row(second_of(key)); },
            [&](uint64_t key) {
                world.circles.prefetch(world.as_target[target_row(key)].own_circle);
                JoiningAhead(world).prefetch(row_of(key));
            },
            [&](uint64_t key) { prefetch(world.circles[world.as_target[target_row(key)].own_circle].lanes.data); });
    });
}

} // namespace fray
