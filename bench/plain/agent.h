// An agent: an object of its own on the heap with its own state machine, as object-oriented game code usually has it.
#pragma once

#include "fray/defs.h"
#include "vec.h"

#include <memory>
#include <vector>

namespace plain {

struct Frame;
class StageManager;
class State;
struct Squad;

/// The values that agents of an archetype share: from the scenario, or derived once.
struct Archetype {
    Archetype(const fray::ArchetypeDef& def, int index, double dt);

    fray::ArchetypeDef def;
    int index;
    std::vector<Vec2> slot_offsets; ///< slots of the circle around such an agent, relative to the agent
    float roam_radius;
    float stand_distance; ///< m, from the target: where a holder stands if its target holds a slot itself
    Vec2 turn{};          ///< cosine and sine of the angle that it turns per frame
};

class Agent {
public:
    Agent(int serial, const Archetype& archetype, int team, Vec2 position, Vec2 heading);
    ~Agent();

    /// Classifies the distance and evaluates the state machine.
    void update(Frame& frame);
    /// The circle around this agent, for the agents that fight it; made on the first call.
    StageManager& stage();
    StageManager* stage_if_any() const { return stage_.get(); }

    bool alive() const { return health > 0.0f; }
    bool has_slot() const;
    bool has_token() const;
    const fray::AttackDef& attack_def(int attack) const { return archetype.def.attacks[static_cast<size_t>(attack)]; }

    void set_target(Agent* new_target, double now);
    /// Call it when the target is dead: clears the target and requests a target scan.
    void lose_target(double now);
    /// Releases everything that it holds at its circle.
    void leave_circle();
    /// Ends an attack, for whatever reason.
    void end_attack(int attack, double when);
    /// Call it when the agent gets a slot or changes its slot. The agent walks there from this frame on.
    void slot_changed(double now);

    const int serial;
    const Archetype& archetype;
    const int team;
    int layer = 0;
    Squad* squad = nullptr;
    const State* state;
    Vec2 position{};
    Vec2 heading{};
    float health;
    float roam_jitter = 0.0f;
    bool standing = true; ///< it does not yield to others

    Agent* target = nullptr;
    double target_since = -1e9;
    float distance = 0.0f; ///< to the target
    int band = 4;
    bool scan_due = true; ///< it must scan for a target in this frame

    StageManager* at = nullptr; ///< the circle where it requested a slot
    bool arrived = false;
    double slot_since = 0.0;
    double refused_since = -1.0; ///< s: time since which it is refused for attack weight; below 0: it is not refused
    double ready_from = 0.0;     ///< s: time at which its recovery ends

    double token_since = 0.0;
    bool swinging = false; ///< the windup has begun
    bool hit_pending = false;
    double hit_at = 0.0;
    double end_at = 0.0;

private:
    void sense(double now);
    void think(Frame& frame);

    std::unique_ptr<StageManager> stage_;
};

/// Agents that share their alert circles: an enemy that a member notices is a candidate for all members.
struct Squad {
    std::vector<Agent*> members;
    double scan_interval = 1e9; ///< s between two target scans
    double next_scan = 0.0;
    bool attention = true; ///< a member must scan for a target in this frame

    void add(Agent& agent);
};

} // namespace plain
