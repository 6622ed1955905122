// The table of ids: maps the id of an agent to its row, and says whether an id is still valid.
//
// An id consists of an index and a generation. After the agent was removed, a new agent gets the same index with the
// next generation.
#pragma once

#include "host_memory.h"
#include "storage/fields.h"
#include "storage/row.h"
#include "storage/serial_index.h"

namespace fray {

/// Lists without another remark are indexed by the index of the id.
struct IdTable {
    Vector<uint32_t> generation; ///< generation of the id with this index, or of the next such id
    Vector<Row> row;             ///< row of the agent; Row::none(): the agent is not in the world
    Vector<uint8_t> valid;       ///< 1 from the call or summons that spawns the agent until the call to despawn it
    Vector<uint32_t> free;       ///< indices that can be reused, in no particular order
    Serial next_serial = 0;
    SerialIndex by_serial; ///< of all agents that are in the world, or will be with the next step

    void reserve(size_t agents) {
        generation.reserve(agents);
        row.reserve(agents);
        valid.reserve(agents);
        by_serial.reserve(agents);
    }
    /// Makes an id with the next serial. Its agent has no row until it is spawned (commands/spawning.cpp).
    AgentId create();
    /// The row of the agent with this serial; Row::none(): the agent is not in the world.
    Row row_of_serial(Serial serial) const {
        const uint32_t index = by_serial.find(serial);
        return index == no_index ? Row::none() : row[index];
    }
    /// Prefetches what `row_of_serial` reads, but for what `by_serial.prefetch` has prefetched before.
    void prefetch_row(Serial serial) const {
        if (const uint32_t index = by_serial.find(serial); index != no_index) fray::prefetch(&row[index]);
    }
    /// Invalidates the id with this index, of the agent with this serial, and keeps the index for reuse.
    void release(uint32_t index, Serial serial);
    /// Has the agent been spawned and not despawned, counting also the host's calls that wait for the next step?
    bool is_valid(AgentId id) const {
        return id.index < generation.size() && generation[id.index] == id.generation && valid[id.index] != 0;
    }
    /// Prefetches what `row_of` reads.
    void prefetch(AgentId id) const {
        if (id.index >= row.size()) return;
        fray::prefetch(&generation[id.index]);
        fray::prefetch(&row[id.index]);
    }
    /// The agent's row; Row::none(): the agent is not in the world, or the id is of an older agent with this index.
    Row row_of(AgentId id) const {
        return id.index < row.size() && generation[id.index] == id.generation ? row[id.index] : Row::none();
    }
};

FRAY_PART(IdTable, ids, Field::row_table);

} // namespace fray
