// The results of `fray sweep` as text for people, and as JSON and CSV with the same content.
#pragma once

#include "results.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

namespace fray::demo {

/// A line per variant.
std::string variants_csv(const SweepResults& results);
/// A line per battle.
std::string runs_csv(const SweepResults& results);
std::string sweep_json(const SweepResults& results);
std::string sweep_text(const SweepResults& results);

/// The mean and its interval: "0.61 ± 0.03"; for a share "0.61 (0.58 to 0.64)"; without values "–".
std::string mean_text(const VariantResult& variant, Figure figure);
/// A number with three significant digits.
std::string plain(double value);
/// "grid_capacity 4, attack_capacity 10": the last parts of the keys, as many as needed to tell the keys apart.
std::vector<std::string> short_keys(const std::vector<Axis>& axes);
/// The figures of `of` that are defined in at least one battle.
std::vector<Figure> known_figures(const SweepResults& results, std::span<const Figure> of);
/// The indices of the axes that have more than one value or are searched.
std::vector<size_t> changing(const SweepResults& results);

/// The result of the goal search in sentences.
std::vector<std::string> goal_sentences(const SweepResults& results);

} // namespace fray::demo
