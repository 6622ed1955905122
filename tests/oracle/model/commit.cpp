// commit, except rebalancing, change of target, support, summons, morale and tokens.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

/// Each phase runs over all circles by the serial of their target before the next phase begins.
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
    close_system(false); // sorted by phase, target serial, queue order
}

// ---- 1. Capacity and closed slots ---------------------------------------------------------------------------------

/// Capacities and closed slots belong to the target and outlast its circle. A command to a dead agent is dropped.
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
    std::vector<Serial> back = evict(found->second);
    const std::vector<Serial> displaced = leave_closed_slots(found->second);
    back.insert(back.end(), displaced.begin(), displaced.end());
    put_back(found->second, back);
}

/// While the holders' weights exceed the grid capacity, holders without a token leave: last admitted first.
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

/// Holders without a token on a closed slot, by serial, move to the nearest open slot; if none is open, back to the
/// queue.
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
        if (agent.reslots) ++tally_["moved off a closed slot instead of re-slotted"];
        ++tally_["moved off a closed slot"];
        circle.slots.erase(agent.slot);
        hold(circle, agent, slot, Cause::moved); // `hold` also cancels its re-slotting
    }
    return displaced;
}

/// Puts the agents at the queue's front, in the order of their admission, then by serial.
void ReferenceModel::put_back(Circle& circle, std::vector<Serial> agents) {
    const auto admitted = [this](Serial serial) { return std::pair(agents_.at(serial).admitted_at, serial); };
    std::sort(agents.begin(), agents.end(), [&](Serial a, Serial b) { return admitted(a) < admitted(b); });
    for (auto serial = agents.rbegin(); serial != agents.rend(); ++serial) queue_up(circle, agents_.at(*serial), true);
    for (const Serial serial : agents) emit(EventType::request, agents_.at(serial), circle.target);
}

// ---- 2. Stealing and relief ---------------------------------------------------------------------------------------

/// Requesters inside the circle steal, in queue order. While capacity is reserved, only the requester that it is
/// reserved for may.
void ReferenceModel::commit_stealing(Circle& circle) {
    if (!circle_def(circle.target).allows_stealing) return;
    const std::deque<Serial> queue = circle.queue;
    for (const Serial serial : queue) {
        Agent& agent = agents_.at(serial);
        if (!inside(circle, agent)) continue;
        if (weight_of(serial) <= grid_free(circle) && open_slots(circle) > 0) {
            ++tally_["would be admitted, does not steal"];
            continue;
        }
        if (circle.reserver != no_serial && circle.reserver != serial) {
            if (stolen_from(circle, agent) != nullptr) ++tally_["kept from stealing by reserving"];
            continue;
        }
        steal(circle, agent);
    }
}

void ReferenceModel::steal(Circle& circle, Agent& thief) {
    Agent* loser = stolen_from(circle, thief);
    if (loser == nullptr) return;
    if (circle.reserver == thief.serial) ++tally_["the reserver steals"];
    const int slot = loser->slot;
    leave_slot(*loser, Cause::stolen);
    admit(circle, thief, slot, Cause::stolen);
    queue_up(circle, *loser, false);
    emit(EventType::request, *loser, circle.target);
}

/// The farthest holder that the thief may steal from, if its weight suffices; ties: the lower slot.
Agent* ReferenceModel::stolen_from(const Circle& circle, const Agent& thief) {
    const Agent& target = agents_.at(circle.target);
    const int64_t after = microseconds_of(circle_def(circle.target).steal_grace_time);
    Agent* farthest = nullptr;
    for (const auto& [slot, serial] : circle.slots) { // by slot, so that the lower slot wins a tie
        Agent& holder = agents_.at(serial);
        if (holder.token || inside(circle, holder)) continue;
        if (!reached(holder.admitted_at + after)) {
            ++tally_["safe by steal_grace_time"];
            continue;
        }
        if (weight_of(thief.serial) > grid_free(circle) + weight_of(serial)) continue;
        if (farthest == nullptr || distance_mm(holder, target) > distance_mm(*farthest, target)) farthest = &holder;
    }
    return farthest;
}

bool ReferenceModel::inside(const Circle& circle, const Agent& agent) const {
    const Agent& target = agents_.at(circle.target);
    const int64_t limit = int64_t{millimetres_of(approach_radius_of(target))} +
                          millimetres_of(archetype_of(target).circle.roam_gap) + 500;
    return distance_mm(agent, target) <= limit;
}

/// C2.9: tired holders go back where a fresh agent can take their place.
void ReferenceModel::commit_relief(Circle& circle) {
    if (!has_look(circle)) return;
    const std::vector<Serial> tired = tired_holders(circle);
    if (circle.reserver != no_serial) {
        if (!tired.empty()) ++tally_["relief: none while a requester reserves"];
        return;
    }
    if (tired.size() > 1) ++tally_["relief: several tired holders"];
    std::vector<Serial> waiting(circle.queue.begin(), circle.queue.end());
    for (const Serial serial : tired) {
        Agent& holder = agents_.at(serial);
        if (fights_in_slots(agents_.at(circle.target)))
            relieve_in_rank(circle, holder);
        else
            relieve_at_slot(circle, holder, waiting);
    }
}

/// C2.10, in the order of their admission, then by serial.
std::vector<Serial> ReferenceModel::tired_holders(const Circle& circle) {
    std::vector<std::pair<int64_t, Serial>> tired;
    const Agent& target = agents_.at(circle.target);
    for (const auto& [slot, serial] : circle.slots) {
        const Agent& holder = agents_.at(serial);
        const int64_t relief = microseconds_of(archetype_of(holder).engagement.relief_time);
        if (relief == 0 || holder.state != AgentState::combat || !holder.arrived || holder.token ||
            holder.order.kind == OrderKind::hold || !holder.fighting_since || !reached(*holder.fighting_since + relief))
            continue;
        if (fights_in_slots(target) && !in_reach(holder, target)) {
            ++tally_["relief: not tired, its target is out of reach"];
            continue;
        }
        tired.emplace_back(holder.admitted_at, serial);
    }
    std::sort(tired.begin(), tired.end());
    std::vector<Serial> result;
    for (const auto& [admitted, serial] : tired) result.push_back(serial);
    return result;
}

/// C2.11 and C2.12a: the nearest of the waiting requesters that can relieve the holder takes its slot.
void ReferenceModel::relieve_at_slot(Circle& circle, Agent& tired, std::vector<Serial>& waiting) {
    Agent* nearest = nullptr;
    for (const Serial serial : waiting) {
        Agent& agent = agents_.at(serial);
        if (!relieves(circle, tired, agent)) continue;
        const std::pair worth(distance_mm(agent, tired), serial);
        if (nearest == nullptr || worth < std::pair(distance_mm(*nearest, tired), nearest->serial)) nearest = &agent;
    }
    if (nearest == nullptr) {
        ++tally_[waiting.empty() ? "relief: a tired holder, and no requester" : "relief: no requester can relieve"];
        return;
    }
    std::erase(waiting, nearest->serial);
    if (weight_of(nearest->serial) != weight_of(tired.serial)) ++tally_["relief: by an agent of another weight"];
    if (circle.queue.front() != nearest->serial) ++tally_["relief: by an agent that is not the first in the queue"];
    ++tally_[archetype_of(*nearest).engagement.relief_time == 0.0 ? "relieved, by an agent without relief"
                                                                  : "relieved"];
    const int slot = tired.slot;
    go_back(tired);
    admit(circle, *nearest, slot, Cause::relieved);
}

bool ReferenceModel::relieves(const Circle& circle, const Agent& tired, const Agent& agent) {
    if (agent.team != tired.team) {
        ++tally_["relief: no reliever, it is of another team"];
        return false;
    }
    if (!inside(circle, agent)) {
        ++tally_["relief: no reliever, it is outside"];
        return false;
    }
    if (weight_of(agent.serial) <= grid_free(circle) + weight_of(tired.serial)) return true;
    ++tally_["relief: no reliever, it is too heavy"];
    return false;
}

/// C2.11a.
void ReferenceModel::relieve_in_rank(const Circle& circle, Agent& tired) {
    const auto fresh = std::find_if(agents_.begin(), agents_.end(),
                                    [&](const auto& entry) { return is_fresh(circle, entry.second, tired); });
    if (fresh == agents_.end()) {
        ++tally_["relief: a tired holder, and no fresh agent"];
        return;
    }
    ++tally_[fresh->second.role == Role::holder ? "relieved, for a holder" : "relieved, for an agent without a slot"];
    go_back(tired);
}

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
    const auto no = [&](const char* reason) {
        ++tally_[std::string("relief: not fresh, ") + reason];
        return false;
    };
    if (distance_squared(agent.position, front) < distance_squared(tired.position, front))
        return no("it stands in front");
    if (weight_of(agent.serial) > grid_free(circle) + weight_of(tired.serial)) return no("it is too heavy");
    if (outside && rests(agent)) return no("it rests");
    if (outside && agent.supports) return no("it supports");
    if (squad_of(agent).mood != SquadMood::steady) return no("its squad is not steady");
    if (in_reach(agent, target)) return no("it has its target in reach");
    if (!way_free(agent, tired.position, tired.serial)) return no("its way is not free");
    for (const auto& [serial, other] : agents_)
        if (serial != agent.serial && serial != tired.serial && other.team == agent.team &&
            other.floor == agent.floor && (fights_in_rank(other) || goes_back(other)) &&
            std::pair(distance_mm(agent, other), serial) < std::pair(distance_mm(agent, tired), tired.serial))
            return no("another that fights or goes back is nearer");
    return true;
}

/// C2.11a: the agent is in combat or attack, and has its target in reach.
bool ReferenceModel::fights_in_rank(const Agent& agent) const {
    if (!agent.living() || !fights_in_slots(agent) || !living(agent.target)) return false;
    if (agent.state != AgentState::combat && agent.state != AgentState::attack) return false;
    const Agent& target = agents_.at(agent.target);
    return fights_in_slots(target) && in_reach(agent, target);
}

/// C2.11a: the agent waits outside, and rests.
bool ReferenceModel::goes_back(const Agent& agent) const {
    const bool outside = agent.state == AgentState::pursue || agent.state == AgentState::roam;
    return agent.living() && fights_in_slots(agent) && outside && rests(agent);
}

/// C2.12.
void ReferenceModel::go_back(Agent& tired) {
    leave_slot(tired, Cause::relieved);
    tired.rest_until = now_ + std::min<int64_t>(microseconds_of(archetype_of(tired).engagement.relief_time), 3'000'000);
}

// ---- 3. Re-slotting -----------------------------------------------------------------------------------------------

/// Gives the nearest slot to holders that kept their slot after an attack, by serial.
void ReferenceModel::commit_reslot(Circle& circle) {
    for (auto& [serial, agent] : agents_) {
        if (!agent.reslots || agent.circle != circle.target) continue;
        const int slot = nearest_slot(circle, agent, agent.slot);
        if (slot == agent.slot) ++tally_["re-slotted to its own slot"];
        circle.slots.erase(agent.slot);
        hold(circle, agent, slot, Cause::moved); // counts as a change of slot even if it is the same slot
    }
}

// ---- 5. Admission -------------------------------------------------------------------------------------------------

/// Either one pass over the queue, or a reservation.
void ReferenceModel::commit_admission(Circle& circle) {
    if (patience_has_run(circle)) {
        const Serial reserver = first_requester(circle)->serial;
        if (circle.reserver != reserver) emit(EventType::reserve, agents_.at(reserver), circle.target);
        circle.reserver = reserver;
        for (const Serial serial : circle.queue)
            if (weight_of(serial) <= grid_free(circle) && !held_up(agents_.at(serial)) && open_slots(circle) > 0)
                ++tally_["kept from admission by reserving"];
    } else {
        if (circle.reserver != no_serial) ++tally_["reserving ends"];
        circle.reserver = no_serial;
        admission_pass(circle);
    }
    patience_clocks(circle);
}

void ReferenceModel::admission_pass(Circle& circle) {
    const std::deque<Serial> queue = circle.queue;
    for (const Serial serial : queue) {
        Agent& agent = agents_.at(serial);
        if (weight_of(serial) > grid_free(circle)) continue;
        if (held_up(agent)) {
            if (open_slots(circle) > 0) ++tally_["admission: passed over, it is held up"];
            continue;
        }
        const int slot = cheapest_slot(circle, agent);
        if (slot < 0) continue;
        if (!can_reach(circle, agent, slot)) {
            ++tally_[agent.held_up_since ? "admission: a requester is held up again"
                                         : "admission: a requester is held up"];
            agent.held_up_since = now_;
            continue;
        }
        if (agent.held_up_since) ++tally_["admission: a requester that was held up is admitted"];
        if (slot != nearest_slot(circle, agent)) ++tally_["admitted to a farther slot by surround"];
        admit(circle, agent, slot, Cause::admitted);
    }
}

/// C5.9. It can reach any slot of a target that does not fight in slots, or that is in reach, or as near as the slots.
/// Else the beginning of its way must be free, and the place not promised to others.
bool ReferenceModel::can_reach(const Circle& circle, const Agent& agent, int slot) {
    const Agent& target = agents_.at(circle.target);
    if (!fights_in_slots(target)) return true;
    const Vec2 place = holder_place(agent, target, slot);
    const bool way_is_free = beginning_of_way_free(agent, place, circle.target);
    const bool free = way_is_free && !promised_to_others(agent, place, circle.target);
    if (in_reach(agent, target)) {
        if (!free) ++tally_["admission: reaches by its attacks alone"];
        return true;
    }
    const int64_t near = approach_distance(agent, target) + millimetres_of(circle_def(circle.target).arrival_radius);
    if (distance_mm(agent, target) <= near) {
        if (!free) ++tally_["admission: reaches by nearness alone"];
        return true;
    }
    if (way_is_free && !free) ++tally_["admission: the place was promised to others"];
    return free;
}

/// C5.10. It ends with the agent's place in the queue too.
bool ReferenceModel::held_up(const Agent& agent) const {
    return agent.role == Role::requester && agent.held_up_since &&
           looks_until(agent.circle, *agent.held_up_since) == looks_until(agent.circle, now_);
}

/// The number of looks of a circle in [0, time]. They fall on the times phase + k * 250000 us.
int64_t ReferenceModel::looks_until(Serial target, int64_t time) {
    constexpr int64_t interval = 250'000;
    const int64_t phase = int64_t{target} * 40503 % 65536 * interval / 65536;
    return time < phase ? 0 : (time - phase) / interval + 1;
}

/// Whether a look of the circle falls into this frame.
bool ReferenceModel::has_look(const Circle& circle) const {
    return looks_until(circle.target, now_) > (frame_ == 0 ? 0 : looks_until(circle.target, previous_now_));
}

/// The first requester in the queue with a grid weight of at most the whole grid capacity that is not held up.
const Agent* ReferenceModel::first_requester(const Circle& circle) const {
    for (const Serial serial : circle.queue) {
        const Agent& agent = agents_.at(serial);
        if (weight_of(serial) <= agents_.at(circle.target).grid_capacity && !held_up(agent)) return &agent;
    }
    return nullptr;
}

/// After a pass, the slot patience clock of a requester heavier than the free capacity runs; that of any other ends.
void ReferenceModel::patience_clocks(Circle& circle) {
    for (const Serial serial : circle.queue) {
        Agent& agent = agents_.at(serial);
        if (weight_of(serial) <= grid_free(circle)) {
            if (agent.patience_since) ++tally_["patience clock ends: it fits"];
            agent.patience_since.reset();
        } else if (!agent.patience_since) {
            agent.patience_since = now_;
            ++tally_["patience clock starts"];
        }
    }
}

bool ReferenceModel::patience_has_run(const Circle& circle) const {
    const int64_t patience = microseconds_of(circle_def(circle.target).slot_patience);
    const Agent* first = first_requester(circle);
    return patience != 0 && first != nullptr && weight_of(first->serial) > grid_free(circle) && first->patience_since &&
           reached(*first->patience_since + patience);
}

/// The open slot of least cost; ties: the lower slot. -1: none is open.
int ReferenceModel::cheapest_slot(const Circle& circle, const Agent& agent) const {
    std::set<int> held;
    for (const auto& [slot, holder] : circle.slots) held.insert(slot);
    int cheapest = -1;
    int64_t least = 0;
    for (int slot = 0; slot < circle_def(circle.target).slots; ++slot) {
        if (!open(circle, slot)) continue;
        const int64_t cost = holder_distance(circle, agent, slot) - bonus(circle, slot, held);
        if (cheapest >= 0 && cost >= least) continue;
        cheapest = slot;
        least = cost;
    }
    return cheapest;
}

// ---- 7. Wait slots -----------------------------------------------------------------------------------------------

/// By serial: first the requesters without a wait slot, then those that acquire_targets found misplaced.
void ReferenceModel::commit_wait_slots(Circle& circle) {
    if (circle_def(circle.target).roam_mode != RoamMode::flank) return;
    std::vector<Serial> requesters(circle.queue.begin(), circle.queue.end());
    std::sort(requesters.begin(), requesters.end());
    std::vector<Serial> anew;
    for (const Serial serial : requesters) {
        const Agent& agent = agents_.at(serial);
        if (agent.wait_slot >= 0 && agent.misplaced) anew.push_back(serial);
    }
    for (const Serial serial : requesters) {
        if (agents_.at(serial).wait_slot >= 0) continue;
        ++tally_[is_slot_open(circle) ? "wait slot taken: an open one" : "wait slot taken: none is open"];
        take_wait_slot(circle, agents_.at(serial));
    }
    for (const Serial serial : anew) {
        ++tally_["wait slot taken anew"];
        agents_.at(serial).wait_slot = -1;
        take_wait_slot(circle, agents_.at(serial));
    }
}

/// The wait slot for a requester: among the open slots (all slots if none is open) the slot with the fewest requesters;
/// ties: the nearest, then the lower slot.
void ReferenceModel::take_wait_slot(const Circle& circle, Agent& agent) {
    const bool any_slot = !is_slot_open(circle);
    int best = -1;
    std::pair<int, int32_t> least;
    for (int slot = 0; slot < circle_def(circle.target).slots; ++slot) {
        if (!any_slot && !open(circle, slot)) continue;
        const std::pair<int, int32_t> worth = {waiters(circle, slot), slot_distance(circle, agent, slot)};
        if (best >= 0 && worth >= least) continue;
        best = slot;
        least = worth;
    }
    agent.wait_slot = best;
}

int ReferenceModel::waiters(const Circle& circle, int slot) const {
    return static_cast<int>(std::count_if(circle.queue.begin(), circle.queue.end(),
                                          [&](Serial serial) { return agents_.at(serial).wait_slot == slot; }));
}

bool ReferenceModel::is_slot_open(const Circle& circle) const { return open_slots(circle) > 0; }

// ---- Existence of a circle ----------------------------------------------------------------------------------------

void ReferenceModel::remove_empty_circles() {
    for (auto it = circles_.begin(); it != circles_.end();)
        it = exists(it->second) ? std::next(it) : circles_.erase(it);
}

/// A circle exists while an agent is queued, holds a slot or has a token there, or a cooldown or `token_interval` of it
/// runs, or uses are spent.
bool ReferenceModel::exists(const Circle& circle) const {
    if (!circle.queue.empty() || !circle.token_queue.empty() || !circle.strikers.empty() || gap_runs(circle))
        return true;
    for (const auto& [key, cooldown] : circle.cooldowns.of_archetypes) {
        const AttackDef& attack = definitions_.archetypes[key.first].attacks[key.second];
        if (!reached(cooldown.due) || cooldown.uses_left < attack.cooldown.uses) return true;
    }
    return std::any_of(circle.cooldowns.of_classes.begin(), circle.cooldowns.of_classes.end(),
                       [this](const auto& clock) { return !reached(clock.second.due); });
}

// ---- Slots --------------------------------------------------------------------------------------------------------

/// Gives the slot to the agent and sets `rebalancing_due`. Rebalancing clears the flag again after its own calls.
void ReferenceModel::hold(Circle& circle, Agent& agent, int slot, Cause cause) {
    circle.slots[slot] = agent.serial;
    circle.rebalancing_due = true;
    agent.slot = slot;
    agent.slot_since = now_;
    agent.arrived = false;
    agent.reslots = false;
    emit(EventType::slot, agent, circle.target, cause, -1, slot);
}

/// Moves the agent from the queue to the back of the token queue.
void ReferenceModel::admit(Circle& circle, Agent& agent, int slot, Cause cause) {
    leave_queue(agent);
    circle.token_queue.push_back(agent.serial);
    agent.role = Role::holder;
    agent.circle = circle.target;
    agent.admitted_at = now_;
    agent.fighting_since.reset();
    hold(circle, agent, slot, cause);
}

void ReferenceModel::queue_up(Circle& circle, Agent& agent, bool front) {
    if (front)
        circle.queue.push_front(agent.serial);
    else
        circle.queue.push_back(agent.serial);
    agent.role = Role::requester;
    agent.circle = circle.target;
}

/// Whether the slot is open: neither closed nor held.
bool ReferenceModel::open(const Circle& circle, int slot) const {
    return circle.slots.count(slot) == 0 && !closed(circle, slot);
}

int ReferenceModel::open_slots(const Circle& circle) const {
    int count = 0;
    for (int slot = 0; slot < circle_def(circle.target).slots; ++slot)
        if (open(circle, slot)) ++count;
    return count;
}

/// The nearest slot among the open slots and the agent's own slot, if that is not closed; ties: the lower slot. -1:
/// none.
int ReferenceModel::nearest_slot(const Circle& circle, const Agent& agent, int own) const {
    const bool own_too = own >= 0 && !closed(circle, own);
    int nearest = -1;
    int32_t least = 0;
    for (int slot = 0; slot < circle_def(circle.target).slots; ++slot) {
        if (!open(circle, slot) && !(own_too && slot == own)) continue;
        const int32_t distance = slot_distance(circle, agent, slot);
        if (nearest >= 0 && distance >= least) continue;
        nearest = slot;
        least = distance;
    }
    return nearest;
}

/// Distance to the slot itself, for every rule that J8 does not name.
int32_t ReferenceModel::slot_distance(const Circle& circle, const Agent& agent, int slot) const {
    return millimetres(distance_squared(agent.position, slot_place(agents_.at(circle.target), slot)));
}

/// Distance to the point at which the slot lies for the agent (J8). Used in C4.9 and C5.7.
int32_t ReferenceModel::holder_distance(const Circle& circle, const Agent& agent, int slot) const {
    return millimetres(distance_squared(agent.position, holder_place(agent, agents_.at(circle.target), slot)));
}

/// mm that are subtracted from the distance to the slot. The bonus grows with the distance to the nearest slot in
/// `held`, measured the shorter way round the circle.
int64_t ReferenceModel::bonus(const Circle& circle, int slot, const std::set<int>& held) const {
    if (held.empty()) return 0;
    const CircleDef& def = circle_def(circle.target);
    int steps = def.slots;
    for (const int other : held) {
        const int apart = std::abs(slot - other);
        steps = std::min({steps, apart, def.slots - apart});
    }
    return arc_bonus(def.even_spacing, approach_radius_of(agents_.at(circle.target)), steps, def.slots);
}

} // namespace fray::model
