// Where in the world the most attacks are.
#pragma once

#include "fray/world.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace fray::demo {

/// Sums of heat on a grid. Attacks are hot. Where none is near, agents that go for each other warm the middle between
/// them, so that the place of the fight is known before it begins.
class HotSpots {
public:
    explicit HotSpots(float cell) : cell_(cell) {}

    /// Adds the heat of the present state, times `amount`.
    void add(const World& world, float amount);
    /// All heat gets so many times as much.
    void cool(float factor);

    /// The middle of the heat around the hottest place. Empty: there is no heat.
    std::optional<Vec2> hottest() const;
    /// The same near a point: the heat within a cell of it, and its middle. No heat: {0, the point}.
    std::pair<float, Vec2> near(Vec2 point) const;

private:
    using Cell = std::pair<int32_t, int32_t>;
    struct Heat {
        float sum = 0.0f;
        Vec2 at{}; ///< sum of the positions times their heat, from the middle of the cell
    };

    Cell cell_of(Vec2 p) const;
    void warm(Vec2 p, float heat);
    std::pair<float, Vec2> around(Cell cell) const;

    float cell_; ///< m
    std::map<Cell, Heat> heat_;
};

} // namespace fray::demo
