// The frame graph of a world: which systems a frame runs, which of them may run at the same time, and what they declare
// to read and write (engine/docs/architecture.md).
//
// Threads: the functions of this header may be called from many threads at once, between steps, as long as no thread
// changes the world.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/events.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fray {

class World;

/// The frame graph in the language of Graphviz.
FRAY_API std::string graph_dot(const World& world);
/// The frame graph in the language of Mermaid.
FRAY_API std::string graph_mermaid(const World& world);

/// The memory traffic that a system declares: the greatest number of bytes that it reads and writes in columns for each
/// agent that it visits.
struct SystemColumns {
    uint32_t read = 0, written = 0; ///< bytes; a column that is written counts in `written` only
};
/// The declared memory traffic of each system; the index is `FrameSystem`.
FRAY_API std::vector<SystemColumns> system_columns(const World& world);

} // namespace fray

#include "fray/end_header.h"
