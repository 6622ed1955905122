// Division: how the ranks of a Communicator divide the work of a frame.
//
// A divided loop has the same chunks on all ranks, and each rank runs a share of them: neighbouring chunks. After the
// loop the ranks exchange what they have written. Each kind of exchange has shares of its own. They follow from the
// times that all ranks measured and told each other, by whole numbers alone, so all ranks compute the same shares.
// Results must not depend on the shares.
//
// Failures. All ranks exchange the same messages in the same order. A rank that fails between two exchanges sends, in
// place of its next message, why it failed (`send_failure`). All others read that and fail too, so no rank waits for a
// rank that is gone.
#pragma once

#include "fray/communicator.h"
#include "parallel.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace fray {

/// Neighbouring chunks of a loop, or rows: [begin, end).
struct Share {
    uint32_t begin = 0, end = 0;
};

class Division {
public:
    static constexpr size_t most_kinds = 32;
    /// Of a kind of exchange. Times are ns.
    struct Traffic {
        uint64_t sent = 0, received = 0;
        int64_t work = 0, most_work = 0, wait = 0, copy = 0;
    };

    /// Call it once, before the first exchange. Without it this process is alone.
    void join(Communicator* communicator);
    /// Are there other ranks? If not, loops are not divided, and nothing is exchanged.
    bool divided() const { return size_ > 1; }
    uint32_t rank() const { return rank_; }
    /// Has a rank failed, so that nothing is exchanged any more?
    bool broken() const { return broken_; }

    void begin_frame(uint64_t frame);

    /// Runs body(chunk, begin, end) for this rank's share of the pieces of [0, count), as ParallelLoops::parallel_for
    /// does for all of them. Returns the share.
    template <typename Body> Share run(ParallelLoops& loops, size_t kind, uint32_t count, uint32_t size, Body&& body) {
        const uint32_t chunks = ParallelLoops::chunk_count(count, size);
        if (!divided()) {
            loops.parallel_for(count, size, body);
            return {0, chunks};
        }
        const Share share = share_of(kind, rank_, chunks);
        if (share.begin == share.end) return share;
        const auto start = std::chrono::steady_clock::now();
        const uint32_t first = share.begin * size;
        const uint32_t last = share.end == chunks ? count : share.end * size;
        loops.parallel_for(last - first, size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            body(share.begin + chunk, first + begin, first + end);
        });
        traffic_[kind].work += nanoseconds_since(start);
        return share;
    }
    /// The share of a rank in a loop with so many chunks.
    Share share_of(size_t kind, uint32_t rank, uint32_t chunks) const;

    /// The message of this rank, empty at first; write to its end, then call `exchange`.
    std::vector<std::byte>& begin_message(size_t kind);
    /// Exchanges the messages, and calls read(rank, bytes) for that of each other rank, by rank; it returns false if it
    /// cannot read them. Throws an exception then, and if a rank has failed or exchanges something else.
    template <typename Read> void exchange(Read&& read) {
        gather();
        const auto start = std::chrono::steady_clock::now();
        for (uint32_t other = 0; other < size_; ++other)
            if (other != rank_ && !read(other, body_of(other))) complain_of(other);
        traffic_[kind_].copy += nanoseconds_since(start);
    }
    /// If this rank has failed, tells all other ranks in place of its next message. Does nothing after a failure that
    /// they know of.
    void send_failure(const CaughtException& failure) noexcept;

    uint64_t memory() const { return message_.capacity(); } ///< bytes
    /// What was exchanged since the last call.
    std::array<Traffic, most_kinds> take_traffic() { return std::exchange(traffic_, {}); }

private:
    struct Header {
        uint64_t frame;
        uint32_t kind;
        uint32_t failed; ///< 1: the rest of the message is the reason, a text
        int64_t work;    ///< ns: what this rank's share took
    };
    /// Sums of `work` since the shares of a kind last changed, and these shares.
    struct Balance {
        std::vector<int64_t> work; ///< ns, by rank
        /// By rank: the fraction of the chunks at which its share begins, in units of 2^-32. One more: the end.
        std::vector<uint64_t> cuts;
        uint32_t frames = 0; ///< that `work` counts
    };

    static int64_t nanoseconds_since(std::chrono::steady_clock::time_point start) {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
    }
    void gather();
    [[noreturn]] static void complain_of(uint32_t rank);
    std::span<const std::byte> body_of(uint32_t rank) const { return all_[rank].subspan(sizeof(Header)); }
    void balance(Balance& balance);

    Communicator* communicator_ = nullptr;
    uint32_t rank_ = 0, size_ = 1;
    uint64_t frame_ = 0;
    size_t kind_ = 0;     ///< of the message at hand
    bool broken_ = false; ///< a rank has failed, and all ranks know
    std::chrono::steady_clock::time_point message_begun_;
    std::vector<std::byte> message_;
    std::span<const std::span<const std::byte>> all_;
    std::array<Balance, most_kinds> balances_;
    std::array<Traffic, most_kinds> traffic_; ///< by kind
};

} // namespace fray
