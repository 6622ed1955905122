#include "neighbour_grid.h"

#include <gtest/gtest.h>

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
    void ask_for_walker(uint32_t) const {}
    GridWalker walker(uint32_t row) const { return {{}, static_cast<float>(row), 0, 0}; }
};

/// Everybody within reach is visited just once, whatever the spread and the number of threads.
void compare(uint32_t count, float extent, float reach, int threads) {
    std::mt19937 random(count);
    std::uniform_real_distribution<float> place(-extent, extent);
    std::vector<Vec2> positions(count);
    for (Vec2& p : positions) p = {place(random), place(random)};
    const auto jobs = make_tbb_jobs({.threads = threads});
    Loops loops(*jobs, 0);
    NeighbourGrid grid;
    const Crowd crowd{positions};
    jobs->execute([&] { grid.build(loops, count, radius, crowd); });
    for (uint32_t i = 0; i < std::min(count, 500u); ++i) {
        std::multiset<uint32_t> found;
        grid.within(positions[i], reach, [&](const GridItem& item) {
            found.insert(item.row);
            if (item.rests == 0) {
                EXPECT_EQ(grid.walker(item).weight, static_cast<float>(item.row));
            }
        });
        for (uint32_t j = 0; j < count; ++j) {
            const float dx = positions[i].x - positions[j].x, dy = positions[i].y - positions[j].y;
            ASSERT_LE(found.count(j), Crowd::absent(j) ? 0u : 1u);
            const bool near = dx * dx + dy * dy <= (reach + radius) * (reach + radius);
            ASSERT_TRUE(Crowd::absent(j) || !near || found.count(j) == 1) << i << " " << j;
        }
    }
}

TEST(NeighbourGrid, FindsEverybodyInReachOnce) {
    compare(1, 10.0f, 1.0f, 1);
    compare(2000, 20.0f, 1.3f, 1);
    compare(20000, 100.0f, 2.0f, 2);
    compare(300, 16000.0f, 1.0f, 2); // far apart: cells grow
    compare(3000, 0.5f, 2.0f, 2);    // all in one cell
}

TEST(NeighbourGrid, Empty) {
    NeighbourGrid grid;
    const auto jobs = make_serial_jobs();
    Loops loops(*jobs, 0);
    grid.within({}, 1.0f, [](const GridItem&) { FAIL(); });
    grid.build(loops, 0, 1.0f, Crowd{{}});
    grid.within({}, 1.0f, [](const GridItem&) { FAIL(); });
}

} // namespace
} // namespace fray
