// The positions of slots on a ring, computed once.
#pragma once

#include "fray/defs.h"
#include "storage/rules_math.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fray {

/// `slot_offset`, read from a table: 1 <= `slots` <= max_slots, `slot` < `slots`. The table (263 KB) is made by the
/// first call.
inline Vec2 offset_on_ring(float radius, uint32_t slot, uint32_t slots) {
    static const std::vector<Vec2> directions = [] {
        std::vector<Vec2> all;
        all.reserve(size_t{max_slots} * (max_slots + 1) / 2);
        for (int count = 1; count <= max_slots; ++count)
            for (int number = 0; number < count; ++number) all.push_back(slot_offset(1.0f, number, count));
        return all;
    }();
    return directions[size_t{slots} * (slots - 1) / 2 + slot] * radius;
}

} // namespace fray
