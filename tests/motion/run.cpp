#include "run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace fray::motion {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double rest_seconds = 3.0; ///< s: how long the run continues after all walkers have arrived

void require_finite(std::span<const Vec2> positions, const Crowd& crowd) {
    for (const Vec2 at : positions)
        if (!std::isfinite(at.x) || !std::isfinite(at.y))
            throw std::runtime_error(crowd.engine() + ": the position of an agent is not finite");
}

double median(std::vector<int64_t> values) {
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return static_cast<double>(*middle);
}

} // namespace

Run run(const Scene& scene, Crowd& crowd, const Watcher& watcher, double wall_seconds) {
    Measures measures(scene, crowd.frame_seconds());
    std::vector<int64_t> whole, motion; // ns, of the frames in which the crowd walks
    Run out;
    std::vector<Vec2> positions(scene.walkers.size());
    const auto start = Clock::now();
    double rested = 0.0;
    while (measures.seconds() < scene.time_limit && rested < rest_seconds && !out.cut) {
        crowd.step();
        crowd.positions(positions);
        require_finite(positions, crowd);
        measures.add(positions);
        if (watcher) watcher(measures.seconds(), positions);
        if (2 * measures.arrived() < measures.walkers()) {
            const FrameCost cost = crowd.cost();
            whole.push_back(cost.whole);
            motion.push_back(cost.motion);
        }
        if (measures.arrived() == measures.walkers()) rested += crowd.frame_seconds();
        out.cut = wall_seconds > 0.0 && std::chrono::duration<double>(Clock::now() - start).count() > wall_seconds;
    }
    out.figures = measures.figures();
    out.whole_ns = median(std::move(whole)) / static_cast<double>(scene.walkers.size());
    out.motion_ns = median(std::move(motion)) / static_cast<double>(scene.walkers.size());
    out.hash = crowd.hash();
    return out;
}

} // namespace fray::motion
