// The world's time, and which agents have their turn in a frame.
#pragma once

#include "storage/agents.h"

#include <array>
#include <cstdint>

namespace fray {

struct Clock {
    uint64_t frame = 0;
    int64_t now = 0;                                  ///< us, at the frame's start
    int64_t previous_now = -1;                        ///< of the frame before
    int64_t dt = 0;                                   ///< us, of this frame
    std::array<int64_t, longest_period> recent_dts{}; ///< us, of the last frames: that of frame f at f mod 8

    /// Is it an agent's turn, one frame in every `every`?
    bool takes_turn(Serial serial, uint64_t every) const {
        return (frame + static_cast<uint64_t>(static_cast<uint32_t>(serial))) % every == 0;
    }
    /// Since the last frame that would be an agent's turn by its period.
    uint32_t frames_since_turn(Serial serial, Period period) const {
        return (static_cast<uint32_t>(frame) + static_cast<uint32_t>(serial)) & (period.frames - 1u);
    }
    /// Level of detail.
    bool has_turn(const Agents& agents, uint32_t row) const {
        return frames_since_turn(agents.serial.any()[row], agents.period.own()[row]) == 0;
    }
};

} // namespace fray
