// Attacks that an order `perform` asks for (rules.md, Performing an attack). Agents without a brain perform attacks,
// too.
#include "behaviour/thinker.h"
#include "bodies/bodies.h"

namespace fray {
namespace {

/// us: an attack that has not begun within this time ends.
constexpr int64_t longest_stepping_in = 4'000'000;

} // namespace

/// Drops what the agent was doing when it got a new order: its slot and token, its own attack, or an attack that an
/// earlier order asked for. Returns whether there was anything to drop; then the evaluation ends.
bool Thinker::drops_for_order() {
    Orders& orders = world_.orders.change(row_);
    const bool drops = orders.kind == StoredOrder::perform ? orders.performance != Performance::present
                                                           : orders.performance == Performance::replaced;
    if (!drops) return false;
    if (role() != Role::none)
        withdraw(UnslotCause::withdrew);
    else if (has_token())
        end_attack_without_token(AttackEndCause::withdrew, world_.clock.now, no_serial);
    else
        return false;
    orders.performance = Performance::none;
    const bool pursues = archetype_->brain && (has_target() || orders.kind == StoredOrder::perform);
    go(pursues ? AgentState::pursue : AgentState::idle);
    again_ = true;
    return true;
}

/// The evaluation of an agent under an order `perform`.
void Thinker::perform() {
    if (archetype_->has_brain_columns && !recovers()) return;
    if (!archetype_->brain && is_stunned(world_, row_)) return drop_stunned();
    Orders& orders = world_.orders.change(row_);
    if (orders.performance == Performance::none) world_.attack.change(row_) = int16_t{orders.attack};
    if (!has_target() && phase() != AttackPhase::struck) {
        end_performance(AttackEndCause::target_gone, world_.clock.now);
        go(AgentState::idle);
        return;
    }
    if (orders.performance == Performance::none) {
        orders.performance = Performance::present;
        phase() = AttackPhase::stepping_in;
        times().token_at = world_.clock.now;
        times().end_due = world_.clock.now + longest_stepping_in;
        go(AgentState::attack);
    }
    if (phase() == AttackPhase::stepping_in && !begins_performance()) return;
    while (attack_free()) {
    }
}

/// An agent without a brain that is stunned ends its attack, and begins none (rule staggered_or_stunned).
void Thinker::drop_stunned() {
    if (!has_token()) return;
    end_performance(AttackEndCause::interrupted, world_.clock.now);
    go(AgentState::idle);
}

/// Begins the attack if range and angle allow it, or gives it up if its time is over. Returns whether it begins.
bool Thinker::begins_performance() {
    if (in_reach(attack())) {
        begin_attack();
        start_agent_clock();
        return true;
    }
    const int64_t limit = times().end_due;
    if (world_.clock.reached(limit)) finish_unmanaged(AttackEndCause::timeout, limit);
    return false;
}

/// Ends the attack and the order.
void Thinker::end_performance(AttackEndCause cause, int64_t recovery_from) {
    end_attack_without_token(cause, recovery_from, target_serial());
    Orders& orders = world_.orders.change(row_);
    orders = orders.ended();
    world_.scan_due.change(row_) = 1;
    call_for_attention();
    again_ = true;
}

} // namespace fray
