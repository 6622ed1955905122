// The data of a Recording, which the replayer uses too.
#pragma once

#include "block_file.h"
#include "fray/recording.h"

namespace fray {

struct FRAY_INSIDE Recording::Impl {
    recording::BlockReader file;
    uint64_t seed = 0;
    double hz = 0.0;
    std::string about;
    uint64_t first_frame = 0, frames = 0;
    std::string cut_off;

    /// Reads a file; throws BadResult if it is not a recording.
    explicit Impl(const std::string& path);
};

} // namespace fray
