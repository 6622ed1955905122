// Checks and compiles archetypes, circles, attacks and phases. Also the ready-made definitions of the public API.
#include "definitions/archetype.h"

#include "definitions/definitions.h"
#include "definitions/field_check.h"
#include "float_mode.h"
#include "fray/world.h"
#include "storage/rules_math.h"
#include "storage/text.h"

#include <algorithm>
#include <string>

namespace fray {
namespace {

// ---- Checks that the lists of fields cannot express -----------------------------------------------------------------

std::string place(const char* list, size_t i, const char* field) { return text(list, "[", i, "].", field); }

/// Names of classes: each is given, and given once.
template <typename T>
void check_classes(FieldCheck& c, const char* list, const std::vector<T>& all, const char* field, std::string T::*name,
                   const char* already) {
    for (size_t i = 0; i < all.size(); ++i) {
        const std::string where = place(list, i, field);
        c.that(where, !(all[i].*name).empty(), "must be a name");
        const auto same = [&](const T& other) { return other.*name == all[i].*name; };
        c.that(where, std::none_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i), same), already);
    }
}

void check_phases(FieldCheck& c, const ArchetypeDef& def) {
    float before = 1.0f, walk = def.body.walk_speed, run = def.body.run_speed;
    for (size_t i = 0; i < def.boss.phases.size(); ++i) {
        const PhaseDef& phase = def.boss.phases[i];
        c.that(place("phases", i, "below"), i == 0 || phase.health_threshold < before,
               "must be less than in the phase before");
        before = phase.health_threshold;
        for (const std::string& name : phase.attacks)
            c.that(place("phases", i, "attacks"), find_name(def.attacks, name) != def.attacks.size(),
                   "no attack '" + name + "'");
        walk = phase.walk_speed.value_or(walk);
        run = phase.run_speed.value_or(run);
        c.relation(place("phases", i, "run_speed"), run, Relation::at_least, "walk_speed", walk);
    }
}

void check_unmanaged(FieldCheck& c, const ArchetypeDef& def) {
    for (size_t i = 0; i < def.attacks.size(); ++i) {
        const CooldownDef& cooldown = def.attacks[i].cooldown;
        for (const auto& [field, value] :
             {std::pair{"cooldown.archetype", cooldown.archetype}, std::pair{"cooldown.global", cooldown.global}})
            c.that(place("attacks", i, field), value == 0.0, "unmanaged archetypes have no cooldowns except `agent`");
    }
}

void check_director(FieldCheck& c, const CircleDef& circle) {
    const int least = circle.director.least_attack_capacity;
    if (circle.director.pressure != 0.0f && least >= circle.attack_capacity)
        c.complain("circle.director.least_attack_capacity", least,
                   text("less than attack_capacity (", circle.attack_capacity, ")"));
}

void check_attacks(FieldCheck& c, const ArchetypeDef& def) {
    for (size_t i = 0; i < def.attacks.size(); ++i) {
        const AttackDef& attack = def.attacks[i];
        const bool flies = attack.projectile_speed != 0.0f;
        c.that(place("attacks", i, "lunge"), attack.lunge == 0.0f || !attack.keeps_speed,
               "not with keeps_speed (keeps_speed)");
        c.that(place("attacks", i, "lunge"), attack.lunge == 0.0f || (attack.windup > 0.0 && attack.tracking < 1.0f),
               "needs a windup, and tracking below 1 (tracking)");
        for (const auto& [field, value] :
             {std::pair{"impact_damage", attack.impact_damage}, std::pair{"impact_push", attack.impact_push}})
            c.that(place("attacks", i, field), !flies || value == 0.0f, "projectiles have no impact");
        for (const auto& [field, given] :
             {std::pair{"arc_clear", attack.arc_clear != 0.0f}, std::pair{"spread", attack.spread != 0.0f},
              std::pair{"splash", attack.splash != 0.0f}, std::pair{"homing", attack.homing}})
            c.that(place("attacks", i, field), flies || !given, "only with projectile_speed (projectile_speed)");
    }
}

Attack compile(const AttackDef& def, AttackClasses& classes) {
    Attack attack;
    attack.attack_class = classes.find_or_add(def.attack_class);
    if (def.cooldown.global > 0.0 && def.cooldown.scope == CooldownScope::world)
        classes.shared[static_cast<size_t>(attack.attack_class)] = 1;
    attack.weight = def.weight;
    attack.score = def.score;
    attack.damage = def.damage;
    attack.projectile_mm_per_s = millimetres_of(def.projectile_speed);
    attack.needs_clear_line = def.needs_clear_line;
    attack.friendly_fire = def.friendly_fire;
    attack.homing = def.homing;
    attack.arc_clear = def.arc_clear;
    attack.spread = def.spread;
    attack.splash = def.splash;
    attack.impact_damage = def.impact_damage;
    attack.impact_push = def.impact_push;
    attack.reach_mm = def.reach == 0.0f ? from_bodies : millimetres_of(def.reach);
    attack.half_arc = def.arc < 2.0f * pi ? 0.5f * def.arc : all_round;
    attack.max_hits = def.max_hits;
    attack.lunge = def.lunge;
    attack.lunge_mm = millimetres_of(def.lunge);
    attack.keeps_speed = def.keeps_speed;
    attack.range_min_mm = millimetres_of(def.range[0]);
    attack.range_max_mm = millimetres_of(def.range[1]);
    attack.range_from_bodies = def.range[0] == 0.0f && def.range[1] == 0.0f;
    attack.angle_min = def.angle[0];
    attack.angle_max = def.angle[1];
    attack.any_angle = def.angle[0] <= -pi && def.angle[1] >= pi;
    attack.straight_ahead = def.angle[0] <= 0.0f && def.angle[1] >= 0.0f;
    attack.windup = microseconds_of(def.windup);
    attack.aimed_for = attack.windup - microseconds_of(def.windup * static_cast<double>(def.tracking));
    attack.duration = microseconds_of(def.duration);
    attack.recovery = microseconds_of(def.recovery);
    attack.agent_cooldown = microseconds_of(def.cooldown.agent);
    attack.archetype_cooldown = microseconds_of(def.cooldown.archetype);
    attack.class_cooldown = microseconds_of(def.cooldown.global);
    attack.scope = def.cooldown.scope;
    attack.uses = def.cooldown.uses;
    return attack;
}

void compile_rhythm(const CircleDef& def, AttackClasses& classes, CircleShape& shape) {
    shape.token_interval = microseconds_of(def.token_interval);
    shape.rest = microseconds_of(def.rest_time);
    shape.token_wait_timeout = microseconds_of(def.token_wait_timeout);
    shape.no_attack_timeout = microseconds_of(def.no_attack_timeout);
    shape.interrupt_grace_time = microseconds_of(def.interrupt_grace_time);
    shape.max_offscreen_tokens = def.max_offscreen_tokens;
    shape.limits_unmanaged = def.limits_unmanaged && !def.class_limits.empty();
    for (const ClassLimit& limit : def.class_limits)
        shape.class_limits.push_back({classes.find_or_add(limit.attack_class), limit.max_tokens});
    const DirectorDef& director = def.director;
    shape.director = {.pressure = static_cast<int32_t>(std::lround(static_cast<double>(director.pressure) * 1000.0)),
                      .build_up = microseconds_of(director.build_up),
                      .peak =
                          std::isfinite(director.peak) ? std::max<int64_t>(microseconds_of(director.peak), 1) : never,
                      .relief = microseconds_of(director.relief),
                      .pause = microseconds_of(director.pause),
                      .least = {director.least_grid_capacity, director.least_attack_capacity}};
}

/// A length in whole mm; `from_bodies` if it is not given.
int32_t millimetres_if_given(float metres) { return metres == 0.0f ? from_bodies : millimetres_of(metres); }

/// `radius`: m, of the target's body.
CircleShape compile(const CircleDef& def, float radius, AttackClasses& classes) {
    CircleShape shape;
    const float approach_radius = approach_radius_of(def, radius);
    shape.slots = static_cast<uint32_t>(def.slots);
    shape.grid_capacity = def.grid_capacity;
    shape.attack_capacity = def.attack_capacity;
    shape.approach_radius = approach_radius;
    shape.roam_radius = approach_radius + def.roam_gap;
    shape.attack_radius_mm = millimetres_if_given(def.attack_radius);
    shape.approach_mm = millimetres_of(approach_radius);
    shape.request_time = static_cast<float>(def.request_time);
    shape.arrive_mm = millimetres_of(def.arrival_radius);
    shape.arrive_at_holder_mm = millimetres_of(approach_radius) + millimetres_of(def.arrival_radius);
    shape.token_patience = microseconds_of(def.token_patience);
    shape.arrival_timeout = microseconds_of(def.arrival_timeout);
    shape.attack_timeout = microseconds_of(def.attack_timeout);
    shape.leash_mm = millimetres_of(approach_radius) + millimetres_of(def.roam_gap) + 500;
    // Rounding must never make this greater than leash_mm, hence the margins.
    const float leash = std::max(static_cast<float>(shape.leash_mm - 2) * 0.001f, 0.0f);
    shape.leash_squared = leash * leash * 0.9999f;
    shape.slot_patience = microseconds_of(def.slot_patience);
    shape.queue_credit = def.queue_credit;
    shape.rebalance = def.rebalance_mode;
    shape.switch_gain_mm = millimetres_of(def.switch_margin);
    shape.switch_dwell_time = microseconds_of(def.switch_dwell_time);
    shape.steal = def.allows_stealing;
    shape.steal_grace_time = microseconds_of(def.steal_grace_time);
    shape.outside = def.roam_mode;
    shape.waits_in_view = def.waits_in_view && def.roam_mode == RoamMode::flank;
    compile_rhythm(def, classes, shape);
    shape.even_spacing = def.even_spacing;
    return shape;
}

} // namespace

float approach_radius_of(const CircleDef& def, float radius) {
    if (def.approach_radius != 0.0f) return def.approach_radius;
    const float from_body = radius + 3.6f;
    return def.attack_radius == 0.0f ? from_body : std::max(from_body, def.attack_radius + 1.0f);
}

CircleDef kungfu_circle(int grid_capacity, int attack_capacity) {
    CircleDef circle;
    circle.grid_capacity = grid_capacity;
    circle.slots = 0;
    circle.attack_capacity = attack_capacity;
    circle.token_patience = 0.0;
    circle.slot_patience = 0.0;
    circle.request_time = 0.0;
    circle.queue_credit = std::numeric_limits<float>::infinity();
    circle.rebalance_mode = RebalanceMode::off;
    circle.allows_stealing = false;
    circle.roam_mode = RoamMode::patrol;
    return circle;
}

CircleDef belgian_circle(int grid_capacity, int attack_capacity) {
    CircleDef circle;
    circle.grid_capacity = grid_capacity;
    circle.attack_capacity = attack_capacity;
    return circle;
}

ArchetypeDef boss_archetype() {
    ArchetypeDef def;
    def.engagement.managed = false;
    def.perception.targeting = Targeting::sight;
    def.engagement.engage_range = 10.0f;
    def.boss.reacts = def.boss.timed = true;
    def.poise.stagger_time = 0.5;
    def.boss.heal.charges = 2;
    return def;
}

ArchetypeDef pedestrian_archetype() {
    ArchetypeDef def;
    def.autonomous = false;
    def.body.radius = 0.2f;
    def.body.walk_speed = def.body.run_speed = 1.34f;
    def.body.acceleration = 5.0f;
    def.body.headway_time = 1.2f;
    return def;
}

std::string validate(const ArchetypeDef& def) {
    const FloatMode float_mode;
    FieldCheck c;
    describe(c, def);
    if (!is_update_interval(def.update_interval)) c.complain("update_interval", def.update_interval, "1, 2, 4, 8");
    check_classes(c, "circle.class_limits", def.circle.class_limits, "attack_class", &ClassLimit::attack_class,
                  "limited already");
    check_classes(c, "body.damage_factors", def.body.damage_factors, "damage_class", &DamageFactor::damage_class,
                  "has a factor already");
    check_director(c, def.circle);
    check_attacks(c, def);
    check_phases(c, def);
    if (!def.engagement.managed) check_unmanaged(c, def);
    return c.complaint();
}

std::string validate(const SquadDef& def) {
    const FloatMode float_mode;
    FieldCheck c;
    describe(c, def);
    return c.complaint();
}

std::string validate(const NavLinkDef& def) {
    const FloatMode float_mode;
    FieldCheck c;
    describe(c, def);
    for (const auto& [end, at] : {std::pair{"from", def.from}, std::pair{"to", def.to}})
        c.that(end, std::abs(at.x) <= world_extent && std::abs(at.y) <= world_extent,
               text("given (", at.x, ", ", at.y, "), allowed -", world_extent, " to ", world_extent, " m"));
    if (def.from_floor == def.to_floor) c.complain("to_floor", def.to_floor, "any but from_floor");
    return c.complaint();
}

void AttackClasses::add(const ArchetypeDef& def) {
    for (const AttackDef& attack : def.attacks) find_or_add(attack.attack_class);
    for (const ClassLimit& limit : def.circle.class_limits) find_or_add(limit.attack_class);
}

int16_t AttackClasses::find_or_add(const std::string& name) {
    if (name.empty()) return no_class;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int16_t>(found - names.begin());
    names.push_back(name);
    shared.push_back(0);
    return static_cast<int16_t>(names.size() - 1);
}

bool mark_shared(std::vector<Archetype>& archetypes, const AttackClasses& classes) {
    bool changed = false;
    for (Archetype& archetype : archetypes) {
        const bool before = archetype.shares_world;
        archetype.shares_world = std::any_of(archetype.attacks.begin(), archetype.attacks.end(), [&](const Attack& a) {
            return (a.scope == CooldownScope::world && (a.archetype_cooldown != 0 || a.class_cooldown != 0)) ||
                   (a.attack_class != no_class && classes.shared[static_cast<size_t>(a.attack_class)] != 0);
        });
        changed = changed || archetype.shares_world != before;
    }
    return changed;
}

namespace {

std::vector<uint8_t> usable(const ArchetypeDef& def, const std::vector<std::string>& names) {
    std::vector<uint8_t> used;
    for (const AttackDef& attack : def.attacks)
        used.push_back(std::find(names.begin(), names.end(), attack.name) != names.end());
    return used;
}

void compile_phases(const ArchetypeDef& def, Archetype& a) {
    a.first_phase = !def.boss.phases.empty() && def.boss.phases[0].health_threshold == 1.0f;
    PhaseTables tables{def.boss.reactions, def.body.walk_speed, def.body.run_speed, 0.0f, def.poise.super_armour, {}};
    a.phases.push_back(tables);
    for (const PhaseDef& phase : def.boss.phases) {
        tables.below = def.body.health * phase.health_threshold;
        if (!phase.attacks.empty()) tables.usable = usable(def, phase.attacks);
        tables.reactions = phase.reactions.value_or(tables.reactions);
        tables.super_armour = phase.super_armour.value_or(tables.super_armour);
        tables.walk_speed = phase.walk_speed.value_or(tables.walk_speed);
        tables.run_speed = phase.run_speed.value_or(tables.run_speed);
        a.phases.push_back(tables);
    }
}

void compile_brain(const ArchetypeDef& def, Archetype& a) {
    a.managed = def.engagement.managed;
    a.targeting = def.perception.targeting;
    a.threat_half_life = microseconds_of(def.perception.threat_half_life);
    a.reacts = def.boss.reacts;
    a.timed = def.boss.timed;
    a.has_brain_columns = def.autonomous && (!a.managed || a.reacts || a.timed || def.poise.stagger_time > 0.0 ||
                                             !def.boss.phases.empty() || !def.states.empty());
    a.needs_line_of_sight = def.perception.needs_line_of_sight;
    a.retargets_in_reach = def.perception.retargets_in_reach;
    a.needs_lines = std::any_of(def.attacks.begin(), def.attacks.end(),
                                [](const AttackDef& attack) { return attack.needs_clear_line; });
    const PerceptionDef& perception = def.perception;
    a.relief = microseconds_of(def.engagement.relief_time);
    a.supports = a.fights_in_slots() && perception.supports && a.weighs_targets();
    a.support_radius_mm =
        millimetres_of(perception.support_radius != 0.0f ? perception.support_radius : perception.alert_radius);
    a.sight = def.perception.sight_radius;
    a.half_fov = def.perception.fov * 0.5f;
    a.stagger = microseconds_of(def.poise.stagger_time);
    a.backstep_time = microseconds_of(def.boss.backstep.duration);
    a.backstep_speed = def.boss.backstep.distance / static_cast<float>(def.boss.backstep.duration);
    a.heal_time = microseconds_of(def.boss.heal.duration);
    a.heal_below = def.body.health * def.boss.heal.health_threshold;
    a.heal_amount = def.body.health * def.boss.heal.restored_share;
    a.heal_charges = static_cast<uint8_t>(def.boss.heal.charges);
    for (size_t i = 0; i < 2; ++i) {
        a.run_clock[i] = microseconds_of(def.boss.timers.run_timeout[i]);
        a.close_clock[i] = microseconds_of(def.boss.timers.close_timeout[i]);
    }
    compile_phases(def, a);
}

} // namespace

Archetype compile(const ArchetypeDef& def, AttackClasses& classes) {
    Archetype a;
    a.brain = def.autonomous;
    compile_brain(def, a);
    a.release = def.engagement.release_policy;
    a.choice = def.engagement.attack_choice;
    a.weightless =
        std::any_of(def.attacks.begin(), def.attacks.end(), [](const AttackDef& attack) { return attack.weight == 0; });
    a.motion = def.body.motion;
    a.grid_weight = def.engagement.grid_weight;
    a.health = def.body.health;
    a.host_owns_health = def.body.host_owns_health;
    a.credit_time = microseconds_of(def.body.credit_time);
    a.radius = def.body.radius;
    a.radius_mm = millimetres_of(def.body.radius);
    a.walk_speed = def.body.walk_speed;
    a.run_speed = def.body.run_speed;
    a.mass = def.body.mass;
    a.acceleration = def.body.acceleration;
    a.headway = def.body.headway_time;
    a.personal_space = def.body.personal_space;
    a.update_interval = static_cast<uint8_t>(def.update_interval);
    a.fastest = std::max(def.body.run_speed, a.backstep_speed);
    for (const PhaseTables& phase : a.phases) a.fastest = std::max(a.fastest, phase.run_speed);
    a.turn_rate = def.body.turn_rate;
    a.bands_from_bodies = def.perception.bands == std::array<float, 4>{};
    a.half_mid = def.perception.bands[1] * 0.5f;
    for (size_t i = 0; i < 4; ++i) a.band_squared[i] = def.perception.bands[i] * def.perception.bands[i];
    a.alert = def.perception.alert_radius;
    a.alert_squared = def.perception.alert_radius * def.perception.alert_radius;
    a.engage_range_mm = millimetres_if_given(def.engagement.engage_range);
    if (def.engagement.hit_range != 0.0f) a.hit_range_limit_mm = millimetres_of(def.engagement.hit_range);
    a.target_margin_mm = millimetres_of(def.perception.target_margin);
    a.scan_interval = microseconds_of(def.perception.scan_interval);
    a.target_dwell_time = microseconds_of(def.perception.target_dwell_time);
    a.circle = compile(def.circle, def.body.radius, classes);
    for (const AttackDef& attack_def : def.attacks) {
        Attack attack = compile(attack_def, classes);
        attack.agent_clock = attack.agent_cooldown != 0;
        if (attack.agent_clock) a.agent_clocks = static_cast<uint16_t>(def.attacks.size());
        a.some_range_from_bodies = a.some_range_from_bodies || attack.range_from_bodies;
        a.greatest_range_mm = std::max(a.greatest_range_mm, attack.range_max_mm);
        a.attacks.push_back(attack);
    }
    return a;
}

} // namespace fray
