// How an agent enters and leaves user states (rules.md, User states). The user's function decides what
// it does there (user_states.cpp).
#include "behaviour/thinker.h"

#include <algorithm>

namespace fray {

/// Returns whether this evaluation ends here, because the agent is in a user state or was staggered in it. An agent in
/// a user state is listed for decide_user_states.
bool Thinker::think_user() {
    if (is_user_state(state())) {
        if (sent_away_) {
            if (!led_) go(AgentState::idle); // else `be_led` leaves the state
            return false;
        }
        if (staggered_) return be_staggered(), true;
    } else if (!comes_into_user_state()) {
        return false;
    }
    auto& lists = out_.user;
    const size_t number = static_cast<size_t>(state()) - first_user_state;
    if (lists.size() <= number) lists.resize(world_.kinds.states.size());
    lists[number].push_back(row_.number());
    return true;
}

/// If the agent was hurt since the last check, it enters the first user state of the archetype with a
/// `health_threshold` greater than the agent's health. Returns whether it did.
bool Thinker::comes_into_user_state() {
    if (!brain().hurt || sent_away_ || staggered_ || takes_its_time()) return false;
    brain().hurt = false;
    const float health = world_.health[row_];
    for (const Archetype::UserUse& use : archetype_->user_states) {
        if (!(health < use.below)) continue;
        enter_user_state(use.state);
        return true;
    }
    return false;
}

/// Enters a user state. Gives up what the agent has at a circle, and ends an attack in progress.
void Thinker::enter_user_state(AgentState next) {
    if (role() != Role::none)
        withdraw(UnslotCause::withdrew);
    else if (has_token())
        end_attack_without_token(AttackEndCause::withdrew, world_.clock.now, target_serial());
    go(next);
    world_.user_move.change(row_) = {};
}

/// An idle agent enters the first user state of its archetype that is marked `when_idle`. The user's function decides
/// it from the next frame on. Always returns false.
bool Thinker::idles_in_user_state() {
    if (has_target() || sent_away_ || ordered()) return false;
    for (const Archetype::UserUse& use : archetype_->user_states) {
        if (!use.idle) continue;
        go(use.state);
        world_.user_move.change(row_) = {};
        again_ = true;
        break;
    }
    return false;
}

} // namespace fray
