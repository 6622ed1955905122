// Passages: which link an agent takes that is on its way to another floor, and which agents a link lets through
// (rules entrance_of and pass_links).
#pragma once

#include "bodies/bodies.h"
#include "commands/frame_input.h"
#include "locomotion/motion.h"
#include "storage/views.h"

#include <cstdint>
#include <vector>

namespace fray {

/// An agent that goes through a passage.
struct Passing {
    Row row;
    uint16_t passage; ///< links.h
};

/// For code that asks where passages lead.
struct PassageView : Views<const Links, const Terrain> {
    using Views::Views;
};
/// For code that chooses passages and opens them.
struct PassageChanges
    : Views<BodyView,
            Read<column::serial, column::floor, column::life, column::position, column::state, column::target>,
            Write<column::orders>, const IdTable, const Terrain, Links> {
    using Views::Views;
};

/// Makes every bound agent choose its passage anew: a link, or the ground, has changed.
void reconsider_passages(const Views<Links>& world);
/// Agents that have to choose choose their passages. Also forgets the trips of agents that are not living.
void choose_passages(const PassageChanges& world);
/// Finds the agents that pass in this frame, and sets the next departures. They are in the order in which they pass.
std::vector<Passing> open_passages(const PassageChanges& world);
/// Where an agent at `position` comes to, if it goes through the passage; on the ground, if there is a place.
Vec2 behind(const PassageView& world, uint16_t passage, Vec2 position);

} // namespace fray
