// Settings of a world that its systems read. They come from WorldDef (described there) and never change.
#pragma once

#include "fray/defs.h"
#include "parallel.h"
#include "storage/fields.h"

#include <cstdint>

namespace fray {

struct Settings {
    uint64_t seed = 1;
    bool hash = true;
    bool wait_reasons = false;
    uint32_t tree_interval = 16;
    uint32_t sort_interval = 64;
    uint32_t chunk_size = 1024;
    uint64_t shuffle_storage = 0;
    ProfilerDef profiler{};

    uint32_t chunks(uint32_t rows) const { return ParallelLoops::chunk_count(rows, chunk_size); }
};

FRAY_PART(Settings, settings);

} // namespace fray
