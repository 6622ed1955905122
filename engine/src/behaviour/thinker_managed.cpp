// The state machine of managed agents: they request a slot, walk to it, and attack when they get a token (rules.md,
// evaluate_fsm). The machine only asks for slots and tokens, and reacts to what it got. The systems resolve_hits,
// plan_engagements and commit grant them and take them back.
#include "behaviour/thinker.h"
#include "bodies/bodies.h"
#include "storage/rules_math.h"

#include <algorithm>

namespace fray {

void Thinker::think_managed() {
    if (role() != Role::none &&
        (sent_away_ || (wavers_ && role() == Role::requester) ||
         (role() != Role::striker && (!has_target() || circle().target != world_.target[row_].index))))
        return leave_circle();
    if (sent_away_ && role() == Role::none && has_token()) { // its circle ended after its hit
        end_attack_without_token(AttackEndCause::withdrew, world_.clock.now, target_serial());
        if (led_) return be_led();
        go(AgentState::idle);
        return;
    }
    if (led_) return be_led();
    if (archetype_->has_brain_columns) {
        if (sent_away_ && takes_its_time()) {
            go(AgentState::idle);
            return;
        }
        if (!recovers()) return;
    }
    if (begins_to_return()) return;
    if (archetype_->has_brain_columns && (backsteps() || reacts_managed())) return;
    while (step()) {
    }
}

bool Thinker::step() {
    switch (state()) {
    case AgentState::idle: return idle();
    case AgentState::patrol: return patrol();
    case AgentState::follow: return follow();
    case AgentState::returning: return return_to_leader();
    case AgentState::led:
    case AgentState::rout: return go(AgentState::idle);
    case AgentState::pursue: return pursue();
    case AgentState::roam: return roam();
    case AgentState::approach: return approach();
    case AgentState::combat: return combat();
    case AgentState::attack: return attack_step();
    default: return false;
    }
}

bool Thinker::pursue() {
    if (!has_target()) return go(AgentState::idle);
    if (role() == Role::holder) return go(AgentState::approach);
    if (role() == Role::requester || resting()) return go(AgentState::roam);
    if (wavers_ || world_.support[row_].supports != 0) return false;
    const Row target_row = world_.ids.row[world_.target[row_].index];
    const Vec2 there = world_.position[target_row];
    const CircleShape& shape = world_.kinds.archetypes[world_.archetype[target_row]].circle;
    // Too far away: classify_distances wakes the agent when it is near enough.
    const int32_t mm = millimetres(distance_squared(world_.position[row_], there));
    const Reach reach = reach_of(world_, row_, target_row);
    if (!near_enough(*archetype_, shape, reach, mm, speed_factor_of(world_, row_))) return false;
    out_.requests.push_back(row_);
    events_.add({.type = EventType::request, .agent = serial(), .target = target_serial()});
    return false;
}

bool Thinker::roam() {
    if (!has_target()) return go(AgentState::idle);
    if (role() == Role::none) return !resting() && go(AgentState::pursue);
    return role() == Role::holder && go(AgentState::approach);
}

/// The next state of an agent without a slot.
bool Thinker::without_slot() {
    if (role() == Role::requester) return go(AgentState::roam);
    return go(has_target() ? AgentState::pursue : AgentState::idle);
}

bool Thinker::approach() {
    if (role() != Role::holder) return without_slot();
    if ((woken_ & wake_arrival) != 0) {
        world_.arrived.change(row_) = 1;
        world_.engagement.change(row_).place_since = world_.clock.now;
        world_.circles.mark_dirty(world_.engagement[row_].circle,
                                  world_.clock.frame); // rebalancing treats arrived holders differently
        events_.add(
            {.type = EventType::arrive, .slot = world_.slot[row_], .agent = serial(), .target = target_serial()});
        return go(AgentState::combat);
    }
    const int64_t limit = shape().arrival_timeout;
    if (limit == 0 || !world_.clock.reached(world_.engagement[row_].place_since + limit)) return false;
    give_up(UnslotCause::arrival_timeout);
    return stop(AgentState::pursue);
}

bool Thinker::combat() {
    if (role() != Role::holder) return without_slot();
    if (world_.arrived[row_] == 0) return go(AgentState::approach);
    if (has_token()) return go(AgentState::attack);
    if (!world_.clock.reached(patience_ends())) return false;
    give_up(UnslotCause::token_wait_timeout);
    return stop(AgentState::pursue);
}

int64_t Thinker::patience_ends() const {
    constexpr int64_t in_others_way = 5'000'000;
    const Engagement& engagement = world_.engagement[row_];
    int64_t ends = never;
    if (shape().token_wait_timeout != 0) ends = engagement.place_since + shape().token_wait_timeout;
    if (circle().reserving()) ends = std::min(ends, engagement.place_since + in_others_way);
    const int64_t unusable = engagement.clock.unusable_since();
    if (shape().no_attack_timeout != 0 && unusable != never)
        ends = std::min(ends, unusable + shape().no_attack_timeout);
    return ends;
}

bool Thinker::attack_step() {
    if (role() == Role::none && has_token()) return attack_free(); // its circle ended after its hit
    if (phase() != AttackPhase::none && reported(report_interrupt)) return interrupted();
    if (steps_in(phase())) return step_in();
    switch (phase()) {
    case AttackPhase::begun:
        if (reported(report_hit)) times().hit_due = std::min(times().hit_due, world_.clock.now);
        if (!world_.clock.reached(times().hit_due)) return reported(report_end) && finish(world_.clock.now);
        return strike();
    case AttackPhase::struck:
        return (reported(report_end) || world_.clock.reached(times().end_due)) &&
               finish(std::min(times().end_due, world_.clock.now));
    default: return after_lost_token();
    }
}

bool Thinker::strike() {
    out_.hits.push_back(row_);
    phase() = AttackPhase::struck;
    if (role() == Role::none || archetype_->release != ReleasePolicy::launch) return true;
    world_.give_up.change(row_) = GiveUp(UnslotCause::launched);
    out_.returns.push_back(row_);
    return true;
}

/// Ends an interrupted attack. If the circle has an `interrupt_grace_time` and the hit has not been dealt yet, the
/// agent steps in again instead, from the next frame on, until the grace is over.
bool Thinker::interrupted() {
    const int64_t grace = shape().interrupt_grace_time;
    const bool struck = phase() == AttackPhase::struck;
    const bool began = struck || phase() == AttackPhase::begun || phase() == AttackPhase::stepping_again;
    if (struck || grace == 0) {
        end_attack(AttackEndCause::interrupted, world_.clock.now, circle().target_serial);
        phase() = began ? AttackPhase::over : AttackPhase::dropped;
        return after_attack();
    }
    phase() = began ? AttackPhase::stepping_again : AttackPhase::interrupted;
    times().end_due = world_.clock.now + grace;
    return false;
}

/// The target died or was despawned, so resolve_hits has taken the token back.
bool Thinker::after_lost_token() { return role() == Role::holder ? go(AgentState::approach) : without_slot(); }

bool Thinker::step_in() {
    if (in_reach(attack())) {
        begin_attack();
        return true;
    }
    const int64_t limit = times().end_due;
    if (!world_.clock.reached(limit)) return false;
    end_attack(phase() == AttackPhase::stepping_in ? AttackEndCause::timeout : AttackEndCause::interrupted, limit,
               circle().target_serial);
    phase() = phase() == AttackPhase::stepping_again ? AttackPhase::over : AttackPhase::dropped;
    return after_attack();
}

bool Thinker::finish(int64_t end) {
    end_attack(AttackEndCause::finished, end, circle().target_serial);
    phase() = AttackPhase::over;
    return after_attack();
}

/// The last step of every ended attack. resolve_hits releases the token and, depending on the release policy, the slot.
/// Ends this evaluation.
bool Thinker::after_attack() {
    out_.returns.push_back(row_);
    if (role() == Role::holder && archetype_->release == ReleasePolicy::attack && !circle().reserving())
        return stop(AgentState::approach);
    GiveUp& give_up = world_.give_up.change(row_);
    if (give_up == GiveUp())
        give_up = GiveUp(UnslotCause::finished); // if `launched`, hit and end are in the same frame
    return stop(AgentState::pursue);
}

void Thinker::give_up(UnslotCause cause) {
    world_.give_up.change(row_) = GiveUp(cause);
    events_.add({.type = EventType::withdraw, .agent = serial(), .target = circle().target_serial});
    out_.returns.push_back(row_);
}

/// Gives up everything that the agent has at its circle, including an attack in progress.
void Thinker::withdraw(UnslotCause cause) {
    if (has_token()) {
        end_attack(AttackEndCause::withdrew, world_.clock.now, circle().target_serial);
        phase() = never_began(phase()) ? AttackPhase::dropped : AttackPhase::over;
    }
    give_up(cause);
}

void Thinker::leave_circle() {
    withdraw(sent_away_ || wavers_ ? UnslotCause::withdrew
             : has_target()        ? UnslotCause::retargeted
                                   : UnslotCause::lost);
    if (led_) return be_led();
    go(has_target() ? AgentState::pursue : AgentState::idle);
}

int64_t Thinker::managed_due() {
    switch (state()) {
    case AgentState::attack:
        if (!has_token()) return never;
        switch (world_.attack_phase[row_]) {
        case AttackPhase::begun: return times().hit_due;
        case AttackPhase::struck: return times().end_due;
        default: again_ = true; return never; // stepping in
        }
    case AgentState::approach:
        if (role() != Role::holder || shape().arrival_timeout == 0) return never;
        return world_.engagement[row_].place_since + shape().arrival_timeout;
    case AgentState::combat: {
        if (role() != Role::holder) return never;
        const int64_t recovered = world_.engagement[row_].recovered;
        return world_.clock.reached(recovered) ? patience_ends() : std::min(patience_ends(), recovered);
    }
    case AgentState::roam: return role() == Role::none ? world_.engagement[row_].rest_until : never;
    default: return never;
    }
}

} // namespace fray
