#include "fuzz/look.h"

#include "fuzz/fuzz.h"

#include "fray/debug_draw.h"

#include <array>
#include <cmath>

namespace fray::fuzz {
namespace {

bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

/// Draws nothing, but looks at every number.
class Canvas final : public DebugDraw {
public:
    void point(Vec2 at, float, DrawColour) override { see(at); }
    void line(Vec2 from, Vec2 to, DrawColour) override { see(from), see(to); }
    void circle(Vec2 centre, float, DrawColour) override { see(centre); }
    void disc(Vec2 centre, float, DrawColour) override { see(centre); }
    void sector(Vec2 centre, float, float, float, DrawColour) override { see(centre); }
    void text(Vec2 at, const char*, DrawColour) override { see(at); }

private:
    static void see(Vec2 at) { expect(is_finite(at), "drawn at a place that is not finite"); }
};

void look_at_agent(const World& world, AgentId agent, size_t row) {
    std::array<AgentId, 4> found{};
    expect(world.row_of(agent) == row, "row_of has another row",
           std::to_string(row) + ", id " + std::to_string(agent.index) + "/" + std::to_string(agent.generation) +
               (world.is_valid(agent) ? ", valid" : ", not valid"));
    expect(world.find(world.serials()[row]) == agent, "find has another agent");
    expect(is_finite(world.positions()[row]) && is_finite(world.headings()[row]) && is_finite(world.velocities()[row]),
           "a pose is not finite");
    static_cast<void>(world.state_name(world.states()[row]));
    static_cast<void>(world.monster_of(agent));
    static_cast<void>(world.body(agent));
    static_cast<void>(world.target_bias(agent));
    static_cast<void>(world.threats(agent));
    static_cast<void>(world.capacity(agent));
    static_cast<void>(world.nearest_hostiles(agent, 20.0f, found));
    static_cast<void>(inspect_circle(world, agent));
    static_cast<void>(wait_reason(world, agent));
    static_cast<void>(ready_at(world, agent, 0));
}

} // namespace

void look_at(const World& world) {
    const std::string breach = check_invariants(world);
    expect(breach.empty(), "invariant", breach);
    for (size_t row = 0; row < world.agent_count(); ++row) look_at_agent(world, world.ids()[row], row);
    std::array<AgentId, 4> found{};
    static_cast<void>(world.nearest({1.0f, 1.0f}, 50.0f, found));
    static_cast<void>(world.projectiles().size() + world.squads().size() + world.circles().size());
    static_cast<void>(column_sums(world));
    static_cast<void>(world.memory());
    Canvas canvas;
    draw(world, canvas, {.elements = draw_everything & ~draw_bit(DrawElement::ground)});
}

} // namespace fray::fuzz
