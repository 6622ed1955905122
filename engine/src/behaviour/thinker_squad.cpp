// Squad behaviour: following the leader, returning to it, and being led by a move input (rules.md, Squads).
#include "atomic_ref.h"
#include "behaviour/thinker.h"
#include "storage/rules_math.h"

namespace fray {

void Thinker::know_squad() {
    traits_ = world_.squads.any_ties() ? world_.squads.traits_of(world_.squad[row_]) : nullptr;
    if (traits_ != nullptr) {
        const StoredOrder order = world_.orders[row_].kind;
        led_ = is_led(world_, *traits_, row_, true, order, state(), world_.attack[row_]);
        const SquadMood mood = led_ ? SquadMood::steady : mood_of(world_.squads, *traits_, archetype_->brain, order);
        routs_ = mood == SquadMood::routing;
        wavers_ = mood == SquadMood::wavering;
        led_ |= routs_;
    }
    sent_away_ = sent_away_ || led_;
}

Following Thinker::following() const { return following_of(world_, traits_, row_, world_.orders[row_]); }

/// Enters state rout or led. With control `paths`, a member other than the leader goes to a point `lookahead_distance`
/// metres ahead of it in the direction of the move input; the point is renewed every `lookahead_interval` us.
void Thinker::be_led() {
    const bool begins = go(away());
    if (routs_) return;
    if (traits_->control != SquadControl::paths || world_.id[row_].index == traits_->leader) return;
    LedPath& path = world_.led_path.change(row_);
    if (!begins && !world_.clock.reached(path.renewed + traits_->renew)) return;
    path.goal = world_.position[row_] + normalised(traits_->move_input) * traits_->ahead;
    path.renewed = world_.clock.now;
}

/// An agent that is too far from its leader gives up its slot and returns. Returns whether it does.
bool Thinker::begins_to_return() {
    if (!fights(state()) || has_token() || !following().strays()) return false;
    if (role() != Role::none) give_up(UnslotCause::withdrew);
    go(AgentState::returning);
    call_for_attention(); // the next acquire_targets clears its target
    return true;
}

/// Makes the next acquire_targets visit the agent's squad.
void Thinker::call_for_attention() {
    atomic_ref<uint8_t>(world_.squads.list[world_.squad[row_]].attention).store(1, std::memory_order_relaxed);
}

bool Thinker::follow() { return has_target() ? go(AgentState::pursue) : return_to_leader(); }

bool Thinker::return_to_leader() { return following().stops() && go(AgentState::idle); }

} // namespace fray
