#include "setup.h"

#include "example_states.h"
#include "files/bad_input.h"
#include "files/output.h"
#include "files/paths.h"
#include "fray/follow.h"

#ifdef FRAY_NAVMESH
#include "fray/spatial/navmesh.h"
#endif

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

namespace fray::demo {
namespace {

std::unique_ptr<JobSystem> make_jobs(const BattleChoice& choice, JobRecorder* recorder) {
    auto jobs = choice.jobs == "serial" ? make_serial_jobs() : make_tbb_jobs({.threads = choice.threads}).value();
    return recorder != nullptr ? make_recording_jobs(std::move(jobs), *recorder) : std::move(jobs);
}

std::unique_ptr<JobRecorder> make_recorder(const BattleChoice& choice) {
    return choice.record_jobs ? std::make_unique<JobRecorder>() : nullptr;
}

/// The cooldowns that agents share end too, because unmanaged agents have none.
void drop_stage_manager(Scenario& scenario) {
    for (ArchetypeDef& archetype : scenario.archetypes) {
        archetype.engagement.managed = false;
        for (AttackDef& attack : archetype.attacks) attack.cooldown.archetype = attack.cooldown.global = 0.0;
    }
}

ScenarioResult read_battle(const BattleChoice& choice) {
    ScenarioResult read = read_scenario(choice);
    if (choice.full_detail) read.scenario = without_detail(std::move(read.scenario));
    if (choice.host_moves)
        for (ArchetypeDef& archetype : read.scenario.archetypes) archetype.body.motion = MotionType::host;
    if (choice.unmanaged) drop_stage_manager(read.scenario);
    return read;
}

} // namespace

Battle battle_of(const BattleChoice& choice, const Scenario& scenario, const WorldDef& world) {
    BattleOptions options;
    // The states' column takes memory for every agent, so they are added only where a scenario names them.
    if (std::any_of(scenario.archetypes.begin(), scenario.archetypes.end(),
                    [](const ArchetypeDef& archetype) { return !archetype.states.empty(); }))
        options.prepare = add_example_states;
    options.agents = choice.agents;
    options.seed = choice.seed;
    options.world = world;
    Result<Battle> battle = Battle::create(scenario, options);
    if (!battle) throw BadInput(fmt::format("{}: {}", choice.scenario, battle.error_text()));
    return std::move(*battle);
}

ScenarioResult read_scenario(const BattleChoice& choice) {
    ScenarioResult result = load_scenario(find_scenario(choice.scenario), choice.sets);
    if (!result.ok()) throw BadInput(result.errors);
    if (!choice.quiet) {
        for (const std::string& warning : result.warnings) print_error(warning);
    }
    return result;
}

void add_inputs(FileUses& uses, const std::string& path, const Scenario& scenario) {
    uses.reads(path, "the scenario");
    if (!scenario.ground) return;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!scenario.ground->map.empty()) uses.reads(folder / scenario.ground->map, "the scenario's map");
    if (!scenario.ground->navmesh.empty()) uses.reads(folder / scenario.ground->navmesh, "the scenario's navmesh");
}

/// Raises oneTBB's limit of threads. An arena cannot exceed that limit, which is the machine's number of cores and
/// holds for the whole program.
std::shared_ptr<void> allow_threads(int threads) {
    using tbb::global_control;
    const auto wanted = static_cast<size_t>(threads);
    if (wanted <= global_control::active_value(global_control::max_allowed_parallelism)) return nullptr;
    return std::make_shared<global_control>(global_control::max_allowed_parallelism, wanted);
}

Battle make_battle(const BattleChoice& choice, JobSystem& jobs, bool hash) {
    WorldDef world;
    world.hashes = hash;
    world.event_mask = EventMask{0};
    world.jobs = &jobs;
    return battle_of(choice, read_battle(choice).scenario, world);
}

Setup set_up(const BattleChoice& choice, EventMask events, bool wait_reasons,
             const std::function<std::unique_ptr<Communicator>()>& lead) {
    ScenarioResult read = read_battle(choice);
    std::shared_ptr<void> more_threads = allow_threads(choice.threads);
    std::unique_ptr<JobRecorder> recorder = make_recorder(choice);
    std::unique_ptr<JobSystem> jobs = make_jobs(choice, recorder.get());
    WorldDef world;
    world.event_mask = events;
    world.records_wait_reasons = wait_reasons;
    world.jobs = jobs.get();
    const int threads = jobs->worker_count();
    std::unique_ptr<Communicator> ranks = lead ? lead() : nullptr;
    world.communicator = ranks.get();
    Battle battle = battle_of(choice, read.scenario, world);
    return {std::move(more_threads), std::move(recorder), std::move(jobs), std::move(ranks), std::move(battle), threads,
            std::move(read.text)};
}

bool follow_rank_0(const BattleChoice& choice, Communicator& ranks) {
    const std::shared_ptr<void> more_threads = allow_threads(choice.threads);
    const std::unique_ptr<JobSystem> jobs = make_jobs(choice, nullptr);
    WorldDef own;
    own.jobs = jobs.get();
#ifdef FRAY_NAVMESH
    own.read_ground = read_ground_or_navmesh;
#endif
    return follow(ranks, own, example_states()) == Error::ok;
}

Setup set_up(const BattleChoice& choice, const Scenario& scenario, WorldDef world) {
    std::shared_ptr<void> more_threads = allow_threads(choice.threads);
    std::unique_ptr<JobRecorder> recorder = make_recorder(choice);
    std::unique_ptr<JobSystem> jobs = make_jobs(choice, recorder.get());
    world.jobs = jobs.get();
    const int threads = jobs->worker_count();
    Battle battle(scenario, World::create(world).value());
    return {std::move(more_threads), std::move(recorder), std::move(jobs), nullptr, std::move(battle), threads, {}};
}

void refuse_failed_step(const Result<void>& stepped, const std::string& scenario) {
    if (stepped.ok()) return;
    if (stepped.error() == Error::dead || stepped.error() == Error::out_of_memory) stepped.value();
    throw BadInput(fmt::format("{}: {}", scenario, stepped.error_text()));
}

void step(Battle& battle, const std::string& scenario) { refuse_failed_step(battle.step(), scenario); }

int64_t last_frame(const Scenario& scenario, int64_t frames) {
    return frames > 0 ? frames : static_cast<int64_t>(std::max(scenario.duration, 3600.0) * scenario.hz) + 1;
}

} // namespace fray::demo
