// The results of scenes and engines, side by side: as a table and as JSON.
#pragma once

#include "run.h"

#include <string>
#include <vector>

namespace fray::motion {

/// The runs of an engine in a scene; each run uses a variant of the scene.
struct Result {
    std::string scene, engine;
    size_t agents = 0;
    double free_time = 0.0;  ///< s, Scene::free_time
    double time_limit = 0.0; ///< s
    std::vector<Run> runs;   ///< at least one; the first run uses the unchanged scene
};

/// Every number is the median over the runs.
std::string table(const std::vector<Result>& results);
std::string json(const std::vector<Result>& results);

} // namespace fray::motion
