// How the agents of a battle move, as a host sees it: from their positions before and after each frame.
#pragma once

#include "neighbours.h"

#include "fray/world.h"

#include <vector>

namespace fray::bench {

/// Means over frames, or over the agents of the sampled frames.
struct Movement {
    double moved = 0.0;      ///< share of the living agents that changed their position in the frame
    double awake = 0.0;      ///< share of the living agents that neither sleep nor rest
    double faster = 0.0;     ///< share of the living agents that moved faster than 1 cm/s
    double neighbours = 0.0; ///< of a moving agent, in sampled frames
    double contacts = 0.0;   ///< of a moving agent, in sampled frames
    /// Agents that wait: those without a slot, without a target in reach, and without an order.
    double waiting = 0.0;       ///< share of the living agents in sampled frames
    double waiting_moved = 0.0; ///< share of these that moved in the frame
    double waiting_speed = 0.0; ///< m/s, median
    /// Agents that get nowhere: those that wait, and waited in the last sampled frame less than `halted_way` away.
    double halted = 0.0;       ///< share of the living agents in sampled frames, but for the first
    double halted_speed = 0.0; ///< m/s, median
};

inline constexpr float halted_way = 0.5f; ///< m

/// Reads positions after each frame, as a renderer does. In sampled frames it copies them, and examines the copies
/// when the frames are over, so that this work does not fall between two measured frames.
class MovementMeter {
public:
    void frame(const World& world, double hz);
    /// A sampled frame, after `frame`.
    void sample(const World& world, double hz);
    Movement result() const;

private:
    double frames_ = 0.0, moved_ = 0.0, awake_ = 0.0, faster_ = 0.0;
    std::vector<std::vector<Body>> samples_;
};

} // namespace fray::bench
