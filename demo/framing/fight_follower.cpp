#include "fight_follower.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {
namespace {

constexpr double memory = 1.5;     ///< s, how long an attack stays hot
constexpr double least_stay = 2.5; ///< s, at one fight
constexpr float better = 1.8f;     ///< how much hotter another fight must be

} // namespace

/// A critically damped spring (Game Programming Gems 4, chapter 1.10).
void Eased::follow(double aim, double slowness, double fastest, double seconds) {
    const double omega = 2.0 / slowness, x = omega * seconds;
    const double decay = 1.0 / (1.0 + x + 0.48 * x * x + 0.235 * x * x * x);
    const double most = fastest * slowness;
    const double change = std::clamp(value - aim, -most, most);
    const double near = value - change;
    const double step = (speed + omega * change) * seconds;
    speed = (speed - omega * step) * decay;
    value = near + (change + step) * decay;
}

std::optional<Vec2> FightFollower::find(const World& world, double seconds) {
    spots_.cool(static_cast<float>(std::exp(-seconds / memory)));
    spots_.add(world, spot_ ? static_cast<float>(seconds) : 1.0f);
    const std::optional<Vec2> hottest = spots_.hottest();
    if (!hottest) return std::nullopt;
    const std::pair<float, Vec2> here = spots_.near(spot_.value_or(*hottest));
    stays_ += seconds;
    const bool is_better = spots_.near(*hottest).first > better * here.first && stays_ > least_stay;
    if (!spot_ || is_better) stays_ = 0.0;
    spot_ = !spot_ || is_better ? *hottest : here.second;
    return spot_;
}

} // namespace fray::demo
