// What fights: the definitions of the fighters, and two armies drawn up in a world.
#pragma once

#include <fray/fray.h>

namespace game {

/// The archetypes, in the order in which `draw_up` adds them, so that an enumerator is fray's ArchetypeIndex.
enum class Kind : uint8_t { soldier, archer, ogre, hero };

/// The teams, in the same way.
enum class Team : uint8_t { blue, red };
inline constexpr int team_count = 2;

/// The agent of the player, and its squad, by which the player steers it.
struct Hero {
    fray::AgentId agent{};
    fray::SquadId squad{};
};

/// Adds archetypes and teams to an empty world, spawns both armies and sends them against each other.
Hero draw_up(fray::World& world);

} // namespace game
