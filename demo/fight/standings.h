// How the teams of a battle stand: their losses, and which team leads.
#pragma once

#include "fray/battle.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fray::demo {

struct Standing {
    TeamIndex team = 0;
    std::string name; ///< escaped
    int64_t agents = 0, lost = 0;

    int64_t living() const { return agents - lost; }
    double lost_share() const { return static_cast<double>(lost) / static_cast<double>(agents); }
};

/// The teams that have agents. Agents that were despawned are not counted.
std::vector<Standing> standings(const World& world);

/// Which team has won or leads, and by how much, as a sentence; empty: no team is hostile to another. As long as the
/// script is going to spawn agents, no team has won.
std::string verdict(const Battle& battle, const std::vector<Standing>& teams);

} // namespace fray::demo
