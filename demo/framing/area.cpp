#include "area.h"

#include "hot_spots.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fray::demo {
namespace {

constexpr float area_margin = 1.14f; ///< size of an area by the size of what it shows
constexpr float least_size = 8.0f;   ///< radii of an ordinary agent
constexpr size_t most_looked = 8192; ///< agents; of more, a regular sample is looked at

/// Calls `look` with the rows of living agents; if there is none, with all rows.
template <class Look> void for_each_shown(const World& world, size_t most, Look look) {
    const auto states = world.states();
    const size_t step = states.size() / most + 1;
    bool any = false;
    for (size_t row = 0; row < states.size(); row += step) {
        if (states[row] == AgentState::dead) continue;
        any = true;
        look(row);
    }
    if (any) return;
    for (size_t row = 0; row < states.size(); ++row)
        if (states[row] != AgentState::dead) return look(row);
    for (size_t row = 0; row < states.size(); row += step) look(row);
}

struct Range {
    float least = 0.0f, greatest = 0.0f;
};

/// The range of the numbers without `cut` of them at each end.
Range range_of(std::vector<float>& numbers, float cut) {
    const auto skipped = static_cast<size_t>(cut * static_cast<float>(numbers.size()));
    const auto low = numbers.begin() + static_cast<std::ptrdiff_t>(skipped);
    const auto high = numbers.end() - 1 - static_cast<std::ptrdiff_t>(skipped);
    std::nth_element(numbers.begin(), low, numbers.end());
    const float least = *low;
    std::nth_element(numbers.begin(), high, numbers.end());
    return {least, *high};
}

float usual_radius(const World& world) {
    std::vector<float> radii;
    for_each_shown(world, 512,
                   [&](size_t row) { radii.push_back(world.archetype(world.archetypes()[row]).body.radius); });
    if (radii.empty()) return 0.4f;
    const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
    std::nth_element(radii.begin(), middle, radii.end());
    return std::max(*middle, 0.05f);
}

/// The area around the points (a few stragglers left out), at least `least` in size.
Area around(std::vector<float>& xs, std::vector<float>& ys, float cut, float least) {
    const Range x = range_of(xs, cut), y = range_of(ys, cut);
    return {
        {0.5f * (x.least + x.greatest), 0.5f * (y.least + y.greatest)},
        {std::max(area_margin * (x.greatest - x.least), least), std::max(area_margin * (y.greatest - y.least), least)}};
}

} // namespace

bool shows_agent(const World& world, const Area& area) {
    const auto states = world.states();
    const auto positions = world.positions();
    bool lives = false, shows_dead = false;
    for (size_t row = 0; row < states.size(); ++row) {
        const Vec2 p = positions[row];
        const bool is_in =
            std::abs(p.x - area.centre.x) < 0.5f * area.size.x && std::abs(p.y - area.centre.y) < 0.5f * area.size.y;
        const bool dead = states[row] == AgentState::dead;
        if (is_in && !dead) return true;
        lives = lives || !dead;
        shows_dead = shows_dead || is_in;
    }
    return !lives && shows_dead;
}

Area whole_area(const World& world) {
    const float least = 2.0f * least_size * usual_radius(world);
    std::vector<float> xs, ys;
    for_each_shown(world, most_looked, [&](size_t row) {
        xs.push_back(world.positions()[row].x);
        ys.push_back(world.positions()[row].y);
    });
    if (xs.empty()) return {{}, {least, least}};
    return around(xs, ys, xs.size() > 200 ? 0.004f : 0.0f, least);
}

Area action_area(const World& world, float widest, float aspect) {
    HotSpots spots(0.125f * widest);
    spots.add(world, 1.0f);
    const std::optional<Vec2> hottest = spots.hottest();
    return hottest ? area_around(world, *hottest, widest, aspect) : whole_area(world);
}

Area area_around(const World& world, Vec2 centre, float widest, float aspect) {
    std::vector<float> xs, ys;
    const float across = 0.5f * widest, up = 0.5f * widest / aspect;
    for_each_shown(world, world.agent_count() + 1, [&](size_t row) {
        const Vec2 p = world.positions()[row];
        if (std::abs(p.x - centre.x) > across || std::abs(p.y - centre.y) > up) return;
        xs.push_back(p.x);
        ys.push_back(p.y);
    });
    if (xs.empty()) return {centre, {widest, widest / aspect}};
    Area area = around(xs, ys, xs.size() > 40 ? 0.03f : 0.0f, 2.0f * least_size * usual_radius(world));
    area.size = {std::min(area.size.x, widest), std::min(area.size.y, widest / aspect)};
    // The middle of the action stays in the middle half of the picture.
    const Vec2 shown = {std::max(area.size.x, area.size.y * aspect), std::max(area.size.y, area.size.x / aspect)};
    area.centre = {std::clamp(area.centre.x, centre.x - 0.2f * shown.x, centre.x + 0.2f * shown.x),
                   std::clamp(area.centre.y, centre.y - 0.2f * shown.y, centre.y + 0.2f * shown.y)};
    return area;
}

float width_for_marks(const World& world, float pixels, float radius) {
    return pixels * 1.15f * usual_radius(world) / radius;
}

Area open_area(const World& world, float width, float height) {
    const Area whole = whole_area(world);
    if (std::ranges::count(world.states(), AgentState::attack) == 0) return whole;
    const float scale = std::min(width / whole.size.x, height / whole.size.y);
    const float filled = scale * scale * whole.size.x * whole.size.y / (width * height);
    constexpr float least_filled = 0.3f, least_mark = 1.2f; // pixels
    if (world.agent_count() < 40 ||
        (filled >= least_filled && whole.size.x <= width_for_marks(world, width, least_mark)))
        return whole;
    return action_area(world, width_for_marks(world, width, 3.5f), width / height);
}

} // namespace fray::demo
