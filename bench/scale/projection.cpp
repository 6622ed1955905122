#include "projection.h"

#include "fray/frame_graph.h"
#include "measured_battle.h"
#include "results.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>

namespace fray::demo {
namespace {

constexpr int64_t most_recorded = 40; ///< frames

using BySystem = std::array<double, system_count>;

/// The frames of a battle after the warm-up on one thread, and their memory traffic.
struct Recorded {
    std::vector<FrameRecord> frames;
    BySystem visited{}; ///< mean number of agents visited per frame
    std::vector<SystemColumns> columns;
    int64_t agents = 0;
    uint64_t memory_bytes = 0;
};

/// The number of agents with columns that a system reads. For systems that visit few agents it takes the number of
/// agents that evaluate their FSM, because these are the agents with something to decide.
double visited_in(FrameSystem system, const Counters& counters) {
    switch (system) {
    case FrameSystem::build_trees:
    case FrameSystem::build_grid:
    case FrameSystem::classify_distances: return counters.living;
    case FrameSystem::locomotion: return counters.updates;
    case FrameSystem::acquire_targets: return counters.target_scans;
    case FrameSystem::apply_commands:
    case FrameSystem::sort_storage:
    case FrameSystem::evaluate_fsm:
    case FrameSystem::resolve_hits:
    case FrameSystem::plan_engagements:
    case FrameSystem::commit:
    case FrameSystem::collect_events:
    case FrameSystem::publish: return counters.evaluations;
    }
    return 0.0;
}

Recorded record(const ScaleOptions& options, const std::string& scenario, int64_t agents, const Beginning& beginning) {
    JobRecorder recorder;
    const std::unique_ptr<JobSystem> jobs = make_recording_jobs(make_serial_jobs(), recorder);
    MeasuredBattle battle(options, scenario, agents, *jobs, false);
    Recorded recorded;
    const int64_t frames = std::min(options.frames, most_recorded);
    const int64_t unmeasured = begin(options, battle.world(), beginning);
    for (int64_t frame = 0; frame < unmeasured + frames; ++frame) {
        battle.prepare();
        battle.step();
        const std::vector<std::vector<JobSpan>> spans = recorder.take();
        if (frame < unmeasured) continue;
        std::vector<JobSpan> all;
        for (const auto& lane : spans) all.insert(all.end(), lane.begin(), lane.end());
        recorded.frames.push_back(frame_record(all, recorder.edges()));
        for (size_t i = 0; i < system_count; ++i)
            recorded.visited[i] +=
                visited_in(static_cast<FrameSystem>(i), battle.world().counters()) / static_cast<double>(frames);
    }
    recorded.columns = system_columns(battle.world());
    recorded.agents = static_cast<int64_t>(battle.world().agent_count());
    const MemoryUse memory = battle.world().memory();
    recorded.memory_bytes = memory.columns + memory.index;
    return recorded;
}

double last_cache_bytes(const Machine& machine) {
    double bytes = 0.0;
    for (const Cache& cache : machine.caches) bytes = std::max(bytes, std::atof(cache.size.c_str()) * 1024.0);
    return bytes;
}

/// Estimates the bytes that each system moves: for the agents it visits, all columns that it declares, with written
/// columns counted twice. The estimate is limited to what a thread can copy in the time that the system took on one
/// thread.
void reckon_bytes(Projection& projection, const Recorded& recorded, const Machine& machine,
                  const Bandwidth& bandwidth) {
    projection.in_cache = static_cast<double>(recorded.memory_bytes) < last_cache_bytes(machine);
    if (projection.in_cache) return;
    for (size_t i = 0; i < system_count; ++i) {
        const SystemColumns& columns = recorded.columns[i];
        const double declared = recorded.visited[i] * (columns.read + 2.0 * columns.written);
        std::vector<double> times;
        for (const FrameRecord& frame : recorded.frames) times.push_back(frame.systems[i].loops_sum());
        const double most = quantile(std::move(times), 0.5) * bandwidth.one;
        projection.capped[i] = declared > most;
        projection.system_bytes[i] = std::min(declared, most);
    }
}

/// Distributes the bytes of a system over its loops in proportion to their time.
Stretch held_up_by_memory(const FrameRecord& frame, size_t cores, const Bandwidth& bandwidth, const BySystem& bytes) {
    return [&frame, &bandwidth, &bytes, cores](uint32_t system, const std::vector<double>& chunks) {
        const double all = frame.systems[system].loops_sum();
        const double own = std::accumulate(chunks.begin(), chunks.end(), 0.0);
        return slowed_by_memory(chunks, all > 0.0 ? bytes[system] * own / all : 0.0, cores, bandwidth);
    };
}

BySystem system_lengths(const std::vector<Task>& tasks, const Schedule& schedule) {
    BySystem first, last{};
    first.fill(-1.0);
    for (size_t i = 0; i < tasks.size(); ++i) {
        const uint32_t system = tasks[i].system;
        if (system >= system_count) continue;
        if (first[system] < 0.0 || schedule.begin[i] < first[system]) first[system] = schedule.begin[i];
        last[system] = std::max(last[system], schedule.end[i]);
    }
    BySystem lengths;
    for (size_t i = 0; i < system_count; ++i) lengths[i] = (last[i] - std::max(first[i], 0.0)) * 1e-6;
    return lengths;
}

BySystem systems_on(const CriticalPath& path, const std::vector<Task>& tasks) {
    BySystem sums{};
    for (const uint32_t task : path.tasks)
        if (tasks[task].system < system_count) sums[tasks[task].system] += tasks[task].ns;
    return sums;
}

const char* longest(const BySystem& systems) {
    return to_string(static_cast<FrameSystem>(std::max_element(systems.begin(), systems.end()) - systems.begin()));
}

/// The same frame, but each system waits for the system before it.
FrameRecord as_chain(FrameRecord frame) {
    frame.edges.clear();
    for (uint32_t i = 0; i + 1 < system_count; ++i) frame.edges.emplace_back(i, i + 1);
    return frame;
}

double median_of(std::vector<double> values) { return quantile(std::move(values), 0.5); }

void check_against(const std::vector<Row>& rows, const Projection& projection, ProjectedRow& predicted) {
    for (const Row& row : rows) {
        const Configuration& c = row.configuration;
        if (c.scenario != projection.scenario || c.agents != projection.asked || c.serial || c.cold || c.pinned ||
            c.chain || c.oversubscribed || c.threads != predicted.cores)
            continue;
        predicted.measured_ms = row.frame_ms.median;
        predicted.ceiling = row.ceiling.median;
    }
}

std::vector<int> cores_of(const ScaleOptions& options, const std::vector<Row>& rows) {
    std::vector<int> cores = options.project;
    cores.push_back(1);
    for (const Row& row : rows)
        if (!row.configuration.serial && !row.configuration.oversubscribed) cores.push_back(row.configuration.threads);
    std::sort(cores.begin(), cores.end());
    cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
    return cores;
}

/// Names the largest of the three lower bounds of the frame time, and the system that contributes most to it.
std::string what_binds(const ProjectedRow& row, const BySystem& on_path, const BySystem& work, const BySystem& bytes) {
    if (row.memory_ms > std::max(row.critical_ms, row.work_ms)) return fmt::format("memory, {}", longest(bytes));
    if (row.critical_ms > row.work_ms) return fmt::format("critical path, {}", longest(on_path));
    return fmt::format("work, {}", longest(work));
}

/// Replays recorded frames on `cores` cores.
ProjectedRow projected_row(const std::vector<FrameRecord>& frames, int cores, const LoopCosts& costs,
                           const Bandwidth& bandwidth, const BySystem& bytes) {
    ProjectedRow row;
    row.cores = cores;
    const auto n = static_cast<size_t>(cores);
    BySystem on_path{}, work_of{};
    std::vector<double> free, held, critical, work, chain;
    for (const FrameRecord& frame : frames) {
        const std::vector<Task> tasks = frame_tasks(frame, n, costs);
        const std::vector<Task> slower = frame_tasks(frame, n, costs, held_up_by_memory(frame, n, bandwidth, bytes));
        const Schedule schedule = list_schedule(slower, n);
        const CriticalPath path = critical_path(tasks);
        free.push_back(list_schedule(tasks, n).length * 1e-6);
        chain.push_back(list_schedule(frame_tasks(as_chain(frame), n, costs), n).length * 1e-6);
        held.push_back(schedule.length * 1e-6);
        critical.push_back(path.length * 1e-6);
        work.push_back(total_work(tasks) * 1e-6 / cores);
        const BySystem lengths = system_lengths(slower, schedule), path_systems = systems_on(path, tasks);
        for (size_t i = 0; i < system_count; ++i) {
            row.system_ms[i] += lengths[i] / static_cast<double>(frames.size());
            on_path[i] += path_systems[i];
            work_of[i] += frame.systems[i].sum();
        }
    }
    row.frame_ms = median_of(std::move(free));
    row.chain_ms = median_of(std::move(chain));
    row.with_memory_ms = median_of(std::move(held));
    row.critical_ms = median_of(std::move(critical));
    row.work_ms = median_of(std::move(work));
    row.memory_ms = std::accumulate(bytes.begin(), bytes.end(), 0.0) / std::max(bandwidth.of(n), 1e-9) * 1e-6;
    row.binds = what_binds(row, on_path, work_of, bytes);
    return row;
}

} // namespace

double ProjectedRow::error() const { return measured_ms > 0.0 ? with_memory_ms / measured_ms - 1.0 : 0.0; }

double ProjectedRow::error_at_ceiling() const {
    if (cores == 1 || !(measured_ms > 0.0 && ceiling > 0.0)) return error();
    return with_memory_ms * cores / ceiling / measured_ms - 1.0;
}

double Projection::speedup(const ProjectedRow& row, bool with_memory) const {
    const double one = with_memory ? rows.front().with_memory_ms : rows.front().frame_ms;
    const double own = with_memory ? row.with_memory_ms : row.frame_ms;
    return own > 0.0 ? one / own : 0.0;
}

Projections project(const ScaleOptions& options, const Machine& machine, const std::vector<Row>& rows,
                    const Warmups& warmups) {
    Projections projections;
    const int threads = machine.usable_threads;
    projections.costs = measure_loop_costs(threads);
    projections.bandwidth = {measure_copy_bandwidth(1), measure_copy_bandwidth(threads), threads, options.bandwidth};
    projections.bandwidth.all = std::max(projections.bandwidth.all, projections.bandwidth.one);
    for (const std::string& scenario : options.scenarios)
        for (const int64_t agents : options.agents) {
            const Recorded recorded = record(options, scenario, agents, warmups.of(scenario, agents));
            Projection projection;
            projection.scenario = scenario;
            projection.agents = recorded.agents;
            projection.asked = agents;
            projection.frames = recorded.frames.size();
            reckon_bytes(projection, recorded, machine, projections.bandwidth);
            for (const int cores : cores_of(options, rows)) {
                projection.rows.push_back(projected_row(recorded.frames, cores, projections.costs,
                                                        projections.bandwidth, projection.system_bytes));
                check_against(rows, projection, projection.rows.back());
            }
            projections.list.push_back(std::move(projection));
        }
    return projections;
}

} // namespace fray::demo
