#include "rows.h"

#include "statistics/quantiles.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace fray::bench {
namespace {

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Figures of the same part in all runs.
class PartRuns {
public:
    PartRuns(const Runs& runs, size_t part) : runs_(runs), part_(part) {}

    std::vector<double> all(const std::function<double(const Sample&)>& figure) const {
        std::vector<double> values;
        for (const std::vector<Sample>& run : runs_) values.push_back(figure(run[part_]));
        return values;
    }
    double median(const std::function<double(const Sample&)>& figure) const { return demo::quantile(all(figure), 0.5); }
    double median_quantile(double share) const {
        return median([&](const Sample& sample) { return demo::quantile(sample.frame_ms, share); });
    }
    demo::Load load() const {
        demo::Load most;
        for (const std::vector<Sample>& run : runs_) {
            const demo::Load& load = run[part_].load;
            most = {most.known || load.known, std::max(most.steal, load.steal), std::max(most.others, load.others)};
        }
        return most;
    }

private:
    const Runs& runs_;
    size_t part_;
};

Row row_of(const ReadBattle& battle, int threads, const Runs& runs, size_t part) {
    const PartRuns of(runs, part);
    const Sample& first = runs.front()[part];
    const std::vector<double> means = of.all([](const Sample& sample) { return mean_of(sample.frame_ms); });
    Row row{.name = first.part.name, .scenario = battle.scenario.name, .threads = threads};
    row.repeats = runs.size();
    row.frames = first.frame_ms.size();
    row.agents_first = first.living_first;
    row.agents_last = first.living_last;
    row.mean = demo::quantile(means, 0.5);
    row.p50 = of.median_quantile(0.5);
    row.p95 = of.median_quantile(0.95);
    row.p99 = of.median_quantile(0.99);
    row.max = of.median_quantile(1.0);
    row.mean_least = demo::quantile(means, 0.0);
    row.mean_most = demo::quantile(means, 1.0);
    row.tail = row.p50 > 0.0 ? row.p99 / row.p50 : 0.0;
    row.core_ns = first.living > 0.0 ? row.mean * 1e6 * threads / first.living : 0.0;
    for (size_t i = 0; i < system_count; ++i)
        row.system_ms[i] = of.median([&](const Sample& sample) { return sample.system_ms[i]; });
    row.moved = first.moved;
    row.awake = first.awake;
    row.load = of.load();
    row.hash = first.hash;
    row.hash_frames = first.hash_frames;
    return row;
}

} // namespace

std::vector<Row> make_rows(const ReadBattle& battle, int threads, const Runs& runs) {
    std::vector<Row> rows;
    for (size_t part = 0; part < runs.front().size(); ++part)
        if (!runs.front()[part].frame_ms.empty()) rows.push_back(row_of(battle, threads, runs, part));
    return rows;
}

std::string compare_hashes(const std::vector<Sample>& known, const std::vector<Sample>& other) {
    for (size_t i = 0; i < known.size(); ++i)
        if (known[i].hash != other[i].hash || known[i].hash_frames != other[i].hash_frames)
            return fmt::format("{}: the state's hash after {} frames is {:016x}, but was {:016x} after {} frames",
                               known[i].part.name, other[i].hash_frames, other[i].hash, known[i].hash,
                               known[i].hash_frames);
    return {};
}

} // namespace fray::bench
