// commit, except rebalancing, change of target, support, summons, morale and tokens.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace fray::model {

// # commit
// The stage manager decides, in phases, which agents have slots and tokens at the circle of each target.

/// Each phase runs over all circles, by the serial of their target, before the next phase begins.
void ReferenceModel::commit() {
    for (auto& [serial, agent] : agents_) commit_capacity(agent);
    capacities_.clear();
    closures_.clear();
    for (auto& [serial, circle] : circles_) {
        commit_stealing(circle);
        commit_relief(circle);
    }
    for (auto& [serial, circle] : circles_) commit_reslot(circle);
    for (auto& [serial, circle] : circles_) commit_rebalancing(circle);
    for (auto& [serial, circle] : circles_) commit_admission(circle);
    commit_tokens();
    for (auto& [serial, circle] : circles_) commit_wait_slots(circle);
    commit_change_of_target();
    commit_support();
    commit_summons();
    commit_morale();
    remove_empty_circles();
    close_system(false);
}

// ## Capacity and closed slots

/// The commands set_capacity take effect in call order, where there is no director (`direct`) at once. Their event
/// capacity names the target. Each command set_closed_slots replaces what was closed before, without an event. A
/// command to an agent that has died in this frame has no effect. It does not count as dropped. Capacities and closed
/// slots belong to the target, and outlast its circle.
void ReferenceModel::commit_capacity(Agent& target) {
    if (target.dead) return;
    for (const auto& [grid, attack] : capacities_[target.serial]) {
        target.grid_capacity = grid;
        target.attack_capacity = attack;
        Event event;
        event.type = EventType::capacity;
        event.target = target.serial;
        event.a = grid;
        event.b = attack;
        emit(event);
    }
    if (const auto closure = closures_.find(target.serial); closure != closures_.end()) target.closed = closure->second;
    const auto found = circles_.find(target.serial);
    if (found == circles_.end()) return;
    survey(found->second);
    direct(found->second);
    std::vector<Serial> back = evict(found->second);
    respace(found->second);
    const std::vector<Serial> displaced = leave_closed_slots(found->second);
    back.insert(back.end(), displaced.begin(), displaced.end());
    put_back(found->second, back);
}

/// While the holders' grid weights exceed the grid capacity, holders without a token leave: event unslot, cause
/// evicted. The last admitted leaves first; of those admitted at the same time, the higher serial.
std::vector<Serial> ReferenceModel::evict(Circle& circle) {
    std::vector<std::pair<uint64_t, Serial>> by_admission;
    for (const Serial serial : circle.token_queue)
        if (!agents_.at(serial).token) by_admission.emplace_back(agents_.at(serial).admitted_at, serial);
    std::sort(by_admission.begin(), by_admission.end());
    std::vector<Serial> evicted;
    while (grid_free(circle) < 0 && !by_admission.empty()) {
        evicted.push_back(by_admission.back().second);
        by_admission.pop_back();
        leave_slot(agents_.at(evicted.back()), Cause::evicted);
    }
    return evicted;
}

/// A circle has `circle.slots` slots. If that is 0, it has as many as the grid capacity of its target when it was made,
/// from 1 to 256, and its slots change with the capacity: then, and while that is less than the number of holders, not
/// before one has left, all slots are replaced. Each holder takes the nearest in mm of the new slots (`slot_place`)
/// that no other has, closed or not; ties: the lower slot. Those with a token choose first, then by serial: event slot,
/// cause moved. For a holder with a token that is not a change of slot (`give_slot`): only the number is new.
/// Requesters have no wait slot then, and the blocked slots are computed again.
///
/// *Example.* A target has the grid capacity 6 and six holders of weight 1, at 0, 60, ... 300 degrees. set_capacity
/// makes it 12. The six take the slots 0, 2, ... 10 of 12, where they stand, and six others are admitted between them.
void ReferenceModel::respace(Circle& circle) {
    const Agent& target = agents_.at(circle.target);
    const int count = slots_for(target);
    if (archetype_of(target).circle.slots != 0 || circle.ring == count ||
        circle.token_queue.size() > static_cast<size_t>(count))
        return;
    std::vector<Serial> holders(circle.token_queue.begin(), circle.token_queue.end());
    std::sort(holders.begin(), holders.end(), [&](Serial a, Serial b) {
        return std::pair(!agents_.at(a).token, a) < std::pair(!agents_.at(b).token, b);
    });
    circle.ring = count;
    circle.slots.clear();
    for (const Serial serial : holders) {
        Agent& agent = agents_.at(serial);
        std::pair<int32_t, int> nearest{std::numeric_limits<int32_t>::max(), 0};
        for (int slot = 0; slot < count; ++slot)
            if (circle.slots.count(slot) == 0) nearest = std::min(nearest, {slot_distance(circle, agent, slot), slot});
        const auto [distance, slot] = nearest;
        if (!agent.token) {
            give_slot(circle, agent, slot, Cause::moved);
            continue;
        }
        circle.slots[slot] = serial;
        agent.slot = slot;
        emit(EventType::slot, agent, circle.target, Cause::moved, -1, slot);
    }
    for (const Serial serial : circle.queue) agents_.at(serial).wait_slot = -1;
    if (ground_ != nullptr) survey_from(circle, target.position);
}

/// Then each holder without a token on a closed slot, by serial, moves to the nearest open slot: event slot, cause
/// moved. If none is open: event unslot, cause closed. A holder that is moved here is not moved by `commit_reslot` in
/// the same frame.
std::vector<Serial> ReferenceModel::leave_closed_slots(Circle& circle) {
    std::vector<Serial> displaced;
    std::vector<Serial> holders(circle.token_queue.begin(), circle.token_queue.end());
    std::sort(holders.begin(), holders.end());
    for (const Serial serial : holders) {
        Agent& agent = agents_.at(serial);
        if (agent.token || !closed(circle, agent.slot)) continue;
        const int slot = nearest_slot(circle, agent);
        if (slot < 0) {
            leave_slot(agent, Cause::closed);
            displaced.push_back(serial);
            continue;
        }
        circle.slots.erase(agent.slot);
        give_slot(circle, agent, slot, Cause::moved);
    }
    return displaced;
}

/// The agents that `evict` and `leave_closed_slots` sent back go to the front of the queue. Among themselves they keep
/// the order of their admission (then serial). Each has an event request, after all these events.
void ReferenceModel::put_back(Circle& circle, std::vector<Serial> agents) {
    const auto admitted = [this](Serial serial) { return std::pair(agents_.at(serial).admitted_at, serial); };
    std::sort(agents.begin(), agents.end(), [&](Serial a, Serial b) { return admitted(a) < admitted(b); });
    for (auto serial = agents.rbegin(); serial != agents.rend(); ++serial) queue_up(circle, agents_.at(*serial), true);
    for (const Serial serial : agents) emit(EventType::request, agents_.at(serial), circle.target);
}

// ## Stealing and relief

/// At circles with `allows_stealing`, the requesters that are inside (`inside`) steal, in queue order. A requester that
/// would be admitted as things are does not steal: its weight fits, and a slot is open. While a requester reserves (as
/// the last admission left it, and still queued), only that requester may steal.
///
/// *Example.* Approach radius 4 m, roam gap 2 m: an agent within 6500 mm is inside. The grid capacity is full,
/// `steal_grace_time` is 3 s. A holder (weight 4, slot 2, admitted 3.5 s ago, no token) stands at 9 m. A requester of
/// weight 4 at 5 m takes slot 2: 4 <= 0 + 4. A requester of weight 8 could not.
void ReferenceModel::commit_stealing(Circle& circle) {
    if (!circle_def(circle.target).allows_stealing) return;
    replace_held_up(circle);
    const std::deque<Serial> queue = circle.queue;
    for (const Serial serial : queue) {
        Agent& agent = agents_.at(serial);
        if (!inside(circle, agent)) continue;
        if (weight_of(serial) <= grid_free(circle) && open_slots(circle) > 0) continue;
        if (circle.reserver != no_serial && circle.reserver != serial) continue;
        steal(circle, agent);
    }
}

/// The thief takes the slot of the loser (`stolen_from`). Events: unslot (of the loser, cause stolen), slot (of the
/// thief, cause stolen), request (of the loser). The loser goes to the back of the queue.
void ReferenceModel::steal(Circle& circle, Agent& thief) {
    Agent* loser = stolen_from(circle, thief);
    if (loser == nullptr) return;
    rob(circle, *loser, thief);
}

void ReferenceModel::rob(Circle& circle, Agent& loser, Agent& thief) {
    const int slot = loser.slot;
    leave_slot(loser, Cause::stolen);
    admit(circle, thief, slot, Cause::stolen);
    queue_up(circle, loser, false);
    emit(EventType::request, loser, circle.target);
}

/// Before that, in a world with ground, and in the frames with a look of the circle (`looks_until`), holders without a
/// token that are *held up* lose their slots, by serial. A holder is held up on its way, or while its unusable clock
/// runs: if its way to the target is not straight, or it cannot reach its slot (`can_reach`). The candidates for its
/// slot are the requesters with grid weight <= the free grid capacity + its own that are nearer to the target (mm), and
/// while a requester reserves, only that. The first of them (`first_in_order`) takes the slot, if its way is straight.
///
/// *Example.* A player stands at the end of a corridor for one. A, B and C got slots outside, and B came in first. A is
/// held up: B is in its way, and cannot step aside. D, which has no slot, stands before B. In the next look D takes the
/// slot of A.
void ReferenceModel::replace_held_up(Circle& circle) {
    if (ground_ == nullptr || !has_look(circle)) return;
    const Agent& target = agents_.at(circle.target);
    std::set<Serial> holders;
    for (const auto& [slot, serial] : circle.slots) {
        const Agent& holder = agents_.at(serial);
        if (holder.token || (holder.arrived && !holder.unusable_since)) continue;
        if (way_to_target(holder, target).is_straight && can_reach(circle, holder, holder.slot)) continue;
        holders.insert(serial);
    }
    for (const Serial serial : holders) {
        Agent& loser = agents_.at(serial);
        std::vector<Candidate> candidates;
        for (const Serial other : circle.queue) {
            const Agent& agent = agents_.at(other);
            if (circle.reserver != no_serial && circle.reserver != other) continue;
            if (weight_of(other) > grid_free(circle) + weight_of(serial)) continue;
            if (distance_mm(agent, target) >= distance_mm(loser, target)) continue;
            candidates.push_back({other, loser.slot, rank_of(circle, agent, loser.slot)});
        }
        const std::optional<Candidate> thief = first_in_order(circle, candidates, false);
        if (thief && thief->sees) rob(circle, loser, agents_.at(thief->agent));
    }
}

/// A holder can be stolen from if it has no token, is outside, and `steal_grace_time` has passed since its admission.
/// The thief's weight must be <= the free grid capacity + the holder's weight. Of several holders it is the farthest
/// from the target (in mm); ties: the lower slot.
Agent* ReferenceModel::stolen_from(const Circle& circle, const Agent& thief) {
    const Agent& target = agents_.at(circle.target);
    const int64_t after = microseconds_of(circle_def(circle.target).steal_grace_time);
    Agent* farthest = nullptr;
    for (const auto& [slot, serial] : circle.slots) {
        Agent& holder = agents_.at(serial);
        if (holder.token || inside(circle, holder)) continue;
        if (!reached(holder.admitted_at + after)) continue;
        if (weight_of(thief.serial) > grid_free(circle) + weight_of(serial)) continue;
        if (farthest == nullptr || distance_mm(holder, target) > distance_mm(*farthest, target)) farthest = &holder;
    }
    return farthest;
}

/// An agent is *inside* if mm(its distance to the target) <= mm(approach radius) + mm(`roam_gap`) + 500. Otherwise it
/// is *outside*.
bool ReferenceModel::inside(const Circle& circle, const Agent& agent) const {
    const Agent& target = agents_.at(circle.target);
    const int64_t limit = int64_t{millimetres_of(approach_radius_of(target))} +
                          millimetres_of(archetype_of(target).circle.roam_gap) + 500;
    return distance_mm(agent, target) <= limit;
}

/// *Relief*: a fighter that has fought long enough goes back when a fresh agent can take its place. This runs at every
/// circle, after stealing, in the frames with a look of the circle (`looks_until`), if no requester reserves there.
/// Tired holders are relieved in the order of their admission, then by serial: by an agent of the next rank
/// (`relieve_in_rank`) if their target fights in slots, otherwise by a requester (`relieve_at_slot`).
///
/// *Example.* Two lines fight, and `relief_time` is 4 s. A got its first token 4.1 s ago, is between two attacks, and
/// has its target in reach. B stands 0.9 m behind it and holds a slot too, but its target is 2.8 m away. In the next
/// look of the circle A loses its slot and rests for 3 s. B gets a token, because its way is free when A has slipped
/// past it.
void ReferenceModel::commit_relief(Circle& circle) {
    if (!has_look(circle)) return;
    if (circle.reserver != no_serial) return;
    const std::vector<Serial> tired = tired_holders(circle);
    std::vector<Serial> waiting(circle.queue.begin(), circle.queue.end());
    for (const Serial serial : tired) {
        Agent& holder = agents_.at(serial);
        if (fights_in_slots(agents_.at(circle.target)))
            relieve_in_rank(circle, holder);
        else
            relieve_at_slot(circle, holder, waiting);
    }
}

/// A holder is *tired* if it is in combat, has arrived at the slot that it has now, and has no token. The `relief_time`
/// of its archetype must not be 0, and must have passed since it got its first token after its last admission. (Tokens
/// count once any archetype of the world has had `relief_time`.) If its target fights in slots, it has the target in
/// reach (`in_reach`). An agent with the order `hold` is never tired.
std::vector<Serial> ReferenceModel::tired_holders(const Circle& circle) {
    std::vector<std::pair<int64_t, Serial>> tired;
    const Agent& target = agents_.at(circle.target);
    for (const auto& [slot, serial] : circle.slots) {
        const Agent& holder = agents_.at(serial);
        const int64_t relief = microseconds_of(archetype_of(holder).engagement.relief_time);
        if (relief == 0 || holder.state != AgentState::combat || !holder.arrived || holder.token ||
            holder.order.kind == OrderKind::hold || !holder.fighting_since || !reached(*holder.fighting_since + relief))
            continue;
        if (fights_in_slots(target) && !in_reach(holder, target)) continue;
        tired.emplace_back(holder.admitted_at, serial);
    }
    std::sort(tired.begin(), tired.end());
    std::vector<Serial> result;
    for (const auto& [admitted, serial] : tired) result.push_back(serial);
    return result;
}

/// Of the requesters that can relieve the holder (`relieves`), were queued when relief began and have relieved no
/// other, the nearest to the holder (mm), then the lower serial, takes the slot at once: event slot, cause relieved.
void ReferenceModel::relieve_at_slot(Circle& circle, Agent& tired, std::vector<Serial>& waiting) {
    Agent* nearest = nullptr;
    for (const Serial serial : waiting) {
        Agent& agent = agents_.at(serial);
        if (!relieves(circle, tired, agent)) continue;
        const std::pair worth(distance_mm(agent, tired), serial);
        if (nearest == nullptr || worth < std::pair(distance_mm(*nearest, tired), nearest->serial)) nearest = &agent;
    }
    if (nearest == nullptr) return;
    std::erase(waiting, nearest->serial);
    const int slot = tired.slot;
    go_back(tired);
    admit(circle, *nearest, slot, Cause::relieved);
}

/// A requester can relieve a holder of its team if it is inside (`inside`), and its weight <= the free grid capacity +
/// that of the holder.
bool ReferenceModel::relieves(const Circle& circle, const Agent& tired, const Agent& agent) {
    return agent.team == tired.team && inside(circle, agent) &&
           weight_of(agent.serial) <= grid_free(circle) + weight_of(tired.serial);
}

/// If there is a fresh agent (`is_fresh`), the tired holder goes back. The fresh agent is not given the slot: it comes
/// as into the place of a fallen fighter, by admission, a token, or an enemy that it now has at hand (`at_hand`).
void ReferenceModel::relieve_in_rank(const Circle& circle, Agent& tired) {
    const auto fresh = std::find_if(agents_.begin(), agents_.end(),
                                    [&](const auto& entry) { return is_fresh(circle, entry.second, tired); });
    if (fresh == agents_.end()) return;
    go_back(tired);
}

/// A *fresh* agent is of the team and floor of the tired holder, whatever its circle, and all of this holds for it:
/// - it is living, fights in slots, and has at least one attack;
/// - it has a living target, which fights in slots and is not in its reach (`in_reach`);
/// - it is near: mm(its distance to the tired holder) <= 2000 + the radii of the two (each in whole mm);
/// - its state is approach or combat; or it is pursue or roam, and the agent neither rests nor supports;
/// - it stands behind the tired holder: `distance_squared` from it to the target of the tired holder is not less than
///   that from the tired holder to this target (float);
/// - its weight <= the free grid capacity + that of the tired holder;
/// - its squad is steady;
/// - its way to the position of the tired holder is free (`way_free`); third agents are all but these two;
/// - no other agent of the same team and floor that fights (`fights_in_rank`) or goes back (`goes_back`) is nearer to
///   it than the tired holder (mm, then the lower serial). So it comes forward for one agent only.
bool ReferenceModel::is_fresh(const Circle& circle, const Agent& agent, const Agent& tired) {
    if (agent.serial == tired.serial || !agent.living() || agent.team != tired.team || agent.floor != tired.floor)
        return false;
    if (!fights_in_slots(agent) || archetype_of(agent).attacks.empty() || !living(agent.target)) return false;
    if (distance_mm(agent, tired) > 2000 + touch(agent, tired)) return false;
    const Agent& target = agents_.at(agent.target);
    if (!fights_in_slots(target)) return false;
    const Vec2 front = agents_.at(tired.target).position;
    const bool outside = agent.state == AgentState::pursue || agent.state == AgentState::roam;
    if (!outside && agent.state != AgentState::approach && agent.state != AgentState::combat) return false;
    if (distance_squared(agent.position, front) < distance_squared(tired.position, front)) return false;
    if (weight_of(agent.serial) > grid_free(circle) + weight_of(tired.serial)) return false;
    if (outside && rests(agent)) return false;
    if (outside && agent.supports) return false;
    if (squad_of(agent).mood != SquadMood::steady) return false;
    if (in_reach(agent, target)) return false;
    if (!way_free(agent, tired.position, tired.serial)) return false;
    for (const auto& [serial, other] : agents_)
        if (serial != agent.serial && serial != tired.serial && other.team == agent.team &&
            other.floor == agent.floor && (fights_in_rank(other) || goes_back(other)) &&
            std::pair(distance_mm(agent, other), serial) < std::pair(distance_mm(agent, tired), tired.serial))
            return false;
    return true;
}

/// A living agent that fights in slots *fights* here if it is in combat or attack, and has a living target that fights
/// in slots in reach.
bool ReferenceModel::fights_in_rank(const Agent& agent) const {
    if (!agent.living() || !fights_in_slots(agent) || !living(agent.target)) return false;
    if (agent.state != AgentState::combat && agent.state != AgentState::attack) return false;
    const Agent& target = agents_.at(agent.target);
    return fights_in_slots(target) && in_reach(agent, target);
}

/// A living agent that fights in slots *goes back* if it is in pursue or roam, and rests.
bool ReferenceModel::goes_back(const Agent& agent) const {
    const bool outside = agent.state == AgentState::pursue || agent.state == AgentState::roam;
    return agent.living() && fights_in_slots(agent) && outside && rests(agent);
}

/// Event unslot, cause relieved. The holder rests until now + 3 s, or + the `relief_time` of its archetype if that is
/// less. So it goes out of the approach ring.
void ReferenceModel::go_back(Agent& tired) {
    leave_slot(tired, Cause::relieved);
    tired.rest_until = now_ + std::min<int64_t>(microseconds_of(archetype_of(tired).engagement.relief_time), 3'000'000);
}

// ## Re-slotting

/// Each holder that kept its slot after an attack, by serial, gets the nearest of the open slots and its own (if that
/// is not closed): event slot, cause moved. This counts as a change of slot, also if it is the same.
void ReferenceModel::commit_reslot(Circle& circle) {
    for (auto& [serial, agent] : agents_) {
        if (!agent.reslots || agent.circle != circle.target) continue;
        const int slot = nearest_slot(circle, agent, agent.slot);
        circle.slots.erase(agent.slot);
        give_slot(circle, agent, slot, Cause::moved);
    }
}

// ## Admission

/// Admission is one pass over the queue (`admission_pass`). But if, at its start, the first requester
/// (`first_requester`) is heavier than the free grid capacity and its slot patience clock has run `slot_patience` (not
/// 0), it *reserves*: event reserve when that begins, and no agent is admitted in this pass. The reservation ends at
/// the next pass that does not begin so, or when the requester leaves the queue.
///
/// *Example.* The grid capacity 12 is taken by the soldiers A, B and C (4 each). A troll (weight 8) and a soldier D
/// (weight 4) are queued, in this order. `slot_patience` is 3 s.
///
/// | time | what happens |
/// |---|---|
/// | 0 s | Nothing is free. The clocks of the troll and D start. |
/// | 2 s | A leaves: 4 free. The troll does not fit (8 > 4), D does: D is admitted, 0 free. |
/// | 2.5 s | Soldier E is queued. |
/// | 3 s | The troll is first, and 8 > 0. Its clock has run 3 s: it reserves. |
/// | 3.5 s | B leaves: 4 free. The troll still reserves (8 > 4), and E, which would fit, is not admitted. |
/// | 4 s | C leaves: 8 free. The pass runs and admits the troll, 0 free. |
void ReferenceModel::commit_admission(Circle& circle) {
    if (patience_has_run(circle)) {
        const Serial reserver = first_requester(circle)->serial;
        if (circle.reserver != reserver) emit(EventType::reserve, agents_.at(reserver), circle.target);
        circle.reserver = reserver;
    } else {
        circle.reserver = no_serial;
        admission_pass(circle);
    }
    patience_clocks(circle);
}

/// While grid capacity and slots are free: of the requesters with grid weight <= the free grid capacity that are not
/// held up, each wants the open slot with the least cost for it (`cheapest_slot`), and the first of them
/// (`first_in_order`) gets its slot: event slot, cause admitted. The pass ends if there is none.
void ReferenceModel::admission_pass(Circle& circle) {
    while (grid_free(circle) > 0 && open_slots(circle) > 0) {
        std::vector<Candidate> candidates;
        for (const Serial serial : circle.queue) {
            const Agent& agent = agents_.at(serial);
            if (weight_of(serial) > grid_free(circle) || held_up(agent)) continue;
            const int slot = cheapest_slot(circle, agent);
            candidates.push_back({serial, slot, rank_of(circle, agent, slot)});
        }
        const std::optional<Candidate> first = first_in_order(circle, candidates, true);
        if (!first) return;
        admit(circle, agents_.at(first->agent), first->slot, Cause::admitted);
    }
}

/// Again and again, the way of the candidate with the least rank is looked at; ties: the first in the queue. One that
/// cannot reach its slot (`can_reach`) is out, and in admission it is *held up* from now on (`held_up`). Otherwise its
/// way (`way_to_target`) adds to its rank: 1 s for each agent in it, 1000000 s if it is not straight, and nothing with
/// an unlimited `queue_credit`. The candidate that has the least rank when its way was looked at is the first.
///
/// *Example.* A and B want the same slot. A could be there in 0.5 s, and has just joined the queue. B has waited for
/// 2 s, and its way takes 1 s: with a `queue_credit` of 1 its rank is -1 s, and that of A 0.5 s. Two friends stand in
/// the way of B, so that its rank becomes 1 s, and A is the first.
std::optional<Candidate> ReferenceModel::first_in_order(const Circle& circle, std::vector<Candidate> candidates,
                                                        bool holds_up) {
    while (!candidates.empty()) {
        const auto first = std::min_element(candidates.begin(), candidates.end(),
                                            [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
        if (first->looked) return *first;
        Agent& agent = agents_.at(first->agent);
        const WayToTarget way = way_to_target(agent, agents_.at(circle.target));
        if (!can_reach(circle, agent, first->slot)) {
            if (holds_up) agent.held_up_since = now_;
            candidates.erase(first);
            continue;
        }
        const bool by_arrival = std::isinf(circle_def(circle.target).queue_credit);
        if (!by_arrival) first->rank += way.agents * 1'000'000 + (way.is_straight ? 0 : 1'000'000'000'000);
        first->looked = true;
        first->sees = way.is_straight;
    }
    return std::nullopt;
}

/// The rank of a requester for a slot is the time in which it could attack from there, less `queue_credit` times the
/// time since it joined the queue (double, truncated to us). That time is the greater of `time_round_ring`, with its
/// `run_speed` and `walk_speed` times its speed factor, and what is left of its recovery. With an unlimited
/// `queue_credit` the rank is its number in the queue.
int64_t ReferenceModel::rank_of(const Circle& circle, const Agent& agent, int slot) const {
    const double credit = static_cast<double>(circle_def(circle.target).queue_credit);
    if (std::isinf(credit))
        return std::find(circle.queue.begin(), circle.queue.end(), agent.serial) - circle.queue.begin();
    const Agent& target = agents_.at(circle.target);
    const float radius = approach_radius_of(target);
    const BodyDef& body = archetype_of(agent).body;
    const int64_t time =
        time_round_ring(agent.position - target.position, slot_offset(radius, slot, slots_round(target.serial)), radius,
                        body.run_speed * agent.speed_factor, body.walk_speed * agent.speed_factor);
    return std::max(time, agent.ready_at - now_) -
           static_cast<int64_t>(credit * static_cast<double>(now_ - agent.queued_at));
}

/// An agent *can reach* a slot of its circle if it has its target in reach (`in_reach`), or its way to the target is
/// not plugged (`way_to_target`). If its target fights in slots (`fights_in_slots`), one of these must hold besides:
/// - mm(its distance to the target) <= its approach distance (`approach_distance`) + mm(`arrival_radius`): it is as
///   near as the slots are;
/// - the position of the slot (`holder_place`) is not promised to others (`promised_to_others`), and the first 6 m of
///   the way there are free (`beginning_of_way_free`).
bool ReferenceModel::can_reach(const Circle& circle, const Agent& agent, int slot) {
    const Agent& target = agents_.at(circle.target);
    if (in_reach(agent, target)) return true;
    if (way_to_target(agent, target).is_plugged) return false;
    if (!fights_in_slots(target)) return true;
    const int64_t near = approach_distance(agent, target) + millimetres_of(circle_def(circle.target).arrival_radius);
    if (distance_mm(agent, target) <= near) return true;
    const Vec2 place = holder_place(agent, target, slot);
    return beginning_of_way_free(agent, place, circle.target) && !promised_to_others(agent, place, circle.target);
}

/// A requester that was held up at the time t stays so as long as no look of its circle lies in (t, now], or until it
/// leaves the queue. Stealing, changes of target and patience clocks go on as for other requesters.
bool ReferenceModel::held_up(const Agent& agent) const {
    return agent.role == Role::requester && agent.held_up_since &&
           looks_until(agent.circle, *agent.held_up_since) == looks_until(agent.circle, now_);
}

/// The *looks* of a circle fall on the times phase + k * 250000 us, k = 0, 1, … The phase is (n * 40503 mod 65536) *
/// 250000 / 65536 us (rounded down), with n = the serial of the circle's target.
int64_t ReferenceModel::looks_until(Serial target, int64_t time) {
    constexpr int64_t interval = 250'000;
    const int64_t phase = int64_t{target} * 40503 % 65536 * interval / 65536;
    return time < phase ? 0 : (time - phase) / interval + 1;
}

/// A frame has a look if one lies in (the previous frame's now, now]; frame 0, if one lies in [0, now].
bool ReferenceModel::has_look(const Circle& circle) const {
    return looks_until(circle.target, now_) > (frame_ == 0 ? 0 : looks_until(circle.target, previous_now_));
}

/// The *first* requester is the first in the queue with grid weight <= the grid capacity, except requesters that are
/// held up.
const Agent* ReferenceModel::first_requester(const Circle& circle) const {
    for (const Serial serial : circle.queue) {
        const Agent& agent = agents_.at(serial);
        if (weight_of(serial) <= agents_.at(circle.target).grid_capacity && !held_up(agent)) return &agent;
    }
    return nullptr;
}

/// Every requester has a *slot patience clock*. It starts at the end of the first pass after which the requester is
/// still queued there and heavier than the free grid capacity. It ends at the end of a pass after which that is not so.
void ReferenceModel::patience_clocks(Circle& circle) {
    for (const Serial serial : circle.queue) {
        Agent& agent = agents_.at(serial);
        if (weight_of(serial) <= grid_free(circle))
            agent.patience_since.reset();
        else if (!agent.patience_since)
            agent.patience_since = now_;
    }
}

bool ReferenceModel::patience_has_run(const Circle& circle) const {
    const int64_t patience = microseconds_of(circle_def(circle.target).slot_patience);
    const Agent* first = first_requester(circle);
    return patience != 0 && first != nullptr && weight_of(first->serial) > grid_free(circle) && first->patience_since &&
           reached(*first->patience_since + patience);
}

/// The *cost* of an open slot is its distance (`holder_distance`) less the bonus for even spacing (`bonus`). Ties: the
/// lower slot.
///
/// *Example.* The circle has 8 slots and an approach radius of 4 m, so that a step is 3.1416 m. Slot 0 is held, and a
/// requester stands 6 m from the target in the direction of slot 0.
///
/// | slot | distance (mm) | cost with `even_spacing` 0.5 | cost with `even_spacing` 1 |
/// |---|---|---|---|
/// | 1 or 7 | 4250 | 4250 - 1571 = 2679 | 4250 - 3142 = 1108 |
/// | 2 or 6 | 7211 | 7211 - 3142 = 4069 | 7211 - 6283 = 928 |
/// | 4 | 10000 | 10000 - 6283 = 3717 | 10000 - 12566 = -2566 |
///
/// With 0 or 0.5 it gets slot 1 (of 1 and 7 the lower), with 1 the opposite slot 4.
int ReferenceModel::cheapest_slot(const Circle& circle, const Agent& agent) const {
    std::set<int> held;
    for (const auto& [slot, holder] : circle.slots) held.insert(slot);
    int cheapest = -1;
    int64_t least = 0;
    for (int slot = 0; slot < slots_round(circle.target); ++slot) {
        if (!open(circle, slot)) continue;
        const int64_t cost = holder_distance(circle, agent, slot) - bonus(circle, slot, held);
        if (cheapest >= 0 && cost >= least) continue;
        cheapest = slot;
        least = cost;
    }
    return cheapest;
}

// ## Wait slots

/// At circles with `roam_mode: flank`, the requesters without a wait slot take one, by serial (`take_wait_slot`). In
/// the frames with a look of the circle (`has_look`) requesters leave wait slots out of the view before
/// (`leave_slots_out_of_view`); and if its target has moved in such a frame, a requester may change sides afterwards
/// (`change_sides`).
///
/// *Example.* Of 4 slots, 0 and 1 are held, and their holders are there. The requesters R (serial 11) and Q (serial 12)
/// have no wait slot, and slot 2 is nearer to both than slot 3. No agent is on either side, so R takes slot 2. Then one
/// agent is on that side, and none on the side of slot 3: Q takes slot 3.
void ReferenceModel::commit_wait_slots(Circle& circle) {
    if (circle_def(circle.target).roam_mode != RoamMode::flank) return;
    std::vector<Serial> requesters(circle.queue.begin(), circle.queue.end());
    std::sort(requesters.begin(), requesters.end());
    if (has_look(circle)) leave_slots_out_of_view(circle);
    for (const Serial serial : requesters)
        if (agents_.at(serial).wait_slot < 0) take_wait_slot(circle, agents_.at(serial));
    if (has_look(circle) && moved(agents_.at(circle.target))) change_sides(circle);
}

/// At circles with `waits_in_view`, a slot is outside the view (set_view) by how much its `bearing` from the target and
/// the view direction exceeds half the view. Without a view none is outside, nor at other circles.
float ReferenceModel::out_of_view(const Circle& circle, int slot) const {
    const Agent& target = agents_.at(circle.target);
    if (!circle_def(circle.target).waits_in_view || !target.view) return 0.0f;
    const float seen = bearing(target.position, target.view->direction, slot_place(target, slot));
    return std::abs(seen) - target.view->half_angle;
}

/// What speaks against waiting before a slot: nothing (0), that it is outside the view (1), that it is closed (2).
int ReferenceModel::hindrance(const Circle& circle, int slot) const {
    if (closed(circle, slot)) return 2;
    return out_of_view(circle, slot) > 0.0f ? 1 : 0;
}

int ReferenceModel::least_hindrance(const Circle& circle) const {
    int least = 2;
    for (int slot = 0; slot < slots_round(circle.target); ++slot) least = std::min(least, hindrance(circle, slot));
    return least;
}

/// If nothing speaks against one of the slots (`hindrance`), a requester gives its wait slot up if that is outside the
/// view by more than pi / n, with n slots.
///
/// *Example.* Of 8 slots, a target sees those up to 45 degrees to either side. It turns by 45 degrees. The slot that
/// was at the edge is 45 degrees outside now: a requester that waits before it goes elsewhere. A turn by 20 degrees
/// changes nothing.
void ReferenceModel::leave_slots_out_of_view(const Circle& circle) {
    if (least_hindrance(circle) != 0) return;
    const float step = pi / static_cast<float>(slots_round(circle.target));
    for (const Serial serial : circle.queue) {
        int& slot = agents_.at(serial).wait_slot;
        if (slot >= 0 && out_of_view(circle, slot) > step) slot = -1;
    }
}

/// It takes one of the slots against which least speaks (`hindrance`): that with the fewest on its side (`on_side`). Of
/// several it is the nearest in mm, then the lower.
void ReferenceModel::take_wait_slot(const Circle& circle, Agent& agent) {
    const int least_hindered = least_hindrance(circle);
    int best = -1;
    std::pair<int, int32_t> least;
    for (int slot = 0; slot < slots_round(circle.target); ++slot) {
        if (hindrance(circle, slot) != least_hindered) continue;
        const std::pair<int, int32_t> worth = {on_side(circle, slot), slot_distance(circle, agent, slot)};
        if (best >= 0 && worth >= least) continue;
        best = slot;
        least = worth;
    }
    agent.wait_slot = best;
}

/// On the *side* of a slot are the requesters of which it is the wait slot, and the holders that stand nearest to its
/// direction (`slot_towards`).
int ReferenceModel::on_side(const Circle& circle, int slot) const {
    const Agent& target = agents_.at(circle.target);
    const auto waits = [&](Serial serial) { return agents_.at(serial).wait_slot == slot; };
    const auto stands = [&](Serial serial) {
        return slot_towards(agents_.at(serial).position - target.position, slots_round(circle.target)) ==
               static_cast<uint32_t>(slot);
    };
    return static_cast<int>(std::count_if(circle.queue.begin(), circle.queue.end(), waits) +
                            std::count_if(circle.token_queue.begin(), circle.token_queue.end(), stands));
}

/// Let a be the slot with most on its side, of the slots before which requesters wait, and least the fewest on the side
/// of one of the slots against which least speaks, if not all are closed. If there are at least two more on the side of
/// a, one of the requesters before a changes to one of the slots with least on their side: the two with the least
/// distance in mm; ties: the lower slot, then the lower serial.
void ReferenceModel::change_sides(const Circle& circle) {
    const int slots = slots_round(circle.target), least_hindered = least_hindrance(circle);
    if (least_hindered == 2) return;
    int most = -1, from = -1, least = -1;
    for (int slot = 0; slot < slots; ++slot) {
        const bool waits = std::any_of(circle.queue.begin(), circle.queue.end(),
                                       [&](Serial serial) { return agents_.at(serial).wait_slot == slot; });
        if (waits && on_side(circle, slot) > most) {
            most = on_side(circle, slot);
            from = slot;
        }
        if (hindrance(circle, slot) == least_hindered && (least < 0 || on_side(circle, slot) < least))
            least = on_side(circle, slot);
    }
    if (from < 0 || most < least + 2) return;
    std::optional<std::tuple<int32_t, int, Serial>> best;
    for (const Serial serial : circle.queue) {
        if (agents_.at(serial).wait_slot != from) continue;
        for (int slot = 0; slot < slots; ++slot) {
            if (hindrance(circle, slot) != least_hindered || on_side(circle, slot) != least) continue;
            const std::tuple pair{slot_distance(circle, agents_.at(serial), slot), slot, serial};
            if (!best || pair < *best) best = pair;
        }
    }
    agents_.at(std::get<2>(*best)).wait_slot = std::get<1>(*best);
}

// ## Existence of a circle

void ReferenceModel::remove_empty_circles() {
    for (auto it = circles_.begin(); it != circles_.end();)
        it = exists(it->second) ? std::next(it) : circles_.erase(it);
}

/// A circle exists while an agent is queued, holds a slot, or has a token there; while a cooldown or the
/// `token_interval` of it runs; and while uses are spent. Its records of cooldowns live as long.
bool ReferenceModel::exists(const Circle& circle) const {
    if (!circle.queue.empty() || !circle.token_queue.empty() || !circle.strikers.empty() || token_interval_runs(circle))
        return true;
    for (const auto& [key, cooldown] : circle.cooldowns.of_archetypes) {
        const AttackDef& attack = definitions_.archetypes[key.first].attacks[key.second];
        if (!reached(cooldown.due) || cooldown.uses_left < attack.cooldown.uses) return true;
    }
    return std::any_of(circle.cooldowns.of_classes.begin(), circle.cooldowns.of_classes.end(),
                       [this](const auto& clock) { return !reached(clock.second.due); });
}

// ## Slots

/// A slot that is given is a *change of slot*: the agent has not arrived at it, and it is not ready.
void ReferenceModel::give_slot(Circle& circle, Agent& agent, int slot, Cause cause) {
    circle.slots[slot] = agent.serial;
    circle.rebalancing_due = true;
    agent.slot = slot;
    agent.slot_since = now_;
    agent.arrived = false;
    agent.reslots = false;
    emit(EventType::slot, agent, circle.target, cause, -1, slot);
}

/// The admitted agent leaves the queue, goes to the back of the token queue, and counts as admitted now.
void ReferenceModel::admit(Circle& circle, Agent& agent, int slot, Cause cause) {
    leave_queue(agent);
    circle.token_queue.push_back(agent.serial);
    agent.role = Role::holder;
    agent.circle = circle.target;
    agent.admitted_at = now_;
    agent.fighting_since.reset();
    give_slot(circle, agent, slot, cause);
}

void ReferenceModel::queue_up(Circle& circle, Agent& agent, bool front) {
    if (front)
        circle.queue.push_front(agent.serial);
    else
        circle.queue.push_back(agent.serial);
    agent.role = Role::requester;
    agent.circle = circle.target;
    agent.queued_at = now_;
}

/// The number of slots of a new circle.
int ReferenceModel::slots_for(const Agent& target) const {
    const int given = archetype_of(target).circle.slots;
    return given != 0 ? given : std::clamp(target.grid_capacity, 1, max_slots);
}

int ReferenceModel::slots_round(Serial target) const {
    const auto circle = circles_.find(target);
    return circle != circles_.end() ? circle->second.ring : slots_for(agents_.at(target));
}

/// The number that no slot reaches.
int ReferenceModel::most_slots(const CircleDef& circle) { return circle.slots != 0 ? circle.slots : max_slots; }

/// Do all members leave the circle when it changes so?
bool ReferenceModel::clears(const CircleDef& before, const CircleDef& after) {
    return before.slots != after.slots || before.roam_mode != after.roam_mode;
}

/// The circle of a target, which is made if there is none.
Circle& ReferenceModel::circle_round(Serial target) {
    const auto [circle, is_new] = circles_.try_emplace(target);
    circle->second.target = target;
    if (is_new) circle->second.ring = slots_for(agents_.at(target));
    return circle->second;
}

/// A slot is *open* if it is neither closed (`closed`) nor held.
bool ReferenceModel::open(const Circle& circle, int slot) const {
    return circle.slots.count(slot) == 0 && !closed(circle, slot);
}

int ReferenceModel::open_slots(const Circle& circle) const {
    int count = 0;
    for (int slot = 0; slot < slots_round(circle.target); ++slot)
        if (open(circle, slot)) ++count;
    return count;
}

/// The *nearest* slot is the nearest in mm (`slot_distance`). Ties: the lower slot.
int ReferenceModel::nearest_slot(const Circle& circle, const Agent& agent, int own) const {
    const bool own_too = own >= 0 && !closed(circle, own);
    int nearest = -1;
    int32_t least = 0;
    for (int slot = 0; slot < slots_round(circle.target); ++slot) {
        if (!open(circle, slot) && !(own_too && slot == own)) continue;
        const int32_t distance = slot_distance(circle, agent, slot);
        if (nearest >= 0 && distance >= least) continue;
        nearest = slot;
        least = distance;
    }
    return nearest;
}

/// The distance to a slot is that to the slot itself (`slot_place`), except in admission and rebalancing
/// (`holder_distance`).
int32_t ReferenceModel::slot_distance(const Circle& circle, const Agent& agent, int slot) const {
    return millimetres(distance_squared(agent.position, slot_place(agents_.at(circle.target), slot)));
}

/// In admission and rebalancing the distance to a slot is that to the position of the slot for this agent
/// (`holder_place`).
int32_t ReferenceModel::holder_distance(const Circle& circle, const Agent& agent, int slot) const {
    return millimetres(distance_squared(agent.position, holder_place(agent, agents_.at(circle.target), slot)));
}

/// `arc_bonus(even_spacing, approach radius, steps, n)` for n slots: even_spacing * 2 pi * approach radius * steps / n,
/// in whole mm. steps is the number of slots to the nearest held slot, the shorter way round. If no slot is held, there
/// is no bonus.
int64_t ReferenceModel::bonus(const Circle& circle, int slot, const std::set<int>& held) const {
    if (held.empty()) return 0;
    const CircleDef& def = circle_def(circle.target);
    const int slots = slots_round(circle.target);
    int steps = slots;
    for (const int other : held) {
        const int apart = std::abs(slot - other);
        steps = std::min({steps, apart, slots - apart});
    }
    return arc_bonus(def.even_spacing, approach_radius_of(agents_.at(circle.target)), steps, slots);
}

} // namespace fray::model
