// The program that every consumer builds: two teams of five agents meet and fight.
#include <fray/fray.h>

#include <glm/geometric.hpp>

#include <cstdio>
#include <memory>
#include <type_traits>

namespace {

static_assert(std::is_same_v<fray::Vec2, glm::vec2>);

bool fine(fray::Error error, const fray::World& world) {
    if (error != fray::Error::ok) std::fprintf(stderr, "%s\n", world.error_text().c_str());
    return error == fray::Error::ok;
}

bool spawn_teams(fray::World& world) {
    fray::ArchetypeDef soldier;
    soldier.name = "soldier";
    soldier.attacks = {{.name = "swing", .weight = 3, .damage = 10}};
    if (!fine(world.add_archetype(soldier), world)) return false;
    if (!fine(world.add_team("red"), world) || !fine(world.add_team("blue"), world)) return false;
    for (int i = 0; i < 10; ++i) {
        const bool red = i % 2 == 0;
        const glm::vec2 position = {red ? 0.0f : 12.0f, static_cast<float>(i)};
        if (!fine(world.spawn({.team = fray::TeamIndex(red ? 0 : 1), .position = position}), world)) return false;
    }
    return true;
}

/// -1: the world has refused a step.
int hits_within(fray::World& world, int frames) {
    int hits = 0;
    for (int i = 0; i < frames; ++i) {
        if (!fine(world.step(1.0 / 60), world)) return -1;
        for (const fray::HitEvent& hit : world.events().hits)
            hits += glm::distance(*world.position(hit.agent), *world.position(hit.target)) < 10.0f;
    }
    return hits;
}

bool refuses_bad_input() {
    const fray::Result<fray::World> refused = fray::World::create({.hz = -1.0});
    return refused.error() == fray::Error::out_of_range && !refused.error_text().empty();
}

} // namespace

int main() {
    const auto jobs = fray::make_tbb_jobs({.threads = 2});
    if (!jobs) return 1;
    fray::Result<fray::World> world = fray::World::create({.jobs = jobs->get()});
    if (!world || !spawn_teams(*world)) return 1;
    const int hits = hits_within(*world, 600);
    std::printf("%d hits, %u living\n", hits, world->counters().living);
    return hits > 0 && refuses_bad_input() ? 0 : 1;
}
