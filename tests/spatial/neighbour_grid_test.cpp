#include "neighbour_grid.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

namespace fray {
namespace {

constexpr float radius = 0.4f;

struct Crowd {
    const std::vector<Vec2>& positions;

    static bool absent(uint32_t row) { return row % 5 == 0; }
    bool item(uint32_t row, GridItem& item) const {
        item = {positions[row], row % GridItem::most_rows, row % 3 == 0, 7, 0};
        return !absent(row);
    }
    bool still(uint32_t) const { return false; }
    void prefetch_walker(uint32_t) const {}
    GridWalker walker(uint32_t row) const { return {{}, static_cast<float>(row), 0, 0}; }
};

/// Checks that every agent within reach is visited exactly once, whatever the extent and the number of threads.
void compare(uint32_t count, float extent, float reach, int threads) {
    std::mt19937 random(count);
    std::uniform_real_distribution<float> place(-extent, extent);
    std::vector<Vec2> positions(count);
    for (Vec2& p : positions) p = {place(random), place(random)};
    const auto jobs = make_tbb_jobs({.threads = threads}).value();
    ParallelLoops loops(*jobs, 0);
    NeighbourGrid grid;
    const Crowd crowd{positions};
    jobs->execute([&] { grid.update(loops, count, radius, crowd); });
    for (uint32_t i = 0; i < std::min(count, 500u); ++i) {
        std::multiset<uint32_t> found;
        grid.within(positions[i], reach, [&](const GridItem& item) {
            found.insert(item.row);
            if (item.asleep == 0) {
                EXPECT_EQ(grid.walker(item).priority, static_cast<float>(item.row));
            }
        });
        for (uint32_t j = 0; j < count; ++j) {
            const float dx = positions[i].x - positions[j].x, dy = positions[i].y - positions[j].y;
            const bool near = dx * dx + dy * dy <= (reach + radius) * (reach + radius);
            const size_t most = Crowd::absent(j) ? 0 : 1, least = near ? most : 0, times = found.count(j);
            if (times < least || times > most) FAIL() << i << " found " << j << " " << times << " times";
        }
    }
}

TEST(NeighbourGrid, FindsEveryAgentWithinReachOnce) {
    compare(1, 10.0f, 1.0f, 1);
    compare(2000, 20.0f, 1.3f, 1);
    compare(20000, 100.0f, 2.0f, 2);
    compare(300, 16000.0f, 1.0f, 2); // far apart: cells become larger
    compare(3000, 0.5f, 2.0f, 2);    // all agents are in one cell
}

// ---- Several frames -------------------------------------------------------------------------------------------------

struct Agent {
    Vec2 position{}, before{};
    uint32_t number = 0; ///< stays the same in whatever row
    bool walks = false;
    bool living = true;
};

struct Walkers {
    const std::vector<Agent>& agents;

    bool item(uint32_t row, GridItem& item) const {
        const Agent& agent = agents[row];
        item = {agent.position, row % GridItem::most_rows, !agent.walks, static_cast<uint16_t>(agent.number), 0};
        return agent.living;
    }
    bool still(uint32_t row) const {
        const Agent& agent = agents[row];
        return agent.living && !agent.walks && agent.position == agent.before;
    }
    void prefetch_walker(uint32_t) const {}
    GridWalker walker(uint32_t row) const { return {agents[row].position, 1.0f, 0, 0}; }
};

class KeptGrid {
public:
    explicit KeptGrid(uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) {
            const Vec2 at = {place_(random_), place_(random_)};
            agents.push_back({at, at, i, i % 6 == 0, true});
        }
    }

    /// A step of a twelfth of a second: walkers move, some walkers stop, and some other agents start to walk.
    void walk() {
        for (Agent& agent : agents) {
            agent.before = agent.position;
            if (agent.walks) agent.position = {agent.position.x + step_(random_), agent.position.y + step_(random_)};
            if (random_() % 20 == 0) agent.walks = !agent.walks;
        }
    }
    void update() {
        jobs_->execute([&] { grid.update(loops_, static_cast<uint32_t>(agents.size()), radius, Walkers{agents}); });
    }
    /// Permutes `count` rows from `begin` on.
    void shuffle(uint32_t begin, uint32_t count) {
        std::vector<uint32_t> order(count);
        std::iota(order.begin(), order.end(), begin);
        std::shuffle(order.begin(), order.end(), random_);
        std::vector<Agent> moved;
        for (const uint32_t row : order) moved.push_back(agents[row]);
        std::copy(moved.begin(), moved.end(), agents.begin() + begin);
        grid.reorder(begin, order.data(), count, scratch_);
    }
    void expect_everybody() {
        for (uint32_t i = 0; i < agents.size(); i += 61) {
            const float reach = 0.5f + static_cast<float>(i % 4);
            std::multiset<uint32_t> found, near;
            grid.within(agents[i].position, reach, [&](const GridItem& item) {
                if (!close(agents[i].position, item.position, reach)) return;
                found.insert(item.row);
                ASSERT_LT(item.row, agents.size());
                const Agent& agent = agents[item.row];
                if (item.kind != static_cast<uint16_t>(agent.number) || (item.asleep == 0) != agent.walks ||
                    (agent.walks && grid.walker(item).velocity != agent.position))
                    FAIL() << "row " << item.row << " is not as it was put in";
            });
            for (uint32_t row = 0; row < agents.size(); ++row)
                if (agents[row].living && close(agents[i].position, agents[row].position, reach)) near.insert(row);
            ASSERT_EQ(found, near) << i;
        }
    }

    std::vector<Agent> agents;
    NeighbourGrid grid;

private:
    static bool close(Vec2 a, Vec2 b, float reach) {
        const float dx = a.x - b.x, dy = a.y - b.y;
        return dx * dx + dy * dy <= (reach + radius) * (reach + radius);
    }

    std::mt19937 random_{11};
    std::uniform_real_distribution<float> place_{-20.0f, 20.0f}, step_{-0.07f, 0.07f};
    std::unique_ptr<JobSystem> jobs_ = make_tbb_jobs({.threads = 2}).value();
    ParallelLoops loops_{*jobs_, 0};
    Vector<uint32_t> scratch_;
};

TEST(NeighbourGrid, FollowsWalkingAgents) {
    KeptGrid kept(9000);
    for (int frame = 0; frame < 60; ++frame) {
        kept.update();
        kept.expect_everybody();
        kept.walk();
    }
}

TEST(NeighbourGrid, FollowsReorderedRows) {
    KeptGrid kept(9000);
    for (uint32_t frame = 0; frame < 30; ++frame) {
        kept.update();
        kept.expect_everybody();
        kept.walk();
        kept.shuffle(frame % 3 * 2000, 4096);
    }
}

TEST(NeighbourGrid, DeadAgentsAreNoLongerFound) {
    KeptGrid kept(2000);
    for (uint32_t frame = 0; frame < 30; ++frame) {
        for (uint32_t i = frame; i < kept.agents.size(); i += 50) kept.agents[i].living = false;
        kept.update();
        kept.expect_everybody();
        kept.walk();
    }
}

TEST(NeighbourGrid, TeleportedAndNewAgentsAreFoundAtOnce) {
    KeptGrid kept(2000);
    for (uint32_t frame = 0; frame < 30; ++frame) {
        if (frame % 3 == 1) kept.agents[frame].position = {static_cast<float>(frame), 300.0f};
        if (frame % 5 == 2) kept.agents.push_back({{1.0f, 2.0f}, {1.0f, 2.0f}, 5000 + frame, false, true});
        kept.update();
        kept.expect_everybody();
        kept.walk();
    }
}

TEST(NeighbourGrid, AfterForgetRowsMayBeOtherAgents) {
    KeptGrid kept(2000);
    kept.update();
    std::reverse(kept.agents.begin(), kept.agents.end());
    kept.grid.forget();
    kept.update();
    kept.expect_everybody();
}

TEST(NeighbourGrid, AnEmptyGridFindsNothing) {
    NeighbourGrid grid;
    const auto jobs = make_serial_jobs();
    ParallelLoops loops(*jobs, 0);
    grid.within({}, 1.0f, [](const GridItem&) { FAIL(); });
    grid.update(loops, 0, 1.0f, Crowd{{}});
    grid.within({}, 1.0f, [](const GridItem&) { FAIL(); });
}

} // namespace
} // namespace fray
