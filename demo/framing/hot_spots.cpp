#include "hot_spots.h"

#include <cmath>

namespace fray::demo {
namespace {

constexpr float of_attack = 1.0f, of_holder = 0.15f;
constexpr float of_approach = 0.05f;     ///< heat of two agents that are close to each other
constexpr float approach_length = 12.0f; ///< m; the heat falls by the factor e over this distance
constexpr size_t most_sampled = 8'000;   ///< agents; of more, a regular sample is looked at

} // namespace

void HotSpots::add(const World& world, float amount) {
    const auto states = world.states();
    const size_t step = states.size() / most_sampled + 1;
    const float share = amount * static_cast<float>(step);
    for (size_t row = 0; row < states.size(); row += step) {
        if (states[row] == AgentState::dead) continue;
        const Vec2 p = world.positions()[row];
        const std::optional<Vec2> target = world.position(world.targets()[row]);
        if (states[row] == AgentState::attack) warm(p, share * of_attack);
        if (!target) continue;
        const Vec2 between = {0.5f * (p.x + target->x), 0.5f * (p.y + target->y)};
        const float distance = std::hypot(target->x - p.x, target->y - p.y);
        if (world.slots()[row] >= 0) warm(between, share * of_holder);
        warm(between, share * of_approach / (1.0f + (distance / approach_length) * (distance / approach_length)));
    }
}

void HotSpots::cool(float factor) {
    constexpr float least = 1e-4f;
    for (auto& [cell, heat] : heat_) {
        heat.sum *= factor;
        heat.at = {heat.at.x * factor, heat.at.y * factor};
    }
    std::erase_if(heat_, [&](const auto& entry) { return entry.second.sum < least; });
}

std::optional<Vec2> HotSpots::hottest() const {
    std::pair<float, Vec2> best{0.0f, {}};
    for (const auto& [cell, heat] : heat_) {
        const std::pair<float, Vec2> here = around(cell);
        if (here.first > best.first) best = here;
    }
    if (best.first <= 0.0f) return std::nullopt;
    return best.second;
}

std::pair<float, Vec2> HotSpots::near(Vec2 point) const {
    const std::pair<float, Vec2> here = around(cell_of(point));
    return here.first > 0.0f ? here : std::pair{0.0f, point};
}

HotSpots::Cell HotSpots::cell_of(Vec2 p) const {
    return {static_cast<int32_t>(std::floor(p.x / cell_)), static_cast<int32_t>(std::floor(p.y / cell_))};
}

void HotSpots::warm(Vec2 p, float heat) {
    const Cell cell = cell_of(p);
    Heat& here = heat_[cell];
    here.sum += heat;
    here.at.x += heat * (p.x - static_cast<float>(cell.first) * cell_);
    here.at.y += heat * (p.y - static_cast<float>(cell.second) * cell_);
}

std::pair<float, Vec2> HotSpots::around(Cell cell) const {
    constexpr int32_t reach = 1; // cells
    float sum = 0.0f;
    Vec2 at{};
    for (int32_t x = cell.first - reach; x <= cell.first + reach; ++x) {
        for (auto it = heat_.lower_bound({x, cell.second - reach});
             it != heat_.end() && it->first <= Cell{x, cell.second + reach}; ++it) {
            const Heat& heat = it->second;
            sum += heat.sum;
            at.x += heat.at.x + heat.sum * static_cast<float>(it->first.first - cell.first) * cell_;
            at.y += heat.at.y + heat.sum * static_cast<float>(it->first.second - cell.second) * cell_;
        }
    }
    if (sum <= 0.0f) return {0.0f, {}};
    return {
        sum,
        {static_cast<float>(cell.first) * cell_ + at.x / sum, static_cast<float>(cell.second) * cell_ + at.y / sum}};
}

} // namespace fray::demo
