#include "frame/frame.h"

#include "commands/spawning.h"
#include "engagement/morale.h"
#include "float_mode.h"
#include "frame/agreement.h"
#include "frame/invariants.h"
#include "fray/fatal.h"
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
    : state_(state), jobs_(&jobs), graph_(field_names()), memory_(memory),
      loops_(system_count, ParallelLoops(jobs, shuffle_chunks)) {
    add(
        FrameSystem::apply_commands, "the host's commands take effect, in call order",
        [](WorldState& w, ParallelLoops& loops) { apply_commands(w, loops); }, apply_commands_access());
    add(
        FrameSystem::sort_storage, "rows go into space-filling order, so that neighbours are near in memory",
        [](WorldState& w, ParallelLoops& loops) { sort_storage(w, loops); }, sort_storage_access());
    add(
        FrameSystem::build_trees, "KD-trees of living agents, for target scans",
        [](WorldState& w, ParallelLoops& loops) { refresh_trees(w, loops); }, refresh_trees_access());
    add(
        FrameSystem::build_grid, "neighbour grid, for ways and locomotion",
        [](WorldState& w, ParallelLoops& loops) { refresh_neighbours(w, loops); }, refresh_neighbours_access());
    add(
        FrameSystem::acquire_targets, "squads scan for targets",
        [](WorldState& w, ParallelLoops& loops) { acquire_targets(w, loops); }, acquire_targets_access());
    add(
        FrameSystem::classify_distances, "distance band, arrival and timers of every agent",
        [](WorldState& w, ParallelLoops& loops) { classify_distances(w, loops); }, classify_distances_access());
    add(
        FrameSystem::evaluate_fsm, "the state machines of agents with a decision to make",
        [](WorldState& w, ParallelLoops& loops) { evaluate_fsm(w, loops); }, evaluate_fsm_access());
    add(
        FrameSystem::resolve_hits, "hits, deaths, releases, requests: by target",
        [](WorldState& w, ParallelLoops& loops) { resolve_hits(w, loops); }, resolve_hits_access());
    add(
        FrameSystem::plan_engagements, "the stage manager decides on every circle where something changed",
        [](WorldState& w, ParallelLoops& loops) { plan_engagements(w, loops); }, plan_engagements_access());
    add(
        FrameSystem::commit,
        "decisions across circles: world-wide cooldowns, changes of target, support; then summons, morale",
        [](WorldState& w, ParallelLoops& loops) {
            commit(w, loops);
            summon(w);
            look_at_morale(w);
            if (w.settings.wait_reasons) report_wait_reasons(w, loops);
        },
        commit_access());
    add(
        FrameSystem::collect_events, "the frame's events in order, typed for the host",
        [](WorldState& w, ParallelLoops& loops) { collect_events(w, loops); }, collect_events_access());
    add(
        FrameSystem::locomotion, "steering, separation, integration",
        [](WorldState& w, ParallelLoops& loops) { locomotion(w, loops); }, locomotion_access());
    add(
        FrameSystem::publish, "counters, the state hash",
        [](WorldState& w, ParallelLoops& loops) { publish(w, loops); }, publish_access());
    graph_.build();
}

void Frame::add(FrameSystem system, const char* why, SystemFunction function, Access used) {
    graph_.add({to_string(system), why, std::move(used), [this, system, function] { run_system(system, function); }});
}

void Frame::run_system(FrameSystem system, SystemFunction function) {
    const ProfilerDef& profiler = state_.settings.profiler;
    if (profiler.begin != nullptr) failure_.guard([&] { profiler.begin(profiler.context, to_string(system)); });
    run_timed(system, function);
    if (profiler.end != nullptr) failure_.guard([&] { profiler.end(profiler.context, to_string(system)); });
}

void Frame::run_timed(FrameSystem system, SystemFunction function) {
    const FloatMode float_mode;
    const size_t i = static_cast<size_t>(system);
    const auto start = std::chrono::steady_clock::now();
    const RightsScope rights(&graph_.rights(i));
    const MemoryScope memory(&memory_);
    failure_.guard([&] { function(state_, loops_[i]); });
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
