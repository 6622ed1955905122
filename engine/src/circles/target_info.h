// What the host said of single targets, and what outlasts their circles: closed slots, the view. Few have any.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fray {

/// A bit for each slot.
struct SlotSet {
    std::array<uint64_t, max_slots / 64> words{};
    bool has(uint32_t slot) const { return (words[slot / 64] >> slot % 64 & 1) != 0; }
    void add(uint32_t slot) { words[slot / 64] |= uint64_t{1} << slot % 64; }
    void keep_first(uint32_t count) {
        for (uint32_t slot = count; slot < max_slots; ++slot) words[slot / 64] &= ~(uint64_t{1} << slot % 64);
    }
    friend bool operator==(const SlotSet&, const SlotSet&) = default;
};

struct TargetInfo {
    uint32_t target = 0;    ///< index of its id
    float view_half = 4.0f; ///< rad to either side; more than pi: all round
    Vec2 view_direction{1.0f, 0.0f};
    SlotSet closed;
};

/// By the index of the target's id, ascending.
struct TargetInfos {
    List<TargetInfo> list;

    const TargetInfo* find(uint32_t target) const {
        const auto at = place(target);
        return at != list.end() && at->target == target ? &*at : nullptr;
    }
    /// What the host has closed round a target.
    SlotSet closed(uint32_t target) const {
        const TargetInfo* const info = find(target);
        return info == nullptr ? SlotSet{} : info->closed;
    }
    TargetInfo& find_or_add(uint32_t target) {
        auto at = list.begin() + (place(target) - list.begin());
        if (at == list.end() || at->target != target) at = list.insert(at, TargetInfo{.target = target});
        return *at;
    }
    void erase(uint32_t target) {
        const auto at = place(target);
        if (at != list.end() && at->target == target) list.erase(at);
    }

private:
    List<TargetInfo>::const_iterator place(uint32_t target) const {
        return std::lower_bound(list.begin(), list.end(), target,
                                [](const TargetInfo& info, uint32_t value) { return info.target < value; });
    }
};

} // namespace fray
