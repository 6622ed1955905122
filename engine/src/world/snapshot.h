// The parts that snapshots (World::save) and rollback images (rollback.cpp) share.
#pragma once

#include "world/world_impl.h"

#include <cstddef>
#include <span>
#include <vector>

namespace fray {

/// Write and read the definitions: archetypes, monsters and attack classes. The write functions overwrite `out`. The
/// read functions return false if the bytes are not valid.
void write_kinds(std::vector<std::byte>& out, const WorldState& state);
bool read_kinds(std::span<const std::byte> bytes, WorldState& state);

/// The version of snapshots that this library writes: of the layout of a world's state.
uint32_t snapshot_version();

/// Write and read everything except the definitions and the large lists (columns, ids, squads, circles): clocks,
/// waiting commands, and lists with few entries.
void write_rest(std::vector<std::byte>& out, WorldImpl& w);
bool read_rest(std::span<const std::byte> bytes, WorldImpl& w);

} // namespace fray
