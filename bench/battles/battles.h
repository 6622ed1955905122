// The battles that `fray_bench_battles` runs, and the frames of each that make a row of its results.
#pragma once

#include "battle/setup.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fray::bench {

/// Frames of a battle that make a row.
struct Part {
    std::string name;
    int64_t first = 0; ///< first measured frame
    int64_t end = 0;   ///< frame after the last measured frame; 0: the battle is measured until it is over
};

/// A battle. It is run once for all of its parts.
struct BattleDef {
    std::string scenario;            ///< name of a scenario that ships with fray, or a file
    std::vector<Part> parts;         ///< sorted by `first`
    int64_t agents = 0;              ///< 0: the number in the scenario
    std::string map{};               ///< name of a file in the folder of maps; empty: none
    std::vector<std::string> sets{}; ///< changes of the scenario (`load_scenario`)
};

/// The options that select and change battles.
struct Selection {
    std::vector<std::string> parts; ///< names; empty: all
    int64_t agents = 0;             ///< of every battle; 0: as in the list
    int64_t frames = 0;             ///< greatest number of measured frames of a part; 0: as in the list
    std::string maps;               ///< folder of the maps; empty: there are none
};

/// A part that cannot be run here.
struct Skipped {
    std::string part, why;
};

/// The whole list.
std::vector<BattleDef> all_battles();
/// The selected battles, changed as the options say. If the map of a battle is absent, its parts go to `*skipped`.
std::vector<BattleDef> selected_battles(const Selection& selection, std::vector<Skipped>* skipped);

/// A battle with its scenario, as read from the file.
struct ReadBattle {
    BattleDef def;
    demo::BattleChoice choice;
    Scenario scenario;
};
/// Throws BadInput. Prints no warnings.
ReadBattle read_battle(const BattleDef& def);

/// Starts the battle on the job system, without events.
Battle start(const ReadBattle& battle, JobSystem& jobs, bool hash);

} // namespace fray::bench
