// The commands that wait for the next step: a struct for each, which a function of World of the same name gives.
// Written by engine/generate.py from the section Commands of fray/world.h. The structs are for programs that keep
// commands, such as scripts; a host calls the functions of World.
//
// `describe(visitor, command, others...)` lists the fields of a command, as fray/fields.h says, with one difference:
// `visitor.required(key)` comes just before the field. `all_fields(command)` is a tuple of references to the fields.
// The first field is what the command is for: an agent, a squad, a link or the definition of an agent.
//
// Threads: the functions of this header may be called on any thread, but `give`.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/command_type.h"
#include "fray/defs.h"
#include "fray/error.h"
#include "fray/fields.h"
#include "fray/id.h"

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace fray {

// clang-format off
namespace command {

/// World::spawn
struct Spawn {
    static constexpr CommandType type = CommandType::spawn;
    static constexpr const char* function = "spawn"; ///< of World
    SpawnDef def{};

    friend bool operator==(const Spawn&, const Spawn&) = default;
};
/// World::despawn
struct Despawn {
    static constexpr CommandType type = CommandType::despawn;
    static constexpr const char* function = "despawn"; ///< of World
    AgentId agent{};

    friend bool operator==(const Despawn&, const Despawn&) = default;
};
/// World::join
struct Join {
    static constexpr CommandType type = CommandType::join;
    static constexpr const char* function = "join"; ///< of World
    AgentId agent{};
    SquadId squad{};

    friend bool operator==(const Join&, const Join&) = default;
};
/// World::leave
struct Leave {
    static constexpr CommandType type = CommandType::leave;
    static constexpr const char* function = "leave"; ///< of World
    AgentId agent{};

    friend bool operator==(const Leave&, const Leave&) = default;
};
/// World::set_team
struct SetTeam {
    static constexpr CommandType type = CommandType::set_team;
    static constexpr const char* function = "set_team"; ///< of World
    AgentId agent{};
    TeamIndex team{}; ///< the new side of the agent

    friend bool operator==(const SetTeam&, const SetTeam&) = default;
};
/// World::set_team
struct SetSquadTeam {
    static constexpr CommandType type = CommandType::set_squad_team;
    static constexpr const char* function = "set_team"; ///< of World
    SquadId squad{};
    TeamIndex team{};

    friend bool operator==(const SetSquadTeam&, const SetSquadTeam&) = default;
};
/// World::set_floor
struct SetFloor {
    static constexpr CommandType type = CommandType::set_floor;
    static constexpr const char* function = "set_floor"; ///< of World
    AgentId agent{};
    int16_t floor{}; ///< number of the floor

    friend bool operator==(const SetFloor&, const SetFloor&) = default;
};
/// World::set_nav_link
struct SetNavLink {
    static constexpr CommandType type = CommandType::set_nav_link;
    static constexpr const char* function = "set_nav_link"; ///< of World
    int nav_link{};
    NavLinkDef def{};

    friend bool operator==(const SetNavLink&, const SetNavLink&) = default;
};
/// World::remove_nav_link
struct RemoveNavLink {
    static constexpr CommandType type = CommandType::remove_nav_link;
    static constexpr const char* function = "remove_nav_link"; ///< of World
    int nav_link{};

    friend bool operator==(const RemoveNavLink&, const RemoveNavLink&) = default;
};
/// World::set_archetype
struct SetArchetype {
    static constexpr CommandType type = CommandType::set_archetype;
    static constexpr const char* function = "set_archetype"; ///< of World
    AgentId agent{};
    ArchetypeIndex archetype{}; ///< another with the same `managed` and `autonomous`

    friend bool operator==(const SetArchetype&, const SetArchetype&) = default;
};
/// World::teleport
struct Teleport {
    static constexpr CommandType type = CommandType::teleport;
    static constexpr const char* function = "teleport"; ///< of World
    AgentId agent{};
    Vec2 position{};
    std::optional<Vec2> heading{};

    friend bool operator==(const Teleport&, const Teleport&) = default;
};
/// World::set_order
struct SetOrder {
    static constexpr CommandType type = CommandType::set_order;
    static constexpr const char* function = "set_order"; ///< of World
    AgentId agent{};
    OrderDef order{};

    friend bool operator==(const SetOrder&, const SetOrder&) = default;
};
/// World::set_order
struct SetSquadOrder {
    static constexpr CommandType type = CommandType::set_squad_order;
    static constexpr const char* function = "set_order"; ///< of World
    SquadId squad{};
    OrderDef order{};

    friend bool operator==(const SetSquadOrder&, const SetSquadOrder&) = default;
};
/// World::queue_order
struct QueueOrder {
    static constexpr CommandType type = CommandType::queue_order;
    static constexpr const char* function = "queue_order"; ///< of World
    AgentId agent{};
    OrderDef order{};

    friend bool operator==(const QueueOrder&, const QueueOrder&) = default;
};
/// World::queue_order
struct QueueSquadOrder {
    static constexpr CommandType type = CommandType::queue_squad_order;
    static constexpr const char* function = "queue_order"; ///< of World
    SquadId squad{};
    OrderDef order{};

    friend bool operator==(const QueueSquadOrder&, const QueueSquadOrder&) = default;
};
/// World::set_leader
struct SetLeader {
    static constexpr CommandType type = CommandType::set_leader;
    static constexpr const char* function = "set_leader"; ///< of World
    AgentId agent{};

    friend bool operator==(const SetLeader&, const SetLeader&) = default;
};
/// World::set_move_input
struct SetMoveInput {
    static constexpr CommandType type = CommandType::set_move_input;
    static constexpr const char* function = "set_move_input"; ///< of World
    SquadId squad{};
    Vec2 direction{};

    friend bool operator==(const SetMoveInput&, const SetMoveInput&) = default;
};
/// World::set_target_bias
struct SetTargetBias {
    static constexpr CommandType type = CommandType::set_target_bias;
    static constexpr const char* function = "set_target_bias"; ///< of World
    AgentId target{};
    float target_bias{}; ///< m, -1000 to 1000: how much nearer the target seems
    AgentId viewer{}; ///< the agent for which it holds; without it for all

    friend bool operator==(const SetTargetBias&, const SetTargetBias&) = default;
};
/// World::add_threat
struct AddThreat {
    static constexpr CommandType type = CommandType::add_threat;
    static constexpr const char* function = "add_threat"; ///< of World
    AgentId agent{};
    AgentId attacker{};
    float threat{}; ///< -1e9 to 1e9: not 0

    friend bool operator==(const AddThreat&, const AddThreat&) = default;
};
/// World::set_user_data
struct SetUserData {
    static constexpr CommandType type = CommandType::set_user_data;
    static constexpr const char* function = "set_user_data"; ///< of World
    AgentId agent{};
    uint64_t data{};

    friend bool operator==(const SetUserData&, const SetUserData&) = default;
};
/// World::set_update_interval
struct SetUpdateInterval {
    static constexpr CommandType type = CommandType::set_update_interval;
    static constexpr const char* function = "set_update_interval"; ///< of World
    AgentId agent{};
    int update_interval{}; ///< 0 to 8: 1, 2, 4 or 8; 0: as its archetype and `set_detail` say

    friend bool operator==(const SetUpdateInterval&, const SetUpdateInterval&) = default;
};
/// World::set_speed_factor
struct SetSpeedFactor {
    static constexpr CommandType type = CommandType::set_speed_factor;
    static constexpr const char* function = "set_speed_factor"; ///< of World
    AgentId agent{};
    float factor{}; ///< 0 to max_speed_factor: 1 at first

    friend bool operator==(const SetSpeedFactor&, const SetSpeedFactor&) = default;
};
/// World::set_radius
struct SetRadius {
    static constexpr CommandType type = CommandType::set_radius;
    static constexpr const char* function = "set_radius"; ///< of World
    AgentId agent{};
    float body_radius{}; ///< m, min_body_radius to max_body_radius, or 0: 0 is that of its archetype

    friend bool operator==(const SetRadius&, const SetRadius&) = default;
};
/// World::set_avoidance_factor
struct SetAvoidanceFactor {
    static constexpr CommandType type = CommandType::set_avoidance_factor;
    static constexpr const char* function = "set_avoidance_factor"; ///< of World
    AgentId agent{};
    float factor{}; ///< min_avoidance_factor to max_avoidance_factor: 1 at first

    friend bool operator==(const SetAvoidanceFactor&, const SetAvoidanceFactor&) = default;
};
/// World::stun
struct Stun {
    static constexpr CommandType type = CommandType::stun;
    static constexpr const char* function = "stun"; ///< of World
    AgentId agent{};
    double duration{}; ///< s, 0 to max_stun_time: 0 ends a stun

    friend bool operator==(const Stun&, const Stun&) = default;
};
/// World::push
struct Push {
    static constexpr CommandType type = CommandType::push;
    static constexpr const char* function = "push"; ///< of World
    AgentId agent{};
    Vec2 displacement{}; ///< m: the whole way
    double duration{}; ///< s, min_push_time to max_push_time: the time that it takes

    friend bool operator==(const Push&, const Push&) = default;
};
/// World::set_combat_factors
struct SetCombatFactors {
    static constexpr CommandType type = CommandType::set_combat_factors;
    static constexpr const char* function = "set_combat_factors"; ///< of World
    AgentId agent{};
    float damage_dealt{}; ///< 0 to max_combat_factor: of its hits and projectiles; 1 at first
    float damage_taken{}; ///< 0 to max_combat_factor: by hits and projectiles; 1 at first
    float attack_speed{}; ///< min_attack_speed to max_attack_speed: windup, duration and recovery are divided by it; 1 at first

    friend bool operator==(const SetCombatFactors&, const SetCombatFactors&) = default;
};
/// World::set_team_combat_factors
struct SetTeamCombatFactors {
    static constexpr CommandType type = CommandType::set_team_combat_factors;
    static constexpr const char* function = "set_team_combat_factors"; ///< of World
    TeamIndex team{};
    float damage_dealt{}; ///< 0 to max_combat_factor: of their hits and projectiles; 1 at first
    float damage_taken{}; ///< 0 to max_combat_factor: by hits and projectiles; 1 at first
    float attack_speed{}; ///< min_attack_speed to max_attack_speed: windup, duration and recovery are divided by it; 1 at first

    friend bool operator==(const SetTeamCombatFactors&, const SetTeamCombatFactors&) = default;
};
/// World::protect
struct Protect {
    static constexpr CommandType type = CommandType::protect;
    static constexpr const char* function = "protect"; ///< of World
    AgentId agent{};
    double duration{}; ///< s, 0 to 3600: 0 ends it

    friend bool operator==(const Protect&, const Protect&) = default;
};
/// World::protect_team
struct ProtectTeam {
    static constexpr CommandType type = CommandType::protect_team;
    static constexpr const char* function = "protect_team"; ///< of World
    TeamIndex team{};
    double duration{}; ///< s, 0 to 3600: 0 ends it

    friend bool operator==(const ProtectTeam&, const ProtectTeam&) = default;
};
/// World::damage
struct Damage {
    static constexpr CommandType type = CommandType::damage;
    static constexpr const char* function = "damage"; ///< of World
    AgentId agent{};
    float amount{}; ///< > 0: health that it loses
    AgentId attacker{}; ///< without it: the host

    friend bool operator==(const Damage&, const Damage&) = default;
};
/// World::stagger
struct Stagger {
    static constexpr CommandType type = CommandType::stagger;
    static constexpr const char* function = "stagger"; ///< of World
    AgentId agent{};
    AgentId attacker{}; ///< without it: the host

    friend bool operator==(const Stagger&, const Stagger&) = default;
};
/// World::set_health
struct SetHealth {
    static constexpr CommandType type = CommandType::set_health;
    static constexpr const char* function = "set_health"; ///< of World
    AgentId agent{};
    float health{}; ///< new health, at most that of its archetype; 0: the agent dies
    AgentId attacker{}; ///< without it: the host

    friend bool operator==(const SetHealth&, const SetHealth&) = default;
};
/// World::set_capacity
struct SetCapacity {
    static constexpr CommandType type = CommandType::set_capacity;
    static constexpr const char* function = "set_capacity"; ///< of World
    AgentId agent{};
    CircleCapacity capacity{};

    friend bool operator==(const SetCapacity&, const SetCapacity&) = default;
};
/// World::set_closed_slots
struct SetClosedSlots {
    static constexpr CommandType type = CommandType::set_closed_slots;
    static constexpr const char* function = "set_closed_slots"; ///< of World
    AgentId agent{};
    std::vector<int> slots{}; ///< closed slots of the circle

    friend bool operator==(const SetClosedSlots&, const SetClosedSlots&) = default;
};
/// World::set_view
struct SetView {
    static constexpr CommandType type = CommandType::set_view;
    static constexpr const char* function = "set_view"; ///< of World
    AgentId agent{};
    ViewCone view{};

    friend bool operator==(const SetView&, const SetView&) = default;
};
/// World::answer_sight
struct AnswerSight {
    static constexpr CommandType type = CommandType::answer_sight;
    static constexpr const char* function = "answer_sight"; ///< of World
    AgentId viewer{};
    AgentId target{};
    bool seen{};

    friend bool operator==(const AnswerSight&, const AnswerSight&) = default;
};
/// World::report_attack
struct ReportAttack {
    static constexpr CommandType type = CommandType::report_attack;
    static constexpr const char* function = "report_attack"; ///< of World
    AgentId agent{};
    AttackReport report{}; ///< what the animation reports about its attack

    friend bool operator==(const ReportAttack&, const ReportAttack&) = default;
};

/// @cond the lists of fields
template <FieldsOf<Spawn> C> auto all_fields(C& c) { return std::tie(c.def); }
template <typename V, FieldsOf<Spawn> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("def"); v("def", "", d.def, c.def...);
}
template <FieldsOf<Despawn> C> auto all_fields(C& c) { return std::tie(c.agent); }
template <typename V, FieldsOf<Despawn> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
}
template <FieldsOf<Join> C> auto all_fields(C& c) { return std::tie(c.agent, c.squad); }
template <typename V, FieldsOf<Join> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("squad"); v("squad", "", d.squad, c.squad...);
}
template <FieldsOf<Leave> C> auto all_fields(C& c) { return std::tie(c.agent); }
template <typename V, FieldsOf<Leave> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
}
template <FieldsOf<SetTeam> C> auto all_fields(C& c) { return std::tie(c.agent, c.team); }
template <typename V, FieldsOf<SetTeam> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("team"); v.reference("team", Names::team, "the new side of the agent", d.team, c.team...);
}
template <FieldsOf<SetSquadTeam> C> auto all_fields(C& c) { return std::tie(c.squad, c.team); }
template <typename V, FieldsOf<SetSquadTeam> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("squad"); v("squad", "", d.squad, c.squad...);
    v.required("team"); v.reference("team", Names::team, "", d.team, c.team...);
}
template <FieldsOf<SetFloor> C> auto all_fields(C& c) { return std::tie(c.agent, c.floor); }
template <typename V, FieldsOf<SetFloor> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("floor"); v("floor", "number of the floor", d.floor, c.floor...);
}
template <FieldsOf<SetNavLink> C> auto all_fields(C& c) { return std::tie(c.nav_link, c.def); }
template <typename V, FieldsOf<SetNavLink> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("nav_link"); v("nav_link", "", d.nav_link, c.nav_link...);
    v.required("def"); v("def", "", d.def, c.def...);
}
template <FieldsOf<RemoveNavLink> C> auto all_fields(C& c) { return std::tie(c.nav_link); }
template <typename V, FieldsOf<RemoveNavLink> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("nav_link"); v("nav_link", "", d.nav_link, c.nav_link...);
}
template <FieldsOf<SetArchetype> C> auto all_fields(C& c) { return std::tie(c.agent, c.archetype); }
template <typename V, FieldsOf<SetArchetype> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("archetype"); v.reference("archetype", Names::archetype, "another with the same 'managed' and 'autonomous'", d.archetype, c.archetype...);
}
template <FieldsOf<Teleport> C> auto all_fields(C& c) { return std::tie(c.agent, c.position, c.heading); }
template <typename V, FieldsOf<Teleport> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("position"); v("position", "", d.position, c.position...);
    v("heading", "", d.heading, c.heading...);
}
template <FieldsOf<SetOrder> C> auto all_fields(C& c) { return std::tie(c.agent, c.order); }
template <typename V, FieldsOf<SetOrder> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("order"); v("order", "", d.order, c.order...);
}
template <FieldsOf<SetSquadOrder> C> auto all_fields(C& c) { return std::tie(c.squad, c.order); }
template <typename V, FieldsOf<SetSquadOrder> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("squad"); v("squad", "", d.squad, c.squad...);
    v.required("order"); v("order", "", d.order, c.order...);
}
template <FieldsOf<QueueOrder> C> auto all_fields(C& c) { return std::tie(c.agent, c.order); }
template <typename V, FieldsOf<QueueOrder> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("order"); v("order", "", d.order, c.order...);
}
template <FieldsOf<QueueSquadOrder> C> auto all_fields(C& c) { return std::tie(c.squad, c.order); }
template <typename V, FieldsOf<QueueSquadOrder> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("squad"); v("squad", "", d.squad, c.squad...);
    v.required("order"); v("order", "", d.order, c.order...);
}
template <FieldsOf<SetLeader> C> auto all_fields(C& c) { return std::tie(c.agent); }
template <typename V, FieldsOf<SetLeader> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
}
template <FieldsOf<SetMoveInput> C> auto all_fields(C& c) { return std::tie(c.squad, c.direction); }
template <typename V, FieldsOf<SetMoveInput> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("squad"); v("squad", "", d.squad, c.squad...);
    v.required("direction"); v("direction", "", d.direction, c.direction...);
}
template <FieldsOf<SetTargetBias> C> auto all_fields(C& c) { return std::tie(c.target, c.target_bias, c.viewer); }
template <typename V, FieldsOf<SetTargetBias> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("target"); v("target", "", d.target, c.target...);
    v.required("target_bias"); v("target_bias", between(-1000, 1000), "m: how much nearer the target seems", d.target_bias, c.target_bias...);
    v("viewer", "the agent for which it holds; without it for all", d.viewer, c.viewer...);
}
template <FieldsOf<AddThreat> C> auto all_fields(C& c) { return std::tie(c.agent, c.attacker, c.threat); }
template <typename V, FieldsOf<AddThreat> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("attacker"); v("attacker", "", d.attacker, c.attacker...);
    v.required("threat"); v("threat", between(-1e9, 1e9), "not 0", d.threat, c.threat...);
}
template <FieldsOf<SetUserData> C> auto all_fields(C& c) { return std::tie(c.agent, c.data); }
template <typename V, FieldsOf<SetUserData> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("data"); v("data", "", d.data, c.data...);
}
template <FieldsOf<SetUpdateInterval> C> auto all_fields(C& c) { return std::tie(c.agent, c.update_interval); }
template <typename V, FieldsOf<SetUpdateInterval> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("update_interval"); v("update_interval", between(0, 8), "1, 2, 4 or 8; 0: as its archetype and 'set_detail' say", d.update_interval, c.update_interval...);
}
template <FieldsOf<SetSpeedFactor> C> auto all_fields(C& c) { return std::tie(c.agent, c.factor); }
template <typename V, FieldsOf<SetSpeedFactor> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("factor"); v("factor", between(0, max_speed_factor), "1 at first", d.factor, c.factor...);
}
template <FieldsOf<SetRadius> C> auto all_fields(C& c) { return std::tie(c.agent, c.body_radius); }
template <typename V, FieldsOf<SetRadius> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("body_radius"); v("body_radius", or_also(0, between(min_body_radius, max_body_radius)), "m: 0 is that of its archetype", d.body_radius, c.body_radius...);
}
template <FieldsOf<SetAvoidanceFactor> C> auto all_fields(C& c) { return std::tie(c.agent, c.factor); }
template <typename V, FieldsOf<SetAvoidanceFactor> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("factor"); v("factor", between(min_avoidance_factor, max_avoidance_factor), "1 at first", d.factor, c.factor...);
}
template <FieldsOf<Stun> C> auto all_fields(C& c) { return std::tie(c.agent, c.duration); }
template <typename V, FieldsOf<Stun> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("duration"); v("duration", between(0, max_stun_time), "s: 0 ends a stun", d.duration, c.duration...);
}
template <FieldsOf<Push> C> auto all_fields(C& c) { return std::tie(c.agent, c.displacement, c.duration); }
template <typename V, FieldsOf<Push> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("displacement"); v("displacement", "m: the whole way", d.displacement, c.displacement...);
    v.required("duration"); v("duration", between(min_push_time, max_push_time), "s: the time that it takes", d.duration, c.duration...);
}
template <FieldsOf<SetCombatFactors> C> auto all_fields(C& c) { return std::tie(c.agent, c.damage_dealt, c.damage_taken, c.attack_speed); }
template <typename V, FieldsOf<SetCombatFactors> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("damage_dealt"); v("damage_dealt", between(0, max_combat_factor), "of its hits and projectiles; 1 at first", d.damage_dealt, c.damage_dealt...);
    v.required("damage_taken"); v("damage_taken", between(0, max_combat_factor), "by hits and projectiles; 1 at first", d.damage_taken, c.damage_taken...);
    v.required("attack_speed"); v("attack_speed", between(min_attack_speed, max_attack_speed), "windup, duration and recovery are divided by it; 1 at first", d.attack_speed, c.attack_speed...);
}
template <FieldsOf<SetTeamCombatFactors> C> auto all_fields(C& c) { return std::tie(c.team, c.damage_dealt, c.damage_taken, c.attack_speed); }
template <typename V, FieldsOf<SetTeamCombatFactors> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("team"); v.reference("team", Names::team, "", d.team, c.team...);
    v.required("damage_dealt"); v("damage_dealt", between(0, max_combat_factor), "of their hits and projectiles; 1 at first", d.damage_dealt, c.damage_dealt...);
    v.required("damage_taken"); v("damage_taken", between(0, max_combat_factor), "by hits and projectiles; 1 at first", d.damage_taken, c.damage_taken...);
    v.required("attack_speed"); v("attack_speed", between(min_attack_speed, max_attack_speed), "windup, duration and recovery are divided by it; 1 at first", d.attack_speed, c.attack_speed...);
}
template <FieldsOf<Protect> C> auto all_fields(C& c) { return std::tie(c.agent, c.duration); }
template <typename V, FieldsOf<Protect> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("duration"); v("duration", between(0, 3600), "s: 0 ends it", d.duration, c.duration...);
}
template <FieldsOf<ProtectTeam> C> auto all_fields(C& c) { return std::tie(c.team, c.duration); }
template <typename V, FieldsOf<ProtectTeam> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("team"); v.reference("team", Names::team, "", d.team, c.team...);
    v.required("duration"); v("duration", between(0, 3600), "s: 0 ends it", d.duration, c.duration...);
}
template <FieldsOf<Damage> C> auto all_fields(C& c) { return std::tie(c.agent, c.amount, c.attacker); }
template <typename V, FieldsOf<Damage> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("amount"); v("amount", more_than(0), "health that it loses", d.amount, c.amount...);
    v("attacker", "without it: the host", d.attacker, c.attacker...);
}
template <FieldsOf<Stagger> C> auto all_fields(C& c) { return std::tie(c.agent, c.attacker); }
template <typename V, FieldsOf<Stagger> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v("attacker", "without it: the host", d.attacker, c.attacker...);
}
template <FieldsOf<SetHealth> C> auto all_fields(C& c) { return std::tie(c.agent, c.health, c.attacker); }
template <typename V, FieldsOf<SetHealth> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("health"); v("health", "new health, at most that of its archetype; 0: the agent dies", d.health, c.health...);
    v("attacker", "without it: the host", d.attacker, c.attacker...);
}
template <FieldsOf<SetCapacity> C> auto all_fields(C& c) { return std::tie(c.agent, c.capacity); }
template <typename V, FieldsOf<SetCapacity> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("capacity"); v("capacity", "", d.capacity, c.capacity...);
}
template <FieldsOf<SetClosedSlots> C> auto all_fields(C& c) { return std::tie(c.agent, c.slots); }
template <typename V, FieldsOf<SetClosedSlots> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("slots"); v("slots", "closed slots of the circle", d.slots, c.slots...);
}
template <FieldsOf<SetView> C> auto all_fields(C& c) { return std::tie(c.agent, c.view); }
template <typename V, FieldsOf<SetView> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("view"); v("view", "", d.view, c.view...);
}
template <FieldsOf<AnswerSight> C> auto all_fields(C& c) { return std::tie(c.viewer, c.target, c.seen); }
template <typename V, FieldsOf<AnswerSight> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("viewer"); v("viewer", "", d.viewer, c.viewer...);
    v.required("target"); v("target", "", d.target, c.target...);
    v.required("seen"); v("seen", "", d.seen, c.seen...);
}
template <FieldsOf<ReportAttack> C> auto all_fields(C& c) { return std::tie(c.agent, c.report); }
template <typename V, FieldsOf<ReportAttack> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.required("agent"); v("agent", "", d.agent, c.agent...);
    v.required("report"); v("report", up_to(AttackReport::interrupt), "what the animation reports about its attack", d.report, c.report...);
}
/// @endcond

} // namespace command

/// Any of these commands: a variant, of which the number of the alternative is its CommandType.
struct Command : std::variant<
    command::Spawn,
    command::Despawn,
    command::Join,
    command::Leave,
    command::SetTeam,
    command::SetSquadTeam,
    command::SetFloor,
    command::SetNavLink,
    command::RemoveNavLink,
    command::SetArchetype,
    command::Teleport,
    command::SetOrder,
    command::SetSquadOrder,
    command::QueueOrder,
    command::QueueSquadOrder,
    command::SetLeader,
    command::SetMoveInput,
    command::SetTargetBias,
    command::AddThreat,
    command::SetUserData,
    command::SetUpdateInterval,
    command::SetSpeedFactor,
    command::SetRadius,
    command::SetAvoidanceFactor,
    command::Stun,
    command::Push,
    command::SetCombatFactors,
    command::SetTeamCombatFactors,
    command::Protect,
    command::ProtectTeam,
    command::Damage,
    command::Stagger,
    command::SetHealth,
    command::SetCapacity,
    command::SetClosedSlots,
    command::SetView,
    command::AnswerSight,
    command::ReportAttack
> {
    using variant::variant;
    /// @cond they are compiled once, because compilers take long for them
    FRAY_API Command() noexcept;
    FRAY_API Command(const Command&);
    FRAY_API Command(Command&&) noexcept;
    FRAY_API Command& operator=(const Command&);
    FRAY_API Command& operator=(Command&&) noexcept;
    FRAY_API ~Command();
    /// @endcond
};

/// @cond
namespace detail {
template <typename R, size_t number, typename V, typename Visitor> R call(V& command, Visitor& visitor) {
    return visitor(*std::get_if<number>(&command));
}
template <typename R, typename V, typename Visitor, typename... C>
R visit(V& command, Visitor& visitor, const std::variant<C...>&) {
    return [&]<size_t... number>(std::index_sequence<number...>) -> R {
        constexpr R (*calls[])(V&, Visitor&) = {call<R, number, V, Visitor>...};
        return calls[command.index()](command, visitor);
    }(std::index_sequence_for<C...>{});
}
} // namespace detail
/// @endcond
/// Calls `visitor(c)` with the struct `c` that a command holds, or another variant: as std::visit does, which takes
/// compilers several times as long.
template <typename V, typename Visitor> decltype(auto) visit_command(V& command, Visitor&& visitor) {
    return detail::visit<decltype(visitor(*std::get_if<0>(&command)))>(command, visitor, command);
}

// clang-format on

class World;

/// Gives a command, as the function of World does of which the command has the name. Threads: as a function of World
/// that changes it.
FRAY_API Error give(World& world, const Command& command);

} // namespace fray

#include "fray/end_header.h"
