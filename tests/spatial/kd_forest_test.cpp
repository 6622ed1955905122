// Both indexes over groups of points: KD-trees and grids answer alike, as brute force does.
#include "group_grid.h"
#include "kd_forest.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace fray {
namespace {

float squared(Vec2 a, Vec2 b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

struct Nearest {
    const std::vector<Vec2>& now;
    Vec2 at;
    uint32_t best = ~0u;
    float best_squared = 0.0f;
    bool (*passes)(uint32_t) = nullptr;

    float visit(uint32_t item, float bound) {
        const float d2 = squared(at, now[item]);
        if (d2 > bound || (passes != nullptr && !passes(item))) return bound;
        if (best != ~0u && d2 == best_squared && item > best) return bound;
        best = item;
        best_squared = d2;
        return d2;
    }
    static float call(void* self, uint32_t item, float bound) {
        return static_cast<Nearest*>(self)->visit(item, bound);
    }
};

/// An index built over old positions answers as brute force does over the present ones.
template <typename Index> void compare(int count, float extent, float drift, float grain, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> place(-extent, extent), unit(-1.0f, 1.0f);
    const auto snapped = [&](float v) { return grain > 0.0f ? std::floor(v / grain) * grain : v; };
    std::vector<Vec2> now;
    Index forest;
    std::vector<uint32_t> group_end;
    std::vector<uint32_t> group_of;
    for (int i = 0; i < count; ++i) {
        now.push_back({snapped(place(random)), snapped(place(random))});
        forest.points().push_back({now.back(), static_cast<uint32_t>(i)});
        group_of.push_back(i < count / 3 ? 0u : 1u);
    }
    group_end = {static_cast<uint32_t>(count / 3), static_cast<uint32_t>(count)};
    const auto jobs = make_serial_jobs();
    Loops loops(*jobs, 0);
    forest.build(loops, group_end);
    for (Vec2& p : now) { // everybody walks at most `drift`
        p.x += unit(random) * drift * 0.7f;
        p.y += unit(random) * drift * 0.7f;
    }
    for (int query = 0; query < 300; ++query) {
        const uint32_t group = query % 2;
        const float bound = query % 3 == 0 ? extent * extent * 0.01f : std::numeric_limits<float>::max();
        Nearest nearest{now, {snapped(place(random)), snapped(place(random))}};
        if (query % 5 == 0) nearest.passes = [](uint32_t item) { return item % 7 == 0; };
        Nearest truth = nearest;
        float left = bound;
        for (uint32_t i = 0; i < now.size(); ++i)
            if (group_of[i] == group) left = truth.visit(i, left);
        forest.nearest(group, nearest.at, bound, drift, Nearest::call, &nearest);
        ASSERT_EQ(nearest.best, truth.best) << "query " << query << " of seed " << seed;
    }
}

template <typename Index> struct PointIndex : testing::Test {};
using Indexes = testing::Types<KdForest, GroupGrid>;
TYPED_TEST_SUITE(PointIndex, Indexes);

TYPED_TEST(PointIndex, FreshOnesAgreeWithBruteForce) {
    for (const int count : {1, 2, 10, 11, 300, 5000, 20000}) compare<TypeParam>(count, 100.0f, 0.0f, 0.0f, 1u + count);
}

TYPED_TEST(PointIndex, StaleOnesAreExact) {
    for (unsigned seed = 1; seed <= 5; ++seed)
        compare<TypeParam>(9000, 60.0f, 0.5f * static_cast<float>(seed), 0.0f, seed);
}

TYPED_TEST(PointIndex, TiesGoToTheLowerNumber) {
    for (unsigned seed = 1; seed <= 5; ++seed) compare<TypeParam>(3000, 10.0f, 0.0f, 1.0f, seed); // many on one spot
}

TYPED_TEST(PointIndex, FarFromTheOrigin) { compare<TypeParam>(6000, 16000.0f, 3.0f, 0.0f, 3); }

TYPED_TEST(PointIndex, EmptyGroupsHaveNobody) {
    TypeParam forest;
    const auto jobs = make_serial_jobs();
    Loops loops(*jobs, 0);
    const std::vector<uint32_t> none = {0, 0};
    forest.build(loops, none);
    std::vector<Vec2> now;
    Nearest nearest{now, {}};
    EXPECT_EQ(forest.nearest(1, {}, 5.0f, 0.0f, Nearest::call, &nearest), 5.0f);
    EXPECT_EQ(forest.nearest(7, {}, 5.0f, 0.0f, Nearest::call, &nearest), 5.0f);
    EXPECT_EQ(nearest.best, ~0u);
}

} // namespace
} // namespace fray
