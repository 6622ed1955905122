// Maps the serials of agents to the indices of their ids. Serials are given in order and never again, so the map has
// pages of 256 serials each, and a page without an agent is used again. The memory thus follows the agents in the
// world, and not the serials ever given, but for 4 bytes per 256 serials.
#pragma once

#include "host_memory.h"
#include "prefetch.h"
#include "storage/agents.h"

#include <cstddef>
#include <cstdint>

namespace fray {

class SerialIndex {
public:
    void reserve(size_t agents);
    /// `serial`: 0 or more. Afterwards `find` returns `index`.
    void insert(Serial serial, uint32_t index);
    /// The serial must have been inserted.
    void erase(Serial serial);
    /// The index of the id of the agent with this serial; no_index: it is not here.
    uint32_t find(Serial serial) const {
        const size_t number = static_cast<size_t>(serial) / page_size;
        if (serial < 0 || number >= page_.size() || page_[number] == no_index) return no_index;
        return index_[entry(serial)];
    }
    /// Prefetches what `find` reads.
    void prefetch(Serial serial) const {
        if (const size_t number = static_cast<size_t>(serial) / page_size; page_[number] != no_index)
            fray::prefetch(&index_[entry(serial)]);
    }
    void clear();
    uint64_t memory() const;
    /// Calls visit(list) for all lists that make up the state.
    template <typename Visit> void for_each_list(Visit&& visit) {
        for (auto* list : {&page_, &used_, &spare_, &index_}) visit(*list);
    }

private:
    static constexpr size_t page_size = 256;
    /// The serial's place in `index_`. Its page must be in use.
    size_t entry(Serial serial) const {
        const auto s = static_cast<size_t>(serial);
        return page_[s / page_size] * page_size + s % page_size;
    }

    Vector<uint32_t> page_;  ///< by serial / 256: its page; no_index: none
    Vector<uint32_t> used_;  ///< by page: how many of its serials are inserted
    Vector<uint32_t> spare_; ///< pages without a serial
    Vector<uint32_t> index_; ///< by page and serial % 256; no_index: not inserted
};

} // namespace fray
