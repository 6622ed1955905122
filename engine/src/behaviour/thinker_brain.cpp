// Decisions of unmanaged agents, and of managed agents with brain columns, beyond slots and tokens: timed states
// (stagger, backstep, heal), phases, reactions, and the close and run clocks. See the paragraphs of these names in
// rules.md, evaluate_fsm. The rules are those of a soulslike boss's state machine.
#include "behaviour/thinker.h"
#include "bodies/bodies.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <utility>

namespace fray {
namespace {

uint64_t bits_for(const Views<const Settings, const Clock>& world, Serial serial, RandomPurpose purpose) {
    return random_bits(world.settings.seed, serial, world.clock.frame, purpose, 0);
}

/// A time drawn from the closed interval `between`, in us.
int64_t drawn(const int64_t (&between)[2], uint64_t bits) {
    return between[0] + random_below(bits, static_cast<uint32_t>(between[1] - between[0] + 1));
}

} // namespace

/// Handles staggering and the timed states. Returns whether the agent goes on deciding in this evaluation.
bool Thinker::recovers() {
    if (staggered_) {
        be_staggered();
        return false;
    }
    return !takes_its_time() || over();
}

void Thinker::look_at_phase() {
    const auto& phases = archetype_->phases;
    const float health = world_.health[row_];
    while (size_t{brain().phase} + 1 < phases.size() && health < phases[size_t{brain().phase} + 1].below) {
        ++brain().phase;
        events_.add({.type = EventType::phase, .agent = serial(), .a = brain().phase});
        // The phase may use other attacks, so the circle has to run its token pass again.
        if (role() == Role::holder) world_.circles.mark_dirty(world_.engagement[row_].circle, world_.clock.frame);
    }
}

// ---- Timed states ---------------------------------------------------------------------------------------------------

bool Thinker::takes_its_time() const { return is_timed(state()); }

void Thinker::be_staggered() {
    if (performs()) {
        if (has_token()) end_performance(AttackEndCause::interrupted, world_.clock.now);
    } else if (role() == Role::none) {
        if (has_token()) {
            end_attack_without_token(AttackEndCause::interrupted, world_.clock.now, target_serial());
            go(AgentState::pursue);
        }
    } else if (phase() != AttackPhase::none) {
        interrupted();
    }
    const int64_t duration = hit_ ? archetype_->stagger : 0;
    if (state() != AgentState::stagger)
        enter(AgentState::stagger, duration);
    else
        world_.brain.change(row_).until = world_.clock.now + duration;
    be_stunned();
}

/// While a holder is stunned, `arrival_timeout` counts from the end of its stun (rule staggered_or_stunned).
void Thinker::be_stunned() {
    if (stunned_ && role() == Role::holder) world_.engagement.change(row_).place_since = stunned_until(world_, row_);
}

/// us: the end of the agent's stun, if it is in stagger; else a time in the past.
int64_t Thinker::stun_ends() const { return state() == AgentState::stagger ? stunned_until(world_, row_) : long_ago; }

void Thinker::enter(AgentState timed, int64_t duration) {
    go(timed);
    brain().heals_next = false;
    world_.brain.change(row_).until = world_.clock.now + duration;
    if (role() != Role::holder) return;
    world_.arrived.change(row_) = 0;
    world_.engagement.change(row_).place_since = world_.clock.now;
    world_.circles.mark_dirty(world_.engagement[row_].circle, world_.clock.frame);
}

/// Ends a timed state when its time is over. Returns true if the agent goes on deciding now; false if the time is not
/// over, or if a backstep is followed by healing.
bool Thinker::over() {
    if (state() == AgentState::stagger) be_stunned();
    if (!world_.clock.reached(std::max(world_.brain[row_].until, stun_ends()))) return false;
    if (role() == Role::holder) { // the stun may have been ended early
        int64_t& since = world_.engagement.change(row_).place_since;
        since = std::min(since, world_.clock.now);
    }
    // A reload may have taken the heal charges since the backstep began.
    if (state() == AgentState::backstep && std::exchange(brain().heals_next, false) && brain().heal_charges != 0) {
        heal();
        return false;
    }
    if (state() == AgentState::heal) drink();
    resume();
    return true;
}

bool Thinker::resume() {
    if (has_token()) return go(AgentState::attack);
    if (role() == Role::holder) return go(AgentState::approach);
    return without_slot();
}

void Thinker::heal() {
    --brain().heal_charges;
    enter(AgentState::heal, archetype_->heal_time);
}

void Thinker::drink() {
    float& health = world_.health.change(row_);
    const float before = health;
    const float healed = std::min(archetype_->health, health + archetype_->heal_amount);
    const float amount = archetype_->health == unlimited_health ? 0.0f : healed - before;
    if (!archetype_->host_owns_health) health = healed;
    events_.add({.type = EventType::heal, .agent = serial(), .x = amount});
}

// ---- Backstep -------------------------------------------------------------------------------------------------------

/// Is the agent in a state from which it may backstep or heal?
bool Thinker::may_act() const {
    const AgentState now = state();
    if (!archetype_->managed) return now == AgentState::pursue || now == AgentState::combat;
    return now == AgentState::pursue || now == AgentState::roam || now == AgentState::approach ||
           (now == AgentState::combat && !has_token());
}

/// Starts a backstep if the close clock is due: the agent was near its target for too long without acting. Returns
/// whether it did.
bool Thinker::backsteps() {
    if (!archetype_->timed || !world_.clock.reached(clocks().close) || !has_target() || band() > 1 || !may_act())
        return false;
    clocks().close = never;
    enter(AgentState::backstep, archetype_->backstep_time);
    return true;
}

// ---- Reactions ------------------------------------------------------------------------------------------------------

/// Draws the reaction of a managed agent when its distance band differs from that of its last reaction. Returns whether
/// the agent starts to heal.
bool Thinker::reacts_managed() {
    if (!archetype_->reacts || !may_act() || brain().rolled == band()) return false;
    return react() == Reaction::heal;
}

/// Draws the reaction to the present distance band. If the result is heal, the agent starts to heal in band 2, and in
/// nearer bands starts a backstep after which it heals.
Reaction Thinker::react() {
    const uint8_t band = this->band();
    brain().rolled = band;
    if (band > 2) return Reaction::stay;
    const bool need = in_need();
    const ReactionDef& reactions = tables().reactions;
    const ReactionWeights& weights = (need ? reactions.hurt : reactions.table)[band];
    const uint32_t stay = static_cast<uint32_t>(weights.stay), combat = static_cast<uint32_t>(weights.combat);
    const uint32_t sum = stay + combat + static_cast<uint32_t>(weights.heal);
    const uint32_t drawn = random_below(bits_for(world_, serial(), RandomPurpose::reaction), sum);
    Reaction reaction = drawn < stay ? Reaction::stay : drawn < stay + combat ? Reaction::combat : Reaction::heal;
    if (brain().heal_charges == 0 && reaction == Reaction::heal) reaction = Reaction::stay;
    events_.add({.type = EventType::react,
                 .c = need,
                 .agent = serial(),
                 .target = target_serial(),
                 .a = band,
                 .b = static_cast<int32_t>(reaction)});
    if (reaction != Reaction::heal) return reaction;
    if (band == 2) {
        heal();
    } else {
        enter(AgentState::backstep, archetype_->backstep_time);
        brain().heals_next = true;
    }
    return reaction;
}

bool Thinker::in_need() const { return world_.health[row_] < archetype_->heal_below && brain().heal_charges != 0; }

// ---- Clocks ---------------------------------------------------------------------------------------------------------

/// Starts and stops the close clock and the run clock. Called at the end of every evaluation.
void Thinker::look_at_clocks() {
    int64_t& close = clocks().close;
    if (!archetype_->timed || !has_target() || band() > 1 || !may_act())
        close = never;
    else if (close == never)
        close =
            world_.clock.now + drawn(archetype_->close_clock, bits_for(world_, serial(), RandomPurpose::close_clock));
    // An agent that entered a state from which it may act in this evaluation reacts in the next frame.
    again_ = again_ || (archetype_->managed && archetype_->reacts && may_act() && brain().rolled != band());
    int64_t& run = clocks().run;
    if (archetype_->managed || !archetype_->timed || state() != AgentState::pursue || world_.brain[row_].runs == 0)
        run = never;
    else if (run == never || (woken_ & wake_band) != 0)
        run = world_.clock.now + drawn(archetype_->run_clock, bits_for(world_, serial(), RandomPurpose::run_clock));
}

} // namespace fray
