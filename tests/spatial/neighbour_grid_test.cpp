#include "atomic_ref.h"
#include "neighbour_grid.h"
#include "repetitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace fray {
namespace {

using Levels = std::vector<GridLevel>;

const Levels one_level{{.cell = 1.0f, .widest = 0.4f, .fastest = 2.0f}};
const Levels three_levels{{.cell = 1.0f, .widest = 0.4f, .fastest = 2.0f},
                          {.cell = 3.75f, .widest = 1.5f, .fastest = 9.0f},
                          {.cell = 12.5f, .widest = 5.0f, .fastest = 4.0f}};

/// All that an item holds, as whole words.
std::array<uint32_t, 8> contents(const GridItem& item) { return std::bit_cast<std::array<uint32_t, 8>>(item); }

struct Crowd {
    const std::vector<Vec2>& positions;
    const Levels& levels;

    static bool absent(uint32_t row) { return row % 5 == 0; }
    bool place(uint32_t row, Vec2& position) const {
        position = positions[row];
        return !absent(row);
    }
    uint32_t level(uint32_t row) const { return row % static_cast<uint32_t>(levels.size()); }
    GridItem item(uint32_t row) const {
        return {.position = positions[row],
                .radius = levels[level(row)].widest,
                .priority = static_cast<float>(row),
                .row = row % GridItem::most_rows,
                .asleep = row % 3 == 0,
                .preferred_x = 0,
                .preferred_y = 0,
                .floor = 7};
    }
    static uint32_t frames(uint32_t) { return 1; }
    static bool still(uint32_t, bool, bool) { return false; }
    static void asleep(uint32_t begin, uint32_t end, uint8_t* marks) { std::fill_n(marks, end - begin, uint8_t{0}); }
    void prefetch(uint32_t) const {}
};

/// Checks that every agent within reach is visited exactly once, whatever the extent, the levels and the number of
/// threads.
template <typename Reach>
void compare(uint32_t count, float extent, const Levels& levels, const Reach& reach, int thread_count) {
    const auto metres = [&](const GridLevel& level) {
        if constexpr (std::is_invocable_v<Reach, const GridLevel&>)
            return reach(level);
        else
            return reach;
    };
    std::mt19937 random(count);
    std::uniform_real_distribution<float> place(-extent, extent);
    std::vector<Vec2> positions(count);
    for (Vec2& p : positions) p = {place(random), place(random)};
    const auto jobs = make_tbb_jobs({.threads = thread_count}).value();
    ParallelLoops loops(*jobs, 0);
    NeighbourGrid grid;
    const Crowd crowd{positions, levels};
    jobs->execute([&] { grid.update(loops, count, levels, crowd); });
    for (uint32_t row = 0; row < count; ++row) {
        if (Crowd::absent(row)) continue;
        ASSERT_EQ(contents(grid.item(row)), contents(crowd.item(row))) << row;
    }
    for (uint32_t i = 0; i < std::min(count, 500u); ++i) {
        std::vector<uint32_t> times(count);
        grid.within(positions[i], reach, [&](const GridItem& item) {
            ++times[item.row];
            EXPECT_EQ(&item, &grid.item(item.row));
        });
        for (uint32_t j = 0; j < count; ++j) {
            const float dx = positions[i].x - positions[j].x, dy = positions[i].y - positions[j].y;
            const GridLevel& level = levels[crowd.level(j)];
            const float far = metres(level) + level.widest;
            const uint32_t most = Crowd::absent(j) ? 0 : 1, least = dx * dx + dy * dy <= far * far ? most : 0;
            if (times[j] < least || times[j] > most) FAIL() << i << " found " << j << " " << times[j] << " times";
        }
    }
}

TEST(NeighbourGrid, FindsEveryAgentWithinReachOnce) {
    for (const Levels& levels : {one_level, three_levels}) {
        compare(1, 10.0f, levels, 1.0f, 1);
        compare(2000, 20.0f, levels, 1.3f, 1);
        compare(20000, 100.0f, levels, 2.0f, 2);
        compare(300, 16000.0f, levels, 1.0f, 2); // far apart: cells become larger
        compare(3000, 0.5f, levels, 2.0f, 2);    // all agents are in one cell
    }
    // So many cells that they are numbered by tiles.
    compare(150000, 190.0f, three_levels, 20.0f, 2);
    if (test::repetitions(true, true, false)) compare(150000, 190.0f, one_level, 20.0f, 2);
}

TEST(NeighbourGrid, FindsEveryAgentWithinTheReachOfItsLevel) {
    const auto reach = [](const GridLevel& level) { return 1.5f * level.fastest; };
    compare(2000, 20.0f, three_levels, reach, 1);
    compare(20000, 100.0f, three_levels, reach, 2);
}

/// m^2: the squared distance of a point to the straight way between two others.
float squared_distance_to_way(Vec2 a, Vec2 b, Vec2 p) {
    const float x = b.x - a.x, y = b.y - a.y, whole = x * x + y * y;
    const float along = whole > 0.0f ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / whole, 0.0f, 1.0f) : 0.0f;
    const float dx = a.x + along * x - p.x, dy = a.y + along * y - p.y;
    return dx * dx + dy * dy;
}

TEST(NeighbourGrid, FindsEveryAgentAlongAWayOnce) {
    constexpr uint32_t count = 3000;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> place(-20.0f, 20.0f), step(-8.0f, 8.0f);
    std::vector<Vec2> positions(count);
    for (Vec2& p : positions) p = {place(random), place(random)};
    const auto jobs = make_serial_jobs();
    ParallelLoops loops(*jobs, 0);
    NeighbourGrid grid;
    const Crowd crowd{positions, three_levels};
    grid.update(loops, count, three_levels, crowd);
    for (uint32_t i = 0; i < 300; ++i) {
        const Vec2 from = positions[i], to = {from.x + step(random), from.y + (i % 3 == 0 ? 0.0f : step(random))};
        const float reach = 0.1f * static_cast<float>(i % 10);
        std::vector<uint32_t> times(count);
        grid.along(from, to, reach, [&](const GridItem& item) { ++times[item.row]; });
        for (uint32_t j = 0; j < count; ++j) {
            const float far = reach + three_levels[crowd.level(j)].widest;
            const uint32_t most = Crowd::absent(j) ? 0 : 1;
            const uint32_t least = squared_distance_to_way(from, to, positions[j]) <= far * far ? most : 0;
            if (times[j] < least || times[j] > most) FAIL() << i << " found " << j << " " << times[j] << " times";
        }
    }
}

// ---- Several frames -------------------------------------------------------------------------------------------------

struct Agent {
    Vec2 position{}, before{};
    float radius = 0.4f;
    uint32_t number = 0; ///< stays the same in whatever row
    bool walks = false;
    bool living = true;
    uint32_t frames = 1; ///< it walks in one of so many frames, and so much farther

    bool waits(uint32_t frame) const { return walks && (frame + number) % frames != 0; }
};

/// Agents are in the first level that is wide enough for them.
uint32_t level_of(float radius, const Levels& levels) {
    uint32_t level = 0;
    while (levels[level].widest < radius) ++level;
    return level;
}

struct GridWalkers {
    const std::vector<Agent>& agents;
    const Levels& levels;
    uint32_t frame;
    uint64_t* items = nullptr; ///< counts the items that are made

    bool place(uint32_t row, Vec2& position) const {
        position = agents[row].position;
        return agents[row].living;
    }
    uint32_t level(uint32_t row) const { return level_of(agents[row].radius, levels); }
    GridItem item(uint32_t row) const {
        const Agent& agent = agents[row];
        if (items != nullptr) atomic_ref<uint64_t>(*items).fetch_add(1, std::memory_order_relaxed);
        return {.position = agent.position,
                .velocity = agent.walks ? agent.position : Vec2{},
                .radius = agent.radius,
                .priority = static_cast<float>(agent.number),
                .row = row % GridItem::most_rows,
                .asleep = !agent.walks,
                .waits_for_update = agent.waits(frame),
                .preferred_x = static_cast<int8_t>(agent.walks ? 3 : 0),
                .preferred_y = static_cast<int8_t>(agent.walks ? -4 : 0),
                .floor = static_cast<int16_t>(agent.number)};
    }
    uint32_t frames(uint32_t row) const { return agents[row].frames; }
    bool still(uint32_t row, bool asleep, bool waits) const {
        const Agent& agent = agents[row];
        if (!agent.living || agent.position != agent.before) return false;
        return asleep ? !agent.walks : waits && agent.waits(frame);
    }
    void asleep(uint32_t begin, uint32_t end, uint8_t* marks) const {
        for (uint32_t i = 0; i < end - begin; ++i) marks[i] = still(begin + i, true, false);
    }
    void prefetch(uint32_t) const {}
};

class KeptGrid {
public:
    /// With three levels one agent in ten is of the second level, and one in sixty of the third. Some agents are
    /// narrower than the widest of their level.
    explicit KeptGrid(uint32_t count, const Levels& all = one_level, float extent = 20.0f) : levels(all) {
        std::uniform_real_distribution<float> place(-extent, extent);
        for (uint32_t i = 0; i < count; ++i) {
            const size_t level = i % 60 == 7 ? 2 : i % 10 == 3 ? 1 : 0;
            const float radius = levels[std::min(level, levels.size() - 1)].widest * (i % 11 < 3 ? 0.75f : 1.0f);
            const Vec2 at = {place(random_), place(random_)};
            agents.push_back({at, at, radius, i, i % 7 == 0, true, i % 5 < 2 ? 8u : 1u});
        }
    }

    /// A step of a twelfth of a second: walkers move, some walkers stop, and some other agents start to walk.
    void walk() {
        for (Agent& agent : agents) {
            agent.before = agent.position;
            if (agent.waits(frame_)) continue;
            std::uniform_real_distribution<float> step(-1.0f, 1.0f);
            const float longest = steps[level_of(agent.radius, levels)] * static_cast<float>(agent.frames);
            float x = step(random_) * longest, y = step(random_) * longest;
            if (straight_on) {
                const auto angle = static_cast<float>(agent.number);
                x = std::cos(angle) * longest;
                y = std::sin(angle) * longest;
            }
            if (agent.walks) agent.position = {agent.position.x + x, agent.position.y + y};
            if (random_() % change_one_in == 0) agent.walks = !agent.walks;
        }
        ++frame_;
    }
    void update() {
        const auto rows = static_cast<uint32_t>(agents.size());
        jobs_->execute([&] { grid.update(loops_, rows, levels, GridWalkers{agents, levels, frame_, &items}); });
    }
    /// Permutes `count` rows from `begin` on.
    void shuffle(uint32_t begin, uint32_t count) {
        std::vector<uint32_t> order(count);
        std::iota(order.begin(), order.end(), begin);
        std::shuffle(order.begin(), order.end(), random_);
        std::vector<Agent> moved;
        for (const uint32_t row : order) moved.push_back(agents[row]);
        std::copy(moved.begin(), moved.end(), agents.begin() + begin);
        grid.reorder(begin, count, scratch_, [&](uint32_t i) { return order[i]; });
    }
    /// Some agents go, and agents of the last rows take their rows. Then as many come, somewhere or to one place.
    void turn_over(uint32_t count, bool to_one_place) {
        for (uint32_t i = 0; i < count; ++i) {
            const auto row = static_cast<uint32_t>(random_() % agents.size());
            const auto last = static_cast<uint32_t>(agents.size() - 1);
            grid.remove(row);
            if (row != last) grid.move(last, row);
            agents[row] = agents[last];
            agents.pop_back();
            grid.resize(last);
        }
        std::uniform_real_distribution<float> place(-25.0f, 25.0f);
        for (uint32_t i = 0; i < count; ++i) {
            const Vec2 at = to_one_place ? Vec2{300.0f, 7.0f} : Vec2{place(random_), place(random_)};
            agents.push_back({at, at, levels[i % levels.size()].widest, 20000 + i, i % 2 == 0, true});
            grid.resize(static_cast<uint32_t>(agents.size()));
        }
    }
    /// Updates, checks and walks for some frames. `before` and `after` are called with the number of each frame.
    using Change = std::function<void(uint32_t frame)>;
    void follow(uint32_t frames, const Change& before = {}, const Change& after = {}) {
        for (uint32_t frame = 0; frame < frames; ++frame) {
            if (before) before(frame);
            update();
            expect_everybody();
            walk();
            if (after) after(frame);
        }
        EXPECT_LE(static_cast<float>(visits), most_visits * static_cast<float>(visits_needed));
        EXPECT_LE(static_cast<float>(items), most_items * static_cast<float>(agents.size() * frame_));
    }
    void expect_everybody() {
        const GridWalkers walkers{agents, levels, frame_};
        for (uint32_t row = 0; row < agents.size(); ++row) {
            if (!agents[row].living) continue;
            ASSERT_EQ(contents(grid.item(row)), contents(walkers.item(row))) << row;
        }
        for (uint32_t i = 0; i < agents.size(); i += 61) {
            const float reach = 0.5f + static_cast<float>(i % 4);
            std::multiset<uint32_t> found, near;
            grid.within(agents[i].position, reach, [&](const GridItem& item) {
                ++visits;
                if (!close(agents[i].position, item.position, reach + item.radius)) return;
                found.insert(item.row);
                ASSERT_LT(item.row, agents.size());
                ASSERT_EQ(contents(item), contents(walkers.item(item.row))) << item.row;
            });
            for (uint32_t row = 0; row < agents.size(); ++row) {
                const Agent& agent = agents[row];
                if (agent.living && close(agents[i].position, agent.position, reach + agent.radius)) near.insert(row);
            }
            ASSERT_EQ(found, near) << i;
            visits_needed += near.size();
        }
    }
    /// The rows of this level that a search visits, whether or not they are within reach.
    template <typename Reach> std::multiset<uint32_t> visited(Vec2 at, const Reach& reach, uint32_t level) const {
        std::multiset<uint32_t> rows;
        grid.within(at, reach, [&](const GridItem& item) {
            if (level_of(item.radius, levels) == level) rows.insert(item.row);
        });
        return rows;
    }

    std::vector<Agent> agents;
    NeighbourGrid grid;
    Levels levels;
    bool straight_on = false;                       ///< each walker walks in a direction of its own
    uint32_t change_one_in = 20;                    ///< so many agents stop or start to walk in a frame
    uint64_t items = 0;                             ///< made by all updates
    uint64_t visits = 0, visits_needed = 0;         ///< of items by searches, and of those that were near enough
    float most_visits = 3.0f, most_items = 0.55f;   ///< for each item needed; for each agent and frame
    std::array<float, 3> steps{0.07f, 0.2f, 0.33f}; ///< m: by level: the longest step along each axis

private:
    static bool close(Vec2 a, Vec2 b, float reach) {
        const float dx = a.x - b.x, dy = a.y - b.y;
        return dx * dx + dy * dy <= reach * reach;
    }

    uint32_t frame_ = 0;
    std::mt19937 random_{11};
    std::unique_ptr<JobSystem> jobs_ = make_tbb_jobs({.threads = 2}).value();
    ParallelLoops loops_{*jobs_, 0};
    Vector<uint32_t> scratch_;
};

constexpr uint32_t followed_frames = test::repetitions(60u, 30u, 16u);

TEST(NeighbourGrid, FollowsWalkingAgents) { KeptGrid(9000).follow(followed_frames); }

TEST(NeighbourGrid, FollowsWalkingAgentsOfAllLevels) {
    // In each case agents of another level are the first that may have moved too far.
    for (const std::array<float, 3> steps : {std::array{0.07f, 0.1f, 0.2f}, {0.0f, 0.3f, 0.1f}, {0.01f, 0.02f, 0.9f}}) {
        KeptGrid kept(4000, three_levels);
        kept.steps = steps;
        kept.most_items = 1.1f;
        kept.follow(test::repetitions(40u, 40u, 20u));
    }
}

TEST(NeighbourGrid, FollowsReorderedRows) {
    for (const Levels& levels : {one_level, three_levels}) {
        KeptGrid kept(9000, levels);
        for (uint32_t frame = 0; frame < followed_frames / 2; ++frame) {
            kept.update();
            kept.shuffle(4000 - frame % 3 * 2000, 4096);
            kept.expect_everybody(); // already before the next update
            kept.walk();
            kept.shuffle(frame % 3 * 2000, 4096);
        }
    }
}

TEST(NeighbourGrid, FollowsTheFewThatWalkInAStandingCrowd) {
    for (const Levels& levels : {one_level, three_levels}) {
        KeptGrid kept(9000, levels);
        kept.change_one_in = 400;
        kept.straight_on = true;
        const auto change = [&](uint32_t frame) {
            kept.shuffle(frame % 3 * 2000, 4096);
            if (frame % 7 == 3) kept.turn_over(5, frame % 2 == 0);
            if (frame % 5 == 1) kept.agents[frame].living = false;
            if (frame % 9 == 2) kept.agents[frame].position = {frame % 2 == 0 ? 300.0f : 5.0f, 4.0f};
            if (frame == followed_frames - 5) kept.change_one_in = 3; // all begin to walk
        };
        kept.follow(followed_frames, {}, change);
    }
}

TEST(NeighbourGrid, FollowsAnAgentThatWalksOutOfAnEmptyWorld) {
    KeptGrid kept(60, one_level, 800.0f); // so few that cells are wide
    kept.change_one_in = ~0u;
    kept.straight_on = true;
    kept.agents[0].position = {900.0f, 0.0f}; // it walks along x
    kept.follow(80);
}

TEST(NeighbourGrid, AStandingCrowdIsNotSortedAgainForTheFewThatWalk) {
    KeptGrid kept(10000);
    kept.change_one_in = ~0u;
    for (Agent& agent : kept.agents) agent.walks = agent.number % 100 == 0;
    constexpr uint32_t frames = 400;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        kept.update();
        if (frame % 50 == 0) kept.expect_everybody();
        kept.walk();
    }
    // 100 items in each frame, some of these again because their agents leave their cells, and few times those of all.
    EXPECT_LE(kept.items, 2 * 100 * frames + 3 * 10000u);
}

TEST(NeighbourGrid, DeadAgentsAreNoLongerFound) {
    for (const Levels& levels : {one_level, three_levels}) {
        KeptGrid kept(2000, levels);
        kept.follow(30, [&](uint32_t frame) {
            for (uint32_t i = frame; i < kept.agents.size(); i += 50) kept.agents[i].living = false;
        });
    }
}

TEST(NeighbourGrid, FollowsAgentsThatComeAndGo) {
    for (const Levels& levels : {one_level, three_levels})
        for (const uint32_t count : {1u, 20u, 300u}) { // so many that the grid has to be rebuilt now and then
            KeptGrid kept(4000, levels);
            kept.steps = {0.01f, 0.02f, 0.03f};
            kept.most_items = count < 300 ? 1.0f : 2.4f;
            const auto change = [&](uint32_t frame) {
                kept.shuffle(frame % 3 * 1000, 1000);
                kept.turn_over(count, frame % 4 == 3);
            };
            kept.follow(test::repetitions(30u, 30u, 12u), {}, change);
        }
}

TEST(NeighbourGrid, TeleportedAndNewAgentsAreFoundAtOnce) {
    for (const Levels& levels : {one_level, three_levels}) {
        KeptGrid kept(2000, levels);
        kept.most_items = 0.8f;
        kept.follow(30, [&](uint32_t frame) {
            const float widest = levels[frame % levels.size()].widest;
            if (frame % 3 == 1) kept.agents[frame].position = {static_cast<float>(frame), 300.0f};
            if (frame % 5 == 2) kept.agents.push_back({{1.0f, 2.0f}, {1.0f, 2.0f}, widest, 5000 + frame, false, true});
        });
    }
}

TEST(NeighbourGrid, AfterForgetRowsMayBeOtherAgents) {
    for (const Levels& levels : {one_level, three_levels}) {
        KeptGrid kept(2000, levels);
        kept.update();
        std::reverse(kept.agents.begin(), kept.agents.end());
        kept.grid.forget();
        kept.update();
        kept.expect_everybody();
    }
}

TEST(NeighbourGrid, LevelsMayChangeBetweenUpdates) {
    Levels wider = three_levels, finer = three_levels;
    wider[1].widest = 3.0f;
    finer[2].cell = 6.0f;
    const Levels merged{three_levels[0], three_levels[2]}, single{three_levels[2]};
    KeptGrid kept(4000, three_levels);
    kept.most_visits = 8.0f;
    for (const Levels& levels : {three_levels, wider, finer, merged, single, three_levels, single, merged}) {
        kept.levels = levels;
        // In `wider` some agents grow; most of them are asleep and have not moved.
        for (Agent& agent : kept.agents)
            if (agent.radius == 1.5f && levels == wider) agent.radius = 3.0f;
        kept.follow(3);
    }
}

TEST(NeighbourGrid, ASearchReachesNoFartherInALevelThanItsReach) {
    KeptGrid kept(4000, three_levels, 100.0f);
    for (int frame = 0; frame < 4; ++frame) {
        kept.update();
        kept.walk();
    }
    constexpr std::array reaches{1.0f, 20.0f, 4.0f};
    const auto reach = [&](const GridLevel& level) { return reaches[level_of(level.widest, kept.levels)]; };
    for (uint32_t i = 0; i < kept.agents.size(); i += 61) {
        const Vec2 at = kept.agents[i].position;
        for (uint32_t level = 0; level < 3; ++level)
            ASSERT_EQ(kept.visited(at, reach, level), kept.visited(at, reaches[level], level)) << i;
    }
}

/// How many items the searches of 10 000 small agents visit in 30 frames. `step`: m; the small agents move by it in
/// each frame, each in its own direction.
uint64_t visits_of_small_agents(float step, bool with_giant) {
    constexpr uint32_t small_agents = 10000;
    KeptGrid kept(small_agents, one_level, 50.0f);
    for (Agent& agent : kept.agents) agent.walks = step > 0.0f;
    if (with_giant) {
        kept.levels.push_back(three_levels.back());
        kept.agents.push_back({{-5.0f, 0.0f}, {-5.0f, 0.0f}, 5.0f, small_agents, true, true});
    }
    uint64_t visits = 0;
    for (int frame = 0; frame < 30; ++frame) {
        kept.update();
        for (uint32_t i = 0; i < small_agents; ++i)
            kept.grid.within(kept.agents[i].position, 1.5f, [&](const GridItem&) { ++visits; });
        for (Agent& agent : kept.agents) {
            const auto angle = static_cast<float>(agent.number);
            const bool giant = agent.number == small_agents;
            agent.before = agent.position;
            agent.position.x += giant ? 0.33f : step * std::cos(angle);
            agent.position.y += giant ? 0.0f : step * std::sin(angle);
        }
    }
    return visits;
}

TEST(NeighbourGrid, AGiantHardlyAddsToTheSearchesOfSmallAgents) {
    for (const float step : {0.0f, 0.03f, 0.12f}) {
        const uint64_t without = visits_of_small_agents(step, false), with = visits_of_small_agents(step, true);
        EXPECT_LE(static_cast<double>(with), 1.05 * static_cast<double>(without)) << step;
    }
}

TEST(NeighbourGrid, AnEmptyGridFindsNothing) {
    NeighbourGrid grid;
    const auto jobs = make_serial_jobs();
    ParallelLoops loops(*jobs, 0);
    const std::vector<Vec2> no_positions;
    grid.within({}, 1.0f, [](const GridItem&) { FAIL(); });
    for (const Levels& levels : {one_level, three_levels, Levels{}}) {
        grid.update(loops, 0, levels, Crowd{no_positions, levels});
        grid.within({}, 1.0f, [](const GridItem&) { FAIL(); });
        grid.prefetch_cells({});
        grid.prefetch_items({});
    }
}

} // namespace
} // namespace fray
