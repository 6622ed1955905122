// KD-trees over groups of points give the same answers as brute force.
#include "kd_forest.h"
#include "repetitions.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>
#include <random>

namespace fray {
namespace {

float squared(Vec2 a, Vec2 b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

struct Nearest {
    const std::vector<Vec2>& now;
    Vec2 at{};
    uint32_t best = ~0u;
    float best_squared = 0.0f;
    std::function<bool(uint32_t)> passes{};

    float visit(uint32_t item, float bound) {
        const float d2 = squared(at, now[item]);
        if ((passes && !passes(item)) || d2 > bound) return bound;
        if (best != ~0u && d2 == best_squared && item > best) return bound;
        best = item;
        best_squared = d2;
        return d2;
    }
    static float call(void* self, uint32_t item, float bound) {
        return static_cast<Nearest*>(self)->visit(item, bound);
    }
};

struct Loops {
    std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    ParallelLoops loops{*jobs, 0};
    operator ParallelLoops&() { return loops; }
};

/// Builds trees over old positions and compares their answers with brute force over the present positions.
void compare(int count, float extent, float drift, float grain, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> place(-extent, extent), unit(-1.0f, 1.0f);
    const auto snapped = [&](float v) { return grain > 0.0f ? std::floor(v / grain) * grain : v; };
    std::vector<Vec2> now;
    KdForest forest;
    for (int i = 0; i < count; ++i) {
        now.push_back({snapped(place(random)), snapped(place(random))});
        forest.points().push_back({now.back(), static_cast<uint32_t>(i)});
    }
    const std::vector<uint32_t> group_end = {static_cast<uint32_t>(count / 3), static_cast<uint32_t>(count)};
    Loops loops;
    Drift moved;
    moved.widen(5.0);
    forest.build(loops, group_end, moved);
    moved.widen(drift);
    for (Vec2& p : now) { // each point moves by at most `drift`
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
        for (uint32_t i = group == 0 ? 0 : group_end[0]; i < group_end[group]; ++i) left = truth.visit(i, left);
        forest.nearest(group, nearest.at, bound, moved, Nearest::call, &nearest);
        ASSERT_EQ(nearest.best, truth.best) << "query " << query << " of seed " << seed;
    }
}

TEST(KdForest, FreshTreesEqualBruteForce) {
    for (const int count : {1, 2, 10, 11, 300, 5000, 20000}) compare(count, 100.0f, 0.0f, 0.0f, 1u + count);
}

TEST(KdForest, StaleTreesEqualBruteForce) {
    for (unsigned seed = 1; seed <= 5; ++seed) compare(9000, 60.0f, 0.5f * static_cast<float>(seed), 0.0f, seed);
}

TEST(KdForest, TiesGoToTheLowerNumber) {
    for (unsigned seed = 1; seed <= 5; ++seed) compare(3000, 10.0f, 0.0f, 1.0f, seed); // many points coincide
}

TEST(KdForest, IsExactFarFromTheOrigin) { compare(6000, 16000.0f, 3.0f, 0.0f, 3); }

TEST(KdForest, AnUnboundedSearchVisitsOnlyItsGroup) {
    KdForest forest;
    constexpr uint32_t each = 14000; // more tiles than fit into a row of boxes
    for (uint32_t i = 0; i < 2 * each; ++i) forest.points().push_back({{static_cast<float>(i % each), 0.0f}, i});
    Loops loops;
    forest.build(loops, std::vector<uint32_t>{each, 2 * each}, Drift());
    for (const uint32_t group : {0u, 1u}) {
        std::vector<uint32_t> seen(2, 0);
        const auto visit = [](void* counts, uint32_t item, float bound) {
            ++(*static_cast<std::vector<uint32_t>*>(counts))[item / each];
            return bound;
        };
        forest.nearest(group, {}, std::numeric_limits<float>::max(), Drift(), visit, &seen);
        EXPECT_GE(seen[group], each);
        EXPECT_EQ(seen[1 - group], 0u) << "group " << group;
    }
}

TEST(KdForest, EmptyGroupsHaveNoPoints) {
    KdForest forest;
    Loops loops;
    const std::vector<uint32_t> none = {0, 0};
    forest.build(loops, none, Drift());
    std::vector<Vec2> now;
    Nearest nearest{now, {}};
    EXPECT_EQ(forest.nearest(1, {}, 5.0f, Drift(), Nearest::call, &nearest), 5.0f);
    EXPECT_EQ(forest.nearest(7, {}, 5.0f, Drift(), Nearest::call, &nearest), 5.0f);
    EXPECT_EQ(nearest.best, ~0u);
}

/// A forest over a crowd that walks, teleports, changes groups, spawns and leaves for many frames. Each frame brings a
/// share of the forest up to date. In each frame its answers are compared with brute force.
class LivingForest {
public:
    LivingForest(int count, uint32_t shares, unsigned seed) : random_(seed), shares_(shares) {
        for (int i = 0; i < count; ++i) spawn();
        build();
    }

    void frame(uint32_t number) {
        if (!late_.empty() && number % 7 == 0) add();
        for (int query = 0; query < 3; ++query) compare(); // right after the new points have come
        forest_.refresh(loops_, number % shares_, shares_, drift_, locate, this);
        constexpr uint32_t deals = 16; // more than a frame of the engine, so that few frames deal out every tile
        for (uint32_t i = 0; i < deals; ++i) forest_.deal_out(loops_, deals * number + i, drift_, locate, this);
        for (int query = 0; query < 20; ++query) compare();
        // Every other item makes the steps of eight frames at once.
        for (uint32_t item = 0; item < now_.size(); ++item) {
            const float steps = item % 2 == 0 ? 1.0f : (item / 2 + number) % 8 == 0 ? 8.0f : 0.0f;
            now_[item] = {now_[item].x + step() * 0.7f * steps, now_[item].y + step() * 0.7f * steps};
        }
        LongestSteps steps;
        steps.add(longest_step * longest_step, 1);
        steps.add(64.0f * longest_step * longest_step, 8);
        drift_.add(steps);
        for (int i = 0; i < 5; ++i) change();
    }

    uint64_t memory() const { return forest_.memory(); }

    uint64_t queries = 0, visits = 0; ///< all searches, and the points that they have visited
    int builds = 0;

    /// New points near a place, or exactly there; and as many old points leave their groups.
    void turn_over(Vec2 at, bool exactly, uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) {
            group_[dice(static_cast<uint32_t>(now_.size()))] = no_group;
            spawn();
            now_.back() = exactly ? at : Vec2{at.x + 9.0f * step(), at.y + 9.0f * step()};
        }
    }

private:
    static constexpr float longest_step = 0.2f; ///< m

    void spawn() {
        now_.push_back({place_(random_), place_(random_)});
        group_.push_back(dice(groups));
        late_.push_back(static_cast<uint32_t>(now_.size() - 1));
    }
    void change() {
        const auto item = dice(static_cast<uint32_t>(now_.size()));
        switch (dice(4)) {
        case 0: spawn(); break;
        case 1: group_[item] = no_group; break;
        case 2: // teleport
            now_[item] = {place_(random_), place_(random_)};
            late_.push_back(item);
            break;
        default: // another agent takes this number
            group_[item] = dice(groups);
            late_.push_back(item);
        }
    }
    void build() {
        ++builds;
        auto& points = forest_.points();
        points.clear();
        std::vector<uint32_t> ends;
        for (uint32_t group = 0; group < groups; ++group) {
            for (uint32_t item = 0; item < now_.size(); ++item)
                if (group_[item] == group) points.push_back({now_[item], item});
            ends.push_back(static_cast<uint32_t>(points.size()));
        }
        forest_.build(loops_, ends, drift_);
        late_.clear();
    }
    void add() {
        std::vector<uint32_t> groups_of;
        std::vector<KdPoint> points;
        for (const uint32_t item : late_) {
            if (group_[item] == no_group) continue;
            groups_of.push_back(group_[item]);
            points.push_back({now_[item], item});
        }
        if (!forest_.add(groups_of, points, drift_, locate, this)) return build();
        late_.clear();
    }
    void compare() {
        ++queries;
        const uint32_t group = dice(groups);
        const Vec2 at = {place_(random_), place_(random_)};
        const float bound = dice(2) == 0 ? 100.0f : std::numeric_limits<float>::max();
        Nearest nearest{now_, at};
        // The forest leaves it to its caller to pass over items that are no longer in the group.
        nearest.passes = [&](uint32_t item) { return group_[item] == group; };
        Nearest truth = nearest;
        nearest.passes = [&, this](uint32_t item) { return ++visits != 0 && group_[item] == group; };
        float left = bound;
        for (uint32_t i = 0; i < now_.size(); ++i) left = truth.visit(i, left);
        left = forest_.nearest(group, at, bound, drift_, Nearest::call, &nearest);
        for (const uint32_t item : late_) left = nearest.visit(item, left);
        ASSERT_EQ(nearest.best, truth.best);
    }
    static bool locate(const void* self, uint32_t group, uint32_t item, Vec2& now) {
        const auto& living = *static_cast<const LivingForest*>(self);
        now = living.now_[item];
        return living.group_[item] == group;
    }
    uint32_t dice(uint32_t sides) { return static_cast<uint32_t>(random_() % sides); }
    float step() { return std::uniform_real_distribution<float>(-longest_step, longest_step)(random_); }

    static constexpr uint32_t groups = 3, no_group = 99;
    std::mt19937 random_;
    std::uniform_real_distribution<float> place_{-80.0f, 80.0f};
    uint32_t shares_;
    std::vector<Vec2> now_;
    std::vector<uint32_t> group_;
    std::vector<uint32_t> late_; ///< items that the forest does not contain at their present position
    Drift drift_;
    Loops loops_;
    KdForest forest_;
};

TEST(KdForest, StaysExactWhileEachFrameUpdatesAShare) {
    for (const uint32_t shares : {1u, 4u, 16u})
        for (const int count : {3, 500, 15000}) {
            LivingForest forest(count, shares, 7u * shares + static_cast<unsigned>(count));
            for (uint32_t frame = 0; frame < test::repetitions(60u, 60u, 20u); ++frame) forest.frame(frame);
            EXPECT_LE(forest.visits, (shares < 16 ? 70 : 110) * forest.queries);
            EXPECT_EQ(forest.builds, 1);
            const auto kilobytes = static_cast<double>(forest.memory()) / 1000.0;
            EXPECT_NEAR(kilobytes, 130.0 + 0.075 * count, 60.0) << count;
            if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(KdForest, AddsNewPointsUntilARebuildIsNeeded) {
    LivingForest forest(100, 3, 5);
    for (uint32_t frame = 0; frame < test::repetitions(4000u, 4000u, 800u) && !testing::Test::HasFatalFailure();
         ++frame)
        forest.frame(frame);
    EXPECT_LE(forest.visits, 90 * forest.queries);
    EXPECT_EQ(forest.builds, 1);
}

TEST(KdForest, AddsManyPointsInOnePlace) {
    for (const uint32_t each : {30u, 400u}) {
        LivingForest forest(6000, 16, each);
        for (uint32_t frame = 0; frame < 90 && !testing::Test::HasFatalFailure(); ++frame) {
            forest.turn_over({static_cast<float>(frame / 7 % 5) * 30.0f, 3.0f}, frame / 14 % 2 == 0, each);
            forest.frame(frame);
        }
        EXPECT_LE(forest.visits, (each == 30 ? 140 : 1400) * forest.queries);
        EXPECT_LE(forest.builds, each == 30 ? 1 : 14);
    }
}

/// A crowd in which each agent goes to a place of its own. Returns how many points 500 searches visit when all are
/// there: in a forest that has followed them, and in a forest that has just been built.
struct Visits {
    uint64_t followed = 0, fresh = 0;
};
Visits cross_a_field(uint32_t count) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> place(-300.0f, 300.0f);
    std::vector<Vec2> from, to, now;
    for (uint32_t i = 0; i < count; ++i) {
        from.push_back({place(random), place(random)});
        // Half of them march to the east; the others change places.
        to.push_back(i % 2 == 0 ? Vec2{from[i].x + 300.0f, from[i].y} : Vec2{place(random), place(random)});
    }
    now = from;
    Loops loops;
    const auto locate = [](const void* self, uint32_t, uint32_t item, Vec2& at) {
        at = (*static_cast<const std::vector<Vec2>*>(self))[item];
        return true;
    };
    const std::vector<uint32_t> ends = {count};
    const auto build = [&](KdForest& forest, const Drift& drift) {
        auto& points = forest.points();
        points.clear();
        for (uint32_t i = 0; i < count; ++i) points.push_back({now[i], i});
        std::sort(points.begin(), points.end(), [](const KdPoint& a, const KdPoint& b) { // neighbours side by side
            const float strip_a = std::floor(a.position.x / 60.0f), strip_b = std::floor(b.position.x / 60.0f);
            return strip_a != strip_b ? strip_a < strip_b : a.position.y < b.position.y;
        });
        forest.build(loops, ends, drift);
    };
    KdForest followed, fresh;
    Drift drift;
    build(followed, drift);
    constexpr uint32_t frames = 6000;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        LongestSteps steps;
        const float share = static_cast<float>(frame + 1) / frames;
        for (uint32_t i = 0; i < count; ++i) {
            const Vec2 next = {from[i].x + share * (to[i].x - from[i].x), from[i].y + share * (to[i].y - from[i].y)};
            steps.add(squared(now[i], next), 1);
            now[i] = next;
        }
        drift.add(steps);
        if (followed.has_spread()) build(followed, drift);
        followed.refresh(loops, frame % 16, 16, drift, locate, &now);
        followed.deal_out(loops, frame, drift, locate, &now);
    }
    build(fresh, drift);
    Visits visits;
    for (uint32_t query = 0; query < 500; ++query) {
        const Vec2 at = {place(random), place(random)};
        Nearest a{now, at}, b{now, at};
        a.passes = [&](uint32_t) { return ++visits.followed > 0; };
        b.passes = [&](uint32_t) { return ++visits.fresh > 0; };
        followed.nearest(0, at, 1e9f, drift, Nearest::call, &a);
        fresh.nearest(0, at, 1e9f, drift, Nearest::call, &b);
        EXPECT_EQ(squared(at, now[a.best]), squared(at, now[b.best]));
    }
    return visits;
}

TEST(KdForest, FollowsACrowdThatMixesWithoutBeingBuiltAnew) {
    const Visits visits = cross_a_field(test::repetitions(40'000u, 40'000u, 20'000u));
    EXPECT_LE(visits.followed, 2 * visits.fresh); // without `deal_out` it is nearly four times as many
}

} // namespace
} // namespace fray
