#include "camera.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fray::demo {
namespace {

constexpr double slow_zoom = 0.95;   ///< s
constexpr double fastest_zoom = 1.7; ///< 1/s, of the logarithm

} // namespace

FilmCamera::FilmCamera(int width, int height, std::optional<Area> focus, double seconds)
    : aspect_(static_cast<double>(width) / height), pixels_(static_cast<float>(width)), focus_(focus),
      length_(seconds) {}

Area FilmCamera::area(const World& world, double at) {
    const double seconds = last_ < 0.0 ? 0.0 : at - last_;
    const Area wanted = aim(world, at, seconds);
    double width = width_of(wanted);
    if (last_ < 0.0) {
        x_ = {wanted.centre.x, 0.0}, y_ = {wanted.centre.y, 0.0}, zoom_ = {std::log(width), 0.0};
    } else {
        // On a long way it rises, so that it sees where it goes.
        const double way = std::hypot(wanted.centre.x - x_.value, (wanted.centre.y - y_.value) * aspect_);
        width = std::max(width, 1.25 * way);
        const double now = std::exp(zoom_.value);
        x_.follow(wanted.centre.x, slow_pan, fastest_pan * now, seconds);
        y_.follow(wanted.centre.y, slow_pan, fastest_pan * now, seconds);
        zoom_.follow(std::log(width), slow_zoom, fastest_zoom, seconds);
    }
    last_ = at;
    if (!rests(world)) keep_agents(world);
    return shown();
}

bool FilmCamera::rests(const World& world) const { return focus_ && shows_agent(world, *focus_); }

Area FilmCamera::aim(const World& world, double at, double seconds) {
    if (rests(world)) return *focus_;
    const Area fight = follow(world, seconds);
    const bool is_closing = length_ >= least_closed && at > length_ - closing;
    return at < opening || is_closing ? whole_area(world) : fight;
}

Area FilmCamera::follow(const World& world, double seconds) {
    if (!follower_) {
        if (world.agent_count() == 0) return whole_area(world);
        widest_ = width_for_marks(world, pixels_, std::clamp(pixels_ / 150.0f, 4.5f, 10.0f));
        follower_.emplace(widest_);
    }
    const std::optional<Vec2> spot = follower_->find(world, seconds);
    return spot ? area_around(world, *spot, widest_, static_cast<float>(aspect_)) : whole_area(world);
}

/// Rises until some living agents are in the picture, if there are any.
void FilmCamera::keep_agents(const World& world) {
    constexpr size_t most = 6;     // as many as that, or half of those that live
    constexpr double share = 0.46; // of the picture to each side of its middle
    const auto states = world.states();
    std::vector<double> widths; // of a picture in which each of the agents is
    for (size_t row = 0; row < states.size(); ++row) {
        if (states[row] == AgentState::dead) continue;
        const Vec2 p = world.positions()[row];
        widths.push_back(std::max(std::abs(p.x - x_.value), std::abs(p.y - y_.value) * aspect_) / share);
    }
    if (widths.empty()) return;
    const size_t wanted = std::min(most, (widths.size() + 1) / 2);
    const auto last = widths.begin() + static_cast<std::ptrdiff_t>(wanted - 1);
    std::nth_element(widths.begin(), last, widths.end());
    const double least = std::log(std::max(*last, 1e-3));
    if (zoom_.value >= least) return;
    zoom_ = {least, std::max(zoom_.speed, 0.0)};
}

double FilmCamera::width_of(const Area& area) const {
    return std::max(static_cast<double>(area.size.x), static_cast<double>(area.size.y) * aspect_);
}

Area FilmCamera::shown() const {
    const double width = std::exp(zoom_.value);
    return {{static_cast<float>(x_.value), static_cast<float>(y_.value)},
            {static_cast<float>(width), static_cast<float>(width / aspect_)}};
}

} // namespace fray::demo
