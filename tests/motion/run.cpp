#include "run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
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

/// The median cost of the frames in which the crowd walks.
class CostMedian {
public:
    void add(const FrameCost& cost) {
        whole_.push_back(static_cast<double>(cost.whole));
        motion_.push_back(static_cast<double>(cost.motion));
    }
    void tell(size_t agents, Run& out) {
        out.whole_ns = median(whole_) / static_cast<double>(agents);
        out.motion_ns = median(motion_) / static_cast<double>(agents);
    }

private:
    static double median(std::vector<double>& values) {
        if (values.empty()) return 0.0;
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    }

    std::vector<double> whole_, motion_;
};

} // namespace

Run run(const Scene& scene, Crowd& crowd, const Watcher& watcher, double wall_seconds) {
    Measures measures(scene, crowd.frame_seconds());
    CostMedian costs;
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
        if (2 * measures.arrived() < measures.walkers()) costs.add(crowd.cost());
        if (measures.arrived() == measures.walkers()) rested += crowd.frame_seconds();
        out.cut = wall_seconds > 0.0 && std::chrono::duration<double>(Clock::now() - start).count() > wall_seconds;
    }
    out.figures = measures.figures();
    costs.tell(scene.walkers.size(), out);
    out.hash = crowd.hash();
    return out;
}

} // namespace fray::motion
