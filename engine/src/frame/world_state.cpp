// Counts the memory of a world in bytes. Also empties a world after a fatal error.
#include "frame/world_state.h"

namespace fray {
namespace {

template <typename T, typename Allocator> uint64_t bytes(const std::vector<T, Allocator>& list) {
    return list.capacity() * sizeof(T);
}
template <typename T> uint64_t bytes(const Vector<Vector<T>>& lists) {
    uint64_t sum = lists.capacity() * sizeof(Vector<T>);
    for (const auto& list : lists) sum += bytes(list);
    return sum;
}
uint64_t bytes(const SortScratch& scratch) { return bytes(scratch.keys) + bytes(scratch.counts); }

uint64_t bytes(const IdTable& ids) {
    return bytes(ids.generation) + bytes(ids.row) + bytes(ids.valid) + bytes(ids.free) + ids.by_serial.memory();
}

uint64_t bytes(const FrameInput& input) {
    return bytes(input.commands) + bytes(input.detail.points) + bytes(input.restored_agents) +
           bytes(input.restored_positions) + bytes(input.restored_headings);
}

uint64_t bytes(const Vector<FsmOutput>& decisions) {
    uint64_t sum = decisions.capacity() * sizeof(FsmOutput);
    for (const FsmOutput& out : decisions)
        sum += bytes(out.awake) + bytes(out.requests) + bytes(out.returns) + bytes(out.hits) + bytes(out.ended) +
               bytes(out.summons) + bytes(out.user) + bytes(out.user_targets) + bytes(out.user_decisions) +
               bytes(out.failure);
    return sum;
}

uint64_t bytes_of_struck(const Vector<StruckAgents>& chunks) {
    uint64_t sum = chunks.capacity() * sizeof(StruckAgents);
    for (const StruckAgents& its : chunks) sum += bytes(its.hits) + bytes(its.found);
    return sum;
}

uint64_t bytes(const Settling& s) {
    return bytes(s.from_host) + bytes(s.for_targets) + bytes(s.closing) + bytes(s.gone) + bytes(s.hitters) +
           bytes(s.launched) + bytes(s.unsorted_hits) + bytes(s.pending_hits) + bytes(s.deaths) + bytes(s.pushes) +
           bytes_of_struck(s.struck) + bytes(s.hits) + bytes(s.fallen) + bytes(s.fallen_marks) + bytes(s.rows);
}

uint64_t bytes(const TargetGroups& groups) {
    return bytes(groups.keys) + bytes(groups.begins) + bytes(groups.scratch) + bytes(groups.world_returns);
}

uint64_t bytes(const Proposals& p) {
    uint64_t sum = bytes(p.keys) + bytes(p.chunk_keys) + bytes(p.changes) + bytes(p.deferred) + bytes(p.left) +
                   bytes(p.summons) + bytes(p.scratch) + p.map.memory() +
                   p.chunk_spares.capacity() * sizeof(SpareRows) + bytes(p.spares) +
                   p.chunks.capacity() * sizeof(ManagerScratch);
    for (const SpareRows& spares : p.chunk_spares) sum += bytes(spares.rows);
    for (const ManagerScratch& c : p.chunks)
        sum += bytes(c.rows) + bytes(c.others) + bytes(c.cursors) + bytes(c.candidates) + bytes(c.costs) +
               bytes(c.columns) + bytes(c.assignment) + bytes(c.deferred) + bytes(c.over);
    return sum;
}

uint64_t bytes(const Vector<AlertScratch>& chunks) {
    uint64_t sum = chunks.capacity() * sizeof(AlertScratch);
    for (const AlertScratch& c : chunks)
        sum += bytes(c.squads) + bytes(c.busy) + bytes(c.seekers) + bytes(c.out_of_reach) + bytes(c.changes) +
               bytes(c.questions);
    return sum;
}

/// Bytes in the scratch memory of sort_storage, build_trees, locomotion and publish, and in small lists of other
/// systems.
uint64_t bytes_of_upkeep(const WorldState& c) {
    uint64_t sum = bytes(c.publication.chunk_tallies) + bytes(c.publication.hash_sums) + bytes(c.trees.team_cursors) +
                   bytes(c.trees.team_end) + bytes(c.trees.side_list) + bytes(c.trees.side_teams) +
                   bytes(c.trees.side_points) + bytes(c.input.patrols) + bytes(c.squads.formations) +
                   bytes(c.perception.sightings) + bytes(c.perception.sight_questions) +
                   bytes(c.perception.open_questions) + bytes(c.locomotion.tallies) + bytes(c.input.chunk_steps) +
                   bytes(c.input.chunk_skips) + bytes(c.order.permutation) + bytes(c.order.permute_scratch) +
                   bytes(c.order.keys) + bytes(c.order.window_bytes) + bytes(c.order.sort) + bytes(c.order.movers) +
                   bytes(c.order.from) + bytes(c.locomotion.routes) + bytes(c.locomotion.march_routes) +
                   bytes(c.locomotion.route_rows) + bytes(c.locomotion.chunk_due) + bytes(c.lod.def.points);
    for (const auto& window : c.order.windows)
        sum += sizeof(window) + bytes(window.keys) + bytes(window.order) + bytes(window.places);
    return sum;
}

} // namespace

void WorldState::drop_everything() noexcept {
    agents.registry.forget_rows();
    agents.hash_is_kept = false;
    ids.generation.clear();
    ids.row.clear();
    ids.free.clear();
    ids.by_serial.clear();
    ids.valid.clear();
    const auto clear = [](auto& list) { list.clear(); };
    circles.for_each_list(clear);
    circles.hashes.for_each_list(clear);
    squads.made.clear();
    squads.list.clear();
    log.clear();
    publication.events.clear();
    combat.projectiles.clear();
    perception.sight_questions.clear();
    perception.open_questions.clear();
    journeys.list.clear();
    order_queues.clear();
    links.clear();
    marches = {};
    crossings.queues.clear();
    combat.bonds.clear();
    bodies.teams.clear();
    publication.state_hash = 0;
    counters = {};
}

MemoryUse WorldState::memory() const {
    MemoryUse use;
    use.columns = agents.registry.memory() + bytes(ids);
    use.index = trees.forest.memory() + grid.memory() + crossings.memory() +
                (locomotion.route_finder ? locomotion.route_finder->memory() : 0);
    use.circles = circles.memory() + bytes(cooldowns) + bytes(agent_clocks.by_id) + agent_clocks.pool.memory() +
                  bytes(target_infos.list) + bytes(limited_attacks.list) + bytes(combat.projectiles) +
                  bytes(perception.target_biases) + bytes(journeys.list) + order_queues.memory() + links.memory() +
                  marches.memory() + bytes(acts.by_id) + acts.pool.memory() + bytes(spent.by_id) + spent.pool.memory() +
                  bytes(combat.bonds);
    if (terrain.ground != terrain.bare) use.index += terrain.ground->memory(); // the world made it
    use.squads = squads.memory();
    use.scratch = log.memory() + publication.events.memory() + division.memory() + rank_memory.memory() + bytes(input) +
                  bytes(behaviour.decisions) + bytes(combat.settling) + bytes(proposals) + bytes(routing_leaders.rows) +
                  bytes(perception.alert_scratch) + squad_memories.memory() + perception.quiet.memory() +
                  promised.memory() + bytes(perception.movers) + bytes(perception.follows) +
                  bytes(journeys.numbered_anew) + bytes(journeys.number_marks) + bytes(journeys.waypoints) +
                  bytes(journeys.agents_to_waypoints) + gatherings.memory() + stage_memories.memory() +
                  bytes(target_groups) + bytes_of_upkeep(*this);
    return use;
}

} // namespace fray
