// What the page draws: the agents as arrays with an element for each row, the lines of attacks, and the hits of the
// last step. The page reads the arrays where they lie.
#pragma once

#include "player.h"

#include <cstdint>
#include <vector>

namespace fray::live {

/// How an agent is drawn: the numbers of `Style` in crowd.js.
enum class Style : uint8_t {
    dead = 1,
    idle = 2,
    outside = 3,
    moving = 4,
    approach = 5,
    combat = 6,
    slide = 7,
    stagger = 8,
    heal = 9,
    step_in = 10,
    windup = 11,
    strike = 12,
};

/// The kinds of lines: the numbers of `LineKind` in crowd.js.
enum class Line : int32_t { queue = 1, step_in = 2, attack = 3 };

struct Marks {
    std::vector<float> x, y, next_x, next_y, heading, radius; ///< m, rad; before and after the last step
    std::vector<float> health;                                ///< share of full health; 1: unlimited
    std::vector<uint8_t> team, style;
    std::vector<int32_t> lines; ///< four numbers a line: row of its begin, row of its end, Line, team
    /// Seven numbers a projectile: x and y from where it came, x and y where it lands, the height of its arc, and which
    /// part of its way it had flown before and has flown after the last step.
    std::vector<float> projectiles;
    std::vector<float> hits; ///< four numbers a hit: x, y, damage, 1 if it hit the player

    /// Describes the world after a step. `begun`: the world time at which the attack of each agent began, by serial.
    void show(const World& world, const Player& player, const std::vector<double>& begun, bool with_queues);
};

} // namespace fray::live
