// Many agents that are ordered to one point become about a disc round it and come to rest (rules join_crowd and
// find_places).
#include "agents.h"
#include "fray_crowd.h"
#include "rates.h"
#include "scenes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace fray::motion {
namespace {

constexpr float radius = 0.4f, speed = 3.0f; // m, m/s: the defaults of Walker

/// A block of `count` walkers, 1 m apart, with its middle 25 m from the point that all are ordered to.
Scene block_to_one_point(int count) {
    Scene scene{.name = "gathering"};
    const int side = static_cast<int>(std::ceil(std::sqrt(count)));
    for (int i = 0; i < count; ++i) {
        const Vec2 start = {-25.0f + static_cast<float>(i % side) - 0.5f * static_cast<float>(side),
                            static_cast<float>(i / side) - 0.5f * static_cast<float>(side) +
                                0.03f * static_cast<float>(i % 7)};
        scene.walkers.push_back({.start = start, .goal = {}});
    }
    return scene;
}

struct Gathering {
    explicit Gathering(Scene what, const std::vector<int>& intervals = {1}, double rate = 60.0)
        : scene(std::move(what)), crowd(scene, intervals, rate), hz(rate) {
        for (const Walker& walker : scene.walkers)
            free_flow = std::max(free_flow, std::hypot(walker.start.x, walker.start.y) / double{speed});
    }
    explicit Gathering(int count, double rate = 60.0) : Gathering(block_to_one_point(count), {1}, rate) {}
    void seconds(double duration) {
        for (double left = duration * hz; left > 0.5; --left) {
            crowd.step();
            for (const OrderDoneEvent& done : crowd.world().events().orders_done)
                ++(done.cause == OrderDoneCause::reached ? reached : otherwise);
        }
        at = crowd.positions();
    }
    /// Walkers that move by 2 cm or more in `duration` s.
    long restless(double duration) {
        const std::vector<Vec2> before = crowd.positions();
        seconds(duration);
        long count = 0;
        for (size_t i = 0; i < at.size(); ++i) count += distance(at[i], before[i]) >= 0.02f;
        return count;
    }
    float mean_distance() const {
        float sum = 0.0f;
        for (const Vec2 p : at) sum += std::hypot(p.x, p.y);
        return sum / static_cast<float>(at.size());
    }
    /// The agent nearest to the middle is ordered to leave; its number.
    size_t send_the_inner_to(Vec2 point) {
        const auto nearest = std::ranges::min_element(at, {}, [](Vec2 p) { return distance(p, {}); });
        const auto inner = static_cast<size_t>(nearest - at.begin());
        World& world = crowd.world();
        must(world.set_order(*world.find(static_cast<Serial>(inner)), {.kind = OrderKind::move, .point = point}));
        return inner;
    }

    Scene scene;
    FrayCrowd crowd;
    double hz, free_flow = 0.0;     ///< s: when the last walker would arrive if it were alone
    int reached = 0, otherwise = 0; ///< events order_done, by their cause
    std::vector<Vec2> at;
};

TEST(Gathering, AgentsOrderedToOnePointComeToRestAsADisc) {
    for (const double hz : rates)
        for (const int count : {2, 6, 12, 30, 200}) {
            Gathering gathering(count, hz);
            gathering.seconds(gathering.free_flow + 3.0);
            EXPECT_EQ(gathering.restless(10.0), 0) << count << " agents at " << hz << " Hz";
            EXPECT_EQ(gathering.reached, count) << "every agent is told to have arrived, once; at " << hz << " Hz";
            EXPECT_EQ(gathering.otherwise, 0);
            // In a disc without gaps the mean distance is 2/3 of its radius.
            const float disc = radius * std::sqrt(static_cast<float>(count));
            EXPECT_LT(gathering.mean_distance(), 1.3f * 2.0f / 3.0f * disc) << count << " agents at " << hz << " Hz";
        }
}

/// m: how far the nearest places of a lattice of triangles, `spacing` m apart, are from its middle, in ascending order.
std::vector<float> lattice(size_t count, float spacing) {
    std::vector<float> far;
    for (int y = -9; y <= 9; ++y)
        for (int x = -9; x <= 9; ++x)
            far.push_back(spacing * std::hypot(static_cast<float>(x) + 0.5f * static_cast<float>(y & 1),
                                               std::sqrt(0.75f) * static_cast<float>(y)));
    std::sort(far.begin(), far.end());
    far.resize(count);
    return far;
}

/// Agents that gather at several points. The second of all agents is `wider` times as wide as the others.
struct Lattices : Agents {
    std::vector<Vec2> points; ///< by agent
    float spacing;            ///< m

    Lattices(float personal_space, float wider, const std::shared_ptr<const Ground>& ground = nullptr)
        : Agents(30.0, kind(personal_space, 1.0f), ground), spacing(0.8f * wider + std::max(0.14f, personal_space)) {
        must(world.add_archetype(kind(personal_space, wider)));
    }
    static ArchetypeDef kind(float personal_space, float wider) {
        ArchetypeDef def{.name = "agent", .autonomous = false};
        def.body.radius = 0.4f * wider;
        def.body.personal_space = personal_space;
        return def;
    }
    /// So many agents come from the left, or the right, each to the next of these points, and have 16 s.
    void come(int count, const std::vector<Vec2>& to, float side = -1.0f) {
        for (int i = 0; i < count; ++i) {
            const Vec2 start = {side * (12.0f + 2.0f * static_cast<float>(i / 6)),
                                2.0f * static_cast<float>(i % 6) - 5.0f};
            points.push_back(to[static_cast<size_t>(i) % to.size()]);
            go(spawn({.archetype = static_cast<ArchetypeIndex>(points.size() == 2), .position = start}), points.back());
        }
        seconds(16.0);
    }
    /// They stand on those places of a lattice round the point that are nearest to it.
    void expect_lattice(Vec2 point, size_t count) const {
        std::vector<float> far;
        for (size_t i = 0; i < agents.size(); ++i)
            if (points[i] == point) far.push_back(between(agents[i], point));
        std::sort(far.begin(), far.end());
        const std::vector<float> wanted = lattice(count, spacing);
        ASSERT_EQ(far.size(), count);
        for (size_t i = 0; i < count; ++i)
            EXPECT_NEAR(far[i], wanted[i], 0.05f) << i << " of " << count << ", " << spacing << " m apart";
        for (const AgentId a : agents)
            for (const AgentId b : agents)
                if (a != b) EXPECT_GT(between(a, at(b)), spacing - 0.1f) << count;
    }
};

TEST(Gathering, AgentsStandOnTheNearestPlacesOfALattice) {
    for (const float space : {0.0f, 1.0f})
        for (const float wider : {1.0f, 1.4f})
            for (const size_t count : {2u, 3u, 7u, 19u, 24u}) {
                Lattices all(space, wider);
                all.come(static_cast<int>(count), {{}});
                all.expect_lattice({}, count);
            }
}

TEST(Gathering, AgentsThatComeLaterGetTheNextPlaces) {
    Lattices all(0.0f, 1.0f);
    const Vec2 a = {}, b = {0.0f, 25.0f};
    size_t count = 0;
    for (const int more : {1, 6, 1, 3, 1}) { // the first is alone, and has no place
        all.come(2 * more, {a, b}, more == 3 ? 1.0f : -1.0f);
        count += static_cast<size_t>(more);
        if (count == 1) continue;
        all.expect_lattice(a, count);
        all.expect_lattice(b, count);
    }
    // Another takes the place of an agent that leaves.
    all.points[4] = {-10.0f, 40.0f};
    all.go(all.agents[4], all.points[4]);
    all.come(1, {a}, 1.0f);
    all.expect_lattice(a, count);
    all.expect_lattice(b, count);
}

TEST(Gathering, NoAgentGathersBehindAWall) {
    const auto ground = map_where({-30.0f, -20.0f}, {50.0f, 40.0f}, 0.25f,
                                  [](Vec2 at) { return std::abs(at.x - 1.5f) > 0.5f || std::abs(at.y - 8.0f) < 1.0f; });
    Lattices all(0.0f, 1.0f, ground);
    all.come(19, {{}});
    for (const AgentId agent : all.agents) {
        EXPECT_LT(all.at(agent).x, 1.1f);
        EXPECT_LT(all.between(agent, {}), 4.0f);
    }
}

TEST(Gathering, AgentsWithLongUpdateIntervalsComeToRest) {
    for (const std::vector<int>& intervals : {std::vector<int>{8}, {1, 2, 4, 8}}) {
        Gathering gathering(block_to_one_point(200), intervals);
        gathering.seconds(16.0);
        EXPECT_EQ(gathering.restless(10.0), 0);
    }
}

/// Agents in a room, ordered to a point in the next room.
Scene through_a_door(int count, double width) {
    Scene scene{.name = "gathering behind a door", .ground = walls_with_a_door(width, {0.0})};
    for (int i = 0; i < count; ++i) {
        const Vec2 start = {-2.0f - 0.95f * static_cast<float>(i / 12), 0.95f * (static_cast<float>(i % 12) - 5.5f)};
        scene.walkers.push_back({.start = start, .goal = {12.0f, 0.0f}});
    }
    return scene;
}

TEST(Gathering, ACrowdGathersBehindADoor) {
    Gathering gathering(through_a_door(300, 2.0));
    gathering.seconds(110.0);
    EXPECT_EQ(gathering.restless(5.0), 0);
    for (const Vec2 at : gathering.at) EXPECT_LT(distance(at, {12.0f, 0.0f}), 10.0f) << "is through";
}

TEST(Gathering, DoesNotDependOnThreadsOrOnASave) {
    const Scene scenes[] = {block_to_one_point(60), through_a_door(200, 3.0)};
    for (const Scene& scene : scenes) {
        FrayCrowd one(scene), other(scene, {1}, 60.0, 3);
        for (int frame = 0; frame < 1000; ++frame) {
            one.step();
            other.step();
            ASSERT_EQ(one.hash(), other.hash()) << scene.name << ", frame " << frame;
            if (frame % 100 != 99) continue;
            std::vector<std::byte> snapshot;
            must(one.world().save(&snapshot));
            must(other.world().restore(snapshot));
        }
    }
}

/// m: the mean distance from their point at which sixty agents rest, six of them three times as wide, that come from a
/// block with so many times the usual gaps.
float mean_rest(float gaps) {
    Scene scene = block_to_one_point(60);
    for (size_t i = 0; i < scene.walkers.size(); ++i) {
        scene.walkers[i].start = {gaps * scene.walkers[i].start.x, gaps * scene.walkers[i].start.y};
        if (i % 10 == 0) scene.walkers[i].radius = 1.2f;
    }
    Gathering gathering(std::move(scene));
    gathering.seconds(60.0);
    EXPECT_EQ(gathering.restless(5.0), 0);
    return gathering.mean_distance();
}

TEST(Gathering, AgentsOfVeryDifferentWidthComeToRest) {
    std::vector<float> means;
    for (const float gaps : {1.9f, 1.95f, 2.0f, 2.05f, 2.1f}) means.push_back(mean_rest(gaps));
    std::sort(means.begin(), means.end());
    EXPECT_LT(means[2], 3.65f) << "that is how it was when they looked for no free places";
}

/// m: the greatest overlap of two of these agents of this radius.
float overlap(const std::vector<Vec2>& at, float body) {
    float worst = 0.0f;
    for (size_t i = 0; i < at.size(); ++i)
        for (size_t j = 0; j < i; ++j) worst = std::max(worst, 2.0f * body - distance(at[i], at[j]));
    return worst;
}

TEST(Gathering, ACrowdThatGrowsGetsMoreRoom) {
    Gathering gathering(30);
    gathering.seconds(gathering.free_flow + 3.0);
    World& world = gathering.crowd.world();
    for (const AgentId agent : std::vector<AgentId>(world.ids().begin(), world.ids().end()))
        must(world.set_radius(agent, 0.55f));
    gathering.seconds(8.0);
    EXPECT_LT(overlap(gathering.at, 0.55f), 0.01f);
    EXPECT_EQ(gathering.restless(5.0), 0);
}

TEST(Gathering, ACrowdOnItsWayDoesNotStopAtAWaypoint) {
    Gathering gathering(30);
    World& world = gathering.crowd.world();
    gathering.seconds(0.1);
    for (const AgentId agent : std::vector<AgentId>(world.ids().begin(), world.ids().end()))
        must(world.queue_order(agent, {.kind = OrderKind::move, .point = {30.0f, 0.0f}}));
    gathering.seconds(gathering.free_flow + 30.0 / double{speed} + 3.0);
    for (const Vec2 at : gathering.at) EXPECT_LT(std::hypot(at.x - 30.0f, at.y), 5.0f);
    EXPECT_EQ(gathering.restless(5.0), 0);
}

TEST(Gathering, ACrowdRestsAgainWhenAnAgentInItsMiddleLeavesByOrder) {
    Gathering gathering(30);
    gathering.seconds(gathering.free_flow + 8.0);
    const size_t inner = gathering.send_the_inner_to({0.0f, 15.0f});
    gathering.seconds(10.0);
    EXPECT_LT(distance(gathering.at[inner], {0.0f, 15.0f}), 0.5f);
    gathering.seconds(5.0);
    EXPECT_EQ(gathering.restless(5.0), 0);
}

TEST(Gathering, AnAgentInTheMiddleOfALargeCrowdLeavesByOrder) {
    for (const double hz : rates) {
        Gathering gathering(200, hz);
        gathering.seconds(gathering.free_flow + 3.0);
        const size_t inner = gathering.send_the_inner_to({0.0f, 15.0f});
        gathering.seconds(20.0);
        EXPECT_LT(distance(gathering.at[inner], {0.0f, 15.0f}), 0.5f) << hz << " Hz, 5 s alone";
    }
}

TEST(Gathering, AWalkerPassesThroughACrowdAtRest) {
    FrayCrowd crowd(block_to_one_point(30));
    for (int frame = 0; frame < 20 * 60; ++frame) crowd.step();
    World& world = crowd.world();
    AgentId walker;
    must(world.spawn({.position = {0.0f, -12.0f}}, &walker));
    must(world.set_order(walker, {.kind = OrderKind::move, .point = {0.0f, 12.0f}}));
    for (int frame = 0; frame < 16 * 60; ++frame) crowd.step();
    EXPECT_LT(distance(world.position(walker).value(), {0.0f, 12.0f}), 0.5f) << "24 m take 8 s alone";
}

} // namespace
} // namespace fray::motion
