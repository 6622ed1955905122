// A battle with commands that are computed with glm. The function has internal linkage: each source that includes this
// header compiles a copy of its own, in its own way.
#pragma once

#include "melee.h"

#include <glm/geometric.hpp>

#include <bit>

namespace fray::test {
namespace {

/// The state hash and the position of an agent after each frame. All that the world gets is exact in binary, so that
/// fast math cannot change it.
std::vector<uint64_t> host_battle() {
    constexpr int agents = 400, frames = 120;
    World world = World::create({.threads = 2}).value();
    const std::vector<AgentId> ids = fill_melee(world, agents);
    std::vector<uint64_t> seen;
    for (int frame = 0; frame < frames; ++frame) {
        const AgentId agent = ids[static_cast<size_t>(frame * 7 % agents)];
        const glm::vec2 point = glm::vec2(static_cast<float>(frame % 64), 20.0f) * 0.5f + glm::vec2(0.25f, -1.5f);
        const float along = glm::dot(point, glm::vec2(1.0f, 2.0f));
        if (frame % 20 == 5) must(world.teleport(agent, point));
        if (frame % 20 == 9) must(world.teleport(agent, point, -point));
        if (frame % 20 == 13) must(world.set_order(agent, {.kind = OrderKind::move, .point = {along, point.y}}));
        if (frame % 40 == 17) must(world.spawn({.archetype = 2, .team = 1, .position = point, .heading = point}));
        if (frame % 60 == 19) must(world.set_detail({.points = {point, point * 2.0f}}));
        must(world.step(1.0 / 60.0));
        seen.push_back(world.state_hash());
        seen.push_back(std::bit_cast<uint64_t>(world.position(agent).value()));
    }
    return seen;
}

} // namespace
} // namespace fray::test
