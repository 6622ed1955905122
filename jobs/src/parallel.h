// Parallel loops over chunks of a fixed size, on any job system. `ParallelLoops` sets up everything that a task relies
// on: the floating-point mode, the rights of the system, the memory of the world, and the shuffled order that tests ask
// for.
#pragma once

#include "float_mode.h"
#include "frame_graph.h"
#include "fray/jobs.h"
#include "host_memory.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>

namespace fray {

/// Keeps the first exception of work that runs on several threads. No exception may leave a task, because the host's
/// scheduler may be written in C.
class CaughtException {
public:
    /// Runs `body`, unless an earlier body has failed.
    template <typename Body> void guard(Body&& body) noexcept {
        if (failed_.load(std::memory_order_relaxed)) return;
        try {
            body();
        } catch (...) {
            if (!failed_.exchange(true)) first_ = std::current_exception();
        }
    }
    explicit operator bool() const { return failed_; } ///< was there an exception?
    /// What the first exception says; empty: there was no exception. Call it when all bodies have ended.
    std::string text() const {
        if (!failed_) return {};
        try {
            std::rethrow_exception(first_);
        } catch (const std::exception& exception) {
            return exception.what();
        } catch (...) {
            return "an exception that is not a std::exception";
        }
    }
    /// Throws the first exception, if there was an exception. Call it when all bodies have ended.
    void rethrow() {
        if (failed_.exchange(false)) std::rethrow_exception(std::exchange(first_, nullptr));
    }

private:
    std::atomic<bool> failed_ = false;
    std::exception_ptr first_;
};

class ParallelLoops {
public:
    ParallelLoops(JobSystem& jobs, uint64_t shuffle_seed) : jobs_(&jobs), shuffle_seed_(shuffle_seed) {}

    void set_jobs(JobSystem& jobs) { jobs_ = &jobs; }
    /// The number of pieces that may run at once: at most this many of a loop with `count` pieces.
    uint32_t at_once(uint32_t count) const { return std::min(count, static_cast<uint32_t>(jobs_->worker_count())); }

    /// Calls body(chunk, begin, end) for the pieces [begin, end) of [0, count), in any order, on any thread. Piece
    /// `chunk` begins at chunk * size. Results must not depend on how the range is cut. When all pieces have ended,
    /// throws the first exception that a piece has thrown; pieces that begin after that exception are skipped.
    template <typename Body> void parallel_for(uint32_t count, uint32_t size, Body&& body) {
        const uint32_t pieces = chunk_count(count, size);
        if (pieces == 0) return;
        if (pieces == 1) return body(0u, 0u, count);
        const auto start = std::chrono::steady_clock::now();
        prepare_order(pieces);
        struct Context {
            std::remove_reference_t<Body>* body;
            const uint32_t* order;
            uint32_t count, size;
            const SystemRights* rights;
            Memory* memory;
            CaughtException failure;
        } context{&body, shuffle_seed_ != 0 ? order_.data() : nullptr, count, size, current_rights(), current_memory};
        void* handle = jobs_->run(
            [](void* raw, uint32_t first, uint32_t last) {
                const FloatMode float_mode;
                Context& c = *static_cast<Context*>(raw);
                const RightsScope rights(c.rights);
                const MemoryScope memory(c.memory);
                c.failure.guard([&] {
                    for (uint32_t i = first; i < last; ++i) {
                        const uint32_t chunk = c.order != nullptr ? c.order[i] : i;
                        const uint32_t begin = chunk * c.size;
                        (*c.body)(chunk, begin, c.count - begin > c.size ? begin + c.size : c.count);
                    }
                });
            },
            &context, pieces, 1);
        if (handle != nullptr) jobs_->wait(handle);
        parallel_ns_ +=
            std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
        context.failure.rethrow();
    }

    static uint32_t chunk_count(uint32_t count, uint32_t size) { return count / size + (count % size != 0); }

    /// Time spent in loops of more than one piece since the last call, in ns.
    int64_t take_parallel_ns() {
        const int64_t ns = parallel_ns_;
        parallel_ns_ = 0;
        return ns;
    }

private:
    /// Shuffles the order of the pieces (Fisher-Yates), from the seed and the number of pieces alone.
    void prepare_order(uint32_t pieces) {
        if (shuffle_seed_ == 0) return;
        order_.resize(pieces);
        std::iota(order_.begin(), order_.end(), 0u);
        uint64_t x = shuffle_seed_ + pieces;
        for (uint32_t i = pieces; i > 1; --i) {
            x = x * 6364136223846793005ull + 1442695040888963407ull;
            std::swap(order_[i - 1], order_[(x >> 33) % i]);
        }
    }

    JobSystem* jobs_;
    uint64_t shuffle_seed_; ///< 0: the order of the pieces is not shuffled
    Vector<uint32_t> order_;
    int64_t parallel_ns_ = 0;
};

} // namespace fray
