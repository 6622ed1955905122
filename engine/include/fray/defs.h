// The structs that define a world, its archetypes, monsters, squads, orders and spawns. They are plain structs. Every
// field has a default. The comment of a field gives its unit, if it has a unit, and the values that are allowed.
//
// Lengths are in metres, times in seconds and angles in radians, unless a field says otherwise. "Rules" refers to
// engine/docs/rules.md, by the label of a rule (C6.19) or by the title of a section. "Chapter 28" is "Beyond the
// Kung-Fu Circle" in Game AI Pro, the source of the stage manager. The kung-fu circle is the basic design that this
// chapter extends. The soulslike boss is the boss of an article on enemies with state machines; the table of sources in
// rules.md names it. Figures that the article does not give are chosen by fray.
//
// Every field has an initialiser, if only {}. Without it g++ -Wextra warns about each field that a host leaves out.
// Below each struct a function `describe` lists its fields (fray/fields.h). A new field needs a line in the struct and
// a line in that list.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

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

class Communicator;
class JobSystem;

/// Largest absolute value of any coordinate, in metres: the world is a square around the origin.
inline constexpr float world_extent = 16384.0f;

inline constexpr int max_teams = 256;             ///< in a world
inline constexpr int max_archetypes = 4096;       ///< in a world
inline constexpr int max_attacks = 255;           ///< in an attack table
inline constexpr int max_slots = 256;             ///< on a circle
inline constexpr int max_attack_classes = 1024;   ///< different names of attack classes in a world
inline constexpr int max_phases = 16;             ///< of an archetype
inline constexpr int max_state_uses = 16;         ///< user states that an archetype names
inline constexpr int max_monsters = 4096;         ///< in a world
inline constexpr int max_user_states = 64;        ///< in a world
inline constexpr int max_obstacles = 65536;       ///< in a world
inline constexpr int max_links = 64;              ///< between storeys, in a world; their numbers begin at 0
inline constexpr int max_weight = 1'000'000;      ///< greatest grid weight, attack weight or capacity
inline constexpr int max_detail_points = 256;     ///< in `DetailDef::points`
inline constexpr int longest_update_interval = 8; ///< longest update interval, in frames

inline constexpr float least_radius = 0.05f, most_radius = 50.0f; ///< m, of a body
inline constexpr float most_speed_factor = 10.0f;
inline constexpr float least_avoidance_factor = 0.01f, most_avoidance_factor = 100.0f;
inline constexpr double most_stun = 3600.0;                   ///< s
inline constexpr double least_push = 0.001, most_push = 60.0; ///< s
inline constexpr double most_push_speed = 100.0;              ///< m/s

/// Returns whether `frames` is a valid update interval: 1, 2, 4 or 8 frames (rules: Level of detail).
constexpr bool is_update_interval(int64_t frames) {
    return frames == 1 || frames == 2 || frames == 4 || frames == longest_update_interval;
}

/// Health that damage does not lower. Damage is still reported by the event `hurt`.
inline constexpr float unlimited_health = std::numeric_limits<float>::infinity();

/// How the agents of an archetype select their targets (rules: acquire_targets).
enum class Targeting : uint8_t {
    self, ///< the nearest hostile agent within the agent's own alert distance
    team, ///< team alert: the nearest hostile agent within the alert distance of any living member of the squad
    /// The nearest hostile agent in its own field of view; kept until it is beyond `bands[3]`. An agent that is hit
    /// from behind does not turn: the host may give it an order, or another targeting.
    sight,
    spread, ///< like `team`, but prefers targets with room on their engagement circles
    /// The agent that has hurt it most, with older damage counting less (rules: T34 to T39); else as `self`.
    threat,
};

/// What a slot holder keeps when its attack has ended: the release policy (rules: M6.13 to M6.16).
enum class Release : uint8_t {
    attack, ///< keeps its slot, or moves to the nearest open slot if that is nearer (the kung-fu circle's
            ///< ReleaseAttackWeight)
    all,    ///< gives its slot up and requests again at the back of the queue (ReleaseAllWeight of the kung-fu circle)
    launch, ///< gives its slot up at the hit and its attack weight at the end of the attack (chapter 28)
};

/// How an agent chooses when it can begin several attacks (rules: C6.11, U4.1).
enum class Choice : uint8_t {
    first,     ///< the first in the attack table, as in the kung-fu circle
    random,    ///< at random with equal probabilities, as in the soulslike boss
    score,     ///< at random in proportion to `AttackDef::score`
    strongest, ///< the greatest attack weight; ties: the first in the attack table
};

/// How slot holders without an attack token exchange slots when the target has moved or the holders have changed
/// (rules: C4.1 to C4.13).
enum class Rebalance : uint8_t {
    exact,   ///< the assignment with the least sum of distances (Jonker and Volgenant 1987)
    nearest, ///< greedy: the nearest pair of holder and slot first (the listing in chapter 28)
    off,     ///< holders keep their slots; requesters do not change to an open slot of another target, unless it is in
             ///< reach
};

/// Where agents without a slot wait (rules: Outside).
enum class Outside : uint8_t {
    patrol, ///< walks around the roam ring, counter-clockwise, as in the kung-fu circle
    flank,  ///< stands on the roam ring in front of a free slot, as in chapter 28
};

/// Which agents share a cooldown.
enum class Scope : uint8_t {
    circle, ///< the agents that fight the same target
    world,  ///< all agents of the world
};

/// Whether fray or the host moves the agents of an archetype (engine/docs/motion.md).
enum class Motion : uint8_t {
    fray, ///< fray integrates positions
    host, ///< the host sets positions with `World::set_host_poses` and reads `goals`, `preferred_speeds` and `facings`
};

/// Limits how often an attack is used, in three tiers (rules: C6.19 to C6.27; the kung-fu circle and chapter 28). An
/// attack counts as used when its attack token is given. If the attack ends before its windup has begun, it does not
/// count. Unmanaged archetypes may use `agent` only.
struct CooldownDef {
    double agent = 0.0; ///< s, 0 to 3600: until the same agent can use the attack again; 0: none
    /// s, 0 to 3600: until agents of this archetype can use the attack again after `uses` uses; 0: none
    double archetype = 0.0;
    int uses = 1;        ///< 1 to 1000: uses before the cooldown `archetype` starts; its start refills them
    double global = 0.0; ///< s, 0 to 3600: until any attack of the same class can be used; 0: none; requires a class
    Scope scope = Scope::circle; ///< agents that share the cooldowns `archetype` and `global`

    friend bool operator==(const CooldownDef&, const CooldownDef&) = default;
};

template <typename V, FieldsOf<CooldownDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("agent", between(0, 3600), "s for the agent that attacks; 0: none", d.agent, c.agent...);
    v("archetype", between(0, 3600), "s for the whole archetype, from when its uses are spent; 0: none", d.archetype,
      c.archetype...);
    v("uses", between(1, 1000), "uses before the cooldown of the archetype starts", d.uses, c.uses...);
    v("global", between(0, 3600), "s for all attacks of its class; 0: none", d.global, c.global...);
    v("scope", up_to(Scope::world), "which agents share archetype and global", d.scope, c.scope...);
}

/// A row of an archetype's attack table.
struct AttackDef {
    std::string name{};
    std::string attack_class{}; ///< name of the class for class limits and global cooldowns; empty: none
    int weight = 1;             ///< attack weight: attack capacity that the attack uses, 1 to max_weight
    float damage = 1.0f;        ///< 0 to 1e9: health that the target loses

    /// m, 0 to world_extent, not descending: least and greatest distance between centres at the start.
    /// EngagementDef::engage_range and hit_range limit it too, if they are given. {0, 0}: up to 1.2 m between the
    /// bodies (rules: J3).
    std::array<float, 2> range = {0.0f, 0.0f};
    /// rad, -pi to pi, not descending: least and greatest bearing of the target at the start, from the agent's heading,
    /// left positive.
    std::array<float, 2> angle = {-3.1415927f, 3.1415927f};
    double windup = 0.3;           ///< s, 0 to 3600: from the start to the hit
    double duration = 0.8;         ///< s, windup to 3600: from the start to the end
    double recovery = 1.0;         ///< s, 0 to 3600: from the end until the agent can attack again
    int score = 1;                 ///< 0 to 1'000'000: relative probability with `Choice::score`
    float projectile_speed = 0.0f; ///< m/s, 0.1 to 1000: the hit launches a projectile; 0: the hit is immediate
    /// It begins only if no agent stands in the line to the target, except enemies (rules: I6, I6a).
    bool clear_line = false;
    /// Its projectile strikes the first agent in the line to the target, friend or foe; requires `projectile_speed`
    /// (rules: H1.9a).
    bool friendly_fire = false;
    /// A charge: health, 0 to 1e6, that the target loses besides `damage` for each m/s of the impact speed. That is the
    /// speed at which the two approach each other when the attack begins, times 2 m / (m + M) for the masses of
    /// attacker and target (rules: M6.7a, H1.6a). Not for projectiles.
    float impact_damage = 0.0f;
    /// A charge: m, 0 to 10, by which a hit pushes the target for each m/s of the impact speed, at most 20 m (rules:
    /// H1.6b). Not for projectiles. A target that the host moves: as `World::push`.
    float impact_push = 0.0f;
    CooldownDef cooldown{};

    friend bool operator==(const AttackDef&, const AttackDef&) = default;
};

template <typename V, FieldsOf<AttackDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("name", "its name", d.name, c.name...);
    v("class", "class for class limits and global cooldowns", d.attack_class, c.attack_class...);
    v("weight", between(1, max_weight), "attack weight", d.weight, c.weight...);
    v("damage", between(0, 1e9), "taken from the target's health", d.damage, c.damage...);
    v("range", not_descending(between(0, world_extent)),
      "m, least and greatest distance at the start; [0, 0]: follows from the bodies", d.range, c.range...);
    v("angle", not_descending(degrees(between(-180, 180))),
      "from the heading, left positive: least and greatest bearing of the target", d.angle, c.angle...);
    v("windup", between(0, 3600), "s from the start to the hit", d.windup, c.windup...);
    v("duration", between(0, 3600), "s from the start to the end", d.duration, c.duration...);
    v("recovery", between(0, 3600), "s after the end until the agent is ready again", d.recovery, c.recovery...);
    v("score", between(0, 1'000'000), "share in a weighted random choice", d.score, c.score...);
    v("projectile_speed", or_also(0, between(0.1, 1000)), "m/s of its projectile; 0: the hit is immediate",
      d.projectile_speed, c.projectile_speed...);
    v("clear_line", "it begins only if no agent but enemies stands in the line to the target", d.clear_line,
      c.clear_line...);
    v("friendly_fire", "its projectile strikes the first agent in the line to the target, friend or foe",
      d.friendly_fire, c.friendly_fire...);
    v("impact_damage", between(0, 1e6), "a charge: further damage for each m/s of the impact speed", d.impact_damage,
      c.impact_damage...);
    v("impact_push", between(0, 10), "a charge: m by which the target is pushed for each m/s of the impact speed",
      d.impact_push, c.impact_push...);
    v("cooldown", "limits how often it is used", d.cooldown, c.cooldown...);
    v.required("name");
    v.relation("duration", d.duration, Relation::at_least, "windup", d.windup);
    v.needs("cooldown.global", d.cooldown.global, "class", d.attack_class);
}

/// Limits how many attack tokens for attacks of a class a circle gives at the same time.
struct ClassLimit {
    std::string attack_class{}; ///< name of the class, not empty
    int tokens = 1;             ///< 0 to max_slots: tokens at the same time

    friend bool operator==(const ClassLimit&, const ClassLimit&) = default;
};

template <typename V, FieldsOf<ClassLimit> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("attack_class", "the class", d.attack_class, c.attack_class...);
    v("tokens", between(0, max_slots), "at the same time", d.tokens, c.tokens...);
}

/// The engagement circle around an agent: slots and budgets for the agents that fight it (rules: commit; chapter 28).
struct CircleDef {
    int slots = 8;            ///< 1 to max_slots: standing positions, evenly spaced on the approach ring
    int grid_capacity = 12;   ///< 0 to max_weight: greatest sum of the holders' grid weights
    int attack_capacity = 10; ///< 0 to max_weight: greatest sum of the attack weights of all tokens
    /// m, 0 to 1000: distance from the target to which every agent with a token steps in. 0: each attack has its own
    /// distance, which follows from its range and from the bodies (rules: J7).
    float attack_radius = 0.0f;
    /// m, > attack_radius, to 1000: radius of the approach ring. 0: 3.6 m more than the radius of the body (rules: J6).
    float approach_radius = 0.0f;
    float roam_gap = 2.0f; ///< m, > 0, to 1000: radius of the roam ring minus approach radius
    float arrive = 0.5f;   ///< m, > 0: a holder this near to its slot has arrived

    /// Slot patience: s, 0 to 3600. Time for which the first requester must have been too heavy for the free grid
    /// capacity before freed capacity is kept for it. 0: it is never kept.
    double slot_patience = 3.0;
    /// Token patience: s, 0 to 3600. Time for which a ready holder must have waited for free attack capacity before it
    /// stays at the head of the token queue until it gets a token. 0: it never stays.
    double token_patience = 3.0;
    /// s, 0 to 3600: an agent requests a slot when it can run to the circle in this time; 0: as soon as it has the
    /// target (rules: M2.5)
    double request_time = 3.0;
    /// s, 0 to 3600: time in which a holder must arrive, or it gives up its slot; 0: no limit
    double reach_limit = 6.0;
    /// s, > 0, to 3600: a holder loses its unused token after this time out of range or angle
    double attack_timeout = 4.0;
    Rebalance rebalance = Rebalance::exact;
    float switch_gain = 0.5f;  ///< m, 0 to world_extent: distance that a rebalancing or a change of target must save
    double switch_dwell = 2.0; ///< s, 0 to 3600: least time between two rebalancings of a holder
    bool steal = true; ///< a requester within roam radius + 0.5 m takes the slot of a holder farther away (rules: C2.1)
    double steal_after = 3.0; ///< s, 0 to 3600: after its admission, a holder is safe from stealing
    Outside outside = Outside::flank;
    float surround = 0.0f; ///< 0 to 1: how much even spacing counts when slots are given; 0: only the distance counts
    // Pacing of attacks. A time of 0 switches the rule off.
    double attack_gap = 0.0; ///< s, 0 to 3600: least time between two tokens of the circle
    double rest = 0.0;       ///< s, 0 to 3600: time after releasing a slot in which an agent requests no slot
    double hold_limit = 0.0; ///< s, 0 to 3600: a holder without a token gives up its slot after this time; 0: no limit
    double unusable_limit = 5.0;  ///< s, 0 to 3600: a holder gives up its slot if its attacks are out of range or too
                                  ///< heavy this long; 0: never
    double interrupt_grace = 0.0; ///< s, 0 to 3600: an interrupted attacker keeps its token for this time
    std::vector<ClassLimit> class_limits{}; ///< token limits by attack class; each class at most once
    int offscreen_limit = -1; ///< 0 to max_slots: tokens for agents outside the target's view; -1: no limit

    friend bool operator==(const CircleDef&, const CircleDef&) = default;
};

template <typename V, FieldsOf<CircleDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("slots", between(1, max_slots), "standing positions on the approach ring", d.slots, c.slots...);
    v("grid_capacity", between(0, max_weight), "greatest sum of the holders' grid weights", d.grid_capacity,
      c.grid_capacity...);
    v("attack_capacity", between(0, max_weight), "greatest sum of the attack weights of all tokens", d.attack_capacity,
      c.attack_capacity...);
    v("attack_radius", between(0, 1000), "m; 0: follows from the attack and the bodies", d.attack_radius,
      c.attack_radius...);
    v("approach_radius", between(0, 1000), "m; 0: follows from the body", d.approach_radius, c.approach_radius...);
    v("roam_gap", above(0, 1000), "m from the approach ring to the roam ring", d.roam_gap, c.roam_gap...);
    v("arrive", more_than(0), "m from its slot within which a holder has arrived", d.arrive, c.arrive...);
    v("slot_patience", between(0, 3600),
      "s that the first requester is too heavy for the free grid capacity before freed capacity is kept for it; 0: "
      "never",
      d.slot_patience, c.slot_patience...);
    v("token_patience", between(0, 3600),
      "s for which a ready holder must wait for capacity before it stays first in the queue; 0: never",
      d.token_patience, c.token_patience...);
    v("request_time", between(0, 3600), "s of running to the circle within which an agent requests a slot; 0: at once",
      d.request_time, c.request_time...);
    v("reach_limit", between(0, 3600), "s a holder may take to arrive; 0: no limit", d.reach_limit, c.reach_limit...);
    v("attack_timeout", above(0, 3600), "s out of range or angle after which an unused token is dropped",
      d.attack_timeout, c.attack_timeout...);
    v("rebalance", up_to(Rebalance::off), "how holders exchange slots when the target moves", d.rebalance,
      c.rebalance...);
    v("switch_gain", between(0, world_extent), "m, least gain in distance of a rebalancing or a change of target",
      d.switch_gain, c.switch_gain...);
    v("switch_dwell", between(0, 3600), "s, least time between two rebalancings of a holder", d.switch_dwell,
      c.switch_dwell...);
    v("steal", "a requester within roam radius + 0.5 m takes the slot of a holder farther away", d.steal, c.steal...);
    v("steal_after", between(0, 3600), "s for which a new holder is safe from stealing", d.steal_after,
      c.steal_after...);
    v("outside", up_to(Outside::flank), "where agents without a slot wait", d.outside, c.outside...);
    v("surround", between(0, 1), "weight of even spacing against short distance", d.surround, c.surround...);
    v("attack_gap", between(0, 3600), "s, least time between two tokens; 0: none", d.attack_gap, c.attack_gap...);
    v("rest", between(0, 3600), "s after releasing a slot until the agent requests another; 0: none", d.rest,
      c.rest...);
    v("hold_limit", between(0, 3600), "s a holder may wait for a token; 0: no limit", d.hold_limit, c.hold_limit...);
    v("unusable_limit", between(0, 3600),
      "s after which a holder gives up if its attacks do not reach or fit; 0: never", d.unusable_limit,
      c.unusable_limit...);
    v("interrupt_grace", between(0, 3600), "s for which an interrupted attacker keeps its token; 0: none",
      d.interrupt_grace, c.interrupt_grace...);
    v("class_limits", at_most(max_attack_classes), "tokens at the same time, by attack class", d.class_limits,
      c.class_limits...);
    v("offscreen_limit", between(-1, max_slots), "tokens for agents outside the target's view; -1: no limit",
      d.offscreen_limit, c.offscreen_limit...);
    if (d.approach_radius != 0.0f)
        v.relation("approach_radius", d.approach_radius, Relation::more_than, "attack_radius", d.attack_radius);
}

/// The kung-fu circle that chapter 28 describes: as many slots as grid capacity (1 to max_slots), `Outside::patrol`, no
/// patience, no stealing, no rebalancing. Give its attackers `Release::attack` and `Choice::first`.
FRAY_API CircleDef kungfu_circle(int grid_capacity, int attack_capacity);
/// The circle of chapter 28's stage manager ("Belgian AI"): the defaults of CircleDef (eight slots, `Outside::flank`,
/// patience, stealing, rebalancing). Give its attackers `Release::launch`.
FRAY_API CircleDef belgian_circle(int grid_capacity, int attack_capacity);

/// Shares of the reactions to a change of distance band (rules: E33 to E41): whole numbers, 0 to 1'000'000, sum > 0.
struct ReactionWeights {
    int stay = 0;   ///< the agent goes on as before
    int combat = 0; ///< it goes to state combat; a managed agent goes on as before
    int heal = 0;   ///< it heals, in bands 0 and 1 after a backstep; without a heal charge it goes on as before

    friend bool operator==(const ReactionWeights&, const ReactionWeights&) = default;
};

template <typename V, FieldsOf<ReactionWeights> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("stay", between(0, 1'000'000), "share", d.stay, c.stay...);
    v("combat", between(0, 1'000'000), "share", d.combat, c.combat...);
    v("heal", between(0, 1'000'000), "share", d.heal, c.heal...);
}

/// Reactions drawn at random when the distance band changes (rules: E33 to E41). The defaults are those of the
/// soulslike boss.
struct ReactionDef {
    /// for bands 0, 1, 2
    std::array<ReactionWeights, 3> table = {{{0, 100, 0}, {60, 40, 0}, {50, 50, 0}}};
    /// for bands 0, 1, 2 while the agent needs healing
    std::array<ReactionWeights, 3> hurt = {{{0, 25, 75}, {30, 10, 60}, {30, 10, 60}}};

    friend bool operator==(const ReactionDef&, const ReactionDef&) = default;
};

template <typename V, FieldsOf<ReactionDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    v("close", "on entering distance band 0", d.table[0], c.table[0]...);
    v("mid", "on entering distance band 1", d.table[1], c.table[1]...);
    v("far", "on entering distance band 2", d.table[2], c.table[2]...);
    v("hurt_close", "the same if the agent is in need of healing", d.hurt[0], c.hurt[0]...);
    v("hurt_mid", "the same if the agent is in need of healing", d.hurt[1], c.hurt[1]...);
    v("hurt_far", "the same if the agent is in need of healing", d.hurt[2], c.hurt[2]...);
}

/// Timers that end a state without progress (rules: E42 to E48). Each field has the least and the greatest time of a
/// timer in s, 0.001 to 3600, not descending. At each start the timer gets a random time between them. The defaults are
/// those of the soulslike boss.
struct TimerDef {
    /// time of running in one distance band until the agent goes to state combat
    std::array<double, 2> run = {5.0, 8.0};
    /// time of standing in bands 0 and 1 without acting until the agent makes a backstep
    std::array<double, 2> close = {3.0, 5.0};

    friend bool operator==(const TimerDef&, const TimerDef&) = default;
};

template <typename V, FieldsOf<TimerDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("run", not_descending(between(0.001, 3600)),
      "s of running in one distance band until it fights, least and greatest", d.run, c.run...);
    v("close", not_descending(between(0.001, 3600)),
      "s without acting in distance bands 0 and 1 until it steps back, least and greatest", d.close, c.close...);
}

/// A backstep: the agent moves straight away from its target and keeps facing it.
struct BackstepDef {
    double time = 1.0;     ///< s, 0.001 to 3600: how long it takes
    float distance = 3.0f; ///< m, 0 to 100: how far it goes

    friend bool operator==(const BackstepDef&, const BackstepDef&) = default;
};

template <typename V, FieldsOf<BackstepDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("time", between(0.001, 3600), "s", d.time, c.time...);
    v("distance", between(0, 100), "m", d.distance, c.distance...);
}

/// Healing with heal charges, as a reaction. The agent is invulnerable meanwhile (rules: E22 to E28). The defaults are
/// those of the soulslike boss, which has 2 charges.
struct HealDef {
    float below = 0.5f;  ///< 0 to 1: it needs healing below this share of its full health, while it has a charge
    int charges = 0;     ///< 0 to 255: heal charges; 0: it never heals
    double time = 2.0;   ///< s, 0.001 to 3600: how long it takes
    float amount = 0.5f; ///< 0 to 1: share of the full health that it restores

    friend bool operator==(const HealDef&, const HealDef&) = default;
};

template <typename V, FieldsOf<HealDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("below", between(0, 1), "share of its health below which it needs healing, if it has a heal charge", d.below,
      c.below...);
    v("charges", between(0, 255), "number of times that it can heal, as a reaction", d.charges, c.charges...);
    v("time", between(0.001, 3600), "s of healing; the agent is invulnerable meanwhile", d.time, c.time...);
    v("amount", between(0, 1), "share of its health that is restored", d.amount, c.amount...);
}

/// A phase of a fight. It begins when health falls below a share of the full health, and healing does not end it.
/// Fields that are not set keep their values of the phase before.
struct PhaseDef {
    /// 0 to 1, less than in the phase before: the phase begins when the health falls below this share of the full
    /// health. 1, allowed in the first phase only: the phase begins at the spawn.
    float below = 0.5f;
    std::vector<std::string> attacks{}; ///< names of the only attacks that the agent uses; empty: as before
    std::optional<ReactionDef> reactions{};
    std::optional<bool> super_armour{}; ///< hits do not stagger it
    std::optional<float> walk_speed{};  ///< m/s, 0 to 100
    std::optional<float> run_speed{};   ///< m/s, walk_speed to 100

    friend bool operator==(const PhaseDef&, const PhaseDef&) = default;
};

template <typename V, FieldsOf<PhaseDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("below", between(0, 1), "share of its health below which the phase begins", d.below, c.below...);
    v("attacks", "the only attacks that it uses; without: as in the phase before", d.attacks, c.attacks...);
    v("reactions", "replace those of the phase before", d.reactions, c.reactions...);
    v("super_armour", "hits do not stagger it", d.super_armour, c.super_armour...);
    v("walk_speed", between(0, 100), "m/s", d.walk_speed, c.walk_speed...);
    v("run_speed", between(0, 100), "m/s", d.run_speed, c.run_speed...);
    v.required("below");
}

/// When an agent enters a user state (rules: S1 to S10; engine/docs/states.md).
struct UserStateUse {
    std::string name{}; ///< name of a state that was added by `World::add_state`
    /// 0 to 1: the agent enters the state when it is hurt and has less than this share of its health
    float below = 0.0f;
    bool idle = false; ///< the agent enters the state when it has no target and nothing else to do

    friend bool operator==(const UserStateUse&, const UserStateUse&) = default;
};

template <typename V, FieldsOf<UserStateUse> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("name", "a state that the program has added: 'flee', 'guard' or a state of the host", d.name, c.name...);
    v("below", between(0, 1), "share of its health: being hurt with less enters the state", d.below, c.below...);
    v("idle", "having no target and nothing else to do enters the state", d.idle, c.idle...);
    v.required("name");
}

/// The body of an agent, and how it moves. The default speeds are those of the soulslike boss.
struct BodyDef {
    float health = 100.0f;    ///< > 0, or unlimited_health
    bool host_health = false; ///< the host owns the health: damage is reported, and `World::set_health` sets it
    /// s, 0 to 3600: if the host kills this agent without naming an attacker, the killer is the last attacker that hurt
    /// it within this time (rules: H1.13a). 0: there is no killer.
    double credit_time = 10.0;
    float radius = 0.4f;          ///< m, 0.05 to 50
    float mass = 80.0f;           ///< kg, 0.01 to 1e6: of two agents in each other's way the heavier yields less
    float walk_speed = 3.0f;      ///< m/s, 0 to 100: for roaming, stepping in and orders
    float run_speed = 5.5f;       ///< m/s, walk_speed to 100: for pursuing and approaching
    float acceleration = 20.0f;   ///< m/s^2, > 0, to 1000; stopping in front of another agent may exceed it
    float turn_rate = 6.2831853f; ///< rad/s, > 0
    /// s, 0 to 10: it keeps the gap that it would walk in this time to whatever goes in front of it (rules: Y11a). 0:
    /// it goes as close as bodies allow.
    float headway = 0.0f;
    float personal_space = 0.0f; ///< m, 0 to 10: the gap that it keeps to others on all sides, where there is room
    Motion motion = Motion::fray;

    friend bool operator==(const BodyDef&, const BodyDef&) = default;
};

template <typename V, FieldsOf<BodyDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("health", or_unlimited(more_than(0)), "full health, lowered by damage", d.health, c.health...);
    v("host_health", "damage is reported but lowers no health; the host or the script sets its health", d.host_health,
      c.host_health...);
    v("credit_time", between(0, 3600),
      "s for which an attacker is the killer of a death for which the host names no attacker; 0: never", d.credit_time,
      c.credit_time...);
    v("radius", between(0.05, 50), "m", d.radius, c.radius...);
    v("mass", between(0.01, 1e6), "kg: of two agents in each other's way the heavier yields less", d.mass, c.mass...);
    v("walk_speed", between(0, 100), "m/s", d.walk_speed, c.walk_speed...);
    v("run_speed", between(0, 100), "m/s", d.run_speed, c.run_speed...);
    v("acceleration", above(0, 1000), "m/s^2", d.acceleration, c.acceleration...);
    v("turn_rate", degrees(more_than(0)), "a second", d.turn_rate, c.turn_rate...);
    v("headway", between(0, 10), "s in which it would close the gap to the agent in front; 0: as close as bodies allow",
      d.headway, c.headway...);
    v("personal_space", between(0, 10), "m, gap to others on all sides, where there is room", d.personal_space,
      c.personal_space...);
    v("motion", up_to(Motion::host), "whether fray or the host moves it", d.motion, c.motion...);
    v.relation("run_speed", d.run_speed, Relation::at_least, "walk_speed", d.walk_speed);
}

/// What an agent notices, and how it selects its target (rules: acquire_targets, classify_distances). The default bands
/// are those of the soulslike boss. The default of `alert` is that of team alert.
struct PerceptionDef {
    Targeting targeting = Targeting::team;
    /// m, > 0, ascending: upper limits of the distance bands 0 to 3 (close, mid, far, track). Beyond them is band 4.
    /// All 0: 0.4, 4.2, 9.2 and 11.2 m between the bodies, for two bodies of 0.4 m thus 1.2, 5, 10 and 12 m (rules:
    /// J2).
    std::array<float, 4> bands{};
    float alert = 20.0f;       ///< m, > engage_range, to world_extent: hostile agents within it are noticed
    double alert_every = 0.25; ///< s, 1e-6 to 3600: between two target scans of a squad
    /// m, 0 to world_extent: the agent changes to another target if that target is nearer by at least this distance
    float target_margin = 0.5f;
    double target_dwell = 1.0; ///< s, 0 to 3600: a target is kept for at least this time
    /// s, 0 to 3600: time in which threat fades to a half, for `Targeting::threat`; 0: it does not fade (rules: T35)
    double threat_half_life = 10.0;
    /// A managed agent takes an enemy in reach of its attacks instead of a target that is not, if that enemy has room
    /// for it. If the way to its target is closed, it also takes an enemy that a step of 1 m brings into reach. Not
    /// with `Targeting::sight` and `threat` (rules: C8.6b to C8.6f).
    bool retarget_in_reach = true;
    /// A managed agent that has nothing to do goes to where the enemy's line is open, round the ends of a line of
    /// battle, too; not with `Targeting::sight` and `threat` (rules: commit 9).
    bool support = true;
    /// m, 0 to world_extent: how long its way to there may be, with what the crowd on it adds. 0: as long as `alert`.
    float support_radius = 0.0f;
    float sight = 10.0f;    ///< m, > 0, to world_extent: sight radius, for `Targeting::sight`
    float fov = 1.7453293f; ///< rad, > 0, to 2 pi: field of view, half of it to either side, for `Targeting::sight`

    /// An agent notices only what it can see: with `Targeting::sight` (rules: Sight), and with the others over a ground
    /// (rules: G13a). The walls of the ground decide that, and its present obstacles; without ground, for `sight`, the
    /// host does (`World::sight_questions`).
    bool line_of_sight = false;

    friend bool operator==(const PerceptionDef&, const PerceptionDef&) = default;
};

template <typename V, FieldsOf<PerceptionDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("targeting", up_to(Targeting::threat), "how it selects its target", d.targeting, c.targeting...);
    v("bands", or_all_zero(ascending(more_than(0))), "m: close, mid, far, track; all 0: follow from the bodies",
      d.bands, c.bands...);
    v("alert", above(0, world_extent), "m within which hostile agents are noticed", d.alert, c.alert...);
    v("alert_every", between(1e-6, 3600), "s between two target scans of a squad", d.alert_every, c.alert_every...);
    v("target_margin", between(0, world_extent), "m by which another target must be nearer", d.target_margin,
      c.target_margin...);
    v("target_dwell", between(0, 3600), "s, least time for which a target is kept", d.target_dwell, c.target_dwell...);
    v("threat_half_life", between(0, 3600), "s in which threat fades to a half, with targeting 'threat'; 0: it stays",
      d.threat_half_life, c.threat_half_life...);
    v("retarget_in_reach", "managed: it takes an enemy in reach instead of a target out of reach", d.retarget_in_reach,
      c.retarget_in_reach...);
    v("support", "managed: with nothing to do it goes to where the enemy's line is open", d.support, c.support...);
    v("support_radius", between(0, world_extent), "m, how long its way to there may be; 0: as long as 'alert'",
      d.support_radius, c.support_radius...);
    v("sight", above(0, world_extent), "m, how far it sees, with targeting 'sight'", d.sight, c.sight...);
    v("fov", degrees(above(0, 360)), "of its field of view, half to either side", d.fov, c.fov...);
    v("line_of_sight",
      "it notices only what it sees; the ground decides that, without ground, with targeting 'sight', the host",
      d.line_of_sight, c.line_of_sight...);
}

/// How an agent fights (rules: evaluate_fsm, commit; chapter 28).
struct EngagementDef {
    bool managed = true; ///< managed by the stage manager; false: attacks on its own, without slots and tokens
    int grid_weight = 1; ///< 1 to max_weight: grid capacity that it takes on its target's circle
    Release release = Release::all;
    Choice choice = Choice::score;
    float engage_range = 0.0f; ///< m, >= 0: no attack begins beyond it; 0: follows from range and bodies (rules: J4)
    /// m, engage_range to world_extent: no hit counts beyond it, whatever the range of the attack. 0: a hit counts up
    /// to 0.5 m beyond the range of its attack (rules: J5).
    float hit_range = 0.0f;
    /// s, 0 to 3600: a holder that has fought this long, from attack to attack with `Release::attack`, goes back if a
    /// fresh agent of its team can take its place: a requester, or in a line of battle an agent behind it. The time
    /// counts from its first token. Then it rests as long, 3 s at most. 0: never (rules: C2.9 to C2.12a)
    double relief = 0.0;

    friend bool operator==(const EngagementDef&, const EngagementDef&) = default;
};

template <typename V, FieldsOf<EngagementDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("managed", "false: it attacks on its own, without slots and tokens", d.managed, c.managed...);
    v("grid_weight", between(1, max_weight), "grid capacity that it takes from a circle", d.grid_weight,
      c.grid_weight...);
    v("release", up_to(Release::launch), "what a holder keeps after an attack", d.release, c.release...);
    v("choice", up_to(Choice::strongest), "how it chooses among the attacks that fit", d.choice, c.choice...);
    v("engage_range", at_least(0), "m beyond which no attack begins; 0: follows from the attacks and the bodies",
      d.engage_range, c.engage_range...);
    v("hit_range", between(0, world_extent), "m beyond which no hit counts; 0: the range of the attack decides alone",
      d.hit_range, c.hit_range...);
    v("relief", between(0, 3600), "managed: s of fighting after which a fresh agent takes its place; 0: never",
      d.relief, c.relief...);
    if (d.hit_range != 0.0f) v.relation("hit_range", d.hit_range, Relation::at_least, "engage_range", d.engage_range);
}

/// The behaviour of a soulslike boss: reactions, timers, backsteps, healing, phases and staggers (rules: E15 to E48).
/// All of it is off unless given, for managed and unmanaged agents; `boss_archetype` gives it.
struct BossDef {
    /// It has `reactions`. An unmanaged agent with reactions fights as the soulslike boss does: by distance bands, and
    /// it begins no attack while it pursues (rules: U2.2).
    bool reacts = false;
    bool timed = false;        ///< it has `timers`; a managed agent only `timers.close`
    double stagger = 0.0;      ///< s, 0 to 3600: how long a hit stops it; 0: hits do not stop it
    bool super_armour = false; ///< hits do not stagger it
    ReactionDef reactions{};
    TimerDef timers{};
    BackstepDef backstep{};
    HealDef heal{};
    std::vector<PhaseDef> phases{}; ///< at most max_phases

    friend bool operator==(const BossDef&, const BossDef&) = default;
};

template <typename V, FieldsOf<BossDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("reacts", "it has reactions; in a file: true if 'reactions' are given", d.reacts, c.reacts...);
    v("timed", "it has timers; in a file: true if 'timers' are given", d.timed, c.timed...);
    v("stagger", between(0, 3600), "s for which a hit staggers it; 0: hits do not stagger it", d.stagger, c.stagger...);
    v("super_armour", "hits do not stagger it", d.super_armour, c.super_armour...);
    v("reactions", "to a change of distance band: shares of stay, combat, heal", d.reactions, c.reactions...);
    v("timers", "timers that end a state without progress", d.timers, c.timers...);
    v("backstep", "a leap away from the target", d.backstep, c.backstep...);
    v("heal", "healing with heal charges", d.heal, c.heal...);
    v("phases", at_most(max_phases), "phases of a fight, each begins at a lower share of health", d.phases,
      c.phases...);
}

/// What all agents of a kind have in common. Scenario files write the fields of the components side by side, without
/// tables for `body`, `perception`, `engagement` and `boss`.
struct ArchetypeDef {
    std::string name{};
    bool brain = true;       ///< false: a player or a dummy, which only carries out orders
    int update_interval = 1; ///< least update interval: 1, 2, 4 or 8 frames (rules: Level of detail)
    BodyDef body{};
    PerceptionDef perception{};
    EngagementDef engagement{};
    BossDef boss{};
    std::string monster{};              ///< name of a monster that was added by `World::add_monsters`; empty: none
    std::vector<UserStateUse> states{}; ///< at most max_state_uses; the agent enters the first state that applies
    CircleDef circle{};                 ///< circle around each agent of this archetype
    std::vector<AttackDef> attacks{};   ///< at most max_attacks

    friend bool operator==(const ArchetypeDef&, const ArchetypeDef&) = default;
};

template <typename V, FieldsOf<ArchetypeDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("brain", "false: a player or a dummy, which only carries out orders", d.brain, c.brain...);
    v("update_interval", between(1, longest_update_interval),
      "least update interval in frames: 1, 2, 4 or 8 (level of detail)", d.update_interval, c.update_interval...);
    describe_component(v, "body", "its body, and how it moves", d.body, c.body...);
    describe_component(v, "perception", "what it notices", d.perception, c.perception...);
    describe_component(v, "engagement", "how it fights", d.engagement, c.engagement...);
    describe_component(v, "boss", "reactions, timers, healing, phases", d.boss, c.boss...);
    v.reference("monster", Names::monster, "the monster that it follows", d.monster, c.monster...);
    v("states", at_most(max_state_uses), "states of the host, and when the agent enters them", d.states, c.states...);
    v("circle", "the engagement circle around an agent of this archetype", d.circle, c.circle...);
    v("attacks", at_most(max_attacks), "the attack table", d.attacks, c.attacks...);
    v.relation("alert", d.perception.alert, Relation::more_than, "engage_range", d.engagement.engage_range);
}

/// When an act starts. Monsters are driven by tables of states, conditions and acts (rules: Monsters).
struct ConditionDef {
    /// How the health or the time is compared with `value`; `every`: each time `value` seconds have passed.
    enum class Operator : uint8_t { less, greater, equal, every };

    Operator op = Operator::equal; ///< `every` only in `MonsterStateDef::time`
    double value = 0.0; ///< `blood`: 0 to 1, share of full health; `time`: whole seconds, 1 to 86400; `once`: ignored
    std::string act{};  ///< name of the act
    double duration = -1.0; ///< s, 0.001 to 86400: how long the act runs; -1: until the state ends
    int chance = 100;       ///< per cent, 0 to 100: probability that the act starts
    /// The condition starts its act once, however often it holds: not again before the agent follows another monster,
    /// or a reload changes the monster (rules: B9a).
    bool once = false;

    friend bool operator==(const ConditionDef&, const ConditionDef&) = default;
};

template <typename V, FieldsOf<ConditionDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("op", up_to(ConditionDef::Operator::every), "how value is compared", d.op, c.op...);
    v("value", "blood: share of its health, 0 to 1; time: whole seconds, 1 to 86400; once: ignored", d.value,
      c.value...);
    v("act", "the act that starts", d.act, c.act...);
    v("duration", or_also(-1, between(0.001, 86400)), "s for which the act runs; -1: until the state ends", d.duration,
      c.duration...);
    v("chance", between(0, 100), "per cent", d.chance, c.chance...);
    v("once", "it starts its act once, however often it holds", d.once, c.once...);
}

/// What a monster does when a condition holds. An empty field changes nothing. While the act runs, only the attacks
/// named in `skills` are used. Each line of `talk` is an event `say`.
struct ActDef {
    /// Replaces the agent's own cooldown of an attack while the act runs.
    struct Cooldown {
        std::string attack{};
        double seconds = 0.0; ///< 0 to 3600; 0: no cooldown
        friend bool operator==(const Cooldown&, const Cooldown&) = default;
    };
    /// Agents that the monster summons.
    struct Call {
        std::string archetype{};
        std::string monster{};        ///< empty: the monster of the archetype
        int count = 1;                ///< 1 to 1000
        bool dies_with_owner = false; ///< the summoned agents die after the summoner has died
        friend bool operator==(const Call&, const Call&) = default;
    };

    std::string name{};
    std::vector<std::string> skills{}; ///< names of attacks
    std::vector<Cooldown> cooldowns{};
    std::vector<int> buffs{}; ///< numbers for the host, not used by fray (event `buff`)
    std::string color{};      ///< for the host, not used by fray (event `color`)
    std::vector<std::string> talk{};
    std::vector<Call> calls{};
    std::string state{}; ///< name of the state that the monster enters

    friend bool operator==(const ActDef&, const ActDef&) = default;
};

template <typename V, FieldsOf<ActDef::Cooldown> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("attack", "the attack that has the cooldown", d.attack, c.attack...);
    v("seconds", between(0, 3600), "s", d.seconds, c.seconds...);
}
template <typename V, FieldsOf<ActDef::Call> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("archetype", "archetype of the summoned agents", d.archetype, c.archetype...);
    v("monster", "the monster that they follow; without: that of the archetype", d.monster, c.monster...);
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
    v("calls", "the agents that it summons", d.calls, c.calls...);
    v("state", "the state that it enters", d.state, c.state...);
}

/// A state of a monster. The alert distance in `action` must be more than the archetype's `engage_range`, the track
/// distance more than its `bands[2]`, where these are given. Both are at most world_extent.
struct MonsterStateDef {
    std::string name{};
    std::array<float, 2> action = {0.0f, 0.0f}; ///< m: alert and track distance; {0, 0}: those of the archetype
    float patrol_distance = 0.0f; ///< m, 0 to world_extent: from one end of its patrol to the other; 0: no patrol
    int patrol_count = 0;         ///< round trips, 0 to 1e9; -1: without end
    std::string pose{};           ///< for the host, not used by fray (event `pose`)

    /// Conditions on entering the state (`once`), on health (`blood`), and on the seconds in the state; at most 32767
    /// together.
    std::vector<ConditionDef> once{}, blood{}, time{};

    friend bool operator==(const MonsterStateDef&, const MonsterStateDef&) = default;
};

template <typename V, FieldsOf<MonsterStateDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("action", or_also(0, above(0, world_extent)), "m, alert and track distance; 0, 0: the archetype's", d.action,
      c.action...);
    v("patrol_distance", between(0, world_extent), "m; 0: none", d.patrol_distance, c.patrol_distance...);
    v("patrol_count", between(-1, 1e9), "trips there and back; -1: no limit", d.patrol_count, c.patrol_count...);
    v("pose", "for the host", d.pose, c.pose...);
    v("once", "conditions checked when it enters the state", d.once, c.once...);
    v("blood", "conditions on its health", d.blood, c.blood...);
    v("time", "conditions on the seconds since it entered the state", d.time, c.time...);
}

/// A monster: a table of states and acts. The monster starts in the first state.
struct MonsterDef {
    std::string name{};
    std::vector<MonsterStateDef> states{}; ///< 1 to 255
    std::vector<ActDef> acts{};            ///< at most 65534

    /// 1 to 16: an agent at this depth summons no agents. An agent that the host spawned has depth 0, an agent that it
    /// summons has depth 1, and so on.
    int summon_depth = 1;

    friend bool operator==(const MonsterDef&, const MonsterDef&) = default;
};

template <typename V, FieldsOf<MonsterDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.name(d.name, c.name...);
    v("states", between(1, 255), "it starts in the first", d.states, c.states...);
    v("acts", at_most(65534), "what it does when a condition holds", d.acts, c.acts...);
    v("summon_depth", between(1, 16),
      "an agent at this depth summons no agents; an agent that the host spawned has depth 0", d.summon_depth,
      c.summon_depth...);
}

/// A soulslike boss: an unmanaged archetype with `Targeting::sight`, reactions, timers, 2 heal charges, a stagger of
/// 0.5 s, and an engage range of 10 m, which is also its sight radius.
FRAY_API ArchetypeDef boss_archetype();

/// A person on foot: without a brain, 0.2 m of radius, 1.34 m/s, and a headway of 1.2 s. Flows through doors and along
/// corridors are those of real people (engine/docs/movement.md).
FRAY_API ArchetypeDef pedestrian_archetype();

/// The level of detail: agents that are far from all points of interest are updated less often (rules: Level of
/// detail).
struct DetailDef {
    /// m, not descending: beyond these distances the update interval is 2, 4, 8 frames
    std::array<float, 3> beyond = {50.0f, 100.0f, 150.0f};
    std::vector<Vec2> points{}; ///< m, points of interest, at most max_detail_points; empty: all agents count as near
    /// greatest number of agent updates a frame; if exceeded, update intervals double; 0: no budget
    uint32_t budget = 0;

    friend bool operator==(const DetailDef&, const DetailDef&) = default;
};

/// Bits of `WorldDef::event_mask`: which events are recorded (`event_bit`). No decision depends on them.
using EventMask = uint64_t;

/// Test options. They change the order and division of the work, never a result.
struct DebugDef {
    uint64_t shuffle_storage = 0; ///< seed with which the rows are shuffled every frame; 0: off
    uint64_t shuffle_chunks = 0;  ///< seed with which the chunks of each loop are shuffled; 0: off
    uint32_t chunk_size = 0;      ///< agents per chunk, to 1048576; 0: the built-in size
};

template <typename V, FieldsOf<DebugDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    v("shuffle_storage", "seed; 0: rows are not shuffled", d.shuffle_storage, c.shuffle_storage...);
    v("shuffle_chunks", "seed; 0: chunks are not shuffled", d.shuffle_chunks, c.shuffle_chunks...);
    v("chunk_size", range::at_most(1 << 20), "agents per chunk; 0: the built-in size", d.chunk_size, c.chunk_size...);
}

/// What happens when an agent that fray moves is spawned or teleported to a point that is not walkable.
enum class OffGround : uint8_t {
    move, ///< it is put at the nearest walkable point (Counters::moved_to_ground); if there is none: Error::off_ground
    refuse, ///< the call returns Error::off_ground
};

/// How important a line of the log is.
enum class LogLevel : uint8_t {
    error,   ///< memory ran out, the host's code threw an exception, or the world is dead
    warning, ///< a call was refused
};

/// Receives a line for every call that a world refuses, in addition to `World::error_text`.
struct LogDef {
    /// Called on the thread that called the world. `text` is valid until `write` returns. `write` must not throw or
    /// call the world. Null: no log.
    void (*write)(void* context, LogLevel level, const char* text) = nullptr;
    void* context = nullptr; ///< passed to `write`; not owned
};

/// The host's own profiler. It is told when a system of the frame begins and ends (`System`; rules: F1).
struct ProfilerDef {
    /// Called on the thread that runs the system. `system` is its name and stays valid. Two systems of a frame may run
    /// at the same time, on different threads. Must not throw or call the world. Null: is not called.
    void (*begin)(void* context, const char* system) = nullptr;
    void (*end)(void* context, const char* system) = nullptr; ///< the same, on the same thread
    void* context = nullptr;                                  ///< passed to both; not owned
};

/// What a world is made from (`World::create`).
struct WorldDef {
    uint64_t seed = 1; ///< of all random decisions
    double hz = 60.0;  ///< steps a second of `World::advance`, 1 to 1000
    EventMask event_mask = ~EventMask{0};
    bool wait_reasons = false; ///< record the wait reason of each agent when it changes (event `wait`)
    bool hash = true;          ///< compute the state hash in publish; its cost is reported as `Profile::hash_ns`
    uint32_t tree_every = 16;  ///< 1 to 1024: each KD-tree is refreshed once in this many frames; results stay exact
    uint32_t sort_every = 64;  ///< 1 to 65536: each agent is sorted into space-filling order once in this many frames
    OffGround off_ground = OffGround::move; ///< applies to worlds with a ground (`World::set_ground`)

    /// Reads the ground of a recording. fray_navmesh has a reader that also knows navmeshes. Null: fray's own reader,
    /// which knows grid maps.
    GroundReader read_ground = nullptr;
    JobSystem* jobs = nullptr; ///< not owned, must outlive the world; null: a private oneTBB arena of `threads`
    /// The processes that step the world together, of which this is rank 0 (fray/communicator.h). Not owned, must
    /// outlive the world; null: this process alone. The ground must implement Ground::write then.
    Communicator* communicator = nullptr;

    /// Threads of the private arena, 1 to 1024; 0: as many as the machine has. Without oneTBB (`has_tbb`) the world
    /// steps on the calling thread alone.
    int threads = 0;
    AllocatorDef allocator{}; ///< for all memory that grows with agents; definitions, names and texts use the heap

    /// Bytes, at least 4 MiB; 0: no limit. `World::spawn` and `World::reserve` return `Error::full` when memory would
    /// exceed it. A spawn is also refused if there would be no room for the memory that the agent may need later in a
    /// fight. The world continues without the agent. Agents that monsters summon are not refused. 650 to 760 bytes an
    /// agent are typical (engine/docs/performance.md).
    uint64_t memory_budget = 0;
    LogDef log{};
    ProfilerDef profiler{};
    DebugDef debug{};
};

/// Lists the numbers and switches. The reader of the ground, the job system, the communicator, the allocator, the log
/// and the profiler are not listed.
template <typename V, FieldsOf<WorldDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("seed", "seed of all random decisions", d.seed, c.seed...);
    v("hz", between(1, 1000), "steps a second", d.hz, c.hz...);
    v("event_mask", "bits: which events are recorded", d.event_mask, c.event_mask...);
    v("wait_reasons", "wait reasons are recorded", d.wait_reasons, c.wait_reasons...);
    v("hash", "the state hash is computed", d.hash, c.hash...);
    v("tree_every", between(1, 1024), "frames in which all KD-trees are refreshed once", d.tree_every, c.tree_every...);
    v("sort_every", between(1, 65536), "frames in which every agent is sorted into space-filling order once",
      d.sort_every, c.sort_every...);
    v("off_ground", up_to(OffGround::refuse), "what happens to agents that are put off the ground", d.off_ground,
      c.off_ground...);
    v("threads", between(0, 1024), "of the private arena; 0: as many as the machine has", d.threads, c.threads...);
    v("memory_budget", or_also(0, at_least(4 << 20)), "bytes; 0: no limit", d.memory_budget, c.memory_budget...);
    if constexpr (sizeof...(C) == 0) v("debug", "test options", d.debug); // C's fray_world_def names it `layout`
}

/// Which members of a squad obey its move input, and how (rules: Squads).
enum class Control : uint8_t {
    leader, ///< the leader; the other members follow once it is far enough away
    all,    ///< all living members, at once
    paths,  ///< the leader obeys at once; each other member, when it is not busy, goes to a point ahead of itself
};

/// The morale of a squad: 0 to 100 points, at first 100 (rules: Q24 to Q32). It falls with losses, hits from the side
/// and from behind, the leader's death and the sight of routing friends, and rises with kills and time. The mood of the
/// squad follows from it.
struct MoraleDef {
    bool on = false;         ///< false: the members fight until they are dead
    float losses = 150.0f;   ///< points, 0 to 10'000: the fall if all members died at once; each loss has its share
    float flank = 5.0f;      ///< points, 0 to 10'000: the fall if each member were hit once from the side
    float rear = 15.0f;      ///< points, 0 to 10'000: the fall if each member were hit once from behind
    float kills = 75.0f;     ///< points, 0 to 10'000: the rise if each member killed an enemy
    float leader = 15.0f;    ///< points, 0 to 100: the fall when its leader dies
    float leadership = 0.5f; ///< points a second, 0 to 100: the rise under an appointed leader, not under a successor
    float recovery = 1.0f;   ///< points a second, 0 to 100: the rise
    /// points a second, 0 to 100: the fall, unless it routs, for each routing squad of its team near by, at most 3
    float fear = 1.0f;
    float fear_radius = 20.0f; ///< m, 0 to world_extent: how near such a squad is, from leader to leader
    float waver = 50.0f;       ///< points, 0 to 100, more than rout: it wavers below
    float rout = 25.0f;        ///< points, 0 to 100: it routs below
    float rally = 60.0f;       ///< points, 0 to 100, more than waver: it is steady again from there on
    int rallies = 1;           ///< 0 to 255: how many routs it gets over

    friend bool operator==(const MoraleDef&, const MoraleDef&) = default;
};

template <typename V, FieldsOf<MoraleDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("on", "false: its members fight until they are dead", d.on, c.on...);
    v("losses", between(0, 10'000), "points that it falls if all members die at once; each loss has its share",
      d.losses, c.losses...);
    v("flank", between(0, 10'000), "points that it falls if each member is hit once from the side", d.flank,
      c.flank...);
    v("rear", between(0, 10'000), "points that it falls if each member is hit once from behind", d.rear, c.rear...);
    v("kills", between(0, 10'000), "points that it rises if each member kills an enemy", d.kills, c.kills...);
    v("leader", between(0, 100), "points that it falls when its leader dies", d.leader, c.leader...);
    v("leadership", between(0, 100), "points a second that it rises under a leader that is not a successor",
      d.leadership, c.leadership...);
    v("recovery", between(0, 100), "points a second that it rises", d.recovery, c.recovery...);
    v("fear", between(0, 100), "points a second that it falls for each routing squad of its team near by, at most 3",
      d.fear, c.fear...);
    v("fear_radius", between(0, world_extent), "m, how near such a squad is, from leader to leader", d.fear_radius,
      c.fear_radius...);
    v("waver", between(0, 100), "points below which it wavers: members take no new place in the fight", d.waver,
      c.waver...);
    v("rout", between(0, 100), "points below which it routs: members run away", d.rout, c.rout...);
    v("rally", between(0, 100), "points from which on it is steady again", d.rally, c.rally...);
    v("rallies", between(0, 255), "routs that it gets over", d.rallies, c.rallies...);
    v.relation("waver", d.waver, Relation::more_than, "rout", d.rout);
    v.relation("rally", d.rally, Relation::more_than, "waver", d.waver);
}

/// The mood of a squad with morale (rules: Q28).
enum class Mood : uint8_t {
    steady,   ///< it fights
    wavering, ///< its members take no new place in the fight; those that have a place fight on
    routing,  ///< its members run away
};

/// How a squad keeps together (rules: Squads).
struct SquadDef {
    /// m, 0 to 1000: an idle member farther than this from the leader follows it; 0: no member does
    float follow = 0.0f;
    /// m, > follow, to world_extent: a follower farther than this from the leader stops fighting
    float max_distance = 10.0f;
    Control control = Control::leader;
    float ahead = 4.0f; ///< m, > 0, to 100: distance from a member to its point ahead, for `Control::paths`
    double renew = 0.5; ///< s, 0.001 to 3600: time after which such a member gets a new point ahead
    MoraleDef morale{};

    friend bool operator==(const SquadDef&, const SquadDef&) = default;
};

template <typename V, FieldsOf<SquadDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("follow", between(0, 1000), "m from the leader beyond which an idle member follows it; 0: no member does",
      d.follow, c.follow...);
    v("max_distance", between(0, world_extent), "m from the leader beyond which a follower stops fighting",
      d.max_distance, c.max_distance...);
    v("control", up_to(Control::paths), "which members obey the move input, and how", d.control, c.control...);
    v("ahead", above(0, 100), "m, with control 'paths': distance from a member to its point ahead", d.ahead,
      c.ahead...);
    v("renew", between(0.001, 3600), "s between two such points of a member", d.renew, c.renew...);
    v("morale", "whether and when the squad loses courage and runs away", d.morale, c.morale...);
    v.relation("max_distance", d.max_distance, Relation::more_than, "follow", d.follow);
}

/// Kinds of orders. An order replaces or limits an agent's own decisions until its next order; `attack`, `perform` and
/// `escort` also end by themselves (rules: A21 to A26h, T1 to T7, Z1 to Z11). An agent without a brain can only have
/// the orders `free`, `go`, `retreat`, `stand` and `perform`.
enum class OrderKind : uint8_t {
    free,    ///< decide on its own again
    attack,  ///< fight `target`, and no other agent, until it is dead, despawned or on another storey; then `free`
    go,      ///< walk to `point` without fighting, and stay there
    stand,   ///< stay without fighting
    retreat, ///< run to `point` without fighting, and stay there
    /// Run to `target` and attack it once with `attack`, without token or cooldown. Then, or if the attack could not
    /// begin within 4 s, or if the target dies or is despawned: `free`. The event attack_end says how it ended.
    perform,
    advance, ///< walk to `point`, and fight on the way; after a fight walk on
    hold,    ///< stay here, and fight only enemies in reach
    /// Follow `target` when it is more than `distance` away, and fight near it: no farther away than three times that.
    /// When it is dead, despawned or on another storey: `free`.
    escort,
};

/// What the host's animation reports about an attack (rules: A36, A37, M6.2 to M6.12). Without a report the times in
/// AttackDef apply.
enum class AttackReport : uint8_t {
    hit,       ///< the hit is now
    end,       ///< the attack ends now
    interrupt, ///< the attack was interrupted
};

/// Ranks and files in which a squad marches, and stands at its point (rules: A26i to A26m, Y44).
struct SquadFormation {
    int files = 0; ///< agents side by side, 1 to 1000; 0: follows from `ranks`, or there is no formation
    int ranks = 0; ///< agents one behind the other, 1 to 1000; 0: follows from `files`. At most one of the two is given
    float spacing = 1.5f; ///< m between neighbours, 0.1 to 100
    Vec2 facing{};        ///< where it faces at its point, of any length; (0, 0): where it comes from its march

    bool given() const { return files != 0 || ranks != 0; }
    friend bool operator==(const SquadFormation&, const SquadFormation&) = default;
};

/// An order to an agent or to a squad.
struct Order {
    OrderKind kind = OrderKind::free;
    AgentId target{};    ///< for `attack`, `perform` and `escort`
    Vec2 point{};        ///< m, within world_extent; for `go`, `retreat` and `advance`. `hold`: where the agent stands
    int16_t attack = -1; ///< index in the agent's attack table; for `perform`
    /// For `go`, `retreat` and `advance`: when the order is over, it goes to the end of the agent's queue of orders.
    /// Two or more such orders make a patrol.
    bool repeat = false;
    float distance = 4.0f; ///< m, 0.1 to 1000; for `escort`
    /// s, 0 to 3600; for an order in a queue: how long the agent waits after the end of the order before
    float delay = 0.0f;
    SquadFormation formation{}; ///< for `go`, `retreat` and `advance` of `set_order` to a squad
    /// For `go`, `retreat` and `advance`: the storey of `point`. An agent on another storey goes there by links
    /// (`World::set_link`). Without it the agent goes to `point` on the storey that it is on.
    std::optional<int16_t> storey{};

    friend bool operator==(const Order&, const Order&) = default;
};

/// A link between two storeys: a stair, a ladder, a lift (rules: A31i to A31q). An agent under an order to a point on
/// another storey walks to an end of a link, waits there for its turn, and goes on at the other end.
struct LinkDef {
    Vec2 from{}, to{};                      ///< m, within world_extent: its two ends
    int16_t from_storey = 0, to_storey = 1; ///< not the same
    float radius = 1.5f;                    ///< m, 0.1 to 100: agents that are so near to an end can enter there
    int capacity = 1;                       ///< 1 to 10000: how many enter at once at an end
    float interval = 0.5f;                  ///< s, 0 to 3600: time between two departures from an end
    float cost = 0.0f;   ///< m, 0 to 100000: how much longer a way through it seems to agents that choose a link
    bool two_way = true; ///< false: it leads only from `from` to `to`
    bool open = true;    ///< false: no agent can enter it

    friend bool operator==(const LinkDef&, const LinkDef&) = default;
};

template <typename V, FieldsOf<LinkDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("from", "m, an end", d.from, c.from...);
    v("to", "m, the other end", d.to, c.to...);
    v("from_storey", between(-32768, 32767), "storey of 'from'", d.from_storey, c.from_storey...);
    v("to_storey", between(-32768, 32767), "storey of 'to', not the same", d.to_storey, c.to_storey...);
    v("radius", between(0.1, 100), "m: agents that are so near to an end can enter there", d.radius, c.radius...);
    v("capacity", between(1, 10'000), "how many enter at once at an end", d.capacity, c.capacity...);
    v("interval", between(0, 3600), "s between two departures from an end", d.interval, c.interval...);
    v("cost", between(0, 100'000), "m by which a way through it seems longer to agents that choose a link", d.cost,
      c.cost...);
    v("two_way", "false: it leads only from 'from' to 'to'", d.two_way, c.two_way...);
    v("open", "false: no agent can enter it", d.open, c.open...);
}

/// What happens to agents that fray moves where an obstacle is set.
enum class OnObstacle : uint8_t {
    push,   ///< they come to the nearest point where they can stand
    refuse, ///< if there are any, the obstacle is refused
};

/// An obstacle on the ground of a world.
struct PlacedObstacle {
    ObstacleId id{};
    Obstacle obstacle{};

    friend bool operator==(const PlacedObstacle&, const PlacedObstacle&) = default;
};

/// A question to the host: does the viewer see the target? (`World::sight_questions`)
struct SightQuestion {
    AgentId viewer{}, target{};
    friend bool operator==(const SightQuestion&, const SightQuestion&) = default;
};

/// An agent to be spawned.
struct SpawnDef {
    ArchetypeIndex archetype = 0;
    TeamIndex team = 0;
    int16_t storey = 0;          ///< agents on different storeys are never neighbours or targets
    SquadId squad{};             ///< null: a squad of its own
    Vec2 position{};             ///< m, within world_extent
    Vec2 heading = {1.0f, 0.0f}; ///< finite and not zero; is normalised
    uint64_t user_data = 0;      ///< user data: kept for the host, never read by fray
};

/// Stands for a hit without a projectile.
inline constexpr uint32_t no_projectile = ~0u;

/// A projectile in flight (rules: H1.7 to H1.9).
struct Projectile {
    Vec2 from{}; ///< m, where it was launched
    AgentId target{};
    AgentId shooter{}; ///< null: it was despawned since the launch
    Serial shooter_serial = no_serial;
    ArchetypeIndex archetype = 0;       ///< of the shooter
    int16_t attack = -1;                ///< index in the table of `archetype`; -1: a reload has removed the attack
    double launched = 0.0, lands = 0.0; ///< s of the world's time
    float damage = 0.0f;                ///< damage of the attack at the launch
    float hit_range = 0.0f;             ///< m: it hits if its target is at most this far from `from`
    uint32_t number = 0;                ///< in the order of launching, from 0
    int16_t storey = 0;                 ///< where it was launched
};

/// A squad that was made by `World::add_squad`, as `World::squads` lists it.
struct SquadInfo {
    SquadId id{};
    TeamIndex team = 0;
    AgentId leader{};     ///< null: it has none
    uint32_t members = 0; ///< living and dead agents
    Vec2 move_input{};    ///< direction of length 0 to 1; (0, 0): none
    Mood mood = Mood::steady;
    float morale = 100.0f; ///< points, 0 to 100; always 100 without `MoraleDef::on`
};

/// The figures of an engagement circle, as `World::circles` lists it. fray/inspect.h has its slots and queues.
struct CircleInfo {
    AgentId target{};
    int grid_capacity = 0, grid_free = 0, attack_capacity = 0, attack_free = 0;
    uint32_t slots = 0, holders = 0, requesters = 0;
};

/// What the host has made of an agent's body (`World::set_speed_factor` and others).
struct Body {
    float speed_factor = 1.0f;
    float radius = 0.0f; ///< m: the present radius
    float avoidance_factor = 1.0f;
    Vec2 push{};            ///< m/s: the velocity of a push that goes on
    double stunned = 0.0;   ///< s: for how long the agent stays stunned
    double push_left = 0.0; ///< s: for how long the push goes on
};

/// A row of an agent's threat table (rules: T34).
struct Threat {
    AgentId attacker{};
    float points = 0.0f; ///< > 0; as they have faded by now
    friend bool operator==(const Threat&, const Threat&) = default;
};

/// The capacities of the circle around an agent: 0 to max_weight.
struct Capacity {
    int grid = 0, attack = 0;
    friend bool operator==(const Capacity&, const Capacity&) = default;
};

/// What a target sees, for `CircleDef::offscreen_limit`: a cone.
struct ViewCone {
    Vec2 direction = {1.0f, 0.0f}; ///< finite and not zero
    float half_angle = 3.1415927f; ///< rad to either side, 0 to pi
    friend bool operator==(const ViewCone&, const ViewCone&) = default;
};

} // namespace fray

#include "fray/end_header.h"
