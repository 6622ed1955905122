// The commands of fuzz scenarios.
#pragma once

#include "model/commands.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fray::model {

/// A command of a fuzz scenario, with the fields of all kinds. It names agents by serial and squads by number (from 1,
/// in the order of creation). The comment of each field lists the commands that use it.
struct FuzzCommand {
    enum class Kind : uint8_t {
        spawn,
        despawn,
        teleport,
        order,
        order_squad,
        queue_order,
        queue_squad_order,
        join,
        set_leader,
        set_move_input,
        set_target_bias,
        damage,
        set_health,
        set_capacity,
        set_closed_slots,
        set_view,
        report_attack,
        answer_sight,
        stagger,
        set_update_interval,
        set_detail,
        add_squad,
        set_hostile,
        reload,
        set_speed_factor,
        set_radius,
        set_avoidance_factor,
        stun,
        push,
        add_threat,
        set_user_data,
        leave,
        set_floor,
        set_archetype,
        remove_squad,
        set_team,
        set_squad_team,
        set_nav_link,
        remove_nav_link,
        set_combat_factors,
        set_team_combat_factors,
        protect,
        protect_team,
    };

    Kind kind = Kind::spawn;
    Serial agent = no_serial; ///< spawn: the serial that the new agent will get

    ArchetypeIndex archetype = 0; ///< spawn, set_archetype
    TeamIndex team = 0;           ///< spawn, add_squad, set_hostile, set_team, set_squad_team
    int16_t floor = 0;            ///< spawn, set_floor
    uint32_t squad = 0;           ///< spawn (0: a squad of its own), set_move_input, orders to a squad, join,
                                  ///< remove_squad, set_squad_team
    SquadDef squad_def;           ///< add_squad

    Vec2 position{};             ///< spawn, teleport; orders `move` and `advance`: the point; set_move_input;
                                 ///< push: the displacement
    Vec2 heading = {1.0f, 0.0f}; ///< spawn, teleport; set_view: the direction of view; a unit vector
    bool turns = false;          ///< teleport: `heading` was given

    OrderKind order = OrderKind::free;
    bool run = false;          ///< order move
    Serial target = no_serial; ///< orders attack, perform and escort; answer_sight
    bool repeat = false;       ///< orders move and advance
    float distance = 4.0f;     ///< order escort: m
    float delay = 0.0f;        ///< orders: s
    SquadFormation formation;  ///< order_squad with move and advance
    float amount = 0.0f;       ///< damage, set_health; set_target_bias, set_radius: metres; the two factors;
                               ///< add_threat: points
                               ///< combat factors: of the damage dealt
    float taken = 1.0f;        ///< combat factors: of the damage taken
    float speed = 1.0f;        ///< combat factors: of attacks
    uint64_t data = 0;         ///< set_user_data
    double seconds = 0.0;      ///< stun, push, protect, protect_team
    Serial by = no_serial;     ///< damage, set_health, stagger, add_threat: its source; set_target_bias: the viewer
                               ///< (no_serial: every viewer)
    int grid = 0;              ///< set_capacity
    int attack = 0;            ///< set_capacity; order perform: number in the agent's attack table
    float half_angle = 0.0f;   ///< set_view
    AttackReport reported = AttackReport::hit;
    bool seen = false;        ///< answer_sight
    std::vector<int> slots;   ///< set_closed_slots
    TeamIndex other_team = 0; ///< set_hostile
    bool hostile = false;     ///< set_hostile
    Definitions definitions;  ///< reload
    DetailDef detail;         ///< set_detail
    int update_interval = 0;  ///< set_update_interval: in frames, 1, 2, 4 or 8; 0: the host's value is withdrawn
    int link = 0;             ///< set_nav_link, remove_nav_link: number of the link
    NavLinkDef link_def;      ///< set_nav_link
    std::optional<int16_t> order_floor; ///< orders move and advance

    /// An order to an agent or a squad, at once or into a queue.
    bool orders() const { return kind == Kind::order || kind == Kind::queue_order || orders_squad(); }
    bool orders_squad() const { return kind == Kind::order_squad || kind == Kind::queue_squad_order; }
};

using Kind = FuzzCommand::Kind;

/// The points in the command. They move with the origin.
std::vector<Vec2*> points_of(FuzzCommand& command);

/// The command as the model takes it.
AnyCommand as_given(const FuzzCommand& command);

} // namespace fray::model
