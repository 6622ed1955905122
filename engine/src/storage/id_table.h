// Ids: maps the id of an agent to its row, and tells whether an id is still valid.
//
// An id is an index and a generation. The index is reused after the agent was removed, with the next generation.
#pragma once

#include "host_memory.h"
#include "storage/agents.h"

namespace fray {

/// The lists are indexed by the index of the id, where nothing else is said.
struct IdTable {
    Vector<uint32_t> generation; ///< of the id that has this index, or will have it next
    Vector<uint32_t> row;        ///< no_index: not in the world, or not yet
    Vector<uint8_t> valid;       ///< 1 from the call or summons that spawns it until the host's call to despawn
    Vector<uint32_t> free;       ///< indices to be used again; no order
    Serial next_serial = 0;
    /// By serial, of all agents ever spawned. The entry is out of date if `row` has no_index or an agent of another
    /// serial there.
    Vector<uint32_t> index_of_serial;

    void reserve(size_t agents) {
        for (auto* list : {&generation, &row, &index_of_serial}) list->reserve(agents);
        valid.reserve(agents);
    }
    /// Makes an id. Its agent has no row until it is spawned (commands/spawning.cpp).
    AgentId create();
    /// Only for an agent that is in the world.
    uint32_t row_of_serial(Serial serial) const { return row[index_of_serial[static_cast<size_t>(serial)]]; }
    /// Invalidates the id with this index, and keeps the index for reuse.
    void release(uint32_t index);
    /// Is the agent spawned and not despawned, as the host's calls so far have it?
    bool is_valid(AgentId id) const {
        return id.index < generation.size() && generation[id.index] == id.generation && valid[id.index] != 0;
    }
    /// Prefetches what `row_of` reads.
    void prefetch(AgentId id) const {
        if (id.index >= row.size()) return;
        fray::prefetch(&generation[id.index]);
        fray::prefetch(&row[id.index]);
    }
    /// The agent's row; no_index: it is not in the world, or the id has another generation.
    uint32_t row_of(AgentId id) const {
        return id.index < row.size() && generation[id.index] == id.generation ? row[id.index] : no_index;
    }
};

/// Prefetches the entry that holds the row of an agent's target, for the agent `rows_ahead` rows ahead. `end`: the
/// first row that the loop does not visit.
inline void prefetch_target_row(const Agents& agents, const IdTable& ids, uint32_t row, uint32_t end) {
    if (row + rows_ahead >= end) return;
    if (const AgentId target = agents.target.own()[row + rows_ahead]) prefetch(&ids.row[target.index]);
}

} // namespace fray
