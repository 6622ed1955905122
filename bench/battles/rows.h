// The rows of the results: what the repeats of a part on a number of threads have in common.
#pragma once

#include "play.h"

#include <string>
#include <vector>

namespace fray::bench {

/// Every figure of time is the median of that figure over the repeats.
struct Row {
    std::string name, scenario;
    int threads = 1;
    size_t repeats = 0, frames = 0;
    uint32_t agents_first = 0, agents_last = 0; ///< living agents after the first and after the last frame
    double mean = 0.0, p50 = 0.0, p95 = 0.0, p99 = 0.0, max = 0.0; ///< ms
    double mean_least = 0.0, mean_most = 0.0;                      ///< ms, of the repeats
    double tail = 0.0;                                             ///< p99 / p50
    double core_ns = 0.0; ///< ns: mean time * threads / mean number of living agents
    std::array<double, system_count> system_ms{};
    double moved = 0.0, awake = 0.0; ///< of the first repeat: the others move alike
    demo::Load load;                 ///< the greatest of the repeats
    uint64_t hash = 0;
    int64_t hash_frames = 0;
};

/// The runs of a battle on a number of threads. All have the same parts.
using Runs = std::vector<std::vector<Sample>>;

/// A row for each part that the battle has reached.
std::vector<Row> make_rows(const ReadBattle& battle, int threads, const Runs& runs);

/// Compares the hashes of a battle's rows, on any numbers of threads. Returns a description of the first difference;
/// empty: there is none.
std::string compare_hashes(const std::vector<Sample>& known, const std::vector<Sample>& other);

} // namespace fray::bench
