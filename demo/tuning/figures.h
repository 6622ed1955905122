// The values of a scenario's archetypes that can be tuned: every key that the JSON Schema knows, with its unit, its
// range and its present value.
#pragma once

#include "fray/scenario.h"
#include "toml_outline.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fray::demo {

/// A key of an archetype.
struct Tunable {
    enum class Kind : uint8_t {
        number,
        whole,
        number_or_word, ///< a number, or the single word in `words`
        flag,
        word, ///< one of `words`
        text,
        numbers, ///< a list of a fixed length
        wholes,
        texts,
    };

    TomlPath path; ///< path of the key in the file; the key may be missing there
    std::string archetype;
    std::string group; ///< the part of the archetype: `circle`, `attacks: jab`; empty: the archetype itself
    std::string name;  ///< the key
    Kind kind = Kind::number;
    nlohmann::json value;               ///< in the file's units; null: not given, and there is no default
    double least = 0.0, greatest = 0.0; ///< limits of numbers; infinite `greatest`: no upper limit
    bool open = false;                  ///< `least` itself is not allowed
    /// Of a list that may be all 0: the numbers that then follow from the bodies. Null: the list may not be all 0.
    nlohmann::json from_bodies;
    std::vector<std::string> words;
    std::string about; ///< description in the schema
    std::string unit;  ///< m, s, degrees ...; empty: none
};

/// All tunable values, sorted by the scenario's order of archetypes, then by the schema's order of keys.
std::vector<Tunable> figures_of(const Scenario& scenario);

/// The value is a list of zeros, and its numbers follow from the bodies.
bool follows_from_bodies(const Tunable& figure);

/// For example `more than 0 m, at most 1000 m`; empty: any value is allowed.
std::string range_text(const Tunable& figure);

/// The value at this path; null: there is none.
const Tunable* find_figure(const std::vector<Tunable>& figures, const TomlPath& path);

/// Converts a change of the command line to a path, for example `archetypes.light.attacks.jab.damage`. Such a change
/// names list elements by name or number. Empty: there is no such path.
TomlPath path_of_change(const Scenario& scenario, const std::string& dotted);

/// Whether both values are equal within the precision of a float.
bool is_same_value(const nlohmann::json& a, const nlohmann::json& b);

} // namespace fray::demo
