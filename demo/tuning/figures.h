// The figures of a scenario's archetypes that one can tune: every key that the JSON Schema knows, with its unit and its
// range, and the value that it has now.
#pragma once

#include "fray/scenario.h"
#include "toml_outline.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fray::demo {

/// One key of an archetype.
struct Tunable {
    enum class Kind : uint8_t {
        number,
        whole,
        number_or_word, ///< a number, or the only one of `words`
        flag,
        word, ///< one of `words`
        text,
        numbers, ///< a list of a fixed length
        wholes,
        texts,
    };

    TomlPath path; ///< in the file, whether it is there or not
    std::string archetype;
    std::string group; ///< what it belongs to in the archetype: `circle`, `attacks: jab`; empty: itself
    std::string name;  ///< its key
    Kind kind = Kind::number;
    nlohmann::json value;               ///< in the file's units; null: not given, and nothing stands in for it
    double least = 0.0, greatest = 0.0; ///< of numbers; an infinite `greatest`: none
    bool open = false;                  ///< `least` itself is not allowed
    std::vector<std::string> words;
    std::string about; ///< what the schema says of it
    std::string unit;  ///< m, s, degrees ...; empty: none
};

/// In the order of archetypes in the scenario, and of keys in the schema.
std::vector<Tunable> figures_of(const Scenario& scenario);

/// `more than 0 m, at most 1000 m`; empty where anything goes.
std::string range_text(const Tunable& figure);

/// The one at this path; null: there is none.
const Tunable* find_figure(const std::vector<Tunable>& figures, const TomlPath& path);

/// The path that a change of the command line means, `archetypes.light.attacks.jab.damage`: elements of lists go by
/// name or number there. Empty: it leads nowhere.
TomlPath path_of_change(const Scenario& scenario, const std::string& dotted);

/// Do both say the same, up to what a float can hold?
bool is_same_value(const nlohmann::json& a, const nlohmann::json& b);

} // namespace fray::demo
