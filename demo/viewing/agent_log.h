// The last events of each agent: decisions, wait reasons, hits. Each agent has the same number of entries.
#pragma once

#include "files/event_kinds.h"
#include "fray/world.h"

#include <cstdint>
#include <vector>

namespace fray::demo {

class AgentLog {
public:
    struct Entry {
        uint64_t frame = 0;
        AnyEvent event;
    };

    /// Keeps as many entries per agent as fit into `bytes`, but at least 4 and at most 64.
    explicit AgentLog(int64_t agents, uint64_t bytes = uint64_t{128} << 20);

    void add(const World& world);
    /// Removes the entries of this frame and of later frames.
    void forget_from(uint64_t frame);
    /// The entries of an agent, the newest first.
    std::vector<Entry> of(Serial agent) const;
    size_t most() const { return most_; }

private:
    struct Ring {
        uint32_t begin = 0, count = 0;
    };

    void grow(size_t agents);

    size_t most_;
    std::vector<Ring> rings_;    ///< by the agent's serial
    std::vector<Entry> entries_; ///< entries of all rings, `most_` per ring
};

} // namespace fray::demo
