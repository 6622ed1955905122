#include "results.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace fray::demo {
namespace {

bool same_battle(const Configuration& a, const Configuration& b) {
    return a.scenario == b.scenario && a.agents == b.agents;
}

/// Whether the configurations differ in nothing but the number of threads and the agents of --weak.
bool same_series(const Configuration& a, const Configuration& b) {
    return a.scenario == b.scenario && a.base_agents == b.base_agents && a.cold == b.cold && a.pinned == b.pinned &&
           a.chain == b.chain && a.serial == b.serial;
}

bool is_baseline(const Configuration& baseline, const Configuration& of) {
    return baseline.serial && baseline.scenario == of.scenario && baseline.base_agents == of.base_agents &&
           baseline.cold == of.cold;
}

double median_frame_ns(const Measurement& sample) { return quantile(sample.frame_ns, 0.5); }

size_t find_baseline(const std::vector<Configuration>& all, const Configuration& of) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Configuration& c) { return is_baseline(c, of); });
    return static_cast<size_t>(found - all.begin());
}

/// The ratios other / own of the times, repeat by repeat, so that disturbances of the machine affect both.
Spread ratios(const Samples& other, const Samples& own, double times, double (*time_of)(const Measurement&)) {
    std::vector<double> values;
    for (size_t i = 0; i < own.size(); ++i) values.push_back(times * time_of(other[i]) / time_of(own[i]));
    return spread_of(std::move(values));
}

double mean_of(const Samples& samples, double Measurement::*figure) {
    double sum = 0.0;
    for (const Measurement& sample : samples) sum += sample.*figure;
    return sum / static_cast<double>(samples.size());
}

void add_times(Row& row, const Samples& samples) {
    std::vector<double> all;
    double mean = 0.0;
    for (const Measurement& sample : samples) {
        for (const double ns : sample.frame_ns) all.push_back(ns * 1e-6);
        row.repeat_ms.push_back(median_frame_ns(sample) * 1e-6);
        for (size_t i = 0; i < system_count; ++i)
            row.system_ms[i] += sample.system_ns[i] * 1e-6 / static_cast<double>(samples.size());
    }
    mean = std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(std::max<size_t>(all.size(), 1));
    row.frames = all.size();
    row.frame_ms = spread_of(std::move(all));
    const double systems = std::accumulate(row.system_ms.begin(), row.system_ms.end(), 0.0);
    for (size_t i = 0; i < system_count; ++i) row.system_share[i] = systems > 0.0 ? row.system_ms[i] / systems : 0.0;
    row.serial_ms = mean_of(samples, &Measurement::serial_ns) * 1e-6;
    row.serial_share = mean > 0.0 ? row.serial_ms / mean : 0.0;
    row.hash_ms = mean_of(samples, &Measurement::hash_ns) * 1e-6;
    row.ns_per_agent =
        row.agents > 0 ? row.frame_ms.median * 1e6 * row.configuration.threads / static_cast<double>(row.agents) : 0.0;
}

void add_work(Row& row, const Samples& samples) {
    row.updates = mean_of(samples, &Measurement::updates);
    row.evaluations = mean_of(samples, &Measurement::evaluations);
    row.target_scans = mean_of(samples, &Measurement::target_scans);
    row.circles = mean_of(samples, &Measurement::circles);
    for (const Measurement& sample : samples) {
        if (!sample.load.known) continue;
        row.load.known = true;
        row.load.steal = std::max(row.load.steal, sample.load.steal);
        row.load.others = std::max(row.load.others, sample.load.others);
    }
}

} // namespace

std::vector<Row> make_rows(const ScaleOptions& options, const std::vector<Configuration>& configurations,
                           const std::vector<Samples>& samples) {
    std::vector<Row> rows;
    for (size_t i = 0; i < configurations.size(); ++i) {
        Row row;
        const Configuration& c = row.configuration = configurations[i];
        const Samples& own = samples[i];
        row.repeats = own.size();
        row.agents = own.front().agents;
        row.hash = own.front().hashes.back();
        add_times(row, own);
        add_work(row, own);
        const Samples& baseline = samples[find_baseline(configurations, c)];
        row.speedup = ratios(baseline, own, options.weak ? c.threads : 1.0, median_frame_ns);
        for (size_t k = 0; k < configurations.size(); ++k)
            if (!c.serial && configurations[k].threads == 1 && same_series(configurations[k], c))
                row.speedup_of_one = ratios(samples[k], own, options.weak ? c.threads : 1.0, median_frame_ns);
        row.ceiling = ratios(baseline, own, 1.0, [](const Measurement& s) { return s.arithmetic_ns; });
        row.efficiency = row.speedup.median / c.threads;
        row.efficiency_of_ceiling = row.ceiling.median > 0.0 ? row.speedup.median / row.ceiling.median : 0.0;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string KnownHashes::add(const Configuration& configuration, const Measurement& sample) {
    const std::vector<uint64_t>& hashes = sample.hashes;
    for (const Entry& entry : entries) {
        if (!same_battle(entry.configuration, configuration)) continue;
        const auto differ = std::mismatch(hashes.begin(), hashes.end(), entry.hashes.begin(), entry.hashes.end());
        if (differ.first == hashes.end()) return {};
        return fmt::format("frame {}: {}: the state's hash is {:016x}, but {:016x} in: {}",
                           sample.first_frame + static_cast<uint64_t>(differ.first - hashes.begin()),
                           describe(configuration), *differ.first, *differ.second, describe(entry.configuration));
    }
    entries.push_back({configuration, hashes});
    return {};
}

} // namespace fray::demo
