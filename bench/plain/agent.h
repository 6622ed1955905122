// One fighter, an object of its own on the heap, as in seed 001 (Enemy3DManager).
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

/// What the agents of a kind share: the scenario's figures, and what is worked out from them once.
struct Archetype {
    Archetype(const fray::ArchetypeDef& def, int index, double dt);

    fray::ArchetypeDef def;
    int index;
    std::vector<Vec2> slot_offsets; ///< of the circle round such an agent
    float roam_radius;
    float stand_distance; ///< as far as this a holder stands, when its target holds a slot itself
    Vec2 turn;            ///< cosine and sine of what it turns in a frame
};

class Agent {
public:
    Agent(int serial, const Archetype& archetype, int team, Vec2 position, Vec2 heading);
    ~Agent();

    /// Senses and thinks.
    void update(Frame& frame);
    /// The circle round this agent, for those who fight it; made when it is asked for first.
    StageManager& stage();
    StageManager* stage_if_any() const { return stage_.get(); }

    bool alive() const { return health > 0.0f; }
    bool has_slot() const;
    bool has_permit() const;
    const fray::AttackDef& attack_def(int attack) const { return archetype.def.attacks[static_cast<size_t>(attack)]; }

    void set_target(Agent* new_target, double now);
    /// Its target is dead: it has none, and looks for another.
    void lose_target(double now);
    /// Gives back all that it holds at the circle it is at.
    void leave_circle();
    /// An attack is over, however it ended.
    void end_attack(int attack, double when);
    /// It has a slot, or another one: it goes there from this frame on.
    void slot_changed(double now);

    const int serial;
    const Archetype& archetype;
    const int team;
    int layer = 0;
    Squad* squad = nullptr;
    const State* state;
    Vec2 position;
    Vec2 heading;
    float health;
    float roam_jitter = 0.0f;
    bool standing = true; ///< it gives no way

    Agent* target = nullptr;
    double target_since = -1e9;
    float distance = 0.0f; ///< to the target
    int band = 4;
    bool look = true; ///< it needs a target at once

    StageManager* at = nullptr; ///< where it asked for a place
    bool arrived = false;
    double slot_since = 0.0;
    double refused_since = -1.0; ///< for weight; below 0: not
    double ready_from = 0.0;     ///< its recovery is over

    double permit_since = 0.0;
    bool swinging = false; ///< the windup has begun
    bool hit_pending = false;
    double hit_at = 0.0;
    double end_at = 0.0;

private:
    void sense(double now);
    void think(Frame& frame);

    std::unique_ptr<StageManager> stage_;
};

/// Agents that share their alert circles (seed 003).
struct Squad {
    std::vector<Agent*> members;
    double period = 1e9; ///< s between two looks
    double next_look = 0.0;
    bool attention = true; ///< one of them needs a target at once

    void add(Agent& agent);
};

} // namespace plain
