#include "engagement/token_pass.h"

#include "definitions/attack_choice.h"

#include <algorithm>

namespace fray {

bool TokenPass::shares_world(const Circle& circle) const {
    return world_.kinds.shares_world &&
           std::any_of(circle.token_queue.begin(), circle.token_queue.end(),
                       [&](uint32_t index) { return archetype_of(row_of(index)).shares_world; });
}

int64_t TokenPass::run(Circle& circle, EventWriter events) {
    circle_ = &circle;
    shape_ = &world_.kinds.archetypes[circle.archetype].circle;
    granted_ = false;
    if (circle.token_queue.size == 0) return never;
    rules_.select(circle);
    rules_.set_looks(circle.has_look(world_.clock));
    if (world_.clock.reached(circle.gap_until)) {
        if (world_.kinds.weightless) give_weightless(events);
        if (!world_.clock.reached(circle.gap_until)) return look_at_clocks();
        if (circle.attack_free > 0)
            take_turns(events);
        else
            wait_at_head();
    }
    return look_at_clocks();
}

/// Before any other: each holder with an attack of weight 0 that fits gets a token for one, in the order of the queue.
void TokenPass::give_weightless(EventWriter& events) {
    PoolArray<uint32_t>& queue = circle_->token_queue;
    uint32_t place = 0;
    for (uint32_t looked = 0, count = queue.size; looked < count; ++looked) {
        const Row row = row_of(queue[place]);
        if (!archetype_of(row).weightless || !rules_.ready(row) || !rules_.fits_weightless(row)) {
            ++place;
            continue;
        }
        queue.rotate_to_back(place);
        grant(row, events);
        if (shape_->token_interval != 0) return;
    }
}

/// The pass when attack capacity is free. A holder that waits for attack weight or for a cooldown, or has only attacks
/// that are too heavy, ends the pass (cases 3 and 4 at the top of the header).
void TokenPass::take_turns(EventWriter& events) {
    PoolArray<uint32_t>& queue = circle_->token_queue;
    for (uint32_t looked = 0; looked < queue.size && circle_->attack_free > 0; ++looked) {
        const Row row = row_of(queue[0]);
        if (!rules_.ready(row)) {
            queue.rotate_to_back(0);
            continue;
        }
        switch (rules_.judge(row)) {
        case WaitReason::none:
            queue.rotate_to_back(0);
            grant(row, events);
            if (shape_->token_interval != 0) return;
            break;
        // To end the pass here would delay the other holders in vain.
        case WaitReason::range:
        case WaitReason::way:
        case WaitReason::offscreen:
        case WaitReason::attack_class: queue.rotate_to_back(0); break;
        case WaitReason::attack:
            if (!patient(row)) queue.rotate_to_back(0);
            return;
        default: queue.rotate_to_back(0); return;
        }
    }
}

/// Has this holder waited for attack weight so long that it stays at the head of the token queue?
bool TokenPass::patient(Row row) const {
    const int64_t since = world_.engagement[row].clock.patience_since();
    return shape_->token_patience != 0 && since != never && world_.clock.reached(since + shape_->token_patience);
}

/// The pass when no attack capacity is free. Gives no token. Holders that are not ready, or are stopped by a class or
/// view limit, go to the back. The first other holder stays at the head, whatever it waits for, and is looked at first
/// when capacity is freed.
void TokenPass::wait_at_head() {
    PoolArray<uint32_t>& queue = circle_->token_queue;
    for (uint32_t looked = 0; looked < queue.size; ++looked) {
        const Row row = row_of(queue[0]);
        if (rules_.ready(row)) {
            if (!rules_.limited()) return;
            const WaitReason wait_reason = rules_.judge(row);
            if (wait_reason != WaitReason::offscreen && wait_reason != WaitReason::attack_class) return;
        }
        queue.rotate_to_back(0);
    }
}

/// Gives a holder a token for an attack of `TokenRules::fitting`.
void TokenPass::grant(Row row, EventWriter& events) {
    const int number = choose_attack(world_, archetype_of(row), world_.serial[row], rules_.fitting());
    const Attack& attack = archetype_of(row).attacks[static_cast<size_t>(number)];
    circle_->attack_free -= attack.weight;
    if (shape_->token_interval != 0) circle_->gap_until = world_.clock.now + shape_->token_interval;
    spend_cooldowns(world_, *circle_, row, number);
    world_.engagement.change(row).clock.end();
    world_.attack.change(row) = static_cast<int16_t>(number);
    world_.attack_phase.change(row) = AttackPhase::stepping_in;
    world_.engagement.change(row).times = {
        .token_at = world_.clock.now, .hit_due = 0, .end_due = world_.clock.now + shape_->attack_timeout};
    if (world_.fighting_since && world_.fighting_since[row] == never)
        world_.fighting_since.change(row) = world_.clock.now;
    world_.wake.change(row) |= wake_engagement;
    ++tokens;
    granted_ = true;
    events.add({.type = EventType::token,
                .attack = static_cast<int16_t>(number),
                .slot = world_.slot[row],
                .agent = world_.serial[row],
                .target = circle_->target_serial,
                .a = attack.weight});
}

/// Starts and ends the token patience clocks and the unusable clocks of all holders, even of holders that the pass did
/// not look at. Returns when the next pass is due, as `run` does.
int64_t TokenPass::look_at_clocks() {
    const bool nothing_free = circle_->attack_free <= 0;
    const bool in_gap = !world_.clock.reached(circle_->gap_until);
    // If this pass took the last free capacity, the next pass is of the other kind (wait_at_head) and may turn the
    // queue.
    int64_t due = nothing_free && granted_ ? long_ago : never;
    bool any_ready = false;
    uint32_t ending = 0; // ready holders that end a pass
    for (uint32_t place = 0; place < circle_->token_queue.size; ++place) {
        const Row row = row_of(circle_->token_queue[place]);
        Engagement engagement = world_.engagement[row];
        // Most clocks stay as they are.
        const auto keep = [&] {
            if (engagement.clock != world_.engagement[row].clock)
                world_.engagement.change(row).clock = engagement.clock;
        };
        if (!rules_.ready(row)) {
            engagement.clock.end();
            keep();
            continue;
        }
        any_ready = true;
        const WaitReason wait_reason = rules_.judge(row);
        const bool unusable =
            wait_reason == WaitReason::range || wait_reason == WaitReason::too_heavy || wait_reason == WaitReason::way;
        const bool was_unusable = engagement.clock.unusable_since() != never;
        if (was_unusable && !unusable) engagement.clock.end();
        if (wait_reason == WaitReason::attack) {
            engagement.clock.start_patience(world_.clock.now);
        } else if (unusable && !was_unusable) {
            engagement.clock.set_unusable_since(world_.clock.now);
            world_.wake.change(row) |= wake_engagement; // its timer has to be set
        } else if (!unusable && wait_reason != WaitReason::none) {
            engagement.clock.end();
        }
        keep();
        due = std::min(due, reason_changes_at(row, wait_reason));
        if (nothing_free || in_gap || wait_reason == WaitReason::way || wait_reason == WaitReason::range) continue;
        due = std::min(due, turns_again_at(row, place, wait_reason, ++ending));
    }
    return in_gap && any_ready ? std::min(due, circle_->gap_until) : due;
}

/// When the wait reason of a ready holder may change although nothing marks its circle (us). `long_ago`: in any frame,
/// for example because it depends on movement, on the tokens of other agents or on clocks of the world.
int64_t TokenPass::reason_changes_at(Row row, WaitReason reason) const {
    const Archetype& archetype = archetype_of(row);
    if (!rules_.always_reaches(row, archetype) || rules_.limited() || archetype.shares_world) return long_ago;
    switch (reason) {
    case WaitReason::too_heavy: return never;
    case WaitReason::cooldown: return rules_.next_cooldown(row, rules_.most().attack_capacity);
    case WaitReason::attack: return rules_.next_cooldown(row, std::max(circle_->attack_free, 0));
    case WaitReason::way:
        // Between two looks only movement matters, for which classify_distances marks the circle.
        return std::min({rules_.next_cooldown(row, std::max(circle_->attack_free, 0)),
                         circle_->next_look(world_.clock.now), stands_until(row)});
    default: return long_ago;
    }
}

/// Until when the agent neither moves nor turns unless its target moves or it is evaluated (us); `long_ago`: unknown.
int64_t TokenPass::stands_until(Row row) const {
    const Sleep sleep = world_.sleep[row];
    if (sleep > Sleep::rests) return never;
    if (sleep < Sleep::rests || world_.update_interval[row].frames != 1) return long_ago;
    const Serial serial = world_.serial[row];
    return world_.clock.period_begins(serial, rest_look_every) ? long_ago
                                                               : world_.clock.next_period(serial, rest_look_every);
}

/// When a pass with free capacity would turn the queue in another way than this pass, or give a token (us), as far as
/// this holder counts: the ready holder at this place, which ends a pass (cases 2 to 4 at the top of the header).
/// `ending`: how many such holders there are up to here. If there is one, each pass ends at it, and leaves the
/// queue as the pass before did: the holder is at the back or, if it is patient, at the head.
int64_t TokenPass::turns_again_at(Row row, uint32_t place, WaitReason reason, uint32_t ending) const {
    const bool stays = reason == WaitReason::attack && patient(row);
    if (ending > 1 || place != (stays ? 0 : circle_->token_queue.size - 1)) return long_ago;
    if (reason != WaitReason::attack || stays || shape_->token_patience == 0) return never;
    return world_.engagement[row].clock.patience_since() + shape_->token_patience;
}

} // namespace fray
