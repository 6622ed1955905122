// Removes the rows of agents that have gone.
#include "rows/rows.h"

#include <algorithm>

namespace fray {
namespace {

/// Counts the agents in these rows that sort_storage will not soon bring back to their neighbours, because their place
/// in the order is more than half a window away.
uint32_t count_strays(const Agents& agents, const Row* rows, uint32_t count) {
    constexpr uint32_t far = RowOrder::window_rows / 2;
    const auto key = [&](Row row) { return order_key(agents.position[row], Life::living, Row()); };
    uint32_t strays = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const Row row = rows[i];
        const uint64_t its = key(row);
        strays += (row >= far && its < key(row - far)) || (row + far < agents.rows() && its > key(row + far));
    }
    return strays;
}

} // namespace

void remove_rows(const RowView& world, Vector<Row>& rows) {
    if (rows.empty()) return;
    std::sort(rows.begin(), rows.end());
    Agents& agents = world.agents;
    RowOrder& order = world.order;
    const uint32_t before = agents.rows(), after = before - static_cast<uint32_t>(rows.size());
    world.grid.resize(before); // with the agents that were summoned in this frame
    for (const Row row : rows) world.grid.remove(row.number());
    order.movers.clear();
    auto gone = std::lower_bound(rows.begin(), rows.end(), after);
    for (Row row{after}; row < before; ++row) {
        if (gone != rows.end() && *gone == row)
            ++gone;
        else
            order.movers.push_back(order_key(agents.position[row], agents.life[row], row));
    }
    std::sort(order.movers.begin(), order.movers.end());
    order.from.clear();
    for (const uint64_t key : order.movers) order.from.push_back(Row(static_cast<uint32_t>(key)));
    const uint32_t count = static_cast<uint32_t>(order.from.size());
    // The first `count` rows to remove are below `after`, and become free.
    for (ColumnBase* column : agents.registry.columns()) column->copy_rows(rows.data(), order.from.data(), count);
    agents.registry.resize(after);
    for (uint32_t i = 0; i < count; ++i) {
        world.ids.row[agents.id[rows[i]].index] = rows[i];
        world.grid.move(order.from[i].number(), rows[i].number());
    }
    world.grid.resize(after);
    order.sorted_rows = std::min(order.sorted_rows, after);
    order.strays += count_strays(agents, rows.data(), count);
}

} // namespace fray
