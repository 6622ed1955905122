// The player of a sweep: the agent and the team for which a battle is measured.
#pragma once

#include "fray/scenario.h"

#include <string>

namespace fray::demo {

struct Player {
    Serial serial = no_serial; ///< no_serial: the agent of the team that is attacked most; in a tie the lowest serial
    TeamIndex team = 0;
    std::string who; ///< a description
};

/// Finds the player. With `group`: the first agent of the group. Otherwise the first agent of an archetype without a
/// brain, of `team` if that is given. Without such an agent: the agent that is attacked most, of `team` or else of the
/// first team that has agents from the start. `agents` is as in BattleOptions. Throws BadInput with the allowed values.
Player find_player(const Scenario& scenario, int64_t agents, const std::string& group, const std::string& team);

} // namespace fray::demo
