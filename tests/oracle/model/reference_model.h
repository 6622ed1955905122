// The reference model: the specification of all decisions (engine/docs/rules.md). It is plain, slow, single-threaded
// and uses brute force. It shares only the public structs and engine/src/storage/rules_math.h with the engine. The
// sentence of a rule stands above the definition of its function. The model moves no agent: positions are its input.
// Times are in microseconds and lengths in millimetres, unless a field says otherwise.
#pragma once

#include "flat_events.h"
#include "fray/defs.h"
#include "fray/events.h"
#include "fray/spatial/ground.h"
#include "model/commands.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace fray::model {

struct Pose {
    Vec2 position{};
    Vec2 heading = {1.0f, 0.0f};
    Vec2 velocity{}; ///< m/s
};

/// A pose that the host gives for an agent with `motion: host`.
struct HostPose {
    Serial agent = no_serial; ///< may be an agent that is not in the world
    Vec2 position{};
    std::optional<Vec2> heading; ///< a unit vector; none: the heading stays
};

/// What an agent has at a circle: nothing, a place in the queue, a slot, or (striker) only a token. A striker has
/// returned its slot at the hit (release `launch`), and its attack goes on.
enum class Role : uint8_t { none, requester, holder, striker };

/// What a begun attack keeps of the definitions before a reload.
struct KeptFigures {
    AttackDef attack;
    int64_t hit_range = 0; ///< mm
};

/// The attack token of an agent: the right to perform one attack, and how far that attack has got. An unmanaged agent
/// gives itself a token when its attack begins.
/// The answer to an unmanaged agent that wants to attack.
struct Answer {
    Serial target = no_serial;
    int attack = 0;
    bool granted = false;
    uint64_t until = 0; ///< its last frame
};

struct Token {
    int attack = 0;
    uint64_t number = 0; ///< number of the token among all tokens ever given; it identifies the token that set a clock
    int round = -1;      ///< the round of uses from which the token took a use; -1: none
    int64_t begin_until = 0; ///< the attack has to begin before this time
    bool interrupted = false;
    bool begun = false;      ///< the windup has begun (event attack); false again after an interruption
    bool ever_begun = false; ///< the windup has begun at least once, so the cooldowns are not refunded
    bool hit_handed = false;
    bool ended = false; ///< whether this frame's evaluation ended the attack; resolve_hits then returns its weight
    int64_t hit_due = 0;
    int64_t end_due = 0;
    std::optional<KeptFigures> kept;
};

/// The performed attack of an agent, from the moment at which the agent takes up an order `perform` until the attack
/// ends. It is no token: it takes nothing of any circle.
struct Performance {
    int attack = 0;
    int64_t since = 0;     ///< when the agent took up the order; it steps in from then on
    bool replaced = false; ///< the agent has another order by now, perhaps another `perform`
    bool begun = false;    ///< the windup has begun (event attack)
    bool hit_handed = false;
    int64_t hit_due = 0;
    int64_t end_due = 0;
    std::optional<KeptFigures> kept;
};

/// An order that an agent is under, or has in its queue. The fields that its kind does not use have these defaults.
struct AgentOrder {
    OrderKind kind = OrderKind::free;
    bool run = false;          ///< move
    Serial target = no_serial; ///< attack, perform, escort
    int attack = -1;           ///< perform: number in the agent's attack table
    Vec2 point{};              ///< move, advance: the agent's own point; hold: the post
    /// The squad that was ordered, as long as `point` is not the agent's own; 0: none.
    uint32_t squad = 0;
    int formation = 0;            ///< number of its formation, as long as it has no place there; 0: none
    bool repeat = false;          ///< move, advance
    float distance = 0.0f;        ///< escort: m
    int64_t delay = 0;            ///< before the agent takes the order from its queue
    std::optional<int16_t> floor; ///< move, advance: the floor that it names
    bool formed = false;          ///< the agent has a place in a formation
    bool of_squad = false;        ///< it is the last order that set_order has given to the agent's squad

    friend bool operator==(const AgentOrder&, const AgentOrder&) = default;
};

/// A way through a link in one direction.
struct Passage {
    int link = 0;
    int number = 0; ///< 0: from `from` to `to`; 1: from `to` to `from`

    friend auto operator<=>(const Passage&, const Passage&) = default;
};

struct Link {
    NavLinkDef def;
    std::array<int64_t, 2> next_departures{}; ///< by passage
};

/// The way of an agent to the point of its order `move` or `advance`.
struct Journey {
    std::optional<Vec2> mark; ///< where the agent was when it last counted as getting on
    int64_t since = 0;        ///< the time of the mark
    bool blocked = false;
    bool rests = false;           ///< the agent has come to rest in the crowd at its point
    int64_t patience = 3'000'000; ///< us: when it is blocked
    std::optional<Vec2> place;    ///< where the agent goes; none: to its point
    /// On which the agent stood when the place was found; none: it has to be found.
    std::optional<uint32_t> island;
};

/// A target's cone of view, for `max_offscreen_tokens`.
struct View {
    Vec2 direction{};
    float half_angle = 0.0f;
};

/// Why an agent waits, with the two numbers of event wait.
struct Waiting {
    WaitReason reason = WaitReason::none;
    int64_t need = 0;
    int64_t free = 0;
};

/// An act that is running.
struct RunningAct {
    int act = 0;
    int condition = 0;          ///< number of the condition that started it, in its state
    std::optional<int64_t> end; ///< none: it ends with the monster's state
};

/// The monster table that an agent follows, and its state in it.
struct Monster {
    int number = 0;
    int state = 0;
    bool fresh = true;
    int64_t since = 0;                   ///< when the time in the state began
    int64_t seconds = 0;                 ///< number of whole seconds in the state with evaluated `on_time` conditions
    float health_seen = 0.0f;            ///< the agent's health at the last evaluation of the `on_health` conditions
    std::vector<RunningAct> running;     ///< the running acts, in the order in which they started
    std::set<std::pair<int, int>> spent; ///< conditions with `once` that have started their act: state, number
    int left = 0;                        ///< number of states that the agent has left in this evaluation
    Vec2 post{};
    Vec2 end{}; ///< the other end of the patrol
    bool goes_out = true;
    int patrols = 0;          ///< number of times that the agent returned to its post
    bool begins_anew = false; ///< its patrol restarts in this frame, after a reload
};

/// A row of a threat table.
struct ThreatRow {
    float points = 0.0f;
    int64_t since = 0;
};

/// What the host has made of the fighting of an agent or a team.
struct CombatFactors {
    float damage_dealt = 1.0f, damage_taken = 1.0f, attack_speed = 1.0f;
    int64_t protected_until = -1; ///< us
};

struct Agent {
    Serial serial = no_serial;
    ArchetypeIndex archetype = 0;
    TeamIndex team = 0;
    int16_t floor = 0;
    uint32_t squad = 0;
    Vec2 position{};
    Vec2 heading{};
    Vec2 velocity{};           ///< m/s, of the last locomotion; (0, 0) after a teleport
    float impact_speed = 0.0f; ///< m/s, see note_impact
    uint64_t user_data = 0;
    float health = 0.0f;
    bool dead = false;
    bool died_now = false; ///< died in this frame's resolve_hits
    bool gone = false;     ///< despawned in this frame's apply_commands

    AgentState state = AgentState::idle;
    int band = 4;
    Serial target = no_serial;
    int64_t target_since = 0;
    Serial last_attacker = no_serial;
    int64_t last_attacked = 0;
    std::map<Serial, ThreatRow> threats; ///< by attacker; only with targeting `threat`
    bool flagged = true;                 ///< will scan for targets at the next opportunity
    bool scanned = false;                ///< scanned for targets in this frame's acquire_targets
    bool slotless = false;               ///< held no slot at its last target scan
    bool changed = false;                ///< changed its target in this frame's acquire_targets
    AgentOrder order;
    std::optional<Journey> journey;
    std::deque<AgentOrder> order_queue;
    std::optional<int64_t> over_since; ///< since when its order is over, and its queue not empty
    std::optional<Vec2> offset;        ///< none: not found yet, or forgotten
    std::optional<Passage> heads_for;
    bool chooses = false; ///< an order or a set_floor of this frame makes it choose a passage, if it is bound

    // What the agent has at the circle round `circle`.
    Role role = Role::none;
    Serial circle = no_serial;
    int slot = -1;
    bool arrived = false;
    bool in_place = false;  ///< this frame's classify_distances found it within reach of its slot; it arrives in
                            ///< evaluate_fsm
    int64_t slot_since = 0; ///< time of its last change of slot
    int64_t arrived_at = 0;
    int64_t admitted_at = 0;
    std::optional<int64_t> rebalanced_at;
    int wait_slot = -1;   ///< of a requester with `roam_mode: flank`: the slot in front of which it waits
    int64_t ready_at = 0; ///< time at which its recovery ends
    int64_t rest_until = 0;
    /// its first token since its last admission; only if `relief_time` is in use
    std::optional<int64_t> fighting_since;
    std::optional<int64_t> patience_since; ///< of a requester: since when every pass left less grid capacity free than
                                           ///< its weight
    int64_t queued_at = 0;                 ///< of a requester: when it joined the queue
    std::optional<int64_t> held_up_since;  ///< of a requester: when a pass found last that it cannot reach its slot
    std::optional<int64_t> clock; ///< the token patience clock: since when it has been refused for attack weight
    std::optional<int64_t> unusable_since; ///< the unusable clock: since when none of its attacks reaches or is light
                                           ///< enough for the circle, or its way is not free
    std::optional<Token> token;
    std::optional<int> wish; ///< the attack that it wants to begin, as an unmanaged agent (`answer_wishes`)
    std::optional<Answer> answer;
    std::optional<Performance> performance;
    std::map<int, int64_t> cooldowns; ///< its own cooldowns: when they are over, by attack
    std::set<AttackReport> reports;   ///< reports by the host for this frame's evaluate_fsm
    Waiting waits;                    ///< wait reason that the last publish found

    // FSM: what it sees, timed states, clocks, phases.
    std::set<Serial> seen;     ///< targets that the host has confirmed as visible, for this frame's acquire_targets
    bool band_changed = false; ///< its distance band changed in this frame's classify_distances
    bool runs = false;         ///< its gait: it runs; false: it walks
    bool staggered = false;    ///< the last resolve_hits has staggered it; its next evaluation handles it
    int64_t until = 0;         ///< time at which state stagger, backstep or heal ends
    bool backsteps_to_heal = false; ///< state heal follows the backstep
    int heal_charges = 0;
    int reaction_band = 255;          ///< distance band of its last reaction
    std::optional<int64_t> close_due; ///< when the close clock is due; none: it does not run
    std::optional<int64_t> run_due;   ///< when the run clock is due; none: it does not run
    int phase = 0;                    ///< number of phases that it has entered

    // Monsters.
    std::optional<Monster> monster;
    int depth = 0;            ///< length of the chain of summons that led to it; 0: spawned by the host
    Serial owner = no_serial; ///< the agent that summoned it
    bool dies_with_owner = false;
    bool bereft = false; ///< it dies with its owner, and the owner was not living at the end of the last frame

    // Level of detail.
    int update_interval = 1;                 ///< update interval in frames
    std::optional<int> host_update_interval; ///< interval set by the host; none: the host has set none

    // Support.
    std::optional<Vec2> mark; ///< the point at which the surveys of its team have found it; none: no survey yet
    int mark_count = 0;       ///< number of surveys in which it was still at its mark
    bool supports = false;
    Vec2 waypoint{}; ///< where it runs while it supports; only the comparison uses it

    bool wavers = false; ///< as the agent's last evaluation found it

    // The body.
    float speed_factor = 1.0f;
    float own_radius = 0.0f; ///< m; 0: that of its archetype
    float avoidance_factor = 1.0f;
    CombatFactors combat;
    int64_t stunned_until = 0;
    int64_t pushed_until = 0;
    Vec2 push{}; ///< m/s

    // Decisions of this frame's evaluation, which resolve_hits and commit carry out.
    bool asks = false;
    bool gives_up = false;
    Cause gives_up_cause = Cause::none;
    bool launches = false;
    bool reslots = false;

    // The circle around the agent, and its movement.
    int grid_capacity = 0;
    int attack_capacity = 0;
    std::set<int> closed;
    std::optional<View> view; ///< the agent's cone of view; none: it sees in all directions
    uint64_t spawned_frame = 0;
    Vec2 previous_position{};   ///< position at the start of the frame before
    Vec2 stood{};               ///< position after the last frame, before commands and host poses
    bool teleported = false;    ///< teleported by a command of this frame
    std::optional<bool> walked; ///< if the origin has moved since the last frame: whether the agent moved in that frame

    bool living() const { return !dead && !gone; }
    bool ordered_away() const { return order.kind == OrderKind::move || order.kind == OrderKind::stand; }
    bool performing() const { return order.kind == OrderKind::perform; }
    bool holding() const { return order.kind == OrderKind::hold; }
    bool escorting() const { return order.kind == OrderKind::escort; }
    /// Its order names another floor than its own.
    bool bound() const { return order.floor && *order.floor != floor; }
    /// Its order leaves its targets to it.
    bool loose() const {
        return order.kind == OrderKind::free || order.kind == OrderKind::advance || holding() || escorting();
    }
    /// A performed attack that belongs to an earlier order does not count.
    bool has_taken_up_order() const { return performing() && performance && !performance->replaced; }
    /// Number of the attack that it has a token for, performs, or carries out as an unmanaged agent; -1: none.
    int attack_number() const { return token ? token->attack : performance ? performance->attack : -1; }
};

inline constexpr int64_t full_morale = 100'000; ///< thousandths of a point

/// What a squad has counted since the last look at its morale.
struct MoraleCounts {
    int64_t losses = 0;
    int64_t leaders_lost = 0;
    int64_t kills = 0;
    int64_t side_hits = 0;
    int64_t rear_hits = 0;
};

/// An order to a squad, as `squad_has_order` compares it.
struct SquadOrder {
    OrderKind kind = OrderKind::free;
    bool run = false;
    Vec2 point{};
    SquadFormation formation;
    std::optional<int16_t> floor;

    friend bool operator==(const SquadOrder&, const SquadOrder&) = default;
};

struct Squad {
    TeamIndex team = 0;
    bool made = false; ///< made by the host; false: an agent's own squad
    SquadDef def;
    Serial leader = no_serial;
    bool appointed = false;      ///< the leader is no successor of another leader
    Vec2 move_input{};           ///< move input that steers the squad; (0, 0): released
    SquadOrder ordered;          ///< the last by set_order
    bool founded = false;        ///< the squad has ever had a member
    std::vector<Serial> members; ///< all members that have not joined another squad, the dead included; sorted by
                                 ///< serial
    int64_t scan_interval = 0;   ///< of its target scans: least `scan_interval` of all agents that were ever members
    bool scan_due = false;       ///< in this frame
    int64_t left_out_until = -1; ///< us: until then its times make no scan due, because all members are far away
    int64_t morale = full_morale;
    SquadMood mood = SquadMood::steady;
    int routs = 0; ///< how often it has routed
    MoraleCounts counts;

    bool move_input_held() const { return move_input.x != 0.0f || move_input.y != 0.0f; }
};

/// A projectile in flight, with its properties at launch.
struct Projectile {
    uint32_t number = 0; ///< in the order of launching
    Serial by = no_serial;
    TeamIndex team = 0; ///< of the shooter at the launch
    Serial target = no_serial;
    ArchetypeIndex archetype = 0; ///< of the shooter at the launch
    int attack = -1;              ///< in the present table of that archetype; -1: none of it any more
    float damage = 0.0f;
    int64_t hit_range = 0; ///< hit range in mm
    Vec2 from{}, to{};
    float radius = 0.0f; ///< of the shooter
    int64_t launched_us = 0, lands_us = 0;
    int16_t floor = 0; ///< where it was launched
    int max_hits = 1;
    float splash = 0.0f, arc_clear = 0.0f; ///< m
    bool homing = false, friendly_fire = false;
};

/// Clock and uses of an attack of an archetype, on a circle or in the world.
struct Cooldown {
    int64_t due = 0;
    int uses_left = 0;
    int round = 0;        ///< the round of uses that `uses_left` counts in
    int clock_round = -1; ///< the round that last started the clock
};

/// Clock of an attack class, on a circle or in the world.
struct ClassClock {
    int64_t due = 0;
    uint64_t token = 0; ///< number of the token that set it
};

struct Cooldowns {
    std::map<std::pair<int, int>, Cooldown> of_archetypes; ///< by archetype and attack
    std::map<std::string, ClassClock> of_classes;
};

/// The director of a circle.
struct Director {
    int64_t begun_at = 0;
    std::optional<int64_t> paused_until;
    int64_t lag = 0;   ///< thousandths of us
    int attackers = 0; ///< in the frame before
    int64_t mean = 0;  ///< millionths
    int grid_capacity = 0, attack_capacity = 0;
};

struct Circle {
    Serial target = no_serial;
    std::deque<Serial> queue;       ///< agents that request a slot, in order
    std::deque<Serial> token_queue; ///< slot holders, in the order in which they are considered for a token
    std::set<Serial> strikers;
    int ring = 0;                ///< number of slots
    std::map<int, Serial> slots; ///< the holders
    Cooldowns cooldowns;
    std::optional<int64_t> gap_until; ///< time at which the `token_interval` after the last token ends
    Serial reserver = no_serial;
    bool rebalancing_due = false;
    std::optional<Vec2> surveyed_at; ///< position of the target when `blocked` was last computed; only with ground
    std::set<int> blocked;           ///< blocked slots
    std::optional<Director> director;
};

/// A requester that may get a slot.
struct Candidate {
    Serial agent = no_serial;
    int slot = -1;
    int64_t rank = 0;    ///< the least comes first
    bool looked = false; ///< its way was looked at
    bool sees = false;   ///< its way is straight
};

/// The way of an agent to its target.
struct WayToTarget {
    int agents = 0;
    bool is_plugged = false;
    bool is_straight = false;
};

/// The attacks of a ready holder, filtered step by step as the rules list the wait reasons. Every list is in table
/// order.
struct Sifted {
    WaitReason reason = WaitReason::none; ///< wait reason; none: any attack in `fitting` can get a token
    std::vector<int> reaching;
    std::vector<int> carried;  ///< of these: not heavier than the whole attack capacity
    std::vector<int> in_class; ///< of these: their class is not full
    std::vector<int> cooled;   ///< of these: their cooldowns are over
    std::vector<int> light;    ///< of these: light enough for the free attack capacity
    std::vector<int> fitting;  ///< of these: can be used now
};

/// Index of the first definition of that name; the number of definitions if there is none.
template <typename Def> size_t number_of(const std::vector<Def>& defs, const std::string& name) {
    const auto found = std::find_if(defs.begin(), defs.end(), [&](const Def& def) { return def.name == name; });
    return static_cast<size_t>(found - defs.begin());
}

class ReferenceModel {
public:
    explicit ReferenceModel(uint64_t seed, bool wait_reasons = false) : seed_(seed), wait_reasons_(wait_reasons) {}

    void add_archetype(const ArchetypeDef& def) {
        definitions_.archetypes.push_back(def);
        relief_in_use_ = relief_in_use_ || def.engagement.relief_time != 0.0;
    }
    void add_monsters(const std::vector<MonsterDef>& defs) { definitions_.monsters = defs; }
    /// Sets the ground without obstacles. The obstacles stay.
    void set_ground(std::shared_ptr<const Ground> ground);
    void add_team();
    void set_hostile(TeamIndex a, TeamIndex b, bool hostile);
    /// Makes a squad as the host does, and returns its number.
    uint32_t add_squad(TeamIndex team, const SquadDef& def = {});

    /// Runs one frame. `poses` holds every agent that the last step has left in the world, as that step has left it;
    /// `host_poses` are the poses that the host gives, each agent at most once. Returns the frame's events in their
    /// order.
    std::vector<Event> step(const std::vector<Given>& commands, double dt, const std::map<Serial, Pose>& poses,
                            const std::vector<HostPose>& host_poses = {});

    /// Moves the origin between two steps. `ground` is the same ground, moved, if there is one. `poses` are those
    /// before the move, of all agents that the last step has left in the world. Returns false, and moves nothing, if a
    /// point that the model knows would come to lie outside the world. The caller moves commands and poses.
    bool shift_origin(Vec2 by, std::shared_ptr<const Ground> ground, const std::map<Serial, Pose>& poses);

    /// Sets an obstacle between two steps. `poses` are those of all agents that the last step has left in the world.
    /// `waiting` are the commands that wait for the next step; the call may change them and add some. Returns false,
    /// and changes nothing, if the obstacle has to be refused.
    bool set_obstacle(uint32_t number, const Obstacle& obstacle, OnObstacle agents, const std::map<Serial, Pose>& poses,
                      std::vector<Given>& waiting);
    /// Removes an obstacle between two steps. Returns false if there is none of this number.
    bool remove_obstacle(uint32_t number, std::vector<Given>& waiting);
    /// The obstacles by their numbers, which ascend in the order of setting.
    const std::map<uint32_t, Obstacle>& obstacles() const { return obstacles_; }
    /// The ground with its obstacles, made by the model itself; null: open ground everywhere.
    const Ground* ground() const { return ground_.get(); }
    /// Whether rounding decides if the obstacle touches a cell of this bare ground. The rules do not say what happens.
    static bool nearly_touches(const Ground& bare, const Obstacle& obstacle);

    /// The links by their numbers.
    const std::map<int, Link>& links() const { return links_; }

    /// Whether rounding would block other slots if the origin were moved and all circles computed them again.
    bool shift_blocks_other_slots(Vec2 by, std::shared_ptr<const Ground> ground) const;

    const std::map<Serial, Agent>& agents() const { return agents_; }
    const std::map<Serial, Circle>& circles() const { return circles_; }
    /// Viewer and target of each line-of-sight question of this frame, sorted by the viewer's serial, then by distance.
    const std::vector<std::pair<Serial, Serial>>& sight_questions() const { return questions_; }
    /// Whether the question of sight is open.
    bool is_open(Serial viewer, Serial target) const {
        const auto asked = asked_.find({viewer, target});
        return asked != asked_.end() && now_ < asked->second + 1'000'000;
    }
    static bool can_carry_out(const ArchetypeDef& def, OrderKind kind);
    /// Projectiles in the order of their launch.
    const std::vector<Projectile>& projectiles() const { return projectiles_; }
    const std::vector<Squad>& squads() const { return squads_; }
    /// Target biases in metres, by target and viewer (no_serial: every viewer).
    const std::map<std::pair<Serial, Serial>, float>& target_biases() const { return target_biases_; }
    const Squad& squad_of(const Agent& agent) const { return squads_[agent.squad - 1]; }
    /// Serial of the squad's leader; no_serial: the squad has no leader.
    Serial leader(uint32_t squad) const { return squads_[squad - 1].leader; }
    bool led(const Agent& agent) const;
    bool wavers(const Agent& agent) const;
    bool routs(const Agent& agent) const;
    bool follower(const Agent& agent) const;
    /// Whether the agent is updated in the frame that is being stepped (between two steps: in the next frame).
    bool is_updated(const Agent& agent) const;
    const DetailDef& detail() const { return detail_; }
    /// 0 to 3: how often the update budget has doubled the update intervals.
    int overload_level() const { return overload_level_; }
    int slots_round(Serial target) const;
    const ArchetypeDef& archetype_of(const Agent& agent) const { return definitions_.archetypes[agent.archetype]; }
    /// The definitions in force, after all reloads so far.
    const Definitions& definitions() const { return definitions_; }
    bool closed(const Circle& circle, int slot) const;
    int grid_free(const Circle& circle) const;
    std::pair<int, int> capacities_of(const Circle& circle) const;
    /// What the director of the circle wants now, and has, as CircleInfo gives it.
    std::pair<float, float> pressure_of(const Circle& circle) const;
    int attack_free(const Circle& circle) const;
    /// m, the present radius.
    float radius_of(const Agent& agent) const {
        return agent.own_radius != 0.0f ? agent.own_radius : archetype_of(agent).body.radius;
    }
    float points_of(const Agent& agent, Serial attacker) const;
    /// us: a timer with a due time up to this is due.
    int64_t due_by() const { return now_ + due_slack(dt_); }
    bool reached(int64_t due) const { return due <= due_by(); }
    bool stunned(const Agent& agent) const { return !reached(agent.stunned_until); }
    bool pushed(const Agent& agent) const { return !reached(agent.pushed_until); }
    // Bodies and reach
    int64_t touch(const Agent& agent, const Agent& other) const;
    std::array<float, 4> thresholds_of(const Agent& agent, const Agent& target) const; ///< m
    int64_t engage_range_of(const Agent& agent, const Agent& target) const;
    int64_t hit_range_of(const Agent& agent, const AttackDef& attack, const Agent& target) const;
    float approach_radius_of(const Agent& target) const; ///< m
    std::optional<int64_t> striking_distance(const Agent& agent, const AttackDef& attack, const Agent& target) const;
    float holder_radius(const Agent& agent, const Agent& target) const; ///< m
    Vec2 holder_place(const Agent& agent, const Agent& target, int slot) const;
    int64_t greatest_reach(const Agent& agent, const Agent& target) const;
    int64_t approach_distance(const Agent& agent, const Agent& target) const;
    int64_t chase_distance(const Agent& agent, const Agent& target) const;
    bool all_reach(const Agent& agent, const Agent& target, int64_t distance) const;
    bool in_reach(const Agent& agent, const Agent& other) const;
    bool has_shot(const Agent& agent, const Agent& other) const;
    bool held_up(const Agent& agent) const;
    /// Number of agents that the last step spawned or teleported off the ground and moved to a walkable point.
    uint32_t moved_to_ground() const { return moved_to_ground_; }
    /// Number of commands that the last step dropped.
    uint32_t commands_dropped() const { return commands_dropped_; }
    /// Number of host poses that the last step skipped.
    uint32_t poses_skipped() const { return poses_skipped_; }
    /// Serial of the next agent to be spawned.
    Serial next_serial() const { return static_cast<Serial>(spawned_); }
    int64_t now() const { return now_; }
    uint64_t frame() const { return frame_; }

private:
    struct PendingHit { // something that resolve_hits is to apply: a hit, damage, a health value, or a projectile that
                        // lands
        enum class Kind : uint8_t { projectile, hit, damage };
        int64_t due = 0;
        Serial by = no_serial;
        Kind kind = Kind::hit;
        int nth = 0; // projectiles: number in the order of launch; damage and health: number in the order of the calls
        Serial target = no_serial;
        int attack = -1;
        float amount = 0.0f;
        Projectile projectile;
        std::optional<KeptFigures> kept; // of a hit
        bool sets = false;               // with Kind::damage: `amount` is a health value that the host sets
        bool only_staggers = false;      // with Kind::damage: a command stagger, which hurts nothing
        bool misses = false;             // of a hit or a projectile: it strikes nothing
    };
    using Key = std::tuple<int64_t, float, Serial>; // mm(distance) - mm(target bias), distance squared, serial

    // apply_commands: an `apply` for each command. Those with an agent are for a living agent.
    void apply_commands(const std::vector<Given>& commands);
    void apply(const command::Spawn& c);
    void apply(const command::Despawn& c);
    void apply(const command::SetSquadTeam& c);
    void apply(const command::SetNavLink& c);
    void apply(const command::RemoveNavLink& c);
    void apply(const command::SetSquadOrder& c);
    void apply(const command::QueueSquadOrder& c);
    void apply(const command::SetMoveInput& c);
    void apply(const SetHostile& c) { set_hostile(c.a, c.b, c.hostile); }
    void apply(const SetDetail& c) { detail_ = c.detail; }
    static void apply(const AddSquad&) {} // carried out before the others
    static void apply(const RemoveSquad&) {}
    static void apply(const Reload&) {}
    void apply(Agent& agent, const command::Join& c);
    void apply(Agent& agent, const command::Leave& c);
    void apply(Agent& agent, const command::SetTeam& c);
    void apply(Agent& agent, const command::SetFloor& c);
    void apply(Agent& agent, const command::SetArchetype& c);
    void apply(Agent& agent, const command::Teleport& c);
    void apply(Agent& agent, const command::SetOrder& c);
    void apply(Agent& agent, const command::QueueOrder& c);
    void apply(Agent& agent, const command::SetLeader& c);
    void apply(Agent& agent, const command::SetTargetBias& c);
    void apply(Agent& agent, const command::AddThreat& c);
    static void apply(Agent& agent, const command::SetUserData& c);
    static void apply(Agent& agent, const command::SetUpdateInterval& c);
    static void apply(Agent& agent, const command::SetSpeedFactor& c);
    static void apply(Agent& agent, const command::SetRadius& c);
    static void apply(Agent& agent, const command::SetAvoidanceFactor& c);
    void apply(Agent& agent, const command::SetCombatFactors& c);
    void apply(const command::SetTeamCombatFactors& c);
    void apply(Agent& agent, const command::Protect& c);
    void apply(const command::ProtectTeam& c);
    template <typename C> static void set_factors(CombatFactors& factors, const C& c) {
        factors = {c.damage_dealt, c.damage_taken, c.attack_speed, factors.protected_until};
    }
    CombatFactors combat_factors(const Agent& agent) const;
    int64_t attack_time(const Agent& agent, double seconds) const;
    float damage_taken(const PendingHit& pending) const;
    bool invulnerable(const Agent& agent) const;
    void apply(Agent& agent, const command::Stun& c);
    void apply(Agent& agent, const command::Push& c);
    void apply(Agent& agent, const command::Damage& c);
    void apply(Agent& agent, const command::Stagger& c);
    void apply(Agent& agent, const command::SetHealth& c);
    void apply(Agent& agent, const command::SetCapacity& c);
    void apply(Agent& agent, const command::SetClosedSlots& c);
    static void apply(Agent& agent, const command::SetView& c);
    void apply(Agent& agent, const command::AnswerSight& c) const;
    void apply(Agent& agent, const command::ReportAttack& c);
    template <typename C> void drop(const C& c) { drop(serial_of(std::get<0>(all_fields(c))), C::type); }
    PendingHit& add_hit(const Agent& agent, float amount, AgentId by);
    Agent& spawn(const SpawnDef& def, Serial serial, uint32_t squad);
    void be_pushed(Agent& agent, Vec2 velocity, int64_t time);
    void drop(Serial agent, CommandType type);
    void take_poses(const std::map<Serial, Pose>& poses);
    void take_host_poses(const std::vector<HostPose>& host_poses);
    void emit_skip();

    // apply_commands: agents that change (rearming.cpp)
    void make_squads(const std::vector<Given>& commands);
    void remove_squad(uint32_t number);
    void emit_join(const Agent& agent);
    void make_own_squad(Agent& agent, TeamIndex team);
    void change_monster(Agent& agent, const ArchetypeDef& before, const ArchetypeDef& after);
    void give_up_slots(Agent& agent, const ArchetypeDef& before, const ArchetypeDef& after);
    void give_up_at_circle(Agent& agent);
    void end_attack_of_unmanaged(Agent& agent);
    void end_order_to_perform(Agent& agent);

    // Threat, lines and charges (threat.cpp)
    void change_threat(Agent& agent, Serial attacker, float points);
    const Agent* most_threatening(const Agent& agent) const;
    bool in_line_of_attack(Vec2 from, const Agent& target, const Agent& third, Serial attacker) const;
    bool has_line(const Agent& agent, const AttackDef& attack, const Agent& target) const;
    bool blocks_line(const Agent& agent, Vec2 from, const Agent& target, const Agent& third) const;
    void note_impact(Agent& agent, const AttackDef& attack, const Agent& target);
    float damage_of(const Agent& agent, const AttackDef& attack) const;
    Vec2 push_of(const Agent& attacker, const AttackDef& attack, const Agent& target);
    void settle_pushes();

    // apply_commands: orders and their queues
    void replace_order(Agent& agent, const AgentOrder& order, bool again);
    void put_in_queue(Agent& agent, const AgentOrder& order, CommandType type);
    template <typename C, typename Order> void order_members(const C& c, Order&& order);
    bool lacks_attack(const Agent& agent, const AgentOrder& order) const;
    void give_order(Agent& agent, const AgentOrder& order);
    bool has_order(const Agent& agent, const AgentOrder& order) const;
    bool squad_has_order(const Squad& squad, const SquadOrder& order) const;
    void find_own_points();
    void find_place(Agent& agent);
    static Vec2 destination(const Agent& agent);
    static bool cut_off(const Agent& agent);
    void take_queued_orders();
    void find_offset(Agent& agent);
    static Vec2 own_point_or_position(const Agent& agent);
    void look_at_queue(Agent& agent);
    void take_order(Agent& agent);
    void emit_order(const Agent& agent);
    void emit_order_done(const Agent& agent, Cause cause);
    void end_order(Agent& agent);

    // apply_commands: links between floors (links.cpp)
    void choose_passages();
    void choose_one_by_one(const std::vector<Agent*>& agents);
    void choose_passage(Agent& agent);
    std::vector<Passage> passages() const;
    std::map<Passage, int64_t> costs_from_exits(const Agent& agent) const;
    int64_t cost_of(const Agent& agent, const Passage& passage) const;
    int64_t wait_of(const Agent& agent, const Passage& passage) const;
    int64_t heading_for(const Passage& passage, const Agent& except) const;
    void pass_links();
    std::vector<Agent*> ready_agents(const Passage& passage);
    bool ready_to_pass(const Agent& agent, const Passage& passage) const;
    void pass(Agent& agent, const Passage& passage);
    Vec2 place_after_passing(const Agent& agent, const Passage& passage);
    void change_floor(Agent& agent, int16_t floor);

    // apply_commands: formations
    struct Formation { // the formation of an order to a squad
        SquadFormation shape;
        uint32_t squad = 0;
        Vec2 point{};
    };
    int note_formation(const command::SetSquadOrder& c);
    void find_formation_places();
    void assign_places(const Formation& formation, const std::vector<Agent*>& members);
    Vec2 march_begin(const Formation& formation, const Agent& first_member) const;
    Vec2 march_direction(const Formation& formation, const Agent& first_member) const;

    // apply_commands: squads
    void leave_squad(const Agent& agent);
    void enter_squad(const Agent& agent);

    // apply_commands: reloads
    void reload(const Definitions& given);
    void reload_acts(Agent& agent, const Definitions& after);
    void reload_circle(Agent& agent, const Definitions& after);
    void reload_performance(Agent& agent, const Definitions& after);
    bool gives_up_by_reload(const Agent& agent, const Definitions& after) const;
    bool loses_attacks_by_reload(const Agent& agent, const Definitions& after) const;
    void reload_monster_state(Agent& agent, const Definitions& before);
    void reload_clocks(ArchetypeIndex archetype, const ArchetypeDef& before);
    void reload_health(Agent& agent, float before);
    void reload_heal_charges(Agent& agent, const HealDef& before);
    void reload_capacities(const Agent& agent, const CircleDef& before);
    void reload_closed_slots(Agent& agent);
    void reload_phases(Agent& agent, const ArchetypeDef& before);
    void reload_circles(const Definitions& before);
    static std::map<int, int> attacks_that_stay(const std::vector<AttackDef>& before,
                                                const std::vector<AttackDef>& after);
    void reload_squads(const Definitions& before);
    void renew_interval(Squad& squad);

    // level of detail
    void locomotion();
    int due_interval(const Agent& agent);
    int interval_of_distance(const Agent& agent);
    void change_overload_level();

    // moving the origin
    std::vector<Vec2*> points();
    void move_orders(Agent& agent, Vec2 by);

    // ground
    bool apart(const Agent& agent, const Agent& other) const;
    bool apart(Vec2 a, Vec2 b) const;
    bool blocked(const Agent& target, Vec2 at, int slot) const;
    void survey(Circle& circle);
    void survey_from(Circle& circle, Vec2 place);
    void survey_anew(const Definitions& before);
    bool in_line(const Agent& agent, const Agent& other) const;
    bool walled_off(const Agent& agent, const Agent& other) const;
    bool walled_off(Vec2 a, float radius, Vec2 b, float other_radius) const;
    bool in_wall(Vec2 at) const;
    Vec2 patrol_end(const Agent& agent, Vec2 way) const;
    Vec2 place_to_stand(const Agent& owner, const ArchetypeDef& def, Vec2 place);

    // ground: obstacles
    std::shared_ptr<const Ground> ground_with(const Obstacle* one_more) const;
    std::vector<Serial> displaced_by(const Ground& after, const std::map<Serial, Pose>& poses,
                                     const std::vector<Given>& waiting);
    void move_waiting_points(std::vector<Given>& waiting);
    bool to_ground(Vec2* point) const;
    void survey_after_obstacles();

    // acquire_targets
    void acquire_targets();
    void acquire_target(Agent& agent);
    void schedule_scan(int64_t number);
    int64_t last_on_schedule(int64_t n, int64_t interval) const;
    bool falls_due(int64_t n, int64_t interval) const;
    bool keeps_supported_target(const Agent& agent) const;
    void scan(Agent& agent);
    /// `looks`: members with `needs_line_of_sight` have to see it.
    bool is_candidate(const Agent& agent, const Agent& other, bool looks = true) const;
    bool could_fight(const Agent& agent, const Agent& other) const;
    bool alerted_by(const Agent& member, const Agent& other) const;
    const Agent* first_candidate(const Agent& agent);
    void change_to_nearer(Agent& agent, const Agent* first);
    void change_to_more_threatening(Agent& agent, const Agent& threatening);
    bool keeps_to_its_target(const Agent& agent) const;
    Key key(const Agent& agent, const Agent& other) const;
    int64_t target_bias_of(const Agent& agent, const Agent& other) const;
    bool room(const Agent& agent, const Agent& other);
    void change_target(Agent& agent, Serial target, Cause cause);
    bool locked(const Agent& agent) const;
    bool ordered_agent_is_there(const Agent& agent) const;
    bool held_back_from(const Agent& agent, const Agent& other) const;

    // acquire_targets: sight
    void scan_by_sight(Agent& agent);
    bool keeps_in_sight(const Agent& agent) const;
    std::vector<Serial> in_sight(const Agent& agent) const;
    bool within_sight(const Agent& agent, const Agent& other) const;
    bool in_field_of_view(const Agent& agent, const Agent& other) const;
    bool take_by_answer(Agent& agent);

    // classify_distances
    struct PromisedPlace {
        Serial circle = no_serial; ///< target of the holder's circle
        int16_t floor = 0;         ///< of the holder
        float radius = 0.0f;       ///< of the holder, m
        Vec2 place{};
    };
    void classify_distances();
    void classify_band(Agent& agent);
    void classify_gait(Agent& agent);
    void look_at_arrival(Agent& agent);
    void promise_places();
    void look_at_journey(Agent& agent);
    void count_waypoints();
    int point_radius(const Agent& agent) const; ///< mm
    void look_at_halts();

    // evaluate_fsm
    void evaluate_fsm();
    void evaluate(Agent& agent);
    void evaluate_in_order(Agent& agent);
    void go_to(Agent& agent, AgentState state);

    // evaluate_fsm: managed agents
    bool managed_machine(Agent& agent);
    bool managed_withdraw(Agent& agent);
    bool leave_circle(Agent& agent);
    void give_up(Agent& agent, Cause cause);
    bool idle(Agent& agent);
    bool managed_pursue(Agent& agent);
    bool near_enough(const Agent& agent);
    bool roam(Agent& agent);
    bool not_a_holder(Agent& agent);
    bool approach(Agent& agent);
    bool managed_combat(Agent& agent);
    bool waited_too_long(const Agent& agent);
    bool managed_attack(Agent& agent);
    void interrupt(Agent& agent);
    void step_in(Agent& agent, const AttackDef& attack);
    bool can_begin(const Agent& agent, const AttackDef& attack, const Agent& target) const;
    bool will_reach(const Agent& agent, const AttackDef& attack, const Agent& target) const;
    void begin_attack(Agent& agent, const AttackDef& attack);
    void hit_and_end(Agent& agent, bool before);
    void end_attack(Agent& agent, Cause cause, int64_t recovery_from);
    void after_attack(Agent& agent);

    // evaluate_fsm: squads
    bool led_by_input(const Agent& agent) const;
    AgentState led_state(const Agent& agent) const;
    bool busy(const Agent& agent) const;
    bool follows_leader(const Agent& agent) const;
    Serial followed(const Agent& agent) const;
    float follow_distance(const Agent& agent) const;
    float return_distance(const Agent& agent) const;
    int32_t leader_distance(const Agent& agent) const;
    bool far_from_leader(const Agent& agent) const;
    bool near_leader(const Agent& agent) const;
    bool begins_return(Agent& agent);
    bool evaluate_led(Agent& agent);
    bool evaluate_follow(Agent& agent);
    bool evaluate_return(Agent& agent);

    // evaluate_fsm: unmanaged agents
    bool unmanaged_machine(Agent& agent);
    bool unmanaged_withdraw(Agent& agent);
    bool unmanaged_pursue(Agent& agent);
    bool unmanaged_combat(Agent& agent);
    bool unmanaged_attack(Agent& agent);
    bool take_fitting_attack(Agent& agent);
    std::vector<int> fitting_attacks(const Agent& agent) const;

    // evaluate_fsm: performing an attack
    bool perform_withdraw(Agent& agent);
    void perform(Agent& agent);
    void take_up_order(Agent& agent);
    void performance_step_in(Agent& agent);
    void performance_hit_and_end(Agent& agent, bool before);
    void end_performance(Agent& agent, Cause cause, Serial target, int64_t recovery_from);
    void finish_order(Agent& agent, Cause cause, int64_t recovery_from);

    // evaluate_fsm: timed states, phases, reactions, clocks
    static bool is_timed_state(AgentState state);
    bool staggered_or_stunned(Agent& agent, bool staggered);
    void stagger(Agent& agent, int64_t time);
    void enter_timed_state(Agent& agent, AgentState state, int64_t until);
    void backstep(Agent& agent, bool to_heal);
    void begin_heal(Agent& agent);
    bool timed_state_over(const Agent& agent) const;
    void leave_timed_state(Agent& agent);
    void heal(Agent& agent);
    void enter_phases(Agent& agent);
    bool uses(const Agent& agent, int attack) const;
    const ReactionDef& reactions_of(const Agent& agent) const;
    bool super_armour_of(const Agent& agent) const;
    bool reacts_now(const Agent& agent) const;
    std::optional<Reaction> react(Agent& agent);
    bool in_need(const Agent& agent) const;
    bool close_clock_counts(const Agent& agent) const;
    bool close_clock_due(const Agent& agent) const;
    void update_close_clock(Agent& agent);
    void update_run_clock(Agent& agent);
    static int64_t time_between(uint64_t bits, const std::array<double, 2>& span);

    // evaluate_fsm: monsters
    struct SummonRequest {
        Serial owner = no_serial;
        ActDef::Summon call;
    };
    using Kind = bool (*)(const ActDef&); // whether the act has buffs, a color or attacks
    void follow_monster(Agent& agent, int number);
    void evaluate_monster(Agent& agent);
    bool evaluate_state(Agent& agent);
    bool enter_state(Agent& agent);
    void begin_patrol(Agent& agent);
    void end_due_acts(Agent& agent);
    bool evaluate_on_health(Agent& agent);
    bool evaluate_on_time(Agent& agent);
    bool evaluate_conditions(Agent& agent, const std::vector<ConditionDef>& conditions, size_t first,
                             const std::function<bool(const ConditionDef&)>& holds);
    bool by_chance(const Agent& agent, const ConditionDef& condition, int number);
    bool start_act(Agent& agent, const ConditionDef& condition, int number);
    void end_act(Agent& agent, size_t running, Cause cause);
    void end_acts(Agent& agent, Cause cause);
    void emit_decides(const Agent& agent, EventType type, int act);
    int deciding_act(const Agent& agent, Kind kind) const;
    int64_t own_cooldown(const Agent& agent, int attack) const;
    bool has_action_distances(const Agent& agent) const;
    float alert_radius_of(const Agent& agent) const;
    float sight_radius_of(const Agent& agent) const;
    bool chases(const Agent& agent, const Agent& target) const;
    bool patrols(const Agent& agent) const;
    bool evaluate_patrol(Agent& agent);
    const MonsterDef& monster_def(const Agent& agent) const { return definitions_.monsters[agent.monster->number]; }
    const MonsterStateDef& monster_state(const Agent& agent) const {
        return monster_def(agent).states[agent.monster->state];
    }
    const ActDef& act_def(const Agent& agent, int act) const { return monster_def(agent).acts[act]; }

    // resolve_hits
    void die_with_owners();
    void resolve_hits();
    void settle_hits();
    void settle_hit(PendingHit pending, std::map<Serial, Serial>& staggered_by);
    void settle_hurt(const PendingHit& pending, std::optional<Vec2> from, std::map<Serial, Serial>& staggered_by);
    void settle_health(const PendingHit& pending);
    void die(Agent& agent, Serial by);
    void die_by(Agent& agent, Serial by);
    void note_attacker(Agent& agent, Serial by) const;
    void tell_hit(const PendingHit& pending, Vec2 from, bool counts);
    void launch_projectiles();
    const Agent& first_foe(const PendingHit& shot, const Agent& target) const;
    bool needs_shot(const Agent& target) const;
    const Agent* other_target(const PendingHit& shot) const;
    void launch(const PendingHit& shot);
    void fly_projectiles();
    struct Impact { // where a projectile strikes an agent on its way
        float share = 0.0f;
        Serial agent = no_serial;
        Vec2 at{};
    };
    std::optional<Impact> first_on_way(const Projectile& projectile, bool lands) const;
    Vec2 place_at(const Agent& agent, int64_t time) const;
    bool may_strike(const Projectile& projectile, const Agent& agent) const;
    std::vector<Serial> struck_by(const Projectile& projectile, const std::optional<Impact>& impact) const;
    bool homes_in(const Projectile& projectile, const Agent& target) const;
    bool within_arc(const Agent& attacker, float arc, const Agent& other) const;
    void settle_staggers(const std::map<Serial, Serial>& staggered_by);
    void settle_returns();
    void settle_return(Agent& agent);
    void settle_target_lost(const Agent& target);
    void settle_requests();
    void count_loss(const Agent& agent);
    void count_kill(const Agent& agent, Serial by);
    void count_hit(const Agent& agent, Vec2 from);
    void replace_leaders();
    void settle_removed();
    void leave_slot(Agent& agent, Cause cause);
    void leave_queue(Agent& agent);
    void become_striker(Agent& agent, Serial target);
    void return_token(Agent& agent);
    void give_cooldowns_back(Agent& agent, const Token& token);
    void give_class_clock_back(Circle& circle, const Token& token, const AttackDef& attack);
    void give_use_back(Circle& circle, const Agent& agent, const Token& token);

    // commit
    void commit();
    void commit_capacity(Agent& target);
    void direct(Circle& circle);
    static int64_t wanted_pressure(const DirectorDef& def, int64_t pressure, int64_t since);
    void note_pressure(Circle& circle, int64_t pressure);
    int lightest_attack(const Circle& circle) const;
    std::vector<Serial> evict(Circle& circle);
    void respace(Circle& circle);
    std::vector<Serial> leave_closed_slots(Circle& circle);
    void put_back(Circle& circle, std::vector<Serial> agents);
    void commit_stealing(Circle& circle);
    void steal(Circle& circle, Agent& thief);
    void rob(Circle& circle, Agent& loser, Agent& thief);
    void replace_held_up(Circle& circle);
    Agent* stolen_from(const Circle& circle, const Agent& thief);
    bool inside(const Circle& circle, const Agent& agent) const;
    void commit_relief(Circle& circle);
    std::vector<Serial> tired_holders(const Circle& circle);
    void relieve_at_slot(Circle& circle, Agent& tired, std::vector<Serial>& waiting);
    bool relieves(const Circle& circle, const Agent& tired, const Agent& agent);
    void relieve_in_rank(const Circle& circle, Agent& tired);
    bool is_fresh(const Circle& circle, const Agent& agent, const Agent& tired);
    bool fights_in_rank(const Agent& agent) const;
    bool goes_back(const Agent& agent) const;
    void go_back(Agent& tired);
    void commit_reslot(Circle& circle);
    void commit_admission(Circle& circle);
    void admission_pass(Circle& circle);
    std::optional<Candidate> first_in_order(const Circle& circle, std::vector<Candidate> candidates, bool holds_up);
    int64_t rank_of(const Circle& circle, const Agent& agent, int slot) const;
    bool can_reach(const Circle& circle, const Agent& agent, int slot);
    static int64_t looks_until(Serial target, int64_t time);
    bool has_look(const Circle& circle) const;
    const Agent* first_requester(const Circle& circle) const;
    void patience_clocks(Circle& circle);
    bool patience_has_run(const Circle& circle) const;
    int cheapest_slot(const Circle& circle, const Agent& agent) const;
    void commit_wait_slots(Circle& circle);
    float out_of_view(const Circle& circle, int slot) const;
    int hindrance(const Circle& circle, int slot) const;
    int least_hindrance(const Circle& circle) const;
    void leave_slots_out_of_view(const Circle& circle);
    void take_wait_slot(const Circle& circle, Agent& agent);
    int on_side(const Circle& circle, int slot) const;
    void change_sides(const Circle& circle);
    void remove_empty_circles();
    bool exists(const Circle& circle) const;

    // commit: rebalancing
    void commit_rebalancing(Circle& circle);
    bool moved(const Agent& target) const;
    std::vector<Serial> participants(const Circle& circle);
    void reassign_slots(Circle& circle, const std::vector<Serial>& agents);
    std::vector<int> assign_exactly(const std::vector<std::vector<int64_t>>& costs);
    static std::vector<int> assign_nearest(const std::vector<std::vector<int64_t>>& costs);
    void rebalance(Circle& circle, const std::vector<Serial>& agents, const std::vector<int>& slots);

    // commit: change of target
    struct Proposal {
        Serial agent = no_serial;
        Serial target = no_serial;
        int slot = -1;
        int64_t distance = 0;
        bool in_reach = false; ///< an enemy in reach instead of a target that is not
    };
    void commit_change_of_target();
    bool may_change_target(const Agent& agent);
    std::optional<Proposal> propose_open_slot(const Agent& agent);
    bool may_take_enemy_in_reach(const Agent& agent);
    std::optional<Proposal> propose_enemy_in_reach(const Agent& agent);
    bool at_hand(const Agent& agent, const Agent& enemy) const;
    bool way_to_strike_free(const Agent& agent, const Agent& enemy) const;
    std::optional<Proposal> propose_nearest_enemy(const Agent& agent,
                                                  bool (ReferenceModel::*near)(const Agent&, const Agent&) const);
    bool can_attack_there(const Agent& agent, const Circle& circle);
    bool takes_in(const Circle& circle, const Agent& agent);
    void carry_out_change(const Proposal& proposal);
    Circle circle_or_empty(Serial target) const;

    // commit: support
    struct Cell {
        int16_t floor = 0;
        int x = 0, y = 0;

        friend auto operator<=>(const Cell&, const Cell&) = default;
    };
    struct CellData {
        bool hostile = false;
        int friends = 0;            ///< living agents of the surveying team
        int64_t crowd = 0;          ///< mm^2
        Serial engaged = no_serial; ///< of the engaged enemies in the cell, that with the lowest serial
    };
    struct Box { // of cells
        Cell low, high;
    };
    struct SupportMap {
        std::map<Cell, CellData> cells; ///< the cells with living agents
        std::map<int16_t, Box> boxes;   ///< all these cells, by floor
        std::map<Cell, int64_t> costs;  ///< mm; the openings cost 0
    };
    void commit_support();
    void survey_of_team(TeamIndex team);
    static Cell cell_of(const Agent& agent);
    static Vec2 centre_of(const Cell& cell);
    SupportMap draw_map(TeamIndex team);
    bool is_engaged_enemy(TeamIndex team, const Agent& agent) const;
    static CellData data_of(const SupportMap& map, const Cell& cell);
    static bool is_opening(const SupportMap& map, const Cell& cell);
    static Serial enemy_of_opening(const SupportMap& map, const Cell& cell);
    bool step_possible(const SupportMap& map, const Cell& from, const Cell& to);
    static int64_t cost_of_crowd(const SupportMap& map, const Cell& cell);
    void find_costs(SupportMap& map);
    static bool near_agents(const SupportMap& map, const Cell& cell);
    Cell next_cell(const SupportMap& map, const Cell& cell);
    bool can_support(const Agent& agent) const;
    bool has_mark(const Agent& agent) const;
    void update_mark(Agent& agent);
    bool ceases_to_support(Agent& agent);
    bool is_spare(const Agent& agent);
    void send_to_opening(const SupportMap& map, Agent& agent);
    void take_supported_target(Agent& agent, Serial target);

    // commit: summons
    void commit_summons();
    void summon(const Agent& owner, const ActDef::Summon& call, int nth);

    // commit: morale
    void commit_morale();
    int64_t morale_after_look(const Squad& squad);
    int64_t fear_of(const Squad& squad);
    SquadMood mood_after_look(const Squad& squad);
    void change_mood(uint32_t number, SquadMood mood);
    int64_t living_members(const Squad& squad) const;

    // commit: tokens
    void commit_tokens();
    void give_tokens(Circle& circle);
    void token_pass_weightless(Circle& circle);
    void token_pass(Circle& circle);
    void token_pass_nothing_free(Circle& circle);
    void refused_for_weight(Circle& circle, Agent& head);
    void update_token_patience_clocks(Circle& circle);
    void update_unusable_clock(Agent& agent, WaitReason reason);
    void give_token(Circle& circle, Agent& agent, const std::vector<int>& fitting);
    void start_cooldowns(Circle& circle, Agent& agent, Token& token);
    void take_use(Circle& circle, const Agent& agent, Token& token);
    bool token_interval_runs(const Circle& circle) const;
    int64_t token_interval_over(const Circle& circle) const;

    bool ready(const Agent& agent) const;
    bool reaches(const Agent& agent, const AttackDef& attack) const;
    bool reaches_here(const Agent& agent, const AttackDef& attack) const;
    bool reaches_from_ring(const Agent& agent, const AttackDef& attack) const;
    bool usable_now(const Agent& agent, const AttackDef& attack) const;
    bool class_full(const Circle& circle, const AttackDef& attack) const;
    int class_limit(const Circle& circle, const std::string& attack_class) const;
    static int class_limit(const CircleDef& circle, const std::string& attack_class);
    void answer_wishes();
    int tokens_of_class(const Circle& circle, const std::string& attack_class) const;
    bool outside_view(const Circle& circle, const Agent& agent) const;
    int tokens_outside_view(const Circle& circle) const;
    bool stopped_by_view(const Circle& circle, const Agent& agent) const;
    int64_t cooldown_over(const Circle& circle, const Agent& agent, int attack) const;
    int64_t clocks_over(const Cooldowns& cooldowns, const Agent& agent, int attack) const;
    Sifted find_wait_reason(const Circle& circle, const Agent& agent) const;
    int choose_attack(const Agent& agent, const std::vector<int>& fitting) const;
    Cooldowns& cooldowns_of(Circle& circle, const CooldownDef& def);

    // publish
    void publish_wait_reasons();
    Waiting waiting(const Agent& agent) const;
    Waiting requester_waiting(const Circle& circle, const Agent& agent) const;
    Waiting holder_waiting(const Circle& circle, const Agent& agent) const;
    Waiting refused(const Circle& circle, const Agent& agent, const Sifted& sifted) const;
    int64_t greatest_reach(const Agent& agent) const;
    int64_t milliseconds_until(int64_t due) const;

    // slots
    void give_slot(Circle& circle, Agent& agent, int slot, Cause cause);
    void admit(Circle& circle, Agent& agent, int slot, Cause cause);
    void queue_up(Circle& circle, Agent& agent, bool front);
    bool open(const Circle& circle, int slot) const;
    int open_slots(const Circle& circle) const;
    int nearest_slot(const Circle& circle, const Agent& agent, int own = -1) const;
    int32_t slot_distance(const Circle& circle, const Agent& agent, int slot) const;
    int64_t bonus(const Circle& circle, int slot, const std::set<int>& held) const;

    // bodies and reach
    std::array<int64_t, 2> range_of(const Agent& agent, const AttackDef& attack, const Agent& target) const;
    Vec2 slot_place(const Agent& target, int slot) const;
    int32_t holder_distance(const Circle& circle, const Agent& agent, int slot) const;
    bool close_to_target(const Agent& agent);

    // free ways
    bool way_free(const Agent& agent, Vec2 to, Serial target) const;
    WayToTarget way_to_target(const Agent& agent, const Agent& target) const;
    bool steps_aside(const Agent& agent, const Agent& third, Vec2 to) const;
    bool makes_way(const Agent& third, const Agent& agent) const;
    bool fights_from_here(const Agent& agent, const Agent& target) const;
    bool fights_in_slots(const Agent& agent) const;
    bool beginning_of_way_free(const Agent& agent, Vec2 to, Serial target) const;
    bool promised_to_others(const Agent& agent, Vec2 point, Serial target) const;

    // helpers
    int slots_for(const Agent& target) const;
    static int most_slots(const CircleDef& circle);
    static bool clears(const CircleDef& before, const CircleDef& after);
    Circle& circle_round(Serial target);
    const CircleDef& circle_def(Serial target) const { return archetype_of(agents_.at(target)).circle; }
    const AttackDef& attack_def(const Agent& agent, int attack) const;
    const KeptFigures* kept_figures(const Agent& agent) const;
    const AttackDef& figures_of(const Agent& agent, int attack) const;
    const AttackDef& figures_of(const PendingHit& pending) const;
    int64_t hit_range_of(const PendingHit& pending) const;
    void strike_bodies();
    std::vector<Serial> struck_bodies(const PendingHit& pending) const;
    bool strikes(const PendingHit& pending, const Agent& other) const;
    void keep_figures(Agent& agent, const Definitions& after);
    static bool same_list(const std::vector<AttackDef>& before, const std::vector<AttackDef>& after);
    bool is_free(const Agent& agent) const { return !archetype_of(agent).engagement.managed; }
    /// The target of the agent's attack. Without a circle the agent is unmanaged, or plays on.
    Serial opponent(const Agent& agent) const { return agent.circle == no_serial ? agent.target : agent.circle; }
    bool is_evaluated(const Agent& agent) const;
    std::vector<Serial> with_token(const Circle& circle) const;
    bool range_met(const Agent& agent, const AttackDef& attack, const Agent& target, int64_t x) const;
    static bool angle_met(const AttackDef& attack, float angle);
    bool rests(const Agent& agent) const { return !reached(agent.rest_until); }
    int weight_of(Serial agent) const { return archetype_of(agents_.at(agent)).engagement.grid_weight; }
    bool living(Serial serial) const;
    int32_t distance_mm(const Agent& a, const Agent& b) const;
    void emit(const Event& event) { stage_.push_back(event); }
    void emit_attack(const Agent& agent, Serial target, int attack);
    void emit(EventType type, const Agent& agent, Serial target, Cause cause = Cause::none, int attack = -1,
              int slot = -1);
    void close_system(bool by_agent, bool by_rank = false);

    uint64_t seed_;
    bool wait_reasons_;
    uint64_t frame_ = 0;
    int64_t now_ = 0;
    double rest_ = 0.0; ///< us, see add_time
    int64_t previous_now_ = -1;
    double dt_ = 0.0, previous_dt_ = 0.0; ///< s
    Definitions definitions_;
    bool relief_in_use_ = false; ///< an archetype has, or has had, `relief_time`
    std::array<std::array<bool, max_teams>, max_teams> hostile_{};
    int teams_ = 0;
    std::vector<Squad> squads_; // squad n is squads_[n - 1]
    std::map<Serial, Agent> agents_;
    std::map<Serial, Circle> circles_;
    std::shared_ptr<const Ground> bare_ground_; // null: open ground everywhere
    std::shared_ptr<const Ground> ground_;      // with the obstacles
    std::map<uint32_t, Obstacle> obstacles_;
    bool obstacles_changed_ = false; // since the last step
    std::map<int, Link> links_;      // by number
    bool links_changed_ = false;     // by a command of this frame
    DetailDef detail_;
    int overload_level_ = 0;
    std::deque<int64_t> updates_; // number of updates of living agents in each of the last eight frames
    uint32_t moved_to_ground_ = 0, commands_dropped_ = 0, poses_skipped_ = 0;
    std::map<std::tuple<float, float, int16_t>, int> at_waypoint_; // agents by place and floor
    std::vector<Serial> halted_;                                   // in this frame's classify_distances
    std::vector<PromisedPlace> promised_places_;                   // as this frame's classify_distances found them
    std::vector<PendingHit> pending_hits_;
    std::vector<Projectile> projectiles_;
    std::map<TeamIndex, CombatFactors> team_combat_;
    uint32_t launched_ = 0;
    std::map<Serial, Vec2> pushes_; // of this frame's charges: the velocity, by the agent that is pushed
    std::map<std::pair<Serial, Serial>, float> target_biases_; // target biases, by target and viewer (no_serial: every
                                                               // viewer)
    std::vector<std::pair<Serial, Serial>> questions_;         // sight questions of this frame
    std::map<std::pair<Serial, Serial>, int64_t> asked_;       // when a question of sight was last asked
    std::vector<Formation> formations_;                        // of orders of this frame
    std::map<Serial, std::vector<std::pair<int, int>>> capacities_; // set by commands of this frame, by target
    std::map<Serial, std::set<int>> closures_; // set by commands of this frame, by target; the last counts
    std::vector<SummonRequest> summons_;       // summon requests of this frame's think
    Cooldowns cooldowns_;                      // cooldowns with scope world
    uint64_t tokens_ = 0;                      // number of tokens ever given
    int64_t spawned_ = 0;                      // number of agents ever spawned
    const Given* given_ = nullptr;             // the command that is applied,
    int call_ = 0;                             // and its number among those of this frame
    std::map<Serial, uint32_t> own_squads_;    // of the agents that this frame's commands spawn
    std::vector<Event> stage_;
    std::vector<Event> events_;
};

} // namespace fray::model
