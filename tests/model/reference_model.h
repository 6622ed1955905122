// The rules of engine/docs/rules.md a second time: plain, slow, one thread, brute force. It shares with the engine
// the public structs and engine/src/rules_math.h, nothing else. Every function bears the name of its rule, so that
// it can be read beside that page. It does not move anybody: positions are its input.
#pragma once

#include "fray/defs.h"
#include "fray/events.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fray::model {

/// A host command. Agents are named by serial, squads by number (from 1, in the order of their making).
struct Command {
    enum class Kind : uint8_t { spawn, despawn, place, order, damage, capacity, add_squad, set_hostile };

    Kind kind = Kind::spawn;
    Serial agent = no_serial; ///< of a spawn: the serial it is going to have

    ArchetypeIndex archetype = 0; ///< spawn
    TeamIndex team = 0;           ///< spawn, add_squad, set_hostile
    int16_t layer = 0;            ///< spawn
    uint32_t squad = 0;           ///< spawn; 0: a squad of its own

    Vec2 position;               ///< spawn, place; `go`: the point
    Vec2 heading = {1.0f, 0.0f}; ///< spawn, place; a unit vector
    bool turns = false;          ///< place: `heading` was given

    OrderKind order = OrderKind::free;
    Serial target = no_serial; ///< order attack
    float amount = 0.0f;       ///< damage
    Serial by = no_serial;     ///< damage
    int grid = 0;              ///< capacity
    int attack = 0;            ///< capacity
    TeamIndex other_team = 0;  ///< set_hostile
    bool hostile = false;      ///< set_hostile
};

struct Pose {
    Vec2 position;
    Vec2 heading = {1.0f, 0.0f};
};

enum class Role : uint8_t { none, asker, holder };
enum class Refusal : uint8_t { fits, weight, cooldown, too_heavy, range };

/// Leave to perform one attack, and how far it got.
struct Permit {
    int attack = 0;
    int64_t since = 0;
    bool begun = false; ///< the windup has begun (event attack)
    bool hit_handed = false;
    bool ended = false; ///< by this frame's think; the weight goes back in settle
    int64_t hit_due = 0;
    int64_t end_due = 0;
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
    bool flagged = true; ///< to look
    OrderKind order = OrderKind::free;
    Serial order_target = no_serial;

    // What it has at the circle of `circle`.
    Role role = Role::none;
    Serial circle = no_serial;
    int slot = -1;
    bool arrived = false;
    bool in_place = false;  ///< sense found it within reach of its slot; it arrives in think
    int64_t slot_since = 0; ///< last change of slot
    uint64_t admitted_frame = 0;
    int64_t ready_at = 0;         ///< recovery is over
    std::optional<int64_t> clock; ///< since when it is refused for weight
    std::optional<Permit> permit;

    // Decided by this frame's think, carried out by settle and commit.
    bool asks = false;
    bool gives_up = false;
    Cause gives_up_cause = Cause::none;
    bool reslots = false;

    // As a target.
    int grid_capacity = 0;
    int attack_capacity = 0;

    bool living() const { return !dead && !gone; }
};

struct Squad {
    TeamIndex team = 0;
    Serial founder = no_serial;
    std::vector<Serial> members; ///< of all time
    int64_t period = 0;          ///< least alert_every of these
};

/// Of one attack of one archetype on one circle.
struct Cooldown {
    int64_t due = 0;
    int uses_left = 0;
};

struct Circle {
    Serial target = no_serial;
    std::deque<Serial> queue; ///< askers
    std::deque<Serial> ring;  ///< holders
    std::map<int, Serial> slots;
    std::map<std::pair<int, int>, Cooldown> cooldowns; ///< by archetype, attack
};

class ReferenceModel {
public:
    explicit ReferenceModel(uint64_t seed) : seed_(seed) {}

    void add_archetype(const ArchetypeDef& def) { archetypes_.push_back(def); }
    void add_team();
    void set_hostile(TeamIndex a, TeamIndex b, bool hostile);
    uint32_t add_squad(TeamIndex team);

    /// One frame. `poses`: of every agent in the world at the frame's start, the host's places and poses included.
    /// Returns the frame's events in their order.
    std::vector<Event> step(const std::vector<Command>& commands, double dt, const std::map<Serial, Pose>& poses);

    const std::map<Serial, Agent>& agents() const { return agents_; }
    const std::map<Serial, Circle>& circles() const { return circles_; }
    const ArchetypeDef& archetype_of(const Agent& agent) const { return archetypes_[agent.archetype]; }
    int grid_free(const Circle& circle) const;
    int attack_free(const Circle& circle) const;
    int64_t now() const { return now_; }
    uint64_t frame() const { return frame_; }

    /// How often the rules that leave no event of their own were applied.
    const std::map<std::string, uint64_t>& tally() const { return tally_; }

private:
    struct Blow { // a hit or a damage on its way to settle
        int64_t due = 0;
        Serial by = no_serial;
        int call = -1; // of damage: its place in call order; hits come before
        Serial target = no_serial;
        int attack = -1;
        float amount = 0.0f;
    };

    // ingest
    void ingest(const std::vector<Command>& commands);
    void ingest_spawn(const Command& command);
    void ingest_despawn(const Command& command);
    void ingest_order(const Command& command);

    // alert
    void alert();
    void alert_one(Agent& agent);
    bool look_due(const Squad& squad) const;
    void look(Agent& agent);
    bool is_candidate(const Agent& agent, const Agent& other) const;
    bool alerted_by(const Agent& member, const Agent& other) const;
    const Agent* nearest_candidate(const Agent& agent) const;
    void change_target(Agent& agent, Serial target, Cause cause);

    // sense
    void sense();
    void sense_band(Agent& agent);
    void sense_arrival(Agent& agent);

    // think
    void think();
    void think_one(Agent& agent);
    bool leaves_circle(Agent& agent);
    bool think_state(Agent& agent);
    bool think_idle(Agent& agent);
    bool think_pursue(Agent& agent);
    bool think_roam(Agent& agent);
    bool think_approach(Agent& agent);
    bool think_combat(Agent& agent);
    bool think_attack(Agent& agent);
    bool not_a_holder(Agent& agent);
    bool steps_in(const Agent& agent, const AttackDef& attack) const;
    void begin_attack(Agent& agent, const AttackDef& attack);
    void end_attack(Agent& agent, Cause cause, int64_t recovery_from);
    void after_attack(Agent& agent);
    void go_to(Agent& agent, State state);

    // settle
    void settle();
    void settle_blows();
    void settle_blow(const Blow& blow);
    void settle_returns();
    void settle_return(Agent& agent);
    void settle_target_lost(const Agent& target);
    void settle_requests();
    void settle_removed();
    void leave_slot(Agent& agent, Cause cause);
    void leave_queue(Agent& agent);
    void return_permit(Agent& agent);
    void give_cooldown_back(const Agent& agent, const Permit& permit);

    // commit
    void commit();
    void commit_capacity(Agent& target);
    void evict(Circle& circle);
    void commit_reslot(Circle& circle);
    void commit_admission(Circle& circle);
    void commit_permits(Circle& circle);
    void permit_pass(Circle& circle);
    void permit_pass_nothing_free(Circle& circle);
    void end_clocks(Circle& circle);
    void give_permit(Circle& circle, Agent& agent);
    void take_use(Circle& circle, const Agent& agent, Permit& permit);
    void remove_empty_circles();
    bool exists(const Circle& circle) const;

    bool ready(const Agent& agent) const;
    bool reaches(const Agent& agent, const AttackDef& attack) const;
    bool cooldown_over(const Circle& circle, const Agent& agent, int attack) const;
    std::vector<int> fitting(const Circle& circle, const Agent& agent) const;
    Refusal refused_for(const Circle& circle, const Agent& agent) const;
    int choose(const Agent& agent, const std::vector<int>& fitting) const;
    int nearest_slot(const Circle& circle, const Agent& agent, int own) const;

    // small helps
    const CircleDef& circle_def(Serial target) const { return archetype_of(agents_.at(target)).circle; }
    const AttackDef& attack_def(const Agent& agent, int attack) const;
    bool living(Serial serial) const;
    int32_t distance_mm(const Agent& a, const Agent& b) const;
    void emit(const Event& event) { stage_.push_back(event); }
    void emit(EventType type, const Agent& agent, Serial target, Cause cause = Cause::none, int attack = -1,
              int slot = -1);
    void close_stage(bool by_agent, bool by_rank = false);

    uint64_t seed_;
    uint64_t frame_ = 0;
    int64_t now_ = 0;
    int64_t previous_now_ = -1;
    std::vector<ArchetypeDef> archetypes_;
    std::array<std::array<bool, max_teams>, max_teams> hostile_{};
    int teams_ = 0;
    std::vector<Squad> squads_; // squad n is squads_[n - 1]
    std::map<Serial, Agent> agents_;
    std::map<Serial, Circle> circles_;
    std::vector<Blow> blows_;
    std::map<Serial, std::vector<std::pair<int, int>>> capacities_; // filed, by target
    std::vector<Event> stage_;
    std::vector<Event> events_;
    std::map<std::string, uint64_t> tally_;
};

} // namespace fray::model
