// Reads the tables of monsters in TOML. A monster is a table of states and acts (table-driven monsters); its keys and
// the columns of its rows are described in engine/docs/formats.md.
#pragma once

#include "files/problems.h"
#include "fray/scenario.h"

#include <nlohmann/json_fwd.hpp>

namespace fray::scenario {

/// Reads a single monster. `place` is `monsters.NAME`, for errors.
MonsterDef read_monster(Problems& problems, const toml::table& table, const std::string& place,
                        const std::vector<std::string>& archetypes, const std::vector<std::string>& monsters);
/// Checks that each archetype has the attacks that its monster names. Needs a scenario without errors.
void check_skills(Problems& problems, const toml::table& root, const Scenario& scenario);

nlohmann::ordered_json monster_json(const MonsterDef& monster);
nlohmann::ordered_json monster_schema();

} // namespace fray::scenario
