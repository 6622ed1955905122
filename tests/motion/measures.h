// How a crowd walks, in figures. Sees nothing but where everybody is after each frame, so that every engine is measured
// alike.
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

    double half = never, most = never, all = never; ///< s, until 50 %, 99 %, 100 % had been within 0.3 m of their goals
    int64_t walkers = 0;                            ///< who do not stand
    int64_t stuck = 0;                              ///< of these: had never been there
    int64_t astray = 0;                             ///< of the others: farther off again at the end
    double deep_share = 0.0;       ///< of touching pairs whose overlap is at least a tenth; ten times a second
    double deep_per_hundred = 0.0; ///< such pairs at a time, for 100 agents
    double worst_overlap = 0.0;    ///< 0 to 1
    double jitter = 0.0;           ///< m/s^2: change of direction in a second, rad/s, times speed; who had not arrived
    double resting_speed = 0.0;    ///< m/s, of those who have been there for a second and more
    double waiting_speed = 0.0;    ///< m/s, of the stuck, in the last 5 to 10 s
    double distance_left = 0.0;    ///< m, of the stuck at the end, the mean
    double path_ratio = 0.0;       ///< way taken over shortest way, the mean of those who arrived
    double standing_moved = 0.0;   ///< m, the farthest that one who stands is from its place at the end
    int64_t off_ground = 0;        ///< agents off the ground by more than 5 mm, ten times a second, added up
    double seconds = 0.0;          ///< how long was measured
};

class Measures {
public:
    /// `scene` outlives it.
    explicit Measures(const Scene& scene);

    /// After a frame of frame_seconds: where everybody is, in the order of the scene's walkers.
    void add(std::span<const Vec2> positions);
    Figures figures() const;

    double seconds() const;
    int64_t walkers() const { return walkers_; }
    int64_t arrived() const { return arrived_; }

private:
    struct Course {
        Vec2 at;
        double velocity_x = 0.0, velocity_y = 0.0; ///< m/s, in the last frame
        double path = 0.0;                         ///< m
        double arrival = Figures::never;           ///< s
        double path_ratio = 0.0;
        double path_then = 0.0, path_before = 0.0; ///< m, at the last two marks
    };
    void follow(Course& course, const Walker& walker, Vec2 to);
    void measure_turn(const Course& course, double velocity_x, double velocity_y);
    void sample(std::span<const Vec2> positions);
    void mark_paths();
    double arrival_of(double share) const;
    void sum_up_courses(Figures& out) const;

    const Scene& scene_;
    OverlapSearch search_;
    std::vector<Course> courses_;
    int64_t frames_ = 0, samples_ = 0, walkers_ = 0, arrived_ = 0;
    int64_t marked_then_ = 0, marked_before_ = 0; ///< frames
    Overlaps overlaps_;
    int64_t off_ground_ = 0;
    double turned_ = 0.0;          ///< rad times m/s
    double walking_seconds_ = 0.0; ///< of all together
    double rest_path_ = 0.0, rest_seconds_ = 0.0;
};

} // namespace fray::motion
