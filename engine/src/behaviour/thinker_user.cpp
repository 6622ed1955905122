// How one comes into a state of the user's, and out of it (rules: The user's states). What is done there is the user's.
#include "behaviour/thinker.h"

#include <algorithm>

namespace fray {

/// Is it in such a state, and left to it?
bool Thinker::think_user() {
    if (is_user_state(state())) {
        if (sent_away_) return go(away()), false;
        if (staggered_) return be_staggered(), true;
    } else if (!comes_into_user_state()) {
        return false;
    }
    auto& lists = out_.user;
    const size_t number = static_cast<size_t>(state()) - first_user_state;
    if (lists.size() <= number) lists.resize(core_.kinds.states.size());
    lists[number].push_back(row_);
    return true;
}

/// For being hurt.
bool Thinker::comes_into_user_state() {
    if (!brain().hurt || sent_away_ || staggered_ || takes_its_time()) return false;
    brain().hurt = false;
    const float health = agents_.health.own()[row_];
    for (const Archetype::UserUse& use : archetype_->user_states) {
        if (!(health < use.below)) continue;
        enter_user_state(use.state);
        return true;
    }
    return false;
}

/// What it has at a circle is given up, and an attack in progress ends.
void Thinker::enter_user_state(State next) {
    if (role() != Role::none)
        withdraw(Cause::withdrew);
    else if (state() == State::attack)
        end_free_attack(Cause::withdrew, core_.clock.now);
    go(next);
    agents_.user_move.write_own()[row_] = {};
}

/// For having nothing to do; it is asked from the next frame on.
bool Thinker::idles_in_user_state() {
    if (has_target() || sent_away_ || ordered()) return false;
    for (const Archetype::UserUse& use : archetype_->user_states) {
        if (!use.idle) continue;
        go(use.state);
        agents_.user_move.write_own()[row_] = {};
        again_ = true;
        break;
    }
    return false;
}

} // namespace fray
