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

} // namespace fray::test
