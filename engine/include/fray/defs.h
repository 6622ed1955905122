// What a world and its archetypes are made of: plain structs, every field with its unit, range and default.
// Lengths are metres, times seconds, angles radians. Section numbers refer to engine/docs/rules.md.
// Every field has an initialiser, if only {}: else g++ -Wextra warns of each that a host leaves out.
// Below a struct `describe` lists its fields (fray/fields.h). A new field is a line in the struct and a line in its
// list. The functions here: on any thread.
#pragma once

#include "fray/allocator.h"
#include "fray/api.h"
#include "fray/fields.h"
#include "fray/id.h"
#include "fray/spatial/ground.h"
#include "fray/spatial/vec2.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace fray {

class JobSystem;

/// Largest distance of anything from the origin on either axis, in metres.
inline constexpr float world_extent = 16384.0f;

inline constexpr int max_teams = 64;
inline constexpr int max_archetypes = 4096;
inline constexpr int max_attacks = 255;
inline constexpr int max_slots = 256;
inline constexpr int max_attack_classes = 1024; ///< names of classes in a world
inline constexpr int max_phases = 16;
inline constexpr int max_state_uses = 16; ///< of an archetype
inline constexpr int max_monsters = 4096;
inline constexpr int max_user_states = 64; ///< of a world
inline constexpr int max_weight = 1'000'000;
inline constexpr int max_detail_points = 256;
inline constexpr int longest_period = 8; ///< frames

/// May an agent have its turn every so many frames (rules: Level of detail)?
constexpr bool is_period(int64_t frames) {
    return frames == 1 || frames == 2 || frames == 4 || frames == longest_period;
}

/// Health that no damage lowers; the damage is still reported.
inline constexpr float unlimited_health = std::numeric_limits<float>::infinity();

/// How an archetype finds whom to fight (rules: alert).
enum class Targeting : uint8_t {
    self,   ///< the nearest hostile within this agent's own alert distance
    team,   ///< the nearest hostile within the alert distance of any living member of the squad (seed 003)
    sight,  ///< the nearest hostile that it sees itself; kept until it is beyond `bands[3]` (seed 001)
    spread, ///< as team, but first those at whose circle there is room (rules: alert)
};

/// What an agent keeps when its attack has ended (rules: think 6).
enum class Release : uint8_t {
    attack, ///< the slot is kept, and exchanged for the nearest open one (seed 000: ReleaseAttackWeight)
    all,    ///< the slot is given up, and asked for again at the back of the queue (seed 000: ReleaseAllWeight)
    launch, ///< the slot is given up at the hit, the attack weight at the end (seed 002)
};

/// How one of the attacks that fit is chosen (rules: commit, Choice).
enum class Choice : uint8_t {
    first,     ///< table order (seed 000)
    random,    ///< any, with equal chance (seed 001)
    score,     ///< drawn in proportion to `AttackDef::score`
    strongest, ///< the greatest attack weight; ties: table order
};

/// How unlocked holders are given other slots when the target has moved or holders changed (rules: commit 4).
enum class Rebalance : uint8_t {
    exact,   ///< so that the sum of their ways is least
    nearest, ///< the nearest pair of holder and slot first (seed 002's listing)
    off,     ///< everybody keeps its slot, and its target
};

/// Where those wait that have no slot (rules: Outside).
enum class Outside : uint8_t {
    patrol, ///< going round the roam ring, counter-clockwise (seed 000)
    flank,  ///< standing on the roam ring before a free slot (seed 002)
};

/// Who shares a cooldown.
enum class Scope : uint8_t {
    circle, ///< those who fight the same target
    world,
};

/// Who moves the agent.
enum class Motion : uint8_t {
    fray, ///< fray integrates positions
    host, ///< the host writes positions with `World::set_host_poses`, and reads `World::goals`, `wanted_speeds` and
          ///< `facings`
};

/// Limits how often an attack is used, in three tiers (rules: Cooldowns; seeds 000, 002). Spent at the permit, given
/// back when the attack ends before its windup. Free archetypes have `agent` alone.
struct CooldownDef {
    double agent = 0.0;          ///< s for the same agent, 0 to 3600; 0: none
    double archetype = 0.0;      ///< s for all of the archetype, 0 to 3600; 0: none. Starts when the uses are spent
    int uses = 1;                ///< of `archetype`: 1 to 1000, refilled when its clock starts
    double global = 0.0;         ///< s for all attacks of the class, 0 to 3600; 0: none. Needs a class
    Scope scope = Scope::circle; ///< of `archetype` and `global`

    friend bool operator==(const CooldownDef&, const CooldownDef&) = default;
};

template <typename V, FieldsOf<CooldownDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("agent", between(0, 3600), "s for the same agent; 0: none", d.agent, c.agent...);
    v("archetype", between(0, 3600), "s for all of the archetype, from when its uses are spent; 0: none", d.archetype,
      c.archetype...);
    v("uses", between(1, 1000), "of archetype: uses before the clock starts", d.uses, c.uses...);
    v("global", between(0, 3600), "s for all attacks of its class; 0: none", d.global, c.global...);
    v("scope", up_to(Scope::world), "of archetype and global: who shares them", d.scope, c.scope...);
}

/// One row of an attack table.
struct AttackDef {
    std::string name{};
    std::string attack_class{};                ///< for limits and cooldowns by class; empty: none
    int weight = 1;                            ///< attack weight, 1 to max_weight
    float damage = 1.0f;                       ///< 0 to 1e9
    std::array<float, 2> range = {0.0f, 2.0f}; ///< m between centres to begin, 0 to world_extent, ascending
    std::array<float, 2> angle = {-3.1415927f, 3.1415927f}; ///< rad from the heading (left +), -pi to pi, ascending
    double windup = 0.3;                                    ///< s from the start to the hit, 0 to 3600
    double duration = 0.8;                                  ///< s from the start to the end, windup to 3600
    double recovery = 1.0;         ///< s after the end in which its user is not ready, 0 to 3600
    int score = 1;                 ///< share in a drawn choice, 0 to 1'000'000
    float projectile_speed = 0.0f; ///< m/s, 0.1 to 1000; 0: it hits at once, else a missile flies from the hit on
    CooldownDef cooldown{};

    friend bool operator==(const AttackDef&, const AttackDef&) = default;
};

template <typename V, FieldsOf<AttackDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("name", "its name", d.name, c.name...);
    v("class", "what class limits and global cooldowns know it by", d.attack_class, c.attack_class...);
    v("weight", between(1, max_weight), "attack weight", d.weight, c.weight...);
    v("damage", between(0, 1e9), "taken from the target's health", d.damage, c.damage...);
    v("range", not_descending(between(0, world_extent)), "m, least and greatest distance to begin", d.range,
      c.range...);
    v("angle", not_descending(degrees(between(-180, 180))), "from the heading, left positive: least and greatest",
      d.angle, c.angle...);
    v("windup", between(0, 3600), "s from the start to the hit", d.windup, c.windup...);
    v("duration", between(0, 3600), "s from the start to the end", d.duration, c.duration...);
    v("recovery", between(0, 3600), "s after the end before the next", d.recovery, c.recovery...);
    v("score", between(0, 1'000'000), "share in a drawn choice", d.score, c.score...);
    v("projectile_speed", or_also(0, between(0.1, 1000)), "m/s of its missile; 0: it hits at once", d.projectile_speed,
      c.projectile_speed...);
    v("cooldown", "limits how often it is used", d.cooldown, c.cooldown...);
    v.required("name");
    v.relation("duration", d.duration, Relation::at_least, "windup", d.windup);
    v.needs("cooldown.global", d.cooldown.global, "class", d.attack_class);
}

/// At most so many permits for attacks of a class at once on a circle.
struct ClassLimit {
    std::string attack_class{};
    int permits = 1; ///< 0 to max_slots

    friend bool operator==(const ClassLimit&, const ClassLimit&) = default;
};

template <typename V, FieldsOf<ClassLimit> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("attack_class", "the class", d.attack_class, c.attack_class...);
    v("permits", between(0, max_slots), "at once", d.permits, c.permits...);
}

/// The circle round an agent, for those who fight it (rules: commit).
struct CircleDef {
    int slots = 8;                ///< 1 to max_slots, evenly on the approach ring
    int grid_capacity = 12;       ///< sum of grid weights it carries, 0 to max_weight
    int attack_capacity = 10;     ///< sum of attack weights it carries, 0 to max_weight
    float attack_radius = 2.0f;   ///< m, > 0
    float approach_radius = 4.0f; ///< m, > attack_radius, to 1000
    float roam_gap = 2.0f;        ///< m, > 0, to 1000; roam radius = approach radius + gap
    float arrive = 0.5f;          ///< m from its slot within which a holder has arrived, > 0
    double patience = 3.0;        ///< s an asker is too heavy before it reserves what is freed, 0 to 3600; 0: never
    double permit_patience = 3.0; ///< s a ready holder is refused for weight before it stays first, 0 to 3600; 0: never
    double reach_limit = 6.0;     ///< s a holder may take to arrive before it gives its slot up, 0 to 3600; 0: any time
    double attack_timeout = 4.0;  ///< s a permit may take to reach range and angle before it is dropped, > 0, to 3600
    Rebalance rebalance = Rebalance::exact;
    float switch_gain = 0.5f;  ///< m by which a change of slots, or of target, must shorten the ways, 0 to world_extent
    double switch_dwell = 2.0; ///< s between two rebalancings of a holder, 0 to 3600
    bool steal = true;         ///< an asker inside takes the slot of a holder outside
    double steal_after = 3.0;  ///< s for which a holder is safe after its admission, 0 to 3600
    Outside outside = Outside::flank;
    float surround = 0.0f; ///< 0 to 1: how far evenness goes before nearness when slots are given
    // Rhythm. 0: off.
    double attack_gap = 0.0;                ///< s between two permits at least, 0 to 3600
    double rest = 0.0;                      ///< s before one who released its slot asks again, anywhere, 0 to 3600
    double hold_limit = 0.0;                ///< s a holder that has arrived may wait for a permit, 0 to 3600
    double interrupt_grace = 0.0;           ///< s for which an interrupted attacker keeps its permit, 0 to 3600
    std::vector<ClassLimit> class_limits{}; ///< each class once
    int offscreen_limit = -1; ///< permits at once from outside the target's view, 0 to max_slots; -1: any number

    friend bool operator==(const CircleDef&, const CircleDef&) = default;
};

template <typename V, FieldsOf<CircleDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("slots", between(1, max_slots), "standing places on the approach ring", d.slots, c.slots...);
    v("grid_capacity", between(0, max_weight), "sum of grid weights it carries", d.grid_capacity, c.grid_capacity...);
    v("attack_capacity", between(0, max_weight), "sum of attack weights it carries", d.attack_capacity,
      c.attack_capacity...);
    v("attack_radius", more_than(0), "m", d.attack_radius, c.attack_radius...);
    v("approach_radius", above(0, 1000), "m", d.approach_radius, c.approach_radius...);
    v("roam_gap", above(0, 1000), "m from the approach ring to the roam ring", d.roam_gap, c.roam_gap...);
    v("arrive", more_than(0), "m from its slot within which a holder has arrived", d.arrive, c.arrive...);
    v("patience", between(0, 3600), "s the first asker is too heavy before it reserves what is freed; 0: never",
      d.patience, c.patience...);
    v("permit_patience", between(0, 3600), "s of refusals before a holder stays first; 0: never", d.permit_patience,
      c.permit_patience...);
    v("reach_limit", between(0, 3600), "s a holder may take to arrive; 0: any time", d.reach_limit, c.reach_limit...);
    v("attack_timeout", above(0, 3600), "s a permit may take to come within range", d.attack_timeout,
      c.attack_timeout...);
    v("rebalance", up_to(Rebalance::off), "how holders change slots when the target moves", d.rebalance,
      c.rebalance...);
    v("switch_gain", between(0, world_extent), "m by which a change must shorten the ways", d.switch_gain,
      c.switch_gain...);
    v("switch_dwell", between(0, 3600), "s between two changes of a holder", d.switch_dwell, c.switch_dwell...);
    v("steal", "an asker inside takes the slot of a holder outside", d.steal, c.steal...);
    v("steal_after", between(0, 3600), "s for which a new holder is safe from that", d.steal_after, c.steal_after...);
    v("outside", up_to(Outside::flank), "where those wait that have no slot", d.outside, c.outside...);
    v("surround", between(0, 1), "how far evenness goes before nearness", d.surround, c.surround...);
    v("attack_gap", between(0, 3600), "s between two permits at least; 0: none", d.attack_gap, c.attack_gap...);
    v("rest", between(0, 3600), "s before one who released its slot asks again; 0: none", d.rest, c.rest...);
    v("hold_limit", between(0, 3600), "s a holder may wait for a permit; 0: any time", d.hold_limit, c.hold_limit...);
    v("interrupt_grace", between(0, 3600), "s for which an interrupted attacker keeps its permit; 0: none",
      d.interrupt_grace, c.interrupt_grace...);
    v("class_limits", at_most(max_attack_classes), "permits at once, by class of attack", d.class_limits,
      c.class_limits...);
    v("offscreen_limit", between(-1, max_slots), "permits at once from outside the target's view; -1: any number",
      d.offscreen_limit, c.offscreen_limit...);
    v.relation("approach_radius", d.approach_radius, Relation::more_than, "attack_radius", d.attack_radius);
}

/// The circle of seed 000: as many slots as grid capacity (1 to max_slots), patrol, no patience, no stealing, no
/// rebalancing. Its attackers have `Release::attack` and `Choice::first`.
FRAY_API CircleDef kungfu_circle(int grid_capacity, int attack_capacity);
/// The circle of seed 002: the defaults of CircleDef (eight slots, flank, patience, stealing, rebalancing). Its
/// attackers have `Release::launch`.
FRAY_API CircleDef belgian_circle(int grid_capacity, int attack_capacity);

/// What a brain may do when the target comes into another band: whole numbers, 0 to 1'000'000, their sum > 0.
struct ReactionWeights {
    int stay = 0;
    int combat = 0;
    int heal = 0;

    friend bool operator==(const ReactionWeights&, const ReactionWeights&) = default;
};

template <typename V, FieldsOf<ReactionWeights> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("stay", between(0, 1'000'000), "share", d.stay, c.stay...);
    v("combat", between(0, 1'000'000), "share", d.combat, c.combat...);
    v("heal", between(0, 1'000'000), "share", d.heal, c.heal...);
}

/// Rolled on when the band changes (rules: Reactions; seed 001's figures).
struct ReactionDef {
    std::array<ReactionWeights, 3> table = {{{0, 100, 0}, {60, 40, 0}, {50, 50, 0}}};  ///< by band 0, 1, 2
    std::array<ReactionWeights, 3> hurt = {{{0, 25, 75}, {30, 10, 60}, {30, 10, 60}}}; ///< the same in need of healing

    friend bool operator==(const ReactionDef&, const ReactionDef&) = default;
};

template <typename V, FieldsOf<ReactionDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    v("close", "on coming into band 0", d.table[0], c.table[0]...);
    v("mid", "on coming into band 1", d.table[1], c.table[1]...);
    v("far", "on coming into band 2", d.table[2], c.table[2]...);
    v("hurt_close", "the same in need of healing", d.hurt[0], c.hurt[0]...);
    v("hurt_mid", "the same in need of healing", d.hurt[1], c.hurt[1]...);
    v("hurt_far", "the same in need of healing", d.hurt[2], c.hurt[2]...);
}

/// What happens when nothing happens (rules: Timers; seed 001). s, least and most, 0.001 to 3600, drawn anew each time.
struct TimerDef {
    std::array<double, 2> run = {5.0, 8.0};   ///< running without a change of band: then combat
    std::array<double, 2> close = {3.0, 5.0}; ///< in bands 0 and 1 without acting: then it slides back

    friend bool operator==(const TimerDef&, const TimerDef&) = default;
};

template <typename V, FieldsOf<TimerDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("run", not_descending(between(0.001, 3600)),
      "s of running without a change of band, least and most: then it fights", d.run, c.run...);
    v("close", not_descending(between(0.001, 3600)),
      "s in bands 0 and 1 without acting, least and most: then it slides back", d.close, c.close...);
}

/// A leap away from the target.
struct SlideDef {
    double time = 1.0;     ///< s, 0.001 to 3600
    float distance = 3.0f; ///< m, 0 to 100

    friend bool operator==(const SlideDef&, const SlideDef&) = default;
};

template <typename V, FieldsOf<SlideDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("time", between(0.001, 3600), "s", d.time, c.time...);
    v("distance", between(0, 100), "m", d.distance, c.distance...);
}

/// Drinking, invulnerable (rules: heal; seed 001).
struct HealDef {
    float below = 0.5f;  ///< 0 to 1: it is in need with less than this share of its health, and a flask
    int flasks = 2;      ///< 0 to 255
    double time = 2.0;   ///< s, 0.001 to 3600
    float amount = 0.5f; ///< 0 to 1, of the whole health

    friend bool operator==(const HealDef&, const HealDef&) = default;
};

template <typename V, FieldsOf<HealDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("below", between(0, 1), "of its health: with less, and a flask, it is in need", d.below, c.below...);
    v("flasks", between(0, 255), "how often it heals", d.flasks, c.flasks...);
    v("time", between(0.001, 3600), "s it takes, invulnerable", d.time, c.time...);
    v("amount", between(0, 1), "of its health that it brings", d.amount, c.amount...);
}

/// From less than a share of its health on, for good. What is not given stays as it was.
struct PhaseDef {
    float below = 0.5f;                 ///< 0 to 1, less than in the phase before; 1, of the first: from the spawn on
    std::vector<std::string> attacks{}; ///< the only ones it uses; empty: as before
    std::optional<ReactionDef> reactions{};
    std::optional<bool> super_armour{};
    std::optional<float> walk_speed{}; ///< m/s, 0 to 100
    std::optional<float> run_speed{};  ///< m/s, walk_speed to 100

    friend bool operator==(const PhaseDef&, const PhaseDef&) = default;
};

template <typename V, FieldsOf<PhaseDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("below", between(0, 1), "of its health: from less on", d.below, c.below...);
    v("attacks", "the only attacks that it uses; without: as before", d.attacks, c.attacks...);
    v("reactions", "that take the place of those before", d.reactions, c.reactions...);
    v("super_armour", "hits do not stagger it", d.super_armour, c.super_armour...);
    v("walk_speed", between(0, 100), "m/s", d.walk_speed, c.walk_speed...);
    v("run_speed", between(0, 100), "m/s", d.run_speed, c.run_speed...);
    v.required("below");
}

/// When an agent comes into a state of the user's (rules: The user's states).
struct UserStateUse {
    std::string name{}; ///< of `World::add_state`
    float below = 0.0f; ///< 0 to 1: when it is hurt, and has less than this share of its health
    bool idle = false;  ///< when it has nobody to fight and nothing else to do

    friend bool operator==(const UserStateUse&, const UserStateUse&) = default;
};

template <typename V, FieldsOf<UserStateUse> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("name", "a state that the program has added: 'flee', 'guard', or the host's own", d.name, c.name...);
    v("below", between(0, 1), "of its health: being hurt with less brings it there", d.below, c.below...);
    v("idle", "having nobody to fight brings it there", d.idle, c.idle...);
    v.required("name");
}

/// What a kind of agent is made of.
struct ArchetypeDef {
    std::string name{};
    bool staged = true;           ///< false: free: it fights by its own machine, without slots, permits and weights
    bool brain = true;            ///< false: a player or a dummy, which only carries out orders
    float health = 100.0f;        ///< > 0, or unlimited_health
    bool host_health = false;     ///< the host's own: hurts are told, and lower nothing (`World::set_health`)
    float radius = 0.4f;          ///< m, 0.05 to 50
    float mass = 80.0f;           ///< kg, 0.01 to 1e6: of two who are in each other's way the heavier gives way less
    float walk_speed = 3.0f;      ///< m/s, 0 to 100: roaming, stepping in, orders (seed 001)
    float run_speed = 5.5f;       ///< m/s, walk_speed to 100: pursuing and approaching (seed 001)
    float acceleration = 20.0f;   ///< m/s^2, > 0, to 1000; nobody needs room to stop before another
    float turn_rate = 6.2831853f; ///< rad/s, > 0
    int grid_weight = 1;          ///< 1 to max_weight
    Release release = Release::all;
    Choice choice = Choice::score;
    Targeting targeting = Targeting::team;
    Motion motion = Motion::fray;
    std::array<float, 4> bands = {1.2f, 5.0f, 10.0f, 12.0f}; ///< m, > 0, ascending: close, mid, far, track (seed 001)
    int period = 1;             ///< frames between two turns, at least: 1, 2, 4 or 8 (rules: Level of detail)
    float alert = 20.0f;        ///< m, > attack_start, to world_extent (seed 003)
    float attack_start = 3.0f;  ///< m, > 0: no attack begins beyond it
    float effective = 3.5f;     ///< m, attack_start to world_extent: a hit counts within it
    double alert_every = 0.25;  ///< s between two looks of a squad, 1e-6 to 3600
    float target_margin = 0.5f; ///< m, 0 to world_extent: how much nearer another must be to be preferred
    double target_dwell = 1.0;  ///< s, 0 to 3600: how long a target is kept at least
    float sight = 10.0f;        ///< m, > 0, to world_extent: of `Targeting::sight`
    float fov = 1.7453293f;     ///< rad, > 0, to 2 pi, half of it to either side: of `Targeting::sight`
    bool line_of_sight = false; ///< with `Targeting::sight`: the host is asked first (`World::sight_questions`)
    double stagger = 0.0;       ///< s for which a hit stops it, 0 to 3600; 0: hits do not
    bool super_armour = false;  ///< hits do not stagger it
    bool reacts = false;        ///< staged ones too roll on `reactions` (free ones always do)
    bool timed = false;         ///< staged ones too have `timers.close` (free ones always do)
    ReactionDef reactions{};
    TimerDef timers{};
    SlideDef slide_back{};
    HealDef heal{};
    std::vector<PhaseDef> phases{};     ///< at most max_phases
    std::string monster{};              ///< of `World::add_monsters`; empty: none
    std::vector<UserStateUse> states{}; ///< at most max_state_uses, the first that applies
    CircleDef circle{};                 ///< the one round an agent of this archetype
    std::vector<AttackDef> attacks{};   ///< at most max_attacks

    friend bool operator==(const ArchetypeDef&, const ArchetypeDef&) = default;
};

template <typename V, FieldsOf<ArchetypeDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("staged", "false: it decides for itself, without slots and permits; the defaults are a boss's then", d.staged,
      c.staged...);
    v("brain", "false: a player or a dummy, which only carries out orders", d.brain, c.brain...);
    v("health", or_unlimited(more_than(0)), "that hits lower", d.health, c.health...);
    v("host_health", "hurts are told, and lower nothing: the host, or the script, sets its health", d.host_health,
      c.host_health...);
    v("radius", between(0.05, 50), "m", d.radius, c.radius...);
    v("mass", between(0.01, 1e6), "kg: of two in each other's way the heavier gives way less", d.mass, c.mass...);
    v("walk_speed", between(0, 100), "m/s", d.walk_speed, c.walk_speed...);
    v("run_speed", between(0, 100), "m/s", d.run_speed, c.run_speed...);
    v("acceleration", above(0, 1000), "m/s^2", d.acceleration, c.acceleration...);
    v("turn_rate", degrees(more_than(0)), "a second", d.turn_rate, c.turn_rate...);
    v("grid_weight", between(1, max_weight), "what it costs the circle it stands on", d.grid_weight, c.grid_weight...);
    v("release", up_to(Release::launch), "what is kept after an attack", d.release, c.release...);
    v("choice", up_to(Choice::strongest), "which of the attacks that fit", d.choice, c.choice...);
    v("targeting", up_to(Targeting::spread), "how a target is found", d.targeting, c.targeting...);
    v("motion", up_to(Motion::host), "who moves it", d.motion, c.motion...);
    v("bands", ascending(more_than(0)), "m: close, mid, far, track", d.bands, c.bands...);
    v("period", between(1, longest_period), "1, 2, 4 or 8: frames between two turns, at least (level of detail)",
      d.period, c.period...);
    v("alert", above(0, world_extent), "m within which hostiles are noticed", d.alert, c.alert...);
    v("attack_start", more_than(0), "m beyond which no attack begins", d.attack_start, c.attack_start...);
    v("effective", above(0, world_extent), "m within which a hit counts", d.effective, c.effective...);
    v("alert_every", between(1e-6, 3600), "s between two looks of a squad", d.alert_every, c.alert_every...);
    v("target_margin", between(0, world_extent), "m by which another target must be nearer", d.target_margin,
      c.target_margin...);
    v("target_dwell", between(0, 3600), "s a target is kept at least", d.target_dwell, c.target_dwell...);
    v("sight", above(0, world_extent), "m that it sees, with targeting 'sight'", d.sight, c.sight...);
    v("fov", degrees(above(0, 360)), "that it sees, half to either side", d.fov, c.fov...);
    v("line_of_sight", "the host is asked whether it sees a target", d.line_of_sight, c.line_of_sight...);
    v("stagger", between(0, 3600), "s for which a hit stops it; 0: hits do not", d.stagger, c.stagger...);
    v("super_armour", "hits do not stagger it", d.super_armour, c.super_armour...);
    v("reacts", "a staged one too has reactions; free ones always do", d.reacts, c.reacts...);
    v("timed", "a staged one too has the timer 'close'; free ones always do", d.timed, c.timed...);
    v("reactions", "to a change of band: shares of stay, combat, heal", d.reactions, c.reactions...);
    v("timers", "what happens when nothing happens", d.timers, c.timers...);
    v("slide_back", "a leap away from the target", d.slide_back, c.slide_back...);
    v("heal", "drinking from flasks", d.heal, c.heal...);
    v("phases", at_most(max_phases), "from less and less health on", d.phases, c.phases...);
    v.reference("monster", Names::monster, "the monster that it follows", d.monster, c.monster...);
    v("states", at_most(max_state_uses), "states of the host's own, and when it comes into them", d.states,
      c.states...);
    v("circle", "the circle round an agent of this archetype", d.circle, c.circle...);
    v("attacks", at_most(max_attacks), "the attack table", d.attacks, c.attacks...);
    v.relation("run_speed", d.run_speed, Relation::at_least, "walk_speed", d.walk_speed);
    v.relation("alert", d.alert, Relation::more_than, "attack_start", d.attack_start);
    v.relation("effective", d.effective, Relation::at_least, "attack_start", d.attack_start);
}

/// When an act starts (rules: Monsters; seed 004).
struct ConditionDef {
    /// How `value` is compared.
    enum class Operator : uint8_t { less, greater, equal, every };

    Operator op = Operator::equal; ///< `every` of `time` only
    double value = 0.0;            ///< blood: 0 to 1, of its health; time: whole seconds, 1 to 86400; once: nothing
    std::string act{};
    double duration = -1.0; ///< s for which the act runs, 0.001 to 86400; -1: until the state ends
    int chance = 100;       ///< 0 to 100

    friend bool operator==(const ConditionDef&, const ConditionDef&) = default;
};

template <typename V, FieldsOf<ConditionDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("op", up_to(ConditionDef::Operator::every), "how value is compared", d.op, c.op...);
    v("value", "blood: 0 to 1, of its health; time: whole seconds, 1 to 86400; once: not read", d.value, c.value...);
    v("act", "that starts", d.act, c.act...);
    v("duration", or_also(-1, between(0.001, 86400)), "s for which the act runs; -1: until the state ends", d.duration,
      c.duration...);
    v("chance", between(0, 100), "per cent", d.chance, c.chance...);
}

/// What a monster does when a condition holds. Empty: nothing of that kind. While it runs, only the attacks named in
/// `skills` are used; each line of `talk` is an event say.
struct ActDef {
    /// Another one for an attack.
    struct Cooldown {
        std::string attack{};
        double seconds = 0.0; ///< 0 to 3600
        friend bool operator==(const Cooldown&, const Cooldown&) = default;
    };
    /// Whom it calls.
    struct Call {
        std::string archetype{};
        std::string monster{}; ///< empty: that of the archetype
        int count = 1;         ///< 1 to 1000
        bool dies_with_owner = false;
        friend bool operator==(const Call&, const Call&) = default;
    };

    std::string name{};
    std::vector<std::string> skills{};
    std::vector<Cooldown> cooldowns{};
    std::vector<int> buffs{}; ///< for the host
    std::string color{};      ///< for the host
    std::vector<std::string> talk{};
    std::vector<Call> calls{};
    std::string state{}; ///< to go to

    friend bool operator==(const ActDef&, const ActDef&) = default;
};

template <typename V, FieldsOf<ActDef::Cooldown> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("attack", "whose cooldown it is", d.attack, c.attack...);
    v("seconds", between(0, 3600), "s", d.seconds, c.seconds...);
}
template <typename V, FieldsOf<ActDef::Call> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("archetype", "of those that come", d.archetype, c.archetype...);
    v("monster", "that they follow; without: that of the archetype", d.monster, c.monster...);
    v("count", between(1, 1000), "agents", d.count, c.count...);
    v("dies_with_owner", "they die when their owner dies", d.dies_with_owner, c.dies_with_owner...);
}
template <typename V, FieldsOf<ActDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    v.name(d.name, c.name...);
    v("skills", "the only attacks that it uses", d.skills, c.skills...);
    v("cooldowns", "other cooldowns for attacks", d.cooldowns, c.cooldowns...);
    v("buffs", "for the host", d.buffs, c.buffs...);
    v("color", "for the host", d.color, c.color...);
    v("talk", "lines, each an event", d.talk, c.talk...);
    v("calls", "that it summons", d.calls, c.calls...);
    v("state", "to go to", d.state, c.state...);
}

/// A state of a monster's table: what it does, and the conditions that hold in it. The distances of `action` are more
/// than its archetype's `attack_start` and `bands[2]`, to world_extent.
struct MonsterStateDef {
    std::string name{};
    std::array<float, 2> action = {0.0f, 0.0f};  ///< m, alert and track distance; 0, 0: the archetype's
    float patrol_distance = 0.0f;                ///< m, 0 to world_extent; 0: none
    int patrol_count = 0;                        ///< ways there and back, to 1e9; -1: for ever
    std::string pose{};                          ///< for the host
    std::vector<ConditionDef> once, blood, time; ///< at most 32767 together

    friend bool operator==(const MonsterStateDef&, const MonsterStateDef&) = default;
};

template <typename V, FieldsOf<MonsterStateDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("action", or_also(0, above(0, world_extent)), "m, alert and track distance; 0, 0: the archetype's", d.action,
      c.action...);
    v("patrol_distance", between(0, world_extent), "m; 0: none", d.patrol_distance, c.patrol_distance...);
    v("patrol_count", between(-1, 1e9), "ways there and back; -1: for ever", d.patrol_count, c.patrol_count...);
    v("pose", "for the host", d.pose, c.pose...);
    v("once", "conditions on coming into the state", d.once, c.once...);
    v("blood", "conditions on its health", d.blood, c.blood...);
    v("time", "conditions on the seconds since it came into the state", d.time, c.time...);
}

/// A table of states and acts. It begins in the first state.
struct MonsterDef {
    std::string name{};
    std::vector<MonsterStateDef> states{}; ///< 1 to 255
    std::vector<ActDef> acts{};            ///< at most 65534
    int summon_depth = 1;                  ///< 1 to 16: one that was called by so many before it calls nobody

    friend bool operator==(const MonsterDef&, const MonsterDef&) = default;
};

template <typename V, FieldsOf<MonsterDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("states", between(1, 255), "it begins in the first", d.states, c.states...);
    v("acts", at_most(65534), "what it does when a condition holds", d.acts, c.acts...);
    v("summon_depth", between(1, 16), "an agent that was called by so many before it calls nobody", d.summon_depth,
      c.summon_depth...);
}

/// A boss as in seed 001: free, with its figures: sight, stagger 0.5 s, attacks from as far as it sees.
FRAY_API ArchetypeDef boss_archetype();

/// What matters, for the level of detail: who is far from all points has its turn less often (rules: Level of detail).
struct DetailDef {
    std::array<float, 3> beyond = {50.0f, 100.0f, 150.0f}; ///< m, ascending: from there on every 2, 4, 8 frames
    std::vector<Vec2> points{};                            ///< at most max_detail_points; none: everybody is near
    uint32_t turns = 0; ///< a frame, for overload: where there would be more, all have theirs less often; 0: no budget

    friend bool operator==(const DetailDef&, const DetailDef&) = default;
};

/// Bits of `WorldDef::events`: which events are recorded. Decisions do not depend on it.
using EventMask = uint64_t;

/// Test options: they change how the work is laid out, never a result.
struct DebugDef {
    uint64_t shuffle_storage = 0; ///< not 0: rows are shuffled with this seed every frame
    uint64_t shuffle_chunks = 0;  ///< not 0: the chunks of a loop run in an order shuffled with this seed
    uint32_t chunk_size = 0;      ///< not 0: agents per chunk, instead of the built-in size
};

template <typename V, FieldsOf<DebugDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    v("shuffle_storage", "seed; 0: rows are not shuffled", d.shuffle_storage, c.shuffle_storage...);
    v("shuffle_chunks", "seed; 0: chunks are not shuffled", d.shuffle_chunks, c.shuffle_chunks...);
    v("chunk_size", range::at_most(1 << 20), "agents per chunk; 0: the built-in size", d.chunk_size, c.chunk_size...);
}

/// What becomes of those whom fray moves, and who are spawned or placed where nobody can stand.
enum class OffGround : uint8_t {
    move,   ///< they come to the nearest place (Counters::moved_to_ground); the call is refused if the world has none
    refuse, ///< Error::off_ground
};

/// What a world is made with.
struct WorldDef {
    uint64_t seed = 1;
    double hz = 60.0; ///< steps a second of `World::advance`, 1 to 1000
    EventMask events = ~EventMask{0};
    bool refusals = false;       ///< record why agents wait (event refuse), when the reason changes
    bool hash = true;            ///< compute the state hash in emit; its cost is reported apart
    uint32_t tree_every = 16;    ///< frames in which all KD-trees are brought up to date, 1 to 1024; answers stay exact
    uint32_t reorder_every = 64; ///< frames in which every agent is put into space-filling order once, 1 to 65536
    OffGround off_ground = OffGround::move; ///< with `World::set_ground`
    /// Of the ground in recordings; fray_navmesh has one that knows navmeshes too. Null: fray's own, for grid maps.
    GroundReader read_ground = nullptr;
    JobSystem* jobs = nullptr; ///< not owned, outlives the world; null: a private oneTBB arena of `threads`
    int threads = 0;           ///< for the private arena, 1 to 1024; 0: as many as the machine has
    AllocatorDef allocator{};  ///< of all that grows with agents; definitions, names and texts are on the heap
    /// Bytes, from 4 MiB on; 0: no limit. `spawn` and `reserve` answer `full` where what the world holds, and what one
    /// more may come to need in a fight, would be more; the world goes on without him. 630 bytes an agent are usual
    /// (bench/README).
    uint64_t memory_budget = 0;
    DebugDef debug{};
};

/// Its figures. The ground's reader, the job system and the allocator are not among them.
template <typename V, FieldsOf<WorldDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("seed", "of all that is drawn by chance", d.seed, c.seed...);
    v("hz", between(1, 1000), "steps a second", d.hz, c.hz...);
    v("events", "bits: which events are recorded", d.events, c.events...);
    v("refusals", "why agents wait is recorded", d.refusals, c.refusals...);
    v("hash", "the state hash is computed", d.hash, c.hash...);
    v("tree_every", between(1, 1024), "frames in which all KD-trees are brought up to date", d.tree_every,
      c.tree_every...);
    v("reorder_every", between(1, 65536), "frames in which every agent is put into space-filling order once",
      d.reorder_every, c.reorder_every...);
    v("off_ground", up_to(OffGround::refuse), "what becomes of agents whose place is off the ground", d.off_ground,
      c.off_ground...);
    v("threads", between(0, 1024), "of the private arena; 0: as many as the machine has", d.threads, c.threads...);
    v("memory_budget", or_also(0, at_least(4 << 20)), "bytes; 0: no limit", d.memory_budget, c.memory_budget...);
    if constexpr (sizeof...(C) == 0) v("debug", "test options", d.debug); // fray_world_def calls it layout
}

/// Who answers a squad's stick, and how (rules: Squads; seed 003).
enum class Control : uint8_t {
    leader, ///< the leader; the others follow when it is far enough away
    all,    ///< everybody, at once
    paths,  ///< the leader at once, the others when they have finished, each to a point ahead of itself
};

/// How a squad keeps together (rules: Squads; seed 003).
struct SquadDef {
    float follow = 0.0f;        ///< m, 0 to 1000: who has nothing to do stays so near to the leader; 0: nobody follows
    float max_distance = 10.0f; ///< m, > follow, to world_extent: nobody fights farther from the leader, if they follow
    Control control = Control::leader;
    float ahead = 4.0f; ///< m, > 0, to 100: of `Control::paths`
    double renew = 0.5; ///< s between two such points, 0.001 to 3600

    friend bool operator==(const SquadDef&, const SquadDef&) = default;
};

template <typename V, FieldsOf<SquadDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("follow", between(0, 1000), "m: who has nothing to do stays so near to the leader; 0: nobody", d.follow,
      c.follow...);
    v("max_distance", between(0, world_extent), "m from the leader beyond which nobody fights", d.max_distance,
      c.max_distance...);
    v("control", up_to(Control::paths), "who answers the stick, and how", d.control, c.control...);
    v("ahead", above(0, 100), "m, of control 'paths': how far ahead of itself each one goes", d.ahead, c.ahead...);
    v("renew", between(0.001, 3600), "s between two such points", d.renew, c.renew...);
    v.relation("max_distance", d.max_distance, Relation::more_than, "follow", d.follow);
}

/// Orders replace an agent's own decisions until the next order.
enum class OrderKind : uint8_t {
    free,    ///< decide for yourself again
    attack,  ///< fight `target`, and no other, until it dies or goes; then free
    go,      ///< walk to `point`, fight nobody
    stand,   ///< fight nobody, stay
    retreat, ///< run to `point`, fight nobody
};

/// What the host's animation of an attack came to (rules: ingest, report). fray's own times are the fallback.
enum class AttackReport : uint8_t {
    hit,       ///< it hits now
    end,       ///< it is over now
    interrupt, ///< it was interrupted
};

/// What an agent, or a squad, is told to do.
struct Order {
    OrderKind kind = OrderKind::free;
    AgentId target{}; ///< of `attack`
    Vec2 point{};     ///< m, of `go` and `retreat`, within world_extent
};

/// Does the viewer see the target?
struct SightQuestion {
    AgentId viewer{}, target{};
    friend bool operator==(const SightQuestion&, const SightQuestion&) = default;
};

/// An agent that is to appear.
struct SpawnDef {
    ArchetypeIndex archetype = 0;
    TeamIndex team = 0;
    int16_t layer = 0;           ///< storey; agents on different layers are never neighbours or targets
    SquadId squad{};             ///< null: a squad of its own
    Vec2 position{};             ///< m, within world_extent
    Vec2 heading = {1.0f, 0.0f}; ///< any finite direction but zero; normalised
    uint64_t host_bits = 0;      ///< the host's, carried along
};

/// An attack's projectile on its way (rules: settle 1).
struct Missile {
    Vec2 from{}; ///< m, where it was launched
    AgentId target{};
    Serial by = no_serial;        ///< the shooter, who may be dead by now
    int16_t attack = -1;          ///< in the shooter's table, at the launch
    ArchetypeIndex archetype = 0; ///< the shooter's
    int64_t launched_us = 0, lands_us = 0;
    float damage = 0.0f;
    int32_t effective_mm = 0; ///< it counts if its target is no farther from where it was launched
    uint32_t number = 0;      ///< in the order of launching
    uint32_t unused = 0;
};

} // namespace fray
