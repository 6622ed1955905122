// Archetypes and monsters replaced while the world runs (rules: Reloading).
#pragma once

#include "core.h"

namespace fray {

/// In ingest, before the commands: all that wait, in the order in which they were given.
void carry_out_reloads(Core& core);
/// At ingest's end, when everybody is where the host wants him: of those whose patrol is another.
void begin_patrols(Core& core);

} // namespace fray
