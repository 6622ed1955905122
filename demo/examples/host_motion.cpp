// A battle in which the host moves all agents: two armies of the host's own bodies (sliding_bodies.h), which follow
// fray's goals with lag and slip. engine/docs/motion.md describes how fray and such a host work together.
//
//     fray_example_host_motion [--seconds S] [--threads T] [--record FILE]
//
// `fray replay FILE` fights the same battle once more, without the host: positions are part of the recording.
#include "command_line.h"
#include "must.h"
#include "sliding_bodies.h"

#include "fray/recording.h"

#include <optional>

namespace fray::demo {
namespace {

constexpr int army = 250, ranks = 10;
constexpr float frame_time = 1.0f / 60.0f;

struct Options {
    int seconds = 30, threads = 0;
    std::string record;
};

struct Tally {
    int tokens = 0, hits = 0, misses = 0, deaths = 0;
    double behind = 0.0; ///< m, averaged over bodies, summed over frames
    int frames = 0;

    void add(const World& world, float metres_behind) {
        const Events& events = world.events();
        tokens += static_cast<int>(events.tokens.size());
        hits += static_cast<int>(events.hits.size());
        misses += static_cast<int>(events.misses.size());
        deaths += static_cast<int>(events.deaths.size());
        behind += metres_behind;
        ++frames;
    }
};

ArchetypeDef soldier() {
    ArchetypeDef def;
    def.name = "soldier";
    def.body.motion = MotionType::host;
    def.perception.alert_radius = 30.0f;
    def.attacks = {
        {.name = "thrust", .weight = 2, .damage = 12.0f, .range = {0.0f, 2.5f}},
        {.name = "swing", .weight = 4, .damage = 30.0f, .range = {0.0f, 2.5f}, .windup = 0.5, .duration = 1.2}};
    return def;
}

void draw_up(World& world, SlidingBodies& bodies) {
    const ArchetypeDef def = soldier();
    must(world.add_archetype(def), world);
    for (const char* team : {"red", "blue"}) must(world.add_team(team), world);
    for (int i = 0; i < 2 * army; ++i) {
        const int rank = i / 2 % ranks, file = i / 2 / ranks;
        const float side = i % 2 == 0 ? -1.0f : 1.0f;
        SpawnDef spawn{.team = static_cast<TeamIndex>(i % 2), .heading = {-side, 0.0f}};
        spawn.position = {side * (8.0f + static_cast<float>(rank)), static_cast<float>(file) - 12.0f};
        AgentId agent;
        must(world.spawn(spawn, &agent), world);
        bodies.add(agent, spawn.position, def.body.radius);
    }
}

void print_second(int second, const World& world, const Tally& tally, float metres_behind) {
    int living[2] = {};
    for (size_t row = 0; row < world.agent_count(); ++row)
        living[world.teams()[row]] += world.states()[row] != AgentState::dead;
    std::printf("%3d s   red %3d   blue %3d   hits %4d   misses %3d   %.2f m behind\n", second, living[0], living[1],
                tally.hits, tally.misses, metres_behind);
}

void fight(const Options& options) {
    World world = World::create({.seed = 7, .threads = options.threads}).value();
    std::optional<Recorder> recorder;
    if (!options.record.empty()) recorder = Recorder::create(world, options.record).value();
    SlidingBodies bodies;
    draw_up(world, bodies);
    Tally tally;
    for (int frame = 1; frame <= options.seconds * 60; ++frame) {
        bodies.move(world, frame_time);                    // uses the goals of the step before
        must(world.set_host_poses(bodies.poses()), world); // the step reads the poses from the bodies' memory
        must(world.step(frame_time), world);
        tally.add(world, bodies.metres_behind());
        if (frame % 60 == 0) print_second(frame / 60, world, tally, bodies.metres_behind());
    }
    if (recorder) recorder->close().value();
    std::printf("%d tokens, %d hits, %d misses, %d deaths; %.2f m behind on average; state %016llx\n", tally.tokens,
                tally.hits, tally.misses, tally.deaths, tally.behind / tally.frames,
                static_cast<unsigned long long>(world.state_hash()));
}

Options read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        if (name == "--seconds")
            options.seconds = static_cast<int>(number(name, value, 1, 3600));
        else if (name == "--threads")
            options.threads = static_cast<int>(number(name, value, 1, 1024));
        else if (name == "--record" && !value.empty())
            options.record = value;
        else
            throw std::invalid_argument("usage: fray_example_host_motion [--seconds S] [--threads T] [--record FILE]");
    }
    return options;
}

} // namespace
} // namespace fray::demo

int main(int argc, char** argv) {
    return run([&] { fray::demo::fight(fray::demo::read_options(argc, argv)); });
}
