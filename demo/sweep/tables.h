// What `fray sweep` writes of its results: for people, and as JSON and CSV, which say the same.
#pragma once

#include "results.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

namespace fray::demo {

/// A line a variant.
std::string variants_csv(const SweepResults& results);
/// A line a battle.
std::string runs_csv(const SweepResults& results);
std::string sweep_json(const SweepResults& results);
std::string sweep_text(const SweepResults& results);

/// "0.61 ± 0.03", of a share "0.61 (0.58 to 0.64)", or "–".
std::string mean_text(const VariantResult& variant, Figure figure);
/// A number for people: three digits that count.
std::string plain(double value);
/// "grid_capacity 4, attack_capacity 10": the last words of the keys, as far as they tell them apart.
std::vector<std::string> short_keys(const std::vector<Axis>& axes);
/// Of some figures those that any battle has.
std::vector<Figure> known_figures(const SweepResults& results, std::span<const Figure> of);
/// Those axes that have more than one value, or are searched, by number.
std::vector<size_t> changing(const SweepResults& results);

/// The goal's answer in sentences.
std::vector<std::string> goal_sentences(const SweepResults& results);

} // namespace fray::demo
