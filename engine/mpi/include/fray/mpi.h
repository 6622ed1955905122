// The ranks of MPI as a Communicator (fray/communicator.h). It is the library fray::mpi, which the CMake option
// FRAY_MPI builds; this header does not include MPI's.
//
// Threads: MPI must have been initialised with MPI_THREAD_SERIALIZED or more, because a world exchanges messages on any
// thread of its job system. `make_mpi_communicator` and the destructor of its result belong to the thread that may
// initialise MPI.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/communicator.h"
#include "fray/result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace fray {

/// Settings of a Communicator over MPI.
struct MpiDef {
    /// The ranks, as `MPI_Comm_c2f` gives them; none: those of MPI_COMM_WORLD. They are duplicated, so no message of
    /// the host is mixed up with those of fray.
    std::optional<int> communicator{};
    /// Called about every millisecond while this rank waits for the others, on the thread that waits, with the time
    /// that it has waited. It may call MPI. An exception that it throws ends the wait, for example because a rank has
    /// died; the ranks cannot exchange anything after that. May be empty.
    std::function<void(std::chrono::nanoseconds)> while_waiting{};
};

/// All ranks call it, and it waits for all of them. The result must be destroyed before MPI_Finalize.
/// `out_of_range`: MPI is not initialised, or is finalised, or has too low a level of threads, or the communicator is
/// MPI_COMM_NULL. `dead`: an error of MPI; the text is MPI's. `out_of_memory`: the other ranks may wait for this rank.
/// During the call the host's communicator has the error handler MPI_ERRORS_RETURN. A number that is no communicator
/// goes to MPI's own handler, which by default ends the program.
FRAY_API Result<std::unique_ptr<Communicator>> make_mpi_communicator(const MpiDef& def = {});

} // namespace fray

#include "fray/end_header.h"
