#include "measures.h"

#include <algorithm>
#include <cmath>

namespace fray::motion {
namespace {

constexpr double arrival_distance = 0.3; ///< m
constexpr float ground_margin = 0.005f;  ///< m: rounding puts an engine that walks along the edge on either side of it
constexpr double sample_every = 0.1;     ///< s

double distance(Vec2 a, Vec2 b) { return std::hypot(double{b.x} - double{a.x}, double{b.y} - double{a.y}); }

double ratio(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

bool off_ground(const GridMap& ground, Vec2 at) {
    if (ground.walkable(at)) return false;
    for (const float x : {-ground_margin, 0.0f, ground_margin})
        for (const float y : {-ground_margin, 0.0f, ground_margin})
            if (ground.walkable(Vec2{at.x + x, at.y + y})) return false;
    return true;
}

} // namespace

Measures::Measures(const Scene& scene, double frame_seconds)
    : scene_(scene), frame_seconds_(frame_seconds), search_(scene.walkers) {
    for (const Walker& walker : scene.walkers) {
        courses_.push_back({.at = walker.start});
        walkers_ += !walker.stands;
    }
}

double Measures::seconds() const { return static_cast<double>(frames_) * frame_seconds_; }

void Measures::add(std::span<const Vec2> positions) {
    ++frames_;
    for (size_t i = 0; i < courses_.size(); ++i) {
        if (!scene_.walkers[i].stands) follow(courses_[i], scene_.walkers[i], positions[i]);
        courses_[i].at = positions[i];
    }
    if (frames_ % std::max<int64_t>(std::llround(sample_every / frame_seconds_), 1) == 0) sample(positions);
}

void Measures::follow(Course& course, const Walker& walker, Vec2 to) {
    course.path += distance(course.at, to);
    const double left = distance(to, walker.goal);
    if (course.arrival != Figures::never || left > arrival_distance) return;
    course.arrival = seconds();
    course.path_ratio = (course.path + left) / walker.way;
    ++arrived_;
}

void Measures::sample(std::span<const Vec2> positions) {
    overlaps_.add(search_.find(positions));
    if (scene_.ground)
        for (const Vec2 at : positions) off_ground_ += off_ground(*scene_.ground, at);
}

double Measures::arrival_of(double share) const {
    std::vector<double> arrivals;
    for (size_t i = 0; i < courses_.size(); ++i)
        if (!scene_.walkers[i].stands) arrivals.push_back(courses_[i].arrival);
    if (arrivals.empty()) return 0.0;
    const double count = std::ceil(share * static_cast<double>(arrivals.size()));
    const auto last = arrivals.begin() + std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(count) - 1, 0);
    std::nth_element(arrivals.begin(), last, arrivals.end());
    return *last;
}

Figures Measures::figures() const {
    Figures out{.half = arrival_of(0.5),
                .most = arrival_of(0.99),
                .all = arrival_of(1.0),
                .walkers = walkers_,
                .stuck = walkers_ - arrived_,
                .off_ground = off_ground_,
                .seconds = seconds()};
    out.deep_share = ratio(static_cast<double>(overlaps_.deep), static_cast<double>(overlaps_.touching));
    out.worst_overlap = overlaps_.worst;
    sum_up_courses(out);
    return out;
}

void Measures::sum_up_courses(Figures& out) const {
    double left = 0.0, ratios = 0.0;
    for (size_t i = 0; i < courses_.size(); ++i) {
        const Course& course = courses_[i];
        const Walker& walker = scene_.walkers[i];
        const double off = distance(course.at, walker.goal);
        if (walker.stands) {
            out.standing_moved = std::max(out.standing_moved, off);
        } else if (course.arrival == Figures::never) {
            left += off;
        } else {
            ratios += course.path_ratio;
            out.astray += off > arrival_distance;
        }
    }
    out.distance_left = ratio(left, static_cast<double>(out.stuck));
    out.path_ratio = ratio(ratios, static_cast<double>(arrived_));
}

} // namespace fray::motion
