// The kinds of commands. Written by engine/generate.py from the section Commands of fray/world.h.
//
// Threads: the function of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

#include <cstdint>
#include <span>

namespace fray {

// clang-format off
/// The kinds of commands that wait for the next step, as the event `drop` names them.
enum class CommandType : uint8_t {
    spawn,
    despawn,
    join,
    leave,
    set_team,
    set_squad_team,
    set_floor,
    set_nav_link,
    remove_nav_link,
    set_archetype,
    teleport,
    set_order,
    set_squad_order,
    queue_order,
    queue_squad_order,
    set_leader,
    set_move_input,
    set_target_bias,
    add_threat,
    set_user_data,
    set_update_interval,
    set_speed_factor,
    set_radius,
    set_avoidance_factor,
    stun,
    push,
    set_combat_factors,
    set_team_combat_factors,
    protect,
    protect_team,
    damage,
    stagger,
    set_health,
    set_capacity,
    set_closed_slots,
    set_view,
    answer_sight,
    report_attack,
};
/// The words of all commands, which are their names.
inline std::span<const char* const> words(CommandType) {
    static constexpr const char* all[] = {"spawn", "despawn", "join", "leave", "set_team", "set_squad_team", "set_floor", "set_nav_link", "remove_nav_link", "set_archetype", "teleport", "set_order", "set_squad_order", "queue_order", "queue_squad_order", "set_leader", "set_move_input", "set_target_bias", "add_threat", "set_user_data", "set_update_interval", "set_speed_factor", "set_radius", "set_avoidance_factor", "stun", "push", "set_combat_factors", "set_team_combat_factors", "protect", "protect_team", "damage", "stagger", "set_health", "set_capacity", "set_closed_slots", "set_view", "answer_sight", "report_attack"};
    return all;
}
// clang-format on

} // namespace fray

#include "fray/end_header.h"
