// A world of agents that go where they are ordered.
#pragma once

#include "must.h"

#include "fray/fray.h"

#include <cmath>
#include <memory>
#include <vector>

namespace fray::motion {

inline float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// The soldiers that go through doors and round corners.
inline ArchetypeDef soldier() {
    ArchetypeDef def{.name = "soldier"};
    def.body.run_speed = 3.0f;
    return def;
}

struct Agents {
    World world;
    double hz;
    std::vector<AgentId> agents;

    /// With one archetype and one team. A test may add others.
    Agents(double rate, const ArchetypeDef& kind, const std::shared_ptr<const Ground>& ground = nullptr,
           int threads = 1)
        : world(World::create({.hz = rate, .threads = threads, .debug = {.chunk_size = 16}}).value()), hz(rate) {
        if (ground) must(world.set_ground(ground));
        must(world.add_archetype(kind));
        must(world.add_team("team"));
    }
    AgentId spawn(const SpawnDef& def) {
        must(world.spawn(def, &agents.emplace_back()));
        return agents.back();
    }
    void go(AgentId agent, Vec2 to) { must(world.set_order(agent, {.kind = OrderKind::move, .point = to})); }
    void step() { must(world.step(1.0 / hz)); }
    void seconds(double time) {
        for (int i = 0; i < static_cast<int>(std::lround(time * hz)); ++i) step();
    }
    Vec2 at(AgentId agent) const { return world.position(agent).value(); }
    float between(AgentId agent, Vec2 point) const { return distance(at(agent), point); }
};

} // namespace fray::motion
