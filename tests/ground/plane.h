// A ground class of the host.
#pragma once

#include "fray/spatial/ground.h"

#include <memory>
#include <span>

namespace fray::test {

/// An infinite plane without walls. It cannot be written, and cannot have obstacles.
struct Plane : Ground {
    uint32_t island(Vec2) const override { return 0; }
    bool clear(Vec2, Vec2) const override { return true; }
    void slide(std::span<const Vec2>, std::span<Vec2>) const override {}
    bool nearest(Vec2 at, float, Vec2* found, uint32_t island) const override {
        *found = at;
        return island == 0 || island == no_island;
    }
    std::unique_ptr<RouteFinder> routes() const override { return nullptr; }
    uint64_t memory() const override { return 0; }
};

} // namespace fray::test
