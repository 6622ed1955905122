// What happened to each agent last: decisions, refusals, blows. The same room for each, whatever the battle's size.
#pragma once

#include "fray/world.h"

#include <cstdint>
#include <vector>

namespace fray::demo {

class AgentLog {
public:
    struct Entry {
        uint64_t frame = 0;
        Event event;
    };

    /// As many entries for each of so many agents as fit into so many bytes, 4 to 64.
    explicit AgentLog(int64_t agents, uint64_t bytes = uint64_t{128} << 20);

    /// All events of the step that is over.
    void add(const World& world);
    /// What happened in this frame and later has not happened.
    void forget_from(uint64_t frame);
    /// The newest first.
    std::vector<Entry> of(Serial agent) const;
    size_t most() const { return most_; }

private:
    struct Ring {
        uint32_t begin = 0, count = 0;
    };

    void grow(size_t agents);

    size_t most_;
    std::vector<Ring> rings_;    ///< by serial
    std::vector<Entry> entries_; ///< `most_` for each ring
};

} // namespace fray::demo
