#include "frame/frame.h"

#include "behaviour/systems.h"
#include "combat/systems.h"
#include "commands/systems.h"
#include "engagement/systems.h"
#include "float_mode.h"
#include "frame/agreement.h"
#include "frame/invariants.h"
#include "fray/fatal.h"
#include "locomotion/systems.h"
#include "perception/systems.h"
#include "squads/morale.h"
#include "storage/rules_math.h"

#include <chrono>
#include <utility>

namespace fray {
namespace {

int64_t nanoseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

#ifdef FRAY_CHECK_ACCESS
void abort_on_breach(const WorldState& state) {
    const std::string breach = first_breach(state);
    if (!breach.empty()) fatal("an invariant is broken: " + breach);
}
#endif

} // namespace

Frame::Frame(WorldState& state, JobSystem& jobs, Memory& memory, uint64_t shuffle_chunks)
    : state_(state), jobs_(&jobs), graph_({std::begin(field_names), std::end(field_names)}), memory_(memory),
      observer_(SharedWorld(state)) {
    for (int i = 0; i < system_count; ++i)
        loops_.emplace_back(jobs, shuffle_chunks, static_cast<FrameSystem>(i), observer_);
    using enum FrameSystem;
    add(FrameSystem::apply_commands, "the host's commands take effect, in call order", {fray::apply_commands});
    add(FrameSystem::sort_storage, "rows go into space-filling order, so that neighbours are near in memory",
        {fray::sort_storage});
    add(build_trees, "KD-trees of living agents, for target scans", {refresh_trees});
    add(build_grid, "neighbour grid, for ways and locomotion", {refresh_neighbours});
    add(FrameSystem::acquire_targets, "squads scan for targets", {fray::acquire_targets});
    add(FrameSystem::classify_distances, "distance band, arrival and timers of every agent",
        {fray::classify_distances});
    add(FrameSystem::evaluate_fsm, "the state machines of agents with a decision to make", {fray::evaluate_fsm});
    add(FrameSystem::resolve_hits, "hits, deaths, releases, requests: by target", {fray::resolve_hits});
    add(FrameSystem::plan_engagements, "the stage manager decides on every circle where something changed",
        {fray::plan_engagements});
    add(FrameSystem::commit,
        "decisions across circles: world-wide cooldowns, changes of target, support; then summons, morale",
        {fray::commit, survey_teams, end_circles, summon, look_at_morale, report_wait_reasons});
    add(FrameSystem::collect_events, "the frame's events in order, typed for the host", {fray::collect_events});
    add(FrameSystem::locomotion, "steering, separation, integration", {fray::locomotion});
    add(FrameSystem::publish, "counters, the state hash", {{fray::publish, every_field(write_any)}});
    graph_.build();
}

void Frame::add(FrameSystem system, const char* why, std::vector<Step> steps) {
    Access used;
    for (const Step& step : steps) used.insert(used.end(), step.used.begin(), step.used.end());
    graph_.add({to_string(system), why, std::move(used), [this, system, steps] { run_system(system, steps); }});
}

void Frame::run_system(FrameSystem system, const std::vector<Step>& steps) {
    const ProfilerDef& profiler = state_.settings.profiler;
    if (profiler.begin != nullptr) failure_.guard([&] { profiler.begin(profiler.context, to_string(system)); });
    run_timed(system, steps);
    if (profiler.end != nullptr) failure_.guard([&] { profiler.end(profiler.context, to_string(system)); });
}

void Frame::run_timed(FrameSystem system, const std::vector<Step>& steps) {
    const FloatMode float_mode;
    const size_t i = static_cast<size_t>(system);
    const auto start = std::chrono::steady_clock::now();
    const RightsScope rights(&graph_.rights(i));
    const MemoryScope memory(&memory_);
    loops_[i].begin_system();
    failure_.guard([&] {
        for (const Step& step : steps) step.run(state_, loops_[i]);
    });
    state_.profile.system_ns[i] = nanoseconds_since(start);
    state_.profile.serial_ns[i] = state_.profile.system_ns[i] - loops_[i].take_parallel_ns();
}

void Frame::set_jobs(JobSystem& jobs) {
    jobs_->forget_graph(graph_.plan());
    jobs_ = &jobs;
    for (ParallelLoops& loops : loops_) loops.set_jobs(jobs);
}

void Frame::run() noexcept {
    const MemoryScope memory(&memory_);
    const auto start = std::chrono::steady_clock::now();
    state_.profile.hash_ns = 0;
    state_.counters = {};
    state_.counters.frame = state_.clock.frame;
    state_.counters.time = seconds_of(state_.clock.now);
    state_.log.clear();
    if (!state_.publication.keep_events) state_.publication.events.clear();
    state_.division.begin_frame(state_.clock.frame);
    observer_.begin_frame();
    if (std::exchange(first_, false)) failure_.guard([&] { agree(state_); });
    failure_.guard([&] { graph_.run(*jobs_); });
    failure_.guard([&] { agree(state_); });
    if (state_.division.divided()) state_.division.send_failure(failure_);
    {
        const FloatMode float_mode; // the sum of times is rounded
        state_.clock.end_frame();
    }
#ifdef FRAY_CHECK_ACCESS
    failure_.guard([&] { abort_on_breach(state_); }); // skipped after a failure, which may leave invariants broken
#endif
    state_.profile.step_ns = nanoseconds_since(start);
}

} // namespace fray
