// The results of `fray scale` as text for people, and as JSON and CSV with the same content.
#pragma once

#include "scale/results.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace fray::demo {

/// A row as a JSON object of names and plain values. The header line of the CSV has the same names.
nlohmann::ordered_json row_json(const Row& row);
std::string results_csv(const Results& results);
std::string results_json(const Results& results);
std::string results_text(const Results& results);

/// The description of the machine as pairs of label and text, such as "2 cpus on 1 socket, ...".
std::vector<std::pair<std::string, std::string>> machine_lines(const Results& results);

/// Warnings for the reader of the figures: oversubscribed rows, stolen CPU time and the like.
std::vector<std::string> cautions(const Results& results);

} // namespace fray::demo
