// The parts of a snapshot that an image of a rollback has in common with it.
#pragma once

#include "world/world_impl.h"

#include <cstddef>
#include <span>
#include <vector>

namespace fray {

/// What archetypes and monsters are. Both append to nothing: `out` is replaced.
void write_kinds(std::vector<std::byte>& out, const WorldState& core);
bool read_kinds(std::span<const std::byte> bytes, WorldState& core);

/// What is neither kinds nor in the great lists: clocks, waiting commands, and what there are only a few of.
void write_rest(std::vector<std::byte>& out, World::Impl& w);
bool read_rest(std::span<const std::byte> bytes, World::Impl& w);

} // namespace fray
