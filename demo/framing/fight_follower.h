// What cameras follow the action with: where the fight is, and numbers that move without jumps.
#pragma once

#include "hot_spots.h"

#include <optional>

namespace fray::demo {

/// A number that follows another without jumps of its speed.
struct Eased {
    double value = 0.0, speed = 0.0;

    /// Goes on for `seconds` towards `aim`. `slowness`: s, about how long it takes; `fastest`: the most speed.
    void follow(double aim, double slowness, double fastest, double seconds);
};

inline constexpr double slow_pan = 0.75;   ///< s, how slowly a camera moves to its aim
inline constexpr double fastest_pan = 1.1; ///< widths of the picture per s

/// Stays with a fight until another is much hotter.
class FightFollower {
public:
    /// `widest`: m, the most that is shown of the fight.
    explicit FightFollower(float widest) : spots_(0.125f * widest) {}

    /// The middle of the fight, `seconds` of the battle after the last call. Empty: there is no fight.
    std::optional<Vec2> find(const World& world, double seconds);

private:
    HotSpots spots_;
    std::optional<Vec2> spot_; ///< the fight that it follows
    double stays_ = 0.0;       ///< s, how long it has followed that fight
};

} // namespace fray::demo
