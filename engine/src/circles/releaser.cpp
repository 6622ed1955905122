#include "circles/releaser.h"

#include "bodies/bodies.h"
#include "circles/circle_queue.h"
#include "circles/slot_holding.h"

namespace fray {

void Releaser::settle(Row row) {
    row_ = row;
    number_ = world_.engagement[row].circle;
    circle_ = &world_.circles.change(number_);
    archetype_ = &world_.kinds.archetypes[world_.archetype[row]];
    life_ = world_.life[row];
    const bool target_fallen = world_.life[world_.ids.row[circle_->target]] != Life::living;
    const GiveUp given_up = world_.give_up[row];
    const bool stays = life_ == Life::living && !target_fallen;
    // With `release_policy: launch` an agent releases its slot at its hit and keeps its token: it becomes a striker.
    const bool launches =
        stays && given_up == GiveUp(UnslotCause::launched) && world_.attack_phase[row] == AttackPhase::struck;
    // In all other cases the agent leaves the circle if it gives up its slot, or if it or its target has died.
    const bool leaves = !launches && (!stays || given_up != GiveUp());
    // Once it has hit, an attack is played to its end. If the target has fallen, it goes on without a circle.
    const bool goes_on = life_ == Life::living && target_fallen && world_.attack_phase[row] == AttackPhase::struck;
    if (world_.attack[row] >= 0 && !launches && !goes_on) settle_attack(leaves);
    if (leaves) leave(given_up);
    if (launches) launch();
    world_.wake.change(row) |= wake_engagement;
}

/// Takes the token back if the attack has ended, or if the agent leaves the circle.
void Releaser::settle_attack(bool leaves) {
    AttackPhase& phase = world_.attack_phase.change(row_);
    int16_t& number = world_.attack.change(row_);
    const bool ended_in_think = phase == AttackPhase::over || phase == AttackPhase::dropped;
    if (!ended_in_think && !leaves) return;
    const Attack& attack = archetype_->attacks[static_cast<size_t>(number)];
    // If evaluate_fsm ended the attack, it also wrote the event and set the recovery. Otherwise a death ends the attack
    // here.
    if (!ended_in_think) {
        const AttackEndCause cause = life_ == Life::dead   ? AttackEndCause::died
                                     : life_ == Life::gone ? AttackEndCause::withdrew
                                                           : AttackEndCause::target_gone;
        world_.engagement.change(row_).recovered =
            world_.clock.now + attack_time(world_, row_, figures_of(world_, row_).recovery);
        events_.add({.type = EventType::attack_end,
                     .cause = cause,
                     .attack = number,
                     .agent = serial(),
                     .target = circle_->target_serial});
    }
    if (never_began(phase)) give_back(attack, number);
    circle_->attack_free += attack.weight;
    number = -1;
    phase = AttackPhase::none;
    if (leaves) return;
    // `release_policy: attack`: the holder keeps its slot, but plan_engagements may give it another slot.
    // The holder must arrive again before it is ready.
    world_.arrived.change(row_) = 0;
    world_.give_up.change(row_) = GiveUp::only_moves();
    circle_->reslot_due = true;
}

/// Gives the cooldowns of a token back, because the windup never began and so the attack was not used.
void Releaser::give_back(const Attack& attack, int16_t number) {
    give_cooldowns_back(world_, *circle_, row_, number);
    if (attack.scope == CooldownScope::world)
        world_returns_.push_back({world_.archetype[row_], number, world_.engagement[row_].use_round,
                                  world_.engagement[row_].times.token_at});
}

/// Removes the agent from the circle, in any role. Its token must have been taken back before.
void Releaser::leave(GiveUp given_up) {
    if (world_.role[row_] == Role::requester) {
        CircleQueue(world_, number_).remove(row_);
    } else if (world_.role[row_] == Role::striker) {
        circle_->strikers.erase(circle_->strikers.find(index()));
    } else {
        give_slot_back(given_up.cause().value_or(life_ == Life::dead   ? UnslotCause::died
                                                 : life_ == Life::gone ? UnslotCause::despawned
                                                                       : UnslotCause::target_gone));
    }
    world_.role.change(row_) = Role::none;
    world_.engagement.change(row_).circle = no_index;
    world_.give_up.change(row_) = {};
}

/// Makes a holder a striker: it gives its slot back and keeps its token.
void Releaser::launch() {
    give_slot_back(UnslotCause::launched);
    circle_->strikers.push_back(world_.circles.pool, index());
    world_.role.change(row_) = Role::striker;
}

void Releaser::give_slot_back(UnslotCause cause) {
    give_slot_up(world_, *circle_, row_, cause, events_);
    // An agent that has attacked must rest, and so must a relieved agent (relief.cpp). Others can request again at
    // once.
    const int64_t rest = world_.kinds.archetypes[circle_->archetype].circle.rest;
    if (rest != 0 && (cause == UnslotCause::finished || cause == UnslotCause::launched))
        world_.engagement.change(row_).rest_until = world_.clock.now + rest;
}

} // namespace fray
