// plan_engagements: the stage manager plans every circle that needs it, in parallel. Then requesters propose to change
// to a target that has an open slot near them.
//
// A circle is planned if it is dirty, if it or its token pass is due, or if its target has moved; systems.h
// says what sets these marks. All other circles would only repeat what they decided before. If a circle that needs a
// plan is missed, the result is wrong; the oracle looks for such cases.
#include "bodies/bodies.h"
#include "circles/blocked_slots.h"
#include "engagement/stage_manager.h"
#include "engagement/systems.h"
#include "fray/stats.h"
#include "perception/target_search.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"
#include "ways/ways.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace fray {
namespace {

/// Circles in a chunk of the scan for circles to plan.
constexpr uint32_t circles_a_scan = 4096;

uint64_t key_of(Serial target, uint32_t low) {
    return static_cast<uint64_t>(static_cast<uint32_t>(target)) << 32 | low;
}

/// Groups the host's commands by target, each target's in call order, and drops those for targets that are not living.
/// The circles of the other targets become dirty; a target without a circle gets a key of its own. Sets the targets'
/// closed slots, and their capacities, because a target may be a member of a circle that another thread or rank plans.
void sort_filed(const AgendaView& world) {
    auto& filed = world.combat.settling.for_targets;
    std::erase_if(filed, [&](const FiledForTarget& f) { return world.life[world.ids.row[f.target]] != Life::living; });
    std::sort(filed.begin(), filed.end(), [&](const FiledForTarget& a, const FiledForTarget& b) {
        return a.target != b.target ? a.target < b.target : a.order < b.order;
    });
    for (const FiledForTarget& one : filed)
        if (one.closes)
            world.target_infos.find_or_add(one.target).closed = one.closed;
        else
            world.as_target.change(world.ids.row[one.target]).capacity = one.capacity;
    for (size_t i = 0; i < filed.size(); ++i) {
        if (i != 0 && filed[i].target == filed[i - 1].target) continue;
        const Row row = world.ids.row[filed[i].target];
        const uint32_t circle = world.as_target[row].own_circle;
        if (circle != no_index)
            world.circles.mark_dirty(circle, world.clock.frame);
        else
            world.proposals.keys.push_back(key_of(world.serial[row], no_circle | static_cast<uint32_t>(i)));
    }
}

/// The commands for a target (index of its id); empty: there are none.
std::span<const FiledForTarget> filed_for(const Views<const Combat>& world, uint32_t target) {
    const auto& filed = world.combat.settling.for_targets;
    const auto begin = std::lower_bound(filed.begin(), filed.end(), target,
                                        [](const FiledForTarget& f, uint32_t id) { return f.target < id; });
    auto end = begin;
    while (end != filed.end() && end->target == target) ++end;
    return {std::to_address(begin), static_cast<size_t>(end - begin)};
}

/// Lists the circles to plan, in full or in part. Sorted by the target's serial, so that
/// events come out in the same order with any number of threads.
void list_circles_to_plan(const AgendaView& world, ParallelLoops& loops) {
    Proposals& proposals = world.proposals;
    Circles& circles = world.circles;
    const uint32_t count = static_cast<uint32_t>(circles.all().size());
    const uint32_t scans = ParallelLoops::chunk_count(count, circles_a_scan);
    if (proposals.chunk_keys.size() < scans) proposals.chunk_keys.resize(scans);
    const uint32_t stamp = Circles::mark_of(world.clock.frame);
    loops.parallel_for(count, circles_a_scan, [&](uint32_t scan, uint32_t begin, uint32_t end) {
        auto& keys = proposals.chunk_keys[scan];
        keys.clear();
        const uint32_t *const dirty = circles.marks.dirty.data(),
                              *const holder_moved = circles.marks.holder_moved.data(),
                              *const target_moved = circles.marks.target_moved.data();
        const int64_t *const due = circles.marks.due.data(), *const tokens_due = circles.marks.tokens_due.data();
        const int64_t due_by = world.clock.due_by;
        for (uint32_t i = begin; i < end; ++i) {
            const bool whole = (dirty[i] == stamp) | (due[i] <= due_by);
            const bool tokens = (holder_moved[i] == stamp) | (tokens_due[i] <= due_by);
            if (!(whole | tokens | (target_moved[i] == stamp)) || circles.marks.target[i] == no_serial) continue;
            if (holder_moved[i] == stamp) circles.marks.tokens_due[i] = long_ago;
            keys.push_back(key_of(circles.marks.target[i], whole ? i : i | in_part));
        }
    });
    for (uint32_t scan = 0; scan < scans; ++scan)
        proposals.keys.insert(proposals.keys.end(), proposals.chunk_keys[scan].begin(),
                              proposals.chunk_keys[scan].end());
    sort_keys(loops, proposals.keys, proposals.scratch);
}

/// Plans a circle. `low`: low half of its key.
void plan_circle(const PlanView& world, StageManager& manager, uint32_t low) {
    if ((low & no_circle) != 0) {
        const uint32_t target = world.combat.settling.for_targets[low & ~no_circle].target;
        return manager.apply_filed(world.ids.row[target], no_index, filed_for(world, target));
    }
    const uint32_t number = low & ~in_part;
    const bool moved = world.circles.marks.target_moved[number] == static_cast<uint32_t>(world.clock.frame) + 1;
    if ((low & in_part) != 0) {
        low = number;
        // On a ground a target that moves may have other blocked slots now; then the circle needs a full plan.
        if (!moved || world.terrain.ground == nullptr || !survey(world, world.circles.change(low)))
            return manager.plan_in_part(low, moved);
    }
    if (!world.combat.settling.for_targets.empty()) {
        const uint32_t target = world.circles[low].target;
        manager.apply_filed(world.ids.row[target], low, filed_for(world, target));
    }
    const bool surveys = moved || !world.circles[low].surveyed;
    if (world.terrain.ground != nullptr && surveys) survey(world, world.circles.change(low));
    manager.plan(low);
}

// ---- Prefetching ----------------------------------------------------------------------------------------------------
// Planning a circle reads scattered memory: the circle, its arrays, its holders' rows, their columns. visit_ahead calls
// these functions some circles ahead; each may read what the function before it has fetched.

/// The circle of a key; null: the key stands for a target without a circle.
const Circle* circle_of(const PrefetchView& world, uint64_t key) {
    return has_circle(key) ? &world.circles[circle_of_key(key)] : nullptr;
}

void prefetch_circle(const PrefetchView& world, uint64_t key) {
    if (!has_circle(key)) return;
    const uint32_t number = circle_of_key(key);
    world.circles.prefetch(number);
    prefetch(&world.circles.marks.target_moved[number]);
    prefetch(&world.circles.marks.due[number]);
    prefetch(&world.circles.marks.tokens_due[number]);
}

void prefetch_arrays(const PrefetchView& world, uint64_t key) {
    const Circle* const circle = circle_of(world, key);
    if (circle == nullptr) return;
    world.circles.prefetch_arrays(circle_of_key(key));
    prefetch(&world.ids.row[circle->target]);
}

void prefetch_rows(const PrefetchView& world, uint64_t key) {
    const Circle* const circle = circle_of(world, key);
    if (circle == nullptr) return;
    for (const uint32_t index : circle->token_queue) prefetch(&world.ids.row[index]);
    world.position.prefetch(world.ids.row[circle->target]);
    world.moved.prefetch(world.ids.row[circle->target]);
}

void prefetch_holders(const PrefetchView& world, uint64_t key) {
    const Circle* const circle = circle_of(world, key);
    if (circle == nullptr) return;
    const HolderAhead& holders = world;
    for (const uint32_t index : circle->token_queue) holders.prefetch(world.ids.row[index]);
}

// ---- Planning -------------------------------------------------------------------------------------------------------

/// Plans all circles that are listed, in parallel.
void plan_circles(const PlanSystem& world, DividedLoops& loops) {
    const PlanView& plan = world;
    const StageView& stage = world;
    const PrefetchView& ahead = world;
    const PlanResults& results = world;
    Proposals& proposals = results.proposals;
    const uint32_t count = static_cast<uint32_t>(proposals.keys.size());
    // About 256 chunks keep all threads busy. A chunk has one StageManager, of about 19 KB of stack.
    const uint32_t size = std::clamp(count / 256, 16u, 1024u);
    const uint32_t chunks = ParallelLoops::chunk_count(count, size);
    if (proposals.chunks.size() < chunks) proposals.chunks.resize(chunks);
    proposals.used_chunks = chunks;
    // A buffer for each phase and chunk: read by phase and then by chunk, the events are in the order of the rules.
    std::array<uint32_t, commit_phases> first;
    for (uint32_t& buffer : first) buffer = results.log.open(FrameSystem::commit, chunks);
    proposals.token_buffer = first[static_cast<size_t>(CommitPhase::tokens)];
    const auto work = [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const auto writer = [&](CommitPhase phase) {
            return results.log.writer(FrameSystem::commit, first[static_cast<size_t>(phase)] + chunk);
        };
        ManagerScratch& scratch = proposals.chunks[chunk];
        scratch.deferred.clear();
        scratch.over.clear();
        using enum CommitPhase;
        StageManager manager(stage,
                             {writer(capacity), writer(stealing), writer(reslotting), writer(rebalancing),
                              writer(admission), writer(tokens)},
                             scratch);
        visit_ahead(
            &proposals.keys[begin], end - begin,
            [&](uint64_t key) { plan_circle(plan, manager, static_cast<uint32_t>(key)); },
            [&](uint64_t key) { prefetch_circle(ahead, key); }, [&](uint64_t key) { prefetch_arrays(ahead, key); },
            [&](uint64_t key) { prefetch_rows(ahead, key); }, [&](uint64_t key) { prefetch_holders(ahead, key); });
    };
    loops.divide<PlanView, StageView>(
        count, size, work, [&](auto& archive, uint32_t chunk) { return proposals.chunks[chunk].results(archive); });
}

void count_planned(const Views<Counters, Proposals>& world) {
    Counters& counters = world.counters;
    counters.dirty_circles += static_cast<uint32_t>(world.proposals.keys.size());
    for (uint32_t chunk = 0; chunk < world.proposals.used_chunks; ++chunk) {
        ManagerScratch& scratch = world.proposals.chunks[chunk];
        counters.slots_given += std::exchange(scratch.slots_given, 0);
        counters.tokens_given += std::exchange(scratch.tokens_given, 0);
        counters.slot_switches += std::exchange(scratch.switches, 0);
        counters.slots_stolen += std::exchange(scratch.thefts, 0);
    }
}

// ---- Change of target -----------------------------------------------------------------------------------------------

/// Proposes that an agent takes an enemy that it has in reach, if its target is not (rule may_take_enemy_in_reach). If
/// the way to its target is closed, an enemy at hand does as well (rule at_hand). Whether it has a token then, commit
/// will know.
void take_in_reach(const ProposalView& world, const SquadView& squad, const AlertMember& self, AlertScratch& scratch) {
    const AgentId target = world.target[self.row];
    if (!target || world.circles[world.engagement[self.row].circle].target != target.index) return;
    if (is_timed(world.state[self.row])) return;
    const Row target_row = world.ids.row[target.index];
    if (squad.has_shot(self, target_row)) return;
    ++scratch.slot_queries;
    SquadView::OpenSlot best = squad.slot_in_reach(self);
    if (best.target_row == Row::none() && !squad.has_free_way(self, target_row)) {
        ++scratch.slot_queries;
        best = squad.slot_at_hand(self);
    }
    if (best.target_row != Row::none())
        scratch.changes.push_back(
            {world.serial[self.row], world.id[best.target_row], static_cast<int16_t>(best.slot), true});
}

/// Proposes that a requester changes to another target: the target with the open slot nearest to the requester, if that
/// slot is nearer than its present target by at least `switch_margin`, and no agent is in the way. Nothing is proposed
/// for an agent with a proposal already: the first `proposed` changes, in the order of their agents' serials.
void seek(const ProposalView& world, const SquadView& squad, const AlertMember& self, AlertScratch& scratch,
          size_t proposed) {
    const Row row = self.row;
    const AgentId target = world.target[row];
    const Circle& circle = world.circles[world.engagement[row].circle];
    const CircleShape& shape = world.kinds.archetypes[circle.archetype].circle;
    if (shape.rebalance == RebalanceMode::off || circle.target != target.index) return;
    const Serial serial = world.serial[row];
    const auto end = scratch.changes.begin() + static_cast<std::ptrdiff_t>(proposed);
    const auto at = std::lower_bound(scratch.changes.begin(), end, serial,
                                     [](const TargetChange& change, Serial value) { return change.agent < value; });
    if (at != end && at->agent == serial) return;
    const Row target_row = world.ids.row[target.index];
    // mm: the greatest distance to a slot that is worth the change.
    const int32_t most =
        millimetres(distance_squared(self.position, world.position[target_row])) - shape.switch_gain_mm;
    if (most < 0) return;
    ++scratch.slot_queries;
    const SquadView::OpenSlot best = squad.nearest_open_slot(self, target_row, most);
    if (best.target_row == Row::none()) return;
    const Archetype& other = world.kinds.archetypes[world.archetype[best.target_row]];
    const Vec2 place =
        world.position[best.target_row] + offset_on_ring(other.circle.approach_radius, static_cast<uint32_t>(best.slot),
                                                         slots_round(world, other.circle, best.target_row));
    const float radius = radius_of(world, row);
    const uint32_t index = world.id[best.target_row].index;
    if (!other.fights_in_slots() ||
        (is_way_free(world, row, best.target_row, point_on_way(self.position, place, looks_ahead)) &&
         !world.promised.leaves_no_room(place, radius, self.floor, index)))
        scratch.changes.push_back({serial, world.id[best.target_row], static_cast<int16_t>(best.slot), false});
}

/// Calls visit(squad, member) for each member that is listed. `list`: living agents, squad after squad, the rows
/// in the order of the squad's members. The members of a squad are gathered once.
template <typename Visit>
void for_each_listed(const ProposalView& world, SquadMemory& memory, const Vector<ListedMember>& list, Visit&& visit) {
    const WayView ways(world);
    for (size_t begin = 0; begin < list.size();) {
        size_t end = begin;
        while (end < list.size() && list[end].squad == list[begin].squad) ++end;
        SquadView view(world, memory, &ways);
        view.gather(world.squads.list[list[begin].squad]);
        for (const AlertMember& member : view.members()) {
            if (begin == end) break;
            if (list[begin].row != member.row) continue;
            visit(view, member);
            ++begin;
        }
        begin = end;
    }
}

/// Keeps only living requesters, and living holders if `holders_too`.
void keep_members(const ProposalView& world, Vector<ListedMember>& listed, bool holders_too) {
    std::erase_if(listed, [&](const ListedMember& member) {
        if (world.life[member.row] != Life::living) return true;
        const Role role = world.role[member.row];
        return role != Role::requester && !(holders_too && role == Role::holder);
    });
}

/// Collects the proposals of a chunk of acquire_targets, which has listed the agents that scanned for targets in this
/// frame and kept theirs. Only those that are requesters now, or have an enemy in reach, may change.
void propose_in_chunk(const ProposalView& world, SquadMemories& memories, AlertScratch& scratch) {
    if (scratch.out_of_reach.empty() && scratch.seekers.empty()) return;
    const SquadMemories::Lease lease(memories);
    keep_members(world, scratch.out_of_reach, true);
    keep_members(world, scratch.seekers, false);
    for_each_listed(
        world, lease.memory(), scratch.out_of_reach,
        [&](const SquadView& squad, const AlertMember& member) { take_in_reach(world, squad, member, scratch); });
    std::sort(scratch.changes.begin(), scratch.changes.end(),
              [](const TargetChange& a, const TargetChange& b) { return a.agent < b.agent; });
    const size_t proposed = scratch.changes.size();
    for_each_listed(world, lease.memory(), scratch.seekers, [&](const SquadView& squad, const AlertMember& member) {
        seek(world, squad, member, scratch, proposed);
    });
}

} // namespace

void plan_engagements(DividedLoops& loops, const PlanSystem& world) {
    const AgendaView& agenda = world;
    const PlanResults& results = world;
    results.proposals.keys.clear();
    sort_filed(agenda);
    list_circles_to_plan(agenda, loops);
    plan_circles(world, loops);
    results.combat.settling.for_targets.clear();
    results.combat.settling.closing.clear();
    count_planned(results);
    Vector<AlertScratch>& found = results.perception.alert_scratch;
    loops.divide<ProposalView>(
        static_cast<uint32_t>(found.size()), 1,
        [&](uint32_t chunk, uint32_t, uint32_t) { propose_in_chunk(world, results.squad_memories, found[chunk]); },
        [&](auto& archive, uint32_t chunk) { return found[chunk].proposals(archive); });
    for (AlertScratch& scratch : found) count_queries(results, std::exchange(scratch.slot_queries, 0));
}

} // namespace fray
