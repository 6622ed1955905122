// What resolve_hits decides of an agent.
#pragma once

#include "fray/id.h"
#include "storage/no_value.h"

#include <cstdint>

namespace fray {

/// `dead`: killed, but still in storage. `gone`: despawned; publish removes it.
enum class Life : uint8_t { none, living, dead, gone };

/// The agent that last hurt this agent, and when (rule die_by).
struct Credit {
    int64_t last_attacked = long_ago; ///< us
    Serial last_attacker = no_serial;
    uint32_t unused = 0;
};
static_assert(sizeof(Credit) == 16);

} // namespace fray
