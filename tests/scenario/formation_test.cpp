#include "fray/scenario.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

namespace fray {
namespace {

float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

GroupDef group_of(GroupFormation formation) {
    GroupDef group{.name = "g"};
    group.formation = formation;
    group.spacing = 2.0f;
    return group;
}

TEST(Formation, NoTwoAgentsStandAtOnePoint) {
    for (const GroupFormation formation : {GroupFormation::block, GroupFormation::line, GroupFormation::ring,
                                           GroupFormation::point, GroupFormation::companies}) {
        for (const int64_t count : {1, 2, 7, 20, 333}) {
            GroupDef group = group_of(formation);
            group.squad_size = 10;
            const std::vector<Vec2> positions = formation_positions(group, count);
            std::set<std::pair<float, float>> places;
            for (const Vec2 p : positions) places.insert({p.x, p.y});
            EXPECT_EQ(static_cast<int64_t>(places.size()), count) << to_string(formation);
        }
    }
}

TEST(Formation, ARingWithoutRoomForAllBecomesSeveral) {
    GroupDef group = group_of(GroupFormation::ring); // 2 m between neighbours
    group.radius = 10.0f;                            // room for 31
    for (const int64_t count : {5, 31, 32, 500}) {
        const std::vector<Vec2> positions = formation_positions(group, count);
        float nearest = 100.0f, farthest = 0.0f;
        for (size_t i = 0; i < positions.size(); ++i) {
            farthest = std::max(farthest, distance(positions[i], {}));
            for (size_t j = 0; j < i; ++j) nearest = std::min(nearest, distance(positions[i], positions[j]));
        }
        EXPECT_GT(nearest, 1.99f) << count;
        EXPECT_NEAR(farthest, count <= 31 ? 10.0f : count <= 32 ? 12.0f : 26.0f, 0.01f) << count;
    }
}

TEST(Formation, ABlockFacesItsDirection) {
    GroupDef group = group_of(GroupFormation::block);
    group.at = {100.0f, 50.0f};
    group.facing = 1.5707964f;
    group.files = 5;
    const std::vector<Vec2> positions = formation_positions(group, 15);
    const auto by_y = [](Vec2 a, Vec2 b) { return a.y < b.y; };
    EXPECT_FLOAT_EQ(std::max_element(positions.begin(), positions.end(), by_y)->y, 52.0f);
    EXPECT_FLOAT_EQ(positions[0].y, 52.0f); // the first agent stands in front
    EXPECT_FLOAT_EQ(std::min_element(positions.begin(), positions.end(), by_y)->y, 48.0f);
}

TEST(Formation, SquadsStandTogether) {
    GroupDef group = group_of(GroupFormation::block);
    group.files = 50;
    group.squad_size = 9;
    const std::vector<Vec2> positions = formation_positions(group, 900);
    for (size_t first = 0; first < positions.size(); first += 9) {
        for (size_t k = first; k < first + 9; ++k) EXPECT_LE(distance(positions[first], positions[k]), 13.0f);
    }
}

TEST(Formation, ABowBendsTheMiddleForwards) {
    GroupDef group = group_of(GroupFormation::line);
    group.bow_depth = 10.0f;
    const std::vector<Vec2> positions = formation_positions(group, 11);
    EXPECT_FLOAT_EQ(positions[5].x - positions[0].x, 10.0f);
    EXPECT_FLOAT_EQ(positions[0].x, positions[10].x);
}

TEST(Formation, AFieldOfCompaniesHasTheDensityAskedFor) {
    for (const int64_t count : {250, 2500, 25000}) {
        std::vector<Vec2> field;
        for (int part = 0; part < 4; ++part) {
            GroupDef group = group_of(GroupFormation::companies);
            group.part = part;
            group.parts = 4;
            group.spacing = 1.2f;
            const std::vector<Vec2> positions = formation_positions(group, count);
            field.insert(field.end(), positions.begin(), positions.end());
        }
        const auto [left, right] =
            std::minmax_element(field.begin(), field.end(), [](Vec2 a, Vec2 b) { return a.x < b.x; });
        const auto [bottom, top] =
            std::minmax_element(field.begin(), field.end(), [](Vec2 a, Vec2 b) { return a.y < b.y; });
        // The outermost agents stand up to half a cell of about 9 m inside the edge of the field.
        const double area = (right->x - left->x + 5.0) * (top->y - bottom->y + 5.0);
        EXPECT_NEAR(static_cast<double>(field.size()) / area, 0.25, 0.06) << count;
    }
}

TEST(Formation, EveryCompanyHasEnemiesBesideIt) {
    GroupDef red = group_of(GroupFormation::companies);
    GroupDef blue = red;
    blue.part = 1;
    const std::vector<Vec2> reds = formation_positions(red, 2000);
    const std::vector<Vec2> blues = formation_positions(blue, 2000);
    for (const Vec2 p : reds) {
        float nearest = 1e9f;
        for (const Vec2 q : blues) nearest = std::min(nearest, distance(p, q));
        EXPECT_LT(nearest, 12.0f);
    }
}

Scenario counted(std::vector<int64_t> counts) {
    Scenario scenario;
    for (const int64_t count : counts) {
        GroupDef& group = scenario.groups.emplace_back();
        group.count = count;
    }
    return scenario;
}

TEST(Counts, ScaleAllGroupsButSingleAgents) {
    const Scenario scenario = counted({1, 300, 100});
    EXPECT_EQ(group_counts(scenario), (std::vector<int64_t>{1, 300, 100}));
    EXPECT_EQ(group_counts(scenario, 41), (std::vector<int64_t>{1, 30, 10}));
}

TEST(Counts, SharesFillUpTheTotal) {
    Scenario scenario = counted({5, 0, 0, 0});
    scenario.agents = 105;
    for (size_t i = 1; i < 4; ++i) scenario.groups[i].share = 1.0;
    EXPECT_EQ(group_counts(scenario), (std::vector<int64_t>{5, 34, 33, 33}));
    for (const int64_t total : {6, 17, 1000, 99999}) {
        const std::vector<int64_t> counts = group_counts(scenario, total);
        EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), int64_t{0}), total);
    }
}

} // namespace
} // namespace fray
