#include "timed_graph.h"

#include "files/ending.h"
#include "files/require.h"
#include "fray/events.h"
#include "replay/replay.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace fray::demo {
namespace {

using Edge = std::pair<uint32_t, uint32_t>;

struct Times {
    std::array<double, system_count> work{}, span{}; ///< ms a frame, by system
    std::vector<Edge> edges;
};

/// ns
double span_of(const SystemRecord& record) {
    double sum = std::accumulate(record.alone_ns.begin(), record.alone_ns.end(), 0.0);
    for (const auto& chunks : record.loops_ns)
        if (!chunks.empty()) sum += *std::max_element(chunks.begin(), chunks.end());
    return sum;
}

Times measure(const GraphOptions& options) {
    JobRecorder recorder;
    const std::unique_ptr<JobSystem> jobs = make_recording_jobs(make_serial_jobs(), recorder);
    Battle battle = make_battle(options.battle, *jobs);
    require(battle.world().set_event_mask(~EventMask{0}), battle.world());
    Times times;
    for (int64_t frame = 0; frame < options.measure_from + options.frames; ++frame) {
        stop_if_asked();
        step(battle, options.battle.scenario);
        const std::vector<std::vector<JobSpan>> spans = recorder.take();
        if (frame < options.measure_from) continue;
        const FrameRecord record = frame_record(spans.front(), recorder.edges()); // there is one thread
        for (size_t i = 0; i < system_count; ++i) {
            times.work[i] += record.systems[i].sum() * 1e-6 / static_cast<double>(options.frames);
            times.span[i] += span_of(record.systems[i]) * 1e-6 / static_cast<double>(options.frames);
        }
    }
    times.edges = recorder.edges();
    std::sort(times.edges.begin(), times.edges.end());
    return times;
}

CriticalPath path_of(const Times& times) {
    std::vector<Task> tasks(system_count);
    for (size_t i = 0; i < system_count; ++i) tasks[i].ns = times.span[i];
    for (const auto& [from, to] : times.edges) tasks[to].after.push_back(from);
    return critical_path(tasks);
}

const char* name(uint32_t system) { return to_string(static_cast<FrameSystem>(system)); }

} // namespace

std::string timed_graph(const GraphOptions& options) {
    const Times times = measure(options);
    const CriticalPath path = path_of(times);
    std::set<Edge> on_path;
    for (size_t i = 1; i < path.tasks.size(); ++i) on_path.insert({path.tasks[i - 1], path.tasks[i]});
    const double work = std::accumulate(times.work.begin(), times.work.end(), 0.0);
    const bool mermaid = options.format == "mermaid";
    std::string text = mermaid ? "%%" : "//";
    text += fmt::format(" work {:.3f} ms a frame on one thread, critical path {:.3f} ms\n", work, path.length);
    text += mermaid ? "flowchart LR\n" : "digraph frame {\n  rankdir=LR;\n  node [shape=box];\n";
    const char* const line_break = mermaid ? "<br/>" : "\\n";
    const char* const label = mermaid ? "[" : " [label=";
    for (uint32_t i = 0; i < system_count; ++i)
        text += fmt::format("  {0}{1}\"{0}{2}work {3:.3f} ms{2}span {4:.3f} ms\"]\n", name(i), label, line_break,
                            times.work[i], times.span[i]);
    for (const Edge& edge : times.edges) {
        const bool heavy = on_path.contains(edge);
        const char* const arrow = !mermaid ? "->" : heavy ? "==>" : "-->";
        text += fmt::format("  {} {} {}{}\n", name(edge.first), arrow, name(edge.second),
                            heavy && !mermaid ? " [penwidth=3]" : "");
    }
    return mermaid ? text : text + "}\n";
}

} // namespace fray::demo
