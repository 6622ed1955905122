// Asserts that structs of C have the same layout as structs of the engine, because lists are passed without a copy. The
// host reads the engine's lists (`seen_as`), and the engine reads the host's lists (`read_as`).
#pragma once

#include "fray/fray_c.h"

#include "fray/debug_draw.h"
#include "fray/network.h"
#include "fray/world.h"

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace fray::c {

/// A list of the engine's structs as a list of the C structs with the same layout.
template <typename C, typename D> const C* seen_as(std::span<const D> list) {
    static_assert(sizeof(C) == sizeof(D) && alignof(C) == alignof(D) && std::is_trivially_copyable_v<D>);
    return reinterpret_cast<const C*>(list.data());
}

/// A list of the engine as a list of C.
template <typename C, typename D> void show(std::span<const D> from, const C*& list, size_t& count) {
    list = seen_as<C>(from);
    count = from.size();
}
template <typename C, typename D> void show(const std::vector<D>& from, const C*& list, size_t& count) {
    show(std::span<const D>(from), list, count);
}

/// A list of C structs as a list of the engine's structs with the same layout.
template <typename D, typename C> const D* read_as(const C* list) {
    static_assert(sizeof(C) == sizeof(D) && alignof(C) == alignof(D) && std::is_trivially_copyable_v<D>);
    return reinterpret_cast<const D*>(list);
}

#define FRAY_SAME(c, c_field, d, d_field)                                                                              \
    static_assert(offsetof(c, c_field) == offsetof(d, d_field) && sizeof(c::c_field) == sizeof(d::d_field))

static_assert(sizeof(fray_vec2) == sizeof(Vec2));
FRAY_SAME(fray_vec2, x, Vec2, x);
FRAY_SAME(fray_vec2, y, Vec2, y);
static_assert(sizeof(fray_agent_id) == sizeof(AgentId));
FRAY_SAME(fray_agent_id, index, AgentId, index);
FRAY_SAME(fray_agent_id, generation, AgentId, generation);
static_assert(sizeof(fray_obstacle) == sizeof(Obstacle));
FRAY_SAME(fray_obstacle, at, Obstacle, at);
FRAY_SAME(fray_obstacle, half, Obstacle, half);
FRAY_SAME(fray_obstacle, along, Obstacle, along);
FRAY_SAME(fray_obstacle, blocks, Obstacle, blocks);
static_assert(sizeof(fray_placed_obstacle) == sizeof(PlacedObstacle));
FRAY_SAME(fray_placed_obstacle, id, PlacedObstacle, id);
FRAY_SAME(fray_placed_obstacle, obstacle, PlacedObstacle, obstacle);
static_assert(sizeof(fray_sight_question) == sizeof(SightQuestion));
FRAY_SAME(fray_sight_question, viewer, SightQuestion, viewer);
FRAY_SAME(fray_sight_question, target, SightQuestion, target);

static_assert(sizeof(fray_replica_agent) == sizeof(ReplicaAgent));
FRAY_SAME(fray_replica_agent, id, ReplicaAgent, id);
FRAY_SAME(fray_replica_agent, position, ReplicaAgent, position);
FRAY_SAME(fray_replica_agent, heading, ReplicaAgent, heading);
FRAY_SAME(fray_replica_agent, health, ReplicaAgent, health);
FRAY_SAME(fray_replica_agent, attack_time, ReplicaAgent, attack_time);
FRAY_SAME(fray_replica_agent, attack, ReplicaAgent, attack);
FRAY_SAME(fray_replica_agent, storey, ReplicaAgent, storey);
FRAY_SAME(fray_replica_agent, archetype, ReplicaAgent, archetype);
FRAY_SAME(fray_replica_agent, team, ReplicaAgent, team);
FRAY_SAME(fray_replica_agent, state, ReplicaAgent, state);
FRAY_SAME(fray_replica_agent, frame, ReplicaAgent, frame);

static_assert(sizeof(fray_teleport) == sizeof(Teleport));
FRAY_SAME(fray_teleport, agent, Teleport, agent);
FRAY_SAME(fray_teleport, position, Teleport, position);
FRAY_SAME(fray_teleport, heading, Teleport, heading);
static_assert(sizeof(fray_damage) == sizeof(Damage));
FRAY_SAME(fray_damage, agent, Damage, agent);
FRAY_SAME(fray_damage, amount, Damage, amount);
FRAY_SAME(fray_damage, by, Damage, by);
static_assert(sizeof(fray_health) == sizeof(Health));
FRAY_SAME(fray_health, agent, Health, agent);
FRAY_SAME(fray_health, health, Health, health);
FRAY_SAME(fray_health, by, Health, by);
static_assert(sizeof(fray_draw_point) == sizeof(DrawPoint));
FRAY_SAME(fray_draw_point, at, DrawPoint, at);
FRAY_SAME(fray_draw_point, pixels, DrawPoint, pixels);
FRAY_SAME(fray_draw_point, colour, DrawPoint, colour);
static_assert(sizeof(fray_draw_line) == sizeof(DrawLine));
FRAY_SAME(fray_draw_line, from, DrawLine, from);
FRAY_SAME(fray_draw_line, to, DrawLine, to);
FRAY_SAME(fray_draw_line, colour, DrawLine, colour);
static_assert(sizeof(fray_draw_circle) == sizeof(DrawCircle));
FRAY_SAME(fray_draw_circle, centre, DrawCircle, centre);
FRAY_SAME(fray_draw_circle, radius, DrawCircle, radius);
FRAY_SAME(fray_draw_circle, colour, DrawCircle, colour);
static_assert(sizeof(fray_draw_sector) == sizeof(DrawSector));
FRAY_SAME(fray_draw_sector, centre, DrawSector, centre);
FRAY_SAME(fray_draw_sector, radius, DrawSector, radius);
FRAY_SAME(fray_draw_sector, from, DrawSector, from);
FRAY_SAME(fray_draw_sector, sweep, DrawSector, sweep);
FRAY_SAME(fray_draw_sector, colour, DrawSector, colour);
static_assert(sizeof(fray_draw_text) == sizeof(DrawText));
FRAY_SAME(fray_draw_text, at, DrawText, at);
FRAY_SAME(fray_draw_text, begin, DrawText, begin);
FRAY_SAME(fray_draw_text, colour, DrawText, colour);

static_assert(sizeof(fray_event_agent) == sizeof(EventAgent));
FRAY_SAME(fray_event_agent, id, EventAgent, id);
FRAY_SAME(fray_event_agent, serial, EventAgent, serial);
static_assert(sizeof(fray_event_ref) == sizeof(EventRef));
FRAY_SAME(fray_event_ref, type, EventRef, type);
FRAY_SAME(fray_event_ref, index, EventRef, index);
static_assert(sizeof(fray_event_step) == sizeof(EventStep));
FRAY_SAME(fray_event_step, frame, EventStep, frame);
FRAY_SAME(fray_event_step, time, EventStep, time);
FRAY_SAME(fray_event_step, first, EventStep, first);
static_assert(sizeof(fray_spawn_event) == sizeof(SpawnEvent));
FRAY_SAME(fray_spawn_event, sequence, SpawnEvent, sequence);
FRAY_SAME(fray_spawn_event, agent, SpawnEvent, agent);
FRAY_SAME(fray_spawn_event, archetype, SpawnEvent, archetype);
FRAY_SAME(fray_spawn_event, team, SpawnEvent, team);
FRAY_SAME(fray_spawn_event, squad, SpawnEvent, squad);
FRAY_SAME(fray_spawn_event, leader, SpawnEvent, leader);
FRAY_SAME(fray_spawn_event, position, SpawnEvent, position);
FRAY_SAME(fray_spawn_event, user_data, SpawnEvent, user_data);
static_assert(sizeof(fray_despawn_event) == sizeof(DespawnEvent));
FRAY_SAME(fray_despawn_event, sequence, DespawnEvent, sequence);
FRAY_SAME(fray_despawn_event, agent, DespawnEvent, agent);
FRAY_SAME(fray_despawn_event, user_data, DespawnEvent, user_data);
static_assert(sizeof(fray_order_event) == sizeof(OrderEvent));
FRAY_SAME(fray_order_event, sequence, OrderEvent, sequence);
FRAY_SAME(fray_order_event, agent, OrderEvent, agent);
FRAY_SAME(fray_order_event, order, OrderEvent, order);
FRAY_SAME(fray_order_event, target, OrderEvent, target);
FRAY_SAME(fray_order_event, attack, OrderEvent, attack);
FRAY_SAME(fray_order_event, point, OrderEvent, point);
static_assert(sizeof(fray_target_event) == sizeof(TargetEvent));
FRAY_SAME(fray_target_event, sequence, TargetEvent, sequence);
FRAY_SAME(fray_target_event, agent, TargetEvent, agent);
FRAY_SAME(fray_target_event, target, TargetEvent, target);
FRAY_SAME(fray_target_event, cause, TargetEvent, cause);
static_assert(sizeof(fray_band_event) == sizeof(BandEvent));
FRAY_SAME(fray_band_event, sequence, BandEvent, sequence);
FRAY_SAME(fray_band_event, agent, BandEvent, agent);
FRAY_SAME(fray_band_event, target, BandEvent, target);
FRAY_SAME(fray_band_event, band, BandEvent, band);
FRAY_SAME(fray_band_event, distance, BandEvent, distance);
static_assert(sizeof(fray_state_event) == sizeof(StateEvent));
FRAY_SAME(fray_state_event, sequence, StateEvent, sequence);
FRAY_SAME(fray_state_event, agent, StateEvent, agent);
FRAY_SAME(fray_state_event, before, StateEvent, before);
FRAY_SAME(fray_state_event, now, StateEvent, now);
static_assert(sizeof(fray_request_event) == sizeof(RequestEvent));
FRAY_SAME(fray_request_event, sequence, RequestEvent, sequence);
FRAY_SAME(fray_request_event, agent, RequestEvent, agent);
FRAY_SAME(fray_request_event, target, RequestEvent, target);
static_assert(sizeof(fray_withdraw_event) == sizeof(WithdrawEvent));
FRAY_SAME(fray_withdraw_event, sequence, WithdrawEvent, sequence);
FRAY_SAME(fray_withdraw_event, agent, WithdrawEvent, agent);
FRAY_SAME(fray_withdraw_event, target, WithdrawEvent, target);
static_assert(sizeof(fray_arrive_event) == sizeof(ArriveEvent));
FRAY_SAME(fray_arrive_event, sequence, ArriveEvent, sequence);
FRAY_SAME(fray_arrive_event, agent, ArriveEvent, agent);
FRAY_SAME(fray_arrive_event, target, ArriveEvent, target);
FRAY_SAME(fray_arrive_event, slot, ArriveEvent, slot);
static_assert(sizeof(fray_attack_event) == sizeof(AttackEvent));
FRAY_SAME(fray_attack_event, sequence, AttackEvent, sequence);
FRAY_SAME(fray_attack_event, agent, AttackEvent, agent);
FRAY_SAME(fray_attack_event, target, AttackEvent, target);
FRAY_SAME(fray_attack_event, attack, AttackEvent, attack);
FRAY_SAME(fray_attack_event, windup, AttackEvent, windup);
FRAY_SAME(fray_attack_event, duration, AttackEvent, duration);
static_assert(sizeof(fray_attack_end_event) == sizeof(AttackEndEvent));
FRAY_SAME(fray_attack_end_event, sequence, AttackEndEvent, sequence);
FRAY_SAME(fray_attack_end_event, agent, AttackEndEvent, agent);
FRAY_SAME(fray_attack_end_event, target, AttackEndEvent, target);
FRAY_SAME(fray_attack_end_event, attack, AttackEndEvent, attack);
FRAY_SAME(fray_attack_end_event, cause, AttackEndEvent, cause);
static_assert(sizeof(fray_hit_event) == sizeof(HitEvent));
FRAY_SAME(fray_hit_event, sequence, HitEvent, sequence);
FRAY_SAME(fray_hit_event, agent, HitEvent, agent);
FRAY_SAME(fray_hit_event, target, HitEvent, target);
FRAY_SAME(fray_hit_event, attack, HitEvent, attack);
FRAY_SAME(fray_hit_event, damage, HitEvent, damage);
FRAY_SAME(fray_hit_event, distance, HitEvent, distance);
FRAY_SAME(fray_hit_event, projectile, HitEvent, projectile);
static_assert(sizeof(fray_miss_event) == sizeof(MissEvent));
FRAY_SAME(fray_miss_event, sequence, MissEvent, sequence);
FRAY_SAME(fray_miss_event, agent, MissEvent, agent);
FRAY_SAME(fray_miss_event, target, MissEvent, target);
FRAY_SAME(fray_miss_event, attack, MissEvent, attack);
FRAY_SAME(fray_miss_event, damage, MissEvent, damage);
FRAY_SAME(fray_miss_event, distance, MissEvent, distance);
FRAY_SAME(fray_miss_event, projectile, MissEvent, projectile);
static_assert(sizeof(fray_hurt_event) == sizeof(HurtEvent));
FRAY_SAME(fray_hurt_event, sequence, HurtEvent, sequence);
FRAY_SAME(fray_hurt_event, agent, HurtEvent, agent);
FRAY_SAME(fray_hurt_event, attacker, HurtEvent, attacker);
FRAY_SAME(fray_hurt_event, amount, HurtEvent, amount);
static_assert(sizeof(fray_death_event) == sizeof(DeathEvent));
FRAY_SAME(fray_death_event, sequence, DeathEvent, sequence);
FRAY_SAME(fray_death_event, agent, DeathEvent, agent);
FRAY_SAME(fray_death_event, killer, DeathEvent, killer);
static_assert(sizeof(fray_unslot_event) == sizeof(UnslotEvent));
FRAY_SAME(fray_unslot_event, sequence, UnslotEvent, sequence);
FRAY_SAME(fray_unslot_event, agent, UnslotEvent, agent);
FRAY_SAME(fray_unslot_event, target, UnslotEvent, target);
FRAY_SAME(fray_unslot_event, slot, UnslotEvent, slot);
FRAY_SAME(fray_unslot_event, cause, UnslotEvent, cause);
static_assert(sizeof(fray_slot_event) == sizeof(SlotEvent));
FRAY_SAME(fray_slot_event, sequence, SlotEvent, sequence);
FRAY_SAME(fray_slot_event, agent, SlotEvent, agent);
FRAY_SAME(fray_slot_event, target, SlotEvent, target);
FRAY_SAME(fray_slot_event, slot, SlotEvent, slot);
FRAY_SAME(fray_slot_event, cause, SlotEvent, cause);
static_assert(sizeof(fray_token_event) == sizeof(TokenEvent));
FRAY_SAME(fray_token_event, sequence, TokenEvent, sequence);
FRAY_SAME(fray_token_event, agent, TokenEvent, agent);
FRAY_SAME(fray_token_event, target, TokenEvent, target);
FRAY_SAME(fray_token_event, attack, TokenEvent, attack);
FRAY_SAME(fray_token_event, slot, TokenEvent, slot);
FRAY_SAME(fray_token_event, weight, TokenEvent, weight);
static_assert(sizeof(fray_capacity_event) == sizeof(CapacityEvent));
FRAY_SAME(fray_capacity_event, sequence, CapacityEvent, sequence);
FRAY_SAME(fray_capacity_event, target, CapacityEvent, target);
FRAY_SAME(fray_capacity_event, grid, CapacityEvent, grid);
FRAY_SAME(fray_capacity_event, attack, CapacityEvent, attack);
static_assert(sizeof(fray_reserve_event) == sizeof(ReserveEvent));
FRAY_SAME(fray_reserve_event, sequence, ReserveEvent, sequence);
FRAY_SAME(fray_reserve_event, agent, ReserveEvent, agent);
FRAY_SAME(fray_reserve_event, target, ReserveEvent, target);
static_assert(sizeof(fray_wait_event) == sizeof(WaitEvent));
FRAY_SAME(fray_wait_event, sequence, WaitEvent, sequence);
FRAY_SAME(fray_wait_event, agent, WaitEvent, agent);
FRAY_SAME(fray_wait_event, target, WaitEvent, target);
FRAY_SAME(fray_wait_event, reason, WaitEvent, reason);
FRAY_SAME(fray_wait_event, need, WaitEvent, need);
FRAY_SAME(fray_wait_event, free, WaitEvent, free);
static_assert(sizeof(fray_react_event) == sizeof(ReactEvent));
FRAY_SAME(fray_react_event, sequence, ReactEvent, sequence);
FRAY_SAME(fray_react_event, agent, ReactEvent, agent);
FRAY_SAME(fray_react_event, target, ReactEvent, target);
FRAY_SAME(fray_react_event, band, ReactEvent, band);
FRAY_SAME(fray_react_event, reaction, ReactEvent, reaction);
FRAY_SAME(fray_react_event, hurt, ReactEvent, hurt);
static_assert(sizeof(fray_stagger_event) == sizeof(StaggerEvent));
FRAY_SAME(fray_stagger_event, sequence, StaggerEvent, sequence);
FRAY_SAME(fray_stagger_event, agent, StaggerEvent, agent);
FRAY_SAME(fray_stagger_event, attacker, StaggerEvent, attacker);
static_assert(sizeof(fray_heal_event) == sizeof(HealEvent));
FRAY_SAME(fray_heal_event, sequence, HealEvent, sequence);
FRAY_SAME(fray_heal_event, agent, HealEvent, agent);
FRAY_SAME(fray_heal_event, amount, HealEvent, amount);
static_assert(sizeof(fray_phase_event) == sizeof(PhaseEvent));
FRAY_SAME(fray_phase_event, sequence, PhaseEvent, sequence);
FRAY_SAME(fray_phase_event, agent, PhaseEvent, agent);
FRAY_SAME(fray_phase_event, phase, PhaseEvent, phase);
static_assert(sizeof(fray_act_event) == sizeof(ActEvent));
FRAY_SAME(fray_act_event, sequence, ActEvent, sequence);
FRAY_SAME(fray_act_event, agent, ActEvent, agent);
FRAY_SAME(fray_act_event, act, ActEvent, act);
FRAY_SAME(fray_act_event, state, ActEvent, state);
FRAY_SAME(fray_act_event, condition, ActEvent, condition);
static_assert(sizeof(fray_act_end_event) == sizeof(ActEndEvent));
FRAY_SAME(fray_act_end_event, sequence, ActEndEvent, sequence);
FRAY_SAME(fray_act_end_event, agent, ActEndEvent, agent);
FRAY_SAME(fray_act_end_event, act, ActEndEvent, act);
FRAY_SAME(fray_act_end_event, cause, ActEndEvent, cause);
static_assert(sizeof(fray_say_event) == sizeof(SayEvent));
FRAY_SAME(fray_say_event, sequence, SayEvent, sequence);
FRAY_SAME(fray_say_event, agent, SayEvent, agent);
FRAY_SAME(fray_say_event, act, SayEvent, act);
FRAY_SAME(fray_say_event, line, SayEvent, line);
static_assert(sizeof(fray_buff_event) == sizeof(BuffEvent));
FRAY_SAME(fray_buff_event, sequence, BuffEvent, sequence);
FRAY_SAME(fray_buff_event, agent, BuffEvent, agent);
FRAY_SAME(fray_buff_event, act, BuffEvent, act);
static_assert(sizeof(fray_color_event) == sizeof(ColorEvent));
FRAY_SAME(fray_color_event, sequence, ColorEvent, sequence);
FRAY_SAME(fray_color_event, agent, ColorEvent, agent);
FRAY_SAME(fray_color_event, act, ColorEvent, act);
static_assert(sizeof(fray_skills_event) == sizeof(SkillsEvent));
FRAY_SAME(fray_skills_event, sequence, SkillsEvent, sequence);
FRAY_SAME(fray_skills_event, agent, SkillsEvent, agent);
FRAY_SAME(fray_skills_event, act, SkillsEvent, act);
static_assert(sizeof(fray_pose_event) == sizeof(PoseEvent));
FRAY_SAME(fray_pose_event, sequence, PoseEvent, sequence);
FRAY_SAME(fray_pose_event, agent, PoseEvent, agent);
FRAY_SAME(fray_pose_event, state, PoseEvent, state);
static_assert(sizeof(fray_summon_event) == sizeof(SummonEvent));
FRAY_SAME(fray_summon_event, sequence, SummonEvent, sequence);
FRAY_SAME(fray_summon_event, agent, SummonEvent, agent);
FRAY_SAME(fray_summon_event, summoned, SummonEvent, summoned);
static_assert(sizeof(fray_leader_event) == sizeof(LeaderEvent));
FRAY_SAME(fray_leader_event, sequence, LeaderEvent, sequence);
FRAY_SAME(fray_leader_event, agent, LeaderEvent, agent);
FRAY_SAME(fray_leader_event, before, LeaderEvent, before);
static_assert(sizeof(fray_join_event) == sizeof(JoinEvent));
FRAY_SAME(fray_join_event, sequence, JoinEvent, sequence);
FRAY_SAME(fray_join_event, agent, JoinEvent, agent);
FRAY_SAME(fray_join_event, squad, JoinEvent, squad);
FRAY_SAME(fray_join_event, team, JoinEvent, team);
FRAY_SAME(fray_join_event, leader, JoinEvent, leader);
static_assert(sizeof(fray_move_input_event) == sizeof(MoveInputEvent));
FRAY_SAME(fray_move_input_event, sequence, MoveInputEvent, sequence);
FRAY_SAME(fray_move_input_event, squad, MoveInputEvent, squad);
FRAY_SAME(fray_move_input_event, leader, MoveInputEvent, leader);
FRAY_SAME(fray_move_input_event, direction, MoveInputEvent, direction);
static_assert(sizeof(fray_launch_event) == sizeof(LaunchEvent));
FRAY_SAME(fray_launch_event, sequence, LaunchEvent, sequence);
FRAY_SAME(fray_launch_event, agent, LaunchEvent, agent);
FRAY_SAME(fray_launch_event, target, LaunchEvent, target);
FRAY_SAME(fray_launch_event, attack, LaunchEvent, attack);
FRAY_SAME(fray_launch_event, flight_time, LaunchEvent, flight_time);
FRAY_SAME(fray_launch_event, projectile, LaunchEvent, projectile);
static_assert(sizeof(fray_reload_event) == sizeof(ReloadEvent));
FRAY_SAME(fray_reload_event, sequence, ReloadEvent, sequence);
FRAY_SAME(fray_reload_event, archetypes, ReloadEvent, archetypes);
FRAY_SAME(fray_reload_event, monsters, ReloadEvent, monsters);
static_assert(sizeof(fray_drop_event) == sizeof(DropEvent));
FRAY_SAME(fray_drop_event, sequence, DropEvent, sequence);
FRAY_SAME(fray_drop_event, agent, DropEvent, agent);
FRAY_SAME(fray_drop_event, command, DropEvent, command);
static_assert(sizeof(fray_skip_event) == sizeof(SkipEvent));
FRAY_SAME(fray_skip_event, sequence, SkipEvent, sequence);
FRAY_SAME(fray_skip_event, count, SkipEvent, count);
static_assert(sizeof(fray_morale_event) == sizeof(MoraleEvent));
FRAY_SAME(fray_morale_event, sequence, MoraleEvent, sequence);
FRAY_SAME(fray_morale_event, squad, MoraleEvent, squad);
FRAY_SAME(fray_morale_event, leader, MoraleEvent, leader);
FRAY_SAME(fray_morale_event, before, MoraleEvent, before);
FRAY_SAME(fray_morale_event, now, MoraleEvent, now);
FRAY_SAME(fray_morale_event, points, MoraleEvent, points);
static_assert(sizeof(fray_order_done_event) == sizeof(OrderDoneEvent));
FRAY_SAME(fray_order_done_event, sequence, OrderDoneEvent, sequence);
FRAY_SAME(fray_order_done_event, agent, OrderDoneEvent, agent);
FRAY_SAME(fray_order_done_event, order, OrderDoneEvent, order);
FRAY_SAME(fray_order_done_event, point, OrderDoneEvent, point);
FRAY_SAME(fray_order_done_event, cause, OrderDoneEvent, cause);
static_assert(sizeof(fray_archetype_event) == sizeof(ArchetypeEvent));
FRAY_SAME(fray_archetype_event, sequence, ArchetypeEvent, sequence);
FRAY_SAME(fray_archetype_event, agent, ArchetypeEvent, agent);
FRAY_SAME(fray_archetype_event, before, ArchetypeEvent, before);
FRAY_SAME(fray_archetype_event, now, ArchetypeEvent, now);
static_assert(sizeof(fray_storey_event) == sizeof(StoreyEvent));
FRAY_SAME(fray_storey_event, sequence, StoreyEvent, sequence);
FRAY_SAME(fray_storey_event, agent, StoreyEvent, agent);
FRAY_SAME(fray_storey_event, before, StoreyEvent, before);
FRAY_SAME(fray_storey_event, now, StoreyEvent, now);
FRAY_SAME(fray_storey_event, link, StoreyEvent, link);

static_assert(sizeof(fray_projectile) == sizeof(Projectile));
FRAY_SAME(fray_projectile, from, Projectile, from);
FRAY_SAME(fray_projectile, target, Projectile, target);
FRAY_SAME(fray_projectile, shooter, Projectile, shooter);
FRAY_SAME(fray_projectile, shooter_serial, Projectile, shooter_serial);
FRAY_SAME(fray_projectile, archetype, Projectile, archetype);
FRAY_SAME(fray_projectile, attack, Projectile, attack);
FRAY_SAME(fray_projectile, launched, Projectile, launched);
FRAY_SAME(fray_projectile, lands, Projectile, lands);
FRAY_SAME(fray_projectile, damage, Projectile, damage);
FRAY_SAME(fray_projectile, hit_range, Projectile, hit_range);
FRAY_SAME(fray_projectile, number, Projectile, number);
FRAY_SAME(fray_projectile, storey, Projectile, storey);
static_assert(sizeof(fray_squad_info) == sizeof(SquadInfo));
FRAY_SAME(fray_squad_info, id, SquadInfo, id);
FRAY_SAME(fray_squad_info, team, SquadInfo, team);
FRAY_SAME(fray_squad_info, leader, SquadInfo, leader);
FRAY_SAME(fray_squad_info, members, SquadInfo, members);
FRAY_SAME(fray_squad_info, move_input, SquadInfo, move_input);
FRAY_SAME(fray_squad_info, mood, SquadInfo, mood);
FRAY_SAME(fray_squad_info, morale, SquadInfo, morale);
static_assert(sizeof(fray_circle_info) == sizeof(CircleInfo));
FRAY_SAME(fray_circle_info, target, CircleInfo, target);
FRAY_SAME(fray_circle_info, grid_capacity, CircleInfo, grid_capacity);
FRAY_SAME(fray_circle_info, grid_free, CircleInfo, grid_free);
FRAY_SAME(fray_circle_info, attack_capacity, CircleInfo, attack_capacity);
FRAY_SAME(fray_circle_info, attack_free, CircleInfo, attack_free);
FRAY_SAME(fray_circle_info, slots, CircleInfo, slots);
FRAY_SAME(fray_circle_info, holders, CircleInfo, holders);
FRAY_SAME(fray_circle_info, requesters, CircleInfo, requesters);

static_assert(sizeof(fray_counters) == sizeof(Counters));
FRAY_SAME(fray_counters, frame, Counters, frame);
FRAY_SAME(fray_counters, time, Counters, time);
FRAY_SAME(fray_counters, living, Counters, living);
FRAY_SAME(fray_counters, dead, Counters, dead);
FRAY_SAME(fray_counters, squads, Counters, squads);
FRAY_SAME(fray_counters, circles, Counters, circles);
FRAY_SAME(fray_counters, commands, Counters, commands);
FRAY_SAME(fray_counters, commands_dropped, Counters, commands_dropped);
FRAY_SAME(fray_counters, poses_skipped, Counters, poses_skipped);
FRAY_SAME(fray_counters, moved_to_ground, Counters, moved_to_ground);
FRAY_SAME(fray_counters, updates, Counters, updates);
FRAY_SAME(fray_counters, awake, Counters, awake);
FRAY_SAME(fray_counters, neighbours, Counters, neighbours);
FRAY_SAME(fray_counters, neighbours_left_out, Counters, neighbours_left_out);
FRAY_SAME(fray_counters, target_scans, Counters, target_scans);
FRAY_SAME(fray_counters, kd_queries, Counters, kd_queries);
FRAY_SAME(fray_counters, retargets, Counters, retargets);
FRAY_SAME(fray_counters, evaluations, Counters, evaluations);
FRAY_SAME(fray_counters, dirty_circles, Counters, dirty_circles);
FRAY_SAME(fray_counters, slots_given, Counters, slots_given);
FRAY_SAME(fray_counters, slot_switches, Counters, slot_switches);
FRAY_SAME(fray_counters, slots_stolen, Counters, slots_stolen);
FRAY_SAME(fray_counters, target_changes, Counters, target_changes);
FRAY_SAME(fray_counters, tokens_given, Counters, tokens_given);
FRAY_SAME(fray_counters, attacks_started, Counters, attacks_started);
FRAY_SAME(fray_counters, hits, Counters, hits);
FRAY_SAME(fray_counters, deaths, Counters, deaths);
FRAY_SAME(fray_counters, bands, Counters, bands);
FRAY_SAME(fray_counters, events, Counters, events);

static_assert(sizeof(fray_exchange_stats) == sizeof(ExchangeStats));
FRAY_SAME(fray_exchange_stats, sent, ExchangeStats, sent);
FRAY_SAME(fray_exchange_stats, received, ExchangeStats, received);
FRAY_SAME(fray_exchange_stats, work_ns, ExchangeStats, work_ns);
FRAY_SAME(fray_exchange_stats, most_work_ns, ExchangeStats, most_work_ns);
FRAY_SAME(fray_exchange_stats, wait_ns, ExchangeStats, wait_ns);
FRAY_SAME(fray_exchange_stats, copy_ns, ExchangeStats, copy_ns);
static_assert(sizeof(fray_profile) == sizeof(Profile));
FRAY_SAME(fray_profile, system_ns, Profile, system_ns);
FRAY_SAME(fray_profile, serial_ns, Profile, serial_ns);
FRAY_SAME(fray_profile, hash_ns, Profile, hash_ns);
FRAY_SAME(fray_profile, step_ns, Profile, step_ns);

static_assert(sizeof(fray_memory_use) == sizeof(MemoryUse));
FRAY_SAME(fray_memory_use, columns, MemoryUse, columns);
FRAY_SAME(fray_memory_use, allocated, MemoryUse, allocated);
FRAY_SAME(fray_memory_use, index, MemoryUse, index);
FRAY_SAME(fray_memory_use, circles, MemoryUse, circles);
FRAY_SAME(fray_memory_use, squads, MemoryUse, squads);
FRAY_SAME(fray_memory_use, scratch, MemoryUse, scratch);

#undef FRAY_SAME

} // namespace fray::c
