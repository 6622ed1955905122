// Flow fields: their costs equal those of a plain search in whatever order they are requested. grid_routes_test.cpp
// checks that their paths arrive.
#include "flow_field.h"
#include "random_maps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fray {
namespace {

using test::grainy_map;

/// Finds all costs in the slow way: each cell is compared with its neighbours until no cost changes.
std::vector<uint32_t> costs_of(const GridMap& map, const std::vector<uint32_t>& sources) {
    const int columns = map.columns(), lines = map.lines();
    std::vector<uint32_t> costs(static_cast<size_t>(columns) * static_cast<size_t>(lines), FlowField::unknown);
    for (const uint32_t source : sources) costs[source] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 0; y < lines; ++y)
            for (int x = 0; x < columns; ++x)
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx) {
                        if (!map.walkable(x, y) || !map.walkable(x + dx, y + dy)) continue;
                        if (!map.walkable(x + dx, y) || !map.walkable(x, y + dy)) continue;
                        const uint32_t there = costs[static_cast<size_t>((y + dy) * columns + x + dx)];
                        const uint32_t step = dx != 0 && dy != 0 ? FlowField::diagonal : FlowField::straight;
                        uint32_t& here = costs[static_cast<size_t>(y * columns + x)];
                        if ((dx == 0 && dy == 0) || there == FlowField::unknown || there + step >= here) continue;
                        here = there + step;
                        changed = true;
                    }
    }
    return costs;
}

std::vector<uint32_t> walkable_cells(const GridMap& map) {
    std::vector<uint32_t> cells;
    for (int y = 0; y < map.lines(); ++y)
        for (int x = 0; x < map.columns(); ++x)
            if (map.walkable(x, y)) cells.push_back(static_cast<uint32_t>(y * map.columns() + x));
    return cells;
}

TEST(FlowField, CostsEqualAPlainSearchInAnyOrderOfRequests) {
    std::mt19937 random(3);
    for (int i = 0; i < 40; ++i) {
        const GridMap map = grainy_map(random, 1 + static_cast<int>(random() % 50), 1 + static_cast<int>(random() % 50),
                                       static_cast<unsigned>(random() % 60));
        std::vector<uint32_t> cells = walkable_cells(map), sources;
        for (int k = 0; k < 1 + i % 3; ++k) sources.push_back(cells[random() % cells.size()]);
        const std::vector<uint32_t> truth = costs_of(map, sources);
        FlowField field(map, sources);
        std::shuffle(cells.begin(), cells.end(), random);
        for (const uint32_t cell : cells) {
            field.reach(cell);
            ASSERT_EQ(field.cost(cell), truth[cell]);
        }
    }
}

TEST(FlowField, AFieldWithinAnotherTreatsCellsOutsideAsWalls) {
    std::mt19937 random(17);
    for (int i = 0; i < 40; ++i) {
        const int columns = 5 + static_cast<int>(random() % 45), lines = 5 + static_cast<int>(random() % 45);
        const GridMap map = grainy_map(random, columns, lines, static_cast<unsigned>(random() % 40));
        std::vector<uint32_t> cells = walkable_cells(map);
        const uint32_t goal = cells[random() % cells.size()];
        const uint32_t most = FlowField::straight * static_cast<uint32_t>(1 + random() % 20);
        FlowField outer(map, std::vector<uint32_t>{goal}), inner(map);
        outer.spread(most);
        std::vector<uint8_t> inside(static_cast<size_t>(columns * lines), 0);
        const std::vector<uint32_t> outside = costs_of(map, {goal});
        std::vector<uint32_t> near;
        for (const uint32_t cell : cells)
            if (outside[cell] <= most) inside[cell] = 1, near.push_back(cell);
        const std::vector<uint32_t> sources = {near[random() % near.size()]};
        const std::vector<uint32_t> truth = costs_of(GridMap::create(columns, lines, inside).value(), sources);
        inner.keep_within(outer, most);
        inner.start(sources);
        std::shuffle(near.begin(), near.end(), random);
        for (const uint32_t cell : near) {
            inner.reach(cell);
            ASSERT_EQ(inner.cost(cell), truth[cell]);
            ASSERT_NE(truth[cell], FlowField::unknown) << "what is near hangs together";
            // The straight path to its waypoint stays inside.
            const Vec2 from = map.middle(cell), to = inner.waypoint(from);
            for (int k = 0; k <= 200; ++k) {
                const float t = static_cast<float>(k) / 200.0f;
                const uint32_t at = map.cell_at({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
                ASSERT_EQ(inside[at], 1);
            }
        }
    }
}

/// The first cells of a path: each is the neighbour on a shortest path with the lowest cost, then the lowest number.
std::vector<uint32_t> path_from(const GridMap& map, const FlowField& field, uint32_t cell) {
    std::vector<uint32_t> path = {cell};
    while (path.size() <= size_t{FlowField::most_steps}) {
        const uint32_t here = path.back(), cost = field.cost(here);
        uint32_t best = here, least = cost;
        for (int number = 0; number < 9; ++number) {
            const int dx = number % 3 - 1, dy = number / 3 - 1, bit = number < 4 ? number : number - 1;
            const auto x = static_cast<int>(here) % map.columns(), y = static_cast<int>(here) / map.columns();
            if (number == 4 || (map.steps(x, y) >> bit & 1) == 0) continue;
            const auto beside = static_cast<uint32_t>((y + dy) * map.columns() + x + dx);
            const uint32_t step = dx != 0 && dy != 0 ? FlowField::diagonal : FlowField::straight;
            if (field.cost(beside) < least && field.cost(beside) + step == cost)
                best = beside, least = field.cost(best);
        }
        if (best == here) break;
        path.push_back(best);
    }
    return path;
}

TEST(FlowField, AWaypointIsAboutAsFarAlongThePathAsThereIsRoom) {
    std::mt19937 random(29);
    int farthest = 0, ends = 0;
    for (int i = 0; i < 20; ++i) {
        const float cell = i % 2 == 0 ? 1.0f : 0.4f;
        const GridMap map = test::walled_map(random, 60, 50, static_cast<unsigned>(random() % 30), cell, {-7.0f, 3.0f});
        const std::vector<uint32_t> cells = walkable_cells(map);
        FlowField field(map, std::vector<uint32_t>{cells[random() % cells.size()]});
        field.spread(FlowField::unknown - 1);
        const auto has_room = [&](Vec2 from, Vec2 to) { // 0.4 cells to both sides
            const float part = 0.4f * cell / test::length(from, to);
            const Vec2 side = {part * (from.y - to.y), part * (to.x - from.x)};
            return map.clear(from, {to.x + side.x, to.y + side.y}) && map.clear(from, {to.x - side.x, to.y - side.y});
        };
        for (int k = 0; k < 100; ++k) {
            const Vec2 here = test::point_near(random, map), there = field.waypoint(here);
            const uint32_t start = map.cell_at(here);
            if (start == GridMap::no_cell || field.cost(start) == FlowField::unknown || field.cost(start) == 0) {
                ASSERT_EQ(there, here) << "no path is known, or this is the goal";
                continue;
            }
            const std::vector<uint32_t> path = path_from(map, field, start);
            const auto last = static_cast<int>(path.size()) - 1;
            const auto found = std::find(path.begin(), path.end(), map.cell_at(there));
            ASSERT_NE(found, path.end());
            const auto steps = static_cast<int>(found - path.begin()), next = steps + 1 + steps / 4;
            ASSERT_EQ(there, map.middle(*found));
            ASSERT_TRUE(steps == 1 || (steps > 1 && has_room(here, there))) << steps << " of " << last;
            bool blocked = next > last;
            for (int ahead = steps + 1; ahead <= std::min(next, last); ++ahead)
                blocked = blocked || !has_room(here, map.middle(path[static_cast<size_t>(ahead)]));
            ASSERT_TRUE(blocked) << "it could be farther than " << steps << " of " << last;
            farthest += steps == FlowField::most_steps;
            ends += last < FlowField::most_steps;
        }
    }
    EXPECT_GT(farthest, 20);
    EXPECT_GT(ends, 20);
}

TEST(FlowField, SpreadsNoFartherThanRequested) {
    const GridMap map = GridMap::create(400, 400, std::vector<uint8_t>(160'000, 1)).value();
    FlowField field(map, std::vector<uint32_t>{200 * 400 + 200});
    const uint64_t empty = field.memory();
    field.reach(200 * 400 + 230);
    EXPECT_EQ(field.cost(200 * 400 + 230), 300u);
    EXPECT_EQ(field.cost(200 * 400 + 240), FlowField::unknown);
    EXPECT_EQ(field.waypoint({240.3f, 200.6f}), (Vec2{240.3f, 200.6f})) << "where no path is known";
    EXPECT_LT(field.memory() - empty, 80'000u);
}

} // namespace
} // namespace fray
