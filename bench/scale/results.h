// The results of `fray scale`: a row per configuration.
#pragma once

#include "files/build.h"
#include "measure.h"
#include "projection.h"
#include "statistics/quantiles.h"

#include <optional>

namespace fray::demo {

struct Row {
    Configuration configuration;
    int64_t agents = 0;
    size_t repeats = 0, frames = 0; ///< `frames`: number of measured frames of all repeats together
    Spread frame_ms;                ///< over all frames of all repeats
    std::vector<double> repeat_ms;  ///< median frame time of each repeat
    double ns_per_agent = 0.0;      ///< median frame time * threads / agents: the core time per agent
    /// Speed-up relative to the serial baseline of the same repeat. With --weak the baseline runs the agents of a
    /// single thread, and the ratio is multiplied by the number of threads.
    Spread speedup;
    Spread speedup_of_one;   ///< relative to a single oneTBB thread with the same pinning; count 0: not measured
    double efficiency = 0.0; ///< speed-up / threads
    Spread ceiling;          ///< speed-up of plain arithmetic in the same repeat on the same threads
    double efficiency_of_ceiling = 0.0;
    std::array<double, system_count> system_ms{};
    std::array<double, system_count> system_share{}; ///< share of the time of all systems
    double serial_ms = 0.0, serial_share = 0.0;      ///< of the mean frame: the time in which a single thread had work
    double hash_ms = 0.0;                            ///< not part of the frame's time
    double updates = 0.0, evaluations = 0.0, target_scans = 0.0, circles = 0.0;
    Load load; ///< the highest values of all repeats
    uint64_t hash = 0;
};

struct Results {
    ScaleOptions options;
    Machine machine;
    Build build;
    Load load; ///< during the whole run
    double load_average_before = -1.0;
    std::vector<Row> rows;
    std::optional<Projections> projections;
};

/// The measurements of a configuration, in the order of the repeats.
using Samples = std::vector<Measurement>;

/// Makes a row per configuration. `samples` belong to `configurations`, each with the same number of repeats.
std::vector<Row> make_rows(const ScaleOptions& options, const std::vector<Configuration>& configurations,
                           const std::vector<Samples>& samples);

/// Detects runs of the same battle with different states. Stores for each scenario and size the hashes of the first
/// battle. `add` returns a description of the first difference; empty: no difference.
struct KnownHashes {
    struct Entry {
        Configuration configuration;
        std::vector<uint64_t> hashes;
    };
    std::vector<Entry> entries;
    std::string add(const Configuration& configuration, const Measurement& sample);
};

} // namespace fray::demo
