#include "scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace fray::motion {
namespace {

constexpr float radius = 0.4f, speed = 3.0f; // the defaults of Walker
constexpr float spacing = 1.0f;              ///< m, between walkers
constexpr float standing_spacing = 0.9f;     ///< m, between standing agents; no walker fits through
constexpr int most_agents = 1'000'000;

double length(Vec2 a, Vec2 b) { return std::hypot(double{b.x} - double{a.x}, double{b.y} - double{a.y}); }

Walker walker(Vec2 start, Vec2 goal) { return {.start = start, .goal = goal, .way = length(start, goal)}; }
Walker standing(Vec2 at) { return {.start = at, .goal = at, .stands = true}; }

/// Position of walker `i` in a block that walks in the direction of x. The front row is at x = 0, further rows lie
/// behind it, and the block is centred on y = 0.
Vec2 in_block(int i, int abreast) {
    const int row = i / abreast, place = i % abreast;
    return {-spacing * static_cast<float>(row),
            spacing * (static_cast<float>(place) - 0.5f * static_cast<float>(abreast - 1))};
}
int rows_of(int agents, int abreast) { return (agents + abreast - 1) / abreast; }

/// Gives the same shifts on every machine: only the generator of the standard library is used, because its
/// distributions differ between implementations.
void shift_starts(Scene& scene, uint32_t variant) {
    if (variant == 0) return;
    std::mt19937 random(variant);
    const auto shift = [&] { return 0.05f * (static_cast<float>(random() >> 8) * 0x1p-23f - 1.0f); };
    for (Walker& each : scene.walkers) {
        if (each.stands) continue;
        each.start.x += shift();
        each.start.y += shift();
    }
}

/// Fills in the times of a scene. All walkers and their `way` must be set.
Scene finished(Scene scene, double least_time = 0.0) {
    scene.free_time = least_time;
    for (const Walker& each : scene.walkers) scene.free_time = std::max(scene.free_time, each.way / double{each.speed});
    scene.time_limit = scene.reachable ? 4.0 * scene.free_time + 30.0 : scene.free_time + 30.0;
    return scene;
}

// ---- door ----

constexpr float cell = 0.4f;      ///< m, side of a cell
constexpr float half_door = 0.6f; ///< m, half of the width for centres: a door of 2 m less one radius on each side
constexpr float half_wall = 0.6f; ///< m, half of the depth for centres: a wall of 0.4 m plus one radius on each side
constexpr int door_cells = 3, pitch_cells = 65; ///< cells; 65 cells are 26 m from door to door
constexpr int agents_a_door = 500, block_abreast = 25;
constexpr float before_door = 8.0f;               ///< m, from the middle of the wall to the nearest row of a block
constexpr int margin_cells = 25, side_cells = 50; ///< cells behind the blocks, and beside the outermost doors

/// A lower bound for the time that a block needs, in s. The walkers pass the door at full speed in three staggered
/// lines, as close as bodies allow without overlap.
double door_time(int agents) {
    const double aside = double{half_door}, apart = 2.0 * double{radius};
    const double along = 2.0 * std::sqrt(apart * apart - aside * aside); // between neighbours of the same line
    const double a_second = 3.0 / along * double{speed};
    return (2.0 * double{before_door}) / double{speed} + (agents - 1) / a_second;
}

/// The length of the shortest path through the door at `middle`, in m. The path is straight or bends at the posts.
double way_through(Vec2 start, Vec2 goal, float middle) {
    const auto at_post = [&](float y) { return std::clamp(y, middle - half_door, middle + half_door); };
    const Vec2 in = {-half_wall, at_post(start.y)}, out = {half_wall, at_post(goal.y)};
    return length(start, in) + length(in, out) + length(out, goal);
}

/// Two rooms with a wall between them and `doors` doors in the wall.
std::shared_ptr<const GridMap> rooms(int doors, int rows) {
    const int depth =
        static_cast<int>(std::ceil((before_door + spacing * static_cast<float>(rows)) / cell)) + margin_cells;
    const int columns = 2 * depth + door_cells;
    const int lines = (doors - 1) * pitch_cells + door_cells + 2 * side_cells;
    std::vector<uint8_t> walkable(static_cast<size_t>(columns) * static_cast<size_t>(lines), 1);
    for (int y = 0; y < lines; ++y) {
        const int from_door = y - side_cells;
        const bool open = from_door >= 0 && from_door % pitch_cells < door_cells && from_door / pitch_cells < doors;
        const auto wall = walkable.begin() + static_cast<std::ptrdiff_t>(y) * columns + depth;
        if (!open) std::fill(wall, wall + door_cells, uint8_t{0});
    }
    const Vec2 low = {-cell * (static_cast<float>(depth) + 0.5f * door_cells),
                      -cell * 0.5f * static_cast<float>(lines)};
    return std::make_shared<GridMap>(GridMap::create(columns, lines, std::move(walkable), cell, low).value());
}

// ---- line ----

/// The length in m of the shortest path of a centre from one side of a line to the other, round the standing agent at
/// `post`. The path is a tangent to the circle that the bodies keep free, an arc of that circle, and a second tangent.
double local_detour(Vec2 start, Vec2 goal, Vec2 post) {
    const double reach = 2.0 * double{radius};
    const double before = length(post, start), after = length(post, goal);
    const double angle = std::atan2(double{start.y} - double{post.y}, double{start.x} - double{post.x}) -
                         std::atan2(double{goal.y} - double{post.y}, double{goal.x} - double{post.x});
    const double turn = angle < 0.0
                            ? angle + 2.0 * std::numbers::pi
                            : angle; // counter-clockwise from the goal to the start: the path passes above the post
    const double arc = turn - std::acos(reach / before) - std::acos(reach / after);
    return std::sqrt(before * before - reach * reach) + std::sqrt(after * after - reach * reach) + reach * arc;
}

struct Known {
    std::string_view name;
    int agents;
    Scene (*make)(int agents, uint32_t variant);
};
constexpr std::array<Known, 5> known = {{{"columns", 1000, columns},
                                         {"circle", 200, circle},
                                         {"door", 500, door},
                                         {"line", 1, line},
                                         {"closed", 1, closed}}};

} // namespace

Scene columns(int agents, uint32_t variant) {
    constexpr int abreast = 10;
    constexpr float gap = 6.0f; ///< m, from the front row of a column to where the flank of the other column will cross
    Scene scene{.name = "columns"};
    const std::array<int, 2> counts = {agents - agents / 2, agents / 2};
    const float half_length = 0.5f * spacing * static_cast<float>(rows_of(counts[0], abreast) - 1);
    const float from_middle = half_length + 0.5f * spacing * (abreast - 1) + gap;
    for (int i = 0; i < counts[0]; ++i) {
        const Vec2 place = in_block(i, abreast);
        const float x = place.x + half_length;
        scene.walkers.push_back(walker({x - from_middle, place.y}, {x + from_middle, place.y}));
    }
    for (int i = 0; i < counts[1]; ++i) {
        const Vec2 place = in_block(i, abreast);
        const float y = place.x + half_length;
        scene.walkers.push_back(walker({place.y, y - from_middle}, {place.y, y + from_middle}));
    }
    shift_starts(scene, variant);
    return finished(std::move(scene));
}

Scene circle(int agents, uint32_t variant) {
    Scene scene{.name = "circle"};
    const double apart = 2.0 * std::numbers::pi / agents;
    const double across = agents > 2 ? double{spacing} / (2.0 * std::sin(0.5 * apart)) : 4.0;
    for (int i = 0; i < agents; ++i) {
        const Vec2 place = {static_cast<float>(across * std::cos(apart * i)),
                            static_cast<float>(across * std::sin(apart * i))};
        scene.walkers.push_back(walker(place, {-place.x, -place.y}));
    }
    shift_starts(scene, variant);
    return finished(std::move(scene));
}

Scene door(int agents, uint32_t variant) {
    Scene scene{.name = "door"};
    const int doors = (agents + agents_a_door - 1) / agents_a_door;
    const int most = (agents + doors - 1) / doors, rows = rows_of(most, block_abreast);
    scene.ground = rooms(doors, rows);
    const float across = 2.0f * before_door + spacing * static_cast<float>(rows - 1);
    std::vector<float> middles;
    for (int i = 0; i < agents; ++i) {
        const float middle =
            cell * pitch_cells * (static_cast<float>(i % doors) - 0.5f * static_cast<float>(doors - 1));
        const Vec2 place = in_block(i / doors, block_abreast);
        const Vec2 start = {place.x - before_door, place.y + middle};
        scene.walkers.push_back(walker(start, {start.x + across, start.y}));
        middles.push_back(middle);
    }
    shift_starts(scene, variant);
    for (size_t i = 0; i < middles.size(); ++i) {
        Walker& each = scene.walkers[i];
        each.way = way_through(each.start, each.goal, middles[i]);
    }
    return finished(std::move(scene), door_time(most));
}

Scene line(int agents, uint32_t variant) {
    constexpr int abreast = 3, below = 9, above = 3;
    constexpr float gap = 3.0f,
                    half_gap = 1.4f;    ///< m: y of the middle of the gap; from there to the centres on each side
    constexpr float before_line = 8.0f; ///< m
    Scene scene{.name = "line"};
    const int across = std::min(agents, abreast);
    const float far = 2.0f * before_line + spacing * static_cast<float>(rows_of(agents, across) - 1);
    for (int i = 0; i < agents; ++i) {
        const Vec2 place = in_block(i, across);
        const Vec2 start = {place.x - before_line, place.y};
        scene.walkers.push_back(walker(start, {start.x + far, start.y}));
    }
    for (int i = 0; i < below; ++i)
        scene.walkers.push_back(standing({0.0f, gap - half_gap - standing_spacing * static_cast<float>(i)}));
    for (int i = 0; i < above; ++i)
        scene.walkers.push_back(standing({0.0f, gap + half_gap + standing_spacing * static_cast<float>(i)}));
    shift_starts(scene, variant);
    for (Walker& each : scene.walkers)
        if (!each.stands) each.way = local_detour(each.start, each.goal, {0.0f, gap - half_gap});
    return finished(std::move(scene));
}

Scene closed(int agents, uint32_t variant) {
    constexpr int ring = 21;
    constexpr float outside = 12.0f; ///< m, from the front row to the goal
    const double ring_radius = double{standing_spacing} / (2.0 * std::sin(std::numbers::pi / ring));
    Scene scene{.name = "closed", .reachable = false};
    for (int i = 0; i < agents; ++i) {
        const Vec2 place = in_block(i, std::min(agents, 5));
        scene.walkers.push_back(walker({place.x - outside, place.y}, {}));
    }
    for (int i = 0; i < ring; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / ring;
        scene.walkers.push_back(standing(
            {static_cast<float>(ring_radius * std::cos(angle)), static_cast<float>(ring_radius * std::sin(angle))}));
    }
    shift_starts(scene, variant);
    for (Walker& each : scene.walkers)
        if (!each.stands) each.way = length(each.start, each.goal) - ring_radius - 2.0 * double{radius};
    return finished(std::move(scene));
}

std::vector<std::string> scene_names() {
    std::vector<std::string> names;
    for (const Known& each : known) names.emplace_back(each.name);
    return names;
}

Scene make_scene(std::string_view name, int agents, uint32_t variant) {
    if (agents < 0 || agents > most_agents)
        throw std::invalid_argument("agents: given " + std::to_string(agents) + ", allowed 0 to " +
                                    std::to_string(most_agents));
    for (const Known& each : known)
        if (each.name == name) return each.make(agents == 0 ? each.agents : agents, variant);
    std::string allowed;
    for (const Known& each : known) allowed += (allowed.empty() ? "" : ", ") + std::string(each.name);
    throw std::invalid_argument("scene: given '" + std::string(name) + "', allowed " + allowed);
}

std::shared_ptr<const GridMap> walls_with_a_door(double width, std::initializer_list<double> walls) {
    constexpr double side = 0.1;
    constexpr int depth = 260, thick = 12, most_lines = 140; // cells; a wall of 0.4 m plus a radius on each side
    const int door = static_cast<int>(std::lround((width - 2.0 * double{radius}) / side));
    const int lines = most_lines + door % 2, columns = 2 * depth + thick, first = (lines - door) / 2;
    std::vector<uint8_t> walkable(static_cast<size_t>(columns) * static_cast<size_t>(lines), 1);
    for (const double wall : walls)
        for (int y = 0; y < lines; ++y) {
            if (y >= first && y < first + door) continue;
            const int at = y * columns + depth + static_cast<int>(std::lround(wall / side));
            std::fill_n(walkable.begin() + at, thick, uint8_t{0});
        }
    const Vec2 low = {static_cast<float>(-side * (depth + 0.5 * thick)), static_cast<float>(-side * 0.5 * lines)};
    return std::make_shared<GridMap>(
        GridMap::create(columns, lines, std::move(walkable), static_cast<float>(side), low).value());
}

std::shared_ptr<const GridMap> map_where(Vec2 low, Vec2 size, float cell, const std::function<bool(Vec2)>& free) {
    const int columns = static_cast<int>(std::lround(size.x / cell)),
              lines = static_cast<int>(std::lround(size.y / cell));
    std::vector<uint8_t> walkable;
    for (int line = 0; line < lines; ++line)
        for (int column = 0; column < columns; ++column)
            walkable.push_back(
                free(low + Vec2{static_cast<float>(column) + 0.5f, static_cast<float>(line) + 0.5f} * cell));
    return std::make_shared<GridMap>(GridMap::create(columns, lines, std::move(walkable), cell, low).value());
}

} // namespace fray::motion
