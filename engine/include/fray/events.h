// Events: what happened in a step. The host reads them after the step with `World::events`; there are no callbacks.
// Each kind has a list of its own: `for (const HitEvent& hit : world.events().hits)`. The total order over all kinds
// does not depend on the number of threads (rules: close_system). "Rules" refers to engine/docs/rules.md, by the name
// of a rule or by the title of a section.
//
// The time of an event is that of its step: `World::time` before the step, `Events::step_of`. Within a system the
// events are sorted by agent, so the death of an agent can come before a hit that it still lands in the same step.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/command_type.h"
#include "fray/defs.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>

namespace fray {

/// States of an agent's state machine (rules: evaluate_fsm).
enum class AgentState : uint8_t {
    idle,      ///< has no target
    pursue,    ///< goes to its target; a managed agent requests a slot
    approach,  ///< runs to its slot
    roam,      ///< waits without a slot, or rests
    combat,    ///< managed: waits in its slot for a token; unmanaged: looks for an attack that fits
    attack,    ///< managed: has a token, steps in and attacks; unmanaged: attacks
    dead,      ///< has died, and stays in this state
    backstep,  ///< makes a backstep
    heal,      ///< heals, and is invulnerable
    stagger,   ///< was stopped by a hit
    patrol,    ///< walks to and fro, as its monster state says
    follow,    ///< runs to its leader because it has nothing else to do
    returning, ///< runs to its leader from a fight that was too far away
    led,       ///< obeys the move input of its squad
    rout,      ///< runs away, because its squad routs (`MoraleDef`)
};
inline constexpr int state_count = 15; ///< built-in states, without user states

/// User states are numbered from here, in the order of `World::add_state`.
inline constexpr uint8_t first_user_state = 32;
/// Returns whether the state is a user state.
constexpr bool is_user_state(AgentState state) { return static_cast<uint8_t>(state) >= first_user_state; }

/// The systems of a frame, in the order in which they run (engine/docs/architecture.md).
enum class FrameSystem : uint8_t {
    apply_commands,
    sort_storage,
    build_trees,
    build_grid,
    acquire_targets,
    classify_distances,
    evaluate_fsm,
    resolve_hits,
    plan_engagements,
    commit,
    collect_events,
    locomotion,
    publish
};
inline constexpr int system_count = 13;

/// The kinds of events. Each kind has a struct of its own below, with a comment that says when it happens.
enum class EventType : uint8_t {
    spawn,
    despawn,
    order,
    target,
    band,
    state,
    request,
    withdraw,
    arrive,
    attack,
    attack_end,
    hit,
    miss,
    hurt,
    death,
    unslot,
    slot,
    token,
    capacity,
    reserve,
    wait,
    react,
    stagger,
    heal,
    phase,
    act,
    act_end,
    say,
    buff,
    color,
    attack_set,
    pose,
    summon,
    leader,
    join,
    move_input,
    launch,
    reload,
    drop,
    skip,
    morale,
    order_done,
    archetype,
    floor,
};
inline constexpr int event_type_count = 44;

/// The bit of an event type in an event mask (`WorldDef::event_mask`).
constexpr EventMask event_bit(EventType type) { return EventMask{1} << static_cast<unsigned>(type); }
/// The mask of several event types: `event_bits(EventType::hit, EventType::death)`.
template <std::same_as<EventType>... Types> constexpr EventMask event_bits(Types... types) {
    return (EventMask{0} | ... | event_bit(types));
}

/// The reaction of an agent to a change of distance band (rules: evaluate_fsm).
enum class Reaction : uint8_t { stay, combat, heal };

/// Why an agent has another target, or none.
enum class TargetCause : uint8_t {
    found,     ///< it had no target and found a hostile agent
    nearer,    ///< another hostile agent is nearer
    lost,      ///< the target is not a candidate any more
    died,      ///< the target has died
    despawned, ///< the target was despawned
    ordered,   ///< by an order
    open_slot, ///< another target has room on its circle (`Targeting::spread`), or an open slot (`RebalanceMode`)
    led,       ///< it obeys the move input of its squad
    returned,  ///< it returns to its leader
    support,   ///< it supports its friends where the enemy's line is open (`PerceptionDef::supports`)
    routed,    ///< its squad routs
    threat,    ///< another agent has hurt it more (`Targeting::threat`)
};

/// Why an agent got a slot.
enum class SlotCause : uint8_t {
    admitted,   ///< it was admitted from the circle's queue
    moved,      ///< it changed to another slot after an attack, or because its slot was closed
    rebalanced, ///< by rebalancing, or by a change of target
    stolen,     ///< taken from a holder beyond roam radius + 0.5 m (CircleDef::allows_stealing)
    relieved,   ///< it takes the place of a holder that has fought long enough (`EngagementDef::relief_time`)
};

/// Why a holder has lost its slot.
enum class UnslotCause : uint8_t {
    finished,           ///< its attack has ended
    launched,           ///< at the hit, with `ReleasePolicy::launch`
    died,               ///< it has died
    despawned,          ///< it was despawned
    withdrew,           ///< given up because of an order, the move input, a reload or a new state
    lost,               ///< its target is not a candidate any more
    retargeted,         ///< it has another target
    evicted,            ///< the grid capacity was lowered
    closed,             ///< the slot was closed and no other slot is open
    stolen,             ///< taken by a requester
    relieved,           ///< a fresh agent takes its place (`EngagementDef::relief_time`)
    arrival_timeout,    ///< it did not arrive within `CircleDef::arrival_timeout`
    token_wait_timeout, ///< it waited too long for a token
    target_gone,        ///< the target has died or was despawned
};

/// Why an attack has ended.
enum class AttackEndCause : uint8_t {
    finished,    ///< it was played to its end
    interrupted, ///< by the host's report or by a stagger
    timeout,     ///< the agent did not come within range and angle in time
    died,        ///< the agent has died
    withdrew,    ///< given up because of an order, the move input, a reload, a new state, or despawned
    target_gone, ///< the target has died or was despawned
};

/// Why an act of a monster has ended.
enum class ActEndCause : uint8_t {
    finished, ///< its time is over
    state,    ///< the monster has entered another state
    died,     ///< the monster has died
    reloaded, ///< a reload has changed the monster, or the attacks of the archetype
};

/// Why an order to a point is over, or how it goes on.
enum class OrderDoneCause : uint8_t {
    reached,   ///< it has come within 0.4 m of its point; many at a waypoint: within a disc with room for all
    blocked,   ///< it has come no 0.25 m farther for 3 s; the order goes on
    cancelled, ///< by another order
};

/// Wait reasons: why an agent has no slot or no attack token (rules: publish_wait_reasons). `wait_reason` adds the
/// numbers (fray/inspect.h).
enum class WaitReason : uint8_t {
    none,      ///< it does not wait
    grid,      ///< its grid weight exceeds the free grid capacity
    no_slot,   ///< no slot is open
    reserved,  ///< the free capacity is reserved for another requester
    too_heavy, ///< its grid weight, or each attack that reaches, exceeds the whole capacity
    /// it released a slot less than `CircleDef::rest_time` ago, or was relieved (`EngagementDef::relief_time`)
    rest,
    attack,       ///< its attacks exceed the free attack capacity
    cooldown,     ///< the cooldowns of its attacks run
    interval,     ///< the circle gave its last token less than `CircleDef::token_interval` ago
    attack_class, ///< the class limits of its attacks are reached
    offscreen,    ///< it is outside the target's view, and `CircleDef::max_offscreen_tokens` is reached
    range,        ///< no attack reaches the target
    not_ready,    ///< it has not arrived, it recovers, or it is staggered, heals or steps back
    turn,         ///< other holders come first in the token queue
    way,          ///< another agent is in its way to the slot or to the target, or is promised that place
};

/// An agent in an event.
struct EventAgent {
    /// The id. If the agent was despawned in the step of the event (or in a later step of the same `World::advance`),
    /// the id is only a key into the host's own tables: queries with it give no result. Null: there is no agent, or it
    /// was despawned in an earlier step (`serial` still names it).
    AgentId id{};
    Serial serial = no_serial; ///< no_serial: there is no agent, or it was the host

    operator AgentId() const { return id; }
    friend bool operator==(const EventAgent&, const EventAgent&) = default;
};

// The events. `sequence` is the place of the event among all events of the last step or `advance`, from 0. `agent` is
// the agent to which the event happens. `target` is its target, or the target of the circle that the event is about.
// `attack` is an index in the attack table of the agent's archetype, -1: none. `slot` is a slot on the circle of the
// target, from 0; -1: none. `damage` and `amount` are points of health.

/// An agent was spawned.
struct SpawnEvent {
    static constexpr EventType type = EventType::spawn;
    uint32_t sequence = 0;
    EventAgent agent{};
    ArchetypeIndex archetype = 0;
    TeamIndex team = 0;
    SquadId squad{};     ///< its squad, even if the agent is alone in a squad of its own
    EventAgent leader{}; ///< of its squad; no agent: the squad has none
    Vec2 position{};     ///< m
    uint64_t user_data = 0;

    friend bool operator==(const SpawnEvent&, const SpawnEvent&) = default;
};
/// An agent was despawned.
struct DespawnEvent {
    static constexpr EventType type = EventType::despawn;
    uint32_t sequence = 0;
    EventAgent agent{};
    uint64_t user_data = 0;

    friend bool operator==(const DespawnEvent&, const DespawnEvent&) = default;
};
/// An agent got an order.
struct OrderEvent {
    static constexpr EventType type = EventType::order;
    uint32_t sequence = 0;
    EventAgent agent{};
    OrderKind order = OrderKind::free;
    bool run = false;    ///< of `move`: at the run speed
    EventAgent target{}; ///< of `attack`, `perform` and `escort`; none if it was despawned in an earlier step
    int16_t attack = -1; ///< of `perform`: index in the agent's attack table
    Vec2 point{};        ///< m, of `move` and `advance`; the post of `hold`

    friend bool operator==(const OrderEvent&, const OrderEvent&) = default;
};
/// An agent has another target, or lost its target.
struct TargetEvent {
    static constexpr EventType type = EventType::target;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{}; ///< the new target; no agent: it has none
    TargetCause cause = TargetCause::found;

    friend bool operator==(const TargetEvent&, const TargetEvent&) = default;
};
/// The target has entered another distance band.
struct BandEvent {
    static constexpr EventType type = EventType::band;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int32_t band = 0;      ///< the new band, 0 to 4
    float distance = 0.0f; ///< m, to the target

    friend bool operator==(const BandEvent&, const BandEvent&) = default;
};
/// An agent is in another state.
struct StateEvent {
    static constexpr EventType type = EventType::state;
    uint32_t sequence = 0;
    EventAgent agent{};
    AgentState from = AgentState::idle;
    AgentState to = AgentState::idle;

    friend bool operator==(const StateEvent&, const StateEvent&) = default;
};
/// An agent requests a slot at the circle of its target.
struct RequestEvent {
    static constexpr EventType type = EventType::request;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};

    friend bool operator==(const RequestEvent&, const RequestEvent&) = default;
};
/// An agent gives up its request, slot or token at the circle of its target.
struct WithdrawEvent {
    static constexpr EventType type = EventType::withdraw;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};

    friend bool operator==(const WithdrawEvent&, const WithdrawEvent&) = default;
};
/// A holder has arrived at its slot.
struct ArriveEvent {
    static constexpr EventType type = EventType::arrive;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t slot = -1;

    friend bool operator==(const ArriveEvent&, const ArriveEvent&) = default;
};
/// The windup of an attack starts. It starts again after an interruption that `CircleDef::interrupt_grace_time` allows.
struct AttackEvent {
    static constexpr EventType type = EventType::attack;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t attack = -1;
    double windup = 0.0;   ///< s, from the time of the event to the hit; at most 2147.483647
    double duration = 0.0; ///< s, from the time of the event to the end of the attack; at most 2147.483647

    friend bool operator==(const AttackEvent&, const AttackEvent&) = default;
};
/// An attack has ended.
struct AttackEndEvent {
    static constexpr EventType type = EventType::attack_end;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t attack = -1;
    AttackEndCause cause = AttackEndCause::finished;

    friend bool operator==(const AttackEndEvent&, const AttackEndEvent&) = default;
};
/// A hit counts.
struct HitEvent {
    static constexpr EventType type = EventType::hit;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t attack = -1;
    float damage = 0.0f;                 ///< 0 if the target is invulnerable
    float distance = 0.0f;               ///< m
    uint32_t projectile = no_projectile; ///< its number (LaunchEvent); no_projectile: the hit was immediate

    friend bool operator==(const HitEvent&, const HitEvent&) = default;
};
/// A hit or a projectile has struck no agent: the target was out of reach or arc, on another floor, behind a wall, or
/// not where the projectile landed.
struct MissEvent {
    static constexpr EventType type = EventType::miss;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t attack = -1;
    float damage = 0.0f;                 ///< damage that the hit would have done
    float distance = 0.0f;               ///< m
    uint32_t projectile = no_projectile; ///< its number (LaunchEvent); no_projectile: the hit was immediate

    friend bool operator==(const MissEvent&, const MissEvent&) = default;
};
/// An agent was damaged.
struct HurtEvent {
    static constexpr EventType type = EventType::hurt;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent attacker{}; ///< no agent: the host
    float amount = 0.0f;

    friend bool operator==(const HurtEvent&, const HurtEvent&) = default;
};
/// An agent has died.
struct DeathEvent {
    static constexpr EventType type = EventType::death;
    uint32_t sequence = 0;
    EventAgent agent{};
    /// The attacker; if the host named none, the last attacker within BodyDef::credit_time; of a summoned agent that
    /// dies with its summoner, the summoner. No agent: the host.
    EventAgent killer{};

    friend bool operator==(const DeathEvent&, const DeathEvent&) = default;
};
/// A holder gives up or loses its slot.
struct UnslotEvent {
    static constexpr EventType type = EventType::unslot;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t slot = -1;
    UnslotCause cause = UnslotCause::finished;

    friend bool operator==(const UnslotEvent&, const UnslotEvent&) = default;
};
/// An agent gets a slot, or another slot.
struct SlotEvent {
    static constexpr EventType type = EventType::slot;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t slot = -1;
    SlotCause cause = SlotCause::admitted;

    friend bool operator==(const SlotEvent&, const SlotEvent&) = default;
};
/// A holder gets an attack token.
struct TokenEvent {
    static constexpr EventType type = EventType::token;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t attack = -1;
    int16_t slot = -1;
    int32_t weight = 0; ///< attack weight of the attack

    friend bool operator==(const TokenEvent&, const TokenEvent&) = default;
};
/// The capacities of a circle were changed by a command.
struct CapacityEvent {
    static constexpr EventType type = EventType::capacity;
    uint32_t sequence = 0;
    EventAgent target{};
    int32_t grid_capacity = 0;   ///< grid capacity
    int32_t attack_capacity = 0; ///< attack capacity

    friend bool operator==(const CapacityEvent&, const CapacityEvent&) = default;
};
/// Freed capacity of a circle is reserved for a requester from now on.
struct ReserveEvent {
    static constexpr EventType type = EventType::reserve;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};

    friend bool operator==(const ReserveEvent&, const ReserveEvent&) = default;
};
/// An agent has another wait reason. Only with `WorldDef::records_wait_reasons`. When an agent stops waiting there is
/// no event `wait`: see its events `slot` and `token`, or ask `wait_reason` (fray/inspect.h).
struct WaitEvent {
    static constexpr EventType type = EventType::wait;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};                  ///< of the circle at which it waits
    WaitReason reason = WaitReason::none; ///< never `none`
    double required = 0.0;                ///< as in WaitInfo (fray/inspect.h)
    double available = 0.0;

    friend bool operator==(const WaitEvent&, const WaitEvent&) = default;
};
/// An agent reacts to a change of distance band.
struct ReactEvent {
    static constexpr EventType type = EventType::react;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int32_t band = 0; ///< the new band, 0 to 2
    Reaction reaction = Reaction::stay;
    bool hurt = false; ///< it needed healing

    friend bool operator==(const ReactEvent&, const ReactEvent&) = default;
};
/// A hit has stopped an agent.
struct StaggerEvent {
    static constexpr EventType type = EventType::stagger;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent attacker{};

    friend bool operator==(const StaggerEvent&, const StaggerEvent&) = default;
};
/// An agent has healed.
struct HealEvent {
    static constexpr EventType type = EventType::heal;
    uint32_t sequence = 0;
    EventAgent agent{};
    float amount = 0.0f;

    friend bool operator==(const HealEvent&, const HealEvent&) = default;
};
/// An agent enters a phase of its fight.
struct PhaseEvent {
    static constexpr EventType type = EventType::phase;
    uint32_t sequence = 0;
    EventAgent agent{};
    int32_t phase = 0; ///< number of the phase, from 1

    friend bool operator==(const PhaseEvent&, const PhaseEvent&) = default;
};
/// An act of a monster starts. `act` and `state` are indices in the tables of the monster, from 0 (rules: Monsters).
struct ActEvent {
    static constexpr EventType type = EventType::act;
    uint32_t sequence = 0;
    EventAgent agent{};
    int32_t act = 0;
    int32_t state = 0;
    int32_t condition = 0; ///< index in the state, counted through `on_enter`, `on_health` and `on_time`

    friend bool operator==(const ActEvent&, const ActEvent&) = default;
};
/// An act of a monster has ended.
struct ActEndEvent {
    static constexpr EventType type = EventType::act_end;
    uint32_t sequence = 0;
    EventAgent agent{};
    int32_t act = 0;
    ActEndCause cause = ActEndCause::finished;

    friend bool operator==(const ActEndEvent&, const ActEndEvent&) = default;
};
/// A monster says a line.
struct SayEvent {
    static constexpr EventType type = EventType::say;
    uint32_t sequence = 0;
    EventAgent agent{};
    int32_t act = 0;
    int32_t line = 0; ///< index in the act's `lines`

    friend bool operator==(const SayEvent&, const SayEvent&) = default;
};
/// From now on another act, or no act, sets the buffs of a monster. `act` is the index of the act.
struct BuffEvent {
    static constexpr EventType type = EventType::buff;
    uint32_t sequence = 0;
    EventAgent agent{};
    int32_t act = 0; ///< -1: none

    friend bool operator==(const BuffEvent&, const BuffEvent&) = default;
};
/// From now on another act, or no act, sets the color of a monster. `act` is the index of the act.
struct ColorEvent {
    static constexpr EventType type = EventType::color;
    uint32_t sequence = 0;
    EventAgent agent{};
    int32_t act = 0; ///< -1: none

    friend bool operator==(const ColorEvent&, const ColorEvent&) = default;
};
/// From now on another act, or no act, sets the attacks that a monster may use. `act` is the index of the act.
struct AttackSetEvent {
    static constexpr EventType type = EventType::attack_set;
    uint32_t sequence = 0;
    EventAgent agent{};
    int32_t act = 0; ///< -1: none

    friend bool operator==(const AttackSetEvent&, const AttackSetEvent&) = default;
};
/// A monster has entered a state with another pose.
struct PoseEvent {
    static constexpr EventType type = EventType::pose;
    uint32_t sequence = 0;
    EventAgent agent{};
    int32_t state = 0;

    friend bool operator==(const PoseEvent&, const PoseEvent&) = default;
};
/// A monster has summoned an agent.
struct SummonEvent {
    static constexpr EventType type = EventType::summon;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent summoned{};

    friend bool operator==(const SummonEvent&, const SummonEvent&) = default;
};
/// An agent leads its squad from now on.
struct LeaderEvent {
    static constexpr EventType type = EventType::leader;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent previous_leader{}; ///< the leader before; no agent: there was none

    friend bool operator==(const LeaderEvent&, const LeaderEvent&) = default;
};
/// An agent has joined a squad.
struct JoinEvent {
    static constexpr EventType type = EventType::join;
    uint32_t sequence = 0;
    EventAgent agent{};
    SquadId squad{};
    TeamIndex team = 0;
    EventAgent leader{}; ///< of that squad; no agent: it has none

    friend bool operator==(const JoinEvent&, const JoinEvent&) = default;
};
/// A squad has another move input.
struct MoveInputEvent {
    static constexpr EventType type = EventType::move_input;
    uint32_t sequence = 0;
    SquadId squad{};
    EventAgent leader{}; ///< no agent: the squad has none
    Vec2 direction{};    ///< length 0 to 1

    friend bool operator==(const MoveInputEvent&, const MoveInputEvent&) = default;
};
/// An agent has launched a projectile.
struct LaunchEvent {
    static constexpr EventType type = EventType::launch;
    uint32_t sequence = 0;
    EventAgent agent{};
    EventAgent target{};
    int16_t attack = -1;
    double flight_time = 0.0;            ///< s, from the launch until it lands; at most 2147.483647
    uint32_t projectile = no_projectile; ///< its number: Projectile::number, and that of its hit or miss
    Vec2 to{};                           ///< m: where it lands, if it strikes none on its way; not with `homing`

    friend bool operator==(const LaunchEvent&, const LaunchEvent&) = default;
};
/// A reload was applied.
struct ReloadEvent {
    static constexpr EventType type = EventType::reload;
    uint32_t sequence = 0;
    int32_t archetypes = 0; ///< number of archetypes that have changed
    int32_t monsters = 0;   ///< number of monsters that have changed or are new

    friend bool operator==(const ReloadEvent&, const ReloadEvent&) = default;
};
/// A command was dropped, most often because the agent has died since the call.
struct DropEvent {
    static constexpr EventType type = EventType::drop;
    uint32_t sequence = 0;
    EventAgent agent{}; ///< the agent to which the command was given
    CommandType command = CommandType::spawn;

    friend bool operator==(const DropEvent&, const DropEvent&) = default;
};
/// Host poses were skipped: the agents do not live, or are moved by fray. At most one event a step.
struct SkipEvent {
    static constexpr EventType type = EventType::skip;
    uint32_t sequence = 0;
    int32_t count = 0; ///< number of poses

    friend bool operator==(const SkipEvent&, const SkipEvent&) = default;
};

/// A squad has another mood.
struct MoraleEvent {
    static constexpr EventType type = EventType::morale;
    uint32_t sequence = 0;
    SquadId squad{};
    EventAgent leader{}; ///< no agent: the squad has none
    SquadMood from = SquadMood::steady;
    SquadMood to = SquadMood::steady;
    int32_t points = 0; ///< its morale, 0 to 100, rounded down

    friend bool operator==(const MoraleEvent&, const MoraleEvent&) = default;
};

/// An agent has ended its way to the point of an order `move` or `advance`, or has come to a halt on it
/// (rules: look_at_journey). The order stays in force: the agent stays at the point, or goes on when it can. Where
/// many are sent to one point, each has reached it when it has stood still in the crowd around the point for 3 s.
struct OrderDoneEvent {
    static constexpr EventType type = EventType::order_done;
    uint32_t sequence = 0;
    EventAgent agent{};
    OrderKind order = OrderKind::move;
    bool run = false; ///< of `move`: at the run speed
    Vec2 point{};     ///< m: where the agent itself was sent
    OrderDoneCause cause = OrderDoneCause::reached;

    friend bool operator==(const OrderDoneEvent&, const OrderDoneEvent&) = default;
};

/// An agent has another archetype (`World::set_archetype`).
struct ArchetypeEvent {
    static constexpr EventType type = EventType::archetype;
    uint32_t sequence = 0;
    EventAgent agent{};
    ArchetypeIndex from = 0;
    ArchetypeIndex to = 0;

    friend bool operator==(const ArchetypeEvent&, const ArchetypeEvent&) = default;
};

/// An agent has gone through a link to another floor (`World::set_nav_link`).
struct FloorEvent {
    static constexpr EventType type = EventType::floor;
    uint32_t sequence = 0;
    EventAgent agent{};
    int16_t from = 0;
    int16_t to = 0;
    int32_t nav_link = 0; ///< number of the link

    friend bool operator==(const FloorEvent&, const FloorEvent&) = default;
};

/// A step of which `Events` holds the events.
struct EventStep {
    uint64_t frame = 0; ///< number of the step
    double time = 0.0;  ///< s: the world's time before the step, which is the time of its events
    uint32_t first = 0; ///< sequence number of its first event; the next step's events begin where these end
};

/// The place of an event in the list of its kind.
struct EventRef {
    EventType type = EventType::spawn;
    uint32_t index = 0;
};

/// The events of a step, or of all steps of a `World::advance`: a list for each kind, in the order of the events. The
/// lists are valid until the next step, restore or change to what exists.
struct Events {
    std::span<const SpawnEvent> spawns{};
    std::span<const DespawnEvent> despawns{};
    std::span<const OrderEvent> orders{};
    std::span<const TargetEvent> targets{};
    std::span<const BandEvent> bands{};
    std::span<const StateEvent> states{};
    std::span<const RequestEvent> requests{};
    std::span<const WithdrawEvent> withdrawals{};
    std::span<const ArriveEvent> arrivals{};
    std::span<const AttackEvent> attacks{};
    std::span<const AttackEndEvent> attack_ends{};
    std::span<const HitEvent> hits{};
    std::span<const MissEvent> misses{};
    std::span<const HurtEvent> hurts{};
    std::span<const DeathEvent> deaths{};
    std::span<const UnslotEvent> unslots{};
    std::span<const SlotEvent> slots{};
    std::span<const TokenEvent> tokens{};
    std::span<const CapacityEvent> capacities{};
    std::span<const ReserveEvent> reservations{};
    std::span<const WaitEvent> waits{};
    std::span<const ReactEvent> reactions{};
    std::span<const StaggerEvent> staggers{};
    std::span<const HealEvent> heals{};
    std::span<const PhaseEvent> phases{};
    std::span<const ActEvent> acts{};
    std::span<const ActEndEvent> act_ends{};
    std::span<const SayEvent> lines{};
    std::span<const BuffEvent> buffs{};
    std::span<const ColorEvent> colors{};
    std::span<const AttackSetEvent> attack_sets{};
    std::span<const PoseEvent> poses{};
    std::span<const SummonEvent> summons{};
    std::span<const LeaderEvent> leaders{};
    std::span<const JoinEvent> joins{};
    std::span<const MoveInputEvent> move_inputs{};
    std::span<const LaunchEvent> launches{};
    std::span<const ReloadEvent> reloads{};
    std::span<const DropEvent> drops{};
    std::span<const SkipEvent> skips{};
    std::span<const MoraleEvent> morales{};
    std::span<const OrderDoneEvent> orders_done{};
    std::span<const ArchetypeEvent> archetypes{};
    std::span<const FloorEvent> floors{};
    std::span<const EventRef> order{};  ///< all events, in their total order; element i has the sequence number i
    std::span<const EventStep> steps{}; ///< the steps of which these are the events, in their order

    size_t size() const { return order.size(); } ///< number of events of all kinds
    bool empty() const { return order.empty(); }
    /// The step of an event. `sequence`: less than `size()`.
    const EventStep& step_of(uint32_t sequence) const {
        size_t i = steps.size() - 1;
        while (steps[i].first > sequence) --i;
        return steps[i];
    }
};

/// All lists of `Events`, as a tuple in the order of EventType. `E` is Events, or a struct with lists of the same
/// names.
template <typename E> auto event_lists(E& events) {
    return std::tie(events.spawns, events.despawns, events.orders, events.targets, events.bands, events.states,
                    events.requests, events.withdrawals, events.arrivals, events.attacks, events.attack_ends,
                    events.hits, events.misses, events.hurts, events.deaths, events.unslots, events.slots,
                    events.tokens, events.capacities, events.reservations, events.waits, events.reactions,
                    events.staggers, events.heals, events.phases, events.acts, events.act_ends, events.lines,
                    events.buffs, events.colors, events.attack_sets, events.poses, events.summons, events.leaders,
                    events.joins, events.move_inputs, events.launches, events.reloads, events.drops, events.skips,
                    events.morales, events.orders_done, events.archetypes, events.floors);
}

/// Calls `visitor(event)` for every event, with its own struct, in the total order. `E` is Events.
template <typename E, typename Visitor> void for_each_event(const E& events, Visitor&& visitor) {
    const auto lists = event_lists(events);
    std::apply(
        [&](const auto&... list) {
            for (const EventRef& ref : events.order) {
                const auto visit = [&](const auto& of_kind) {
                    using Kind = typename std::remove_cvref_t<decltype(of_kind)>::value_type;
                    if (Kind::type == ref.type) visitor(of_kind[ref.index]);
                };
                (visit(list), ...);
            }
        },
        lists);
}

/// The words that traces and scenario files use for the enumerators; "?" for a value that is no enumerator.
FRAY_API const char* to_string(AgentState);
FRAY_API const char* to_string(FrameSystem);
FRAY_API const char* to_string(EventType);
FRAY_API const char* to_string(CommandType);
FRAY_API const char* to_string(TargetCause);
FRAY_API const char* to_string(SlotCause);
FRAY_API const char* to_string(UnslotCause);
FRAY_API const char* to_string(AttackEndCause);
FRAY_API const char* to_string(ActEndCause);
FRAY_API const char* to_string(OrderDoneCause);
FRAY_API const char* to_string(Reaction);
FRAY_API const char* to_string(WaitReason);
FRAY_API const char* to_string(OrderKind);
FRAY_API const char* to_string(Targeting);
FRAY_API const char* to_string(ReleasePolicy);
FRAY_API const char* to_string(AttackChoice);
FRAY_API const char* to_string(MotionType);
FRAY_API const char* to_string(SquadControl);
FRAY_API const char* to_string(SquadMood);
FRAY_API const char* to_string(RebalanceMode);
FRAY_API const char* to_string(RoamMode);
FRAY_API const char* to_string(CooldownScope);
FRAY_API const char* to_string(AttackReport);

} // namespace fray

#include "fray/end_header.h"
