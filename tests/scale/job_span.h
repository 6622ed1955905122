#pragma once

#include "fray/job_recorder.h"

#include <cstdint>

namespace fray::demo {

inline JobSpan span(JobSpan::Kind kind, uint32_t system, uint32_t loop, uint32_t chunk, int64_t begin, int64_t end) {
    return {kind, system, loop, chunk, begin, end};
}

} // namespace fray::demo
