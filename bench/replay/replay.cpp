#include "replay.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fray::demo {
namespace {

using Kind = JobSpan::Kind;

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Splits the span of a system at its loops. Nested loops belong to the chunk that started them.
SystemRecord system_record(const JobSpan& system, const std::vector<JobSpan>& spans) {
    std::vector<const JobSpan*> loops;
    for (const JobSpan& span : spans)
        if (span.kind == Kind::loop && span.begin_ns >= system.begin_ns && span.end_ns <= system.end_ns)
            loops.push_back(&span);
    std::sort(loops.begin(), loops.end(), [](const JobSpan* a, const JobSpan* b) { return a->begin_ns < b->begin_ns; });
    SystemRecord record;
    int64_t reached = system.begin_ns;
    for (const JobSpan* loop : loops) {
        if (loop->begin_ns < reached) continue; // nested
        record.alone_ns.push_back(static_cast<double>(loop->begin_ns - reached));
        reached = loop->end_ns;
        record.loops_ns.emplace_back();
        for (const JobSpan& span : spans)
            if (span.kind == Kind::chunk && span.system == loop->system && span.loop == loop->loop &&
                span.begin_ns >= loop->begin_ns && span.end_ns <= loop->end_ns)
                record.loops_ns.back().push_back(static_cast<double>(span.ns()));
    }
    record.alone_ns.push_back(static_cast<double>(system.end_ns - reached));
    return record;
}

/// The costs with a given number of cores.
struct Costs {
    double start_ns, chunk_ns;
    const Stretch& stretch;
};

/// Adds the tasks of a system, and returns the index of its last task.
uint32_t add_system(std::vector<Task>& tasks, const SystemRecord& record, uint32_t system, std::vector<uint32_t> after,
                    const Costs& costs) {
    const auto add = [&](double ns, std::vector<uint32_t> waits) {
        tasks.push_back({ns, system, std::move(waits)});
        return static_cast<uint32_t>(tasks.size() - 1);
    };
    for (size_t i = 0; i < record.loops_ns.size(); ++i) {
        const std::vector<double>& chunks = record.loops_ns[i];
        const double slower = costs.stretch ? costs.stretch(system, chunks) : 1.0;
        const uint32_t started = add(record.alone_ns[i] + costs.start_ns, std::move(after));
        after.clear();
        for (const double ns : chunks) after.push_back(add(ns * slower + costs.chunk_ns, {started}));
        if (after.empty()) after.push_back(started);
    }
    return add(record.alone_ns.empty() ? 0.0 : record.alone_ns.back(), std::move(after));
}

} // namespace

double SystemRecord::loops_sum() const {
    double sum = 0.0;
    for (const auto& chunks : loops_ns) sum += sum_of(chunks);
    return sum;
}

double SystemRecord::sum() const { return sum_of(alone_ns) + loops_sum(); }

double FrameRecord::sum() const {
    double sum = outside_ns;
    for (const SystemRecord& system : systems) sum += system.sum();
    return sum;
}

FrameRecord frame_record(const std::vector<JobSpan>& spans, const std::vector<std::pair<uint32_t, uint32_t>>& edges) {
    FrameRecord record;
    record.edges = edges;
    std::array<std::vector<JobSpan>, system_count> by_system;
    for (const JobSpan& span : spans)
        if (span.system < system_count && span.kind != Kind::system) by_system[span.system].push_back(span);
    double frame_ns = 0.0, systems_ns = 0.0;
    for (const JobSpan& span : spans) {
        if (span.kind == Kind::frame) frame_ns += static_cast<double>(span.ns());
        if (span.kind != Kind::system || span.system >= system_count) continue;
        systems_ns += static_cast<double>(span.ns());
        record.systems[span.system] = system_record(span, by_system[span.system]);
    }
    record.outside_ns = std::max(frame_ns - systems_ns, 0.0);
    return record;
}

std::vector<Task> frame_tasks(const FrameRecord& frame, size_t cores, const LoopCosts& costs, const Stretch& stretch) {
    const double start_ns = cores > 1 ? costs.start_ns * std::log2(static_cast<double>(cores)) : 0.0;
    const Costs on_cores{start_ns, cores > 1 ? costs.chunk_ns : 0.0, stretch};
    std::vector<Task> tasks = {{frame.outside_ns, system_count, {}}};
    std::array<uint32_t, system_count> last{};
    for (uint32_t system = 0; system < system_count; ++system) {
        std::vector<uint32_t> after = {0};
        for (const auto& [from, to] : frame.edges)
            if (to == system) after.push_back(last[from]);
        last[system] = add_system(tasks, frame.systems[system], system, std::move(after), on_cores);
    }
    return tasks;
}

} // namespace fray::demo
