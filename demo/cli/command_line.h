// The commands and options of the program `fray`.
#pragma once

#include "options.h"
#include "scale/options.h"
#include "scaling/timed_graph.h"
#include "sweep/sweep.h"

#include <CLI/CLI.hpp>
#include <string>

namespace fray::demo {

/// The commands, their options, and what was given on the command line. It is not copied: `app` refers to the options.
struct CommandLine {
    CLI::App app;
    RunOptions run;
    ReplayOptions replay;
    ViewOptions view;
    FilmOptions film;
    BattleChoice shot_battle, check_choice;
    PictureChoice shot_picture;
    bool resolved = false, names_only = false;
    std::string migrated, shell;
    GraphOptions graph;
    ScaleOptions scale;
    ScaleFiles scale_files;
    SweepOptions sweep;

    CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// The name of the command that was given. Call it after `app.parse`.
    std::string command() const { return app.get_subcommands().front()->get_name(); }
};

} // namespace fray::demo
