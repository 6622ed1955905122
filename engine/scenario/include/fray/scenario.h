// A scenario describes a battle: its teams, archetypes, groups of agents, ground, and a script of host commands. It is
// read from a TOML file. Lengths are in metres and times in seconds. Angles are in radians here and in degrees in
// files. This header needs only the headers of the core library. The functions may be called on any thread: each reads
// only its arguments and the files that they name.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/defs.h"
#include "fray/spatial/ground.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fray {

/// How the agents of a group stand when they are spawned.
enum class Formation : uint8_t {
    block,     ///< ranks and files centred on `at`, the first rank in front; `bow` curves the ranks
    line,      ///< one rank
    ring,      ///< evenly spaced round `at`, facing it
    point,     ///< packed round `at`
    companies, ///< small blocks on a square field that several groups share like the colours of a chequerboard
};

/// When a group is spawned.
enum class When : uint8_t {
    start,  ///< before the first frame
    script, ///< by a script command `spawn`
};

inline constexpr int64_t max_agents = int64_t{1} << 24;

/// Agents of the same archetype and team that are spawned together, in formation order.
struct GroupDef {
    std::string name;                       ///< required: its name, for the script and for errors
    std::string archetype;                  ///< required, names an archetype: an archetype of this file
    std::string team;                       ///< required, names a team: a team of this file
    int64_t count = 0;                      ///< 0 to max_agents, either count or share: agents
    double share = 0.0;                     ///< 0 to 1e6: share of the agents of `agents` that remain after all counts
    Formation formation = Formation::block; ///< arrangement of the agents
    Vec2 at{};                              ///< m: the middle of the formation
    float facing = 0.0f;                    ///< rad, -2 pi to 2 pi: from the x axis, counter-clockwise
    float spacing = 1.5f;                   ///< m, 0.01 to 1000: between neighbours
    int ranks = 0; ///< 0 to max_agents: of a block, from front to back; 0: follows from `files`
    /// 0 to max_agents: of a block, side by side; 0: follows from `ranks`; both 0: about twice the ranks
    int files = 0;
    float bow = 0.0f;        ///< m, -1000 to 1000: by which the middle of a block's front is ahead of its ends
    float radius = 0.0f;     ///< m, 0 to 16384: of a ring; 0: follows from `spacing`
    int company = 20;        ///< 1 to 1'000'000: agents in a company
    int part = 0;            ///< 0 to 63: its part of the field of companies
    int parts = 2;           ///< 1 to 64, more than part: groups, of equal size, that share the field of companies
    float density = 0.25f;   ///< 0.0001 to 10: agents per square metre of the whole field of companies
    float jitter = 0.0f;     ///< m, 0 to 100: greatest random offset of an agent on each axis, the same in every run
    int squad = 0;           ///< 0 to 1'000'000: agents in a squad; 0: no squads, each agent on its own
    std::string joins;       ///< names a group: an earlier group of the team; its squads take these agents in turn
    SquadDef following;      ///< how its squads keep together
    int storey = 0;          ///< -32768 to 32767: storey of the agents
    When when = When::start; ///< when it is spawned; `script`: by a command

    friend bool operator==(const GroupDef&, const GroupDef&) = default;
};

/// The kind of a script command.
enum class CommandKind : uint8_t {
    teleport,
    go,
    stand,
    free,
    attack,
    perform, ///< each ordered agent attacks the target once with the attack of this name
    damage,
    stagger,    ///< staggers the agent, or every agent of the group, as a hit would
    set_health, ///< sets the health of the agent, or of every agent of the group
    set_capacity,
    set_closed_slots,
    set_view,
    report_attack,
    despawn,
    spawn,
    path,
    evade, ///< walks round a circle and rolls, like a player under attack
    retreat,
    set_leader,
    set_move_input,      ///< move input of the squads of a group, or of an agent's squad
    set_target_bias,     ///< target bias of the agent, or of every agent of the group: how much nearer it seems to all
                         ///< others
    set_update_interval, ///< level of detail: the update interval of the agent, or of every agent of the group
    set_detail,          ///< level of detail: the focus points from now on
    advance,
    hold,
    escort,
    set_speed_factor,
    set_radius, ///< of the body
    set_avoidance_factor,
    stun,
    push,
    add_threat,    ///< raises the points of an agent in the threat tables of others
    leave,         ///< leaves its squad
    set_storey,    ///< to another storey
    set_archetype, ///< gives the agents another archetype
    set_team,      ///< changes sides: each agent on its own, or with `as_squads` the squads of the group
    set_link,      ///< opens or closes a link between storeys
};

/// A timed command of the host, for one agent or for every agent of a group. A group that is teleported, or walks along
/// a path, keeps its formation: `to` and `points` are positions of the middle of its living members, and each member
/// keeps its offset from it.
struct CommandDef {
    double at = 0.0; ///< s, 0 to 1e6: given in the first frame that starts at this time or later
    CommandKind kind = CommandKind::stand;
    /// Number of the agent among those that the groups spawn, from 0: first the groups of the start in their order,
    /// then those that the script spawns. It is the serial, except of agents that are spawned after a monster has
    /// summoned others: their serials are greater. -1: the agents of `group`.
    int64_t agent = -1;
    std::string group;
    Vec2 to{};             ///< teleport, go, retreat, advance: m
    bool relative = false; ///< teleport, path: `to` and `points` are offsets from the position at that time
    /// teleport: the heading afterwards; of a formation: where it faces at its point. rad from the x axis; empty: the
    /// heading does not change, and a formation faces where it comes from its march.
    std::optional<float> facing{};
    int64_t target = -1;      ///< attack, perform, escort: number of the target, as `agent`; -1: `target_group`
    std::string target_group; ///< attack, perform, escort: the target is the first living agent of this group
    std::string attack_name;  ///< perform: name of an attack in the attack table of the ordered agents
    float amount = 0.0f;      ///< damage: for each agent, > 0
    int64_t by = -1; ///< damage, stagger, set_health, add_threat: number of the attacker, as `agent`; -1: `by_group`
    std::string
        by_group; ///< damage, stagger, set_health, add_threat: the attacker is its first living agent; empty: the host
    float health = 0.0f;      ///< set_health: for each agent, 0 to the health of its archetype
    bool as_squads = false;   ///< an order to the squads of the group, not for perform; set_team
    bool queue = false;       ///< an order for the agents' queues (World::queue_order)
    bool repeat = false;      ///< go, retreat, advance: Order::repeat
    float delay = 0.0f;       ///< of an order with `queue` or `repeat`: Order::delay, s, 0 to 3600
    int files = 0, ranks = 0; ///< go, retreat, advance with as_squads: SquadFormation; at most one of them
    float spacing = SquadFormation{}.spacing; ///< of a formation: m, 0.1 to 100
    float distance = Order{}.distance;        ///< escort: m, 0.1 to 1000
    float factor = 1.0f;       ///< set_speed_factor, set_avoidance_factor: World's functions have the ranges
    float body_radius = 0.0f;  ///< set_radius: m, least_radius to most_radius; 0: that of the archetype
    double seconds = 1.0;      ///< stun, push: s
    Vec2 displacement{};       ///< push: m
    float strength = 1.0f;     ///< set_move_input: length of the move input, 0 to 1; 0: released
    float threat = 0.0f;       ///< add_threat: -1e9 to 1e9, not 0
    std::optional<int> storey; ///< set_storey; go, retreat, advance: Order::storey
    int link = 0;              ///< set_link: index in `Scenario::links`
    bool open = true;          ///< set_link
    std::string archetype;     ///< set_archetype: its name
    std::string team;          ///< set_team: its name
    float metres = 0.0f;       ///< set_target_bias: the bias, -1000 to 1000
    int frames = 0;            ///< set_update_interval: 1, 2, 4 or 8; 0: from archetype and distance
    int grid = 0;              ///< set_capacity: grid capacity, 0 to max_weight
    int attack = 0;            ///< set_capacity: attack capacity, 0 to max_weight
    std::vector<int> slots;    ///< set_closed_slots: exactly these slots are closed from now on
    float direction = 0.0f;    ///< set_view, set_move_input: rad from the x axis, counter-clockwise
    float half_angle = 0.0f;   ///< set_view: rad to either side, 0 to pi
    AttackReport what = AttackReport::hit; ///< report_attack: what the animation reports
    std::vector<Vec2> points;              ///< path, set_detail: m; not empty
    float speed = 3.0f;                    ///< path, evade: m/s, > 0, to 100
    bool loop = false;                     ///< path: after the last point the agent walks to the first again
    // The fields of evade. The agent starts on a circle with its middle `radius` metres to the -x side, and walks
    // counter-clockwise. During a roll the agent does not walk around the circle, and the circle moves with the agent.
    // Times count from the start of the command.
    float radius = 3.0f;          ///< m, > 0, to 1000
    double turn_every = 0.0;      ///< s between two reversals of the walking direction, 0.01 to 3600; 0: none
    double roll_every = 0.0;      ///< s between the starts of two rolls, and before the first, 0.01 to 3600; 0: none
    float roll = 6.0f;            ///< m, length of a roll, 0 to 1000
    double roll_time = 0.5;       ///< s, duration of a roll, > 0, at most roll_every
    float roll_turn = 2.3998277f; ///< rad between the directions of successive rolls; the first roll goes to +x
    double until = 0.0;           ///< s after which the agent stands still; 0: never

    friend bool operator==(const CommandDef&, const CommandDef&) = default;
};

/// The kind of ground.
enum class GroundKind : uint8_t { grid, navmesh };

/// The walkable ground: a grid map, or a navmesh in builds with FRAY_NAVMESH. At most one of `map`, `rows` and
/// `navmesh` is given.
struct GroundDef {
    std::string map; ///< either map or rows or navmesh: path of a MovingAI map, relative to this file's folder
    /// a map in this file: rows of . (walkable), @ (wall) and W (water), the northernmost first
    std::vector<std::string> rows;
    std::string navmesh;              ///< path of a Detour navmesh, relative to this file's folder
    GroundKind as = GroundKind::grid; ///< what a map is turned into
    float radius = 0.0f;              ///< m, 0 to 10: between the walls of a map and the edge of its navmesh
    bool open_gaps = false; ///< of a navmesh: beside it there are pits and water, which stop no hits, and no walls
    float cell = 1.0f;      ///< m, 0.01 to 100: side of a cell
    Vec2 at{};              ///< m: the middle of the map
    std::shared_ptr<const Ground> made; ///< the ground made from these fields; null: everything is walkable

    /// Compares the made grounds too, so that definitions differ if the contents of a file have changed.
    FRAY_API friend bool operator==(const GroundDef& a, const GroundDef& b);
};

/// Level of detail: agents far from all focus points are updated less often (engine/docs/rules.md, Level of detail).
struct FocusDef {
    /// m, 0 to 1e6, not descending: from the nearest point, from which on agents update every 2, 4, 8 frames
    std::array<float, 3> beyond = DetailDef{}.beyond;
    std::vector<Vec2> points; ///< m: focus points
    std::string group;        ///< names a group: its living agents, in spawn order, are points too; 256 points in all
    /// 0 to 1e9: greatest number of agent updates a frame; beyond it all agents update less often; 0: no budget
    uint32_t budget = 0;

    friend bool operator==(const FocusDef&, const FocusDef&) = default;
};

/// The frame and the area that a picture of the scenario shows.
struct PictureDef {
    int64_t frame = -1; ///< 0 to 1e9: the frame to draw; -1: the last frame
    Vec2 focus{};       ///< m: the middle of the picture
    float width = 0.0f; ///< m, >= 0: of what it shows; 0: wide enough for all agents

    friend bool operator==(const PictureDef&, const PictureDef&) = default;
};

/// The contents of a scenario file. Functions that take a scenario, or a part of it, expect what `load_scenario` or
/// `parse_scenario` has accepted. They do not check the ranges again, and may crash with values out of range, unknown
/// names or missing fields. `Battle::create` refuses the most likely of these mistakes.
struct Scenario {
    std::string name;               ///< its name; by default that of the file
    double hz = 60.0;               ///< 1 to 1000: frames a second
    double duration = 0.0;          ///< s, 0 to 1e6: how long it lasts; 0: until one side is left
    uint64_t seed = 1;              ///< 0 to 9007199254740992.0: of all random decisions
    int64_t agents = 0;             ///< 0 to max_agents: number of agents in all, if groups have shares
    std::vector<std::string> teams; ///< required, at most max_teams, table: the sides
    /// table: pairs of hostile teams; without: each team is hostile to all others
    std::vector<std::pair<std::string, std::string>> hostile;
    PictureDef picture;                     ///< what a picture shows
    std::vector<MonsterDef> monsters;       ///< at most max_monsters, table: tables of states and acts, by name
    std::vector<ArchetypeDef> archetypes;   ///< required, at most max_archetypes, table: kinds of agents, by name
    std::optional<GroundDef> ground;        ///< where agents can walk; without: everywhere
    OffGround off_ground = OffGround::move; ///< what happens to agents that are put off the ground
    std::optional<FocusDef> detail;         ///< level of detail: agents far from the focus points update less often
    std::vector<LinkDef> links;             ///< stairs and lifts between storeys; there may be max_links of them
    std::vector<GroupDef> groups;           ///< required: the groups of agents
    std::vector<CommandDef> script;         ///< what the host does, and when
};

/// A scenario, or its errors.
struct ScenarioResult {
    std::string text;                ///< the text that was read
    Scenario scenario;               ///< valid only without errors
    std::vector<std::string> errors; ///< each `file:line:column: place: what is wrong`, in the file's order
    /// Each `file:line:column: warning: place: what`: settings that are allowed but probably not intended. Given only
    /// without errors.
    std::vector<std::string> warnings;

    bool ok() const { return errors.empty(); }
};

/// Reads a scenario from a file. `sets` are changes `dotted.path=value` that are made before the checks; an element of
/// a list is addressed by its name or number.
FRAY_API ScenarioResult load_scenario(const std::string& path, const std::vector<std::string>& sets = {});
/// Reads a scenario from text. `name` stands for the file in errors; the map of the ground is looked for in its folder.
/// With `makes_ground` false, `ground.made` stays null and the positions of agents on the ground are not checked: use
/// it for a world that has its ground from elsewhere.
FRAY_API ScenarioResult parse_scenario(std::string_view text, const std::string& name,
                                       const std::vector<std::string>& sets = {}, bool makes_ground = true);

/// The text of a scenario with the key names of this version.
struct Migration {
    std::string text;
    std::vector<std::string> changes; ///< one for each renamed word: `12: 'old' is 'new' now`, with its line
};
/// Gives the keys and words in the text of a scenario their names of this version (engine/docs/changes.md, Renames),
/// and changes nothing else: comments and layout stay. The text must be valid TOML, and its keys need not be valid;
/// check the result with `parse_scenario`. Any thread.
FRAY_API Migration migrate_scenario(std::string_view text);

/// Archetypes and monsters without the rest of a scenario.
struct DefinitionsResult {
    std::vector<ArchetypeDef> archetypes; ///< in the file's order
    std::vector<MonsterDef> monsters;
    std::vector<std::string> errors; ///< as in ScenarioResult; the lists are valid only without errors

    bool ok() const { return errors.empty(); }
};

/// Reads the tables `archetypes` and `monsters` of a file that contains only these, or of a whole scenario.
FRAY_API DefinitionsResult load_definitions(const std::string& path);
/// Reads these tables from text. `name` stands for the file in errors.
FRAY_API DefinitionsResult parse_definitions(std::string_view text, const std::string& name);

/// The same scenario without level of detail: every agent is updated in every frame.
FRAY_API Scenario without_detail(Scenario scenario);

/// The number of agents of each group, of a scenario that was accepted. `agents` > 0 replaces the scenario's own total:
/// the groups with shares are filled up to it; if no group has a share, all counts above 1 are scaled to it. Groups
/// spawned by the script keep their counts. The sum differs from `agents` if no group can be scaled, or if the other
/// groups have more already.
FRAY_API std::vector<int64_t> group_counts(const Scenario& scenario, int64_t agents = 0);

/// The positions of a group's agents on open ground, in spawn order, rounded to whole millimetres. The group must be of
/// a scenario that was accepted; `count`: 0 to max_agents.
FRAY_API std::vector<Vec2> formation_positions(const GroupDef& group, int64_t count);

/// The scenario as a single JSON object with every default filled in; angles are in radians.
FRAY_API std::string resolved_json(const Scenario& scenario);
/// The JSON Schema (draft 7) of scenario files.
FRAY_API std::string scenario_schema();

/// The names of the values in scenario files.
FRAY_API const char* to_string(Formation);
FRAY_API const char* to_string(When);
FRAY_API const char* to_string(OffGround);
FRAY_API const char* to_string(GroundKind);
FRAY_API const char* to_string(CommandKind);

} // namespace fray

#include "fray/end_header.h"
