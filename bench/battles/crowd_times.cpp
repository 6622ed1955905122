#include "crowd_times.h"

#include "crowd.h"
#include "files/require.h"
#include "peers.h"
#include "statistics/quantiles.h"

#include "fray/jobs.h"

#include <algorithm>

namespace fray::bench {
namespace {

constexpr int measured = 30; ///< frames
/// After a restore the buffers of a world grow to their final size, so these frames are not measured.
constexpr int after_restore = 10;
constexpr int64_t frames_before = measured / 2 + after_restore; ///< from the snapshot to the crowd's frame

/// A number of threads, and all times measured on it.
struct Series {
    int threads;
    std::unique_ptr<JobSystem> jobs;
    std::vector<double> locomotion, indices, frame, orca, few, detour;
};

/// A battle shortly before a crowd's frame. It can be run from there any number of times.
class Scene {
public:
    Scene(const CrowdDef& def, const ReadBattle& read, JobSystem& jobs) : battle_(start(read, jobs, false)) {
        run(def.frame - frames_before);
        mark_ = battle_.mark();
        demo::require(battle_.world().save(&snapshot_), battle_.world());
        run(frames_before);
        crowd_ = take_crowd(read, battle_.world(), jobs);
    }

    const Crowd& crowd() const { return crowd_; }
    void measure(Series& series) {
        World& world = battle_.world();
        demo::require(world.set_jobs(series.jobs.get()), world);
        demo::require(world.restore(snapshot_), world);
        battle_.return_to(*mark_).value();
        run(after_restore);
        double locomotion = 0.0, indices = 0.0, frame = 0.0;
        for (int i = 0; i < measured; ++i) {
            battle_.step().value();
            const Profile& profile = world.profile();
            const auto ms = [&](FrameSystem system) {
                return static_cast<double>(profile.system_ns[static_cast<size_t>(system)]) * 1e-6;
            };
            locomotion += ms(FrameSystem::locomotion);
            indices += ms(FrameSystem::build_trees) + ms(FrameSystem::build_grid);
            frame += static_cast<double>(profile.step_ns) * 1e-6;
        }
        series.locomotion.push_back(locomotion / measured);
        series.indices.push_back(indices / measured);
        series.frame.push_back(frame / measured);
    }

private:
    void run(int64_t frames) {
        for (int64_t i = 0; i < frames; ++i) battle_.step().value();
    }

    Battle battle_;
    std::shared_ptr<const Battle::Mark> mark_;
    std::vector<std::byte> snapshot_;
    Crowd crowd_;
};

void measure_peers(const Crowd& crowd, Series& series) {
    const peers::OrcaDef few{.neighbours = 6, .range = 2.0f, .time_horizon = 0.5f};
    series.orca.push_back(time_orca(crowd, {}, measured, series.threads));
    series.few.push_back(time_orca(crowd, few, measured, series.threads));
    if (series.threads > 1) return;
    if (const std::optional<double> ms = time_detour(crowd, measured)) series.detour.push_back(*ms);
}

double median(const std::vector<double>& times) { return demo::quantile(times, 0.5); }

} // namespace

std::vector<CrowdDef> all_crowds() {
    return {{"skirmish", 720}, {"skirmish", 1200}, {"hoplites", 600}, {"cannae", 600}, {"march-100k", 150}};
}

std::vector<CrowdTimes> time_crowd(const CrowdDef& def, const ReadBattle& battle, const std::vector<int>& threads,
                                   int repeats) {
    const std::shared_ptr<void> more_threads = demo::allow_threads(*std::max_element(threads.begin(), threads.end()));
    std::vector<Series> all;
    for (const int count : threads) all.push_back({count, make_tbb_jobs({.threads = count}).value()});
    Scene scene(def, battle, *all.back().jobs);
    const Crowd& crowd = scene.crowd();
    for (int repeat = 0; repeat < repeats; ++repeat)
        for (Series& series : all) {
            scene.measure(series);
            measure_peers(crowd, series);
        }
    const auto walking = std::count_if(crowd.speeds.begin(), crowd.speeds.end(), [](float speed) { return speed > 0; });
    std::vector<CrowdTimes> times;
    for (const Series& series : all) {
        CrowdTimes& row = times.emplace_back(CrowdTimes{.crowd = def, .threads = series.threads});
        row.agents = crowd.size();
        row.walking = static_cast<double>(walking) / static_cast<double>(std::max<size_t>(crowd.size(), 1));
        row.locomotion = median(series.locomotion);
        row.indices = median(series.indices);
        row.frame = median(series.frame);
        row.orca = median(series.orca);
        row.orca_few = median(series.few);
        if (!series.detour.empty()) row.detour = median(series.detour);
    }
    return times;
}

} // namespace fray::bench
