// From whose side a battle is looked at.
#pragma once

#include "fray/scenario.h"

#include <string>

namespace fray::demo {

struct Player {
    Serial serial = no_serial; ///< no_serial: whoever of the side is attacked most, of several the lowest serial
    TeamIndex team = 0;
    std::string who; ///< in words
};

/// `group`: its first agent. Else, of `team` if it is given: the first agent whose archetype has no brain; without one
/// whoever is attacked most of `team`, or of the first team that has agents from the start. `agents` as in
/// BattleOptions. Throws BadInput, with what is allowed.
Player find_player(const Scenario& scenario, int64_t agents, const std::string& group, const std::string& team);

} // namespace fray::demo
