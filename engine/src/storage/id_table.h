// Ids: which row an agent has, and whether its id is still good.
#pragma once

#include "host_memory.h"
#include "storage/agents.h"

namespace fray {

/// Which row an id's index has, and whether the id is still good.
struct IdTable {
    List<uint32_t> generation; ///< of the id in use or next in use
    List<uint32_t> row;        ///< no_index: not in the world (yet)
    List<uint8_t> valid;       ///< spawned, and not told to despawn
    List<uint32_t> free;
    Serial next_serial = 0;
    List<uint32_t> index_of_serial; ///< of everybody ever spawned; stale where `row` or the serial disagree

    void reserve(size_t agents) {
        for (auto* list : {&generation, &row, &index_of_serial}) list->reserve(agents);
        valid.reserve(agents);
    }
    AgentId create();
    /// Of an agent that is in the world.
    uint32_t row_of_serial(Serial serial) const { return row[index_of_serial[static_cast<size_t>(serial)]]; }
    void release(uint32_t index);
    bool is_valid(AgentId id) const {
        return id.index < generation.size() && generation[id.index] == id.generation && valid[id.index] != 0;
    }
    /// Asks for what `row_of` reads.
    void ask_for(AgentId id) const {
        if (id.index >= row.size()) return;
        prefetch(&generation[id.index]);
        prefetch(&row[id.index]);
    }
    /// no_index: not in the world, or another generation.
    uint32_t row_of(AgentId id) const {
        return id.index < row.size() && generation[id.index] == id.generation ? row[id.index] : no_index;
    }
};

/// Prefetches where the row of an agent's target is stored, some rows ahead.
inline void prefetch_target_row(const Agents& agents, const IdTable& ids, uint32_t row, uint32_t end) {
    if (row + rows_ahead >= end) return;
    if (const AgentId target = agents.target.own()[row + rows_ahead]) prefetch(&ids.row[target.index]);
}

} // namespace fray
