// How a crowd walks, in figures. They use only the positions after each frame, so every engine is measured alike.
#pragma once

#include "overlaps.h"
#include "scenes.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace fray::motion {

struct Figures {
    static constexpr double never = std::numeric_limits<double>::infinity();

    double half = never, most = never,
           all = never;      ///< s, until 50 %, 99 %, 100 % of the walkers had been within 0.3 m of their goals
    int64_t walkers = 0;     ///< agents that do not stand
    int64_t stuck = 0;       ///< of these: never within 0.3 m of the goal
    int64_t astray = 0;      ///< of the others: farther away again at the end
    double deep_share = 0.0; ///< share of touching pairs that overlap by at least a tenth; sampled ten times per second
    double worst_overlap = 0.0;  ///< 0 to 1
    double distance_left = 0.0;  ///< m, mean distance of stuck walkers from their goals at the end
    double path_ratio = 0.0;     ///< length of the path taken / shortest path; the mean of the walkers that arrived
    double standing_moved = 0.0; ///< m, the greatest distance of a standing agent from its start at the end
    int64_t off_ground = 0;      ///< agents more than 5 mm off the ground, summed over the samples (ten per second)
    double seconds = 0.0;        ///< measured time
};

class Measures {
public:
    /// `scene` must outlive the measures.
    explicit Measures(const Scene& scene, double frame_seconds = 1.0 / 60.0);

    /// Is called after each frame. `positions` are in the order of the scene's walkers.
    void add(std::span<const Vec2> positions);
    Figures figures() const;

    double seconds() const;
    int64_t walkers() const { return walkers_; }
    int64_t arrived() const { return arrived_; }

private:
    struct Course {
        Vec2 at{};
        double path = 0.0;               ///< m
        double arrival = Figures::never; ///< s
        double path_ratio = 0.0;
    };
    void follow(Course& course, const Walker& walker, Vec2 to);
    void sample(std::span<const Vec2> positions);
    double arrival_of(double share) const;
    void sum_up_courses(Figures& out) const;

    const Scene& scene_;
    double frame_seconds_;
    OverlapSearch search_;
    std::vector<Course> courses_;
    int64_t frames_ = 0, walkers_ = 0, arrived_ = 0;
    Overlaps overlaps_;
    int64_t off_ground_ = 0;
};

} // namespace fray::motion
