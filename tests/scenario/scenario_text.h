// Small scenarios as text.
#pragma once

#include <string>

namespace fray::test {

/// Two fighters, 4 m apart, that kill each other with two hits.
inline std::string duel(const std::string& top = "", const std::string& archetype = "", const std::string& end = "") {
    return "teams = ['red', 'blue']\n" + top + "\n[archetypes.fighter]\nhealth = 10\nalert_radius = 30\n" + archetype +
           "\nattacks = [{ name = 'swing', damage = 6 }]\n"
           "[[groups]]\nname = 'reds'\narchetype = 'fighter'\nteam = 'red'\ncount = 1\n"
           "[[groups]]\nname = 'blues'\narchetype = 'fighter'\nteam = 'blue'\ncount = 1\nat = [4, 0]\n" +
           end;
}

/// The duel with both fighters in one team.
inline std::string in_one_team(std::string duel) {
    return duel.replace(duel.find("team = 'blue'"), 13, "team = 'red'");
}

} // namespace fray::test
