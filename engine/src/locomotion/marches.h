// Marches: squads that walk in ranks and files.
//
// Behind the head lies its trail: points at equal distances, each with the number of files for which there is room
// beside it. Where the way leads along a wall, the trail is moved aside, so that the files have room on both sides of
// it. Each frame, every member is told where its place is and how fast that moves (`MarchPlace`); the rest is steering.
//
// A march decides nothing: a journey counts the distance to the agent's own point. Members wait for each other, so
// their journeys are blocked later than others.
#pragma once

#include "bodies/bodies.h"
#include "fray/defs.h"
#include "host_memory.h"
#include "locomotion/locomotion.h"
#include "parallel.h"
#include "storage/views.h"
#include "terrain/terrain.h"

#include <cstdint>
#include <span>

namespace fray {

/// A member of a march, with the number of the journey that its order began: another order ends its part.
struct MarchMember {
    AgentId agent{};
    uint32_t journey = 0;
};

struct TrailPoint {
    Vec2 at{};          ///< m
    uint32_t files = 0; ///< for which there is room beside it
};

/// Its parts of `Marches::members` and `Marches::trail` are as long as it needs at most. The trail is a ring.
struct March {
    Vec2 head{}, end{};   ///< m: where rank 0 is to be now, and at last
    Vec2 last{};          ///< m: where the head was when the newest point of the trail was added
    Vec2 waypoint{};      ///< m: the head's next waypoint
    Vec2 facing{};        ///< a unit vector: where the members face at last
    float spacing = 0.0f; ///< m
    uint32_t files = 0, files_now = 0;
    uint32_t first = 0, count = 0;            ///< in `Marches::members`: by rank and file
    uint32_t trail_first = 0, trail_room = 0; ///< in `Marches::trail`
    uint32_t trail_newest = 0;                ///< counted from `trail_first`
    uint32_t over = 0;                        ///< 1: the head has arrived, or no member is left
    uint32_t unused = 0;                      ///< the struct has no padding, because its bytes are hashed and saved
    int64_t path_due = 0;                     ///< us: when the path is requested anew
};
static_assert(sizeof(March) == 88);

struct Marches {
    Vector<March> list;
    Vector<MarchMember> members;
    Vector<TrailPoint> trail;

    uint64_t hash() const;
    uint64_t memory() const;
    template <typename Archive> bool archive(Archive& archive) {
        return archive.list(list) && archive.list(members) && archive.list(trail);
    }
    template <typename Visit> void visit_points(Visit&& visit) {
        for (March& march : list)
            for (Vec2* const point : {&march.head, &march.end, &march.last, &march.waypoint}) visit(*point);
        for (TrailPoint& point : trail) visit(point.at);
    }
};

FRAY_PART(Marches, marches);

/// For code that looks for the members of marches.
struct MarchMemberView : Views<Read<column::life, column::orders>, const IdTable> {
    using Views::Views;
};
/// For code that makes agents members of formations.
struct FormationChanges : Views<Read<column::life>, Write<column::orders>, const IdTable> {
    using Views::Views;
};
/// For code that begins marches. It may create the column `march`.
struct MarchBeginning : Views<Read<column::id, column::serial, column::position>, Write<column::orders>, const IdTable,
                              const Terrain, Marches, Agents> {
    using Views::Views;
};
/// What the marches touch as they go on.
struct MarchView : Views<BodyView, MarchMemberView, Read<column::position>, Write<column::march>, const Terrain,
                         Locomotion, Marches> {
    using Views::Views;
};

/// Makes the member one of a formation. False: it has another order by now, or is one of another formation.
bool falls_in(const FormationChanges& world, const MarchMember& member);
/// The agents with a mark that is not 0 are members of no march any more. `marks`: by index of id.
void forget_members(Marches& marches, std::span<const uint8_t> marks);
/// Begins the march of these members to `point`, and gives each its own point. All of them have fallen in. `leader`:
/// row of the squad's leader; Row::none(): it has none. Not thread-safe.
void begin_march(const MarchBeginning& world, std::span<const MarchMember> members, Row leader,
                 const SquadFormation& formation, Vec2 point);

// ## Formations

// Call it at the beginning of the system locomotion. Parallel over marches.
/// Rule: A *head* goes along a path to where rank 0 will stand, as fast as the slowest member, and slower the farther
/// the members are from their places. The ranks follow on its way, each at the spacing behind the rank before it, and
/// the files beside the way. Where the ground has no room for all files, in the next metres or beside any rank, the
/// formation has only as many files as there is room for, and more ranks. The march ends when the head has arrived:
/// each member goes to its own point.
void go_on_marches(const MarchView& world, ParallelLoops& loops);

} // namespace fray
