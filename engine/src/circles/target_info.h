// Settings of the host for single targets: closed slots and the view cone. They belong to the target and stay when its
// circle ends. Few targets have such settings, so they are in a sorted list and not in columns.
//
// Written by apply_commands; the closed slots of a target with a circle later in the frame, by plan_engagements. A new
// circle takes them over when it is made.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"
#include "storage/fields.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fray {

/// A set of slots: bit i stands for slot i.
struct SlotSet {
    std::array<uint64_t, max_slots / 64> words{};
    bool has(uint32_t slot) const { return (words[slot / 64] >> slot % 64 & 1) != 0; }
    void add(uint32_t slot) { words[slot / 64] |= uint64_t{1} << slot % 64; }
    /// Removes all slots from number `count` on.
    void keep_first(uint32_t count) {
        for (uint32_t slot = count; slot < max_slots; ++slot) words[slot / 64] &= ~(uint64_t{1} << slot % 64);
    }
    friend bool operator==(const SlotSet&, const SlotSet&) = default;
};

struct TargetInfo {
    uint32_t target = 0;    ///< index of the target's id
    float view_half = 4.0f; ///< rad: half angle of the view cone; more than pi: the target sees all round
    /// middle of the view cone; `max_offscreen_tokens` counts attackers outside the cone
    Vec2 view_direction{1.0f, 0.0f};
    SlotSet closed; ///< slots that the host has closed; blocked slots are not in the set
};

struct TargetInfos {
    Vector<TargetInfo> list; ///< ascending by `TargetInfo::target`

    /// The settings of a target; null: the host has set nothing for it. Here and below, `target` is the index of its
    /// id.
    const TargetInfo* find(uint32_t target) const {
        const auto at = place(target);
        return at != list.end() && at->target == target ? &*at : nullptr;
    }
    /// The slots around a target that the host has closed.
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
    /// The position of the target's entry in `list`, or where it would be inserted.
    Vector<TargetInfo>::const_iterator place(uint32_t target) const {
        return std::lower_bound(list.begin(), list.end(), target,
                                [](const TargetInfo& info, uint32_t value) { return info.target < value; });
    }
};

FRAY_PART(TargetInfos, target_infos, Field::target_info);

} // namespace fray
