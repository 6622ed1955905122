// Results as text and as JSON.
#pragma once

#include "crowd_times.h"
#include "files/build.h"
#include "rows.h"
#include "scale/machine.h"

#include <string>
#include <vector>

namespace fray::bench {

/// Where the figures come from.
struct Origin {
    demo::Machine machine;
    demo::Build build;
    double load_average_before = -1.0; ///< negative: unknown
};

struct Results {
    Origin origin;
    std::vector<Row> rows;
    std::vector<CrowdTimes> crowds;
    std::vector<Skipped> skipped;
};

std::string text(const Results& results);
std::string json(const Results& results);
/// The names of all parts, with the number of agents and the frames of each.
std::string list_text(const std::vector<BattleDef>& battles);

} // namespace fray::bench
