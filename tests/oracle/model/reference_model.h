// The rules of engine/docs/rules.md a second time: plain, slow, one thread, brute force. It shares with the engine
// the public structs and engine/src/storage/rules_math.h, nothing else. Every function bears the name of its rule, so
// that it can be read beside that page. It does not move anybody: positions are its input.
#pragma once

#include "fray/defs.h"
#include "fray/events.h"
#include "fray/spatial/ground.h"

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

/// What agents are made of.
struct Definitions {
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;

    friend bool operator==(const Definitions&, const Definitions&) = default;
};

/// A host command. Agents are named by serial, squads by number (from 1, in the order of their making).
struct Command {
    enum class Kind : uint8_t {
        spawn,
        despawn,
        place,
        order,
        view,
        report,
        sight,
        damage,
        capacity,
        close_slots,
        add_squad,
        set_hostile,
        reload,
        lead,
        stick,
        order_squad,
        prefer,
        join,
        detail,
        period,
        health,
    };

    Kind kind = Kind::spawn;
    Serial agent = no_serial; ///< of a spawn: the serial it is going to have

    ArchetypeIndex archetype = 0; ///< spawn
    TeamIndex team = 0;           ///< spawn, add_squad, set_hostile
    int16_t layer = 0;            ///< spawn
    uint32_t squad = 0;           ///< spawn, 0: a squad of its own; stick, order_squad, join
    SquadDef squad_def;           ///< add_squad

    bool put_on_ground = false;  ///< spawn, place: `position` is not the one that the host gave
    Vec2 position;               ///< spawn, place; `go` and `retreat`: the point; stick
    Vec2 heading = {1.0f, 0.0f}; ///< spawn, place; view: its direction; a unit vector
    bool turns = false;          ///< place: `heading` was given

    OrderKind order = OrderKind::free;
    Serial target = no_serial; ///< order attack, sight
    float amount = 0.0f;       ///< damage, health; prefer: metres
    Serial by = no_serial;     ///< damage; prefer: the viewer, no_serial: everybody
    int grid = 0;              ///< capacity
    int attack = 0;            ///< capacity
    float half_angle = 0.0f;   ///< view
    AttackReport reported = AttackReport::hit;
    bool seen = false;        ///< sight
    std::vector<int> slots;   ///< close_slots
    TeamIndex other_team = 0; ///< set_hostile
    bool hostile = false;     ///< set_hostile
    Definitions definitions;  ///< reload
    DetailDef detail;         ///< detail
    int period = 0;           ///< period: in frames; 0: not the host's any more
};

struct Pose {
    Vec2 position;
    Vec2 heading = {1.0f, 0.0f};
};

enum class Role : uint8_t { none, asker, holder, striker };

/// Leave to perform one attack, and how far it got. A free agent gives it to itself when its attack begins.
struct Permit {
    int attack = 0;
    uint64_t number = 0;     ///< of all permits: tells whose a clock is
    int round = -1;          ///< of uses, from which it took one; -1: from none
    int64_t begin_until = 0; ///< stepping in ends then
    bool interrupted = false;
    bool begun = false;      ///< the windup has begun (event attack); not after an interruption
    bool ever_begun = false; ///< nor is the cooldown given back
    bool hit_handed = false;
    bool ended = false; ///< by this frame's think; the weight goes back in settle
    int64_t hit_due = 0;
    int64_t end_due = 0;
};

/// What a target sees.
struct View {
    Vec2 direction;
    float half_angle = 0.0f;
};

/// Why an agent waits, with the numbers of event refuse.
struct Waiting {
    Refusal reason = Refusal::none;
    int64_t need = 0;
    int64_t free = 0;
};

/// An act that goes on.
struct RunningAct {
    int act = 0;
    int condition = 0;          ///< its number in the state
    std::optional<int64_t> end; ///< none: with the state
};

/// What one knows that follows a monster.
struct Monster {
    int number = 0;
    int state = 0;
    bool fresh = true;
    int64_t since = 0;               ///< of the time in the state
    int64_t seconds = 0;             ///< so many of it were looked at
    float health_seen = 0.0f;        ///< by the last look at blood
    std::vector<RunningAct> running; ///< in the order in which they started
    Vec2 post;
    Vec2 way; ///< a unit vector
    bool goes_out = true;
    int patrols = 0;          ///< so often it came back
    bool begins_anew = false; ///< its patrol, in this frame's ingest
};

struct Agent {
    Serial serial = no_serial;
    ArchetypeIndex archetype = 0;
    TeamIndex team = 0;
    int16_t layer = 0;
    uint32_t squad = 0;
    Vec2 position;
    Vec2 heading;
    float health = 0.0f;
    bool dead = false;
    bool died_now = false; ///< in this frame's settle
    bool gone = false;     ///< despawned in this frame's ingest

    State state = State::idle;
    int band = 4;
    Serial target = no_serial;
    int64_t target_since = 0;
    bool flagged = true;    ///< to look
    bool looked = false;    ///< in this frame's alert
    bool slotless = false;  ///< in this frame's alert it held no slot
    bool misplaced = false; ///< as this frame's alert found it, waiting before a slot that is not free while one is
    bool changed = false;   ///< its target, in this frame's alert
    OrderKind order = OrderKind::free;
    Serial order_target = no_serial;

    // What it has at the circle of `circle`.
    Role role = Role::none;
    Serial circle = no_serial;
    int slot = -1;
    bool arrived = false;
    bool in_place = false;  ///< sense found it within reach of its slot; it arrives in think
    int64_t slot_since = 0; ///< last change of slot
    int64_t arrived_at = 0;
    int64_t admitted_at = 0;
    std::optional<int64_t> rebalanced_at;
    int place = -1;       ///< of an asker: the slot before which it waits
    int64_t ready_at = 0; ///< recovery is over
    int64_t rest_until = 0;
    std::optional<int64_t> patience_since; ///< of an asker: since when every pass left less free than it weighs
    std::optional<int64_t> clock;          ///< since when it is refused for weight
    std::optional<Permit> permit;
    std::map<int, int64_t> cooldowns; ///< of its own, by attack: when they are over
    std::set<AttackReport> reports;   ///< for this frame's think
    Waiting waits;                    ///< as the last emit found it

    // Brains: what it sees, the states that take their time, clocks, phases.
    std::set<Serial> seen;       ///< whom the host said yes to, for this frame's alert
    bool band_changed = false;   ///< in this frame's sense
    bool runs = false;           ///< gait
    bool staggered = false;      ///< settle found it so, for the next think
    int64_t until = 0;           ///< of stagger, slide_back, heal
    bool slides_to_heal = false; ///< what its slide_back leads to
    int flasks = 0;
    int reaction_band = 255;          ///< that of its last reaction
    std::optional<int64_t> close_due; ///< of the close clock, while it runs
    std::optional<int64_t> run_due;   ///< of the run clock, while it runs
    int phase = 0;                    ///< how many of its phases it has come into

    // Monsters.
    std::optional<Monster> monster;
    int depth = 0;            ///< by how many it was called, one by the other
    Serial owner = no_serial; ///< of a summoned one
    bool dies_with_owner = false;
    bool bereft = false; ///< so, and its owner was not living at the end of the frame before

    // Level of detail.
    int period = 1;                 ///< in frames
    std::optional<int> host_period; ///< as long as the host has set one

    // Decided by this frame's think, carried out by settle and commit.
    bool asks = false;
    bool gives_up = false;
    Cause gives_up_cause = Cause::none;
    bool launches = false;
    bool reslots = false;

    // As a target.
    int grid_capacity = 0;
    int attack_capacity = 0;
    std::set<int> closed;
    std::optional<View> view; ///< none: all round
    uint64_t spawned_frame = 0;
    Vec2 previous_position; ///< at the start of the frame before
    bool placed = false;    ///< by a command of this frame

    bool living() const { return !dead && !gone; }
    /// What is said of `go` holds for `retreat`.
    bool ordered_away() const {
        return order == OrderKind::go || order == OrderKind::retreat || order == OrderKind::stand;
    }
};

struct Squad {
    TeamIndex team = 0;
    bool made = false; ///< by the host; else an agent's own
    SquadDef def;
    Serial leader = no_serial;
    Vec2 stick;                  ///< (0, 0): let go
    Serial founder = no_serial;  ///< the first that was ever in it
    std::vector<Serial> members; ///< those who did not join another; by serial
    int64_t period = 0;          ///< least alert_every of all that were ever in it

    bool stick_held() const { return stick.x != 0.0f || stick.y != 0.0f; }
};

/// A missile on its way, with what it was made of at its launch.
struct Projectile {
    Serial by = no_serial;
    Serial target = no_serial;
    int attack = -1;
    float damage = 0.0f;
    int64_t effective = 0; ///< mm
    Vec2 from;
    int64_t lands_us = 0;
};

/// Of one attack of one archetype, on a circle or in the world.
struct Cooldown {
    int64_t due = 0;
    int uses_left = 0;
    int round = 0;        ///< which round of uses these are of
    int clock_round = -1; ///< the round that last started the clock
};

/// Of one class, on a circle or in the world.
struct ClassClock {
    int64_t due = 0;
    uint64_t permit = 0; ///< the number of the one that set it
};

struct Cooldowns {
    std::map<std::pair<int, int>, Cooldown> of_archetypes; ///< by archetype, attack
    std::map<std::string, ClassClock> of_classes;
};

struct Circle {
    Serial target = no_serial;
    std::deque<Serial> queue; ///< askers
    std::deque<Serial> ring;  ///< holders
    std::set<Serial> strikers;
    std::map<int, Serial> slots;
    Cooldowns cooldowns;
    std::optional<int64_t> gap_until; ///< of the last permit
    Serial reserver = no_serial;
    bool rebalancing_due = false;
    std::optional<Vec2> looked_round; ///< on ground: where its target was when it was last seen what is blocked
    std::set<int> blocked;            ///< slots
};

/// A ready holder's attacks as the list "refused for" sifts them, one sieve after the other; table order.
struct Sifted {
    Refusal reason = Refusal::none; ///< none: those in `fitting` fit
    std::vector<int> reaching;
    std::vector<int> carried;  ///< not too heavy for the whole capacity
    std::vector<int> in_class; ///< and the class is not full
    std::vector<int> cooled;   ///< and the cooldowns are over
    std::vector<int> fitting;  ///< and light enough for what is free
};

/// The first of that name; none: their number.
template <typename Def> size_t number_of(const std::vector<Def>& defs, const std::string& name) {
    const auto found = std::find_if(defs.begin(), defs.end(), [&](const Def& def) { return def.name == name; });
    return static_cast<size_t>(found - defs.begin());
}

class ReferenceModel {
public:
    explicit ReferenceModel(uint64_t seed, bool refusals = false) : seed_(seed), refusals_(refusals) {}

    void add_archetype(const ArchetypeDef& def) { definitions_.archetypes.push_back(def); }
    void add_monsters(const std::vector<MonsterDef>& defs) { definitions_.monsters = defs; }
    void set_ground(std::shared_ptr<const Ground> ground) { ground_ = std::move(ground); }
    void add_team();
    void set_hostile(TeamIndex a, TeamIndex b, bool hostile);
    /// The host's.
    uint32_t add_squad(TeamIndex team, const SquadDef& def = {});

    /// One frame. `poses`: of every agent in the world at the frame's start, the host's places and poses included.
    /// Returns the frame's events in their order.
    std::vector<Event> step(const std::vector<Command>& commands, double dt, const std::map<Serial, Pose>& poses);

    /// Between two steps. `ground`: the same, moved, where there is one. False: something that it knows would come to
    /// lie outside the world, and nothing is moved. Commands and poses are the caller's to move.
    bool shift_origin(Vec2 by, std::shared_ptr<const Ground> ground = nullptr);

    const std::map<Serial, Agent>& agents() const { return agents_; }
    const std::map<Serial, Circle>& circles() const { return circles_; }
    /// Viewer and target of each question of this frame's alert: by the viewer's serial, the nearest first.
    const std::vector<std::pair<Serial, Serial>>& sight_questions() const { return questions_; }
    /// In the order of their launch.
    const std::vector<Projectile>& missiles() const { return missiles_; }
    const std::vector<Squad>& squads() const { return squads_; }
    const Squad& squad_of(const Agent& agent) const { return squads_[agent.squad - 1]; }
    /// no_serial: nobody leads it.
    Serial leader(uint32_t squad) const { return squads_[squad - 1].leader; }
    bool led(const Agent& agent) const;
    bool follower(const Agent& agent) const;
    /// In the frame that is being stepped, or in the next one.
    bool has_turn(const Agent& agent) const;
    const DetailDef& detail() const { return detail_; }
    /// Of the budget of turns: 0 to 3.
    int load() const { return load_; }
    const ArchetypeDef& archetype_of(const Agent& agent) const { return definitions_.archetypes[agent.archetype]; }
    /// As the reloads up to now have left them.
    const Definitions& definitions() const { return definitions_; }
    /// By the host, or because it is blocked.
    bool closed(const Circle& circle, int slot) const;
    int grid_free(const Circle& circle) const;
    int attack_free(const Circle& circle) const;
    /// How many the last step spawned or placed off the ground, and put where one can stand.
    uint32_t put_on_ground() const { return put_on_ground_; }
    /// Of the next agent to be spawned.
    Serial next_serial() const { return static_cast<Serial>(spawned_); }
    int64_t now() const { return now_; }
    uint64_t frame() const { return frame_; }

    /// How often the rules that leave no event of their own were applied.
    const std::map<std::string, uint64_t>& tally() const { return tally_; }

private:
    struct Blow { // a hit, a damage, a health, or a missile that is due, on its way to settle
        enum class Kind : uint8_t { missile, hit, damage };
        int64_t due = 0;
        Serial by = no_serial;
        Kind kind = Kind::hit;
        int nth = 0; // of missiles: in the order of their launch; of damage and health: in call order
        Serial target = no_serial;
        int attack = -1;
        float amount = 0.0f;
        Projectile missile;
        bool sets = false; // of damage: it is a health, set by the host
    };
    using Key = std::tuple<int64_t, float, Serial>; // mm(distance) - mm(what is preferred), distance squared, serial

    // ingest
    void ingest(const std::vector<Command>& commands);
    void ingest_spawn(const Command& command);
    void ingest_despawn(const Command& command);
    void ingest_order(const Command& command);
    void ingest_other(const Command& command, int call);

    // ingest: squads
    void ingest_join(const Command& command);
    void leave_squad(const Agent& agent);
    bool enter_squad(const Agent& agent);
    void tally_join(const Agent& agent, const Squad& to);
    void ingest_lead(const Command& command);
    void ingest_stick(const Command& command);
    void ingest_order_squad(const Command& command);
    void ingest_prefer(const Command& command);

    // ingest: reloads
    void ingest_reload(const Command& command);
    void reload_acts(Agent& agent, const Definitions& after);
    void reload_circle(Agent& agent, const Definitions& after);
    bool gives_up_by_reload(const Agent& agent, const Definitions& after) const;
    void reload_monster_state(Agent& agent, const Definitions& before);
    void reload_clocks(ArchetypeIndex archetype, const ArchetypeDef& before);
    void reload_health(Agent& agent, float before);
    void reload_flasks(Agent& agent, const HealDef& before);
    void reload_capacities(const Agent& agent, const CircleDef& before);
    void reload_closed_slots(Agent& agent);
    void reload_phases(Agent& agent, const ArchetypeDef& before);
    void reload_rebalancing(const Definitions& before);
    void reload_squads(const Definitions& before);

    // level of detail
    void move();
    int due_period(const Agent& agent);
    int period_of_distance(const Agent& agent);
    void look_at_load();
    void tally_period(const Agent& agent, int due);

    // moving the origin
    std::vector<Vec2*> points();

    // ground
    bool apart(const Agent& agent, const Agent& other) const;
    bool blocked(const Agent& target, int slot) const;
    void look_round(Circle& circle);
    void look_round_anew(const Definitions& before);
    bool in_line(const Agent& agent, const Agent& other) const;
    Vec2 patrol_end(const Agent& agent) const;
    Vec2 place_to_stand(const Agent& owner, const ArchetypeDef& def, Vec2 place);

    // alert
    void alert();
    void alert_one(Agent& agent);
    bool look_due(const Squad& squad) const;
    void look(Agent& agent);
    bool is_candidate(const Agent& agent, const Agent& other) const;
    bool alerted_by(const Agent& member, const Agent& other) const;
    const Agent* nearest_candidate(const Agent& agent);
    Key key(const Agent& agent, const Agent& other) const;
    int64_t preferred(const Agent& agent, const Agent& other) const;
    bool room(const Agent& agent, const Agent& other);
    void change_target(Agent& agent, Serial target, Cause cause);
    bool locked(const Agent& agent) const;

    // alert: sight
    void look_by_sight(Agent& agent);
    bool keeps_in_sight(const Agent& agent) const;
    std::vector<Serial> in_sight(const Agent& agent) const;
    bool within_sight(const Agent& agent, const Agent& other) const;
    bool in_field_of_view(const Agent& agent, const Agent& other) const;
    bool take_by_answer(Agent& agent);

    // sense
    void sense();
    void sense_band(Agent& agent);
    void sense_arrival(Agent& agent);
    void sense_gait(Agent& agent);

    // think
    void think();
    void think_one(Agent& agent);
    void think_in_order(Agent& agent);
    bool step_0(Agent& agent);
    bool leaves_circle(Agent& agent);
    bool think_state(Agent& agent);
    bool think_idle(Agent& agent);
    bool think_pursue(Agent& agent);
    bool think_roam(Agent& agent);
    bool think_approach(Agent& agent);
    bool think_combat(Agent& agent);
    bool think_attack(Agent& agent);
    bool not_a_holder(Agent& agent);
    bool waited_too_long(const Agent& agent);
    void give_up(Agent& agent, Cause cause);
    void interrupted(Agent& agent);
    void stepping_in(Agent& agent, const AttackDef& attack);
    void begun(Agent& agent, const AttackDef& attack, bool before);
    bool steps_in(const Agent& agent, const AttackDef& attack) const;
    void begin_attack(Agent& agent, const AttackDef& attack);
    void end_attack(Agent& agent, Cause cause, int64_t recovery_from);
    void after_attack(Agent& agent);
    void go_to(Agent& agent, State state);

    // think: squads
    bool busy(const Agent& agent) const;
    void tally_led(const Agent& agent);
    int32_t leader_distance(const Agent& agent) const;
    bool far_from_leader(const Agent& agent) const;
    bool near_leader(const Agent& agent) const;
    bool begins_return(Agent& agent);
    bool think_led(Agent& agent);
    bool think_follow(Agent& agent);
    bool think_return(Agent& agent);

    // think: free agents
    bool think_free(Agent& agent);
    bool free_step_0(Agent& agent);
    bool free_pursue(Agent& agent);
    bool free_combat(Agent& agent);
    bool free_attack(Agent& agent);
    std::vector<int> fitting_now(const Agent& agent) const;

    // think: states that take their time, phases, reactions, clocks
    static bool takes_time(State state);
    void come_into(Agent& agent, State state, int64_t until);
    void stagger(Agent& agent);
    void slide_back(Agent& agent, bool to_heal);
    void begin_heal(Agent& agent);
    void heal(Agent& agent);
    void state_over(Agent& agent);
    void look_at_phases(Agent& agent);
    bool reacts_now(const Agent& agent) const;
    std::optional<Reaction> react(Agent& agent);
    bool in_need(const Agent& agent) const;
    bool close_clock_counts(const Agent& agent) const;
    bool close_clock_due(const Agent& agent) const;
    void look_at_close_clock(Agent& agent);
    void look_at_run_clock(Agent& agent);
    static int64_t time_between(uint64_t bits, const std::array<double, 2>& span);
    bool uses(const Agent& agent, int attack) const;
    const ReactionDef& reactions_of(const Agent& agent) const;
    bool super_armour_of(const Agent& agent) const;

    // think: monsters
    struct Wish {
        Serial owner = no_serial;
        ActDef::Call call;
    };
    using Kind = bool (*)(const ActDef&); // has it a buff, a color, skills?
    void follow_monster(Agent& agent, int number);
    void think_monster(Agent& agent);
    bool look_fresh(Agent& agent);
    static void begin_patrol(Agent& agent);
    void look_at_ends(Agent& agent);
    bool look_at_blood(Agent& agent);
    bool look_at_time(Agent& agent);
    bool look_at(Agent& agent, const std::vector<ConditionDef>& conditions, size_t first,
                 const std::function<bool(const ConditionDef&)>& holds);
    bool by_chance(const Agent& agent, const ConditionDef& condition, int number);
    bool start_act(Agent& agent, const ConditionDef& condition, int number);
    void end_act(Agent& agent, size_t running, Cause cause);
    void end_acts(Agent& agent, Cause cause);
    void emit_decides(const Agent& agent, EventType type, int act);
    int decides(const Agent& agent, Kind kind) const;
    int64_t own_cooldown(const Agent& agent, int attack) const;
    bool has_action(const Agent& agent) const;
    float alert_of(const Agent& agent) const;
    float sight_of(const Agent& agent) const;
    float track_of(const Agent& agent) const;
    bool patrols(const Agent& agent) const;
    bool think_patrol(Agent& agent);
    const MonsterDef& monster_def(const Agent& agent) const { return definitions_.monsters[agent.monster->number]; }
    const MonsterStateDef& monster_state(const Agent& agent) const {
        return monster_def(agent).states[agent.monster->state];
    }
    const ActDef& act_def(const Agent& agent, int act) const { return monster_def(agent).acts[act]; }

    // settle
    void settle();
    void settle_bereft();
    void settle_blows();
    void settle_blow(const Blow& blow, std::map<Serial, Serial>& staggered_by);
    void settle_hurt(const Blow& blow, std::map<Serial, Serial>& staggered_by);
    void settle_health(const Blow& blow);
    void die(Agent& agent, Serial by);
    bool strikes(const Blow& blow, Vec2 from, int64_t effective);
    void launch(const Blow& blow);
    void missiles_due();
    static Blow landing(const Projectile& missile, size_t nth);
    void settle_staggers(const std::map<Serial, Serial>& staggered_by);
    void settle_returns();
    void settle_return(Agent& agent);
    void settle_target_lost(const Agent& target);
    void settle_requests();
    void settle_leaders();
    void settle_removed();
    void leave_slot(Agent& agent, Cause cause);
    void leave_queue(Agent& agent);
    void become_striker(Agent& agent, Serial target);
    void return_permit(Agent& agent);
    void give_cooldowns_back(Agent& agent, const Permit& permit);
    void give_class_clock_back(Circle& circle, const Permit& permit, const AttackDef& attack);
    void give_use_back(Circle& circle, const Agent& agent, const Permit& permit);

    // commit
    void commit();
    void commit_capacity(Agent& target);
    std::vector<Serial> evict(Circle& circle);
    std::vector<Serial> leave_closed_slots(Circle& circle);
    void put_back(Circle& circle, std::vector<Serial> agents);
    void commit_stealing(Circle& circle);
    void steal(Circle& circle, Agent& thief);
    Agent* stolen_from(const Circle& circle, const Agent& thief);
    bool inside(const Circle& circle, const Agent& agent) const;
    void commit_reslot(Circle& circle);
    void commit_admission(Circle& circle);
    void admission_pass(Circle& circle);
    const Agent* first_asker(const Circle& circle) const;
    void patience_clocks(Circle& circle);
    bool patience_has_run(const Circle& circle) const;
    int cheapest_slot(const Circle& circle, const Agent& agent) const;
    void commit_places(Circle& circle);
    void take_place(const Circle& circle, Agent& agent);
    int flankers(const Circle& circle, int slot) const;
    bool free_place(const Circle& circle) const;
    void remove_empty_circles();
    bool exists(const Circle& circle) const;

    // commit: rebalancing
    void commit_rebalancing(Circle& circle);
    bool moved(const Agent& target) const;
    std::vector<Serial> participants(const Circle& circle);
    void look_at_slots(Circle& circle, const std::vector<Serial>& agents);
    std::vector<int> assign_exactly(const std::vector<std::vector<int64_t>>& costs);
    static std::vector<int> assign_nearest(const std::vector<std::vector<int64_t>>& costs);
    void rebalance(Circle& circle, const std::vector<Serial>& agents, const std::vector<int>& slots);

    // commit: change of target
    struct Proposal {
        Serial agent = no_serial;
        Serial target = no_serial;
        int slot = -1;
        int64_t distance = 0;
    };
    void commit_change_of_target();
    bool may_change_target(const Agent& agent);
    std::optional<Proposal> propose(const Agent& agent);
    bool takes_in(const Circle& circle, const Agent& agent);
    void carry_out(const Proposal& proposal);
    Circle circle_or_empty(Serial target) const;

    // commit: summons
    void commit_summons();
    void summon(const Agent& owner, const ActDef::Call& call, int nth);

    // commit: permits
    void commit_permits();
    void commit_permits(Circle& circle);
    void permit_pass(Circle& circle);
    void permit_pass_nothing_free(Circle& circle);
    void refused_for_weight(Circle& circle, Agent& head);
    void look_at_clocks(Circle& circle);
    void give_permit(Circle& circle, Agent& agent, const std::vector<int>& fitting);
    void start_cooldowns(Circle& circle, Agent& agent, Permit& permit);
    void take_use(Circle& circle, const Agent& agent, Permit& permit);
    bool gap_runs(const Circle& circle) const;
    int64_t gap_over(const Circle& circle) const;

    bool ready(const Agent& agent) const;
    bool reaches(const Agent& agent, const AttackDef& attack) const;
    bool class_full(const Circle& circle, const AttackDef& attack) const;
    int class_limit(const Circle& circle, const std::string& attack_class) const;
    int permits_of_class(const Circle& circle, const std::string& attack_class) const;
    bool outside_view(const Circle& circle, const Agent& agent) const;
    int permits_outside_view(const Circle& circle) const;
    bool stopped_by_view(const Circle& circle, const Agent& agent) const;
    int64_t cooldown_over(const Circle& circle, const Agent& agent, int attack) const;
    int64_t clocks_over(const Cooldowns& cooldowns, const Agent& agent, int attack) const;
    bool waits_for_the_world(const Circle& circle, const Agent& agent, const Sifted& sifted) const;
    Sifted sift(const Circle& circle, const Agent& agent) const;
    int choose(const Agent& agent, const std::vector<int>& fitting) const;
    Cooldowns& cooldowns_of(Circle& circle, const CooldownDef& def);

    // emit
    void emit_refusals();
    Waiting waiting(const Agent& agent) const;
    Waiting asker_waiting(const Circle& circle, const Agent& agent) const;
    Waiting holder_waiting(const Circle& circle, const Agent& agent) const;
    Waiting refused(const Circle& circle, const Agent& agent, const Sifted& sifted) const;
    int64_t greatest_reach(const Agent& agent) const;
    int64_t milliseconds_until(int64_t due) const;

    // slots
    void hold(Circle& circle, Agent& agent, int slot, Cause cause);
    void admit(Circle& circle, Agent& agent, int slot, Cause cause);
    void queue_up(Circle& circle, Agent& agent, bool front);
    bool open(const Circle& circle, int slot) const;
    int open_slots(const Circle& circle) const;
    int nearest_slot(const Circle& circle, const Agent& agent, int own = -1) const;
    int32_t slot_distance(const Circle& circle, const Agent& agent, int slot) const;
    int64_t bonus(const Circle& circle, int slot, const std::set<int>& held) const;

    // small helps
    const CircleDef& circle_def(Serial target) const { return archetype_of(agents_.at(target)).circle; }
    const AttackDef& attack_def(const Agent& agent, int attack) const;
    bool is_free(const Agent& agent) const { return !archetype_of(agent).staged; }
    Serial opponent(const Agent& agent) const { return is_free(agent) ? agent.target : agent.circle; }
    std::vector<Serial> with_permit(const Circle& circle) const;
    bool range_met(const Agent& agent, const AttackDef& attack, int32_t x) const;
    static bool angle_met(const AttackDef& attack, float angle);
    bool rests(const Agent& agent) const { return now_ < agent.rest_until; }
    int weight_of(Serial agent) const { return archetype_of(agents_.at(agent)).grid_weight; }
    bool living(Serial serial) const;
    int32_t distance_mm(const Agent& a, const Agent& b) const;
    void emit(const Event& event) { stage_.push_back(event); }
    void emit(EventType type, const Agent& agent, Serial target, Cause cause = Cause::none, int attack = -1,
              int slot = -1);
    void close_stage(bool by_agent, bool by_rank = false);

    uint64_t seed_;
    bool refusals_;
    uint64_t frame_ = 0;
    int64_t now_ = 0;
    int64_t previous_now_ = -1;
    Definitions definitions_;
    std::array<std::array<bool, max_teams>, max_teams> hostile_{};
    int teams_ = 0;
    std::vector<Squad> squads_; // squad n is squads_[n - 1]
    std::map<Serial, Agent> agents_;
    std::map<Serial, Circle> circles_;
    std::shared_ptr<const Ground> ground_; // null: open everywhere
    DetailDef detail_;
    int load_ = 0;              // of the budget of turns
    std::deque<int64_t> turns_; // that the living had in each of the last eight frames
    uint32_t put_on_ground_ = 0;
    std::vector<Blow> blows_;
    std::vector<Projectile> missiles_;
    std::map<std::pair<Serial, Serial>, float> preferences_;        // by target, viewer (no_serial: everybody)
    std::vector<std::pair<Serial, Serial>> questions_;              // of sight, of this frame
    std::map<Serial, std::vector<std::pair<int, int>>> capacities_; // filed, by target
    std::map<Serial, std::set<int>> closures_;                      // filed, by target: the last one counts
    std::vector<Wish> wishes_;                                      // of this frame's think
    Cooldowns cooldowns_;                                           // of the world
    uint64_t permits_ = 0;                                          // ever given
    int64_t spawned_ = 0;                                           // agents, ever
    std::vector<Event> stage_;
    std::vector<Event> events_;
    std::map<std::string, uint64_t> tally_;
};

} // namespace fray::model
