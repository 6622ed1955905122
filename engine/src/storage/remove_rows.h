// Removes the rows of agents that have gone.
#pragma once

#include "storage/storage_layer.h"

namespace fray {

/// Removes these rows. Agents of the last rows take those that become free, the agents nearest in the Z order first, so
/// that the order of the rows suffers little. Keeps the table of rows and the neighbour grid up to date. Sorts `rows`.
void remove_rows(StorageLayer& layer, Vector<uint32_t>& rows);

} // namespace fray
