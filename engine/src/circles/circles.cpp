#include "circles/circle_views.h"

#include "bodies/bodies.h"

#include <algorithm>
#include <utility>

namespace fray {

int64_t wanted_pressure(const Director& director, const DirectorState& state, int64_t now) {
    const bool repeats = director.peak != never;
    const int64_t since = now - state.begun_at, rise = director.build_up;
    const int64_t at = repeats ? since % (rise + director.peak + director.relief) : since;
    if (at < rise) return director.pressure * at / rise;
    return !repeats || at - rise < director.peak ? director.pressure : 0;
}

bool Circle::over(int64_t due_by, const std::vector<Archetype>& archetypes) const {
    if (!empty() || due_by < gap_until) return false;
    return std::none_of(cooldowns.begin(), cooldowns.end(), [&](const CooldownRecord& record) {
        return due_by < record.ready_at || record.spent(archetypes);
    });
}

void Circle::change_capacity(CircleCapacity capacity) {
    grid_free += capacity.grid_capacity - std::exchange(grid_capacity, capacity.grid_capacity);
    attack_free += capacity.attack_capacity - std::exchange(attack_capacity, capacity.attack_capacity);
}

bool Circle::any_open_slot() const {
    return std::any_of(slots.begin(), slots.end(), [](const Slot& slot) { return slot.open(); });
}

void Circle::close(const SlotSet& set) {
    closed_slots = 0;
    for (uint32_t slot = 0; slot < slots.size; ++slot) {
        slots[slot].closed = set.has(slot) || slots[slot].blocked != 0;
        closed_slots = static_cast<uint16_t>(closed_slots + slots[slot].closed);
    }
}

void Circle::unblock(const SlotSet& by_host) {
    for (Slot& slot : slots) slot.blocked = 0;
    surveyed = false;
    close(by_host);
}

bool Circle::block(const SlotSet& set, const SlotSet& by_host) {
    bool changed = false;
    for (uint32_t slot = 0; slot < slots.size; ++slot) {
        slots[slot].blocked = set.has(slot);
        changed = changed || (set.has(slot) || by_host.has(slot)) != (slots[slot].closed != 0);
    }
    if (changed) close(by_host);
    return changed;
}

void Circle::make_slots(BlockPool& pool, uint32_t count) {
    slots.give_back(pool);
    slots.reserve(pool, count);
    std::fill_n(slots.data, count, Slot{});
    slots.size = count;
    closed_slots = 0;
    surveyed = false;
    token_queue.reserve(pool, count); // there are at most as many holders as slots, so the queue never grows
}

void Circles::reserve(size_t circles) {
    list_.reserve(circles);
    const auto make_room = [&](auto& of_each) { of_each.reserve(list_.capacity()); };
    make_room(free); // so that `destroy` never allocates
    hashes.for_each_list(make_room);
    marks.for_each_list(make_room);
}

uint32_t Circles::create(uint32_t target, Serial serial, ArchetypeIndex archetype, const CircleShape& shape,
                         CircleCapacity capacity) {
    uint32_t index;
    if (free.empty()) {
        index = static_cast<uint32_t>(list_.size());
        // Growth by a quarter keeps the memory of a very large battle near what it needs.
        if (list_.size() == list_.capacity()) reserve(list_.size() + list_.size() / 4 + 64);
        const auto grow = [](auto& of_each) { of_each.emplace_back(); };
        hashes.for_each_list(grow);
        marks.for_each_list(grow);
        list_.emplace_back();
    } else {
        index = free.back();
        free.pop_back();
    }
    Circle& circle = change(index);
    circle = {};
    marks.due[index] = marks.tokens_due[index] = never;
    marks.target[index] = serial;
    circle.target = target;
    circle.target_serial = serial;
    circle.archetype = archetype;
    circle.in_use = true;
    circle.grid_capacity = circle.grid_free = capacity.grid_capacity;
    circle.attack_capacity = circle.attack_free = capacity.attack_capacity;
    circle.make_slots(pool, shape.slots_for(capacity));
    return index;
}

uint32_t make_circle(const CircleMaking& world, Row target_row) {
    const ArchetypeIndex archetype = world.archetype[target_row];
    const uint32_t target = world.id[target_row].index;
    const uint32_t number =
        world.circles.create(target, world.serial[target_row], archetype, world.kinds.archetypes[archetype].circle,
                             world.as_target[target_row].capacity);
    // The host may have closed slots of this target before it had a circle.
    if (const TargetInfo* const info = world.target_infos.find(target)) {
        world.circles.change(number).close(info->closed);
    }
    return number;
}

void Circles::destroy(uint32_t index) {
    Circle& circle = change(index);
    circle.slots.give_back(pool);
    circle.lanes.give_back(pool);
    circle.token_queue.give_back(pool);
    circle.strikers.give_back(pool);
    circle.cooldowns.give_back(pool);
    circle.directed.give_back(pool);
    circle = {};
    marks.due[index] = marks.tokens_due[index] = never;
    marks.target[index] = no_serial;
    free.push_back(index);
}

void Circles::clear() {
    list_.clear();
    free.clear();
    marks = {};
    hashes = {};
    pool.clear();
}

void refresh(const Views<KindChanges, Circles>& world) {
    const bool changed = refresh_kinds(world);
    if (world.kinds.pushes) enable_bodies(world);
    if (!changed) return;
    // An archetype may now share a cooldown with the whole world. The due times of circles were computed without this
    // cooldown and may be wrong, so all circles are planned in the next frame.
    for (uint32_t i = 0; i < world.circles.all().size(); ++i)
        if (world.circles[i].in_use) world.circles.marks.due[i] = long_ago;
}

} // namespace fray
