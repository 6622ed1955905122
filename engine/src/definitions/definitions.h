// Archetypes and monsters as the host gave them, and what the frame works with in their place: adding, replacing and
// restoring them.
#pragma once

#include "definitions/archetype.h"
#include "fray/defs.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace fray {

struct DefinitionsLayer;

struct Definitions {
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;

    friend bool operator==(const Definitions&, const Definitions&) = default;
};

/// The place of the first of a name; the list's size: there is none.
template <typename List> size_t find_name(const List& list, std::string_view name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
    return static_cast<size_t>(found - list.begin());
}

/// Empty, or the name of a state that the archetype names and the world does not have.
std::string unknown_state(const DefinitionsLayer& core, const ArchetypeDef& def);

/// Compiles an archetype into its place, which may be the next one. After the last of several: `refresh`.
void put_archetype(DefinitionsLayer& core, size_t place, const ArchetypeDef& def);
/// What follows from the archetypes and monsters that there are: tables, optional columns, who shares clocks.
/// Answers whether an archetype shares clocks of the world now, or no longer, other than before.
bool refresh_kinds(DefinitionsLayer& core);

/// The fields of a definition, or of what calls take, each once: whatever goes over all of them goes over this list.
template <typename T> auto fields_of(T& d) {
    using D = std::remove_const_t<T>;
    if constexpr (std::is_same_v<D, CooldownDef>)
        return std::tie(d.agent, d.archetype, d.uses, d.global, d.scope);
    else if constexpr (std::is_same_v<D, AttackDef>)
        return std::tie(d.name, d.attack_class, d.weight, d.damage, d.range, d.angle, d.windup, d.duration, d.recovery,
                        d.score, d.projectile_speed, d.cooldown);
    else if constexpr (std::is_same_v<D, ClassLimit>)
        return std::tie(d.attack_class, d.permits);
    else if constexpr (std::is_same_v<D, CircleDef>)
        return std::tie(d.slots, d.grid_capacity, d.attack_capacity, d.attack_radius, d.approach_radius, d.roam_gap,
                        d.arrive, d.patience, d.permit_patience, d.reach_limit, d.attack_timeout, d.rebalance,
                        d.switch_gain, d.switch_dwell, d.steal, d.steal_after, d.outside, d.surround, d.attack_gap,
                        d.rest, d.hold_limit, d.interrupt_grace, d.class_limits, d.offscreen_limit);
    else if constexpr (std::is_same_v<D, ReactionWeights>)
        return std::tie(d.stay, d.combat, d.heal);
    else if constexpr (std::is_same_v<D, ReactionDef>)
        return std::tie(d.table, d.hurt);
    else if constexpr (std::is_same_v<D, TimerDef>)
        return std::tie(d.run, d.close);
    else if constexpr (std::is_same_v<D, SlideDef>)
        return std::tie(d.time, d.distance);
    else if constexpr (std::is_same_v<D, HealDef>)
        return std::tie(d.below, d.flasks, d.time, d.amount);
    else if constexpr (std::is_same_v<D, PhaseDef>)
        return std::tie(d.below, d.attacks, d.reactions, d.super_armour, d.walk_speed, d.run_speed);
    else if constexpr (std::is_same_v<D, UserStateUse>)
        return std::tie(d.name, d.below, d.idle);
    else if constexpr (std::is_same_v<D, ArchetypeDef>)
        return std::tie(d.name, d.staged, d.brain, d.health, d.host_health, d.radius, d.mass, d.walk_speed, d.run_speed,
                        d.acceleration, d.turn_rate, d.period, d.grid_weight, d.release, d.choice, d.targeting,
                        d.motion, d.bands, d.alert, d.attack_start, d.effective, d.alert_every, d.target_margin,
                        d.target_dwell, d.sight, d.fov, d.line_of_sight, d.stagger, d.super_armour, d.reacts, d.timed,
                        d.reactions, d.timers, d.slide_back, d.heal, d.phases, d.monster, d.states, d.circle,
                        d.attacks);
    else if constexpr (std::is_same_v<D, ConditionDef>)
        return std::tie(d.op, d.value, d.act, d.duration, d.chance);
    else if constexpr (std::is_same_v<D, ActDef::Cooldown>)
        return std::tie(d.attack, d.seconds);
    else if constexpr (std::is_same_v<D, ActDef::Call>)
        return std::tie(d.archetype, d.monster, d.count, d.dies_with_owner);
    else if constexpr (std::is_same_v<D, ActDef>)
        return std::tie(d.name, d.skills, d.cooldowns, d.buffs, d.color, d.talk, d.calls, d.state);
    else if constexpr (std::is_same_v<D, MonsterStateDef>)
        return std::tie(d.name, d.action, d.patrol_distance, d.patrol_count, d.pose, d.once, d.blood, d.time);
    else if constexpr (std::is_same_v<D, MonsterDef>)
        return std::tie(d.name, d.states, d.acts, d.summon_depth);
    else if constexpr (std::is_same_v<D, AttackClasses>)
        return std::tie(d.names, d.shared);
    else if constexpr (std::is_same_v<D, SquadDef>)
        return std::tie(d.follow, d.max_distance, d.control, d.ahead, d.renew);
    else if constexpr (std::is_same_v<D, DetailDef>)
        return std::tie(d.beyond, d.points, d.turns);
    else if constexpr (std::is_same_v<D, SpawnDef>)
        return std::tie(d.archetype, d.team, d.layer, d.squad, d.position, d.heading, d.host_bits);
    else if constexpr (std::is_same_v<D, Order>)
        return std::tie(d.kind, d.target, d.point);
    else if constexpr (std::is_same_v<D, AgentId>)
        return std::tie(d.index, d.generation);
    else if constexpr (std::is_same_v<D, SquadId>)
        return std::tie(d.value);
    else if constexpr (std::is_same_v<D, Vec2>)
        return std::tie(d.x, d.y);
    else
        return std::tie(d.archetypes, d.monsters);
}

} // namespace fray
