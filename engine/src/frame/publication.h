// What a frame tells the host besides the columns: the events and the state hash.
#pragma once

#include "frame/typed_events.h"

#include <array>
#include <cstdint>

namespace fray {

struct Publication {
    uint64_t state_hash = 0;
    TypedEvents events;
    bool keep_events = false; ///< the events of the step before stay, and those of this step are appended

    // Scratch of the system publish, by chunk.
    struct Tally {
        uint32_t living = 0, dead = 0;
        std::array<uint32_t, 5> bands{}; ///< living agents by distance band
    };
    Vector<Tally> chunk_tallies;
    Vector<uint64_t> hash_sums;
};

} // namespace fray
