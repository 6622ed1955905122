// Scenarios: who fights whom, where, and what the host does meanwhile, as read from a TOML file.
// Lengths are metres, times seconds; angles are radians here and degrees in files. Needs only the core's headers.
// Its functions: on any thread; each answers from its arguments, and the files they name, alone.
#pragma once

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
    block,     ///< ranks and files round `at`, the first rank in front; `bow` bends it
    line,      ///< one rank
    ring,      ///< evenly round `at`, facing it
    point,     ///< packed round `at`
    companies, ///< small blocks on a square field that several groups share like the colours of a chequerboard
};

/// When a group is spawned.
enum class When : uint8_t {
    start,  ///< before the first frame
    script, ///< by a script command `spawn`
};

inline constexpr int64_t max_agents = int64_t{1} << 24;

/// Agents of one archetype and team that are spawned together, in formation order.
struct GroupDef {
    std::string name;
    std::string archetype;
    std::string team;
    int64_t count = 0;  ///< 0 to max_agents; or
    double share = 0.0; ///< 0 to 1e6, of what `Scenario::agents` leaves after the counts
    Formation formation = Formation::block;
    Vec2 at;               ///< m, the middle
    float facing = 0.0f;   ///< rad from the x axis, -2 pi to 2 pi, counter-clockwise
    float spacing = 1.5f;  ///< m between neighbours, 0.01 to 1000
    int ranks = 0;         ///< of a block, from front to back; 0: as `files` says
    int files = 0;         ///< of a block, side by side; 0: as `ranks` says, or twice the ranks
    float bow = 0.0f;      ///< m by which the middle of a block's front is ahead of its ends, -1000 to 1000
    float radius = 0.0f;   ///< m of a ring, to world_extent; 0: as `spacing` says
    int company = 20;      ///< agents a company, 1 to 1'000'000
    int part = 0;          ///< which of the `parts` of a field of companies is this group's, from 0
    int parts = 2;         ///< groups, of equal size, that share the field: more than part, to 64
    float density = 0.25f; ///< agents a square metre of the whole field, 0.0001 to 10
    float jitter = 0.0f;   ///< m, 0 to 100: how far off its place an agent may stand, the same in every run
    int squad = 0;         ///< agents a squad, to 1'000'000; 0: each on its own
    SquadDef following;    ///< how these squads keep together
    std::string joins;     ///< an earlier group of the team, whose squads these agents join, one after the other
    int layer = 0;         ///< storey
    When when = When::start;

    friend bool operator==(const GroupDef&, const GroupDef&) = default;
};

/// What the host is to do.
enum class CommandKind : uint8_t {
    place,
    go,
    stand,
    free,
    attack,
    damage,
    health, ///< that the agent, or everybody in the group, has from now on
    capacity,
    close,
    view,
    report,
    despawn,
    spawn,
    path,
    evade, ///< walks round a circle and rolls, as a player does who is beset
    retreat,
    lead,
    stick,  ///< of the squads of a group, or of an agent's own
    prefer, ///< how much nearer the agent, or everybody in the group, seems to all
    period, ///< level of detail: every how many frames the agent, or everybody in the group, has its turn
    detail, ///< the points that matter from now on
};

/// A command of the host at a time, for one agent or for everybody in a group.
struct CommandDef {
    double at = 0.0; ///< s, 0 to 1e6: carried out by the first frame that starts then or later
    CommandKind kind = CommandKind::stand;
    int64_t agent = -1; ///< a serial; -1: `group`
    std::string group;
    Vec2 to;                               ///< place, go: m
    int64_t target = -1;                   ///< attack: a serial; -1: `target_group`
    std::string target_group;              ///< attack: its first living agent
    float amount = 0.0f;                   ///< damage, of each: > 0
    float health = 0.0f;                   ///< health, of each: 0 to its archetype's
    bool as_squads = false;                ///< go, stand, free, attack, retreat: an order to the squads of the group
    float strength = 1.0f;                 ///< stick: 0 to 1, of the way that it can be pushed; 0: let go
    float metres = 0.0f;                   ///< prefer: -1000 to 1000
    int frames = 0;                        ///< period: 1, 2, 4 or 8; 0: as its archetype and distance say
    int grid = 0;                          ///< capacity: 0 to max_weight
    int attack = 0;                        ///< capacity: 0 to max_weight
    std::vector<int> slots;                ///< close: these, and no others
    float direction = 0.0f;                ///< view, stick: rad from the x axis, counter-clockwise
    float half_angle = 0.0f;               ///< view: rad to either side, 0 to pi
    AttackReport what = AttackReport::hit; ///< report
    std::vector<Vec2> points;              ///< path, detail: m
    float speed = 3.0f;                    ///< path, evade: m/s, > 0, to 100
    bool loop = false;                     ///< path: from the last point back to the first
    // evade. It starts on the circle, the middle `radius` to the -x side of it, and walks counter-clockwise. A roll
    // carries the circle along; meanwhile it does not walk. Times run from the command's.
    float radius = 3.0f;          ///< m, > 0, to 1000
    double turn_every = 0.0;      ///< s between two turns to walk the other way round, to 3600; 0: none
    double roll_every = 0.0;      ///< s between the beginnings of two rolls, the first after so long, to 3600; 0: none
    float roll = 6.0f;            ///< m, 0 to 1000
    double roll_time = 0.5;       ///< s, > 0, at most roll_every
    float roll_turn = 2.3998277f; ///< rad from the direction of a roll to the next one's; the first goes to +x
    double until = 0.0;           ///< s after which it stands still; 0: never

    friend bool operator==(const CommandDef&, const CommandDef&) = default;
};

/// What ground is made of.
enum class GroundKind : uint8_t { grid, navmesh };

/// Where one can walk: a grid map, or a navmesh, in builds that have them (FRAY_NAVMESH).
struct GroundDef {
    std::string map;                    ///< a file of MovingAI's, its path as seen from the scenario's folder; or
    std::vector<std::string> rows;      ///< the same rows: `.` and `@`; the first has the highest y; or
    std::string navmesh;                ///< a file of Detour's, as NavMesh::load takes it, which says where it lies
    GroundKind as = GroundKind::grid;   ///< what is made of a map
    float radius = 0.0f;                ///< m, 0 to 10: so far off its walls a navmesh that is made of a map ends
    float cell = 1.0f;                  ///< m, 0.01 to 100
    Vec2 at;                            ///< m, the middle
    std::shared_ptr<const Ground> made; ///< of all this; null: open everywhere

    /// Also where two files of one name have become different.
    FRAY_API friend bool operator==(const GroundDef& a, const GroundDef& b);
};

/// What matters, for the level of detail: everybody else has its turn less often (engine/docs/rules.md).
struct FocusDef {
    std::array<float, 3> beyond = DetailDef{}.beyond; ///< m, ascending: from there on every 2, 4, 8 frames
    std::vector<Vec2> points;                         ///< m
    std::string group;  ///< its living agents are points too, wherever they go: the first by serial, 256 points in all
    uint32_t turns = 0; ///< in a frame; 0: no budget

    friend bool operator==(const FocusDef&, const FocusDef&) = default;
};

/// What a picture of the scenario shows best.
struct PictureDef {
    int64_t frame = -1; ///< -1: the last
    Vec2 focus;         ///< m
    float width = 0.0f; ///< m; 0: everybody

    friend bool operator==(const PictureDef&, const PictureDef&) = default;
};

/// All that a file says.
struct Scenario {
    std::string name;      ///< default: the file's name without its ending
    double hz = 60.0;      ///< frames a second, 1 to 1000
    double duration = 0.0; ///< s, to 1e6; 0: until one side is left
    uint64_t seed = 1;
    int64_t agents = 0; ///< how many there are at the start, where groups have shares
    std::vector<std::string> teams;
    std::vector<std::pair<std::string, std::string>> hostile; ///< empty: every team to every other
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;
    std::optional<GroundDef> ground;        ///< none: open everywhere
    OffGround off_ground = OffGround::move; ///< what becomes of agents whose place is off the ground
    std::optional<FocusDef> detail;         ///< none: everybody is near
    std::vector<GroupDef> groups;
    std::vector<CommandDef> script; ///< by time, then in the file's order
    PictureDef picture;
};

/// A scenario, or what is wrong with it.
struct ScenarioResult {
    std::string text;                ///< what was read
    Scenario scenario;               ///< of use only without errors
    std::vector<std::string> errors; ///< each `file:line:column: place: what is wrong`, in the file's order
    /// Each `file:line:column: warning: place: what`: allowed, and hardly meant. Without errors only.
    std::vector<std::string> warnings;

    bool ok() const { return errors.empty(); }
};

/// From a file. `sets` are changes `dotted.path=value` made before anything is checked; elements of lists go by name or
/// number.
FRAY_API ScenarioResult load_scenario(const std::string& path, const std::vector<std::string>& sets = {});
/// `name` stands for the file in errors, and says in which folder the ground's map is looked for. `makes_ground` false:
/// `ground.made` stays null, and nobody asks who stands where: for a world that has its ground from elsewhere.
FRAY_API ScenarioResult parse_scenario(std::string_view text, const std::string& name,
                                       const std::vector<std::string>& sets = {}, bool makes_ground = true);

/// Archetypes and monsters alone.
struct DefinitionsResult {
    std::vector<ArchetypeDef> archetypes; ///< in the file's order
    std::vector<MonsterDef> monsters;
    std::vector<std::string> errors; ///< as ScenarioResult's; with any, the lists are of no use

    bool ok() const { return errors.empty(); }
};

/// The tables `archetypes` and `monsters` of a file that has nothing else, or of a whole scenario.
FRAY_API DefinitionsResult load_definitions(const std::string& path);
/// `name` stands for the file in errors.
FRAY_API DefinitionsResult parse_definitions(std::string_view text, const std::string& name);

/// The same battle with everybody's turn in every frame.
FRAY_API Scenario without_detail(Scenario scenario);

/// Agents of each group. `agents` > 0 stands in for the scenario's own total: the shares are filled up to it, or,
/// where nobody has a share, all counts above one are scaled. Groups spawned by the script keep their counts.
FRAY_API std::vector<int64_t> group_counts(const Scenario& scenario, int64_t agents = 0);

/// Where the agents of a group stand on open ground, in spawn order, to the millimetre.
FRAY_API std::vector<Vec2> formation_positions(const GroupDef& group, int64_t count);

/// The scenario as one JSON object with every default filled in, angles in radians.
FRAY_API std::string resolved_json(const Scenario& scenario);
/// The JSON Schema (draft 7) of scenario files.
FRAY_API std::string scenario_schema();

/// The words of the files.
FRAY_API const char* to_string(Formation);
FRAY_API const char* to_string(When);
FRAY_API const char* to_string(OffGround);
FRAY_API const char* to_string(GroundKind);
FRAY_API const char* to_string(CommandKind);

} // namespace fray
