// What the state machines of managed and unmanaged agents share: the order of decisions, changes of state, attacks,
// timers.
#include "behaviour/thinker.h"

#include "bodies/bodies.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"
#include "ways/ways.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace fray {

void Thinker::think() {
    ++out_.evaluations;
    uint8_t& wake = world_.wake.change(row_);
    reports_ = std::exchange(world_.reports.change(row_), uint8_t{0});
    // The target was despawned in this frame. resolve_hits will clear it; until then the agent decides nothing.
    if (has_target() && world_.life[target_row_] != Life::living) {
        wake &= static_cast<uint8_t>(~wake_band);
        return;
    }
    woken_ = std::exchange(wake, uint8_t{0});
    const StoredOrder order = world_.orders[row_].kind;
    sent_away_ = sends_away(order);
    know_squad();
    if (is_monster()) think_monster();
    if (archetype_->has_brain_columns) {
        hit_ = std::exchange(brain().staggered, false) && !sent_away_;
        stunned_ = is_stunned(world_, row_) && !sent_away_;
        staggered_ = hit_ || (stunned_ && state() != AgentState::stagger);
        look_at_phase();
        if (takes_its_time()) reports_ = 0;
    }
    decide();
    if (archetype_->has_brain_columns) look_at_clocks();
    set_timer();
    report_ready();
}

void Thinker::decide() {
    if (drops_for_order()) return;
    if (performs()) return perform();
    // For an agent in a user state the user's function decides, in a batch with the other agents in that state, at the
    // end of this chunk.
    if (!archetype_->user_states.empty() && think_user()) return;
    if (archetype_->managed) return think_managed();
    think_unmanaged();
}

bool Thinker::go(AgentState next) {
    AgentState& mine = state();
    if (mine == next) return false;
    events_.add({.type = EventType::state,
                 .agent = serial(),
                 .a = static_cast<int32_t>(mine),
                 .b = static_cast<int32_t>(next)});
    mine = next;
    return true;
}

bool Thinker::idle() {
    if (has_target()) return go(AgentState::pursue);
    if (following().sets_out()) return go(AgentState::follow);
    if (patrols()) return go(AgentState::patrol);
    return idles_in_user_state();
}

/// Starts the windup of the agent's attack: it has a token for it, has chosen it, or was ordered to perform it.
void Thinker::begin_attack() {
    const int64_t windup = attack_time(world_, row_, attack().windup);
    const int64_t duration = attack_time(world_, row_, attack().duration);
    times().hit_due = world_.clock.now + windup;
    times().end_due = world_.clock.now + duration;
    phase() = AttackPhase::begun;
    if (kept_attack(world_, row_) != nullptr) world_.kept_attack.change(row_) = {};
    ++out_.attacks;
    if (attack().has_impact()) world_.impact_speed.change(row_) = impact_speed();
    reports_ = 0; // earlier reports were about another attack
    events_.add({.type = EventType::attack,
                 .attack = world_.attack[row_],
                 .agent = serial(),
                 .target = target_serial(),
                 .a = static_cast<int32_t>(std::min<int64_t>(windup, INT32_MAX)),
                 .b = static_cast<int32_t>(std::min<int64_t>(duration, INT32_MAX))});
}

/// How fast the agent comes at its target, as its body weighs against that of the target (rule note_impact).
float Thinker::impact_speed() const {
    const Vec2 way = world_.position[target_row_] - world_.position[row_];
    const Vec2 towards = way != Vec2{} ? normalised(way) : world_.heading[row_];
    const float speed = glm::dot(world_.velocity[row_] - world_.velocity[target_row_], towards);
    const float mine = archetype_->mass, its = world_.kinds.archetypes[world_.archetype[target_row_]].mass;
    return std::max(speed, 0.0f) * ((2.0f * mine) / (mine + its));
}

void Thinker::end_attack(AttackEndCause cause, int64_t recovery_from, Serial target) {
    assert(has_token());
    world_.engagement.change(row_).recovered =
        recovery_from + attack_time(world_, row_, figures_of(world_, row_).recovery);
    events_.add({.type = EventType::attack_end,
                 .cause = cause,
                 .attack = world_.attack[row_],
                 .agent = serial(),
                 .target = target});
}

bool Thinker::in_angle(const Attack& a, Vec2 here, Vec2 there) const {
    return a.any_angle || a.in_angle(bearing(here, world_.heading[row_], there));
}

/// Is the target on the agent's floor, with no wall between, and has the attack a clear line, if it needs one
/// (rules has_line and walled_off)?
bool Thinker::has_line(const Attack& a) const {
    return on_same_floor(world_, row_, target_row_) && !is_walled_off(world_, row_, target_row_) &&
           (!a.needs_clear_line || has_clear_line(world_, row_, target_row_));
}

/// Can the agent, which has a target, begin the attack from where it is?
bool Thinker::in_reach(const Attack& a) const {
    const Vec2 here = world_.position[row_];
    const Vec2 there = world_.position[target_row_];
    const int32_t mm = millimetres(distance_squared(here, there));
    const Reach reach = this->reach();
    return in_range(a, mm, reach) && in_angle(a, here, there) && will_reach(a, mm, reach) && has_line(a);
}

bool Thinker::will_reach(const Attack& a, int32_t mm, const Reach& reach) const {
    const Vec2 way = world_.position[target_row_] - world_.position[row_];
    if (mm > reaching_distance(*archetype_, a, reach, way, world_.velocity[row_], world_.velocity[target_row_],
                               attack_time(world_, row_, a.windup), world_.clock.dt))
        return false;
    const int64_t turns_for = attack_time(world_, row_, a.windup - a.aimed_for);
    const float turns = archetype_->turn_rate * (static_cast<float>(turns_for) * 1e-6f);
    return a.projectile_mm_per_s != 0 || a.half_arc + turns >= pi ||
           std::abs(bearing(world_.position[row_], world_.heading[row_], world_.position[target_row_])) <=
               a.half_arc + turns;
}

/// The distances that depend on both the agent and its target (terrain/reach.h). The agent must have a target.
Reach Thinker::reach() const {
    const Archetype& other = world_.kinds.archetypes[world_.archetype[target_row_]];
    return reach_of(world_, row_, *archetype_, target_row_, other);
}

/// Sets the time at which the agent has to be evaluated again even if nothing happens to it.
void Thinker::set_timer() {
    int64_t due = archetype_->managed || performs() ? managed_due() : unmanaged_due();
    if (archetype_->has_brain_columns) {
        if (takes_its_time()) due = std::min(due, std::max(world_.brain[row_].until, stun_ends()));
        due = std::min({due, clocks().run, clocks().close});
    }
    if (!archetype_->brain && is_stunned(world_, row_)) due = std::min(due, stunned_until(world_, row_));
    if (is_monster()) due = std::min(due, monster_due());
    world_.timer.change(row_) = due;
    if (again_) world_.wake.change(row_) |= wake_again;
}

/// Marks the circle as dirty if the agent is ready for a token.
void Thinker::report_ready() {
    if (state() == AgentState::combat && role() == Role::holder && world_.arrived[row_] != 0 && !has_token() &&
        world_.clock.reached(world_.engagement[row_].recovered))
        world_.circles.mark_dirty(world_.engagement[row_].circle, world_.clock.frame);
}

} // namespace fray
