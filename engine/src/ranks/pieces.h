// A message of a rank in pieces, which the threads of a rank write and read side by side. Its bytes do not depend on
// the number of threads.
#pragma once

#include "division.h"
#include "parallel.h"
#include "storage/archive.h"

#include <atomic>

namespace fray {

class Pieces {
public:
    /// Calls piece(out, number) for each number of `range`, and appends what they write.
    template <typename Tell> bool each(Writer& out, ParallelLoops& loops, Share range, Tell&& piece) {
        const uint32_t count = range.end - range.begin;
        if (written_.size() < count) written_.resize(count);
        loops.parallel_for(count, 1, [&](uint32_t i, uint32_t, uint32_t) {
            written_[i].clear();
            Writer its(written_[i]);
            piece(its, range.begin + i);
        });
        for (uint32_t i = 0; i < count; ++i) out.value(static_cast<uint32_t>(written_[i].size()));
        for (uint32_t i = 0; i < count; ++i) out.bytes(written_[i].data(), written_[i].size());
        return true;
    }
    /// Reads what was written for the same range: calls piece(in, number). False: the bytes are damaged, or
    /// `piece` has returned false or left some.
    template <typename Tell> bool each(Reader& in, ParallelLoops& loops, Share range, Tell&& piece) {
        ends_.assign(1, 0);
        for (uint32_t i = range.begin; i < range.end; ++i) {
            uint32_t size = 0;
            if (!in.value(size)) return false;
            ends_.push_back(ends_.back() + size);
        }
        const std::byte* const bytes = in.take(static_cast<size_t>(ends_.back()));
        if (bytes == nullptr) return false;
        std::atomic<bool> sound = true;
        loops.parallel_for(range.end - range.begin, 1, [&](uint32_t i, uint32_t, uint32_t) {
            Reader its({bytes + ends_[i], bytes + ends_[i + 1]});
            if (!piece(its, range.begin + i) || !its.at_end()) sound = false;
        });
        return sound;
    }

    uint64_t memory() const {
        uint64_t sum = ends_.capacity() * sizeof(uint64_t) + written_.capacity() * sizeof(written_[0]);
        for (const auto& bytes : written_) sum += bytes.capacity();
        return sum;
    }

private:
    Vector<std::vector<std::byte>> written_; ///< what this rank tells, by piece; never shrinks
    Vector<uint64_t> ends_;                  ///< of the pieces that are read: 0, then where each ends
};

} // namespace fray
