// What a world holds, in bytes; and nothing, once it is dead.
#include "core.h"

namespace fray {
namespace {

template <typename T, typename Allocator> uint64_t bytes(const std::vector<T, Allocator>& list) {
    return list.capacity() * sizeof(T);
}
template <typename T> uint64_t bytes(const List<List<T>>& lists) {
    uint64_t sum = lists.capacity() * sizeof(List<T>);
    for (const auto& list : lists) sum += bytes(list);
    return sum;
}
uint64_t bytes(const SortScratch& scratch) { return bytes(scratch.keys) + bytes(scratch.counts); }

uint64_t bytes(const IdTable& ids) {
    return bytes(ids.generation) + bytes(ids.row) + bytes(ids.valid) + bytes(ids.free) + bytes(ids.index_of_serial);
}

uint64_t bytes(const FrameInput& input) {
    return bytes(input.commands) + bytes(input.slot_sets) + bytes(input.detail.points) + bytes(input.restored_agents) +
           bytes(input.restored_positions) + bytes(input.restored_headings);
}

uint64_t bytes(const List<ThinkOutput>& decisions) {
    uint64_t sum = decisions.capacity() * sizeof(ThinkOutput);
    for (const ThinkOutput& out : decisions)
        sum += bytes(out.awake) + bytes(out.requests) + bytes(out.returns) + bytes(out.hits) + bytes(out.ended) +
               bytes(out.wishes) + bytes(out.user) + bytes(out.user_targets) + bytes(out.user_decisions);
    return sum;
}

uint64_t bytes(const Settling& s) {
    return bytes(s.damage) + bytes(s.for_targets) + bytes(s.gone) + bytes(s.hitters) + bytes(s.unsorted_blows) +
           bytes(s.blows) + bytes(s.groups) + bytes(s.deaths) + bytes(s.hits) + bytes(s.fallen) + bytes(s.keys) +
           bytes(s.rows) + bytes(s.world_returns) + bytes(s.scratch);
}

uint64_t bytes(const Proposals& p) {
    uint64_t sum = bytes(p.keys) + bytes(p.chunk_keys) + bytes(p.misplaced) + bytes(p.changes) + bytes(p.deferred) +
                   bytes(p.left) + bytes(p.wishes) + bytes(p.scratch) + p.chunks.capacity() * sizeof(ManagerScratch);
    for (const ManagerScratch& c : p.chunks)
        sum += bytes(c.rows) + bytes(c.others) + bytes(c.costs) + bytes(c.columns) + bytes(c.assignment) +
               bytes(c.deferred) + bytes(c.over);
    return sum;
}

uint64_t bytes(const List<AlertScratch>& chunks) {
    uint64_t sum = chunks.capacity() * sizeof(AlertScratch);
    for (const AlertScratch& c : chunks)
        sum += bytes(c.squads) + bytes(c.members) + bytes(c.seekers) + bytes(c.misplaced) + bytes(c.changes) +
               bytes(c.questions);
    return sum;
}

/// Of reorder, index and emit.
uint64_t bytes_of_upkeep(const Core& c) {
    uint64_t sum = bytes(c.chunk_tallies) + bytes(c.hash_sums) + bytes(c.team_cursors) + bytes(c.team_end) +
                   bytes(c.side_list) + bytes(c.side_teams) + bytes(c.side_points) + bytes(c.patrols) +
                   bytes(c.formations) + bytes(c.sightings) + bytes(c.sight_questions) + bytes(c.chunk_steps) +
                   bytes(c.chunk_drops) + bytes(c.permutation) + bytes(c.permute_scratch) + bytes(c.order_keys) +
                   bytes(c.order_scratch) + bytes(c.routes) + bytes(c.route_rows) + bytes(c.chunk_due) +
                   bytes(c.chunk_turns) + bytes(c.detail.points);
    for (const auto& window : c.window_scratch)
        sum += sizeof(window) + bytes(window.keys) + bytes(window.bytes) + bytes(window.places);
    return sum;
}

} // namespace

void Core::drop_everything() noexcept {
    agents.registry.forget_rows();
    for (auto* list : {&ids.generation, &ids.row, &ids.free, &ids.index_of_serial, &circles.free}) list->clear();
    ids.valid.clear();
    circles.list.clear();
    squads.made.clear();
    squads.list.clear();
    log.drop();
    missiles.clear();
    sight_questions.clear();
    bonds.clear();
    state_hash = 0;
    counters = {};
}

MemoryUse Core::memory() const {
    MemoryUse use;
    use.columns = agents.registry.memory() + bytes(ids);
    use.index = forest.memory() + group_grid.memory() + grid.memory() + (route_finder ? route_finder->memory() : 0);
    use.circles = circles.memory() + bytes(cooldowns) + bytes(agent_clocks.by_id) + agent_clocks.pool.memory() +
                  bytes(target_infos.list) + bytes(missiles) + bytes(preferences) + bytes(acts.by_id) +
                  acts.pool.memory() + bytes(bonds);
    use.squads = squads.memory();
    use.scratch = log.memory() + bytes(input) + bytes(decisions) + bytes(settling) + bytes(proposals) +
                  bytes(alert_scratch) + bytes_of_upkeep(*this);
    return use;
}

} // namespace fray
