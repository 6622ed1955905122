#include "agent_log.h"

#include <algorithm>

namespace fray::demo {

AgentLog::AgentLog(int64_t agents, uint64_t bytes)
    : most_(static_cast<size_t>(
          std::clamp<uint64_t>(bytes / sizeof(Entry) / static_cast<uint64_t>(std::max<int64_t>(agents, 1)), 4, 64))) {}

void AgentLog::grow(size_t agents) {
    rings_.resize(agents);
    entries_.resize(agents * most_);
}

void AgentLog::add(const World& world) {
    const uint64_t frame = world.counters().frame;
    if (static_cast<size_t>(world.spawn_count()) > rings_.size()) grow(static_cast<size_t>(world.spawn_count()));
    for_each_event(world.events(), [&](const auto& event) {
        if (agent_of(event) == no_serial) return;
        const auto agent = static_cast<size_t>(agent_of(event));
        Ring& ring = rings_[agent];
        const size_t place = (ring.begin + ring.count) % most_;
        entries_[agent * most_ + place] = {frame, event};
        if (ring.count < most_)
            ++ring.count;
        else
            ring.begin = static_cast<uint32_t>((ring.begin + 1) % most_);
    });
}

void AgentLog::forget_from(uint64_t frame) {
    for (size_t agent = 0; agent < rings_.size(); ++agent) {
        Ring& ring = rings_[agent];
        while (ring.count > 0 && entries_[agent * most_ + (ring.begin + ring.count - 1) % most_].frame >= frame)
            --ring.count;
    }
}

std::vector<AgentLog::Entry> AgentLog::of(Serial agent) const {
    std::vector<Entry> list;
    if (agent < 0 || static_cast<size_t>(agent) >= rings_.size()) return list;
    const Ring& ring = rings_[static_cast<size_t>(agent)];
    for (uint32_t i = ring.count; i-- > 0;)
        list.push_back(entries_[static_cast<size_t>(agent) * most_ + (ring.begin + i) % most_]);
    return list;
}

} // namespace fray::demo
