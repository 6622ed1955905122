// How the program was started, as the environment says.
#pragma once

namespace fray::demo {

/// A process among those that `mpirun` or `srun` has started together.
struct StartedAs {
    int rank = 0, size = 1;
};

/// Rank 0 of 1 without `mpirun`.
StartedAs started_as();

} // namespace fray::demo
