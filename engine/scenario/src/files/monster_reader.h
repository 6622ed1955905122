// Tables of monsters in TOML, with the keys and rows of seed 004.
#pragma once

#include "files/problems.h"
#include "fray/scenario.h"

#include <nlohmann/json_fwd.hpp>

namespace fray::scenario {

/// Reads one monster; `place`: `monsters.NAME`.
MonsterDef read_monster(Problems& problems, const toml::table& table, const std::string& place,
                        const std::vector<std::string>& archetypes, const std::vector<std::string>& monsters);
/// Do the attacks exist that the monster of an archetype names? Needs a scenario without errors.
void check_skills(Problems& problems, const toml::table& root, const Scenario& scenario);

nlohmann::ordered_json monster_json(const MonsterDef& monster);
nlohmann::ordered_json monster_schema();

} // namespace fray::scenario
