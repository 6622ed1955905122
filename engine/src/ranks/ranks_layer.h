// The ranks layer: how the processes that step one world together divide the work of a frame, and what they tell each
// other about it (fray/communicator.h). It declares no system: the systems that divide their loops use it.
#pragma once

#include "division.h"
#include "ranks/row_exchange.h"
#include "storage/storage_layer.h"

namespace fray {

struct RanksLayer : StorageLayer {
    Division division;
    RowExchange row_exchange;
};

/// Notes that no row has been written, if the ranks divide the work. Call it before a divided loop.
inline void begin_divided_loop(RanksLayer& layer) {
    if (layer.division.divided()) RowExchange::clear_marks(layer.agents);
}

} // namespace fray
