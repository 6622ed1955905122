// What agents that come and go cost: the frames of a battle in which the host spawns agents and lets as many die,
// beside the frames of the same battle without them. The battle is `clash`, but agents are mortal and attacks do no
// damage.
//
// `fight`: agents fall anywhere in the battle, and a newcomer takes the place of each. So the cost includes that
// opponents look for new targets and that newcomers join in. `reserve`: agents come and go far from the battle, so
// the cost is that of coming and going alone. `burst`: many agents come in one frame.
#include "battle/gliding_host.h"
#include "fray/battle.h"
#include "require.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fray {
namespace {

using bench::require;

constexpr int warm_up = 240, measured = 120;
constexpr int reserve_frames = 8; ///< how long an agent of the reserve is there
constexpr int body_frames = 30;   ///< when a body is cleared away, after the death
constexpr float reserve_at = 4000.0f;

/// How an agent goes: it is despawned; it is killed and its body stays; it is killed and despawned later.
enum Death : int64_t { despawned, kept, cleared };
const char* const death_names[] = {"despawned", "kept", "cleared"};

Scenario clash(Motion motion) {
    ScenarioResult loaded = load_scenario(FRAY_SCENARIO_DIR "/clash.toml");
    if (!loaded.errors.empty()) {
        std::fprintf(stderr, "%s\n", loaded.errors.front().c_str());
        std::exit(2);
    }
    for (ArchetypeDef& archetype : loaded.scenario.archetypes) {
        archetype.body.motion = motion;
        archetype.body.health = 100.0f;
        for (AttackDef& attack : archetype.attacks) attack.damage = 0.0f;
    }
    return loaded.scenario;
}

/// Processor time of all threads, by system; `system_count`: of the whole step. In ms. On a machine that others use,
/// the time by the clock says little.
using SystemTimes = std::array<double, system_count + 1>;

double processor_ms() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Listens to the profiler hooks of a world.
class Watch {
public:
    ProfilerDef hooks() {
        return {[](void* self, const char*) { static_cast<Watch*>(self)->last_ = processor_ms(); },
                [](void* self, const char* name) { static_cast<Watch*>(self)->end(name); }, this};
    }
    void begin_step() { step_ = processor_ms(); }
    /// The times since `begin_step`.
    SystemTimes end_step() {
        times_[system_count] = processor_ms() - step_;
        return times_;
    }

private:
    void end(const char* name) {
        for (size_t i = 0; i < system_count; ++i)
            if (std::string_view(name) == to_string(static_cast<System>(i))) times_[i] = processor_ms() - last_;
    }
    double last_ = 0.0, step_ = 0.0;
    SystemTimes times_{};
};

/// A battle, with the host that moves its agents if fray does not.
class Waves {
public:
    Waves(int agents, int threads, Motion motion)
        : battle_(Battle::create(
                      clash(motion),
                      {.agents = agents,
                       .world = {.event_mask = 0, .hash = false, .threads = threads, .profiler = watch_.hooks()}})
                      .value()),
          host_moves_(motion == Motion::host) {
        for (int frame = 0; frame < warm_up; ++frame) step();
        fighters_.assign(world().ids().begin(), world().ids().end());
        std::sort(fighters_.begin(), fighters_.end(), [](AgentId a, AgentId b) { return a.index < b.index; });
    }

    World& world() { return battle_.world(); }
    SystemTimes step() {
        if (host_moves_) {
            host_.move(world(), 1.0f / 60.0f);
            require(world().set_host_poses(host_.poses()), world());
        }
        watch_.begin_step();
        require(world().step(1.0 / 60.0), world());
        return watch_.end_step();
    }

    /// `count` fighters fall, and as many newcomers take their places.
    void replace(int count, Death death) {
        for (int i = 0; i < count; ++i) {
            AgentId& fighter = fighters_[random() % fighters_.size()];
            const auto position = world().position(fighter);
            if (!position) continue; // it came in this frame
            const SpawnDef def = {.archetype = *world().archetype_of(fighter),
                                  .team = *world().team(fighter),
                                  .squad = world().squad(fighter).value_or(SquadId{}),
                                  .position = *position};
            let_die(fighter, death);
            require(world().spawn(def, &fighter), world());
        }
    }
    /// `count` agents come to the reserve.
    void reinforce(int count) {
        for (int i = 0; i < count; ++i) {
            const uint32_t place = random();
            reserve_.emplace_back();
            require(world().spawn({.position = {reserve_at + static_cast<float>(place & 255) * 1.5f,
                                                static_cast<float>(place >> 8 & 255) * 1.5f}},
                                  &reserve_.back()),
                    world());
        }
    }
    /// The `count` agents of the reserve that came first die.
    void dismiss(int count, Death death) {
        for (int i = 0; i < count; ++i) {
            let_die(reserve_.front(), death);
            reserve_.pop_front();
        }
    }
    /// Despawns the bodies of agents that died long enough ago.
    void clear_bodies() {
        for (; !bodies_.empty() && bodies_.front().frame + body_frames <= world().frame(); bodies_.pop_front())
            require(world().despawn(bodies_.front().agent), world());
    }

private:
    struct Body {
        AgentId agent;
        uint64_t frame;
    };

    void let_die(AgentId agent, Death death) {
        if (death == despawned) return require(world().despawn(agent), world());
        require(world().damage(agent, 1000.0f), world());
        if (death == cleared) bodies_.push_back({agent, world().frame()});
    }
    uint32_t random() {
        return static_cast<uint32_t>((random_ = random_ * 6364136223846793005u + 1442695040888963407u) >> 33);
    }

    Watch watch_;
    Battle battle_;
    bool host_moves_;
    demo::GlidingHost host_;
    std::vector<AgentId> fighters_;
    std::deque<AgentId> reserve_;
    std::deque<Body> bodies_;
    uint64_t random_ = 1;
};

/// The medians of the times of some frames.
SystemTimes medians(const std::vector<SystemTimes>& frames) {
    SystemTimes result{};
    for (size_t i = 0; i < result.size(); ++i) {
        std::vector<double> values;
        for (const SystemTimes& frame : frames) values.push_back(frame[i]);
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        result[i] = *middle;
    }
    return result;
}

/// `wave()` gives the commands of a frame; its time counts apart.
template <typename Wave> void measure(benchmark::State& state, Waves& waves, Wave&& wave) {
    std::vector<SystemTimes> quiet, busy;
    struct {
        double scans = 0.0, evaluations = 0.0, circles = 0.0;
        void add(const Counters& counters, double share) {
            scans += share * counters.target_scans;
            evaluations += share * counters.evaluations;
            circles += share * counters.dirty_circles;
        }
    } more; // a frame has so many more
    for (int frame = 0; frame < measured; ++frame) {
        quiet.push_back(waves.step());
        more.add(waves.world().counters(), -1.0 / measured);
    }
    const SystemTimes without = medians(quiet);
    double calls = 0.0, longest = 0.0;
    for (auto _ : state) {
        const double start = processor_ms();
        wave();
        calls += processor_ms() - start;
        busy.push_back(waves.step());
        more.add(waves.world().counters(), 1.0 / measured);
        state.SetIterationTime(busy.back()[system_count] * 1e-3);
        longest = std::max(longest, busy.back()[system_count]);
    }
    const SystemTimes with = medians(busy);
    state.counters["without"] = without[system_count];
    state.counters["on_top"] = with[system_count] - without[system_count];
    state.counters["longest"] = longest;
    state.counters["calls"] = calls / static_cast<double>(state.iterations());
    state.counters["scans"] = more.scans;
    state.counters["evaluations"] = more.evaluations;
    state.counters["circles"] = more.circles;
    std::string label;
    for (size_t i = 0; i < system_count; ++i) {
        const double extra = with[i] - without[i];
        if (std::abs(extra) < 0.02) continue;
        char text[64];
        std::snprintf(text, sizeof text, "%s %+.2f ", to_string(static_cast<System>(i)), extra);
        label += text;
    }
    state.SetLabel(label);
}

void fight(benchmark::State& state, Motion motion) {
    Waves waves(static_cast<int>(state.range(0)), static_cast<int>(state.range(3)), motion);
    const int count = static_cast<int>(state.range(1));
    const auto death = static_cast<Death>(state.range(2));
    measure(state, waves, [&] {
        waves.replace(count, death);
        waves.clear_bodies();
    });
}

void reserve(benchmark::State& state, Motion motion) {
    Waves waves(static_cast<int>(state.range(0)), static_cast<int>(state.range(3)), motion);
    const int count = static_cast<int>(state.range(1));
    const auto death = static_cast<Death>(state.range(2));
    waves.reinforce(count * reserve_frames);
    waves.step();
    measure(state, waves, [&] {
        waves.dismiss(count, death);
        waves.reinforce(count);
        waves.clear_bodies();
    });
}

/// The first frame has the burst; the others show what follows.
void burst(benchmark::State& state, Motion motion) {
    Waves waves(static_cast<int>(state.range(0)), static_cast<int>(state.range(2)), motion);
    int left = static_cast<int>(state.range(1));
    measure(state, waves, [&] { waves.reinforce(std::exchange(left, 0)); });
}

void add_all() {
    const auto finish = [](benchmark::internal::Benchmark* bench) {
        bench->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(measured);
    };
    for (const Motion motion : {Motion::fray, Motion::host}) {
        const std::string moved = motion == Motion::fray ? "fray_moves/" : "host_moves/";
        for (const int64_t threads : {1, 2}) {
            for (const int64_t agents : {10'000, 100'000})
                for (const Death death : {despawned, kept, cleared})
                    for (const bool fights : {true, false}) {
                        const auto run = fights ? fight : reserve;
                        finish(benchmark::RegisterBenchmark(
                                   (moved + (fights ? "fight/" : "reserve/") + death_names[death]).c_str(),
                                   [=](benchmark::State& state) { run(state, motion); })
                                   ->Args({agents, agents / 100, death, threads})
                                   ->ArgNames({"agents", "wave", "", "threads"}));
                    }
            finish(benchmark::RegisterBenchmark((moved + "burst").c_str(),
                                                [=](benchmark::State& state) { burst(state, motion); })
                       ->Args({100'000, 20'000, threads})
                       ->ArgNames({"agents", "wave", "threads"}));
        }
    }
}

} // namespace
} // namespace fray

int main(int argc, char** argv) {
    fray::add_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
