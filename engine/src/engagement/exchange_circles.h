// What ranks tell each other about plan_engagements (division.h): first the circles that they have planned, then the
// proposals, which are made on the state of all planned circles.
#pragma once

#include "engagement/systems.h"

#include <array>
#include <cstdint>

namespace fray {

/// Writes how planning changes the circles of a chunk of keys: as differences from what they were like before, which
/// all ranks know (ranks/differences.h). If the work is not divided, it does nothing.
class CircleTeller {
public:
    CircleTeller(const CircleExchange& world, uint32_t chunk);

    /// Notes what the circle of a key is like. Call it before the circle is planned.
    void note(const uint64_t& key) {
        if (message_ != nullptr) take_note(key);
    }
    /// Writes how the circle has changed. `key`: an element of `Proposals::keys`.
    void tell(const uint64_t& key) {
        if (message_ != nullptr) write(key);
    }

private:
    void take_note(uint64_t key);
    void write(const uint64_t& key);

    CircleExchange world_;
    CircleMessage* message_ = nullptr;
};

/// Makes room for what is told about so many chunks of keys. Call it before the loop.
void begin_circle_exchange(const CircleExchange& world, uint32_t chunks);

/// Tells the other ranks what this rank's chunks of `Proposals::keys` have decided, and reads what theirs have.
/// Afterwards all chunks are as if this rank had run them. `size`: keys in a chunk; `share`: this rank's chunks;
/// `first_buffers`: the event buffer of chunk 0, by phase. Does nothing if the work is not divided.
void exchange_circles(const CircleExchange& world, ParallelLoops& loops, uint32_t size, Share share,
                      const std::array<uint32_t, commit_phases>& first_buffers);

/// The same for the proposals of the chunks of acquire_targets.
void exchange_proposals(const CircleExchange& world, ParallelLoops& loops, Share share);

} // namespace fray
