// Where requesters wait with `RoamMode::flank`: in files before the slots.
//
// Rule: The first rank stands on the roam ring. Files are straight and point to the target, so that there are ways in
// and out between them: two agents of a file are 3 radii apart, two files on the roam ring at least 4. As many files as
// have room between two slots are spread evenly there. When an agent leaves its file, the agents behind it move up
// (wait_slots.cpp), and an agent that comes back from an attack stands at the end.
#pragma once

#include "definitions/archetype.h"
#include "definitions/slot_ring.h"

#include <algorithm>

namespace fray {

/// The files before each slot, for agents of one radius. Of the places before a slot, numbered from 0, `abreast` form
/// a rank.
struct WaitFiles {
    float roam_radius, approach_radius; ///< m
    uint32_t slots;                     ///< of the circle
    float pitch;                        ///< m, between two agents of a file
    float beside;                       ///< m, between two files on the roam ring
    float sector;                       ///< radians, between two slots
    uint32_t abreast;                   ///< files before a slot
    /// Where slots are nearer to each other than `beside`, the files of this many neighbours begin one behind another.
    uint32_t staggered;

    /// `count`: of the slots. `body`: m, the radius of an agent.
    WaitFiles(const CircleShape& shape, uint32_t count, float body)
        : roam_radius(shape.roam_radius), approach_radius(shape.approach_radius), slots(count), pitch(3.0f * body),
          beside(4.0f * body), sector(2.0f * pi / static_cast<float>(count)) {
        const float room = roam_radius * sector / beside; // agents of a rank between two slots
        abreast = std::max(1u, static_cast<uint32_t>(std::min(room, 64.0f)));
        staggered = room < 1.0f ? static_cast<uint32_t>(std::min(1.0f / room, 256.0f)) + 1 : 1;
    }

    /// The place of an agent relative to its target, in m.
    Vec2 offset(uint32_t slot, uint32_t place) const {
        const uint32_t rank = place / abreast * staggered + slot % staggered, file = place % abreast;
        const Vec2 ahead = offset_on_ring(approach_radius, slot, slots) * (1.0f / approach_radius);
        const Vec2 turn =
            unit_vector(sector * ((static_cast<float>(file) + 0.5f) / static_cast<float>(abreast) - 0.5f));
        const Vec2 outward = ahead * turn.x + Vec2{-ahead.y, ahead.x} * turn.y;
        return outward * (roam_radius + pitch * static_cast<float>(rank));
    }
};

} // namespace fray
