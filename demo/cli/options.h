// The options of the commands `run`, `replay`, `view` and `film`, and the files of `scale`, as parsed from the command
// line. A file name that is empty means that the file is not written.
#pragma once

#include "battle/setup.h"
#include "picture/picture.h"

#include <cstdint>
#include <string>

namespace fray::demo {

struct RunOptions {
    BattleChoice battle;
    int64_t frames = 0; ///< number of frames to run; 0: until the battle is over
    std::string trace;
    int64_t trace_positions = 0;
    bool trace_goals = false;
    bool trace_wait_reasons = false;
    std::string hash_log;
    std::string timeline;
    std::string stats;
    bool frame_only = false; ///< computes no figures of the fight, so records no events
    std::string report;
    int64_t report_agents = 100'000;
    PictureChoice picture;
    int64_t measure_from = 0; ///< the first frame that the figures include
    bool check = false;
    bool verbose = false; ///< the summary has the engine's figures too
    std::string record;
    std::string checkpoint;
    double checkpoint_every = 60.0; ///< s of world time
    std::string resume;             ///< the checkpoint from which the battle goes on; empty: it begins
    bool compare_detail = false;    ///< also run the same battle in full detail
    bool watch = false; ///< runs in real time and reloads archetypes and monsters when the scenario's file changes
};

struct ReplayOptions {
    RunOptions run; ///< its scenario is unused, because the recording contains the scenario
    std::string file;
    int64_t from = -1; ///< first frame that is replayed; -1: the recording's first frame
};

/// `fray view`.
struct ViewOptions {
    BattleChoice battle;
    int width = 1280, height = 720;
    bool paused = false;
    double measure = 0.0; ///< s, time after which the window closes; 0: it stays open
    std::string page;     ///< the page's file, written if no window can be opened; empty: fray-NAME.html
    std::string state_log, screenshot;
};

/// `fray film`.
struct FilmOptions {
    BattleChoice battle; ///< its scenario may be a recording
    std::string file;    ///< a film, or a folder for frames
    int width = 1280, height = 720, fps = 30, quality = 75;
    double speed = 1.0;
    double from = 0.0;
    std::optional<double> until;
    std::vector<double> focus; ///< x, y and width of the shown area in metres; empty: the camera follows the fight
    bool beside = false;       ///< the same battle without and with the stage manager
    bool verbose = false;
};

/// The files of `fray scale`; ScaleOptions say what it measures.
struct ScaleFiles {
    std::string json, csv, report;
};

} // namespace fray::demo
