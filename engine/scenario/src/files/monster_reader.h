// Reads the tables of monsters in TOML. A monster is a table of states and acts. engine/docs/formats.md describes its
// keys and the columns of its rows.
#pragma once

#include "files/problems.h"
#include "fray/scenario.h"

#include <nlohmann/json_fwd.hpp>

namespace fray::scenario {

struct KnownNames;

/// Reads a single monster. `place` is its place in error messages, `monsters.NAME`.
MonsterDef read_monster(Problems& problems, const toml::table& table, const std::string& place,
                        const KnownNames& names);
/// Checks that each archetype has the attacks that its monster names. Call it only if the scenario has no errors yet.
void check_skills(Problems& problems, const toml::table& root, const Scenario& scenario);

nlohmann::ordered_json monster_json(const MonsterDef& monster);
nlohmann::ordered_json monster_schema();

} // namespace fray::scenario
