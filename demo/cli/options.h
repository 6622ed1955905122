// What the command line asks for.
#pragma once

#include "battle/setup.h"
#include "picture/picture.h"

#include <cstdint>
#include <string>

namespace fray::demo {

struct RunOptions {
    BattleChoice battle;
    int64_t frames = 0; ///< 0: until the battle is over
    std::string trace;
    int64_t trace_positions = 0;
    bool trace_goals = false;
    bool trace_refusals = false;
    std::string hash_log;
    std::string timeline;
    std::string stats;
    bool frame_only = false; ///< no figures of the fight, and so no events
    std::string report;
    int64_t report_agents = 100'000;
    PictureChoice picture;
    int64_t measure_from = 0; ///< the first frame that counts for the figures
    bool check = false;
    std::string record;
    bool compare_detail = false; ///< with the same battle in full detail
    bool watch = false;          ///< at the scenario's own pace, with archetypes and monsters as its file has them
};

struct ReplayOptions {
    RunOptions run; ///< without a scenario
    std::string file;
    int64_t from = -1; ///< the first frame; -1: the recording's
};

/// `fray view`.
struct ViewOptions {
    BattleChoice battle;
    int width = 1280, height = 720;
    bool paused = false;
    double measure = 0.0; ///< s; 0: until the window is closed
    std::string page;     ///< where there is no window; empty: fray-NAME.html
    std::string state_log, screenshot;
};

} // namespace fray::demo
