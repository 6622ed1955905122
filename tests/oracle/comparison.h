// The scenario player of the oracle. It plays fuzz scenarios in a world with an oracle, so that engine and reference
// model run side by side. A whole scenario is data, so a generator can make it at random. A command can be aimed at any
// agent in a given state; the agent is chosen when the frame of the command is played.
#pragma once

#include "oracle.h"
#include "random/command.h"

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
        step,   ///< towards its goal, by at most `length` metres
        goal,   ///< exactly onto its goal
        beside, ///< to a point `length` metres from its target, on the side where the agent is
        point,  ///< to `position`
        by,     ///< by the vector `position`, from where the agent is
    };
    Kind kind = Kind::step;
    Serial agent = no_serial;
    float length = 0.1f;
    Vec2 position{};
    bool turns = true; ///< the agent also turns to face its target
};

/// Selects the agents among which a command's agent is chosen. The player evaluates the condition at run time, on the
/// state of the model before the frame.
enum class Aim : uint8_t {
    attacker,           ///< holds an attack token
    stepping_in,        ///< holds an attack token, and its windup has not begun
    interrupted,        ///< had its attack interrupted and tries to begin it again
    winding_up,         ///< its attack has begun, and its hit is still to come
    past_hit,           ///< its hit was handed over to resolve_hits, and its attack still runs
    striker,            ///< attacks on after it has returned its slot
    ready,              ///< stands at its slot, in combat, without a token
    approaching,        ///< holds a slot and has not arrived there
    requester,          ///< waits in a circle's queue
    reserver,           ///< the queued agent that freed grid capacity is reserved for
    resting,            ///< rests after an attack before it may request a slot again
    target,             ///< has a circle round it
    attacked,           ///< has a circle round it, and an agent holds a token there
    seeker,             ///< has targeting `sight` with `needs_line_of_sight`, and no target
    flagged_seeker,     ///< as seeker, and is flagged for a target scan
    unmanaged,          ///< is unmanaged
    unmanaged_attacker, ///< is unmanaged and attacks
    running,            ///< its run clock runs
    closing,            ///< its close clock is running
    hit,                ///< resolve_hits has found that it gets staggered
    hit_idle,           ///< as hit, and step 0 of its FSM does not apply: unmanaged and idle, or without a role
    hit_at_circle,      ///< as hit, and it has a role at a circle
    staggered,          ///< in state stagger
    sliding,            ///< in state backstep
    healing,            ///< in state heal
    roleless,           ///< managed, in state stagger, backstep or heal, without a role at a circle
    foe,                ///< is the target of an agent
    unmanaged_foe,      ///< is the target of an unmanaged agent
    sight_foe,          ///< is the target of an agent with targeting `sight`
    run_foe,            ///< is the target of an agent that runs
    monster,            ///< follows a monster table
    acting,             ///< follows a monster table, and one of its acts is running
    patroller,          ///< in state patrol
    calm,               ///< follows a monster table and has no target
    monster_foe,        ///< is the target of an agent that follows a monster table
    owner,              ///< has summoned an agent that is living
    child,              ///< was summoned
    doomed,             ///< was summoned and dies with its owner
    leader,             ///< leads a squad that the host made
    follows,            ///< in state follow
    returns,            ///< in state return
    led,                ///< in state led
    led_soon,           ///< is steered by its squad's move input, but is not in state led yet
    busy,               ///< its squad has a held move input and control `paths`, but the agent is not led
    far_off,            ///< is a follower and has a target or a role at a circle
    member,             ///< is in a squad that the host made and does not lead it
    last_of_squad,      ///< is the last living member of a squad that the host made
    shooter,            ///< has launched a projectile that is in flight
    shot_at,            ///< is the target of a projectile in flight
    spreader,           ///< has targeting `spread` and a target
    spread_foe,         ///< is the target of an agent with targeting `spread`
    seldom,             ///< its update interval is longer than one frame
    supporter,          ///< supports its friends at an opening of the enemy's line
    supported,          ///< is the target of such an agent
    spirited,           ///< is in a squad with morale
    spirited_leader,    ///< leads such a squad
    wavering,           ///< wavers
    routing,            ///< routs
    of_routing_squad,   ///< is in a routing squad, and does not rout
    fighting_on,        ///< wavers, and holds a slot
    any,                ///< any living agent
    armed_player,       ///< has no brain, and an attack
    performing,         ///< under an order `perform`
    called_up,          ///< under an order `perform` that it has not taken up
    charging,           ///< steps in for a performed attack
    performed,          ///< its performed attack has begun
    victim,             ///< is the target of an order `perform`
    cooling,            ///< an attack of its own is on cooldown, or it recovers
    travelling,         ///< on a journey
    blocked,            ///< on a journey, and blocked
    rests,              ///< on a journey, and has come to rest near its point
    advancing,          ///< under an order `advance`
    advancing_fighter,  ///< under an order `advance`, with a target
    holding,            ///< under an order `hold`
    escorting,          ///< under an order `escort`
    escorted,           ///< is the agent of an order `escort`
    queuing,            ///< has orders in its queue
    waiting_for_order,  ///< has orders in its queue, and waits for the delay of the first
    repeating,          ///< under an order with `repeat`
    in_formation,       ///< has an offset for the orders in its queue
    bound,              ///< under an order to another floor
    heading,            ///< heads for a passage
    at_link,            ///< heads for a passage, and is near enough to pass
    wayless,            ///< under an order to another floor, and heads for no passage
    stunned,            ///< is stunned
    stunned_holder,     ///< is stunned, and holds a slot
    pushed,             ///< is pushed
    named,              ///< the agent to which an earlier command has given this `name`
    mate,               ///< is in the squad of the agent with this `name`, and is not that agent
    given,              ///< the agent that the command itself names
};

/// In an order `perform`: an attack number that is in no attack table. A number from 0 to less than this stands for a
/// place in the agent's attack table, modulo its size.
inline constexpr int never_in_table = 1000;

/// A command to the agent number `nth` (modulo their count, by serial) of the agents that match the aim. Nothing
/// happens if none matches. The player drops a command that the world would not accept: a command to an agent just
/// despawned, a teleport of an agent that the host moves, an order to attack itself, health for an agent without a
/// limit.
struct AimedCommand {
    Aim aim = Aim::attacker;
    Serial at = no_serial; ///< only agents at the circle round this target; for `Aim::target` and `attacked`: only
                           ///< this agent
    int nth = 0;
    int name = 0; ///< a number for the chosen agent, by which later commands find it with `Aim::named`; 0: no name
    bool to_named = false;   ///< a join to the squad of the agent with this name, which keeps the name
    bool own_target = false; ///< the target of an attack order is the agent's present target
    bool from_agent = false; ///< the point of an order, or of a teleport, is relative to where the chosen agent is
    /// The player fills in the agent or its squad. It removes slots that the agent's circle does not have, and lowers
    /// health to the archetype's maximum.
    FuzzCommand command;
    std::optional<Aim> against; ///< the command's target, source of damage or viewer: agent number `nth_against`
                                ///< (modulo their count) of those that match this
    int nth_against = 0;
};

/// The host's answer to the line-of-sight question number `nth` (modulo their count).
struct SightAnswer {
    int nth = 0;
    int late = 0; ///< age of the question in frames; 0: a question of the last frame
    bool seen = true;
};

/// How the host answers hurt and heal events of agents with `host_owns_health`.
enum class HurtAnswer : uint8_t {
    never, ///< the host ignores the events
    later, ///< the host keeps the events for a later answer
    now,   ///< the host sets the remaining health of all agents with kept events
};

/// The host moves the origin. The player moves it only if the result is certain: either everything stays clear of the
/// world's border, or something leaves the world and the engine has to refuse.
struct Shift {
    Vec2 by{};
    size_t after = 0; ///< applied after this many commands of the frame; if it exceeds their number: after aimed
                      ///< commands and answers, too
};

/// The host sets an obstacle, or removes the obstacle with this number. The player leaves out an obstacle if rounding
/// decides which cells it touches.
struct ObstacleChange {
    enum class Place : uint8_t {
        given, ///< `obstacle.at`
        agent, ///< `obstacle.at`, from the agent
        slot,  ///< on a slot of the circle around the agent
        way,   ///< between the agent and its target, across the way; `obstacle.at` is added
    };
    bool removes = false;
    int number = 0;    ///< counts the obstacles that the scenario sets, from 1
    size_t after = 0;  ///< as in `Shift`
    Obstacle obstacle; ///< of a new obstacle
    OnObstacle agents = OnObstacle::push;
    Place place = Place::given;
    AimedCommand aimed; ///< selects the agent
    int slot = 0;
};

struct FrameInput {
    double dt = 1.0 / 60.0;
    std::vector<FuzzCommand> commands;
    std::vector<AimedCommand> aimed; ///< given after `commands` and after the host's answers to hurts
    std::vector<HostMove> moves;
    bool stray_poses = false; ///< the host also gives poses for all agents that it does not move, and for dead agents
    std::vector<SightAnswer> answers;
    HurtAnswer hurts = HurtAnswer::never;
    std::vector<Shift> shifts;
    std::vector<ObstacleChange> obstacles; ///< after the shifts at the same place
    bool restores = false; ///< before the step the host saves the world and restores it from this snapshot
};

/// Everything that goes into a world: a fuzz scenario and what its host does. The scenario names agents and squads by
/// its own numbers, because summons shift the serials: An agent's number counts the scenario's spawns. A squad's number
/// counts the squads that the scenario makes and the own squads of agents spawned without a squad. The player
/// translates the numbers. Summoned agents that the host moves step towards their goals. Points are given as if the
/// origin had never moved.
struct FuzzScenario {
    struct Hostility {
        TeamIndex a = 0;
        TeamIndex b = 0;
        bool hostile = true;
    };
    struct SquadSetup {
        TeamIndex team = 0;
        SquadDef def;
    };

    uint64_t seed = 0; ///< the seed that the scenario was made from, for reports
    WorldDef world;    ///< its seed feeds the random numbers of the rules
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;
    std::shared_ptr<const Ground> ground;                            ///< null: open ground everywhere
    std::function<std::shared_ptr<const Ground>(Vec2)> moved_ground; ///< makes the ground shifted by a vector
    int teams = 2;
    std::vector<Hostility> hostilities;
    std::vector<SquadSetup> squads; ///< the squads that exist before the first frame
    std::vector<FrameInput> frames;
};

struct Verdict {
    bool same = true;
    std::string report; ///< describes the first difference
    uint64_t frames = 0;
    uint64_t events = 0;
    std::vector<uint64_t> hashes; ///< the engine's state hash after each frame
    std::map<std::pair<EventType, Cause>, uint64_t> compared;
};

/// Runs the first `frames` frames of the scenario (-1: all), up to the first difference.
Verdict run_both(const FuzzScenario& fuzz_scenario, int frames = -1);

} // namespace fray::model
