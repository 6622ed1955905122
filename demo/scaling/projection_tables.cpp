#include "projection_tables.h"

#include "files/html.h"
#include "files/terminal.h"
#include "plot/plot.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const Projection& projection, const ProjectedRow& row) {
    Json json = {{"source", "predicted"},
                 {"cores", row.cores},
                 {"frame_ms", row.frame_ms},
                 {"frame_ms_as_chain", row.chain_ms},
                 {"frame_ms_with_memory", row.with_memory_ms},
                 {"speedup", projection.speedup(row, false)},
                 {"speedup_with_memory", projection.speedup(row, true)},
                 {"critical_path_ms", row.critical_ms},
                 {"work_by_cores_ms", row.work_ms},
                 {"memory_ms", row.memory_ms},
                 {"binds", row.binds}};
    for (size_t i = 0; i < system_count; ++i)
        json["system_ms"][to_string(static_cast<FrameSystem>(i))] = row.system_ms[i];
    if (row.measured_ms > 0.0)
        json["check"] = {{"measured_frame_ms", row.measured_ms},
                         {"error", row.error()},
                         {"measured_ceiling", row.ceiling},
                         {"error_at_ceiling", row.error_at_ceiling()}};
    return json;
}

Json projection_json(const Projection& projection) {
    Json json = {{"scenario", projection.scenario},
                 {"agents", projection.agents},
                 {"recorded_frames", projection.frames},
                 {"fits_the_last_cache", projection.in_cache}};
    for (size_t i = 0; i < system_count; ++i)
        json["system_bytes"][to_string(static_cast<FrameSystem>(i))] = {{"bytes", projection.system_bytes[i]},
                                                                        {"capped", bool(projection.capped[i])}};
    json["rows"] = Json::array();
    for (const ProjectedRow& row : projection.rows) json["rows"].push_back(row_json(projection, row));
    return json;
}

/// The assumptions behind the predictions, as sentences.
std::vector<std::string> assumptions(const Projections& projections) {
    const Bandwidth& b = projections.bandwidth;
    const LoopCosts& c = projections.costs;
    std::vector<std::string> list;
    list.push_back(
        "Predicted, not measured: every chunk of every loop was timed on one thread, with the serial "
        "work of each system between its loops, and is replayed by list scheduling on so many cores; systems "
        "wait for each other as in the frame graph.");
    for (const Projection& one : projections.list)
        list.push_back(fmt::format("{}, {} agents: the first {} frames after the warm-up; measured rows may have more.",
                                   one.scenario, one.agents, one.frames));
    list.push_back(c.tries > 0
                       ? fmt::format("Starting a loop costs {:.2f} us times log2 of the cores, a chunk {:.0f} ns more: "
                                     "measured on two pinned threads that are awake, carried on by that rule.",
                                     c.start_ns * 1e-3, c.chunk_ns)
                       : "Starting a loop costs nothing: no second thread ever joined, so nothing could be measured.");
    const std::string rate =
        b.given > 0.0 ? fmt::format("{:.1f} GB/s, as given with --bandwidth", b.given)
                      : fmt::format("{:.1f} GB/s, what this machine copies with {} thread{}; a larger one has more "
                                    "(--bandwidth)",
                                    b.all, b.threads, b.threads == 1 ? "" : "s");
    list.push_back(
        fmt::format("Memory: one thread copies {:.1f} GB/s here. The ceiling for all cores: {}.", b.one, rate));
    list.push_back("The memory traffic of a system is an estimate: the declared columns of the agents that it visits, "
                   "written columns counted twice, and at most what one thread can copy in the system's time on one "
                   "thread. If everything fits into the last cache, memory is left out.");
    list.push_back("Left out: caches and clocks that many cores share, NUMA, cores that start late, other processes.");
    return list;
}

PlotSeries measured_points(const Projection& projection, double one_ms) {
    PlotSeries series{"measured: points only", {}, 1, true, true};
    for (const ProjectedRow& row : projection.rows)
        if (row.measured_ms > 0.0) series.points.push_back({double(row.cores), one_ms / row.measured_ms});
    return series;
}

std::string speedup_plot(const Projection& projection) {
    Plot plot;
    plot.title = fmt::format("Predicted speed-up: {}, {} agents", projection.scenario,
                             short_number(static_cast<double>(projection.agents)));
    plot.note = "Over one core: predicted over predicted, measured over measured.";
    plot.x_name = "cores";
    plot.y_name = "times";
    plot.log_x = plot.log_y = true;
    PlotSeries ideal{"linear", {}, -1, false, true}, free{"predicted, unlimited memory bandwidth", {}, 0},
        held{"predicted, limited memory bandwidth", {}, 2};
    double measured_one = 0.0;
    for (const ProjectedRow& row : projection.rows) {
        ideal.points.push_back({double(row.cores), double(row.cores)});
        free.points.push_back({double(row.cores), projection.speedup(row, false)});
        held.points.push_back({double(row.cores), projection.speedup(row, true)});
        if (row.cores == 1) measured_one = row.measured_ms;
    }
    plot.series = {ideal, free, held};
    if (measured_one > 0.0) plot.series.push_back(measured_points(projection, measured_one));
    return plot_html(plot);
}

std::string system_plot(const Projection& projection) {
    StackedBars bars;
    bars.title = fmt::format("Predicted systems: {}, {} agents", projection.scenario,
                             short_number(static_cast<double>(projection.agents)));
    bars.note = "From a system's first task to its last, memory included; shares of their sum. Serial systems grow.";
    bars.unit = "ms";
    for (size_t i = 0; i < system_count; ++i) bars.parts.emplace_back(to_string(static_cast<FrameSystem>(i)));
    for (const ProjectedRow& row : projection.rows)
        bars.bars.push_back({fmt::format("{} core{}", row.cores, row.cores == 1 ? "" : "s"),
                             {row.system_ms.begin(), row.system_ms.end()}});
    return bars_html(bars);
}

std::string table_row(const Projection& projection, const ProjectedRow& row) {
    std::string text = fmt::format("<tr><td class=\"text\">{}</td><td>{}</td><td>{}</td>",
                                   html_text(projection.scenario), projection.agents, row.cores);
    for (const double value : {row.frame_ms, row.chain_ms, row.with_memory_ms, projection.speedup(row, false),
                               projection.speedup(row, true), row.critical_ms, row.work_ms, row.memory_ms})
        text += fmt::format("<td><i>{:.3f}</i></td>", value);
    text += fmt::format("<td class=\"text\"><i>{}</i></td>", row.binds);
    if (row.measured_ms > 0.0)
        return text + fmt::format("<td>{:.3f}</td><td>{:+.1f}</td><td>{:.2f}</td><td>{:+.1f}</td></tr>\n",
                                  row.measured_ms, 100.0 * row.error(), row.ceiling, 100.0 * row.error_at_ceiling());
    return text + "<td>–</td><td>–</td><td>–</td><td>–</td></tr>\n";
}

std::string moved(const Projection& projection) {
    if (projection.in_cache) return "fits the last cache: memory is left out";
    std::string text;
    for (size_t i = 0; i < system_count; ++i)
        text += fmt::format("{}{} {:.1f}{}", i ? ", " : "", to_string(static_cast<FrameSystem>(i)),
                            projection.system_bytes[i] * 1e-6, projection.capped[i] ? " (capped)" : "");
    return "MB a frame: " + text;
}

} // namespace

Json projections_json(const Projections& projections) {
    const Bandwidth& b = projections.bandwidth;
    Json json = {{"source", "predicted"},
                 {"assumptions", assumptions(projections)},
                 {"loop_start_ns", projections.costs.start_ns},
                 {"chunk_ns", projections.costs.chunk_ns},
                 {"copy_GB_per_s",
                  {{"one_thread", b.one},
                   {"threads", b.threads},
                   {"all_threads", b.all},
                   {"given", b.given > 0.0 ? Json(b.given) : Json(nullptr)}}}};
    json["list"] = Json::array();
    for (const Projection& projection : projections.list) json["list"].push_back(projection_json(projection));
    return json;
}

std::string projections_text(const Projections& projections) {
    std::string text = "\npredicted, not measured:\n";
    for (const std::string& sentence : assumptions(projections)) text += two_columns("", sentence, 2, STDOUT_FILENO);
    std::vector<std::vector<std::string>> table = {{"scenario", "agents", "cores", "frame ms", "as chain",
                                                    "with memory", "speed-up", "critical", "work/cores", "memory",
                                                    "MEASURED ms", "error", "at ceiling", "binds"}};
    const auto digits = [](double value) { return fmt::format("{:.3f}", value); };
    for (const Projection& projection : projections.list)
        for (const ProjectedRow& row : projection.rows) {
            const bool checked = row.measured_ms > 0.0;
            const auto percent = [&](double share) {
                return checked ? fmt::format("{:+.1f} %", 100.0 * share) : std::string("-");
            };
            table.push_back({projection.scenario, std::to_string(projection.agents), std::to_string(row.cores),
                             digits(row.frame_ms), digits(row.chain_ms), digits(row.with_memory_ms),
                             fmt::format("{:.2f}", projection.speedup(row, true)), digits(row.critical_ms),
                             digits(row.work_ms), digits(row.memory_ms), checked ? digits(row.measured_ms) : "-",
                             percent(row.error()), percent(row.error_at_ceiling()), row.binds});
        }
    text += folded_table(table, 3, STDOUT_FILENO);
    for (const Projection& projection : projections.list)
        text +=
            two_columns("", fmt::format("{}, {} agents: {}", projection.scenario, projection.agents, moved(projection)),
                        2, STDOUT_FILENO);
    return text;
}

std::string projections_html(const Projections& projections) {
    std::string text = "<h2>Predicted</h2>\n<ul class=\"note\">";
    for (const std::string& sentence : assumptions(projections)) text += "<li>" + html_text(sentence) + "</li>";
    text += "</ul>\n<div class=\"plots\">\n";
    for (const Projection& projection : projections.list) text += speedup_plot(projection) + system_plot(projection);
    text += "</div>\n<p class=\"note\">In italics: predicted. The last two columns: what was measured on so many "
            "threads, and how far the prediction with memory is off.</p>\n<div class=\"wide\"><table id=\"predicted\">"
            "<thead><tr><th>scenario</th><th>agents</th><th>cores</th><th>frame, ms</th><th>as a chain, "
            "ms</th><th>with memory, ms</th>"
            "<th>speed-up</th><th>with memory</th><th>critical path, ms</th><th>work by cores, ms</th><th>memory, "
            "ms</th><th>binds</th>"
            "<th>measured, ms</th><th>error, %</th><th>ceiling</th><th>error at it, %</th></tr></thead><tbody>\n";
    for (const Projection& projection : projections.list)
        for (const ProjectedRow& row : projection.rows) text += table_row(projection, row);
    text += "</tbody></table></div>\n<ul class=\"note\">";
    for (const Projection& projection : projections.list)
        text += fmt::format("<li>{}, {} agents: {}</li>", html_text(projection.scenario), projection.agents,
                            html_text(moved(projection)));
    return text + "</ul>\n";
}

} // namespace fray::demo
