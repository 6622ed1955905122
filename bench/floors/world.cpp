#include "world.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace fray::floors {
namespace {

/// Moves the bits of x to the even bit positions.
uint32_t spread_bits(uint32_t x) {
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

uint32_t order_key(Vec2 position) {
    const auto cell_at = [](float metres) { return static_cast<uint32_t>(std::max(metres, 0.0f) / 4.0f); };
    return spread_bits(cell_at(position.x)) | spread_bits(cell_at(position.y)) << 1;
}

/// Sets the order, and stores every agent's position with the host.
void set_order(Order& order, std::vector<uint32_t> row, const std::vector<Vec2>& position) {
    order.row = std::move(row);
    order.host.resize(position.size());
    for (size_t i = 0; i < position.size(); ++i) order.host[order.row[i]].position = position[i];
}

} // namespace

World::World(uint32_t count)
    : agents(count), position(count), team(count), target(count), band(count), push(count), cell_of(count),
      items(count + at_once, {{-1e9f, -1e9f}, 0}), nearest((count + asking - 1) / asking) {
    const float metres = std::sqrt(static_cast<float>(count) / 0.25f);
    side = static_cast<uint32_t>(metres / cell) + 1;
    cell_begin.resize(side * side + 1, count);
    std::mt19937_64 dice(7);
    std::uniform_real_distribution<float> anywhere(0.0f, metres), walk(-2.0f, 2.0f);
    for (Vec2& p : position) p = {anywhere(dice), anywhere(dice)};
    std::sort(position.begin(), position.end(), [](Vec2 a, Vec2 b) { return order_key(a) < order_key(b); });
    for (uint8_t& t : team) t = dice() & 1;
    for (uint32_t c = 0; c < columns; ++c) {
        column[c].resize(count);
        moved_column[c].resize(count);
        for (uint64_t& word : column[c]) word = dice();
    }
    std::vector<uint32_t> row(count), keys(count);
    std::iota(row.begin(), row.end(), 0u);
    for (uint32_t i = 0; i < count; ++i) keys[i] = order_key({position[i].x + walk(dice), position[i].y + walk(dice)});
    std::stable_sort(row.begin(), row.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    set_order(nearly_sorted, row, position);
    std::shuffle(row.begin(), row.end(), dice);
    set_order(random, row, position);
}

} // namespace fray::floors
