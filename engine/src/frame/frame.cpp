#include "frame/frame.h"

#include "commands/spawning.h"
#include "float_mode.h"
#include "frame/invariants.h"
#include "fray/fatal.h"

#include <chrono>

namespace fray {
namespace {

/// Fields with one access, for the declarations below.
std::vector<FieldUse> uses(std::initializer_list<Field> fields, uint8_t access) {
    std::vector<FieldUse> list;
    for (const Field field : fields) list.push_back({static_cast<FieldIndex>(field), access});
    return list;
}

std::vector<FieldUse> operator+(std::vector<FieldUse> a, const std::vector<FieldUse>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::vector<FieldUse> every_field(uint8_t access) {
    std::vector<FieldUse> list;
    for (size_t i = 0; i < static_cast<size_t>(Field::count); ++i) list.push_back({static_cast<FieldIndex>(i), access});
    return list;
}

std::vector<FieldUse> every_column(uint8_t access) {
    std::vector<FieldUse> list = every_field(access);
    list.resize(static_cast<size_t>(Field::user_columns) + 1);
    return list;
}

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
    using enum Field;
    add(
        Stage::ingest, "the host's commands take effect, in call order",
        [](WorldState& w, Loops& loops) { ingest(w, loops); },
        every_column(write_any) + uses({commands, row_table, squads, circles, visits, settling, counters, events, trees,
                                        target_info, cooldowns, sightings, acts, preferences, detail},
                                       write_any));
    add(
        Stage::reorder, "rows go into space-filling order, so that neighbours are near in memory",
        [](WorldState& w, Loops& loops) { reorder(w, loops); },
        every_column(write_any) + uses({row_table, grid}, write_any));
    add(
        Stage::index, "KD-trees of the living for alert, grid of neighbours for move",
        [](WorldState& w, Loops& loops) {
            refresh_trees(w, loops);
            refresh_neighbours(w, loops);
        },
        uses({identity, life, position}, read_any) + uses({velocity, stance, quiet, stalled, wish, moved}, read_own) +
            uses({trees, grid}, write_any));
    add(
        Stage::alert, "squads look for targets", [](WorldState& w, Loops& loops) { alert(w, loops); },
        uses({identity, life, position, heading, monster, squad_of, role, permit, engagement, place, state, own_circle,
              capacity, circles, row_table, trees, target_info, preferences, island},
             read_any) +
            uses({target, target_since, wake, look, orders, squads, visits, decisions, sightings, counters, events},
                 write_any));
    add(
        Stage::sense, "band, arrival and timers of every agent", [](WorldState& w, Loops& loops) { sense(w, loops); },
        uses({identity, life, position, island, slot, circles, squad_of, row_table, moved}, read_any) +
            uses({target, role, arrived, permit, timer, engagement, own_circle, state, monster, orders, period},
                 read_own) +
            uses({band, wake, reached, gait, look, quiet}, write_own) + uses({visits, squads, events}, write_any));
    add(
        Stage::think, "the state machine of those with something to decide",
        [](WorldState& w, Loops& loops) { think(w, loops); },
        uses({identity, life, position, island, heading, row_table, circles}, read_any) +
            uses({target, orders, role, slot, reached, band, gait, squad_of, period}, read_own) +
            uses({state, wake, quiet, timer, arrived, engagement, give_up, attack_phase, reports, brain, permit, health,
                  monster, user_move, led_path, user_columns},
                 write_own) +
            uses({visits, cooldowns, acts, squads, decisions, counters, events}, write_any));
    add(
        Stage::settle, "hits, deaths, returns, requests: by target",
        [](WorldState& w, Loops& loops) { settle(w, loops); },
        uses({identity, position, squad_of, row_table, decisions, capacity, target_info, orders}, read_any) +
            uses({life,        health, permit,   attack_phase, engagement,   slot,      role,       arrived,
                  give_up,     wake,   state,    target,       target_since, look,      own_circle, squads,
                  queue_links, joined, place,    circles,      visits,       cooldowns, settling,   monster,
                  acts,        brain,  counters, events,       missiles},
                 write_any));
    add(
        Stage::propose, "the stage manager decides on every circle where something changed",
        [](WorldState& w, Loops& loops) { propose(w, loops); },
        uses({identity, life, position, island, heading, state, target, target_since, moved, own_circle, squads,
              row_table, trees, grid, target_info, brain, monster, acts, preferences},
             read_any) +
            uses({role,    engagement, slot,      place,    joined,       switched, queue_links,
                  arrived, give_up,    wake,      permit,   attack_phase, capacity, circles,
                  visits,  cooldowns,  decisions, settling, proposals,    events,   counters},
                 write_any));
    add(
        Stage::commit, "what involves several circles at once: clocks of the world, changes of target; then summons",
        [](WorldState& w, Loops& loops) {
            commit(w, loops);
            summon(w);
            if (w.settings.refusals) report_refusals(w, loops);
        },
        every_column(write_any) + uses({decisions, target_info}, read_any) +
            uses({row_table, squads, circles, visits, cooldowns, proposals, counters, events, acts, trees}, write_any));
    add(
        Stage::move, "steering, separation, integration", [](WorldState& w, Loops& loops) { move(w, loops); },
        uses({identity, life, position, slot, circles, squads, row_table, grid, detail}, read_any) +
            uses({target, orders, state, arrived, attack_phase, place, role, engagement, brain, gait, monster,
                  user_move, led_path, squad_of, permit, wake},
                 read_own) +
            uses({next_position, goal, velocity, stance, quiet, stalled, wish, detour, way, guidance, heading, moved,
                  period},
                 write_own) +
            uses({trees, counters}, write_any));
    add(
        Stage::emit, "events in order, counters, the state hash", [](WorldState& w, Loops& loops) { emit(w, loops); },
        every_field(write_any));
    graph_.build();
}

void Frame::add(Stage stage, const char* why, StageFunction function, std::vector<FieldUse> used) {
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
    failure_.guard([&] { abort_on_breach(core_); }); // of a frame that failed nothing is to be expected
#endif
    core_.profile.step_ns = nanoseconds_since(start);
}

} // namespace fray
