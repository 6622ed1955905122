// The world's time, and which agents are due for an update in a frame (level of detail).
#pragma once

#include "storage/agents.h"
#include "storage/fields.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fray {

/// us: the first time after `after` on the schedule of `number`: phase + k * interval, k = 0, 1, ... (rule
/// last_on_schedule).
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
    double rest = 0.0;         ///< us, what `now` leaves out of the exact time
    int64_t previous_now = -1; ///< us, world time at the start of the previous frame
    double dt = 0.0;           ///< s, duration of this frame
    double previous_dt = 0.0;  ///< s, duration of the previous frame
    /// us: a timer is due in this frame if its time is not after this (rule due_slack). It is `now` and a little more.
    int64_t due_by = 0;
    /// us, when the frames before this began: that of frame f is at index f mod 8.
    std::array<int64_t, max_update_interval> recent_nows{};

    void begin_frame(double seconds) {
        dt = step_of(seconds);
        due_by = now + due_slack(dt);
    }
    void end_frame() {
        recent_nows[frame % recent_nows.size()] = now;
        previous_now = now;
        previous_dt = dt;
        add_time(now, rest, dt);
        ++frame;
    }
    /// Is a timer with this due time (us) due in this frame?
    bool reached(int64_t due) const { return due <= due_by; }
    /// us: `due_by` of the previous frame.
    int64_t previous_due_by() const { return previous_now + due_slack(previous_dt); }

    /// True in one of every `every` frames. The frame depends on the serial, so that not all agents are due in the same
    /// frame.
    bool due_every(Serial serial, uint64_t every) const {
        return (frame + static_cast<uint64_t>(static_cast<uint32_t>(serial))) % every == 0;
    }
    /// The periods of `every` us of agents that are updated in every frame; of agents with this update interval.
    Period period(int64_t every) const { return {every, now, previous_now}; }
    Period period(int64_t every, UpdateInterval interval) const {
        if (interval.frames == 1) return period(every);
        return {every, now, frame < interval.frames ? 0 : recent_nows[(frame - interval.frames) % recent_nows.size()]};
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
    uint32_t ticks() const {
        const auto count = [](int64_t us) { return (us + 1) * 60 / 1'000'000; }; // 1: `us` may have been rounded down
        return static_cast<uint32_t>(count(now) - count(previous_now));
    }
    /// Number of frames since the agent was last due for an update; 0: it is due now. Assumes that its update interval
    /// has always been `interval`.
    uint32_t frames_since_update(Serial serial, UpdateInterval interval) const {
        return (static_cast<uint32_t>(frame) + static_cast<uint32_t>(serial)) & (interval.frames - 1u);
    }
};

FRAY_PART(Clock, clock);

} // namespace fray
