// The program that every consumer builds: two teams of five agents meet and fight.
#include <fray/fray.h>
#include <fray/glm.h>

#include <cstdio>
#include <stdexcept>

namespace {

fray::ArchetypeDef soldier() {
    fray::ArchetypeDef def;
    def.name = "soldier";
    def.attacks = {{.name = "swing", .weight = 3, .damage = 10}};
    return def;
}

void spawn_teams(fray::World& world) {
    world.add_archetype(soldier());
    world.add_team("red");
    world.add_team("blue");
    for (int i = 0; i < 10; ++i) {
        const bool red = i % 2 == 0;
        world.spawn({.team = fray::TeamIndex(red ? 0 : 1),
                     .position = fray::from_glm({red ? 0.0f : 12.0f, static_cast<float>(i)})});
    }
}

int hits_within(fray::World& world, int frames) {
    int hits = 0;
    for (int i = 0; i < frames; ++i) {
        if (world.step(1.0 / 60) != fray::Error::ok) throw std::runtime_error(world.error_text());
        for (const fray::Event& event : world.events()) hits += event.type == fray::EventType::hit;
    }
    return hits;
}

bool refuses_bad_input() {
    try {
        fray::World({.hz = -1.0});
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

} // namespace

int main() {
    const auto jobs = fray::make_tbb_jobs({.threads = 2});
    fray::World world({.jobs = jobs.get()});
    spawn_teams(world);
    const int hits = hits_within(world, 600);
    std::printf("%d hits, %u living\n", hits, world.counters().living);
    return hits > 0 && refuses_bad_input() ? 0 : 1;
}
