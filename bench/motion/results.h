// What came of running scenes, beside each other: as a table to read, as JSON to keep.
#pragma once

#include "run.h"

#include <string>
#include <vector>

namespace fray::motion {

/// One engine in one scene: run after run, each in a variant of it.
struct Result {
    std::string scene, engine;
    size_t agents = 0;
    double free_time = 0.0;  ///< s, Scene::free_time
    double time_limit = 0.0; ///< s
    std::vector<Run> runs;   ///< at least one; the first is of the scene as frozen
};

/// Every number is the median of its runs. Beside an engine's times stand the best of Detour's in the same scene.
std::string table(const std::vector<Result>& results);

std::string json(const std::vector<Result>& results);

} // namespace fray::motion
