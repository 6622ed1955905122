#include "storage/event_log.h"

#include <algorithm>

namespace fray {
namespace {

/// Sorts the events that resolve_hits writes for one agent: a lower rank comes first.
uint64_t settle_rank(EventType type) {
    switch (type) {
    case EventType::launch:
    case EventType::hit:
    case EventType::miss: return 0;
    case EventType::hurt: return 1;
    case EventType::death:
    case EventType::stagger: return 2;
    case EventType::act_end: return 3;
    case EventType::attack_end: return 4;
    case EventType::unslot: return 5;
    case EventType::state: return 6;
    case EventType::leader: return 8;
    default: return 7;
    }
}

} // namespace

void EventLog::clear() {
    for (SystemBuffers& buffers : buffers_) {
        for (auto& list : buffers.list) list.clear();
        buffers.used = 0;
    }
    events_.clear();
    opened_.clear();
}

uint32_t EventLog::open(FrameSystem system, uint32_t chunks) {
    SystemBuffers& buffers = buffers_[static_cast<size_t>(system)];
    const uint32_t first = buffers.used;
    buffers.used += chunks;
    if (buffers.list.size() < buffers.used) buffers.list.resize(buffers.used);
    opened_.push_back({system, first, chunks});
    return first;
}

bool EventLog::is_empty(const Opened& buffers) const {
    const auto begin = buffers_[static_cast<size_t>(buffers.system)].list.begin() + buffers.first;
    return std::all_of(begin, begin + buffers.count, [](const auto& list) { return list.empty(); });
}

void EventLog::append_sorted(ParallelLoops& loops, const SystemBuffers& buffers, bool by_rank) {
    offsets_.clear();
    size_t count = 0;
    for (uint32_t i = 0; i < buffers.used; ++i) {
        offsets_.push_back(count);
        count += buffers.list[i].size();
    }
    flat_.resize(count);
    keys_.resize(count);
    loops.parallel_for(buffers.used, 16, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (uint32_t i = begin; i < end; ++i) {
            size_t at = offsets_[i];
            for (const EventRecord& event : buffers.list[i]) {
                // Events without an agent come first, but `skip` comes last.
                const uint64_t serial = event.type == EventType::skip ? ~0u : static_cast<uint32_t>(event.agent + 1);
                const uint64_t rank = by_rank ? settle_rank(event.type) : 0;
                keys_[at] = serial << 32 | rank << 28 | at;
                flat_[at++] = event;
            }
        }
    });
    sort_keys(loops, keys_, scratch_);
    const size_t base = events_.size();
    events_.resize(base + keys_.size());
    loops.parallel_for(static_cast<uint32_t>(keys_.size()), 4096, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (uint32_t i = begin; i < end; ++i) events_[base + i] = flat_[keys_[i] & 0xfffffff];
    });
}

void EventLog::sort_by_target(FrameSystem system, uint32_t first, uint32_t count) {
    auto& list = buffers_[static_cast<size_t>(system)].list;
    Vector<EventRecord>& all = list[first];
    for (uint32_t i = first + 1; i < first + count; ++i) {
        all.insert(all.end(), list[i].begin(), list[i].end());
        list[i].clear();
    }
    keys_.clear();
    for (size_t i = 0; i < all.size(); ++i)
        keys_.push_back(static_cast<uint64_t>(static_cast<uint32_t>(all[i].target)) << 32 | i);
    std::sort(keys_.begin(), keys_.end());
    flat_.assign(all.begin(), all.end());
    for (size_t i = 0; i < all.size(); ++i) all[i] = flat_[static_cast<uint32_t>(keys_[i])];
}

void EventLog::collect(ParallelLoops& loops) {
    for (int system = 0; system < system_count; ++system) {
        const SystemBuffers& buffers = buffers_[static_cast<size_t>(system)];
        if (static_cast<FrameSystem>(system) == FrameSystem::commit) {
            for (uint32_t i = 0; i < buffers.used; ++i)
                events_.insert(events_.end(), buffers.list[i].begin(), buffers.list[i].end());
        } else {
            append_sorted(loops, buffers, static_cast<FrameSystem>(system) == FrameSystem::resolve_hits);
        }
    }
}

uint64_t EventLog::memory() const {
    uint64_t bytes = (flat_.capacity() + events_.capacity()) * sizeof(EventRecord);
    bytes += (keys_.capacity() + scratch_.keys.capacity() + offsets_.capacity()) * sizeof(uint64_t);
    for (const SystemBuffers& buffers : buffers_)
        for (const auto& list : buffers.list) bytes += list.capacity() * sizeof(EventRecord);
    return bytes;
}

} // namespace fray
