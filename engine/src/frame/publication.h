// What the host can read after a frame besides the columns: the events and the state hash.
#pragma once

#include "frame/typed_events.h"

#include <array>
#include <cstdint>

namespace fray {

struct Publication {
    uint64_t state_hash = 0;
    /// What the state hash is made of besides agents and circles.
    struct RestHash {
        uint64_t time = 0, rare = 0;
    } rest_hash;
    TypedEvents events;
    bool keep_events = false; ///< true: the events of this step are appended to those of the previous step

    // Scratch memory of the system publish: one element for each chunk.
    struct Tally {
        uint32_t living = 0, dead = 0;
        std::array<uint32_t, 5> bands{}; ///< living agents by distance band
    };
    Vector<Tally> chunk_tallies;
    Vector<uint64_t> hash_sums;
};

} // namespace fray
