#include "circles.h"

#include <algorithm>

namespace fray {

bool Circle::exists(int64_t now, const std::vector<Archetype>& archetypes) const {
    if (queue.size != 0 || ring.size != 0) return true;
    return std::any_of(cooldowns.begin(), cooldowns.end(), [&](const CooldownRecord& record) {
        return now < record.ready_at || record.uses_left < archetypes[record.archetype].attacks[record.attack].uses;
    });
}

CooldownRecord* Circle::find_cooldown(ArchetypeIndex archetype_index, int attack) {
    for (CooldownRecord& record : cooldowns)
        if (record.archetype == archetype_index && record.attack == attack) return &record;
    return nullptr;
}

uint32_t Circles::create(uint32_t target, Serial serial, ArchetypeIndex archetype, const CircleShape& shape,
                         int32_t grid_capacity, int32_t attack_capacity) {
    uint32_t index;
    if (free.empty()) {
        index = static_cast<uint32_t>(list.size());
        list.emplace_back();
        free.reserve(list.capacity()); // so that nothing is allocated when circles end
        again.reserve(list.capacity());
    } else {
        index = free.back();
        free.pop_back();
    }
    Circle& circle = list[index];
    circle = {};
    circle.target = target;
    circle.target_serial = serial;
    circle.archetype = archetype;
    circle.in_use = true;
    circle.grid_capacity = circle.grid_free = grid_capacity;
    circle.attack_capacity = circle.attack_free = attack_capacity;
    const uint32_t slots = static_cast<uint32_t>(shape.slots);
    circle.slots.reserve(pool, slots);
    std::fill_n(circle.slots.data, slots, ~0u);
    circle.slots.size = slots;
    circle.ring.reserve(pool, slots); // as many holders as slots at most: it never grows
    return index;
}

void Circles::destroy(uint32_t index) {
    Circle& circle = list[index];
    circle.slots.give_back(pool);
    circle.queue.give_back(pool);
    circle.ring.give_back(pool);
    circle.cooldowns.give_back(pool);
    circle = {};
    free.push_back(index);
}

void Circles::clear() {
    list.clear();
    free.clear();
    again.clear();
    pool.clear();
}

} // namespace fray
