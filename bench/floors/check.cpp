// Verifies the measured code by comparison with plain all-pairs loops.
#include "floors.h"

#include <bit>
#include <cmath>
#include <numeric>

namespace fray::floors {
namespace {

constexpr uint32_t agents = 5000;

struct Truth {
    std::vector<uint32_t> nearest;
    std::vector<uint8_t> band;
    std::vector<Vec2> push;
    uint64_t hash = 0;
};

float squared_distance(Vec2 a, Vec2 b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

void look_round(const World& world, uint32_t row, Truth& truth) {
    const Vec2 at = world.position[row];
    float best = INFINITY;
    for (uint32_t i = 0; i < world.agents; ++i) {
        const float squared = squared_distance(at, world.position[i]);
        if (world.team[i] != world.team[row] && squared < best) best = squared, truth.nearest[row] = i;
        if (i == row || squared >= arm * arm) continue;
        const float distance = std::sqrt(squared);
        truth.push[row].x += (at.x - world.position[i].x) / distance * (arm - distance);
        truth.push[row].y += (at.y - world.position[i].y) / distance * (arm - distance);
    }
    while (truth.band[row] < 4 && best >= band_squared[truth.band[row]]) ++truth.band[row];
}

uint64_t hash_row(const World& world, uint32_t row) {
    uint64_t fold = 0;
    for (uint32_t c = 0; c < columns; ++c) {
        fold = std::rotl(fold, 9) ^ world.column[c][row];
        if (c % 3 == 2) fold *= 0x9e3779b97f4a7c15ull;
    }
    return fold ^ fold >> 32;
}

Truth truth_of(const World& world) {
    Truth truth{std::vector<uint32_t>(agents), std::vector<uint8_t>(agents), std::vector<Vec2>(agents)};
    for (uint32_t row = 0; row < agents; ++row) {
        look_round(world, row, truth);
        truth.hash += hash_row(world, row);
    }
    return truth;
}

/// Whether the grid contains every agent exactly once, in the cell of its position.
bool grid_is_right(const World& world) {
    std::vector<bool> seen(agents);
    for (uint32_t c = 0; c < world.side * world.side; ++c)
        for (uint32_t i = world.cell_begin[c]; i < world.cell_begin[c + 1]; ++i) {
            const uint32_t row = world.items[i].agent / 2;
            const Vec2 at = world.position[row];
            const auto x = static_cast<uint32_t>(at.x / cell), y = static_cast<uint32_t>(at.y / cell);
            if (seen[row] || y * world.side + x != c || world.items[i].position != at ||
                world.items[i].agent % 2 != world.team[row])
                return false;
            seen[row] = true;
        }
    return world.cell_begin[0] == 0 && world.cell_begin.back() == agents;
}

bool pushes_are_right(const World& world, const Truth& truth) {
    for (uint32_t row = 0; row < agents; ++row)
        if (!(squared_distance(world.push[row], truth.push[row]) < 1e-8f)) return false; // tolerance of rounding
    return true;
}

bool columns_are_right(const World& world, const Order* order) {
    for (uint32_t c = 0; c < columns; ++c)
        for (uint32_t row = 0; row < agents; ++row)
            if (world.moved_column[c][row] != world.column[c][order != nullptr ? order->row[row] : row]) return false;
    return true;
}

/// Whether the host's positions are in storage, and the positions in storage have reached the host.
bool host_is_right(const World& world, const Order& order, const std::vector<Vec2>& position) {
    for (uint32_t row = 0; row < agents; ++row) {
        const HostAgent& agent = order.host[order.row[row]];
        if (world.position[row] != position[row] || agent.goal != position[row]) return false;
    }
    return true;
}

bool nearest_is_right(const World& world, const Truth& truth) {
    for (uint32_t i = 0; i < world.nearest.size(); ++i)
        if (world.nearest[i] != truth.nearest[i * asking]) return false;
    return true;
}

/// Whether the world is right after the floor `name` has run.
bool is_right(const World& world, const std::string& name, const Truth& truth, const std::vector<Vec2>& position) {
    if (name == "copy") return columns_are_right(world, nullptr);
    if (name == "bands") return world.band == truth.band && world.target == truth.nearest;
    if (name == "grid") return grid_is_right(world);
    if (name == "nearest_enemy") return nearest_is_right(world, truth);
    if (name == "separation") return pushes_are_right(world, truth);
    if (name == "host/nearly_sorted") return host_is_right(world, world.nearly_sorted, position);
    if (name == "host/random") return host_is_right(world, world.random, position);
    if (name == "permute/nearly_sorted") return columns_are_right(world, &world.nearly_sorted);
    if (name == "permute/random") return columns_are_right(world, &world.random);
    if (name == "hash")
        return std::accumulate(world.chunk_sums.begin(), world.chunk_sums.end(), uint64_t{0}) == truth.hash;
    if (name == "host_moves_frame")
        return host_is_right(world, world.nearly_sorted, position) && world.band == truth.band &&
               nearest_is_right(world, truth);
    return false;
}

} // namespace

std::string check_floors() {
    const World fresh(agents);
    const Truth truth = truth_of(fresh);
    for (const Kernels* const kernels : {&library_kernels, &native_kernels})
        for (const uint32_t threads : {1u, 2u}) {
            const auto jobs = make_tbb_jobs({.threads = static_cast<int>(threads)}).value();
            ParallelLoops loops(*jobs, 0);
            for (const Floor& floor : all_floors()) {
                World world(agents);
                const Run run{world, loops, threads, *kernels};
                const std::string name = floor.name;
                if (name != "grid") find_targets(run);
                // The floor must read the positions from the host again.
                if (name.starts_with("host")) world.position.assign(agents, {});
                jobs->execute([&] { floor.run(run); });
                if (!is_right(world, name, truth, fresh.position))
                    return name + " (" + kernels->name + ", " + std::to_string(threads) + " threads) is wrong";
            }
        }
    return {};
}

} // namespace fray::floors
