#include "frame/frame.h"

#include "commands/spawning.h"
#include "float_mode.h"
#include "frame/invariants.h"
#include "fray/fatal.h"

#include <chrono>

namespace fray {
namespace {

int64_t nanoseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

#ifdef FRAY_CHECK_ACCESS
void abort_on_breach(const WorldState& core) {
    const std::string breach = first_breach(core);
    if (!breach.empty()) fatal("an invariant is broken: " + breach);
}
#endif

} // namespace

Frame::Frame(WorldState& core, JobSystem& jobs, Memory& memory, uint64_t shuffle_chunks)
    : core_(core), jobs_(&jobs), graph_(field_names()), memory_(memory),
      loops_(stage_count, Loops(jobs, shuffle_chunks)) {
    add(
        Stage::ingest, "the host's commands take effect, in call order",
        [](WorldState& w, Loops& loops) { ingest(w, loops); }, ingest_access());
    add(
        Stage::reorder, "rows go into space-filling order, so that neighbours are near in memory",
        [](WorldState& w, Loops& loops) { reorder(w, loops); }, reorder_access());
    add(
        Stage::index, "KD-trees of the living for alert, grid of neighbours for move",
        [](WorldState& w, Loops& loops) {
            refresh_trees(w, loops);
            refresh_neighbours(w, loops);
        },
        refresh_trees_access() + refresh_neighbours_access());
    add(
        Stage::alert, "squads look for targets", [](WorldState& w, Loops& loops) { alert(w, loops); }, alert_access());
    add(
        Stage::sense, "band, arrival and timers of every agent", [](WorldState& w, Loops& loops) { sense(w, loops); },
        sense_access());
    add(
        Stage::think, "the state machine of those with something to decide",
        [](WorldState& w, Loops& loops) { think(w, loops); }, think_access());
    add(
        Stage::settle, "hits, deaths, returns, requests: by target",
        [](WorldState& w, Loops& loops) { settle(w, loops); }, settle_access());
    add(
        Stage::propose, "the stage manager decides on every circle where something changed",
        [](WorldState& w, Loops& loops) { propose(w, loops); }, propose_access());
    add(
        Stage::commit, "what involves several circles at once: clocks of the world, changes of target; then summons",
        [](WorldState& w, Loops& loops) {
            commit(w, loops);
            summon(w);
            if (w.settings.refusals) report_refusals(w, loops);
        },
        commit_access());
    add(
        Stage::move, "steering, separation, integration", [](WorldState& w, Loops& loops) { move(w, loops); },
        move_access());
    add(
        Stage::emit, "events in order, counters, the state hash", [](WorldState& w, Loops& loops) { emit(w, loops); },
        emit_access());
    graph_.build();
}

void Frame::add(Stage stage, const char* why, StageFunction function, Access used) {
    graph_.add({to_string(stage), why, std::move(used), [this, stage, function] { run_stage(stage, function); }});
}

void Frame::run_stage(Stage stage, StageFunction function) {
    const FloatMode float_mode;
    const size_t i = static_cast<size_t>(stage);
    const auto start = std::chrono::steady_clock::now();
    const RightsScope rights(&graph_.rights(i));
    const MemoryScope memory(&memory_);
    failure_.guard([&] { function(core_, loops_[i]); });
    core_.profile.stage_ns[i] = nanoseconds_since(start);
    core_.profile.serial_ns[i] = core_.profile.stage_ns[i] - loops_[i].take_parallel_ns();
}

void Frame::set_jobs(JobSystem& jobs) {
    jobs_->forget_graph(graph_.plan());
    jobs_ = &jobs;
    for (Loops& loops : loops_) loops.set_jobs(jobs);
}

void Frame::run() noexcept {
    const MemoryScope memory(&memory_);
    const auto start = std::chrono::steady_clock::now();
    core_.profile.hash_ns = 0;
    core_.counters = {};
    core_.counters.frame = core_.clock.frame;
    core_.counters.time_us = core_.clock.now;
    core_.log.clear(core_.publication.keep_events);
    core_.clock.recent_dts[core_.clock.frame % core_.clock.recent_dts.size()] = core_.clock.dt;
    failure_.guard([&] { graph_.run(*jobs_); });
    core_.clock.previous_now = core_.clock.now;
    core_.clock.now += core_.clock.dt;
    ++core_.clock.frame;
#ifdef FRAY_CHECK_ACCESS
    failure_.guard([&] { abort_on_breach(core_); }); // skipped after a failure, which may leave invariants broken
#endif
    core_.profile.step_ns = nanoseconds_since(start);
}

} // namespace fray
