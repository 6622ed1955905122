#include "random/command.h"

namespace fray::model {

std::vector<Vec2*> points_of(FuzzCommand& command) {
    std::vector<Vec2*> points;
    if (command.kind == Kind::spawn || command.kind == Kind::teleport ||
        (command.orders() && leads_to_point(command.order)))
        points.push_back(&command.position);
    if (command.kind == Kind::set_nav_link) points.insert(points.end(), {&command.link_def.from, &command.link_def.to});
    for (Vec2& point : command.detail.points) points.push_back(&point);
    return points;
}

AnyCommand as_given(const FuzzCommand& c) {
    const AgentId agent = named(c.agent), target = named(c.target), by = named(c.by);
    const SquadId squad{c.squad};
    const OrderDef order{.kind = c.order,
                         .run = c.run,
                         .target = target,
                         .point = c.position,
                         .attack = static_cast<int16_t>(c.attack),
                         .repeat = c.repeat,
                         .escort_distance = c.distance,
                         .delay = c.delay,
                         .formation = c.formation,
                         .floor = c.order_floor};
    switch (c.kind) {
    case Kind::spawn: return command::Spawn{{c.archetype, c.team, c.floor, squad, c.position, c.heading}};
    case Kind::despawn: return command::Despawn{agent};
    case Kind::teleport: return command::Teleport{agent, c.position, c.turns ? std::optional(c.heading) : std::nullopt};
    case Kind::order: return command::SetOrder{agent, order};
    case Kind::order_squad: return command::SetSquadOrder{squad, order};
    case Kind::queue_order: return command::QueueOrder{agent, order};
    case Kind::queue_squad_order: return command::QueueSquadOrder{squad, order};
    case Kind::join: return command::Join{agent, squad};
    case Kind::leave: return command::Leave{agent};
    case Kind::set_leader: return command::SetLeader{agent};
    case Kind::set_move_input: return command::SetMoveInput{squad, c.position};
    case Kind::set_target_bias: return command::SetTargetBias{agent, c.amount, by};
    case Kind::damage: return command::Damage{agent, c.amount, by};
    case Kind::stagger: return command::Stagger{agent, by};
    case Kind::set_health: return command::SetHealth{agent, c.amount, by};
    case Kind::set_capacity: return command::SetCapacity{agent, {c.grid, c.attack}};
    case Kind::set_closed_slots: return command::SetClosedSlots{agent, c.slots};
    case Kind::set_view: return command::SetView{agent, {c.heading, c.half_angle}};
    case Kind::report_attack: return command::ReportAttack{agent, c.reported};
    case Kind::answer_sight: return command::AnswerSight{agent, target, c.seen};
    case Kind::set_update_interval: return command::SetUpdateInterval{agent, c.update_interval};
    case Kind::set_speed_factor: return command::SetSpeedFactor{agent, c.amount};
    case Kind::set_radius: return command::SetRadius{agent, c.amount};
    case Kind::set_avoidance_factor: return command::SetAvoidanceFactor{agent, c.amount};
    case Kind::stun: return command::Stun{agent, c.seconds};
    case Kind::push: return command::Push{agent, c.position, c.seconds};
    case Kind::add_threat: return command::AddThreat{agent, by, c.amount};
    case Kind::set_user_data: return command::SetUserData{agent, c.data};
    case Kind::set_team: return command::SetTeam{agent, c.team};
    case Kind::set_squad_team: return command::SetSquadTeam{squad, c.team};
    case Kind::set_floor: return command::SetFloor{agent, c.floor};
    case Kind::set_archetype: return command::SetArchetype{agent, c.archetype};
    case Kind::set_nav_link: return command::SetNavLink{c.link, c.link_def};
    case Kind::remove_nav_link: return command::RemoveNavLink{c.link};
    case Kind::set_combat_factors: return command::SetCombatFactors{agent, c.amount, c.taken, c.speed};
    case Kind::set_team_combat_factors: return command::SetTeamCombatFactors{c.team, c.amount, c.taken, c.speed};
    case Kind::protect: return command::Protect{agent, c.seconds};
    case Kind::protect_team: return command::ProtectTeam{c.team, c.seconds};
    case Kind::add_squad: return AddSquad{c.team, c.squad_def};
    case Kind::remove_squad: return RemoveSquad{squad};
    case Kind::set_hostile: return SetHostile{c.team, c.other_team, c.hostile};
    case Kind::set_detail: return SetDetail{c.detail};
    case Kind::reload: return Reload{c.definitions};
    }
    return command::Despawn{};
}

} // namespace fray::model
