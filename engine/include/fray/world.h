// World: agents that fight, the commands to them, the time step, and everything that can be read after a step. Lengths
// are in metres, times in seconds and angles in radians, unless a comment says otherwise. "Rules" refers to
// engine/docs/rules.md, by the title of a section. Debug views are in fray/inspect.h,
// the command log in fray/command_log.h, the frame graph in fray/frame_graph.h, images to go back to in
// fray/rollback.h.
//
// The ground is a plane. Seen from above, x points to the right and y points up, and angles grow counter-clockwise,
// from +x towards +y (fray/spatial/vec2.h says how to map the axes of a 3D engine).
//
// A row is the place of an agent in the spans of a world, from 0. Living and dead agents have a row. Rows change from
// step to step: keep ids, and ask `row_of` for the row.
//
// A view is a span, a reference or a pointer into a world. It is valid until the next step or restore, or
// the next call of the section "What exists" that changes the world, unless its comment says otherwise.
//
// Threads: a world may be used by one thread at a time, apart from the threads of its job system. Different worlds are
// independent. Const functions except `save` and `error_text` may be called from many threads at once between steps, as
// long as no thread changes the world. `to_string` and `validate` may be called on any thread.
//
// Errors: a call that can fail returns an Error or a Result. A query by id returns an optional, empty if the agent,
// squad or circle is gone. A query by the index of something else (an archetype, monster, team or column) throws if the
// world never gave out that index: std::out_of_range, or std::invalid_argument from `column` and `column_bytes`.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/defs.h"
#include "fray/error.h"
#include "fray/events.h"
#include "fray/host_poses.h"
#include "fray/id.h"
#include "fray/result.h"
#include "fray/spatial/ground.h"
#include "fray/states.h"
#include "fray/stats.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fray {

/// A user column: an array in the world for the host's own values, with an element for each row. It is reordered,
/// saved, restored and hashed together with the built-in columns.
struct UserColumn {
    uint32_t value = 0; ///< number of the column, from 1; 0: null
    explicit operator bool() const { return value != 0; }
};

/// A teleport of an agent, for the batch form of `World::teleport`.
struct TeleportCommand {
    AgentId agent{};
    Vec2 position{}; ///< m, within world_extent
    Vec2 heading{};  ///< of any length; (0, 0): the agent keeps its heading
};
/// Damage to an agent, for the batch form of `World::damage`.
struct DamageCommand {
    AgentId agent{};
    float amount = 0.0f; ///< > 0
    AgentId attacker{};  ///< the attacker; null: the host, as in `World::damage`
};
/// The new health of an agent, for the batch form of `World::set_health`.
struct HealthCommand {
    AgentId agent{};
    float health = 0.0f; ///< 0 to the health of its archetype
    AgentId attacker{};  ///< the attacker; null: the host, as in `World::set_health`
};

struct WorldImpl; // the library's own

/// A world. The thread rule at the head of a section holds for all functions of the section.
class FRAY_API World {
public:
    /// @name Making, moving and ending
    /// These functions may be called on any thread, as long as no other thread uses the world.
    /// @{

    /// Makes a world. `out_of_range`: the text names the field, the value given and the values allowed.
    /// `out_of_memory`: the allocator has no memory.
    static Result<World> create(const WorldDef& def = {});
    ~World(); ///< finishes a step that was begun
    /// A world may be moved between `step_begin` and `step_end` too. A moved-from world may only be destroyed or
    /// assigned.
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    /// @}
    /// @name What exists
    /// Call these functions from one thread at a time, between steps. They take effect at once. `ground`, `detail`,
    /// `column` and `column_bytes` may be called from many threads at once, as long as no thread changes the world.
    /// @{

    /// Adds a user state. It must be added before the archetypes that name it. `*out` is its number in `states` and
    /// events. `full`: there are max_user_states already. `out_of_range`: a name or a function is missing, or the name
    /// is taken.
    Error add_state(const StateDef& def, AgentState* out = nullptr);
    /// Adds an archetype. `*out` is its index. `out_of_range`: the text names the field. `unknown`: a state that it
    /// names was not added. `full`: there are max_archetypes or max_attack_classes already. Names may be empty or
    /// equal; `reload` finds the first archetype of a name.
    Error add_archetype(const ArchetypeDef& def, ArchetypeIndex* out = nullptr);
    /// Adds monsters, all or none. They must be added after the archetypes that they name, and before the first command
    /// for a step (such as `spawn`). `out_of_range`: the text names the monster and the place in it.
    Error add_monsters(std::span<const MonsterDef> defs);
    /// Sets where agents can walk; null: everywhere. `out_of_range`: there are agents, or commands wait for the next
    /// step (a `spawn`, a `set_nav_link`). `unknown`: there is a command listener (fray/command_log.h), and the ground
    /// cannot be written (Ground::write). (Rules: Ground.)
    Error set_ground(std::shared_ptr<const Ground> ground);
    /// Sets an obstacle on the ground, at any time: a closed door, a fallen tree. Agents go round it from now on. Where
    /// it closes the only way, agents wait, and they go on when it is removed. It stops hits, projectiles and sight,
    /// too, unless `blocks` says otherwise, but not those on an agent that stands in it: a gate that can be broken.
    /// `off_ground`: the world has no ground, or `agents` is `refuse` and an agent stands there. `unknown`: this kind
    /// of ground cannot have obstacles (GridMap and NavMesh can). `out_of_range`, `not_finite`: a field is not allowed.
    /// `full`: there are max_obstacles already.
    Error set_obstacle(const Obstacle& obstacle, ObstacleId* out = nullptr, OnObstacle agents = OnObstacle::push);
    /// Removes an obstacle. `unknown`: there is no such obstacle.
    Error remove_obstacle(ObstacleId obstacle);
    /// The ground with its obstacles; null: agents can walk everywhere. Valid until it or an obstacle changes.
    const Ground* ground() const;
    std::span<const PlacedObstacle> obstacles() const; ///< in the order of setting. A view
    /// Adds `by`, in metres, to every position, at once, for hosts that keep the origin near the player (rules: Moving
    /// the origin). A world with ground needs the same ground moved by `by`, a world without ground needs null, else
    /// `off_ground`. `out_of_range`: an agent, the point of an order or a pending command, or a point of interest
    /// would lie outside the world, or host poses wait for the next step. `unknown`: as for `set_ground`. Events that
    /// were recorded keep their positions. A Rollback (fray/rollback.h) of a world with ground cannot go back beyond
    /// this call.
    Error shift_origin(Vec2 by, std::shared_ptr<const Ground> ground = nullptr);
    /// Reserves memory for `agents` agents, living and dead, so that no step has to allocate it. `full`: more than
    /// 2147483647 agents, or more than `WorldDef::memory_budget` allows. `out_of_memory`: the allocator has no more
    /// memory.
    Error reserve(size_t agents);
    /// Adds a team. Initially it is hostile to all other teams and not to itself. `*out` is its index. `full`: there
    /// are max_teams already.
    Error add_team(std::string_view name, TeamIndex* out = nullptr);
    /// Removes a team, with its combat factors and its projectiles in flight. Its index may be given to a team that is
    /// added later. `unknown`: there is no such team.
    /// `out_of_range`: there are living or dead agents of the team, or squads, or a waiting command names it.
    Error remove_team(TeamIndex team);
    /// Sets whether two teams are hostile to each other; `a` and `b` may be the same team. `unknown`: there is no such
    /// team.
    Error set_hostile(TeamIndex a, TeamIndex b, bool hostile);
    /// Adds a squad for agents of a team. It is empty until agents are spawned into it or join it. `*out` is its id.
    /// `unknown`: there is no such team.
    Error add_squad(TeamIndex team, SquadId* out = nullptr);
    /// Adds a squad with its own parameters. `out_of_range`: the text names the field.
    Error add_squad(TeamIndex team, const SquadDef& def, SquadId* out = nullptr);
    /// Removes a squad. Its dead members get squads of their own. `unknown`: there is no such squad. `out_of_range`:
    /// it has living members, or a waiting command names it. (Let the members join another squad, or `leave`.)
    Error remove_squad(SquadId squad);
    /// Adds a user column. `T` must be trivially copyable and aligned to at most 16 bytes. Elements start as `initial`.
    /// `*out` is the column. The state hash covers their bytes as they are, so padding and the sign of zero count.
    template <typename T> Error add_column(std::string_view name, const T& initial, UserColumn* out = nullptr) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 16);
        return add_column_bytes(name, sizeof(T), alignof(T), &initial, out);
    }
    /// The elements of a user column, by row, for reading and writing. The span is a view (see the head of this file).
    /// Throws std::invalid_argument if there is no such column, or if its elements are of another size.
    template <typename T> std::span<T> column(UserColumn column) {
        return {static_cast<T*>(column_bytes(column, sizeof(T))), agent_count()};
    }
    /// Adds a user column of a type that is known at run time only, as in bindings to other languages. An element has
    /// `size` bytes, a multiple of `align`, which is 1, 2, 4, 8 or 16. Elements are packed. `out_of_range`: other
    /// values, or `initial` is null.
    Error add_column_bytes(std::string_view name, size_t size, size_t align, const void* initial,
                           UserColumn* out = nullptr);
    /// The elements of a user column with a type that is known at run time only; `size` must be the size of an element.
    /// Throws as `column` does.
    void* column_bytes(UserColumn column, size_t size);

    /// @}
    /// @name Commands
    /// A command of this section is checked when it is called and applied by the next step. Call these functions from
    /// one thread at a time, between steps. Commands are applied in call order, except `reload`, which is applied
    /// first, and these: `damage`, `stagger` and `set_health` with the hits, in the system resolve_hits; `set_capacity`
    /// and `set_closed_slots` at the circles, in plan_engagements. Host poses are applied after the commands. The
    /// section "After the step: one agent, squad or circle" has the queries that belong to the commands.
    ///
    /// Every command to an agent returns `stale_id` for an invalid id. A command to an agent that has died by the time
    /// it is applied is dropped and counted (Counters::commands_dropped, event `drop`); only `despawn` applies to dead
    /// agents.
    ///
    /// A command to many agents skips agents with a stale id and is carried out for all others; `*skipped` is the
    /// number of skipped agents. Any other error refuses the whole list, and nothing changes.
    ///
    /// Commands that wait for the next step are written here and nowhere else. A function is one if its first parameter
    /// is an agent, a squad, a link or a SpawnDef. From this section engine/generate.py writes their structs, the
    /// checks of fields and the bodies of these functions (fray/commands.h). The queue, recordings, the C API and
    /// bindings follow from these. `@param` gives the unit and the values that are allowed, in the form that the head
    /// of fray/defs.h describes.
    /// @{

    /// Spawns an agent. `*out` is its id, which is valid at once and may be used in further commands; the agent appears
    /// with the next step. In a world with a ground, an agent that fray moves and that is spawned or teleported off the
    /// ground is put on the nearest walkable point, or refused: WorldDef::off_ground.
    ///
    /// Errors: `unknown`: no such archetype, team or squad, or the archetype names a monster that was not added.
    /// `wrong_squad`: the squad is of another team. `not_finite`: the position or heading is not finite.
    /// `out_of_range`: the position is outside the world, or the heading is zero. `off_ground`: the agent cannot stand
    /// there. `full`: no more serials, or WorldDef::memory_budget is reached.
    Error spawn(const SpawnDef& def, AgentId* out = nullptr);
    /// Spawns many agents, all or none. `out` receives the ids. It must be empty or have room for all of them, else
    /// `out_of_range`. The other errors are those of a single spawn.
    template <typename = void> // so that `spawn({})` spawns an agent with the defaults
    Error spawn(std::span<const SpawnDef> defs, std::span<AgentId> out = {}) {
        return spawn_all(defs, out);
    }
    /// Removes an agent, living or dead, with the next step. No further command may name it. fray itself removes no
    /// agent: a dead agent keeps its row and its memory until the host despawns it (event `death`). The host must
    /// despawn summoned agents, too (event `summon`).
    Error despawn(AgentId agent);
    /// Moves the agent to a squad made by `add_squad`, and to the team of that squad. The agent and its enemies notice
    /// the change in their next target scans. `unknown`: there is no such squad.
    Error join(AgentId agent, SquadId squad);
    /// The agent leaves its squad and is on its own from now on, in the same team. It has no effect on an agent that
    /// was spawned without a squad and never joined one.
    Error leave(AgentId agent);
    /// The agent changes sides: it leaves its squad, and is on its own from now on, in this team. The agent and its
    /// enemies notice the change in their next target scans. `unknown`: there is no such team.
    /// @param team the new side of the agent
    Error set_team(AgentId agent, TeamIndex team);
    /// The squad changes sides, with all its members. It keeps its leader and its orders. To merge two teams, call this
    /// for each squad of a team, and the other form for its agents without a squad. `unknown`: there is no such team or
    /// squad.
    Error set_team(SquadId squad, TeamIndex team);
    /// Moves the agent to another floor, to the same place there: a lift, the end of a stair. The agent and those that
    /// fight it look for new targets.
    /// @param floor number of the floor
    Error set_floor(AgentId agent, int16_t floor);
    /// Makes a link between two floors (a stair, a lift), or replaces the link of this number: to close it, to open
    /// it, to move it. Agents under an order that names another floor use it (OrderDef::floor), and FloorEvent says
    /// when an agent has. Agents that fray moves come from end to end at once. An agent that the host moves stays where
    /// it is, and the host takes it there. `nav_link`: 0 to max_nav_links - 1. `out_of_range`: it is not, or a field is
    /// not allowed.
    Error set_nav_link(int nav_link, const NavLinkDef& def);
    /// Removes a link, also if its `set_nav_link` waits for the next step. `unknown`: there is no link of this number.
    Error remove_nav_link(int nav_link);
    /// Gives the agent another archetype: a soldier that takes up a bow, a monster in another shape. It gives up slot,
    /// token and attack; target, order and squad stay. Health keeps its share of the full health. `unknown`: there is
    /// no such archetype. `out_of_range`: its `managed` or `autonomous` is another.
    /// @param archetype another with the same `managed` and `autonomous`
    Error set_archetype(AgentId agent, ArchetypeIndex archetype);
    /// Teleports the agent; it keeps its heading. `position` in m, within world_extent.
    Error teleport(AgentId agent, Vec2 position);
    /// Teleports the agent and sets its heading: any finite vector except zero.
    Error teleport(AgentId agent, Vec2 position, Vec2 heading);
    /// Teleports many agents.
    Error teleport(std::span<const TeleportCommand> teleports, size_t* skipped = nullptr);
    /// Gives an order, which replaces the agent's own decisions until its next order, or until it ends by itself
    /// (OrderKind). The agent's queue of orders becomes empty. Of an agent that is sent to a point, OrderDoneEvent says
    /// when it has arrived, gets no farther, or has another order. `stale_id`: the agent, or the target of the order.
    /// `out_of_range`: it would attack or escort itself, its archetype has no attack of this number, or a field of the
    /// order is not allowed; also `attack`, `advance`, `hold` and `escort` without `autonomous`.
    Error set_order(AgentId agent, const OrderDef& order);
    /// Gives an order to each living member of a squad, except to the target of an `attack` or `escort` order. Members
    /// that an earlier command spawns or lets join count. The point of `move` and `advance` is for the leader;
    /// the other members keep their offsets from it. `unknown`: there is no such squad. `out_of_range`: as above, or
    /// the order is `perform`, which is for single agents.
    Error set_order(SquadId squad, const OrderDef& order);
    /// Puts an order at the end of the agent's queue: waypoints, for example, or with OrderDef::repeat a patrol. The
    /// agent takes the first order of its queue when its present order is over: `free` always is; `move` and
    /// `advance` are when the agent has arrived or is blocked; `stand` and `hold` never are. An
    /// agent queues 32 orders at most; a command beyond that is dropped and counted. Errors as for `set_order`;
    /// `out_of_range` also with a formation.
    Error queue_order(AgentId agent, const OrderDef& order);
    /// Puts an order at the end of the queue of each living member of a squad. Each member goes from point to point
    /// when it has arrived itself, and keeps its place beside the leader. Errors as for `queue_order` of an agent.
    Error queue_order(SquadId squad, const OrderDef& order);
    /// Makes the agent the leader of its squad. `wrong_squad`: the agent is in no squad that was made by `add_squad`.
    Error set_leader(AgentId agent);
    /// Sets the move input of a squad: a direction of length 0 to 1. The leader (with SquadControl::all every member)
    /// runs at its run speed times this length. The move input holds until the next call; (0, 0) ends it. `unknown`:
    /// there is no such squad.
    Error set_move_input(SquadId squad, Vec2 direction);
    /// Sets the target bias: how many metres nearer a target seems than it is. Without a viewer it holds for all
    /// agents, else for the viewer alone. It holds until the next call for the same target and the same viewer; 0
    /// removes it. (For `Targeting::threat`, see `add_threat`.)
    /// @param target_bias m, -1000 to 1000: how much nearer the target seems
    /// @param viewer the agent for which it holds; without it for all
    Error set_target_bias(AgentId target, float target_bias, AgentId viewer = {});
    /// Raises (or lowers, if less than 0) the points of `attacker` in the threat table of an agent with
    /// `Targeting::threat`: a taunt, or a healer that draws attention. It has no effect on an agent with another
    /// targeting.
    /// @param threat -1e9 to 1e9: not 0
    Error add_threat(AgentId agent, AgentId attacker, float threat);
    /// Sets the user data of an agent (SpawnDef::user_data).
    Error set_user_data(AgentId agent, uint64_t data);
    /// Sets the points of interest for the level of detail until the next call: players, for example, or the point
    /// where the camera looks (rules: Level of detail). `distances`: 0 to infinity, not descending. `points`: within
    /// world_extent.
    Error set_detail(const DetailDef& detail);
    /// Sets the update interval of an agent. An agent with a longer interval moves only in its updates; draw it at
    /// `interpolated_position` (rules: Level of detail).
    /// @param update_interval 0 to 8: 1, 2, 4 or 8; 0: as its archetype and `set_detail` say
    Error set_update_interval(AgentId agent, int update_interval);
    /// Multiplies all speeds of an agent: slowed (less than 1), hasted, or rooted (0). It holds until the next call.
    /// @param factor 0 to max_speed_factor: 1 at first
    Error set_speed_factor(AgentId agent, float factor);
    /// Sets the radius of an agent's body. Bodies, ways and reach follow it. It grows where it stands,
    /// and what it overlaps then comes apart. The approach radius of its circle stays, but holders that
    /// are too wide for it stand outside.
    /// @param body_radius m, min_body_radius to max_body_radius, or 0: 0 is that of its archetype
    Error set_radius(AgentId agent, float body_radius);
    /// Multiplies the agent's avoidance priority: of two agents, the agent with the higher priority yields
    /// less.
    /// @param factor min_avoidance_factor to max_avoidance_factor: 1 at first
    Error set_avoidance_factor(AgentId agent, float factor);
    /// Stuns an agent from the next step on. A stunned agent stands, begins no attack and loses an attack that it has
    /// begun. It keeps its target, its order and its slot, unless the end of the attack gives the slot back, as it
    /// always does (EngagementDef::release_policy). Neither armour nor invulnerability prevents it.
    /// @param duration s, 0 to max_stun_time: 0 ends a stun
    Error stun(AgentId agent, double duration);
    /// Pushes an agent by a vector in so many seconds: a knockback. Its speed is at most max_push_speed. It is stunned
    /// for this time. Others and walls hold it up. An agent that the host moves is stunned, and the
    /// host has to push it: until the end of the push `goals` and `preferred_speeds` say where to and how fast.
    /// @param displacement m: the whole way
    /// @param duration s, min_push_time to max_push_time: the time that it takes
    Error push(AgentId agent, Vec2 displacement, double duration);
    /// Multiplies what an agent does and takes in fights, on top of the factors of its team. They hold until the next
    /// call. A windup and a duration take as long as the speed says when the attack begins, a recovery when it ends; a
    /// projectile does as much as at its launch. All that strikes the agent counts, arrows in flight, too. `damage` by
    /// the host is as it says.
    /// @param damage_dealt 0 to max_combat_factor: of its hits and projectiles; 1 at first
    /// @param damage_taken 0 to max_combat_factor: by hits and projectiles; 1 at first
    /// @param attack_speed min_attack_speed to max_attack_speed: windup, duration and recovery are divided by it; 1 at
    /// first
    Error set_combat_factors(AgentId agent, float damage_dealt, float damage_taken, float attack_speed);
    /// The same for all agents that are in a team, or will be.
    /// @param damage_dealt 0 to max_combat_factor: of their hits and projectiles; 1 at first
    /// @param damage_taken 0 to max_combat_factor: by hits and projectiles; 1 at first
    /// @param attack_speed min_attack_speed to max_attack_speed: windup, duration and recovery are divided by it; 1 at
    /// first
    Error set_team_combat_factors(TeamIndex team, float damage_dealt, float damage_taken, float attack_speed);
    /// Makes an agent invulnerable for a time, from the next step on: it takes no hit, damage or stagger. `set_health`
    /// still counts. It replaces what is left of an earlier call.
    /// @param duration s, 0 to 3600: 0 ends it
    Error protect(AgentId agent, double duration);
    /// The same for all agents of a team.
    /// @param duration s, 0 to 3600: 0 ends it
    Error protect_team(TeamIndex team, double duration);
    /// Damages the agent. `attacker`: null is the host. Damage by an agent staggers, as a hit does. A death is
    /// credited to `attacker`; if that is null, to the last attacker within BodyDef::credit_time.
    /// @param amount > 0: health that it loses
    /// @param attacker without it: the host
    Error damage(AgentId agent, float amount, AgentId attacker = {});
    /// Damages many agents. Damage by a stale attacker is skipped, too.
    Error damage(std::span<const DamageCommand> damages, size_t* skipped = nullptr);
    /// Staggers an agent as a hit would, without damage. `attacker`: null is the host. It has no
    /// effect on an agent that is not autonomous or has no `PoiseDef::stagger_time`, has super armour, heals, is under
    /// an order that sends it away, or is led by move input.
    /// @param attacker without it: the host
    Error stagger(AgentId agent, AgentId attacker = {});
    /// Sets the health of an agent in resolve_hits: 0 to the health of its archetype, which must not be unlimited. At 0
    /// the agent dies. It is for hosts that own the health (BodyDef::host_owns_health), or that heal or weaken agents.
    /// The death is credited to `attacker`; null: to the last attacker within BodyDef::credit_time.
    /// @param health new health, at most that of its archetype; 0: the agent dies
    /// @param attacker without it: the host
    Error set_health(AgentId agent, float health, AgentId attacker = {});
    /// Sets the health of many agents. A health from a stale attacker is skipped, too.
    Error set_health(std::span<const HealthCommand> healths, size_t* skipped = nullptr);
    /// Sets the grid capacity and the attack capacity of the circle around a target, both 0 to max_weight. They hold
    /// until the next such command to that target, or until a `reload` or `set_archetype` gives its circle other
    /// capacities. With `CircleDef::slots` 0 the number of slots changes with the grid capacity. Otherwise it stays: if
    /// the slots cannot use the capacity, the log gets a warning.
    Error set_capacity(AgentId agent, CircleCapacity capacity);
    /// Closes slots of the circle around a target, so that no agent may hold them. Slots are numbered from 0; the order
    /// of the list does not matter. They stay closed until the next such command to that target, which replaces the
    /// list. If a pending reload changes the number of slots, slot numbers from before and after the reload are
    /// allowed.
    /// @param slots closed slots of the circle
    Error set_closed_slots(AgentId agent, std::span<const int> slots);
    /// Sets what a target sees, for `CircleDef::max_offscreen_tokens` and `waits_in_view`. Without this command a
    /// target sees in all directions.
    Error set_view(AgentId agent, ViewCone view);
    /// Answers a question of `sight_questions`: whether the viewer sees the target. Holds for the next step only.
    /// `unknown`: the viewer has not asked about the target within the last second.
    Error answer_sight(AgentId viewer, AgentId target, bool seen);
    /// Reports that the host's animation of the agent's current attack hits now, has ended, or was interrupted. Holds
    /// for the next step only. If the agent has no current attack, the report is dropped and counted.
    /// @param report what the animation reports about its attack
    Error report_attack(AgentId agent, AttackReport report);

    /// Replaces archetypes and monsters by those of the same name, from the next step on. A monster with a new name is
    /// added (rules: Reloading). It replaces all or none and is applied before the other commands of the step.
    /// `unknown`: an archetype with a new name, or a state that was not added. `out_of_range`: a value is not allowed,
    /// a name is given twice, or `managed` or `autonomous` would change. `full`: there are max_attack_classes already.
    Error reload(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters = {});

    /// Sets the poses of agents with `MotionType::host` for the start of the next step (engine/docs/motion.md).
    ///
    /// Lifetime: the lists are not copied. This call, apply_commands of the next step, `save` and `Rollback::save` read
    /// them. They must stay unchanged until that step is over (after `step` or `step_end`).
    ///
    /// Errors: all poses are refused if any is wrong. `out_of_range`: a list is null, misaligned or has too small a
    /// stride; a position is outside the world, a heading is zero, or an agent is named twice. `not_finite`: a position
    /// or heading is not finite. Stale ids, and agents that are dead or moved by fray, are no error: apply_commands
    /// skips them, and counts them in Counters::poses_skipped and an event `skip`.
    ///
    /// An agent that is not named stays where it is. A second call before the step replaces the first. The poses are
    /// checked in parallel on the world's job system.
    Error set_host_poses(const HostPoses& poses);
    /// Sets the poses from packed arrays of equal length; `headings` may be empty.
    Error set_host_poses(std::span<const AgentId> agents, std::span<const Vec2> positions,
                         std::span<const Vec2> headings = {});

    /// @}
    /// @name Time
    /// Call these functions from one thread at a time and, except for `step_end`, between steps. fray/error.h explains
    /// the codes. A step returns `not_finite` or `out_of_range` for its `dt`, `state_failed` or `dead`.
    /// @{

    /// Sets what runs the steps from now on: the host's job system or, if `jobs` is null, a private arena of `threads`
    /// threads, 1 to 1024; 0: as many as the machine has. Without oneTBB (`has_tbb`) these are serial jobs. The world
    /// no longer uses the previous job system. No result changes.
    Error set_jobs(JobSystem* jobs, int threads = 0);
    /// Steps the world by a frame of `dt` seconds, 0 to 1. A float will do: what is 1 / n to a float's precision counts
    /// as exactly that, so that no timer and no clock drifts. `dt` may change from step to step; with 0 the step
    /// applies commands and makes decisions, but no time passes. The outcome of a battle depends on the `dt` of every
    /// step. For the same outcome, step n needs the same `dt` in every run: use a fixed `dt`, for example, or
    /// `advance`.
    Error step(double dt);
    /// Begins a step, with `dt` as for `step`; `step_end` finishes it. A job system without threads of its own runs all
    /// of it in `step_end`. Between the two only `step_end` and `error_text` may be called, and the world may be moved
    /// or destroyed.
    Error step_begin(double dt);
    Error step_end(); ///< finishes the step; `stepping`: no step was begun
    /// Makes as many steps of 1 / hz seconds as fit in `elapsed` seconds (0 to 10) plus the time that was left over.
    /// `*steps` is their number; it may be 0. Afterwards `events` holds the events of all these steps, and none if
    /// there was no step. Counters and profile are those of the last step. If a step returns `state_failed`, `advance`
    /// stops after it. That step is complete and counted; the time that is left waits for the next call.
    Error advance(double elapsed, int* steps = nullptr);

    /// Time that `advance` has left over, in s. Multiplied by hz it is the progress towards the next step, 0 to 1, for
    /// interpolation; after `state_failed` it may be more. It may be called from many threads at once.
    double accumulated_time() const;

    /// @}
    /// @name After the step: agents
    /// These functions may be called from many threads at once, between steps, as long as no thread changes the world.
    /// The spans are views (see the head of this file). They have an element for each row. Rows hold the living and the
    /// dead agents in storage order, which changes from step to step; `row_of` finds the row of an agent.
    /// @{

    size_t agent_count() const;  ///< number of rows: living and dead agents
    int64_t spawn_count() const; ///< number of agents ever spawned, pending spawns included; it is the next serial
    std::span<const AgentId> ids() const;
    std::span<const Serial> serials() const;
    std::span<const Vec2> positions() const; ///< m
    /// Positions at the beginning of the last step, after its teleports and host poses, in m.
    std::span<const Vec2> previous_positions() const;
    /// Where to draw the agent of a row, in m, when the part `part` (0 to 1) of the last step has passed
    /// (`accumulated_time`). This is on the way from its previous position to its position. With a longer update
    /// interval it is on the way from its last update to the next: in an update the agent moves at once as far as in
    /// all frames until the next (level of detail).
    Vec2 interpolated_position(size_t row, double part) const;
    /// m/s, of agents that fray moves. What is here for agents that the host moves has no meaning.
    std::span<const Vec2> velocities() const;
    std::span<const Vec2> headings() const; ///< unit vectors
    /// The point where each agent wants to be, in m. The host moves agents with `MotionType::host` there. For an agent
    /// with a longer update interval it is the point of its last update.
    std::span<const Vec2> goals() const;
    /// The speed at which each agent wants to go to its goal, for hosts that move agents, in m/s; 0: it stands. Braking
    /// is left to the host. Empty unless an archetype has `MotionType::host`.
    std::span<const float> preferred_speeds() const;
    /// The direction in which each agent wants to look, as unit vectors. Empty unless an archetype has
    /// `MotionType::host`.
    std::span<const Vec2> facings() const;
    std::span<const AgentState> states() const;
    std::span<const uint8_t> bands() const;      ///< distance bands, 0 to 4
    std::span<const AgentId> targets() const;    ///< null: none
    std::span<const int16_t> slots() const;      ///< slot on the circle of the target; -1: none
    std::span<const int16_t> attacks() const;    ///< attack table index of the token or attack at hand; -1: none
    std::span<const int16_t> wait_slots() const; ///< slot in front of which a requester waits; -1: none
    std::span<const float> healths() const;      ///< > 0 for living agents; infinity: unlimited_health
    std::span<const TeamIndex> teams() const;
    std::span<const ArchetypeIndex> archetypes() const;
    std::span<const int16_t> floors() const;
    std::span<const uint64_t> user_data() const; ///< user data of the host (SpawnDef::user_data)

    /// @}
    /// @name After the step: one agent, squad or circle
    /// The state of a single agent, squad or circle after the last step; commands that wait for the next step do not
    /// count. Empty: the id is stale, or the spawn is pending. These functions may be called from many threads at once,
    /// between steps, as long as no thread changes the world.
    /// @{

    std::optional<Vec2> position(AgentId agent) const; ///< m
    /// Where to draw the agent, in m, when the part `part` (0 to 1) of the last step has passed.
    std::optional<Vec2> interpolated_position(AgentId agent, double part) const;
    std::optional<Vec2> velocity(AgentId agent) const;    ///< m/s
    std::optional<Vec2> heading(AgentId agent) const;     ///< unit vector
    std::optional<AgentState> state(AgentId agent) const; ///< AgentState::dead: it has died
    std::optional<AgentId> target(AgentId agent) const;   ///< null: it has none
    std::optional<float> health(AgentId agent) const;     ///< 0: it is dead
    std::optional<TeamIndex> team(AgentId agent) const;   ///< that of its squad
    std::optional<SquadId> squad(AgentId agent) const;    ///< null: it is in none that was made by `add_squad`
    /// The index of the agent's archetype, for `World::archetype`.
    std::optional<ArchetypeIndex> archetype_of(AgentId agent) const;
    /// The number of the monster that the agent follows, in the order of adding; -1: none.
    std::optional<int64_t> monster_of(AgentId agent) const;
    std::optional<OrderDef> order(AgentId agent) const;                    ///< `free`: it decides on its own
    std::optional<std::vector<OrderDef>> order_queue(AgentId agent) const; ///< the next order first
    std::optional<NavLinkDef> nav_link(int link) const;                    ///< empty: there is none of this number
    std::optional<int> nav_link_of(AgentId agent) const;                   ///< the link for which it heads; -1: none
    /// Speed factor, radius and avoidance factor of an agent, and for how long it is stunned and pushed.
    std::optional<BodyState> body(AgentId agent) const;
    std::optional<int> update_interval(AgentId agent) const; ///< in frames, as it is now
    /// The target bias that was set for `target`: for `viewer`, or for all agents with `viewer` null; 0: none. In m.
    std::optional<float> target_bias(AgentId target, AgentId viewer = {}) const;
    /// The threat table of an agent, the most points first, then by serial; empty without `Targeting::threat`.
    std::optional<std::vector<ThreatEntry>> threats(AgentId agent) const;
    /// The capacities of the circle around an agent; without a circle, those that it would have.
    std::optional<CircleCapacity> capacity(AgentId target) const;
    std::optional<std::vector<int>> closed_slots(AgentId target) const; ///< slot numbers, ascending
    std::optional<ViewCone> view(AgentId target) const;                 ///< by default it sees in all directions
    std::optional<Vec2> move_input(SquadId squad) const;                ///< released: (0, 0)
    std::optional<AgentId> leader(SquadId squad) const;                 ///< null: the squad has none

    /// @}
    /// @name After the step: queries
    /// These functions may be called from many threads at once, between steps, as long as no thread changes the world.
    /// @{

    /// Finds the living agents of some teams (an empty list: of all) within `radius` metres of a point, on one floor,
    /// sorted by distance, then by serial. Writes the nearest, as many as `out` has room for,
    /// and returns their number. The result is exact; it uses the KD-trees of acquire_targets. Returns 0 for a
    /// point outside the world.
    size_t nearest(Vec2 at, float radius, std::span<AgentId> out, std::span<const TeamIndex> teams = {},
                   int16_t floor = 0) const;
    /// As `nearest`, around an agent and on its floor, for all teams that are hostile to its team. Returns 0 if the id
    /// is stale or the spawn is pending.
    size_t nearest_hostiles(AgentId agent, float radius, std::span<AgentId> out) const;

    bool is_valid(AgentId agent) const; ///< whether it was spawned (pending spawns included) and not despawned
    /// The row of an agent in the spans. Empty: the id is stale or the spawn is pending. An agent with a pending
    /// despawn keeps its row until the next step is over.
    std::optional<size_t> row_of(AgentId agent) const;
    /// The id of the agent with this serial. Empty: there is no such agent now.
    std::optional<AgentId> find(Serial serial) const;

    /// The sight questions of the last step: does the viewer see the target? In a world without ground, an agent with
    /// `Targeting::sight` and `needs_line_of_sight` that has no target asks about the nearest enemies in its field of
    /// view, four at most. The host answers with `answer_sight`, now or up to a second later. A question without an
    /// answer is asked again. Sorted by the viewer's serial, then the nearest target first. A view.
    std::span<const SightQuestion> sight_questions() const;

    /// @}
    /// @name After the step: results
    /// These functions may be called from many threads at once, between steps, as long as no thread changes the world.
    /// References and spans are views (see the head of this file).
    /// @{

    /// What happened in the last step or `advance` (nothing, if that made no step). All kinds of events are recorded
    /// unless WorldDef::event_mask or `set_event_mask` says otherwise; `wait` needs WorldDef::records_wait_reasons too.
    /// The spans in it are views.
    const Events& events() const;
    /// Projectiles in flight, sorted by the time at which they land, then by the order of launching. fray makes this
    /// list, and those of `squads` and `circles`, at the first call after a change. A mutex guards the lists meanwhile,
    /// so many threads may call at once.
    std::span<const Projectile> projectiles() const;
    std::span<const SquadInfo> squads() const;   ///< in the order of adding
    std::span<const CircleInfo> circles() const; ///< by the serial of the target
    const Counters& counters() const;            ///< of the last step
    const Profile& profile() const;              ///< of the last step
    const ExchangeStats& exchange_stats() const; ///< of the last step, with WorldDef::communicator
    MemoryUse memory() const;                    ///< now

    uint64_t frame() const;      ///< number of the next step, from 0
    double time() const;         ///< world time at the start of the next step, s, rounded to microseconds
    uint64_t state_hash() const; ///< after the last step; 0 before the first step or without WorldDef::hashes
    int overload_level() const;  ///< 0 to 3: how many times the update budget doubles the update intervals at present

    /// @}
    /// @name Definitions
    /// These functions, except `set_event_mask`, may be called from many threads at once, between steps, as long as no
    /// thread changes the world. References and string views are views (see the head of this file).
    /// @{

    /// The present definition of an archetype, after all reloads that were applied. Throws std::out_of_range if there
    /// is no such archetype.
    const ArchetypeDef& archetype(ArchetypeIndex) const;
    size_t archetype_count() const;
    std::string_view state_name(AgentState) const;  ///< of built-in and user states; "?": there is no such state
    const MonsterDef& monster(size_t number) const; ///< in the order of adding; throws std::out_of_range
    size_t monster_count() const;
    /// Empty for a team that was removed; throws std::out_of_range if there never was such a team.
    std::string_view team_name(TeamIndex) const;
    size_t team_count() const; ///< removed teams included, until another team has their index
    /// False for a team that was removed; throws std::out_of_range if there never was such a team.
    bool hostile(TeamIndex a, TeamIndex b) const;
    const DetailDef& detail() const; ///< as of the last step
    EventMask event_mask() const;
    uint64_t seed() const; ///< WorldDef::seed
    double hz() const;     ///< WorldDef::hz
    bool hashes() const;   ///< WorldDef::hashes

    /// Sets which events are recorded from the next step on. Call it from one thread at a time, between steps.
    Error set_event_mask(EventMask mask);

    /// @}
    /// @name Snapshots
    /// A snapshot holds the whole state, pending commands included. Call these functions from one thread at a time,
    /// between steps. This holds for `save` too, although it is const.
    /// @{

    /// Writes a snapshot. Overwrites `*out`. Restoring it gives the saved state bit for bit. `out_of_memory`: the world
    /// is unchanged and `*out` is empty.
    Error save(std::vector<std::byte>* out) const;
    /// Restores a snapshot. It must be of a world with the same seed, teams, ground, user states and user columns, and
    /// with archetypes of the same names and kinds (`managed`, `autonomous`); else `bad_snapshot`. Archetypes and
    /// monsters become those of the snapshot, whatever was reloaded since. Events are cleared.
    /// A snapshot may come from a stranger. A damaged snapshot is refused: `bad_snapshot`, and nothing changes. Of a
    /// forged snapshot with a correct checksum every value is checked: it is refused, or it gives a world that can be
    /// used. When it is refused, the world may be dead until a valid snapshot is restored.
    Error restore(std::span<const std::byte> snapshot);

    /// @}
    /// @name Error text
    /// Call this function on the thread that uses the world, also between `step_begin` and `step_end`.
    /// @{

    /// The text of the last call that returned an error; the next error replaces it. A call from inside a running step
    /// (from a user state, for example) returns `stepping` and leaves no text.
    const std::string& error_text() const;

    /// @}

private:
    friend WorldImpl& impl_of(World& world); // for the library only
    friend const WorldImpl& impl_of(const World& world);

    explicit World(std::unique_ptr<WorldImpl> impl);
    Error spawn_all(std::span<const SpawnDef> defs, std::span<AgentId> out);
    void end() noexcept; ///< finishes a step that was begun, and dismisses the other ranks

    std::unique_ptr<WorldImpl> impl_;
};

/// Checks an archetype. Returns an empty text if it is valid, else `field: given, allowed` of the first error.
FRAY_API std::string validate(const ArchetypeDef& def);
/// Checks the parameters of a squad in the same way.
FRAY_API std::string validate(const SquadDef& def);
/// Checks a link in the same way.
FRAY_API std::string validate(const NavLinkDef& def);
/// Checks monsters in the same way, together with the archetypes that they refer to.
FRAY_API std::string validate(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters);

} // namespace fray

#include "fray/end_header.h"
