// How many agents pass a door in a second. The measure is that of people at a bottleneck: a crowd waits before the
// door, and the flow is measured between its first and its last tenth.
#include "fray_crowd.h"
#include "scenes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace fray::motion {
namespace {

constexpr double radius = 0.4, speed = 3.0; // m, m/s: the defaults of Walker
constexpr float spacing = 1.0f;             ///< m, between walkers at their starts and goals
constexpr int agents = 200, abreast = 12;

/// A block of walkers before the door. The front row goes farthest, so that no walker stands in another's way.
Scene before_door(double width) {
    Scene scene{.name = "door"};
    scene.ground = walls_with_a_door(width, {0.0});
    for (int i = 0; i < agents; ++i) {
        const int row = i / abreast, rows = (agents - 1) / abreast;
        const float y = spacing * (static_cast<float>(i % abreast) - 0.5f * static_cast<float>(abreast - 1));
        scene.walkers.push_back(
            {.start = {-2.5f - spacing * static_cast<float>(row), y + 0.05f * static_cast<float>(i % 2)},
             .goal = {5.0f + spacing * static_cast<float>(rows - row), y}});
    }
    return scene;
}

/// Agents a second through a door of `width` m.
double flow(double width, double hz) {
    FrayCrowd crowd(before_door(width), {1}, hz);
    double seconds = 0.0, first = 0.0;
    for (int passed = 0; passed < agents * 9 / 10;) {
        crowd.step();
        seconds += 1.0 / hz;
        if (seconds > 300.0) return 0.0;
        passed = static_cast<int>(std::ranges::count_if(crowd.positions(), [](Vec2 p) { return p.x > 0.0f; }));
        if (first == 0.0 && passed >= agents / 10) first = seconds;
    }
    return agents * 0.8 / (seconds - first);
}

struct Door {
    double widths; ///< of a body
    double hz;
    double least; ///< the least share of the flow of whole lanes at full speed, each as wide as a body
};

// The aim is 0.6 (engine/docs/locomotion.md, Doors).
TEST(Doors, BodiesPassDoorsOfEveryWidth) {
    for (const Door door : {Door{1.5, 60, 0.33},
                            {2.0, 60, 0.33},
                            {2.5, 60, 0.48},
                            {3.0, 60, 0.42},
                            {4.0, 60, 0.42},
                            {5.0, 60, 0.42},
                            {6.0, 60, 0.42},
                            {1.5, 144, 0.4}}) {
        const double lanes = std::floor(door.widths + 1e-6) * speed / (2.0 * radius);
        EXPECT_GT(flow(door.widths * 2.0 * radius, door.hz), door.least * lanes)
            << door.widths << " body widths, " << door.hz << " Hz";
    }
}

} // namespace
} // namespace fray::motion
