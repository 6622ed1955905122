// What `fray scale` writes of its results: for people, and as JSON and CSV, which say the same.
#pragma once

#include "results.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace fray::demo {

/// One object a row, of plain values by name; the CSV has these names as its first line.
nlohmann::ordered_json row_json(const Row& row);
std::string results_csv(const Results& results);
std::string results_json(const Results& results);
std::string results_text(const Results& results);

/// "2 cpus on 1 socket, ..." and the like, as pairs of what and how much.
std::vector<std::pair<std::string, std::string>> machine_lines(const Results& results);

/// What must be known to read the figures rightly: oversubscribed rows, stolen time, and the like.
std::vector<std::string> cautions(const Results& results);

} // namespace fray::demo
