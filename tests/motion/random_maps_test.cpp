// Crowds on random maps: what must hold for motion whatever the walls are.
#include "fray_crowd.h"
#include "run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace fray::motion {
namespace {

constexpr int side = 40; ///< cells of 1 m

/// A map of random blocks and walls.
std::shared_ptr<const GridMap> random_map(std::mt19937& random) {
    std::vector<uint8_t> walkable(side * side, 1);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<uint32_t>(n)); };
    for (int block = 8 + below(24); block > 0; --block) {
        const bool wall = below(2) == 0;
        const int width = wall && below(2) == 0 ? 1 : 1 + below(6), height = wall && width > 1 ? 1 : 1 + below(6);
        const int x = below(side - width), y = below(side - height);
        for (int v = y; v < y + height; ++v)
            for (int u = x; u < x + width; ++u) walkable[static_cast<size_t>(v * side + u)] = 0;
    }
    return std::make_shared<const GridMap>(GridMap::create(side, side, std::move(walkable)).value());
}

/// Walkers at random points of the ground. Each has its own goal on the same island.
Scene random_town(uint32_t seed) {
    std::mt19937 random(seed);
    Scene scene;
    scene.name = "town";
    scene.ground = random_map(random);
    scene.time_limit = 90.0;
    std::uniform_real_distribution<float> anywhere(0.0f, static_cast<float>(side));
    const auto place = [&] {
        for (;;) {
            const Vec2 at = {anywhere(random), anywhere(random)};
            if (scene.ground->walkable(at)) return at;
        }
    };
    const int count = 20 + static_cast<int>(random() % 100);
    while (static_cast<int>(scene.walkers.size()) < count) {
        Walker walker;
        walker.start = place();
        walker.goal = place();
        if (scene.ground->island(walker.start) != scene.ground->island(walker.goal)) continue;
        const auto crowds = [&](const Walker& other) {
            return std::hypot(other.start.x - walker.start.x, other.start.y - walker.start.y) < 0.9f ||
                   std::hypot(other.goal.x - walker.goal.x, other.goal.y - walker.goal.y) < 2.0f;
        };
        if (std::any_of(scene.walkers.begin(), scene.walkers.end(), crowds)) continue;
        walker.way = std::hypot(walker.goal.x - walker.start.x, walker.goal.y - walker.start.y);
        scene.walkers.push_back(walker);
    }
    return scene;
}

TEST(RandomMaps, EveryWalkerArrivesStaysOnTheGroundAndOverlapsNoOther) {
    int64_t walkers = 0, stuck = 0;
    for (uint32_t seed = 1; seed <= 20; ++seed) {
        const double hz = std::array{10.0, 30.0, 60.0, 144.0}[seed % 4];
        SCOPED_TRACE("seed " + std::to_string(seed) + ", frames a second: " + std::to_string(hz));
        const Scene scene = random_town(seed);
        FrayCrowd crowd(scene, {1}, hz);
        std::vector<Vec2> before;
        const Figures f = run(scene, crowd, {}, [&](double, std::span<const Vec2> now) {
                              for (size_t i = 0; i < before.size(); ++i) {
                                  const float step = std::hypot(now[i].x - before[i].x, now[i].y - before[i].y);
                                  EXPECT_LE(step, scene.walkers[i].speed / hz * 1.01 + 1e-4) << "walker " << i;
                                  EXPECT_TRUE(scene.ground->walkable(now[i])) << "walker " << i;
                              }
                              before.assign(now.begin(), now.end());
                          }).figures;
        EXPECT_LT(f.worst_overlap, 0.12);
        EXPECT_LT(f.deep_share, 0.001);
        EXPECT_EQ(f.off_ground, 0);
        walkers += f.walkers;
        stuck += f.stuck;
    }
    EXPECT_EQ(stuck, 0) << "of " << walkers;
}

} // namespace
} // namespace fray::motion
