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
    /// What ranks compare, besides what they compute in each step (agreement.h).
    struct Identity {
        uint64_t version = 0;                                        ///< of the state's layout
        uint64_t definitions = 0;                                    ///< checksum of the definitions and the manifest
        uint64_t kinds_version = ~uint64_t{0}, manifest_version = 0; ///< of the definitions when it was computed
    } identity;
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

FRAY_PART(Publication, publication);

} // namespace fray
