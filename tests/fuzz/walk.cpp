#include "fuzz/walk.h"

#include "fuzz/fuzz.h"
#include "fuzz/look.h"

#include <array>

namespace fray::fuzz {
namespace {

Vec2 between(Vec2 low, Vec2 high, float x, float y) {
    return {low.x + (high.x - low.x) * x, low.y + (high.y - low.y) * y};
}

void ask(const Ground& ground, Vec2 low, Vec2 high) {
    for (const float x : {-0.1f, 0.0f, 0.3f, 0.71f, 1.0f})
        for (const float y : {0.0f, 0.45f, 1.0f}) {
            const Vec2 a = between(low, high, x, y), b = between(low, high, 1.0f - y, x);
            static_cast<void>(ground.clear(a, b));
            Vec2 found{};
            if (ground.nearest(a, 10.0f, &found)) expect(ground.walkable(found), "the nearest point is not walkable");
            if (!ground.walkable(a)) continue;
            Vec2 to = b;
            ground.slide(std::array{a}, {&to, 1});
            expect(ground.walkable(to), "an agent slid off the ground");
        }
}

} // namespace

void walk_on(std::shared_ptr<const Ground> ground, Vec2 low, Vec2 high) {
    ask(*ground, low, high);
    const auto jobs = make_serial_jobs();
    World world = World::create({.jobs = jobs.get()}).value();
    expect(world.set_ground(ground) == Error::ok, "set_ground", world.error_text());
    expect(world.add_team("red") == Error::ok && world.add_team("blue") == Error::ok, "add_team");
    ArchetypeDef def{.name = "walker"};
    def.attacks = {{.name = "hit"}};
    expect(world.add_archetype(def) == Error::ok, "add_archetype", world.error_text());
    const Vec2 middle = between(low, high, 0.5f, 0.5f);
    for (int i = 0; i < 8; ++i) {
        const float part = static_cast<float>(i) / 7.0f;
        static_cast<void>(
            world.spawn({.team = static_cast<TeamIndex>(i % 2), .position = between(low, high, part, 1.0f - part)}));
    }
    for (int frame = 0; frame < 16; ++frame) {
        if (frame == 2)
            for (const AgentId id : world.ids())
                static_cast<void>(world.set_order(id, {.kind = OrderKind::move, .point = high}));
        if (frame == 6) static_cast<void>(world.set_obstacle({middle, {1.0f, 0.6f}, {0.8f, 0.6f}}));
        if (frame == 12 && !world.obstacles().empty())
            static_cast<void>(world.remove_obstacle(world.obstacles()[0].id));
        expect(world.step(1.0 / 30.0) == Error::ok, "step", world.error_text());
    }
    look_at(world);
}

} // namespace fray::fuzz
