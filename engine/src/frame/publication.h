// What a frame tells the host, beside the columns: the hash, and whether events are kept.
#pragma once

#include "host_memory.h"

#include <array>
#include <cstdint>

namespace fray {

struct Publication {
    uint64_t state_hash = 0;
    bool keep_events = false; ///< those of the step before stay, and this step's are added

    // Scratch of emit, by chunk.
    struct Tally {
        uint32_t living = 0, dead = 0;
        std::array<uint32_t, 5> bands{};
    };
    List<Tally> chunk_tallies;
    List<uint64_t> hash_sums;
};

} // namespace fray
