// A scenario describes a battle: its teams, archetypes, groups of agents, ground, and a script of host commands. It is
// read from a TOML file. Lengths are in metres and times in seconds. Angles are in radians here and in degrees in
// files. This header needs only the headers of the core library. The functions may be called on any thread: each reads
// only its arguments and the files that they name.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/commands.h"
#include "fray/defs.h"
#include "fray/spatial/ground.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace fray {

/// How the agents of a group stand when they are spawned.
enum class GroupFormation : uint8_t {
    block,     ///< ranks and files centred on `at`, the first rank in front; `bow_depth` curves the ranks
    line,      ///< one rank
    ring,      ///< evenly spaced round `at`, facing it
    point,     ///< packed round `at`
    companies, ///< small blocks on a square field that several groups share like the colours of a chequerboard
};

/// When a group is spawned.
enum class SpawnTrigger : uint8_t {
    start,  ///< before the first frame
    script, ///< by a script command `spawn`
};

inline constexpr int64_t max_agents = int64_t{1} << 24;

/// Agents of the same archetype and team that are spawned together, in formation order.
struct GroupDef {
    std::string name;      ///< required: its name, for the script and for errors
    std::string archetype; ///< required, names an archetype: an archetype of this file
    std::string team;      ///< required, names a team: a team of this file
    int64_t count = 0;     ///< 0 to max_agents, either count or share: agents
    double share = 0.0;    ///< 0 to 1e6: share of the agents of `agents` that remain after all counts
    GroupFormation formation = GroupFormation::block; ///< arrangement of the agents
    Vec2 at{};                                        ///< m: the middle of the formation
    float facing = 0.0f;                              ///< rad, -2 pi to 2 pi: from the x axis, counter-clockwise
    float spacing = 1.5f;                             ///< m, 0.01 to 1000: between neighbours
    int ranks = 0; ///< 0 to max_agents: of a block, from front to back; 0: follows from `files`
    /// 0 to max_agents: of a block, side by side; 0: follows from `ranks`; both 0: about twice the ranks
    int files = 0;
    float bow_depth = 0.0f;  ///< m, -1000 to 1000: by which the middle of a block's front is ahead of its ends
    float radius = 0.0f;     ///< m, 0 to 16384: of a ring; 0: follows from `spacing`
    int company_size = 20;   ///< 1 to 1'000'000: agents in a company
    int part = 0;            ///< 0 to 63: its part of the field of companies
    int parts = 2;           ///< 1 to 64, more than part: groups, of equal size, that share the field of companies
    float density = 0.25f;   ///< 0.0001 to 10: agents per square metre of the whole field of companies
    float jitter = 0.0f;     ///< m, 0 to 100: greatest random offset of an agent on each axis, the same in every run
    int squad_size = 0;      ///< 0 to 1'000'000: agents in a squad; 0: no squads, each agent on its own
    std::string joins;       ///< names a group: an earlier group of the team; its squads take these agents in turn
    SquadDef squad_settings; ///< how its squads keep together
    int floor = 0;           ///< -32768 to 32767: floor of the agents
    SpawnTrigger spawn_trigger = SpawnTrigger::start; ///< when it is spawned; `script`: by a command

    friend bool operator==(const GroupDef&, const GroupDef&) = default;
};

/// An agent that a command names: by its number, or as the first living agent of a group. By default there is none.
struct ScriptAgent {
    int64_t number = -1; ///< as CommandDef::agent; -1: `group`
    std::string group;
    friend bool operator==(const ScriptAgent&, const ScriptAgent&) = default;
};

/// An order (OrderDef). Its word in files is that of its kind.
struct ScriptOrder {
    OrderKind kind = OrderKind::stand;
    Vec2 to{};           ///< move, advance: OrderDef::point
    bool run = false;    ///< move
    ScriptAgent target;  ///< attack, perform, escort
    std::string attack;  ///< perform: name of an attack in the attack table of the ordered agents
    bool queued = false; ///< for the agents' queues (World::queue_order)
    float delay = 0.0f;
    bool repeat = false;                                ///< move, advance
    int files = 0, ranks = 0;                           ///< move, advance with as_squads: at most one of them
    float spacing = SquadFormation{}.spacing;           ///< of a formation
    std::optional<float> facing{};                      ///< of a formation; empty: it faces where it comes from
    std::optional<int> floor;                           ///< move, advance
    float escort_distance = OrderDef{}.escort_distance; ///< escort
    friend bool operator==(const ScriptOrder&, const ScriptOrder&) = default;
};

/// Teleports agents. A group keeps its formation.
struct ScriptTeleport {
    Vec2 to{};             ///< required, m: of a group: the middle of its living members, which keep their formation
    bool relative = false; ///< `to` counts from where the agent or the group is at that time
    std::optional<float> facing{}; ///< rad, -2 pi to 2 pi: heading afterwards, from the x axis, counter-clockwise
    friend bool operator==(const ScriptTeleport&, const ScriptTeleport&) = default;
};

/// Spawns a group.
struct ScriptSpawn {
    std::string group; ///< required, names a group: all agents of a group
    friend bool operator==(const ScriptSpawn&, const ScriptSpawn&) = default;
};

/// Sets the focus points of the level of detail.
struct ScriptDetail {
    std::vector<Vec2> points; ///< required, m: focus points of the level of detail
    friend bool operator==(const ScriptDetail&, const ScriptDetail&) = default;
};

/// Opens or closes a link between floors.
struct ScriptNavLink {
    int nav_link = 0; ///< required, 0 to 63: number of a link, in the order of the links, from 0
    bool open = true; ///< required: agents can use the link
    friend bool operator==(const ScriptNavLink&, const ScriptNavLink&) = default;
};

/// Moves agents along a path. A group keeps its formation.
struct ScriptPath {
    std::vector<Vec2> points; ///< required, m: waypoints; of a group: of the middle of its living members
    float speed = 3.0f;       ///< m/s, > 0, to 100: of the walk
    bool loop = false;        ///< from the last point back to the first
    bool relative = false;    ///< its points count from where the agent or the group is at that time
    friend bool operator==(const ScriptPath&, const ScriptPath&) = default;
};

/// Walks round a circle and rolls, like a player under attack. The agent starts on a circle with its middle
/// `radius` metres to the -x side, and walks counter-clockwise. During a roll the agent does not walk around the
/// circle, and the circle moves with the agent. Times count from the start of the command.
struct ScriptEvade {
    float radius = 3.0f;        ///< required, m, > 0, to 1000: radius of the circle that it walks
    float speed = 3.0f;         ///< m/s, > 0, to 100: of the walk
    double turn_interval = 0.0; ///< s, 0.01 to 3600, or 0: between two reversals of its direction; 0: none
    /// s, 0.01 to 3600, or 0, at least roll_time or 0: between the starts of two rolls, and before the first; 0: none
    double roll_interval = 0.0;
    float roll_distance = 6.0f;    ///< m, 0 to 1000: of a roll
    double roll_time = 0.5;        ///< s, > 0, to 3600: of a roll
    float roll_angle = 2.3998277f; ///< rad, -2 pi to 2 pi: from a roll to the next; the first goes to +x
    double evade_time = 0.0;       ///< s, 0 to 1e6: after the command until it stands still; 0: never
    friend bool operator==(const ScriptEvade&, const ScriptEvade&) = default;
};

/// World::set_move_input of the squads of a group, or of an agent's squad.
struct ScriptMoveInput {
    float direction = 0.0f; ///< rad, -2 pi to 2 pi: from the x axis, counter-clockwise
    float strength = 1.0f;  ///< 0 to 1: length of the move input; 0: released
    friend bool operator==(const ScriptMoveInput&, const ScriptMoveInput&) = default;
};

/// World::set_view
struct ScriptView {
    float direction = 0.0f;  ///< required, rad, -2 pi to 2 pi: from the x axis, counter-clockwise
    float half_angle = 0.0f; ///< required, rad, 0 to pi: of its view to either side
    friend bool operator==(const ScriptView&, const ScriptView&) = default;
};

/// Any other command of World that sets something of an agent. Files have its fields as keys.
struct WorldCommand {
    Command command; ///< its ids are filled in when it is carried out
    /// The agents of its fields of type AgentId, in their order, without the first, which is the commanded agent. An
    /// agent `attacker` has the keys `attacker` and `attacker_group`.
    std::vector<ScriptAgent> others;
    friend bool operator==(const WorldCommand&, const WorldCommand&) = default;
};

/// What a script command does: a command of World, or what only scripts have.
using ScriptCommand = std::variant<ScriptOrder, ScriptTeleport, ScriptSpawn, ScriptDetail, ScriptNavLink, ScriptPath,
                                   ScriptEvade, ScriptMoveInput, ScriptView, WorldCommand>;

/// A timed command of the host, for one agent or for every agent of a group.
struct CommandDef {
    double time = 0.0; ///< s, 0 to 1e6: given in the first frame that starts at this time or later
    ScriptCommand command;
    /// Number of the agent among those that the groups spawn, from 0: first the groups of the start in their order,
    /// then those that the script spawns. It is the serial, except of agents that are spawned after a monster has
    /// summoned others: their serials are greater. -1: the agents of `group`.
    int64_t agent = -1;
    std::string group;
    bool as_squads = false; ///< to the squads of the group: an order, but not perform, or set_team
    friend bool operator==(const CommandDef&, const CommandDef&) = default;
};

/// The command of World of type `C` that a command of the script is; null: it is another.
template <typename C> const C* world_command(const CommandDef& def) {
    const auto* const world = std::get_if<WorldCommand>(&def.command);
    return world != nullptr ? std::get_if<C>(&world->command) : nullptr;
}

/// The kind of ground.
enum class GroundKind : uint8_t { grid, navmesh };

/// The walkable ground: a grid map, or a navmesh in builds with FRAY_NAVMESH. At most one of `map`, `rows` and
/// `navmesh` is given.
struct GroundDef {
    std::string map; ///< either map or rows or navmesh: path of a MovingAI map, relative to this file's folder
    /// a map in this file: rows of . (walkable), @ (wall) and W (water), the northernmost first
    std::vector<std::string> rows;
    std::string navmesh;                ///< path of a Detour navmesh, relative to this file's folder
    GroundKind kind = GroundKind::grid; ///< what a map is turned into
    float agent_radius = 0.0f;          ///< m, 0 to 10: between the walls of a map and the edge of its navmesh
    bool open_gaps = false; ///< of a navmesh: beside it there are pits and water, which stop no hits, and no walls
    float cell_size = 1.0f; ///< m, 0.01 to 100: side of a cell
    Vec2 at{};              ///< m: the middle of the map
    std::shared_ptr<const Ground> made; ///< the ground made from these fields; null: everything is walkable

    /// Compares the made grounds too, so that definitions differ if the contents of a file have changed.
    FRAY_API friend bool operator==(const GroundDef& a, const GroundDef& b);
};

/// Level of detail: agents far from all focus points are updated less often (engine/docs/rules.md, Level of detail).
struct FocusDef {
    /// m, 0 to 1e6, not descending: from the nearest point, from which on agents update every 2, 4, 8 frames
    std::array<float, 3> distances = DetailDef{}.distances;
    std::vector<Vec2> points; ///< m: focus points
    std::string group;        ///< names a group: its living agents, in spawn order, are points too; 256 points in all
    /// 0 to 1e9: greatest number of agent updates a frame; beyond it all agents update less often; 0: no budget
    uint32_t update_budget = 0;

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
    /// stairs and lifts between floors; there may be max_nav_links of them
    std::vector<NavLinkDef> nav_links;
    std::vector<GroupDef> groups;   ///< required: the groups of agents
    std::vector<CommandDef> script; ///< what the host does, and when
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
FRAY_API const char* to_string(GroupFormation);
FRAY_API const char* to_string(SpawnTrigger);
FRAY_API const char* to_string(OffGround);
FRAY_API const char* to_string(GroundKind);
FRAY_API const char* to_string(const ScriptCommand&);

} // namespace fray

#include "fray/end_header.h"
