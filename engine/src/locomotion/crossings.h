// Crossings: crowds spread over the doors and bridges that lead to their goals (CrossingMap).
#pragma once

#include "bodies/bodies.h"
#include "crossing_map.h"
#include "fray/spatial/ground.h"
#include "host_memory.h"
#include "parallel.h"
#include "scratch_pool.h"
#include "storage/settings.h"
#include "storage/views.h"
#include "terrain/terrain.h"

#include <array>
#include <cstdint>
#include <memory>

namespace fray {

// ## Crossings
// The ground (without obstacles) is divided into areas. Where it is narrow between two areas (a door, a bridge, a gap
// of less than 40 m), there is a crossing. An area with a single crossing belongs to its neighbour; on a ground with
// more than 128 crossings, small areas do too.

/// The agents that have chosen a crossing. Each agent stands for the time that the crossing takes to let it through.
struct CrossingQueue {
    static constexpr float part = 2.0f; ///< m, of the way to the crossing: for each entry of `times`
    std::array<uint32_t, 64> times{};   ///< ms; the last entry holds all agents that are farther
    uint32_t passed = 0;                ///< ms, of the agents that it has let through since the last count
    float pace = 1.0f;                  ///< how fast it lets agents through, to what it was taken for
};
static_assert(sizeof(CrossingQueue) == 264);

struct Crossings {
    Vector<CrossingQueue> queues; ///< by crossing of the map

    // Follows from the ground.
    std::unique_ptr<CrossingMap> map;   ///< null: the ground has no crossings
    std::unique_ptr<CrossingMap> empty; ///< of a ground without crossings: by it the ground is known when it has moved
    std::shared_ptr<const Ground> ground; ///< for which the following is right
    Vector<uint8_t> closed;               ///< by crossing: 1: an obstacle closes it
    CrossingMap::WaysOn ways_on;

    uint64_t hash() const;
    uint64_t memory() const;
    template <typename Archive> bool archive(Archive& archive) { return archive.list(queues); }
};

FRAY_PART(Crossings, crossings);

/// For code that finds the crossings of the ground.
struct CrossingSearch : Views<Write<column::path>, const Terrain, RowCount, Crossings> {
    using Views::Views;
};
/// For code that counts the agents before crossings.
struct CrossingUpdate : Views<BodyView, ReadOwn<column::path, column::goal>, Read<column::life, column::position>,
                              const Settings, const Terrain, RowCount, Crossings> {
    using Views::Views;
};
/// For code that asks when agents choose their crossings.
struct ChoiceView : Views<Read<column::serial>, const Clock, const Crossings> {
    using Views::Views;
};

/// Finds the crossings of the ground. Call it when the world gets another ground, or when the ground has moved.
void find_crossings(const CrossingSearch& world);
/// False: queues and paths do not fit the map, or contradict themselves (after a restore).
bool crossings_are_sound(const Views<Read<column::path>, RowCount, const Crossings>& world);
// Call it at the beginning of the system locomotion. Parallel over agents.
/// Rule: The wait at a crossing is the time that all agents take that have chosen it and are nearer to it, counted four
/// times a second. It lets through half of the agents that fit beside each other into its width, at full speed; while
/// many wait there, its measured pace counts instead.
void update_crossings(const CrossingUpdate& world, ParallelLoops& loops);
/// Whether it is time for an agent to choose its crossing anew. `path`: its own.
bool choice_due(const ChoiceView& world, Row row, const Path& path);
/// The ways out of an area to another, for agents of a speed. Only as many entrances are looked at as may be the best,
/// so an agent's choice takes time in proportion to the exits of its area. All lengths are metres.
struct WaysOut {
    uint16_t area = 0, goal_area = 0;
    float speed = 0.0f;                      ///< m/s
    Vector<CrossingMap::Entrance> entrances; ///< by exit; none: the exit is closed, or leads nowhere
    Vector<uint32_t> first;                  ///< by exit, and the end
    /// By exit, and by the length of the way to it: how far an agent could walk while it waits before the exit.
    Vector<std::array<float, 64>> waits;

    std::span<const CrossingMap::Entrance> entrances_of(uint32_t exit) const {
        return std::span(entrances).subspan(first[exit], first[exit + 1] - first[exit]);
    }
};

/// What a StageFinder works with. It is kept between frames, so that a choice allocates nothing.
struct StageMemory {
    /// How long an agent takes through an exit, in s.
    struct Times {
        float walking = CrossingMap::unreachable, whole = CrossingMap::unreachable; ///< without and with its waits
    };

    Vector<WaysOut> known; ///< those of this chunk of agents come first
    uint32_t known_count = 0;
    Vector<float> longest_waits; ///< m, by crossing
    Vector<CrossingMap::Entrance> entrances;
    // Of an agent: its times by exit, and the ways from it and from its goal to the exits of their areas, in m.
    Vector<Times> times;
    Vector<float> from_here, from_goal;

    uint64_t memory() const; ///< bytes
};

class StageMemories : public ScratchPool<StageMemory> {
public:
    uint64_t memory() const; ///< bytes
};

FRAY_PART(StageMemories, stage_memories);

/// For code that chooses crossings.
struct CrossingChoice : Views<BodyView, WriteOwn<column::path>, Read<column::serial, column::position, column::march>,
                              Crossings, StageMemories> {
    using Views::Views;
};

/// Chooses crossings. Each thread has its own.
class StageFinder {
public:
    explicit StageFinder(const CrossingChoice& world);

    // Returns where the agent's path has to lead: to its goal, or to the mouth of its crossing.
    /// Rule: A walker with its goal in another area leaves its own through the crossing where the ways, the wait there
    /// and the wait at the crossing into the goal's area take least time. It chooses when its goal gets into another
    /// area, when it has passed a crossing, and every two seconds: another crossing if that takes less than 0.9 of the
    /// time, and a second less than that, and does not lead back. Crossings that obstacles have closed are no way.
    /// Agents that march make no choice.
    ///
    /// If its choice is not the shortest way, it goes to the mouth of the crossing first, a few metres behind it.
    Vec2 next_stage(Row row);

private:
    const WaysOut& ways_out(uint16_t area, uint16_t goal_area, float speed);

    CrossingChoice world_;
    StageMemories::Lease lease_;
    StageMemory& memory_;
};

} // namespace fray
