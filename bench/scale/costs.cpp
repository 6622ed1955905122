#include "costs.h"

#include "clock.h"
#include "measure.h"
#include "statistics/quantiles.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace fray::demo {
namespace {

/// Two chunks of a known duration, and the threads that ran them.
struct TwoPieces {
    static constexpr double ns = 20'000.0;
    std::thread::id ran[2];

    static void run(void* raw, uint32_t begin, uint32_t end) {
        for (uint32_t piece = begin; piece < end; ++piece) {
            static_cast<TwoPieces*>(raw)->ran[piece] = std::this_thread::get_id();
            const auto start = Clock::now();
            while (ns_since(start) < ns) {
            }
        }
    }
};

double loop_ns(JobSystem& jobs, RangeTask task, void* context, uint32_t pieces) {
    const auto start = Clock::now();
    void* handle = jobs.run(task, context, pieces, 1);
    if (handle != nullptr) jobs.wait(handle);
    return ns_since(start);
}

/// How much longer a loop of two chunks takes than one chunk, in the tries in which the second thread took part.
std::vector<double> start_times(JobSystem& jobs) {
    std::vector<double> times;
    jobs.execute([&] {
        const auto begun = Clock::now();
        while (times.size() < 400 && ns_since(begun) < 1e9) {
            TwoPieces pieces;
            const double ns = loop_ns(jobs, TwoPieces::run, &pieces, 2);
            if (pieces.ran[0] != pieces.ran[1]) times.push_back(ns - TwoPieces::ns);
        }
    });
    return times;
}

double empty_loop_ns(JobSystem& jobs, uint32_t pieces) {
    std::vector<double> times;
    jobs.execute([&] {
        for (int i = 0; i < 400; ++i)
            times.push_back(loop_ns(
                jobs, [](void*, uint32_t, uint32_t) {}, nullptr, pieces));
    });
    return quantile(std::move(times), 0.5);
}

/// Memory in which a thread copies; no other thread touches it.
struct Buffers {
    std::vector<std::vector<char>> from, to;
};

} // namespace

LoopCosts measure_loop_costs(int threads) {
    if (threads < 2) return {};
    Configuration two;
    two.threads = 2;
    two.pinned = true; // so that the second thread takes part, even if other programs run
    const MeasuredJobs jobs = make_jobs(two);
    constexpr uint32_t many = 2048;
    const std::vector<double> starts = start_times(*jobs.jobs);
    return {std::max(quantile(starts, 0.25), 0.0), empty_loop_ns(*jobs.jobs, many) * two.threads / many, starts.size()};
}

double measure_copy_bandwidth(int threads) {
    constexpr size_t size = size_t{48} << 20;
    Buffers buffers;
    for (int i = 0; i < threads; ++i) {
        buffers.from.emplace_back(size, 'a');
        buffers.to.emplace_back(size, 'b');
    }
    Configuration configuration;
    configuration.threads = threads;
    const MeasuredJobs jobs = make_jobs(configuration);
    const RangeTask copy = [](void* context, uint32_t begin, uint32_t end) {
        auto& all = *static_cast<Buffers*>(context);
        for (uint32_t i = begin; i < end; ++i) std::memcpy(all.to[i].data(), all.from[i].data(), size);
    };
    double best = 0.0;
    for (int i = 0; i < 7; ++i) {
        const auto start = Clock::now();
        jobs.jobs->execute([&] {
            void* handle = jobs.jobs->run(copy, &buffers, static_cast<uint32_t>(threads), 1);
            if (handle != nullptr) jobs.jobs->wait(handle);
        });
        best = std::max(best, 2.0 * static_cast<double>(size) * threads / ns_since(start));
    }
    return best;
}

} // namespace fray::demo
