#include "definitions/archetype.h"

#include "fray/world.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"
#include "storage/text.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <string_view>

namespace fray {
namespace {

/// Collects the first complaint about a def: field, what was given, what is allowed.
class Checker {
public:
    Checker() { out_.precision(7); } // as many digits as max_weight has

    /// Compared in the type of the field: 0.01f is within 0.01 to 1.
    template <typename T> void range(std::string_view field, T given, double least, double most) {
        if (!text_.empty() || (given >= nearest_of<T>(least) && given <= nearest_of<T>(most))) return;
        complain(field, given) << least << " to " << most;
        finish();
    }
    template <typename T> void above(std::string_view field, T given, T bound, std::string_view of = "") {
        if (!text_.empty() || (given > bound && std::isfinite(given))) return;
        std::ostream& out = complain(field, given) << "more than " << bound;
        if (!of.empty()) out << " (" << of << ")";
        finish();
    }
    void that(std::string_view field, bool ok, std::string_view rule) {
        if (text_.empty() && !ok) text_ = text(prefix, field, ": ", rule);
    }
    std::string prefix;
    const std::string& complaint() const { return text_; }

private:
    template <typename T> std::ostream& complain(std::string_view field, T given) {
        out_ << text(prefix, field, ": given ", given, ", allowed ");
        return out_;
    }
    void finish() { text_ = out_.str(); }

    std::ostringstream out_;
    std::string text_;
};

constexpr double longest = 3600.0;

void check_attack(Checker& c, const AttackDef& attack, size_t index) {
    c.prefix = "attacks[" + std::to_string(index) + "].";
    c.range("weight", attack.weight, 1, max_weight);
    c.range("damage", attack.damage, 0, 1e9);
    c.range("range[0]", attack.range[0], 0, world_extent);
    c.range("range[1]", attack.range[1], attack.range[0], world_extent);
    c.range("angle[0]", attack.angle[0], -3.1415928, 3.1415928);
    c.range("angle[1]", attack.angle[1], attack.angle[0], 3.1415928);
    c.range("windup", attack.windup, 0, longest);
    c.range("duration", attack.duration, attack.windup, longest);
    c.range("recovery", attack.recovery, 0, longest);
    if (attack.projectile_speed != 0.0f) c.range("projectile_speed", attack.projectile_speed, 0.1, 1000);
    c.range("score", attack.score, 0, 1'000'000);
    c.range("cooldown.agent", attack.cooldown.agent, 0, longest);
    c.range("cooldown.archetype", attack.cooldown.archetype, 0, longest);
    c.range("cooldown.uses", attack.cooldown.uses, 1, 1000);
    c.range("cooldown.global", attack.cooldown.global, 0, longest);
    c.range("cooldown.scope", static_cast<int>(attack.cooldown.scope), 0, static_cast<int>(Scope::world));
    c.that("cooldown.global", attack.cooldown.global == 0.0 || !attack.attack_class.empty(), "needs a class");
    c.prefix.clear();
}

void check_rhythm(Checker& c, const CircleDef& circle) {
    c.range("attack_gap", circle.attack_gap, 0, longest);
    c.range("rest", circle.rest, 0, longest);
    c.range("hold_limit", circle.hold_limit, 0, longest);
    c.range("interrupt_grace", circle.interrupt_grace, 0, longest);
    c.range("offscreen_limit", circle.offscreen_limit, -1, max_slots);
    c.range("class_limits", circle.class_limits.size(), 0, max_attack_classes);
    for (size_t i = 0; i < circle.class_limits.size(); ++i) {
        const ClassLimit& limit = circle.class_limits[i];
        const std::string name = "class_limits[" + std::to_string(i) + "]";
        c.range(name + ".permits", limit.permits, 0, max_slots);
        c.that(name + ".attack_class", !limit.attack_class.empty(), "must be a name");
        for (size_t k = 0; k < i; ++k)
            c.that(name + ".attack_class", circle.class_limits[k].attack_class != limit.attack_class,
                   "limited already");
    }
}

void check_circle(Checker& c, const CircleDef& circle) {
    c.prefix = "circle.";
    c.range("slots", circle.slots, 1, max_slots);
    c.range("grid_capacity", circle.grid_capacity, 0, max_weight);
    c.range("attack_capacity", circle.attack_capacity, 0, max_weight);
    c.above("attack_radius", circle.attack_radius, 0.0f);
    c.above("approach_radius", circle.approach_radius, circle.attack_radius, "attack_radius");
    c.range("approach_radius", circle.approach_radius, 0, 1000);
    c.above("roam_gap", circle.roam_gap, 0.0f);
    c.range("roam_gap", circle.roam_gap, 0, 1000);
    c.above("arrive", circle.arrive, 0.0f);
    c.range("permit_patience", circle.permit_patience, 0, longest);
    c.range("reach_limit", circle.reach_limit, 0, longest);
    c.above("attack_timeout", circle.attack_timeout, 0.0);
    c.range("attack_timeout", circle.attack_timeout, 0, longest);
    c.range("patience", circle.patience, 0, longest);
    c.range("switch_gain", circle.switch_gain, 0, world_extent);
    c.range("switch_dwell", circle.switch_dwell, 0, longest);
    c.range("steal_after", circle.steal_after, 0, longest);
    c.range("surround", circle.surround, 0, 1);
    c.range("rebalance", static_cast<int>(circle.rebalance), 0, static_cast<int>(Rebalance::off));
    c.range("outside", static_cast<int>(circle.outside), 0, static_cast<int>(Outside::flank));
    check_rhythm(c, circle);
    c.prefix.clear();
}

void check_span(Checker& c, const std::string& name, const std::array<double, 2>& span) {
    c.range(name + "[0]", span[0], 0.001, longest);
    c.range(name + "[1]", span[1], span[0], longest);
}

void check_reactions(Checker& c, const std::string& name, const std::array<ReactionWeights, 3>& table) {
    for (size_t band = 0; band < table.size(); ++band) {
        const ReactionWeights& weights = table[band];
        const std::string row = name + "[" + std::to_string(band) + "]";
        c.range(row + ".stay", weights.stay, 0, 1'000'000);
        c.range(row + ".combat", weights.combat, 0, 1'000'000);
        c.range(row + ".heal", weights.heal, 0, 1'000'000);
        c.that(row, int64_t{weights.stay} + weights.combat + weights.heal > 0,
               "one of the weights must be more than 0");
    }
}

void check_reactions(Checker& c, const std::string& name, const ReactionDef& reactions) {
    check_reactions(c, name + ".table", reactions.table);
    check_reactions(c, name + ".hurt", reactions.hurt);
}

void check_phases(Checker& c, const ArchetypeDef& def) {
    c.range("phases", def.phases.size(), 0, max_phases);
    float before = 1.0f, walk = def.walk_speed, run = def.run_speed;
    for (size_t i = 0; i < def.phases.size(); ++i) {
        const PhaseDef& phase = def.phases[i];
        c.prefix = "phases[" + std::to_string(i) + "].";
        c.range("below", phase.below, 0, 1);
        c.that("below", i == 0 || phase.below < before, "must be less than in the phase before");
        before = phase.below;
        for (const std::string& name : phase.attacks)
            c.that("attacks",
                   std::any_of(def.attacks.begin(), def.attacks.end(),
                               [&](const AttackDef& attack) { return attack.name == name; }),
                   "no attack '" + name + "'");
        if (phase.reactions) check_reactions(c, "reactions", *phase.reactions);
        walk = phase.walk_speed.value_or(walk);
        run = phase.run_speed.value_or(run);
        c.range("walk_speed", walk, 0, 100);
        c.range("run_speed", run, walk, 100);
        c.prefix.clear();
    }
}

/// What free agents decide for themselves, and staged ones may.
void check_brain(Checker& c, const ArchetypeDef& def) {
    c.above("sight", def.sight, 0.0f);
    c.range("sight", def.sight, 0, world_extent);
    c.above("fov", def.fov, 0.0f);
    c.range("fov", def.fov, 0, 6.2831855);
    c.range("stagger", def.stagger, 0, longest);
    check_reactions(c, "reactions", def.reactions);
    check_span(c, "timers.run", def.timers.run);
    check_span(c, "timers.close", def.timers.close);
    c.range("slide_back.time", def.slide_back.time, 0.001, longest);
    c.range("slide_back.distance", def.slide_back.distance, 0, 100);
    c.range("heal.below", def.heal.below, 0, 1);
    c.range("heal.flasks", def.heal.flasks, 0, 255);
    c.range("heal.time", def.heal.time, 0.001, longest);
    c.range("heal.amount", def.heal.amount, 0, 1);
    check_phases(c, def);
    c.range("states", def.states.size(), 0, 16);
    for (size_t i = 0; i < def.states.size(); ++i)
        c.range("states[" + std::to_string(i) + "].below", def.states[i].below, 0, 1);
    for (size_t i = 0; i < def.attacks.size() && !def.staged; ++i) {
        const CooldownDef& cooldown = def.attacks[i].cooldown;
        const std::string name = "attacks[" + std::to_string(i) + "].cooldown.";
        c.that(name + "archetype", cooldown.archetype == 0.0, "free archetypes have no cooldowns but `agent`");
        c.that(name + "global", cooldown.global == 0.0, "free archetypes have no cooldowns but `agent`");
    }
}

void check_agent(Checker& c, const ArchetypeDef& def) {
    c.that("health", def.health > 0.0f, "must be more than 0");
    c.range("radius", def.radius, 0.05, 50);
    c.range("walk_speed", def.walk_speed, 0, 100);
    c.range("run_speed", def.run_speed, def.walk_speed, 100);
    c.range("mass", def.mass, 0.01, 1e6);
    c.range("acceleration", def.acceleration, 0, 1000);
    c.above("acceleration", def.acceleration, 0.0f);
    c.that("period", is_period(def.period), "given " + std::to_string(def.period) + ", allowed 1, 2, 4, 8");
    c.above("turn_rate", def.turn_rate, 0.0f);
    c.range("grid_weight", def.grid_weight, 1, max_weight);
    c.above("bands[0]", def.bands[0], 0.0f);
    for (size_t i = 1; i < 4; ++i)
        c.above("bands[" + std::to_string(i) + "]", def.bands[i], def.bands[i - 1], "the band before");
    c.above("attack_start", def.attack_start, 0.0f);
    c.above("alert", def.alert, def.attack_start, "attack_start");
    c.range("alert", def.alert, 0, world_extent);
    c.range("effective", def.effective, def.attack_start, world_extent);
    c.above("alert_every", def.alert_every, 0.0);
    c.range("alert_every", def.alert_every, 1e-6, longest);
    c.range("target_margin", def.target_margin, 0, world_extent);
    c.range("target_dwell", def.target_dwell, 0, longest);
    c.range("attacks", def.attacks.size(), 0, max_attacks);
    c.range("release", static_cast<int>(def.release), 0, static_cast<int>(Release::launch));
    c.range("choice", static_cast<int>(def.choice), 0, static_cast<int>(Choice::strongest));
    c.range("targeting", static_cast<int>(def.targeting), 0, static_cast<int>(Targeting::spread));
    c.range("motion", static_cast<int>(def.motion), 0, static_cast<int>(Motion::host));
}

Attack compile(const AttackDef& def, AttackClasses& classes) {
    Attack attack;
    attack.attack_class = classes.find_or_add(def.attack_class);
    if (def.cooldown.global > 0.0 && def.cooldown.scope == Scope::world)
        classes.shared[static_cast<size_t>(attack.attack_class)] = 1;
    attack.weight = def.weight;
    attack.score = def.score;
    attack.damage = def.damage;
    attack.projectile_mm_per_s = millimetres_of(def.projectile_speed);
    attack.range_min_mm = millimetres_of(def.range[0]);
    attack.range_max_mm = millimetres_of(def.range[1]);
    attack.angle_min = def.angle[0];
    attack.angle_max = def.angle[1];
    attack.any_angle = def.angle[0] <= -pi && def.angle[1] >= pi;
    attack.straight_ahead = def.angle[0] <= 0.0f && def.angle[1] >= 0.0f;
    attack.windup = microseconds_of(def.windup);
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
    shape.attack_gap = microseconds_of(def.attack_gap);
    shape.rest = microseconds_of(def.rest);
    shape.hold_limit = microseconds_of(def.hold_limit);
    shape.interrupt_grace = microseconds_of(def.interrupt_grace);
    shape.offscreen_limit = def.offscreen_limit;
    for (const ClassLimit& limit : def.class_limits)
        shape.class_limits.push_back({classes.find_or_add(limit.attack_class), limit.permits});
}

CircleShape compile(const CircleDef& def, AttackClasses& classes) {
    CircleShape shape;
    shape.slots = def.slots;
    shape.grid_capacity = def.grid_capacity;
    shape.attack_capacity = def.attack_capacity;
    shape.attack_radius = def.attack_radius;
    shape.approach_radius = def.approach_radius;
    shape.roam_radius = def.approach_radius + def.roam_gap;
    shape.attack_radius_mm = millimetres_of(def.attack_radius);
    shape.arrive_mm = millimetres_of(def.arrive);
    shape.arrive_at_holder_mm = millimetres_of(def.approach_radius) + millimetres_of(def.arrive);
    const float stand = def.approach_radius + 2.0f * pi * def.approach_radius / static_cast<float>(def.slots);
    shape.stand_squared = stand * stand;
    shape.permit_patience = microseconds_of(def.permit_patience);
    shape.reach_limit = microseconds_of(def.reach_limit);
    shape.attack_timeout = microseconds_of(def.attack_timeout);
    shape.leash_mm = millimetres_of(def.approach_radius) + millimetres_of(def.roam_gap) + 500;
    const float leash = std::max(static_cast<float>(shape.leash_mm - 2) * 0.001f, 0.0f);
    shape.leash_squared = leash * leash * 0.9999f;
    shape.patience = microseconds_of(def.patience);
    shape.rebalance = def.rebalance;
    shape.switch_gain_mm = millimetres_of(def.switch_gain);
    shape.switch_dwell = microseconds_of(def.switch_dwell);
    shape.steal = def.steal;
    shape.steal_after = microseconds_of(def.steal_after);
    shape.outside = def.outside;
    compile_rhythm(def, classes, shape);
    if (def.surround > 0.0f)
        for (int steps = 0; steps <= def.slots / 2; ++steps)
            shape.arc_bonuses.push_back(arc_bonus(def.surround, def.approach_radius, steps, def.slots));
    for (int slot = 0; slot < def.slots; ++slot)
        shape.slot_offsets.push_back(slot_offset(def.approach_radius, slot, def.slots));
    return shape;
}

} // namespace

CircleDef kungfu_circle(int grid_capacity, int attack_capacity) {
    CircleDef circle;
    circle.grid_capacity = grid_capacity;
    circle.slots = grid_capacity;
    circle.attack_capacity = attack_capacity;
    circle.permit_patience = 0.0;
    circle.patience = 0.0;
    circle.rebalance = Rebalance::off;
    circle.steal = false;
    circle.outside = Outside::patrol;
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
    def.staged = false;
    def.targeting = Targeting::sight;
    def.attack_start = 10.0f;
    def.effective = 12.0f;
    def.stagger = 0.5;
    return def;
}

std::string check(const ArchetypeDef& def) {
    Checker c;
    check_agent(c, def);
    check_brain(c, def);
    check_circle(c, def.circle);
    for (size_t i = 0; i < def.attacks.size(); ++i) check_attack(c, def.attacks[i], i);
    return c.complaint();
}

std::string check(const SquadDef& def) {
    Checker c;
    c.range("follow", def.follow, 0, 1000);
    c.above("max_distance", def.max_distance, def.follow, "follow");
    c.range("max_distance", def.max_distance, 0, world_extent);
    c.range("control", static_cast<int>(def.control), 0, static_cast<int>(Control::paths));
    c.above("ahead", def.ahead, 0.0f);
    c.range("ahead", def.ahead, 0, 100);
    c.range("renew", def.renew, 0.001, longest);
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
            return (a.scope == Scope::world && (a.archetype_cooldown != 0 || a.class_cooldown != 0)) ||
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
    a.first_phase = !def.phases.empty() && def.phases[0].below == 1.0f;
    PhaseTables tables{def.reactions, def.walk_speed, def.run_speed, 0.0f, def.super_armour, {}};
    a.phases.push_back(tables);
    for (const PhaseDef& phase : def.phases) {
        tables.below = def.health * phase.below;
        if (!phase.attacks.empty()) tables.usable = usable(def, phase.attacks);
        tables.reactions = phase.reactions.value_or(tables.reactions);
        tables.super_armour = phase.super_armour.value_or(tables.super_armour);
        tables.walk_speed = phase.walk_speed.value_or(tables.walk_speed);
        tables.run_speed = phase.run_speed.value_or(tables.run_speed);
        a.phases.push_back(tables);
    }
}

void compile_brain(const ArchetypeDef& def, Archetype& a) {
    a.staged = def.staged;
    a.reacts = def.reacts || !def.staged;
    a.timed = def.timed || !def.staged;
    a.has_brain_columns =
        def.brain && (a.reacts || a.timed || def.stagger > 0.0 || !def.phases.empty() || !def.states.empty());
    a.line_of_sight = def.line_of_sight;
    a.sight = def.sight;
    a.half_fov = def.fov * 0.5f;
    a.half_mid_squared = def.bands[1] * 0.5f * (def.bands[1] * 0.5f);
    a.stagger = microseconds_of(def.stagger);
    a.slide_time = microseconds_of(def.slide_back.time);
    a.slide_speed = def.slide_back.distance / static_cast<float>(def.slide_back.time);
    a.heal_time = microseconds_of(def.heal.time);
    a.heal_below = def.health * def.heal.below;
    a.heal_amount = def.health * def.heal.amount;
    a.flasks = static_cast<uint8_t>(def.heal.flasks);
    for (size_t i = 0; i < 2; ++i) {
        a.run_clock[i] = microseconds_of(def.timers.run[i]);
        a.close_clock[i] = microseconds_of(def.timers.close[i]);
    }
    compile_phases(def, a);
}

} // namespace

Archetype compile(const ArchetypeDef& def, AttackClasses& classes) {
    Archetype a;
    a.brain = def.brain;
    compile_brain(def, a);
    a.release = def.release;
    a.choice = def.choice;
    a.targeting = def.targeting;
    a.motion = def.motion;
    a.grid_weight = def.grid_weight;
    a.health = def.health;
    a.host_health = def.host_health;
    a.radius = def.radius;
    a.walk_speed = def.walk_speed;
    a.run_speed = def.run_speed;
    a.mass = def.mass;
    a.acceleration = def.acceleration;
    a.period = static_cast<uint8_t>(def.period);
    a.fastest = std::max(def.run_speed, a.slide_speed);
    for (const PhaseTables& phase : a.phases) a.fastest = std::max(a.fastest, phase.run_speed);
    a.turn_rate = def.turn_rate;
    for (size_t i = 0; i < 4; ++i) a.band_squared[i] = def.bands[i] * def.bands[i];
    a.alert = def.alert;
    a.alert_squared = def.alert * def.alert;
    a.attack_start_mm = millimetres_of(def.attack_start);
    a.effective_mm = millimetres_of(def.effective);
    a.target_margin_mm = millimetres_of(def.target_margin);
    a.alert_every = microseconds_of(def.alert_every);
    a.target_dwell = microseconds_of(def.target_dwell);
    a.circle = compile(def.circle, classes);
    a.least_weight = def.attacks.empty() ? max_weight + 1 : max_weight;
    for (const AttackDef& attack_def : def.attacks) {
        Attack attack = compile(attack_def, classes);
        attack.agent_clock = attack.agent_cooldown != 0;
        if (attack.agent_clock) a.agent_clocks = static_cast<uint16_t>(def.attacks.size());
        a.least_weight = std::min(a.least_weight, attack.weight);
        a.attacks.push_back(attack);
    }
    return a;
}

} // namespace fray
