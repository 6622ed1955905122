#include "locomotion/sleepers.h"

#include "bodies/bodies.h"

#include <algorithm>

namespace fray {

Sleepers::Sleepers(const SleeperView& world, bool intervals_vary)
    : world_(world), row_of_(world.ids.row.data()), frame_(static_cast<uint32_t>(world.clock.frame)),
      intervals_vary_(intervals_vary), checks_(world.clock.period(room_every)) {
    may_wait_ = !world.body &&
                std::all_of(world.kinds.archetypes.begin(), world.kinds.archetypes.end(),
                            [](const Archetype& archetype) { return archetype.motion == MotionType::simulated; });
}

uint32_t Sleepers::find(uint32_t first, uint32_t last) {
    first_ = first;
    count_ = last - first;
    find_sleepers();
    const UpdateInterval* const interval = world_.update_interval.data() + first_;
    uint8_t longer = 0; // bits of the frames of longer intervals
    for (uint32_t i = 0; i < count_; ++i) longer |= interval[i].frames & 0xfe;
    if (longer != 0) find_waiting();
    uint32_t found = 0;
    for (uint32_t i = 0; i < count_; ++i) found += sleepers_[i];
    if (found < count_ / 4) { // then looking at all of their targets would cost more than it saves
        for (uint32_t i = 0; i < count_; ++i) others_[i] |= sleepers_[i];
        found = 0;
    } else
        found -= wake_watchers();
    row_count_ = 0;
    for_each_marked(others_.data(), 0, count_, 0xff, [&](Row at) { rows_[row_count_++] = at + first_; });
    return found;
}

// The loop has no branches, so that the compiler can do many rows at once.
void Sleepers::find_sleepers() {
    const Sleep* const sleep = world_.sleep.data() + first_;
    const Life* const life = world_.life.data() + first_;
    const uint8_t* const wake = world_.wake.data() + first_;
    const uint8_t* const moved = world_.moved.data() + first_;
    const Serial* const serial = world_.serial.data() + first_;
    // Agents that check their place, or of which the update interval may change, are left out.
    const Period checks = checks_;
    const uint32_t frame = frame_, changes = intervals_vary_ ? max_update_interval - 1u : ~0u;
    for (uint32_t i = 0; i < count_; ++i) {
        const uint32_t phase = frame + static_cast<uint32_t>(serial[i]);
        others_[i] = static_cast<uint8_t>(((phase & changes) == 0) | checks.begins(serial[i], room_every));
    }
    for (uint32_t i = 0; i < count_; ++i)
        others_[i] = static_cast<uint8_t>(others_[i] | (sleep[i] < Sleep::asleep) | (life[i] != Life::living) |
                                          (wake[i] != 0) | (moved[i] != 0));
    for (uint32_t i = 0; i < count_; ++i) sleepers_[i] = others_[i] ^ 1;
}

void Sleepers::find_waiting() {
    const Life* const life = world_.life.data() + first_;
    const uint8_t* const moved = world_.moved.data() + first_;
    const Serial* const serial = world_.serial.data() + first_;
    const UpdateInterval* const interval = world_.update_interval.data() + first_;
    const AttackPhase* const attack_phase = world_.attack_phase.data() + first_;
    for (uint32_t i = 0; i < count_; ++i) {
        const uint32_t phase = frame_ + static_cast<uint32_t>(serial[i]), most = interval[i].frames - 1u;
        if (most == 0) continue;
        sleepers_[i] = 0;
        others_[i] = !((phase & most) != 0 && may_wait_ && moved[i] == 0 && life[i] == Life::living &&
                       !steps_in(attack_phase[i]));
    }
}

uint32_t Sleepers::wake_watchers() {
    const Sleep* const sleep = world_.sleep.data() + first_;
    const AgentId* const target = world_.target.data() + first_;
    // Their targets' rows are far apart in memory, so all are looked up before the first is needed.
    std::array<uint32_t, most_rows> watchers;
    std::array<Row, most_rows> target_rows;
    uint32_t count = 0, woken = 0;
    for (uint32_t i = 0; i < count_; ++i) {
        watchers[count] = i;
        count += sleepers_[i] != 0 && sleep[i] == Sleep::while_target_holds;
    }
    for (uint32_t i = 0; i < count; ++i) {
        target_rows[i] = row_of_[target[watchers[i]].index];
        world_.slot.prefetch(target_rows[i]);
    }
    const int16_t* const slot = world_.slot.data();
    for (uint32_t i = 0; i < count; ++i) {
        const bool lost = slot[target_rows[i].number()] < 0;
        others_[watchers[i]] |= lost;
        woken += lost;
    }
    return woken;
}

} // namespace fray
