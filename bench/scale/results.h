// What `fray scale` found: rows, one a configuration, and the laws fitted to them.
#pragma once

#include "files/build.h"
#include "laws.h"
#include "measure.h"
#include "projection.h"
#include "statistics/quantiles.h"

#include <optional>

namespace fray::demo {

struct Row {
    Configuration configuration;
    int64_t agents = 0;
    size_t repeats = 0, frames = 0; ///< frames of all repeats
    Spread frame_ms;                ///< of all frames of all repeats
    std::vector<double> repeat_ms;  ///< median of each repeat
    double ns_per_agent = 0.0;      ///< median frame times threads, by agent: what an agent costs in cores' time
    /// Against the serial baseline of the same repeat; with --weak that of one thread's agents, times the threads.
    Spread speedup;
    Spread speedup_of_one;   ///< against one thread of oneTBB, as pinned; count 0: not measured
    double efficiency = 0.0; ///< speedup by threads
    Spread ceiling;          ///< speed-up of plain arithmetic in the same repeat, on the same threads
    double efficiency_of_ceiling = 0.0;
    std::optional<double> karp_flatt; ///< none for one thread, with --weak, or where threads are no cores
    std::array<double, stage_count> stage_ms{};
    std::array<double, stage_count> stage_share{}; ///< of all stages
    double serial_ms = 0.0, serial_share = 0.0;    ///< of the mean frame: while only one thread had work
    double hash_ms = 0.0;                          ///< apart from the frame
    double turns = 0.0, thinks = 0.0, looks = 0.0, circles = 0.0;
    Load load; ///< the worst of the repeats
    uint64_t hash = 0;
};

/// The laws for one scenario, size and way of running, over threads that are cores.
struct Fitted {
    Configuration configuration; ///< of its first row
    LawFit amdahl, universal;
};

struct Results {
    ScaleOptions options;
    Machine machine;
    Build build;
    Load load; ///< over the whole run
    double load_average_before = -1.0;
    std::vector<Row> rows;
    std::vector<Fitted> fits;
    std::optional<Projections> projections;
};

/// Samples of one configuration, in the order of the repeats.
using Samples = std::vector<Measurement>;

/// Row by row; `samples` are those of `configurations`, of the same number of repeats each.
std::vector<Row> make_rows(const ScaleOptions& options, const std::vector<Configuration>& configurations,
                           const std::vector<Samples>& samples);
std::vector<Fitted> fit_laws(const ScaleOptions& options, const std::vector<Row>& rows);

/// Where battles that are the same came to different states: what differs, and from which frame; else empty.
/// `known` has, by scenario and size, the hashes of the first one that was fought.
struct KnownHashes {
    struct Entry {
        Configuration configuration;
        std::vector<uint64_t> hashes;
    };
    std::vector<Entry> entries;
    std::string add(const Configuration& configuration, const Measurement& sample);
};

} // namespace fray::demo
