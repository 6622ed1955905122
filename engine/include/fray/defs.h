// The structs that define a world, its archetypes, monsters, squads, orders and spawns. They are plain structs. Every
// field has a default. The comment of a field gives its unit, if it has a unit, and the values that are allowed.
//
// Lengths are in metres, times in seconds and angles in radians, unless a field says otherwise. "Rules" refers to
// engine/docs/rules.md, by the title of a section. "Chapter 28" is "Beyond the Kung-Fu Circle" in Game AI Pro, the
// source of the stage manager. The kung-fu circle is the basic design that this chapter extends. The soulslike boss is
// the boss of an article on enemies with state machines; the table of sources in rules.md names it. Figures that the
// article does not give are chosen by fray.
//
// Every field has an initialiser, if only {}. Without it g++ -Wextra warns about each field that a host leaves out.
//
// A field of a struct is written here and nowhere else. From this file engine/generate.py writes the lists of fields
// (fray/lists.h). Checks, scenario files, the C API, bindings, bytes and random tests follow from these. So what stands
// before the first colon of a field's comment has a form:
//
// - `m, 0 to 1000`: the unit, and the values that are allowed. `rad` is in degrees in files.
// - `> 0`, `> 0, to 3600`, `>= 0`: more than 0; more than 0, at most 3600; at least 0.
// - `or 0`, `or all 0`, `or unlimited`: what is allowed, too.
// - `any`: the list checks no range. A number has a range or this.
// - `ascending`, `not descending`: the order of the numbers of an array.
// - `at most max_phases`: the elements of a list.
// - `at least windup`, `more than rout_threshold`: another field. `or 0` after it: this field may be 0.
// - `needs attack_class`: a value other than 0 needs another field.
// - `required`: a file must give it. `either map or rows`: a file gives one of these.
// - `key`: it is the key of its table in a file. `keys close, mid, far`: its elements have these keys.
// - `component`: in a file its fields stand beside those of the struct around it. `table`: its elements have names.
// - `names a monster`: it is the name of another definition.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

#include "fray/allocator.h"
#include "fray/api.h"
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

inline constexpr int max_teams = 256;           ///< in a world
inline constexpr int max_archetypes = 4096;     ///< in a world
inline constexpr int max_attacks = 255;         ///< in an attack table
inline constexpr int max_slots = 256;           ///< on a circle
inline constexpr int max_attack_classes = 1024; ///< different names of attack classes in a world
inline constexpr int max_phases = 16;           ///< of an archetype
inline constexpr int max_state_uses = 16;       ///< user states that an archetype names
inline constexpr int max_monsters = 4096;       ///< in a world
inline constexpr int max_user_states = 64;      ///< in a world
inline constexpr int max_obstacles = 65536;     ///< in a world
inline constexpr int max_nav_links = 64;        ///< between floors, in a world; their numbers begin at 0
inline constexpr int max_weight = 1'000'000;    ///< greatest grid weight, attack weight or capacity
inline constexpr int max_detail_points = 256;   ///< in `DetailDef::points`
inline constexpr int max_update_interval = 8;   ///< longest update interval, in frames

inline constexpr float min_body_radius = 0.05f, max_body_radius = 50.0f; ///< m, of a body
inline constexpr float max_speed_factor = 10.0f;
inline constexpr float min_avoidance_factor = 0.01f, max_avoidance_factor = 100.0f;
inline constexpr float max_combat_factor = 1e6f;
inline constexpr float min_attack_speed = 0.01f, max_attack_speed = 100.0f;
inline constexpr double max_stun_time = 3600.0;                      ///< s
inline constexpr double min_push_time = 0.001, max_push_time = 60.0; ///< s
inline constexpr double max_push_speed = 100.0;                      ///< m/s

/// Returns whether `frames` is a valid update interval: 1, 2, 4 or 8 frames (rules: Level of detail).
constexpr bool is_update_interval(int64_t frames) {
    return frames == 1 || frames == 2 || frames == 4 || frames == max_update_interval;
}

/// Health that damage does not lower. Damage is still reported by the event `hurt`.
inline constexpr float unlimited_health = std::numeric_limits<float>::infinity();

/// How the agents of an archetype select their targets (rules: acquire_targets).
enum class Targeting : uint8_t {
    self, ///< the nearest hostile agent within the agent's own alert radius
    team, ///< team alert: the nearest hostile agent within the alert radius of any living member of the squad
    /// The nearest hostile agent in its own field of view; kept until it is beyond `bands[3]`. An agent that is hit
    /// from behind does not turn: the host may give it an order, or another targeting.
    sight,
    spread, ///< like `team`, but prefers targets with room on their engagement circles
    /// The agent that has hurt it most, with older damage counting less; else as `self`.
    threat,
};

/// What a slot holder keeps when its attack has ended: the release policy.
enum class ReleasePolicy : uint8_t {
    attack, ///< keeps its slot, or moves to the nearest open slot if that is nearer (the kung-fu circle's
            ///< ReleaseAttackWeight)
    all,    ///< gives its slot up and requests again at the back of the queue (ReleaseAllWeight of the kung-fu circle)
    launch, ///< gives its slot up at the hit and its attack weight at the end of the attack (chapter 28)
};

/// How an agent chooses when it can begin several attacks.
enum class AttackChoice : uint8_t {
    first,     ///< the first in the attack table, as in the kung-fu circle
    random,    ///< at random with equal probabilities, as in the soulslike boss
    score,     ///< at random in proportion to `AttackDef::score`
    strongest, ///< the greatest attack weight; ties: the first in the attack table
};

/// How slot holders without an attack token exchange slots when the target has moved or the holders have changed.
enum class RebalanceMode : uint8_t {
    exact,   ///< the assignment with the least sum of distances (Jonker and Volgenant 1987)
    nearest, ///< greedy: the nearest pair of holder and slot first (the listing in chapter 28)
    off,     ///< holders keep their slots; requesters do not change to an open slot of another target, unless it is in
             ///< reach
};

/// Where agents without a slot wait (rules: Outside).
enum class RoamMode : uint8_t {
    patrol, ///< walks around the roam ring, counter-clockwise, as in the kung-fu circle
    flank,  ///< stands on the roam ring in front of a free slot, as in chapter 28
};

/// Which agents share a cooldown.
enum class CooldownScope : uint8_t {
    circle, ///< the agents that fight the same target
    world,  ///< all agents of the world
};

/// Whether fray or the host moves the agents of an archetype (engine/docs/motion.md).
enum class MotionType : uint8_t {
    simulated, ///< fray integrates positions
    host, ///< the host sets positions with `World::set_host_poses` and reads `goals`, `preferred_speeds` and `facings`
};

/// Limits how often an attack is used, in three tiers (the kung-fu circle and chapter 28). An
/// attack counts as used when its attack token is given. If the attack ends before its windup has begun, it does not
/// count. Unmanaged archetypes may use `agent` only.
struct CooldownDef {
    double agent = 0.0; ///< s, 0 to 3600: until the same agent can use the attack again; 0: none
    /// s, 0 to 3600: until agents of this archetype can use the attack again after `uses` uses; 0: none
    double archetype = 0.0;
    int uses = 1;        ///< 1 to 1000: uses before the cooldown `archetype` starts; its start refills them
    double global = 0.0; ///< s, 0 to 3600, needs attack_class: until any attack of the same class can be used; 0: none
    CooldownScope scope = CooldownScope::circle; ///< agents that share the cooldowns `archetype` and `global`

    friend bool operator==(const CooldownDef&, const CooldownDef&) = default;
};

/// A row of an archetype's attack table.
struct AttackDef {
    std::string name{};         ///< required: its name
    std::string attack_class{}; ///< name of the class for class limits and global cooldowns; empty: none
    /// 0 to max_weight: attack weight, the attack capacity that the attack uses. With 0 it uses none, and begins also
    /// while none is free: give it an `attack_class` with a limit, and shots have a capacity of their own
    int weight = 1;
    float damage = 1.0f; ///< 0 to 1e9: health that the target loses
    /// name of the class of its damage, such as "pierce", for `damage_factors`; empty: none
    std::string damage_class{};

    /// m, 0 to world_extent, not descending: least and greatest distance between centres at the start. `engage_range`
    /// and `hit_range` limit it too, if they are given. {0, 0}: up to 1.2 m between the bodies
    std::array<float, 2> range = {0.0f, 0.0f};
    /// rad, -pi to pi, not descending: least and greatest bearing of the target at the start, from the agent's heading,
    /// left positive
    std::array<float, 2> angle = {-3.1415927f, 3.1415927f};
    // What the hit strikes is decided when it is due: the target, and other enemies as far as `max_hits` allows, that
    // are then within `reach` and within `arc`, with no wall between. A projectile needs neither.
    /// m, 0 to world_extent: greatest distance between centres at the hit. `hit_range` limits it too, if it is given.
    /// 0: 0.5 m more than the greatest distance at the start, less the lunge, but at least 0.5 m between the bodies
    float reach = 0.0f;
    /// rad, 0 to 2 pi: half of it to each side of where the agent faces at the hit
    float arc = 2.0943951f;
    int max_hits = 1; ///< 1 to 65535: greatest number of agents that a hit strikes, the target first, then the nearest
    /// 0 to 1: part of the windup in which the agent still turns with its target; then it faces where it faces
    float tracking = 0.5f;
    /// m, 0 to 100: a step along its heading, while the windup lasts and it no longer turns. Not with `keeps_speed`
    float lunge = 0.0f;
    /// it does not stop for its windup, but goes on along its heading at the speed that it has, as riders do
    bool keeps_speed = false;
    double windup = 0.3;           ///< s, 0 to 3600: from the start to the hit
    double duration = 0.8;         ///< s, 0 to 3600, at least windup: from the start to the end
    double recovery = 1.0;         ///< s, 0 to 3600: from the end until the agent can attack again
    int score = 1;                 ///< 0 to 1'000'000: relative probability with the choice `score`
    float projectile_speed = 0.0f; ///< m/s, 0.1 to 1000, or 0: the hit launches a projectile; 0: the hit is immediate
    // A projectile is aimed at where it meets its target if that keeps its velocity. It strikes the first enemy on its
    // way, or what is where it lands. None is launched at a target for which enough damage is in the air: an unmanaged
    // agent takes the nearest other enemy in its arc, or holds the shot; the attack goes on without it.
    /// m, 0 to world_extent: it flies in an arc, over all agents but enemies within so many metres of either end. 0: it
    /// flies straight
    float arc_clear = 0.0f;
    /// m, 0 to world_extent: greatest distance of the place where it lands from the place at which it is aimed
    float spread = 0.0f;
    /// m, 0 to 1000: where it ends it strikes agents whose bodies are so near, as far as `max_hits` allows
    float splash = 0.0f;
    /// it follows its target, which it strikes if that is then within `reach` of the launch, and no other on its way
    bool homing = false;
    /// it begins only if no agent stands in the line to the target, except enemies
    bool needs_clear_line = false;
    /// it strikes friends as it does enemies; an arc passes over friends on its way
    bool friendly_fire = false;
    /// 0 to 1e6: a charge, health that the target loses besides `damage` for each m/s of the impact speed. That is the
    /// speed at which the two approach each other when the attack begins, times 2 m / (m + M) for the masses of
    /// attacker and target. Not for projectiles
    float impact_damage = 0.0f;
    /// m, 0 to 10: a charge, by which a hit pushes the target for each m/s of the impact speed, at most 20 m. Not for
    /// projectiles. A target that the host moves: as `World::push`
    float impact_push = 0.0f;
    CooldownDef cooldown{}; ///< limits how often it is used

    friend bool operator==(const AttackDef&, const AttackDef&) = default;
};

/// How much of the damage of a class an agent takes.
struct DamageFactor {
    std::string damage_class{}; ///< AttackDef::damage_class, not empty
    float factor = 1.0f;        ///< 0 to 1e6: multiplies it

    friend bool operator==(const DamageFactor&, const DamageFactor&) = default;
};

/// Limits how many attack tokens for attacks of a class a circle gives at the same time.
struct ClassLimit {
    std::string attack_class{}; ///< name of the class, not empty
    int max_tokens = 1;         ///< 0 to max_slots: tokens at the same time

    friend bool operator==(const ClassLimit&, const ClassLimit&) = default;
};

/// Holds a course of pressure on a target: it moves the capacities of the circle so that the target is under attack for
/// a share of the time. The capacities that `CircleDef` and `World::set_capacity` give become upper bounds. The course
/// begins with the circle, when the first enemy asks for a slot. Attacks of unmanaged agents do not count.
struct DirectorDef {
    /// 0 to 1: share of the time in which the target is to be under attack, at the peak; 0: no director
    float pressure = 0.0f;
    double build_up = 0.0; ///< s, 0 to 3600: for so long the pressure rises from 0 to the peak
    /// s, > 0, to 3600, or unlimited: for so long it stays there
    double peak = std::numeric_limits<double>::infinity();
    double relief = 0.0; ///< s, 0 to 3600: then nothing attacks for so long, and the course begins anew
    double pause = 0.0;  ///< s, 0 to 60: for so long no attack is allowed after one has ended
    int least_grid_capacity =
        max_weight;                ///< 0 to max_weight: lower bound of the grid capacity, which follows the course
    int least_attack_capacity = 0; ///< 0 to max_weight: lower bound of the attack capacity

    friend bool operator==(const DirectorDef&, const DirectorDef&) = default;
};

/// The engagement circle around an agent: slots and budgets for the agents that fight it (rules: commit; chapter 28).
struct CircleDef {
    /// 0 to max_slots: standing positions, evenly spaced on the approach ring. 0: as many as the target's grid capacity
    /// (1 to max_slots), also when `World::set_capacity` changes it; all holders then change to the new slots
    int slots = 8;
    int grid_capacity = 12;   ///< 0 to max_weight: greatest sum of the holders' grid weights
    int attack_capacity = 10; ///< 0 to max_weight: greatest sum of the attack weights of all tokens
    /// m, 0 to 1000: distance from the target to which every agent with a token steps in. 0: each attack has its own
    /// distance, which follows from its range and from the bodies
    float attack_radius = 0.0f;
    /// m, 0 to 1000, more than attack_radius or 0: radius of the approach ring. 0: 3.6 m more than the radius of the
    /// body
    float approach_radius = 0.0f;
    float roam_gap = 2.0f;       ///< m, > 0, to 1000: radius of the roam ring minus radius of the approach ring
    float arrival_radius = 0.5f; ///< m, > 0: a holder this near to its slot has arrived

    /// s, 0 to 3600: time for which the first requester must have been too heavy for the free grid capacity before
    /// freed capacity is kept for it. 0: it is never kept
    double slot_patience = 3.0;
    /// 0 to 1000, or unlimited: the requester gets a slot first that could attack from it soonest, less so many times
    /// the time for which it has waited. 0: the nearest; unlimited: in the order of arrival
    float queue_credit = 1.0f;
    /// s, 0 to 3600: time for which a ready holder must have waited for free attack capacity before it stays at the
    /// head of the token queue until it gets a token. 0: it never stays
    double token_patience = 3.0;
    /// s, 0 to 3600: an agent requests a slot when it can run to the circle in this time; 0: as soon as it has the
    /// target
    double request_time = 3.0;
    /// s, 0 to 3600: time in which a holder must arrive, or it gives up its slot; 0: no limit
    double arrival_timeout = 6.0;
    /// s, > 0, to 3600: a holder loses its unused token after this time out of range or angle
    double attack_timeout = 4.0;
    RebalanceMode rebalance_mode = RebalanceMode::exact; ///< how holders exchange slots when the target moves
    float switch_margin = 0.5f; ///< m, 0 to world_extent: distance that a rebalancing or a change of target must save
    double switch_dwell_time = 2.0; ///< s, 0 to 3600: least time between two rebalancings of a holder
    /// a requester within roam radius + 0.5 m takes the slot of a holder farther away
    bool allows_stealing = true;
    double steal_grace_time = 3.0; ///< s, 0 to 3600: after its admission, a holder is safe from stealing for this time
    RoamMode roam_mode = RoamMode::flank; ///< where agents without a slot wait
    /// with `RoamMode::flank` agents wait only before slots in the target's view (`World::set_view`), while one is open
    /// there
    bool waits_in_view = false;
    /// 0 to 1: how much even spacing counts when slots are given; 0: only the distance counts
    float even_spacing = 0.0f;
    // Pacing of attacks. A time of 0 switches the rule off.
    double token_interval = 0.0; ///< s, 0 to 3600: least time between two tokens of the circle; 0: none
    /// s, 0 to 3600: time after releasing a slot in which an agent requests no slot; 0: none
    double rest_time = 0.0;
    /// s, 0 to 3600: a holder without a token gives up its slot after this time; 0: no limit
    double token_wait_timeout = 0.0;
    /// s, 0 to 3600: a holder gives up its slot if its attacks are out of range or too heavy this long; 0: never
    double no_attack_timeout = 5.0;
    double interrupt_grace_time = 0.0; ///< s, 0 to 3600: an interrupted attacker keeps its token for this time; 0: none
    /// at most max_attack_classes: token limits by attack class; each class at most once
    std::vector<ClassLimit> class_limits{};
    /// `class_limits` count attacks of unmanaged agents on the target, too, and hold them back
    bool limits_unmanaged = false;
    int max_offscreen_tokens = -1; ///< -1 to max_slots: tokens for agents outside the target's view; -1: no limit
    DirectorDef director{};        ///< holds a course of pressure on the target

    friend bool operator==(const CircleDef&, const CircleDef&) = default;
};

/// The kung-fu circle that chapter 28 describes: as many slots as grid capacity (`slots` 0), `RoamMode::patrol`,
/// no patience, no stealing, no rebalancing. Give its attackers `ReleasePolicy::attack` and `AttackChoice::first`.
FRAY_API CircleDef kungfu_circle(int grid_capacity, int attack_capacity);
/// The circle of chapter 28's stage manager ("Belgian AI"): the defaults of CircleDef (eight slots, `RoamMode::flank`,
/// patience, stealing, rebalancing). Give its attackers `ReleasePolicy::launch`.
FRAY_API CircleDef belgian_circle(int grid_capacity, int attack_capacity);

/// Shares of the reactions to a change of distance band: whole numbers, 0 to 1'000'000, sum > 0.
struct ReactionWeights {
    int stay = 0;   ///< 0 to 1'000'000: the agent goes on as before
    int combat = 0; ///< 0 to 1'000'000: it goes to state combat; a managed agent goes on as before
    /// 0 to 1'000'000: it heals, in bands 0 and 1 after a backstep; without a heal charge it goes on as before
    int heal = 0;

    friend bool operator==(const ReactionWeights&, const ReactionWeights&) = default;
};

/// Reactions drawn at random when the distance band changes. The defaults are those of the
/// soulslike boss.
struct ReactionDef {
    /// keys close_band, mid_band, far_band: on entering distance bands 0, 1, 2
    std::array<ReactionWeights, 3> table = {{{0, 100, 0}, {60, 40, 0}, {50, 50, 0}}};
    /// keys hurt_close_band, hurt_mid_band, hurt_far_band: the same while the agent needs healing
    std::array<ReactionWeights, 3> hurt = {{{0, 25, 75}, {30, 10, 60}, {30, 10, 60}}};

    friend bool operator==(const ReactionDef&, const ReactionDef&) = default;
};

/// Timers that end a state without progress. Each field has the least and the greatest time of a
/// timer in s, 0.001 to 3600, not descending. At each start the timer gets a random time between them. The defaults are
/// those of the soulslike boss.
struct TimerDef {
    /// s, 0.001 to 3600, not descending: running in one distance band until the agent goes to state combat, least and
    /// greatest time
    std::array<double, 2> run_timeout = {5.0, 8.0};
    /// s, 0.001 to 3600, not descending: standing in bands 0 and 1 without acting until the agent makes a backstep,
    /// least and greatest time
    std::array<double, 2> close_timeout = {3.0, 5.0};

    friend bool operator==(const TimerDef&, const TimerDef&) = default;
};

/// A backstep: the agent moves straight away from its target and keeps facing it.
struct BackstepDef {
    double duration = 1.0; ///< s, 0.001 to 3600: how long it takes
    float distance = 3.0f; ///< m, 0 to 100: how far it goes

    friend bool operator==(const BackstepDef&, const BackstepDef&) = default;
};

/// Healing with heal charges, as a reaction. The agent is invulnerable meanwhile. The defaults are
/// those of the soulslike boss, which has 2 charges.
struct HealDef {
    /// 0 to 1: it needs healing below this share of its full health, while it has a heal charge
    float health_threshold = 0.5f;
    int charges = 0;             ///< 0 to 255: heal charges; 0: it never heals
    double duration = 2.0;       ///< s, 0.001 to 3600: how long it takes
    float restored_share = 0.5f; ///< 0 to 1: share of the full health that it restores

    friend bool operator==(const HealDef&, const HealDef&) = default;
};

/// A phase of a fight. It begins when health falls below a share of the full health, and healing does not end it.
/// Fields that are not set keep their values of the phase before.
struct PhaseDef {
    /// required, 0 to 1: the phase begins when the health falls below this share of the full health, which is less than
    /// in the phase before. 1, allowed in the first phase only: the phase begins at the spawn
    float health_threshold = 0.5f;
    std::vector<std::string> attacks{};     ///< names of the only attacks that the agent uses; empty: as before
    std::optional<ReactionDef> reactions{}; ///< replace those of the phase before
    std::optional<bool> super_armour{};     ///< hits do not stagger it
    std::optional<float> walk_speed{};      ///< m/s, 0 to 100
    std::optional<float> run_speed{};       ///< m/s, 0 to 100: at least `walk_speed`

    friend bool operator==(const PhaseDef&, const PhaseDef&) = default;
};

/// When an agent enters a user state (rules.md, User states; engine/docs/states.md).
struct UserStateUse {
    /// required: name of a state that was added by `World::add_state`: `flee`, `guard` or a state of the host
    std::string name{};
    /// 0 to 1: the agent enters the state when it is hurt and has less than this share of its health
    float health_threshold = 0.0f;
    bool when_idle = false; ///< the agent enters the state when it has no target and nothing else to do

    friend bool operator==(const UserStateUse&, const UserStateUse&) = default;
};

/// The body of an agent, and how it moves. The default speeds are those of the soulslike boss.
struct BodyDef {
    float health = 100.0f;         ///< > 0, or unlimited: full health, lowered by damage
    bool host_owns_health = false; ///< the host owns the health: damage is reported, and `World::set_health` sets it
    /// s, 0 to 3600: if the host kills this agent without naming an attacker, the killer is the last attacker that hurt
    /// it within this time. 0: there is no killer
    double credit_time = 10.0;
    float radius = 0.4f;          ///< m, 0.05 to 50: of a disc
    float mass = 80.0f;           ///< kg, 0.01 to 1e6: of two agents in each other's way the heavier yields less
    float walk_speed = 3.0f;      ///< m/s, 0 to 100: for roaming, stepping in and orders
    float run_speed = 5.5f;       ///< m/s, 0 to 100, at least walk_speed: for pursuing and approaching
    float acceleration = 20.0f;   ///< m/s^2, > 0, to 1000: stopping in front of another agent may exceed it
    float turn_rate = 6.2831853f; ///< rad/s, > 0: how fast it turns
    /// s, 0 to 10: it keeps the gap that it would walk in this time to whatever goes in front of it. 0:
    /// it goes as close as bodies allow
    float headway_time = 0.0f;
    float personal_space = 0.0f; ///< m, 0 to 10: the gap that it keeps to others on all sides, where there is room
    /// at most max_attack_classes: factors of the damage that it takes, by the class of the damage; each class at most
    /// once. Cavalry with 3 for "spear" takes threefold damage from spears
    std::vector<DamageFactor> damage_factors{};
    MotionType motion = MotionType::simulated; ///< whether fray or the host moves it

    friend bool operator==(const BodyDef&, const BodyDef&) = default;
};

/// What an agent notices, and how it selects its target (rules: acquire_targets, classify_distances). The default bands
/// are those of the soulslike boss. The default of `alert_radius` is that of team alert.
struct PerceptionDef {
    Targeting targeting = Targeting::team; ///< how it selects its target
    /// m, > 0, ascending, or all 0: upper limits of the distance bands 0 to 3 (close, mid, far, track). Beyond them is
    /// band 4. All 0: 0.4, 4.2, 9.2 and 11.2 m between the bodies, for two bodies of 0.4 m thus 1.2, 5, 10 and 12 m
    std::array<float, 4> bands{};
    /// m, > 0, to world_extent, more than engagement.engage_range: hostile agents within it are noticed
    float alert_radius = 20.0f;
    double scan_interval = 0.25; ///< s, 1e-6 to 3600: between two target scans of a squad
    /// m, 0 to world_extent: the agent changes to another target if that target is nearer by at least this distance
    float target_margin = 0.5f;
    double target_dwell_time = 1.0; ///< s, 0 to 3600: a target is kept for at least this time
    /// s, 0 to 3600: time in which threat fades to a half, with the targeting `threat`; 0: it does not fade
    double threat_half_life = 10.0;
    /// a managed agent takes an enemy in reach of its attacks instead of a target that is not, if that enemy has room
    /// for it. If the way to its target is closed, it also takes an enemy that a step of 1 m brings into reach. With
    /// `needs_clear_line` the enemy must have a clear line, and an unmanaged agent, too, takes one that has instead of
    /// a target that has none. Not with the targetings `sight` and `threat`
    bool retargets_in_reach = true;
    /// a managed agent that has nothing to do goes to where the enemy's line is open, round the ends of a line of
    /// battle, too; not with the targetings `sight` and `threat`
    bool supports = true;
    /// m, 0 to world_extent: how long its way to there may be, with what the crowd on it adds. 0: as long as
    /// `alert_radius`
    float support_radius = 0.0f;
    float sight_radius = 10.0f; ///< m, > 0, to world_extent: sight radius, for the targeting `sight`
    float fov = 1.7453293f; ///< rad, > 0, to 2 pi: field of view, half of it to either side, for the targeting `sight`

    /// an agent notices only what it can see: with the targeting `sight` (rules: Sight), and with the others over a
    /// ground. The walls of the ground decide that, and its present obstacles; without ground, for
    /// `sight`, the host does (`World::sight_questions`)
    bool needs_line_of_sight = false;

    friend bool operator==(const PerceptionDef&, const PerceptionDef&) = default;
};

/// How an agent fights (rules: evaluate_fsm, commit; chapter 28).
struct EngagementDef {
    bool managed = true; ///< managed by the stage manager; false: attacks on its own, without slots and tokens
    int grid_weight = 1; ///< 1 to max_weight: grid capacity that it takes on its target's circle
    ReleasePolicy release_policy = ReleasePolicy::all; ///< what a holder keeps after an attack
    AttackChoice attack_choice = AttackChoice::score;  ///< how it chooses among the attacks that fit
    float engage_range = 0.0f; ///< m, >= 0: no attack begins beyond it; 0: follows from range and bodies
    /// m, 0 to world_extent, at least engage_range or 0: no hit counts beyond it, whatever the range of the attack. 0:
    /// a hit counts up to 0.5 m beyond the range of its attack
    float hit_range = 0.0f;
    /// s, 0 to 3600: a holder that has fought this long, from attack to attack with the release policy `attack`, goes
    /// back if a fresh agent of its team can take its place: a requester, or in a line of battle an agent behind it.
    /// The time counts from its first token. Then it rests as long, 3 s at most. 0: never
    double relief_time = 0.0;

    friend bool operator==(const EngagementDef&, const EngagementDef&) = default;
};

/// How an agent takes a hit.
struct PoiseDef {
    double stagger_time = 0.0; ///< s, 0 to 3600: how long a hit stops it; 0: hits do not stop it
    bool super_armour = false; ///< hits do not stagger it

    friend bool operator==(const PoiseDef&, const PoiseDef&) = default;
};

/// The behaviour of a soulslike boss: reactions, timers, backsteps, healing, phases and staggers.
/// All of it is off unless given, for managed and unmanaged agents. The archetype of a boss has it.
struct BossDef {
    /// it has `reactions`; in a file: true if `reactions` are given. An unmanaged agent with reactions fights as the
    /// soulslike boss does: by distance bands, and it begins no attack while it pursues
    bool reacts = false;
    /// it has `timers`; in a file: true if `timers` are given. A managed agent has only `timers.close`
    bool timed = false;
    ReactionDef reactions{};        ///< to a change of distance band: shares of stay, combat, heal
    TimerDef timers{};              ///< end a state without progress
    BackstepDef backstep{};         ///< away from the target
    HealDef heal{};                 ///< healing, as a reaction
    std::vector<PhaseDef> phases{}; ///< at most max_phases: of its fight, by falling health

    friend bool operator==(const BossDef&, const BossDef&) = default;
};

/// What all agents of a kind have in common. Scenario files write the fields of the components side by side, without
/// tables for `body`, `perception`, `engagement` and `boss`.
struct ArchetypeDef {
    std::string name{};     ///< key: its name
    bool autonomous = true; ///< false: a player or a dummy, which only carries out orders
    /// frames, 1 to max_update_interval: least update interval: 1, 2, 4 or 8 (rules: Level of detail)
    int update_interval = 1;
    BodyDef body{};             ///< component: its body, and how it moves
    PerceptionDef perception{}; ///< component: what it notices
    EngagementDef engagement{}; ///< component: how it fights
    PoiseDef poise{};           ///< component: how it takes a hit
    BossDef boss{};             ///< component: reactions, timers, healing, phases
    std::string monster{};      ///< names a monster: the monster that it follows; empty: none
    /// at most max_state_uses: states of the host, and when the agent enters them; the first that applies counts
    std::vector<UserStateUse> states{};
    CircleDef circle{};               ///< the engagement circle around an agent of this archetype
    std::vector<AttackDef> attacks{}; ///< at most max_attacks: the attack table

    friend bool operator==(const ArchetypeDef&, const ArchetypeDef&) = default;
};

/// When an act starts. Monsters are driven by tables of states, conditions and acts (rules: Monsters).
struct ConditionDef {
    /// How the health or the time is compared with `value`; `every`: each time `value` seconds have passed.
    enum class Operator : uint8_t { below, above, equals, every };

    Operator op = Operator::equals; ///< how `value` is compared; `every` only in `MonsterStateDef::on_time`
    /// any: `on_health`: share of full health, 0 to 1; `on_time`: whole seconds, 1 to 86400; `on_enter`: ignored
    double value = 0.0;
    std::string act{};      ///< name of the act that starts
    double duration = -1.0; ///< s, 0.001 to 86400, or -1: how long the act runs; -1: until the state ends
    int chance = 100;       ///< per cent, 0 to 100: probability that the act starts
    /// the condition starts its act once, however often it holds: not again before the agent follows another monster,
    /// or a reload changes the monster
    bool once = false;

    friend bool operator==(const ConditionDef&, const ConditionDef&) = default;
};

/// What a monster does when a condition holds. An empty field changes nothing. While the act runs, only the attacks
/// named in `attacks` are used. Each line of `lines` is an event `say`.
struct ActDef {
    /// Replaces the agent's own cooldown of an attack while the act runs.
    struct Cooldown {
        std::string attack{}; ///< name of the attack that has the cooldown
        double seconds = 0.0; ///< s, 0 to 3600: the cooldown; 0: none
        friend bool operator==(const Cooldown&, const Cooldown&) = default;
    };
    /// Agents that the monster summons.
    struct Summon {
        std::string archetype{};      ///< archetype of the summoned agents
        std::string monster{};        ///< the monster that they follow; empty: the monster of the archetype
        int count = 1;                ///< 1 to 1000: agents
        bool dies_with_owner = false; ///< the summoned agents die after the summoner has died
        friend bool operator==(const Summon&, const Summon&) = default;
    };

    std::string name{};                 ///< key: its name
    std::vector<std::string> attacks{}; ///< names of the only attacks that it uses; empty: no change
    std::vector<Cooldown> cooldowns{};  ///< other cooldowns for attacks
    std::vector<int> buffs{};           ///< any: numbers for the host, not used by fray (event `buff`)
    std::string color{};                ///< for the host, not used by fray (event `color`)
    std::vector<std::string> lines{};   ///< lines, each an event `say`
    std::vector<Summon> summons{};      ///< agents that it summons
    std::string state{};                ///< name of the state that the monster enters

    friend bool operator==(const ActDef&, const ActDef&) = default;
};

/// A state of a monster. The alert radius in `action_distances` must be more than the archetype's `engage_range`, the
/// track distance more than its `bands[2]`, where these are given. Both are at most world_extent.
struct MonsterStateDef {
    std::string name{}; ///< key: its name
    /// m, > 0, to world_extent, or 0: alert radius and track distance; {0, 0}: those of the archetype
    std::array<float, 2> action_distances = {0.0f, 0.0f};
    float patrol_distance = 0.0f; ///< m, 0 to world_extent: from one end of its patrol to the other; 0: no patrol
    int patrol_count = 0;         ///< -1 to 1e9: round trips; -1: without end
    std::string pose{};           ///< for the host, not used by fray (event `pose`)

    /// conditions that are checked when it enters the state; with `on_health` and `on_time` at most 32767
    std::vector<ConditionDef> on_enter{};
    std::vector<ConditionDef> on_health{}; ///< conditions on its health
    std::vector<ConditionDef> on_time{};   ///< conditions on the seconds since it entered the state

    friend bool operator==(const MonsterStateDef&, const MonsterStateDef&) = default;
};

/// A monster: a table of states and acts. The monster starts in the first state.
struct MonsterDef {
    std::string name{};                    ///< key: its name
    std::vector<MonsterStateDef> states{}; ///< 1 to 255: it starts in the first
    std::vector<ActDef> acts{};            ///< at most 65534: what it does when a condition holds

    /// 1 to 16: an agent at this depth summons no agents. An agent that the host spawned has depth 0, an agent that it
    /// summons has depth 1, and so on
    int summon_depth = 1;

    friend bool operator==(const MonsterDef&, const MonsterDef&) = default;
};

/// A soulslike boss: an unmanaged archetype with `Targeting::sight`, reactions, timers, 2 heal charges, a stagger of
/// 0.5 s, and an engage range of 10 m, which is also its sight radius.
FRAY_API ArchetypeDef boss_archetype();

/// A person on foot: not autonomous, 0.2 m of radius, 1.34 m/s, and a headway of 1.2 s. Flows through doors and along
/// corridors are those of real people (engine/docs/movement.md).
FRAY_API ArchetypeDef pedestrian_archetype();

/// The level of detail: agents that are far from all points of interest are updated less often (rules: Level of
/// detail).
struct DetailDef {
    /// m, not descending: beyond these distances the update interval is 2, 4, 8 frames
    std::array<float, 3> distances = {50.0f, 100.0f, 150.0f};
    std::vector<Vec2> points{}; ///< m, points of interest, at most max_detail_points; empty: all agents count as near
    /// greatest number of agent updates a frame; if exceeded, update intervals double; 0: no budget
    uint32_t update_budget = 0;

    friend bool operator==(const DetailDef&, const DetailDef&) = default;
};

/// Bits of `WorldDef::event_mask`: which events are recorded (`event_bit`). No decision depends on them.
using EventMask = uint64_t;

/// Test options. They change the order and division of the work, never a result.
struct DebugDef {
    uint64_t shuffle_storage = 0; ///< any: seed with which the rows are shuffled every frame; 0: off
    uint64_t shuffle_chunks = 0;  ///< any: seed with which the chunks of each loop are shuffled; 0: off
    uint32_t chunk_size = 0;      ///< 0 to 1048576: agents per chunk; 0: the built-in size
};

/// What happens when an agent that fray moves is spawned or teleported to a point that is not walkable.
enum class OffGround : uint8_t {
    move, ///< it is put at the nearest walkable point (Counters::moved_to_ground); if there is none: Error::off_ground
    refuse, ///< the call returns Error::off_ground
};

/// How important a line of the log is.
enum class LogLevel : uint8_t {
    error,   ///< memory ran out, the host's code threw an exception, or the world is dead
    warning, ///< a call was refused, or does less than it says
};

/// Receives a line for every call that a world refuses, in addition to `World::error_text`, and for
/// `World::set_capacity` with more grid capacity than the slots of the circle can use.
struct LogDef {
    /// Called on the thread that called the world. `text` is valid until `write` returns. `write` must not throw or
    /// call the world. Null: no log.
    void (*write)(void* context, LogLevel level, const char* text) = nullptr;
    void* context = nullptr; ///< passed to `write`; not owned
};

/// The host's own profiler. It is told when a system of the frame begins and ends (`FrameSystem`).
struct ProfilerDef {
    /// Called on the thread that runs the system. `system` is its name and stays valid. Two systems of a frame may run
    /// at the same time, on different threads. Must not throw or call the world. Null: is not called.
    void (*begin)(void* context, const char* system) = nullptr;
    void (*end)(void* context, const char* system) = nullptr; ///< the same, on the same thread
    void* context = nullptr;                                  ///< passed to both; not owned
};

/// What a world is made from (`World::create`).
struct WorldDef {
    uint64_t seed = 1;                    ///< any: of all random decisions
    double hz = 60.0;                     ///< 1 to 1000: steps a second of `World::advance`
    EventMask event_mask = ~EventMask{0}; ///< any: which events are recorded: bits `event_bit`
    /// record the wait reason of each agent when it changes (event `wait`)
    bool records_wait_reasons = false;
    bool hashes = true;          ///< compute the state hash in publish; its cost is reported as `Profile::hash_ns`
    uint32_t tree_interval = 16; ///< frames, 1 to 1024: in which each KD-tree is refreshed once; results stay exact
    uint32_t sort_interval = 64; ///< frames, 1 to 65536: in which each agent is sorted into space-filling order once
    /// what happens to agents that are put off the ground (`World::set_ground`)
    OffGround off_ground = OffGround::move;

    /// Reads the ground of a recording. fray_navmesh has a reader that also knows navmeshes. Null: fray's own reader,
    /// which knows grid maps.
    GroundReader read_ground = nullptr;
    JobSystem* jobs = nullptr; ///< not owned, must outlive the world; null: a private oneTBB arena of `threads`
    /// The processes that step the world together, of which this is rank 0 (fray/communicator.h). Not owned, must
    /// outlive the world; null: this process alone. The ground must implement Ground::write then.
    Communicator* communicator = nullptr;

    /// 0 to 1024: of the private arena; 0: as many as the machine has. Without oneTBB (`has_tbb`) the world steps on
    /// the calling thread alone
    int threads = 0;
    AllocatorDef allocator{}; ///< for all memory that grows with agents; definitions, names and texts use the heap

    /// bytes, at least 4 MiB, or 0: `World::spawn` and `World::reserve` return `Error::full` when memory would exceed
    /// it. A spawn is also refused if there would be no room for the memory that the agent may need later in a fight.
    /// The world continues without the agent. Agents that monsters summon are not refused. 650 to 760 bytes an agent
    /// are typical (engine/docs/performance.md). 0: no limit
    uint64_t memory_budget = 0;
    LogDef log{};
    ProfilerDef profiler{};
    DebugDef debug{}; ///< test options
};

/// Which members of a squad obey its move input, and how (rules: Squads).
enum class SquadControl : uint8_t {
    leader, ///< the leader; the other members follow once it is far enough away
    all,    ///< all living members, at once
    paths,  ///< the leader obeys at once; each other member, when it is not busy, goes to a point ahead of itself
};

/// The morale of a squad: 0 to 100 points, at first 100. It falls with losses, hits from the side
/// and from behind, the leader's death and the sight of routing friends, and rises with kills and time. The mood of the
/// squad follows from it.
struct MoraleDef {
    bool enabled = false; ///< false: the members fight until they are dead
    /// points, 0 to 10'000: the fall if all members died at once; each loss has its share
    float loss_penalty = 150.0f;
    float flank_penalty = 5.0f;   ///< points, 0 to 10'000: the fall if each member were hit once from the side
    float rear_penalty = 15.0f;   ///< points, 0 to 10'000: the fall if each member were hit once from behind
    float kill_bonus = 75.0f;     ///< points, 0 to 10'000: the rise if each member killed an enemy
    float leader_penalty = 15.0f; ///< points, 0 to 100: the fall when its leader dies
    /// points a second, 0 to 100: the rise under an appointed leader, not under a successor
    float leadership_rate = 0.5f;
    float recovery_rate = 1.0f; ///< points a second, 0 to 100: the rise
    /// points a second, 0 to 100: the fall, unless it routs, for each routing squad of its team near by, at most 3
    float fear_rate = 1.0f;
    float fear_radius = 20.0f; ///< m, 0 to world_extent: how near such a squad is, from leader to leader
    /// points, 0 to 100, more than rout_threshold: it wavers below, and members take no new place in the fight
    float waver_threshold = 50.0f;
    float rout_threshold = 25.0f;  ///< points, 0 to 100: it routs below, and members run away
    float rally_threshold = 60.0f; ///< points, 0 to 100, more than waver_threshold: it is steady again from there on
    int max_rallies = 1;           ///< 0 to 255: how many routs it gets over

    friend bool operator==(const MoraleDef&, const MoraleDef&) = default;
};

/// The mood of a squad with morale.
enum class SquadMood : uint8_t {
    steady,   ///< it fights
    wavering, ///< its members take no new place in the fight; those that have a place fight on
    routing,  ///< its members run away
};

/// How a squad keeps together (rules: Squads).
struct SquadDef {
    /// m, 0 to 1000: an idle member farther than this from the leader follows it; 0: no member does
    float follow_distance = 0.0f;
    /// m, 0 to world_extent, more than follow_distance: a follower farther than this from the leader stops fighting
    float max_leader_distance = 10.0f;
    SquadControl control = SquadControl::leader; ///< which members obey the move input, and how
    /// m, > 0, to 100: distance from a member to its point ahead, for the control `paths`
    float lookahead_distance = 4.0f;
    double lookahead_interval = 0.5; ///< s, 0.001 to 3600: time after which such a member gets a new point ahead
    MoraleDef morale{};              ///< whether and when the squad loses courage and runs away

    friend bool operator==(const SquadDef&, const SquadDef&) = default;
};

/// Kinds of orders. An order replaces or limits an agent's own decisions until its next order; `attack`, `perform` and
/// `escort` also end by themselves. An agent that is not autonomous can only
/// have the orders `free`, `move`, `stand` and `perform`.
enum class OrderKind : uint8_t {
    free,   ///< decide on its own again
    attack, ///< fight `target`, and no other agent, until it is dead, despawned or on another floor; then `free`
    move,   ///< walk or run to `point` without fighting, and stay there
    stand,  ///< stay without fighting
    /// Run to `target` and attack it once with `attack`, without token or cooldown. Then, or if the attack could not
    /// begin within 4 s, or if the target dies or is despawned: `free`. The event attack_end says how it ended.
    perform,
    advance, ///< walk to `point`, and fight on the way; after a fight walk on
    hold,    ///< stay here, and fight only enemies in reach
    /// Follow `target` when it is more than `escort_distance` away, and fight near it: no farther away than three
    /// times that. When it is dead, despawned or on another floor: `free`.
    escort,
};

/// Does an order of this kind name another agent, its `target`?
constexpr bool names_target(OrderKind kind) {
    return kind == OrderKind::attack || kind == OrderKind::perform || kind == OrderKind::escort;
}

/// Is an order of this kind only for agents that are autonomous?
constexpr bool needs_brain(OrderKind kind) {
    return kind == OrderKind::attack || kind == OrderKind::advance || kind == OrderKind::hold ||
           kind == OrderKind::escort;
}

/// What the host's animation reports about an attack. Without a report the times in
/// AttackDef apply.
enum class AttackReport : uint8_t {
    hit,       ///< the hit is now
    end,       ///< the attack ends now
    interrupt, ///< the attack was interrupted
};

/// Ranks and files in which a squad marches, and stands at its point.
struct SquadFormation {
    int files = 0; ///< agents side by side, 1 to 1000; 0: follows from `ranks`, or there is no formation
    int ranks = 0; ///< agents one behind the other, 1 to 1000; 0: follows from `files`. At most one of the two is given
    float spacing = 1.5f; ///< m between neighbours, 0.1 to 100
    Vec2 facing{};        ///< where it faces at its point, of any length; (0, 0): where it comes from its march

    bool given() const { return files != 0 || ranks != 0; }
    friend bool operator==(const SquadFormation&, const SquadFormation&) = default;
};

/// An order to an agent or to a squad.
struct OrderDef {
    OrderKind kind = OrderKind::free;
    bool run = false;    ///< for `move`: at the run speed
    AgentId target{};    ///< for `attack`, `perform` and `escort`
    Vec2 point{};        ///< m, within world_extent; for `move` and `advance`. `hold`: where the agent stands
    int16_t attack = -1; ///< index in the agent's attack table; for `perform`
    /// For `move` and `advance`: when the order is over, it goes to the end of the agent's queue of orders.
    /// Two or more such orders make a patrol.
    bool repeat = false;
    float escort_distance = 4.0f; ///< m, 0.1 to 1000; for `escort`
    /// s, 0 to 3600; for an order in a queue: how long the agent waits after the end of the order before
    float delay = 0.0f;
    SquadFormation formation{}; ///< for `move` and `advance` of `set_order` to a squad
    /// For `move` and `advance`: the floor of `point`. An agent on another floor goes there by links
    /// (`World::set_nav_link`). Without it the agent goes to `point` on the floor that it is on.
    std::optional<int16_t> floor{};

    friend bool operator==(const OrderDef&, const OrderDef&) = default;
};

/// A link between two floors: a stair, a ladder, a lift. An agent under an order to a point on
/// another floor walks to an end of a link, waits there for its turn, and goes on at the other end.
struct NavLinkDef {
    Vec2 from{};                     ///< m: an end, within world_extent
    Vec2 to{};                       ///< m: the other end
    int16_t from_floor = 0;          ///< -32768 to 32767: floor of `from`
    int16_t to_floor = 1;            ///< -32768 to 32767: floor of `to`, not the same
    float radius = 1.5f;             ///< m, 0.1 to 100: agents that are so near to an end can enter there
    int capacity = 1;                ///< 1 to 10000: how many enter at once at an end
    float departure_interval = 0.5f; ///< s, 0 to 3600: time between two departures from an end
    float cost = 0.0f;         ///< m, 0 to 100000: how much longer a way through it seems to agents that choose a link
    bool bidirectional = true; ///< false: it leads only from `from` to `to`
    bool open = true;          ///< false: no agent can enter it

    friend bool operator==(const NavLinkDef&, const NavLinkDef&) = default;
};

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
    int16_t floor = 0;           ///< agents on different floors are never neighbours or targets
    SquadId squad{};             ///< null: a squad of its own
    Vec2 position{};             ///< m, within world_extent
    Vec2 heading = {1.0f, 0.0f}; ///< finite and not zero; is normalised
    uint64_t user_data = 0;      ///< user data: kept for the host, never read by fray

    friend bool operator==(const SpawnDef&, const SpawnDef&) = default;
};

/// Stands for a hit without a projectile.
inline constexpr uint32_t no_projectile = ~0u;

/// A projectile in flight. When a share s of its flight time has passed, it is at from + (to - from) * s, and 4 *
/// height * s * (1 - s) above the line between its ends.
struct Projectile {
    Vec2 from{};         ///< m, where it was launched
    Vec2 to{};           ///< m, where it lands; with `homing` where its target is
    float height = 0.0f; ///< m: of the middle of its arc, a quarter of the distance; 0: it flies straight
    float splash = 0.0f; ///< m (AttackDef::splash)
    bool homing = false; ///< it follows its target
    AgentId target{};
    AgentId shooter{}; ///< null: it was despawned since the launch
    Serial shooter_serial = no_serial;
    ArchetypeIndex archetype = 0; ///< of the shooter
    int16_t attack = -1;          ///< index in the table of `archetype`; -1: a reload has removed the attack
    double launch_time = 0.0, landing_time = 0.0; ///< s of the world's time
    float damage = 0.0f;                          ///< damage of the attack, times what its shooter dealt, at the launch
    /// m: with `homing` it hits if its target is at most this far from `from`
    float hit_range = 0.0f;
    uint32_t number = 0; ///< in the order of launching, from 0
    int16_t floor = 0;   ///< where it was launched

    /// The share of its flight time that has passed at `time` (s of the world's time), 0 to 1.
    float share(double time) const {
        const double whole = landing_time - launch_time, flown = time - launch_time;
        return !(flown > 0.0) ? 0.0f : flown < whole ? static_cast<float>(flown / whole) : 1.0f;
    }
};

/// A squad that was made by `World::add_squad`, as `World::squads` lists it.
struct SquadInfo {
    SquadId id{};
    TeamIndex team = 0;
    AgentId leader{};     ///< null: it has none
    uint32_t members = 0; ///< living and dead agents
    Vec2 move_input{};    ///< direction of length 0 to 1; (0, 0): none
    SquadMood mood = SquadMood::steady;
    float morale = 100.0f; ///< points, 0 to 100; always 100 without `MoraleDef::enabled`
};

/// The figures of an engagement circle, as `World::circles` lists it (fray/inspect.h has its slots and queues).
struct CircleInfo {
    AgentId target{};
    int grid_capacity = 0, grid_free = 0, attack_capacity = 0, attack_free = 0;
    uint32_t slots = 0, holders = 0, requesters = 0;
    /// 0 to 1: what its director wants now; 0 without a director
    float wanted_pressure = 0.0f;
    /// 0 to 1, of a circle with a director: the share of the time under attack, a mean with a memory of 10 s
    float pressure = 0.0f;
};

/// What the host has made of an agent's body and of how it fights (`World::set_speed_factor` and others).
struct BodyState {
    float speed_factor = 1.0f;
    float damage_dealt = 1.0f, damage_taken = 1.0f, attack_speed = 1.0f; ///< of the agent, without those of its team
    double protection_time_left = 0.0;                                   ///< s: of the agent, without that of its team
    float radius = 0.0f;                                                 ///< m: the present radius
    float avoidance_factor = 1.0f;
    Vec2 push_velocity{};        ///< m/s: the velocity of a push that goes on
    double stun_time_left = 0.0; ///< s: for how long the agent stays stunned
    double push_time_left = 0.0; ///< s: for how long the push goes on
};

/// A row of an agent's threat table.
struct ThreatEntry {
    AgentId attacker{};
    float points = 0.0f; ///< > 0; as they have faded by now
    friend bool operator==(const ThreatEntry&, const ThreatEntry&) = default;
};

/// The capacities of the circle around an agent: 0 to max_weight.
struct CircleCapacity {
    int grid_capacity = 0;   ///< 0 to max_weight: greatest sum of the holders' grid weights
    int attack_capacity = 0; ///< 0 to max_weight: greatest sum of the attack weights of all tokens
    friend bool operator==(const CircleCapacity&, const CircleCapacity&) = default;
};

/// What a target sees, for `CircleDef::max_offscreen_tokens`: a cone.
struct ViewCone {
    Vec2 direction = {1.0f, 0.0f}; ///< finite and not zero
    float half_angle = 3.1415927f; ///< rad to either side, 0 to pi
    friend bool operator==(const ViewCone&, const ViewCone&) = default;
};

} // namespace fray

#include "fray/end_header.h"
