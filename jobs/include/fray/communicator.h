// Communicator: what a world needs to be stepped by several processes together (ranks), for example those of an MPI
// program. fray/mpi.h has the Communicator of MPI; derive your own for another transport.
//
// Rank 0 leads: its program makes a world with WorldDef::communicator and uses it like any other. The other ranks call
// `follow` (fray/follow.h). All ranks hold the whole world. In each step every rank does a share of the work and tells
// the others what has changed, so all have the same agents, events and state hash, which are those of a single process.
// engine/docs/distributed.md says what is divided and what it costs.
//
// Threads: a communicator serves one world at a time, which calls it from one thread at a time. In a step that may be
// any thread of the world's job system.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace fray {

/// A group of ranks. A world uses it while it is made, in its steps, and when it is destroyed. An exception that it
/// throws makes the world dead.
class FRAY_API Communicator {
public:
    virtual ~Communicator() = default;

    /// Number of this rank, from 0, and the number of ranks. Neither ever changes.
    virtual uint32_t rank() const = 0;
    virtual uint32_t size() const = 0;

    /// Sends `mine` to all ranks, and returns what each rank has sent, by rank, this rank included. The result is valid
    /// until the next call. All ranks call it equally often; it waits for all of them.
    virtual std::span<const std::span<const std::byte>> all_gather(std::span<const std::byte> mine) = 0;
};

} // namespace fray

#include "fray/end_header.h"
