// Lists that engine/generate.py writes from the public headers: the fields of the definitions in fray/defs.h, which
// fray/fields.h says how to read, and the words of enums. Those of commands are in fray/commands.h.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

#include "fray/error.h"
#include "fray/events.h"
#include "fray/fields.h"
#include "fray/stats.h"

#include <span>

namespace fray {

/// @cond
// clang-format off
/// @cond functions of every struct and enum
template <typename V, FieldsOf<CooldownDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("agent", between(0, 3600), "s: until the same agent can use the attack again; 0: none", d.agent, c.agent...);
    v("archetype", between(0, 3600), "s: until agents of this archetype can use the attack again after 'uses' uses; 0: none", d.archetype, c.archetype...);
    v("uses", between(1, 1000), "uses before the cooldown 'archetype' starts; its start refills them", d.uses, c.uses...);
    v("global", between(0, 3600), "s: until any attack of the same class can be used; 0: none", d.global, c.global...);
    v("scope", up_to(CooldownScope::world), "agents that share the cooldowns 'archetype' and 'global'", d.scope, c.scope...);
}
template <typename V, FieldsOf<AttackDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("name", "its name", d.name, c.name...);
    v("attack_class", "name of the class for class limits and global cooldowns; empty: none", d.attack_class, c.attack_class...);
    v("weight", between(0, max_weight), "attack weight, the attack capacity that the attack uses. With 0 it uses none, and begins also while none is free: give it an 'attack_class' with a limit, and shots have a capacity of their own", d.weight, c.weight...);
    v("damage", between(0, 1e9), "health that the target loses", d.damage, c.damage...);
    v("damage_class", "name of the class of its damage, such as \"pierce\", for 'damage_factors'; empty: none", d.damage_class, c.damage_class...);
    v("range", not_descending(between(0, world_extent)), "m: least and greatest distance between centres at the start. 'engage_range' and 'hit_range' limit it too, if they are given. {0, 0}: up to 1.2 m between the bodies", d.range, c.range...);
    v("angle", not_descending(degrees(between(-180, 180))), "least and greatest bearing of the target at the start, from the agent's heading, left positive", d.angle, c.angle...);
    v("reach", between(0, world_extent), "m: greatest distance between centres at the hit. 'hit_range' limits it too, if it is given. 0: 0.5 m more than the greatest distance at the start, less the lunge, but at least 0.5 m between the bodies", d.reach, c.reach...);
    v("arc", degrees(between(0, 360)), "half of it to each side of where the agent faces at the hit", d.arc, c.arc...);
    v("max_hits", between(1, 65535), "greatest number of agents that a hit strikes, the target first, then the nearest", d.max_hits, c.max_hits...);
    v("tracking", between(0, 1), "part of the windup in which the agent still turns with its target; then it faces where it faces", d.tracking, c.tracking...);
    v("lunge", between(0, 100), "m: a step along its heading, while the windup lasts and it no longer turns. Not with 'keeps_speed'", d.lunge, c.lunge...);
    v("keeps_speed", "it does not stop for its windup, but goes on along its heading at the speed that it has, as riders do", d.keeps_speed, c.keeps_speed...);
    v("windup", between(0, 3600), "s: from the start to the hit", d.windup, c.windup...);
    v("duration", between(0, 3600), "s: from the start to the end", d.duration, c.duration...);
    v("recovery", between(0, 3600), "s: from the end until the agent can attack again", d.recovery, c.recovery...);
    v("score", between(0, 1'000'000), "relative probability with the choice 'score'", d.score, c.score...);
    v("projectile_speed", or_also(0, between(0.1, 1000)), "m/s: the hit launches a projectile; 0: the hit is immediate", d.projectile_speed, c.projectile_speed...);
    v("arc_clear", between(0, world_extent), "m: it flies in an arc, over all agents but enemies within so many metres of either end. 0: it flies straight", d.arc_clear, c.arc_clear...);
    v("spread", between(0, world_extent), "m: greatest distance of the place where it lands from the place at which it is aimed", d.spread, c.spread...);
    v("splash", between(0, 1000), "m: where it ends it strikes agents whose bodies are so near, as far as 'max_hits' allows", d.splash, c.splash...);
    v("homing", "it follows its target, which it strikes if that is then within 'reach' of the launch, and no other on its way", d.homing, c.homing...);
    v("needs_clear_line", "it begins only if no agent stands in the line to the target, except enemies", d.needs_clear_line, c.needs_clear_line...);
    v("friendly_fire", "it strikes friends as it does enemies; an arc passes over friends on its way", d.friendly_fire, c.friendly_fire...);
    v("impact_damage", between(0, 1e6), "a charge, health that the target loses besides 'damage' for each m/s of the impact speed. That is the speed at which the two approach each other when the attack begins, times 2 m / (m + M) for the masses of attacker and target. Not for projectiles", d.impact_damage, c.impact_damage...);
    v("impact_push", between(0, 10), "m: a charge, by which a hit pushes the target for each m/s of the impact speed, at most 20 m. Not for projectiles. A target that the host moves: as 'push'", d.impact_push, c.impact_push...);
    v("cooldown", "limits how often it is used", d.cooldown, c.cooldown...);
    v.required("name");
    v.relation("duration", d.duration, Relation::at_least, "windup", d.windup);
    v.needs("cooldown.global", d.cooldown.global, "attack_class", d.attack_class);
}
template <typename V, FieldsOf<DamageFactor> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("damage_class", "AttackDef::damage_class, not empty", d.damage_class, c.damage_class...);
    v("factor", between(0, 1e6), "multiplies it", d.factor, c.factor...);
}
template <typename V, FieldsOf<ClassLimit> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("attack_class", "name of the class, not empty", d.attack_class, c.attack_class...);
    v("max_tokens", between(0, max_slots), "tokens at the same time", d.max_tokens, c.max_tokens...);
}
template <typename V, FieldsOf<DirectorDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("pressure", between(0, 1), "share of the time in which the target is to be under attack, at the peak; 0: no director", d.pressure, c.pressure...);
    v("build_up", between(0, 3600), "s: for so long the pressure rises from 0 to the peak", d.build_up, c.build_up...);
    v("peak", or_unlimited(above(0, 3600)), "s: for so long it stays there", d.peak, c.peak...);
    v("relief", between(0, 3600), "s: then nothing attacks for so long, and the course begins anew", d.relief, c.relief...);
    v("pause", between(0, 60), "s: for so long no attack is allowed after one has ended", d.pause, c.pause...);
    v("least_grid_capacity", between(0, max_weight), "lower bound of the grid capacity, which follows the course", d.least_grid_capacity, c.least_grid_capacity...);
    v("least_attack_capacity", between(0, max_weight), "lower bound of the attack capacity", d.least_attack_capacity, c.least_attack_capacity...);
}
template <typename V, FieldsOf<CircleDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("slots", between(0, max_slots), "standing positions, evenly spaced on the approach ring. 0: as many as the target's grid capacity (1 to 256), also when 'set_capacity' changes it; all holders then change to the new slots", d.slots, c.slots...);
    v("grid_capacity", between(0, max_weight), "greatest sum of the holders' grid weights", d.grid_capacity, c.grid_capacity...);
    v("attack_capacity", between(0, max_weight), "greatest sum of the attack weights of all tokens", d.attack_capacity, c.attack_capacity...);
    v("attack_radius", between(0, 1000), "m: distance from the target to which every agent with a token steps in. 0: each attack has its own distance, which follows from its range and from the bodies", d.attack_radius, c.attack_radius...);
    v("approach_radius", between(0, 1000), "m: radius of the approach ring. 0: 3.6 m more than the radius of the body", d.approach_radius, c.approach_radius...);
    v("roam_gap", above(0, 1000), "m: radius of the roam ring minus radius of the approach ring", d.roam_gap, c.roam_gap...);
    v("arrival_radius", more_than(0), "m: a holder this near to its slot has arrived", d.arrival_radius, c.arrival_radius...);
    v("slot_patience", between(0, 3600), "s: time for which the first requester must have been too heavy for the free grid capacity before freed capacity is kept for it. 0: it is never kept", d.slot_patience, c.slot_patience...);
    v("queue_credit", or_unlimited(between(0, 1000)), "the requester gets a slot first that could attack from it soonest, less so many times the time for which it has waited. 0: the nearest; unlimited: in the order of arrival", d.queue_credit, c.queue_credit...);
    v("token_patience", between(0, 3600), "s: time for which a ready holder must have waited for free attack capacity before it stays at the head of the token queue until it gets a token. 0: it never stays", d.token_patience, c.token_patience...);
    v("request_time", between(0, 3600), "s: an agent requests a slot when it can run to the circle in this time; 0: as soon as it has the target", d.request_time, c.request_time...);
    v("arrival_timeout", between(0, 3600), "s: time in which a holder must arrive, or it gives up its slot; 0: no limit", d.arrival_timeout, c.arrival_timeout...);
    v("attack_timeout", above(0, 3600), "s: a holder loses its unused token after this time out of range or angle", d.attack_timeout, c.attack_timeout...);
    v("rebalance_mode", up_to(RebalanceMode::off), "how holders exchange slots when the target moves", d.rebalance_mode, c.rebalance_mode...);
    v("switch_margin", between(0, world_extent), "m: distance that a rebalancing or a change of target must save", d.switch_margin, c.switch_margin...);
    v("switch_dwell_time", between(0, 3600), "s: least time between two rebalancings of a holder", d.switch_dwell_time, c.switch_dwell_time...);
    v("allows_stealing", "a requester within roam radius + 0.5 m takes the slot of a holder farther away", d.allows_stealing, c.allows_stealing...);
    v("steal_grace_time", between(0, 3600), "s: after its admission, a holder is safe from stealing for this time", d.steal_grace_time, c.steal_grace_time...);
    v("roam_mode", up_to(RoamMode::flank), "where agents without a slot wait", d.roam_mode, c.roam_mode...);
    v("waits_in_view", "with 'flank' agents wait only before slots in the target's view ('set_view'), while one is open there", d.waits_in_view, c.waits_in_view...);
    v("even_spacing", between(0, 1), "how much even spacing counts when slots are given; 0: only the distance counts", d.even_spacing, c.even_spacing...);
    v("token_interval", between(0, 3600), "s: least time between two tokens of the circle; 0: none", d.token_interval, c.token_interval...);
    v("rest_time", between(0, 3600), "s: time after releasing a slot in which an agent requests no slot; 0: none", d.rest_time, c.rest_time...);
    v("token_wait_timeout", between(0, 3600), "s: a holder without a token gives up its slot after this time; 0: no limit", d.token_wait_timeout, c.token_wait_timeout...);
    v("no_attack_timeout", between(0, 3600), "s: a holder gives up its slot if its attacks are out of range or too heavy this long; 0: never", d.no_attack_timeout, c.no_attack_timeout...);
    v("interrupt_grace_time", between(0, 3600), "s: an interrupted attacker keeps its token for this time; 0: none", d.interrupt_grace_time, c.interrupt_grace_time...);
    v("class_limits", between(0, max_attack_classes), "token limits by attack class; each class at most once", d.class_limits, c.class_limits...);
    v("limits_unmanaged", "'class_limits' count attacks of unmanaged agents on the target, too, and hold them back", d.limits_unmanaged, c.limits_unmanaged...);
    v("max_offscreen_tokens", between(-1, max_slots), "tokens for agents outside the target's view; -1: no limit", d.max_offscreen_tokens, c.max_offscreen_tokens...);
    v("director", "holds a course of pressure on the target", d.director, c.director...);
    if (d.approach_radius != 0) v.relation("approach_radius", d.approach_radius, Relation::more_than, "attack_radius", d.attack_radius);
}
template <typename V, FieldsOf<ReactionWeights> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("stay", between(0, 1'000'000), "the agent goes on as before", d.stay, c.stay...);
    v("combat", between(0, 1'000'000), "it goes to state combat; a managed agent goes on as before", d.combat, c.combat...);
    v("heal", between(0, 1'000'000), "it heals, in bands 0 and 1 after a backstep; without a heal charge it goes on as before", d.heal, c.heal...);
}
template <typename V, FieldsOf<ReactionDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("close_band", "on entering distance bands 0, 1, 2", d.table[0], c.table[0]...);
    v("mid_band", "on entering distance bands 0, 1, 2", d.table[1], c.table[1]...);
    v("far_band", "on entering distance bands 0, 1, 2", d.table[2], c.table[2]...);
    v("hurt_close_band", "the same while the agent needs healing", d.hurt[0], c.hurt[0]...);
    v("hurt_mid_band", "the same while the agent needs healing", d.hurt[1], c.hurt[1]...);
    v("hurt_far_band", "the same while the agent needs healing", d.hurt[2], c.hurt[2]...);
}
template <typename V, FieldsOf<TimerDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("run_timeout", not_descending(between(0.001, 3600)), "s: running in one distance band until the agent goes to state combat, least and greatest time", d.run_timeout, c.run_timeout...);
    v("close_timeout", not_descending(between(0.001, 3600)), "s: standing in bands 0 and 1 without acting until the agent makes a backstep, least and greatest time", d.close_timeout, c.close_timeout...);
}
template <typename V, FieldsOf<BackstepDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("duration", between(0.001, 3600), "s: how long it takes", d.duration, c.duration...);
    v("distance", between(0, 100), "m: how far it goes", d.distance, c.distance...);
}
template <typename V, FieldsOf<HealDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("health_threshold", between(0, 1), "it needs healing below this share of its full health, while it has a heal charge", d.health_threshold, c.health_threshold...);
    v("charges", between(0, 255), "heal charges; 0: it never heals", d.charges, c.charges...);
    v("duration", between(0.001, 3600), "s: how long it takes", d.duration, c.duration...);
    v("restored_share", between(0, 1), "share of the full health that it restores", d.restored_share, c.restored_share...);
}
template <typename V, FieldsOf<PhaseDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("health_threshold", between(0, 1), "the phase begins when the health falls below this share of the full health, which is less than in the phase before. 1, allowed in the first phase only: the phase begins at the spawn", d.health_threshold, c.health_threshold...);
    v("attacks", "names of the only attacks that the agent uses; empty: as before", d.attacks, c.attacks...);
    v("reactions", "replace those of the phase before", d.reactions, c.reactions...);
    v("super_armour", "hits do not stagger it", d.super_armour, c.super_armour...);
    v("walk_speed", between(0, 100), "m/s", d.walk_speed, c.walk_speed...);
    v("run_speed", between(0, 100), "m/s: at least 'walk_speed'", d.run_speed, c.run_speed...);
    v.required("health_threshold");
}
template <typename V, FieldsOf<UserStateUse> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("name", "name of a state that was added by 'add_state': 'flee', 'guard' or a state of the host", d.name, c.name...);
    v("health_threshold", between(0, 1), "the agent enters the state when it is hurt and has less than this share of its health", d.health_threshold, c.health_threshold...);
    v("when_idle", "the agent enters the state when it has no target and nothing else to do", d.when_idle, c.when_idle...);
    v.required("name");
}
template <typename V, FieldsOf<BodyDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("health", or_unlimited(more_than(0)), "full health, lowered by damage", d.health, c.health...);
    v("host_owns_health", "the host owns the health: damage is reported, and 'set_health' sets it", d.host_owns_health, c.host_owns_health...);
    v("credit_time", between(0, 3600), "s: if the host kills this agent without naming an attacker, the killer is the last attacker that hurt it within this time. 0: there is no killer", d.credit_time, c.credit_time...);
    v("radius", between(0.05, 50), "m: of a disc", d.radius, c.radius...);
    v("mass", between(0.01, 1e6), "kg: of two agents in each other's way the heavier yields less", d.mass, c.mass...);
    v("walk_speed", between(0, 100), "m/s: for roaming, stepping in and orders", d.walk_speed, c.walk_speed...);
    v("run_speed", between(0, 100), "m/s: for pursuing and approaching", d.run_speed, c.run_speed...);
    v("acceleration", above(0, 1000), "m/s^2: stopping in front of another agent may exceed it", d.acceleration, c.acceleration...);
    v("turn_rate", degrees(more_than(0)), "a second: how fast it turns", d.turn_rate, c.turn_rate...);
    v("headway_time", between(0, 10), "s: it keeps the gap that it would walk in this time to whatever goes in front of it. 0: it goes as close as bodies allow", d.headway_time, c.headway_time...);
    v("personal_space", between(0, 10), "m: the gap that it keeps to others on all sides, where there is room", d.personal_space, c.personal_space...);
    v("damage_factors", between(0, max_attack_classes), "factors of the damage that it takes, by the class of the damage; each class at most once. Cavalry with 3 for \"spear\" takes threefold damage from spears", d.damage_factors, c.damage_factors...);
    v("motion", up_to(MotionType::host), "whether fray or the host moves it", d.motion, c.motion...);
    v.relation("run_speed", d.run_speed, Relation::at_least, "walk_speed", d.walk_speed);
}
template <typename V, FieldsOf<PerceptionDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("targeting", up_to(Targeting::threat), "how it selects its target", d.targeting, c.targeting...);
    v("bands", or_all_zero(ascending(more_than(0))), "m: upper limits of the distance bands 0 to 3 (close, mid, far, track). Beyond them is band 4. All 0: 0.4, 4.2, 9.2 and 11.2 m between the bodies, for two bodies of 0.4 m thus 1.2, 5, 10 and 12 m", d.bands, c.bands...);
    v("alert_radius", above(0, world_extent), "m: hostile agents within it are noticed", d.alert_radius, c.alert_radius...);
    v("scan_interval", between(1e-6, 3600), "s: between two target scans of a squad", d.scan_interval, c.scan_interval...);
    v("target_margin", between(0, world_extent), "m: the agent changes to another target if that target is nearer by at least this distance", d.target_margin, c.target_margin...);
    v("target_dwell_time", between(0, 3600), "s: a target is kept for at least this time", d.target_dwell_time, c.target_dwell_time...);
    v("threat_half_life", between(0, 3600), "s: time in which threat fades to a half, with the targeting 'threat'; 0: it does not fade", d.threat_half_life, c.threat_half_life...);
    v("retargets_in_reach", "a managed agent takes an enemy in reach of its attacks instead of a target that is not, if that enemy has room for it. If the way to its target is closed, it also takes an enemy that a step of 1 m brings into reach. With 'needs_clear_line' the enemy must have a clear line, and an unmanaged agent, too, takes one that has instead of a target that has none. Not with the targetings 'sight' and 'threat'", d.retargets_in_reach, c.retargets_in_reach...);
    v("supports", "a managed agent that has nothing to do goes to where the enemy's line is open, round the ends of a line of battle, too; not with the targetings 'sight' and 'threat'", d.supports, c.supports...);
    v("support_radius", between(0, world_extent), "m: how long its way to there may be, with what the crowd on it adds. 0: as long as 'alert_radius'", d.support_radius, c.support_radius...);
    v("sight_radius", above(0, world_extent), "m: sight radius, for the targeting 'sight'", d.sight_radius, c.sight_radius...);
    v("fov", degrees(above(0, 360)), "field of view, half of it to either side, for the targeting 'sight'", d.fov, c.fov...);
    v("needs_line_of_sight", "an agent notices only what it can see: with the targeting 'sight', and with the others over a ground. The walls of the ground decide that, and its present obstacles; without ground, for 'sight', the host does ('sight_questions')", d.needs_line_of_sight, c.needs_line_of_sight...);
}
template <typename V, FieldsOf<EngagementDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("managed", "managed by the stage manager; false: attacks on its own, without slots and tokens", d.managed, c.managed...);
    v("grid_weight", between(1, max_weight), "grid capacity that it takes on its target's circle", d.grid_weight, c.grid_weight...);
    v("release_policy", up_to(ReleasePolicy::launch), "what a holder keeps after an attack", d.release_policy, c.release_policy...);
    v("attack_choice", up_to(AttackChoice::strongest), "how it chooses among the attacks that fit", d.attack_choice, c.attack_choice...);
    v("engage_range", at_least(0), "m: no attack begins beyond it; 0: follows from range and bodies", d.engage_range, c.engage_range...);
    v("hit_range", between(0, world_extent), "m: no hit counts beyond it, whatever the range of the attack. 0: a hit counts up to 0.5 m beyond the range of its attack", d.hit_range, c.hit_range...);
    v("relief_time", between(0, 3600), "s: a holder that has fought this long, from attack to attack with the release policy 'attack', goes back if a fresh agent of its team can take its place: a requester, or in a line of battle an agent behind it. The time counts from its first token. Then it rests as long, 3 s at most. 0: never", d.relief_time, c.relief_time...);
    if (d.hit_range != 0) v.relation("hit_range", d.hit_range, Relation::at_least, "engage_range", d.engage_range);
}
template <typename V, FieldsOf<PoiseDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("stagger_time", between(0, 3600), "s: how long a hit stops it; 0: hits do not stop it", d.stagger_time, c.stagger_time...);
    v("super_armour", "hits do not stagger it", d.super_armour, c.super_armour...);
}
template <typename V, FieldsOf<BossDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("reacts", "it has 'reactions'; in a file: true if 'reactions' are given. An unmanaged agent with reactions fights as the soulslike boss does: by distance bands, and it begins no attack while it pursues", d.reacts, c.reacts...);
    v("timed", "it has 'timers'; in a file: true if 'timers' are given. A managed agent has only 'timers.close'", d.timed, c.timed...);
    v("reactions", "to a change of distance band: shares of stay, combat, heal", d.reactions, c.reactions...);
    v("timers", "end a state without progress", d.timers, c.timers...);
    v("backstep", "away from the target", d.backstep, c.backstep...);
    v("heal", "healing, as a reaction", d.heal, c.heal...);
    v("phases", between(0, max_phases), "of its fight, by falling health", d.phases, c.phases...);
}
template <typename V, FieldsOf<ArchetypeDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("autonomous", "false: a player or a dummy, which only carries out orders", d.autonomous, c.autonomous...);
    v("update_interval", between(1, max_update_interval), "frames: least update interval: 1, 2, 4 or 8", d.update_interval, c.update_interval...);
    describe_component(v, "body", "its body, and how it moves", d.body, c.body...);
    describe_component(v, "perception", "what it notices", d.perception, c.perception...);
    describe_component(v, "engagement", "how it fights", d.engagement, c.engagement...);
    describe_component(v, "poise", "how it takes a hit", d.poise, c.poise...);
    describe_component(v, "boss", "reactions, timers, healing, phases", d.boss, c.boss...);
    v.reference("monster", Names::monster, "the monster that it follows; empty: none", d.monster, c.monster...);
    v("states", between(0, max_state_uses), "states of the host, and when the agent enters them; the first that applies counts", d.states, c.states...);
    v("circle", "the engagement circle around an agent of this archetype", d.circle, c.circle...);
    v("attacks", between(0, max_attacks), "the attack table", d.attacks, c.attacks...);
    v.relation("alert_radius", d.perception.alert_radius, Relation::more_than, "engage_range", d.engagement.engage_range);
}
template <typename V, FieldsOf<ConditionDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("op", up_to(ConditionDef::Operator::every), "how 'value' is compared; 'every' only in 'on_time'", d.op, c.op...);
    v("value", "'on_health': share of full health, 0 to 1; 'on_time': whole seconds, 1 to 86400; 'on_enter': ignored", d.value, c.value...);
    v("act", "name of the act that starts", d.act, c.act...);
    v("duration", or_also(-1, between(0.001, 86400)), "s: how long the act runs; -1: until the state ends", d.duration, c.duration...);
    v("chance", between(0, 100), "per cent: probability that the act starts", d.chance, c.chance...);
    v("once", "the condition starts its act once, however often it holds: not again before the agent follows another monster, or a reload changes the monster", d.once, c.once...);
}
template <typename V, FieldsOf<ActDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("attacks", "names of the only attacks that it uses; empty: no change", d.attacks, c.attacks...);
    v("cooldowns", "other cooldowns for attacks", d.cooldowns, c.cooldowns...);
    v("buffs", "numbers for the host, not used by fray (event 'buff')", d.buffs, c.buffs...);
    v("color", "for the host, not used by fray (event 'color')", d.color, c.color...);
    v("lines", "lines, each an event 'say'", d.lines, c.lines...);
    v("summons", "agents that it summons", d.summons, c.summons...);
    v("state", "name of the state that the monster enters", d.state, c.state...);
}
template <typename V, FieldsOf<ActDef::Cooldown> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("attack", "name of the attack that has the cooldown", d.attack, c.attack...);
    v("seconds", between(0, 3600), "s: the cooldown; 0: none", d.seconds, c.seconds...);
}
template <typename V, FieldsOf<ActDef::Summon> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("archetype", "archetype of the summoned agents", d.archetype, c.archetype...);
    v("monster", "the monster that they follow; empty: the monster of the archetype", d.monster, c.monster...);
    v("count", between(1, 1000), "agents", d.count, c.count...);
    v("dies_with_owner", "the summoned agents die after the summoner has died", d.dies_with_owner, c.dies_with_owner...);
}
template <typename V, FieldsOf<MonsterStateDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("action_distances", or_also(0, above(0, world_extent)), "m: alert radius and track distance; {0, 0}: those of the archetype", d.action_distances, c.action_distances...);
    v("patrol_distance", between(0, world_extent), "m: from one end of its patrol to the other; 0: no patrol", d.patrol_distance, c.patrol_distance...);
    v("patrol_count", between(-1, 1e9), "round trips; -1: without end", d.patrol_count, c.patrol_count...);
    v("pose", "for the host, not used by fray (event 'pose')", d.pose, c.pose...);
    v("on_enter", "conditions that are checked when it enters the state; with 'on_health' and 'on_time' at most 32767", d.on_enter, c.on_enter...);
    v("on_health", "conditions on its health", d.on_health, c.on_health...);
    v("on_time", "conditions on the seconds since it entered the state", d.on_time, c.on_time...);
}
template <typename V, FieldsOf<MonsterDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("states", between(1, 255), "it starts in the first", d.states, c.states...);
    v("acts", between(0, 65534), "what it does when a condition holds", d.acts, c.acts...);
    v("summon_depth", between(1, 16), "an agent at this depth summons no agents. An agent that the host spawned has depth 0, an agent that it summons has depth 1, and so on", d.summon_depth, c.summon_depth...);
}
template <typename V, FieldsOf<DebugDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("shuffle_storage", "seed with which the rows are shuffled every frame; 0: off", d.shuffle_storage, c.shuffle_storage...);
    v("shuffle_chunks", "seed with which the chunks of each loop are shuffled; 0: off", d.shuffle_chunks, c.shuffle_chunks...);
    v("chunk_size", between(0, 1048576), "agents per chunk; 0: the built-in size", d.chunk_size, c.chunk_size...);
}
template <typename V, FieldsOf<WorldDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("seed", "of all random decisions", d.seed, c.seed...);
    v("hz", between(1, 1000), "steps a second of 'advance'", d.hz, c.hz...);
    v("event_mask", "which events are recorded: bits 'event_bit'", d.event_mask, c.event_mask...);
    v("records_wait_reasons", "record the wait reason of each agent when it changes (event 'wait')", d.records_wait_reasons, c.records_wait_reasons...);
    v("hashes", "compute the state hash in publish; its cost is reported as 'hash_ns'", d.hashes, c.hashes...);
    v("tree_interval", between(1, 1024), "frames: in which each KD-tree is refreshed once; results stay exact", d.tree_interval, c.tree_interval...);
    v("sort_interval", between(1, 65536), "frames: in which each agent is sorted into space-filling order once", d.sort_interval, c.sort_interval...);
    v("off_ground", up_to(OffGround::refuse), "what happens to agents that are put off the ground ('set_ground')", d.off_ground, c.off_ground...);
    v("threads", between(0, 1024), "of the private arena; 0: as many as the machine has. Without oneTBB ('has_tbb') the world steps on the calling thread alone", d.threads, c.threads...);
    v("memory_budget", or_also(0, at_least(4 << 20)), "bytes: 'spawn' and 'reserve' return 'full' when memory would exceed it. A spawn is also refused if there would be no room for the memory that the agent may need later in a fight. The world continues without the agent. Agents that monsters summon are not refused. 650 to 760 bytes an agent are typical (engine/docs/performance.md). 0: no limit", d.memory_budget, c.memory_budget...);
    v("debug", "test options", d.debug, c.debug...);
}
template <typename V, FieldsOf<MoraleDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("enabled", "false: the members fight until they are dead", d.enabled, c.enabled...);
    v("loss_penalty", between(0, 10'000), "points: the fall if all members died at once; each loss has its share", d.loss_penalty, c.loss_penalty...);
    v("flank_penalty", between(0, 10'000), "points: the fall if each member were hit once from the side", d.flank_penalty, c.flank_penalty...);
    v("rear_penalty", between(0, 10'000), "points: the fall if each member were hit once from behind", d.rear_penalty, c.rear_penalty...);
    v("kill_bonus", between(0, 10'000), "points: the rise if each member killed an enemy", d.kill_bonus, c.kill_bonus...);
    v("leader_penalty", between(0, 100), "points: the fall when its leader dies", d.leader_penalty, c.leader_penalty...);
    v("leadership_rate", between(0, 100), "points a second: the rise under an appointed leader, not under a successor", d.leadership_rate, c.leadership_rate...);
    v("recovery_rate", between(0, 100), "points a second: the rise", d.recovery_rate, c.recovery_rate...);
    v("fear_rate", between(0, 100), "points a second: the fall, unless it routs, for each routing squad of its team near by, at most 3", d.fear_rate, c.fear_rate...);
    v("fear_radius", between(0, world_extent), "m: how near such a squad is, from leader to leader", d.fear_radius, c.fear_radius...);
    v("waver_threshold", between(0, 100), "points: it wavers below, and members take no new place in the fight", d.waver_threshold, c.waver_threshold...);
    v("rout_threshold", between(0, 100), "points: it routs below, and members run away", d.rout_threshold, c.rout_threshold...);
    v("rally_threshold", between(0, 100), "points: it is steady again from there on", d.rally_threshold, c.rally_threshold...);
    v("max_rallies", between(0, 255), "how many routs it gets over", d.max_rallies, c.max_rallies...);
    v.relation("waver_threshold", d.waver_threshold, Relation::more_than, "rout_threshold", d.rout_threshold);
    v.relation("rally_threshold", d.rally_threshold, Relation::more_than, "waver_threshold", d.waver_threshold);
}
template <typename V, FieldsOf<SquadDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("follow_distance", between(0, 1000), "m: an idle member farther than this from the leader follows it; 0: no member does", d.follow_distance, c.follow_distance...);
    v("max_leader_distance", between(0, world_extent), "m: a follower farther than this from the leader stops fighting", d.max_leader_distance, c.max_leader_distance...);
    v("control", up_to(SquadControl::paths), "which members obey the move input, and how", d.control, c.control...);
    v("lookahead_distance", above(0, 100), "m: distance from a member to its point ahead, for the control 'paths'", d.lookahead_distance, c.lookahead_distance...);
    v("lookahead_interval", between(0.001, 3600), "s: time after which such a member gets a new point ahead", d.lookahead_interval, c.lookahead_interval...);
    v("morale", "whether and when the squad loses courage and runs away", d.morale, c.morale...);
    v.relation("max_leader_distance", d.max_leader_distance, Relation::more_than, "follow_distance", d.follow_distance);
}
template <typename V, FieldsOf<NavLinkDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("from", "m: an end, within 16384", d.from, c.from...);
    v("to", "m: the other end", d.to, c.to...);
    v("from_floor", between(-32768, 32767), "floor of 'from'", d.from_floor, c.from_floor...);
    v("to_floor", between(-32768, 32767), "floor of 'to', not the same", d.to_floor, c.to_floor...);
    v("radius", between(0.1, 100), "m: agents that are so near to an end can enter there", d.radius, c.radius...);
    v("capacity", between(1, 10000), "how many enter at once at an end", d.capacity, c.capacity...);
    v("departure_interval", between(0, 3600), "s: time between two departures from an end", d.departure_interval, c.departure_interval...);
    v("cost", between(0, 100000), "m: how much longer a way through it seems to agents that choose a link", d.cost, c.cost...);
    v("bidirectional", "false: it leads only from 'from' to 'to'", d.bidirectional, c.bidirectional...);
    v("open", "false: no agent can enter it", d.open, c.open...);
}

inline std::span<const char* const> words(Error) {
    static constexpr const char* all[] = {"ok", "stale_id", "not_finite", "out_of_range", "unknown", "wrong_squad", "stepping", "full", "bad_snapshot", "state_failed", "bad_call", "off_ground", "dead", "out_of_memory", "bad_file", "bad_packet"};
    return all;
}
inline std::span<const char* const> words(Targeting) {
    static constexpr const char* all[] = {"self", "team", "sight", "spread", "threat"};
    return all;
}
inline std::span<const char* const> words(ReleasePolicy) {
    static constexpr const char* all[] = {"attack", "all", "launch"};
    return all;
}
inline std::span<const char* const> words(AttackChoice) {
    static constexpr const char* all[] = {"first", "random", "score", "strongest"};
    return all;
}
inline std::span<const char* const> words(RebalanceMode) {
    static constexpr const char* all[] = {"exact", "nearest", "off"};
    return all;
}
inline std::span<const char* const> words(RoamMode) {
    static constexpr const char* all[] = {"patrol", "flank"};
    return all;
}
inline std::span<const char* const> words(CooldownScope) {
    static constexpr const char* all[] = {"circle", "world"};
    return all;
}
inline std::span<const char* const> words(MotionType) {
    static constexpr const char* all[] = {"simulated", "host"};
    return all;
}
inline std::span<const char* const> words(OffGround) {
    static constexpr const char* all[] = {"move", "refuse"};
    return all;
}
inline std::span<const char* const> words(LogLevel) {
    static constexpr const char* all[] = {"error", "warning"};
    return all;
}
inline std::span<const char* const> words(SquadControl) {
    static constexpr const char* all[] = {"leader", "all", "paths"};
    return all;
}
inline std::span<const char* const> words(SquadMood) {
    static constexpr const char* all[] = {"steady", "wavering", "routing"};
    return all;
}
inline std::span<const char* const> words(OrderKind) {
    static constexpr const char* all[] = {"free", "attack", "move", "stand", "perform", "advance", "hold", "escort"};
    return all;
}
inline std::span<const char* const> words(AttackReport) {
    static constexpr const char* all[] = {"hit", "end", "interrupt"};
    return all;
}
inline std::span<const char* const> words(OnObstacle) {
    static constexpr const char* all[] = {"push", "refuse"};
    return all;
}
inline std::span<const char* const> words(AgentState) {
    static constexpr const char* all[] = {"idle", "pursue", "approach", "roam", "combat", "attack", "dead", "backstep", "heal", "stagger", "patrol", "follow", "return", "led", "rout"};
    return all;
}
inline std::span<const char* const> words(FrameSystem) {
    static constexpr const char* all[] = {"apply_commands", "sort_storage", "build_trees", "build_grid", "acquire_targets", "classify_distances", "evaluate_fsm", "resolve_hits", "plan_engagements", "commit", "collect_events", "locomotion", "publish"};
    return all;
}
inline std::span<const char* const> words(EventType) {
    static constexpr const char* all[] = {"spawn", "despawn", "order", "target", "band", "state", "request", "withdraw", "arrive", "attack", "attack_end", "hit", "miss", "hurt", "death", "unslot", "slot", "token", "capacity", "reserve", "wait", "react", "stagger", "heal", "phase", "act", "act_end", "say", "buff", "color", "attack_set", "pose", "summon", "leader", "join", "move_input", "launch", "reload", "drop", "skip", "morale", "order_done", "archetype", "floor"};
    return all;
}
inline std::span<const char* const> words(Reaction) {
    static constexpr const char* all[] = {"stay", "combat", "heal"};
    return all;
}
inline std::span<const char* const> words(TargetCause) {
    static constexpr const char* all[] = {"found", "nearer", "lost", "died", "despawned", "ordered", "open_slot", "led", "returned", "support", "routed", "threat"};
    return all;
}
inline std::span<const char* const> words(SlotCause) {
    static constexpr const char* all[] = {"admitted", "moved", "rebalanced", "stolen", "relieved"};
    return all;
}
inline std::span<const char* const> words(UnslotCause) {
    static constexpr const char* all[] = {"finished", "launched", "died", "despawned", "withdrew", "lost", "retargeted", "evicted", "closed", "stolen", "relieved", "arrival_timeout", "token_wait_timeout", "target_gone"};
    return all;
}
inline std::span<const char* const> words(AttackEndCause) {
    static constexpr const char* all[] = {"finished", "interrupted", "timeout", "died", "withdrew", "target_gone"};
    return all;
}
inline std::span<const char* const> words(ActEndCause) {
    static constexpr const char* all[] = {"finished", "state", "died", "reloaded"};
    return all;
}
inline std::span<const char* const> words(OrderDoneCause) {
    static constexpr const char* all[] = {"reached", "blocked", "cancelled"};
    return all;
}
inline std::span<const char* const> words(WaitReason) {
    static constexpr const char* all[] = {"none", "grid", "no_slot", "reserved", "too_heavy", "rest", "attack", "cooldown", "interval", "attack_class", "offscreen", "range", "not_ready", "turn", "way"};
    return all;
}
/// @endcond
// clang-format on
/// @endcond

} // namespace fray

#include "fray/end_header.h"
