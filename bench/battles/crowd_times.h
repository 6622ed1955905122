// The time that fray and other engines need to move the crowd of a battle, measured in one run.
#pragma once

#include "battles.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fray::bench {

/// A crowd to measure: that of a battle after so many frames.
struct CrowdDef {
    std::string battle; ///< name of a part
    int64_t frame = 0;
};
std::vector<CrowdDef> all_crowds();

/// Median times over the repeats, in ms a frame. Empty: not measured.
struct CrowdTimes {
    CrowdDef crowd;
    int threads = 1;
    size_t agents = 0;
    double walking = 0.0; ///< share of the agents that want to move
    double locomotion = 0.0;
    double indices = 0.0;         ///< systems build_trees and build_grid
    double frame = 0.0;           ///< the whole frame
    double orca = 0.0;            ///< 10 neighbours within 5 m, 2 s
    double orca_few = 0.0;        ///< ORCA with 6 neighbours within 2 m, 0.5 s
    std::optional<double> detour; ///< one thread only
};

/// Runs the battle to the crowd's frame. Then measures the crowd on each number of threads, `repeats` times in turn.
/// fray moves it in the 30 frames around its frame. The other engines move it by 30 frames from there.
std::vector<CrowdTimes> time_crowd(const CrowdDef& crowd, const ReadBattle& battle, const std::vector<int>& threads,
                                   int repeats);

} // namespace fray::bench
