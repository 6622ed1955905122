// The judge plays scenarios in a judged world: a whole scenario is data, which can be made at random, and commands can
// be aimed at agents that are in some state when their frame comes.
#pragma once

#include "judged_world.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fray::model {

/// How the host moves one of its agents in one frame.
struct HostMove {
    enum class Kind : uint8_t {
        step,   ///< towards its goal, `length` metres at most
        goal,   ///< right onto its goal
        beside, ///< `length` metres from its target, on the side where it is
        point,  ///< to `position`
        by,     ///< by `position`, from where it is
    };
    Kind kind = Kind::step;
    Serial agent = no_serial;
    float length = 0.1f;
    Vec2 position;
    bool turns = true; ///< to face its target
};

/// Whom a command is for that the judge aims at run time, by what the model says before the frame.
enum class Aim : uint8_t {
    attacker,       ///< has a permit
    stepping_in,    ///< has a permit, and its windup has not begun
    interrupted,    ///< steps in anew
    winding_up,     ///< its hit is to come
    past_hit,       ///< its hit was handed over
    striker,        ///< goes on without a slot
    ready,          ///< stands at its slot and waits for a permit
    approaching,    ///< holds a slot and has not arrived
    asker,          ///< waits in a queue
    reserver,       ///< first there, and patient no more
    resting,        ///< rests
    target,         ///< has a circle
    attacked,       ///< has a circle where a permit is held
    seeker,         ///< of targeting sight with line_of_sight, without target
    flagged_seeker, ///< and flagged to look
    free_one,       ///< a free one
    free_attacker,  ///< a free one in attack
    running,        ///< its run clock runs
    closing,        ///< its close clock runs
    hit,            ///< settle found it staggered
    hit_idle,       ///< so, and step 0 would not concern it: free and idle, or staged without role
    hit_at_circle,  ///< so, with something at a circle
    staggered,      ///< in state stagger
    sliding,        ///< in state slide_back
    healing,        ///< in state heal
    roleless,       ///< in one of these, staged, without role
    foe,            ///< somebody's target
    free_foe,       ///< a free one's target
    sight_foe,      ///< the target of one of targeting sight
    run_foe,        ///< the target of one that runs
    monster,        ///< follows a monster
    acting,         ///< and some act of it runs
    patroller,      ///< in state patrol
    calm,           ///< follows a monster, and has no target
    monster_foe,    ///< the target of one that follows a monster
    owner,          ///< of one that is living and was summoned
    child,          ///< was summoned
    doomed,         ///< and dies with its owner
    leader,         ///< leads a squad of the host's
    follows,        ///< in state follow
    returns,        ///< in state return
    led,            ///< in state led
    led_soon,       ///< is led, and in another state
    busy,           ///< of a squad whose stick is held with control paths, and not led
    far_off,        ///< a follower with a target, or something at a circle
    member,         ///< of a squad of the host's, not its leader
    last_of_squad,  ///< the last living one of a squad of the host's
    shooter,        ///< of a missile on its way
    shot_at,        ///< by one
    spreader,       ///< of targeting spread, with a target
    spread_foe,     ///< the target of one of these
    seldom,         ///< has not its turn in every frame
    named,          ///< whom an earlier command has named so
    given,          ///< the command's own agent
};

/// A command to the `nth` (modulo how many there are, by serial) of those aimed at; there may be none. Dropped where
/// it could not be given: to one just despawned, a place to one whom the host moves, an attack on itself, health to
/// one without limit.
struct AimedCommand {
    Aim aim = Aim::attacker;
    Serial at = no_serial; ///< only those at the circle round it; for Aim::target and attacked: only it
    int nth = 0;
    int name = 0;            ///< not 0: Aim::named finds the chosen one by it
    bool own_target = false; ///< an order to attack: the target that it has anyway
    /// Its agent is put in by the judge, or its squad; what its order does not need, slots that the agent has not, and
    /// health beyond what it can have are taken out.
    Command command;
    std::optional<Aim> against; ///< the command's target, author of damage, or viewer: the first one like that
};

/// The host's answer to the `nth` question of sight (modulo how many there were).
struct SightAnswer {
    int nth = 0;
    int late = 0; ///< by so many frames; 0: the question stands
    bool seen = true;
};

/// What the host does about the hurts, and the draughts, of those whose health is its own.
enum class HurtAnswer : uint8_t {
    never, ///< it forgets them
    later, ///< it keeps them in mind
    now,   ///< it sets the health that is left, of all whom it has in mind
};

/// The host moves the origin, if nothing that has to be in the world comes near its border, or beyond it for certain:
/// that is refused.
struct Shift {
    Vec2 by;
    size_t after = 0; ///< so many of the frame's commands; more than there are: the aimed ones and the answers, too
};

struct FrameInput {
    double dt = 1.0 / 60.0;
    std::vector<Command> commands;
    std::vector<AimedCommand> aimed; ///< they follow the commands, and what the host answers to hurts
    std::vector<HostMove> moves;
    std::vector<SightAnswer> answers;
    HurtAnswer hurts = HurtAnswer::never;
    std::vector<Shift> shifts;
};

/// Everything that goes into a world: a scenario and what its host does. Agents are named in it by their number among
/// those that it spawns, squads by theirs among its own and those of spawns without one: the judge knows the serials,
/// which differ once somebody was summoned. Those who were summoned, and whom the host moves, step towards their goals.
/// Points are named as if the origin had never been moved.
struct Drama {
    struct Hostility {
        TeamIndex a = 0;
        TeamIndex b = 0;
        bool hostile = true;
    };

    uint64_t seed = 0; ///< what it was made from, for reports
    WorldDef world;    ///< its seed is the one of the rules
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;
    std::shared_ptr<const Ground> ground;                            ///< null: open everywhere
    std::function<std::shared_ptr<const Ground>(Vec2)> moved_ground; ///< the ground, moved by so much
    int teams = 2;
    std::vector<Hostility> hostilities;
    std::vector<TeamIndex> squads;    ///< the team of each squad made before the first frame
    std::vector<SquadDef> squad_defs; ///< of the first so many of these
    std::vector<FrameInput> frames;
};

struct Verdict {
    bool same = true;
    std::string report; ///< of the first difference
    uint64_t frames = 0;
    uint64_t events = 0;
    std::map<std::pair<EventType, Cause>, uint64_t> compared;
    std::map<std::string, uint64_t> tally; ///< of rules without events, from the model
};

/// Runs the first `frames` frames of the drama, or all (-1), up to the first difference.
Verdict run_both(const Drama& drama, int frames = -1);

} // namespace fray::model
