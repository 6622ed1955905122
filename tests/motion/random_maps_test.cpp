// Crowds on random maps: what must hold for motion whatever the walls are.
#include "fray_crowd.h"
#include "must.h"
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
        const Figures f = run(scene, crowd, [&](double, std::span<const Vec2> now) {
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

/// Sets an obstacle at a random place, or removes one; removes all after 25 s.
class ChangingObstacles {
public:
    ChangingObstacles(World& world, uint32_t seed) : world_(world), random_(seed) {}

    void go_on(double seconds) {
        if (seconds < next_) return;
        next_ += 0.4;
        if (seconds > 25.0) {
            for (const ObstacleId id : set_) must(world_.remove_obstacle(id));
            return set_.clear();
        }
        if (set_.size() > 12 || (!set_.empty() && random_() % 3 == 0)) {
            const size_t i = random_() % set_.size();
            must(world_.remove_obstacle(set_[i]));
            set_.erase(set_.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
        const auto within = [&](float low, float high) { return std::uniform_real_distribution(low, high)(random_); };
        const Obstacle obstacle = {{within(0.0f, side), within(0.0f, side)},
                                   {within(0.2f, 6.0f), within(0.1f, 0.8f)},
                                   {within(-1.0f, 1.0f), within(0.1f, 1.0f)}};
        ObstacleId id;
        must(world_.set_obstacle(obstacle, &id));
        set_.push_back(id);
        ++count;
    }
    int count = 0; ///< obstacles that were set

private:
    World& world_;
    std::mt19937 random_;
    std::vector<ObstacleId> set_;
    double next_ = 0.5; ///< s
};

TEST(RandomMaps, EveryWalkerArrivesWhereObstaclesComeAndGo) {
    int64_t walkers = 0, stuck = 0;
    int obstacles = 0;
    for (uint32_t seed = 101; seed <= 112; ++seed) {
        const double hz = std::array{10.0, 30.0, 60.0, 144.0}[seed % 4];
        SCOPED_TRACE("seed " + std::to_string(seed) + ", frames a second: " + std::to_string(hz));
        Scene scene = random_town(seed);
        scene.time_limit = 120.0;
        FrayCrowd crowd(scene, {1}, hz);
        World& world = crowd.world();
        ChangingObstacles changing(world, seed);
        const Figures f = run(scene, crowd, [&](double seconds, std::span<const Vec2> now) {
                              for (size_t i = 0; i < now.size(); ++i)
                                  EXPECT_TRUE(world.ground()->walkable(now[i]))
                                      << "walker " << i << ", " << seconds << " s";
                              changing.go_on(seconds);
                          }).figures;
        // Agents that were pushed into a small place may overlap there, but not for ever.
        const std::vector<Vec2> at = crowd.positions();
        for (size_t i = 0; i < at.size(); ++i)
            for (size_t k = 0; k < i; ++k)
                EXPECT_GT(std::hypot(at[i].x - at[k].x, at[i].y - at[k].y), 0.75f) << "walkers " << i << " and " << k;
        obstacles += changing.count;
        walkers += f.walkers;
        stuck += f.stuck;
    }
    EXPECT_EQ(stuck, 0) << "of " << walkers;
    EXPECT_GT(obstacles, 200);
}

} // namespace
} // namespace fray::motion
