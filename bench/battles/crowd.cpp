#include "crowd.h"

#include "files/require.h"

#include <algorithm>
#include <cmath>

namespace fray::bench {
namespace {

/// A copy of the world in which the host moves all agents, after a step of no time.
Battle guiding_twin(const ReadBattle& read, const World& world, JobSystem& jobs) {
    std::vector<std::byte> snapshot;
    demo::require(world.save(&snapshot), world);
    Battle twin = start(read, jobs, false);
    demo::require(twin.world().restore(snapshot), twin.world());
    std::vector<ArchetypeDef> archetypes;
    for (size_t i = 0; i < world.archetype_count(); ++i) {
        archetypes.push_back(world.archetype(static_cast<ArchetypeIndex>(i)));
        archetypes.back().body.motion = MotionType::host;
    }
    demo::require(twin.world().reload(archetypes), twin.world());
    demo::require(twin.world().step(0.0), twin.world());
    return twin;
}

} // namespace

Crowd take_crowd(const ReadBattle& read, const World& world, JobSystem& jobs) {
    const Battle twin = guiding_twin(read, world, jobs);
    const World& guide = twin.world();
    Crowd crowd{.hz = read.scenario.hz};
    for (size_t row = 0; row < world.agent_count(); ++row) {
        if (world.states()[row] == AgentState::dead) continue;
        const BodyDef& body = world.archetype(world.archetypes()[row]).body;
        const size_t same = guide.row_of(world.ids()[row]).value();
        crowd.positions.push_back(world.positions()[row]);
        crowd.velocities.push_back(world.velocities()[row]);
        crowd.goals.push_back(guide.goals()[same]);
        crowd.radii.push_back(body.radius);
        crowd.speeds.push_back(guide.preferred_speeds()[same]);
        crowd.max_speeds.push_back(std::max(body.run_speed, crowd.speeds.back()));
    }
    return crowd;
}

void aim(const Crowd& crowd, std::span<const Vec2> positions, std::vector<Vec2>& velocities) {
    const auto hz = static_cast<float>(crowd.hz);
    velocities.resize(crowd.size());
    for (size_t i = 0; i < crowd.size(); ++i) {
        const Vec2 way = crowd.goals[i] - positions[i];
        const float distance = std::hypot(way.x, way.y);
        const float speed = std::min(crowd.speeds[i], distance * hz);
        velocities[i] = distance > 0.0f ? way * (speed / distance) : Vec2{};
    }
}

} // namespace fray::bench
