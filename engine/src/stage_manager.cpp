#include "stage_manager.h"

#include "rules_math.h"

#include <algorithm>

namespace fray {

void StageManager::open(Circle& circle) {
    circle_ = &circle;
    shape_ = &core_.archetypes[circle.archetype].circle;
    target_row_ = row_of(circle.target);
}

void StageManager::visit(Circle& circle) {
    open(circle);
    circle.again = false;
    evict(); // also those whose attack has ended since the capacity was lowered
    reslot();
    admit();
    permit_pass();
    update_clocks();
}

// ---- Capacity ---------------------------------------------------------------------------------------------------

/// Holders without permit go, last admitted first, until the rest fits; to the queue's front, in order of admission.
void StageManager::evict() {
    const auto later = [&](uint32_t a, uint32_t b) {
        const int64_t admitted_a = agents_.admitted.any()[row_of(a)];
        const int64_t admitted_b = agents_.admitted.any()[row_of(b)];
        if (admitted_a != admitted_b) return admitted_a > admitted_b;
        return agents_.serial.any()[row_of(a)] > agents_.serial.any()[row_of(b)];
    };
    uint32_t evicted = 0;
    while (circle_->grid_free < 0) {
        uint32_t last = no_index;
        for (const uint32_t index : circle_->ring)
            if (agents_.attack.any()[row_of(index)] < 0 && (last == no_index || later(index, last))) last = index;
        if (last == no_index) break;
        const uint32_t row = row_of(last);
        const int16_t slot = agents_.slot.any()[row];
        add(CommitPhase::capacity, {.kind = Operation::Kind::evict, .slot = slot, .row = row, .target = target_row_});
        circle_->slots[static_cast<uint32_t>(slot)] = no_index;
        circle_->grid_free += archetype_of(row).grid_weight;
        circle_->ring.erase(circle_->ring.find(last));
        agents_.arrived.write_any()[row] = 0;               // should it be admitted again at once, it is not ready
        circle_->queue.insert(core_.circles.pool, 0, last); // the last admitted comes to stand behind the others
        ++evicted;
    }
    for (uint32_t i = 0; i < evicted; ++i)
        add(CommitPhase::capacity,
            {.kind = Operation::Kind::requeue, .row = row_of(circle_->queue[i]), .target = target_row_});
}

// ---- Slots ------------------------------------------------------------------------------------------------------

/// -1: none is open.
int StageManager::nearest_open_slot(uint32_t row) const {
    const Vec2 centre = agents_.position.any()[target_row_];
    const Vec2 here = agents_.position.any()[row];
    int best = -1;
    int32_t least = 0;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        if (circle_->slots[slot] != no_index) continue;
        const int32_t distance = millimetres(distance_squared(here, centre + shape_->slot_offsets[slot]));
        if (best >= 0 && distance >= least) continue;
        best = static_cast<int>(slot);
        least = distance;
    }
    return best;
}

/// Those who kept their slot after an attack take the nearest, their own included; by serial.
void StageManager::reslot() {
    uint32_t movers[max_slots];
    uint32_t count = 0;
    for (const uint32_t index : circle_->ring)
        if (agents_.give_up.any()[row_of(index)] == Cause::moved) movers[count++] = row_of(index);
    std::sort(movers, movers + count,
              [&](uint32_t a, uint32_t b) { return agents_.serial.any()[a] < agents_.serial.any()[b]; });
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t row = movers[i];
        circle_->slots[static_cast<uint32_t>(agents_.slot.any()[row])] = no_index;
        const int slot = nearest_open_slot(row);
        circle_->slots[static_cast<uint32_t>(slot)] = agents_.id.any()[row].index;
        add(CommitPhase::reslot,
            {.kind = Operation::Kind::move, .slot = static_cast<int16_t>(slot), .row = row, .target = target_row_});
    }
}

/// One pass over the queue: first come, first served, as far as weight and slots go.
void StageManager::admit() {
    PoolArray<uint32_t>& queue = circle_->queue;
    uint32_t open_slots = circle_->slots.size - circle_->ring.size;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < queue.size; ++i) {
        const uint32_t index = queue[i];
        const int32_t weight = open_slots == 0 ? 0 : archetype_of(row_of(index)).grid_weight;
        if (open_slots == 0 || weight > circle_->grid_free) {
            queue[kept++] = index;
            continue;
        }
        const uint32_t row = row_of(index);
        const int slot = nearest_open_slot(row);
        circle_->slots[static_cast<uint32_t>(slot)] = index;
        circle_->grid_free -= weight;
        circle_->ring.push_back(core_.circles.pool, index);
        --open_slots;
        add(CommitPhase::admission,
            {.kind = Operation::Kind::admit, .slot = static_cast<int16_t>(slot), .row = row, .target = target_row_});
    }
    queue.size = kept;
}

// ---- Permits ----------------------------------------------------------------------------------------------------

bool StageManager::ready(uint32_t row) const {
    return agents_.arrived.any()[row] != 0 && agents_.state.any()[row] == State::combat &&
           agents_.attack.any()[row] < 0 && agents_.role.any()[row] == Role::holder &&
           agents_.recovered.any()[row] <= core_.now;
}

/// Can range and angle be met from here, or from the attack ring?
bool StageManager::reaches(uint32_t row, const Archetype& archetype, const Attack& attack) const {
    const int32_t start = archetype.attack_start_mm;
    if (attack.straight_ahead && attack.in_range(shape_->attack_radius_mm, start)) return true;
    const Vec2 here = agents_.position.any()[row];
    const Vec2 there = agents_.position.any()[target_row_];
    if (!attack.in_range(millimetres(distance_squared(here, there)), start)) return false;
    return attack.any_angle || attack.in_angle(bearing(here, agents_.heading.any()[row], there));
}

/// Do all its attacks reach from the attack ring, wherever it stands?
bool StageManager::always_reaches(const Archetype& archetype) const {
    return std::all_of(archetype.attacks.begin(), archetype.attacks.end(), [&](const Attack& attack) {
        return attack.straight_ahead && attack.in_range(shape_->attack_radius_mm, archetype.attack_start_mm);
    });
}

/// Which attack a ready holder gets, or what it is refused for.
StageManager::Verdict StageManager::judge(uint32_t row) {
    const Archetype& archetype = archetype_of(row);
    const ArchetypeIndex archetype_index = agents_.archetype.any()[row];
    bool weight = false, cooldown = false, too_heavy = false;
    fitting_count_ = 0;
    for (int i = 0; i < static_cast<int>(archetype.attacks.size()); ++i) {
        const Attack& attack = archetype.attacks[static_cast<size_t>(i)];
        if (!reaches(row, archetype, attack)) continue;
        const CooldownRecord* record = attack.cooldown != 0 ? circle_->find_cooldown(archetype_index, i) : nullptr;
        const bool cool = record == nullptr || core_.now >= record->ready_at;
        if (cool && attack.weight <= circle_->attack_free)
            fitting_[fitting_count_++] = i;
        else if (attack.weight > circle_->attack_capacity)
            too_heavy = true;
        else
            (cool ? weight : cooldown) = true;
    }
    if (fitting_count_ != 0) return {Refusal::none, choose(row, archetype)};
    if (weight) return {Refusal::weight, -1};
    if (cooldown) return {Refusal::cooldown, -1};
    return {too_heavy ? Refusal::too_heavy : Refusal::range, -1};
}

/// One of the fitting attacks.
int StageManager::choose(uint32_t row, const Archetype& archetype) const {
    const auto bits = [&] {
        return random_bits(core_.settings.seed, agents_.serial.any()[row], core_.frame, RandomPurpose::attack_choice,
                           0);
    };
    const auto table = [&](int i) -> const Attack& { return archetype.attacks[static_cast<size_t>(fitting_[i])]; };
    switch (archetype.choice) {
    case Choice::first: break;
    case Choice::random: return fitting_[random_below(bits(), static_cast<uint32_t>(fitting_count_))];
    case Choice::score: {
        uint32_t sum = 0;
        for (int i = 0; i < fitting_count_; ++i) sum += static_cast<uint32_t>(table(i).score);
        if (sum == 0) break;
        uint32_t drawn = random_below(bits(), sum);
        for (int i = 0; i < fitting_count_; ++i) {
            const uint32_t score = static_cast<uint32_t>(table(i).score);
            if (drawn < score) return fitting_[i];
            drawn -= score;
        }
        break;
    }
    case Choice::strongest: {
        int best = 0;
        for (int i = 1; i < fitting_count_; ++i)
            if (table(i).weight > table(best).weight) best = i;
        return fitting_[best];
    }
    }
    return fitting_[0];
}

void StageManager::spend_cooldown(uint32_t row, int attack, const Attack& table) {
    if (table.cooldown == 0) return;
    const ArchetypeIndex archetype = agents_.archetype.any()[row];
    CooldownRecord* record = circle_->find_cooldown(archetype, attack);
    if (record == nullptr) {
        circle_->cooldowns.push_back(core_.circles.pool, {archetype, static_cast<uint16_t>(attack), table.uses, 0});
        record = &circle_->cooldowns[circle_->cooldowns.size - 1];
    }
    if (--record->uses_left > 0) return;
    record->uses_left = table.uses;
    record->ready_at = core_.now + table.cooldown;
}

void StageManager::grant(uint32_t row, int attack) {
    const Attack& table = archetype_of(row).attacks[static_cast<size_t>(attack)];
    circle_->attack_free -= table.weight;
    spend_cooldown(row, attack, table);
    agents_.clock.write_any()[row] = never;
    permitted_[permitted_count_++] = row;
    add(CommitPhase::permits, {.kind = Operation::Kind::permit,
                               .slot = agents_.slot.any()[row],
                               .attack = static_cast<int16_t>(attack),
                               .row = row,
                               .target = target_row_,
                               .a = table.weight});
}

/// Holders take turns; the first that is refused goes to the back and ends the pass (seed 000), unless it has been
/// refused for weight for so long that the others have to wait for it.
void StageManager::permit_pass() {
    PoolArray<uint32_t>& ring = circle_->ring;
    permitted_count_ = 0;
    if (circle_->attack_free <= 0) return wait_at_head();
    for (uint32_t looked = 0; looked < ring.size && circle_->attack_free > 0; ++looked) {
        const uint32_t row = row_of(ring[0]);
        if (!ready(row)) {
            ring.rotate_to_back(0);
            continue;
        }
        const Verdict verdict = judge(row);
        if (verdict.refusal == Refusal::weight) {
            int64_t& clock = agents_.clock.write_any()[row];
            if (clock == never) clock = core_.now;
            if (shape_->permit_patience == 0 || core_.now - clock < shape_->permit_patience) ring.rotate_to_back(0);
            return;
        }
        ring.rotate_to_back(0);
        if (verdict.refusal == Refusal::none)
            grant(row, verdict.attack);
        else if (verdict.refusal != Refusal::range)
            return;
    }
}

/// With nothing free the first that is ready is refused for weight, and keeps its place.
void StageManager::wait_at_head() {
    PoolArray<uint32_t>& ring = circle_->ring;
    for (uint32_t looked = 0; looked < ring.size; ++looked) {
        const uint32_t row = row_of(ring[0]);
        if (ready(row)) {
            int64_t& clock = agents_.clock.write_any()[row];
            if (clock == never && judge(row).refusal == Refusal::weight) clock = core_.now;
            return;
        }
        ring.rotate_to_back(0);
    }
}

/// Ends the clocks of those who are refused for another reason by now, and sees whether the circle has to be visited
/// again although nothing changes: while somebody is ready, and a pass in the next frame could turn out differently.
void StageManager::update_clocks() {
    const bool nothing_free = circle_->attack_free <= 0;
    bool first_ready = true;
    for (const uint32_t index : circle_->ring) {
        const uint32_t row = row_of(index);
        int64_t& clock = agents_.clock.write_any()[row];
        const bool waits =
            ready(row) && std::find(permitted_, permitted_ + permitted_count_, row) == permitted_ + permitted_count_;
        if (!waits) {
            clock = never;
            continue;
        }
        if (clock != never) {
            const Refusal refusal = judge(row).refusal;
            if (refusal != Refusal::weight && refusal != Refusal::none) clock = never;
            // Whether it reaches may change with every step that it or the target takes.
            if (!always_reaches(archetype_of(row))) circle_->again = true;
        }
        // With nothing free a pass only finds the first that is ready and starts its clock: done, if it runs, or if it
        // never will because all it could do is too heavy for the whole circle.
        if (!nothing_free)
            circle_->again = true;
        else if (first_ready && clock == never)
            circle_->again =
                circle_->again || judge(row).refusal != Refusal::too_heavy || !always_reaches(archetype_of(row));
        first_ready = false;
    }
    if (nothing_free && permitted_count_ != 0) circle_->again = true;
}

} // namespace fray
