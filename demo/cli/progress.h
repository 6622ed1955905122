// Says on the terminal how far a battle has come.
#pragma once

#include "files/status_line.h"
#include "fray/battle.h"
#include "summary.h"

#include <cstdint>

namespace fray::demo {

class Progress {
public:
    /// `frames`: how many will be run at most; 0: unknown, because the battle has no set duration.
    Progress(bool wanted, int64_t frames) : line_(wanted), frames_(frames) {}

    /// Call it after every step. `done`: frames run so far.
    void show(const Battle& battle, const Summary& summary, int64_t done);
    void clear() const { line_.clear(); }

private:
    StatusLine line_;
    int64_t frames_;
};

/// The number of frames for Progress: `frames` if it is set, else the scenario's duration; 0: unknown.
int64_t expected_frames(const Scenario& scenario, int64_t frames);

} // namespace fray::demo
