#include "battle/poses.h"

#include <algorithm>
#include <cmath>

namespace fray::scenario {
namespace {

double distance(Vec2 a, Vec2 b) { return std::hypot(double{b.x} - double{a.x}, double{b.y} - double{a.y}); }

/// Rounds to a millionth, because the last bits of a sine depend on the C library.
float rounded(double v) { return static_cast<float>(std::round(v * 1e6) * 1e-6); }

/// The motion of an agent that evades, leg by leg. A leg ends when the agent reverses its direction, or when a roll
/// starts or ends.
class Evasion {
public:
    Evasion(const ScriptEvade& command, Vec2 start)
        : command_(command), x_(double{start.x} - double{command.radius}), y_(double{start.y}) {}

    void go_on(double until) {
        double now = 0.0;
        while (now < until) {
            const double end = std::min(until, next_change());
            leg(end - now);
            now = end;
            change(now);
        }
    }

    Pose pose() const {
        const double radius = double{command_.radius};
        const Vec2 at = {rounded(x_ + radius * std::cos(angle_)), rounded(y_ + radius * std::sin(angle_))};
        return {at,
                rolling_ ? heading_of_roll()
                         : Vec2{rounded(-sense_ * std::sin(angle_)), rounded(sense_ * std::cos(angle_))},
                false};
    }

private:
    static constexpr double never = 1e300;

    double next_turn() const { return command_.turn_interval > 0.0 ? command_.turn_interval * (turns_ + 1) : never; }
    double next_roll() const { return command_.roll_interval > 0.0 ? command_.roll_interval * (rolls_ + 1) : never; }
    double end_of_roll() const { return rolling_ ? command_.roll_interval * rolls_ + command_.roll_time : never; }
    double next_change() const { return std::min({next_turn(), next_roll(), end_of_roll()}); }

    void change(double now) {
        if (now >= end_of_roll()) rolling_ = false;
        if (now >= next_turn()) {
            sense_ = -sense_;
            ++turns_;
        }
        if (now >= next_roll()) {
            rolling_ = true;
            ++rolls_;
        }
    }

    void leg(double seconds) {
        if (!rolling_) {
            angle_ += sense_ * seconds * double{command_.speed} / double{command_.radius};
            return;
        }
        const double metres = double{command_.roll_distance} * seconds / command_.roll_time;
        x_ += metres * std::cos(roll_angle());
        y_ += metres * std::sin(roll_angle());
    }

    double roll_angle() const { return double{command_.roll_angle} * (rolls_ - 1); }
    Vec2 heading_of_roll() const { return {rounded(std::cos(roll_angle())), rounded(std::sin(roll_angle()))}; }

    const ScriptEvade& command_;
    double x_, y_; ///< m, the middle of the circle
    double angle_ = 0.0;
    double sense_ = 1.0; ///< 1: counter-clockwise
    int turns_ = 0, rolls_ = 0;
    bool rolling_ = false;
};

} // namespace

Pose pose_along(const std::vector<Vec2>& corners, bool loop, double metres) {
    double round = 0.0;
    for (size_t i = 1; i + 1 < corners.size(); ++i) round += distance(corners[i], corners[i + 1]);
    const double lead_in = distance(corners[0], corners[1]);
    round += distance(corners.back(), corners[1]);
    if (loop && round > 0.0 && metres > lead_in) metres = lead_in + std::fmod(metres - lead_in, round);
    Pose pose{loop ? corners[1] : corners.back(), {}, !loop || !(round > 0.0)};
    const size_t legs = corners.size() - (loop ? 0 : 1);
    for (size_t i = 0; i < legs; ++i) {
        const Vec2 from = corners[i];
        const Vec2 to = i + 1 < corners.size() ? corners[i + 1] : corners[1];
        const double length = distance(from, to);
        if (length > 0.0) pose.heading = {(to.x - from.x), (to.y - from.y)};
        if (metres < length) {
            const auto part = static_cast<float>(metres / length);
            pose.position = {from.x + pose.heading.x * part, from.y + pose.heading.y * part};
            pose.arrived = false;
            return pose;
        }
        metres -= length;
    }
    return pose;
}

Pose pose_evading(const ScriptEvade& command, Vec2 start, double seconds) {
    const bool stands = command.evade_time > 0.0 && seconds >= command.evade_time;
    Evasion evasion(command, start);
    evasion.go_on(stands ? command.evade_time : seconds);
    Pose pose = evasion.pose();
    pose.arrived = stands;
    return pose;
}

} // namespace fray::scenario
