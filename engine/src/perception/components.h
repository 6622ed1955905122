// What an agent knows of its enemies.
#pragma once

#include "fray/defs.h"

#include <array>
#include <cstdint>

namespace fray {

/// The attackers that have hurt an agent with targeting `threat`, and how much (perception/threats.h).
struct ThreatTable {
    struct Entry {
        Serial attacker = no_serial; ///< no_serial: the entry is free
        float points = 0.0f;         ///< > 0, as they were at `since`
        int64_t since = 0;           ///< us: when they last changed
    };
    std::array<Entry, 8> rows;
};
static_assert(sizeof(ThreatTable) == 128);

} // namespace fray
