// The world's time, and which agents are due for an update in a frame (level of detail).
#pragma once

#include "storage/agents.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fray {

/// us: the first time after `after` on the schedule of `number`: phase + k * interval, k = 0, 1, ... (rules.md, T13).
inline int64_t next_on_schedule(uint32_t number, int64_t interval, int64_t after) {
    // 40503 / 65536 is nearly the golden ratio (0.618). The fractions of its multiples are spread evenly in [0, 1).
    const int64_t phase = int64_t{number * 40503u % 65536u} * interval / 65536;
    if (after < phase) return phase;
    return phase + ((after - phase) / interval + 1) * interval;
}

/// Periods of agents: each agent begins one every `every` us, at a time that depends on its serial.
class Period {
public:
    /// us: the duration, less than 2^31; the present time; a time before it.
    Period(int64_t every, int64_t now, int64_t before)
        : every_(static_cast<uint32_t>(every)), now_(static_cast<uint32_t>(now % every)),
          since_(static_cast<uint32_t>(std::min(now - std::max<int64_t>(before, 0), every))) {}

    /// Does a period of this agent begin after the time before, and not after the present?
    bool begins(Serial serial) const { return begins(serial, every_); }
    /// The same, for loops over many agents. `every`: us, the duration; the loop is fast if it is a constant.
    bool begins(Serial serial, uint32_t every) const {
        const uint32_t at = now_ + offset_of(serial, every);
        return (at < every ? at : at - every) < since_;
    }
    template <typename Time> static Time offset_of(Serial serial, Time every) {
        return static_cast<Time>(static_cast<uint32_t>(serial) * 0x9e3779b9u >> 12) % every;
    }

private:
    uint32_t every_, now_, since_; ///< us; `now_`: since a period of offset 0 began
};

struct Clock {
    uint64_t frame = 0;        ///< number of the frame, from 0
    int64_t now = 0;           ///< us, world time at the start of this frame
    int64_t previous_now = -1; ///< us, world time at the start of the previous frame
    int64_t dt = 0;            ///< us, duration of this frame
    std::array<int64_t, longest_update_interval>
        recent_dts{}; ///< us, durations of the last frames; that of frame f is at index f mod 8

    /// True in one of every `every` frames. The frame depends on the serial, so that not all agents are due in the same
    /// frame.
    bool due_every(Serial serial, uint64_t every) const {
        return (frame + static_cast<uint64_t>(static_cast<uint32_t>(serial))) % every == 0;
    }
    /// The periods of `every` us of agents that are updated in every frame; of agents with this update interval.
    Period period(int64_t every) const { return {every, now, previous_now}; }
    Period period(int64_t every, UpdateInterval interval) const {
        if (interval.frames == 1) return period(every);
        int64_t before = now;
        for (uint64_t i = 1; i <= interval.frames; ++i) before -= recent_dts[(frame - i) % recent_dts.size()];
        return {every, now, before};
    }
    /// True in the frame in which the next of an agent's periods of `every` us begins; in every frame, if frames are
    /// longer. The begin depends on the serial.
    bool period_begins(Serial serial, int64_t every) const { return period(every).begins(serial); }
    /// us: when the next of these periods begins after now.
    int64_t next_period(Serial serial, int64_t every) const {
        return now + every - (now + Period::offset_of(serial, every)) % every;
    }
    /// The same for an agent that is updated in one of several frames: true in the update after the begin.
    bool period_begins(Serial serial, int64_t every, UpdateInterval interval) const {
        return frames_since_update(serial, interval) == 0 && period(every, interval).begins(serial);
    }
    /// The number of 60ths of a second that begin in this frame: the unit of waiting times that count up.
    uint32_t ticks() const { return static_cast<uint32_t>(now * 60 / 1'000'000 - previous_now * 60 / 1'000'000); }
    /// Number of frames since the agent was last due for an update; 0: it is due now. Assumes that its update interval
    /// has always been `interval`.
    uint32_t frames_since_update(Serial serial, UpdateInterval interval) const {
        return (static_cast<uint32_t>(frame) + static_cast<uint32_t>(serial)) & (interval.frames - 1u);
    }
    /// Is the agent due for an update in this frame?
    bool is_due(const Agents& agents, uint32_t row) const {
        return frames_since_update(agents.serial.any()[row], agents.update_interval.own()[row]) == 0;
    }
};

} // namespace fray
