#include "page.h"

#include "files/html.h"
#include "plot/page.h"
#include "projection_tables.h"
#include "tables.h"

#include <fmt/format.h>

namespace fray::demo {
namespace {

std::string machine_table(const Results& results) {
    std::string text = "<div class=\"wide\"><table>";
    for (const auto& [what, value] : machine_lines(results))
        text += fmt::format("<tr><th class=\"text\">{}</th>{}</tr>\n", html_text(what), cell(value, "text wrap"));
    return text + "</table></div>\n";
}

std::string way(const Configuration& c) {
    return fmt::format("{}{}{}{}", c.cold ? "cold" : "warm", c.pinned ? ", pinned" : "", c.chain ? ", chain" : "",
                       c.oversubscribed ? ", oversubscribed: no cores" : "");
}

/// The beginning of a table row: the configuration.
std::string row_begin(const Row& row) {
    const Configuration& c = row.configuration;
    return (c.oversubscribed ? "<tr class=\"over\">" : "<tr>") + cell(c.scenario, "text") +
           cell(fmt::format("{}", row.agents)) + cell(c.serial ? "serial" : fmt::format("{}", c.threads)) +
           cell(way(c), "text");
}

std::string measured_row(const Row& row) {
    std::string text = row_begin(row);
    text += cell(row.frame_ms.median, 3) + cell(fmt::format("{:.3f} to {:.3f}", row.frame_ms.q1, row.frame_ms.q3)) +
            cell(row.frame_ms.p99, 3) + cell(row.ns_per_agent, 1);
    text += cell(fmt::format("{:.2f} ({:.2f} to {:.2f})", row.speedup.median, row.speedup.q1, row.speedup.q3)) +
            cell(row.efficiency, 2) + cell(row.ceiling.median, 2) + cell(row.efficiency_of_ceiling, 2);
    text += cell(100.0 * row.serial_share, 1) +
            cell(row.load.known ? fmt::format("{:.0f} / {:.0f}", 100.0 * row.load.steal, 100.0 * row.load.others)
                                : "unknown");
    return text + fmt::format("<td><code>{:016x}</code></td></tr>\n", row.hash);
}

std::string measured_table(const Results& results) {
    std::string text =
        "<div class=\"wide\"><table id=\"measured\">" +
        head({"scenario", "agents", "threads", "", "frame, ms", "quartiles", "99 %", "core ns an agent", "speed-up",
              "efficiency", "ceiling", "of the ceiling", "serial, %", "stolen / others, %", "state hash"}) +
        "<tbody>\n";
    for (const Row& row : results.rows) text += measured_row(row);
    return text + "</tbody></table></div>\n";
}

std::string system_table(const Results& results) {
    std::string text =
        "<div class=\"wide\"><table><thead><tr><th>scenario</th><th>agents</th><th>threads</th><th></th>";
    for (size_t i = 0; i < system_count; ++i)
        text += fmt::format("<th>{}</th>", to_string(static_cast<FrameSystem>(i)));
    text += "<th>hash, apart</th></tr></thead><tbody>\n";
    for (const Row& row : results.rows) {
        text += row_begin(row);
        for (size_t i = 0; i < system_count; ++i)
            text += fmt::format("<td>{:.3f} ({:.0f} %)</td>", row.system_ms[i], 100.0 * row.system_share[i]);
        text += cell(row.hash_ms, 3) + "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string caution_list(const Results& results) {
    const std::vector<std::string> list = cautions(results);
    if (list.empty()) return {};
    std::string text = "<ul class=\"cautions\">";
    for (const std::string& caution : list) text += "<li>" + html_text(caution) + "</li>";
    return text + "</ul>\n";
}

std::string lead(const Results& results) {
    const ScaleOptions& o = results.options;
    return fmt::format("{} scaling: {} frames after {} of warm-up, {} interleaved repeats. Frame times leave out the "
                       "state's hash, which is the same in every row of the same battle: checked after every frame.",
                       o.weak ? "Weak" : "Strong", o.frames, o.warmup, o.repeats);
}

} // namespace

std::string scale_page(const Results& results) {
    std::string page = page_begin("fray scale");
    page += fmt::format("<h1>fray: scaling</h1>\n<p class=\"lead\">{}</p>\n", html_text(lead(results)));
    page += caution_list(results) + scaling_plots(results);
    page += "<h2>Measured</h2>\n<p class=\"note\">Speed-up: the serial baseline's median frame over the row's, repeat "
            "by repeat (median and quartiles). Ceiling: the speed-up of plain arithmetic on the same threads.</p>\n";
    page += measured_table(results);
    page += "<h2>Systems, ms a frame</h2>\n<p class=\"note\">Means; systems that run in parallel add up to more "
            "than the frame.</p>\n" +
            system_table(results);
    if (results.projections) page += projections_html(*results.projections);
    page += "<h2>Machine</h2>\n" + machine_table(results);
    page += "<details><summary>Raw data: the measured rows as CSV</summary><pre>" + html_text(results_csv(results)) +
            "</pre></details>\n";
    page += "<script type=\"application/json\" id=\"scale-data\">" + script_json(results_json(results)) + "</script>\n";
    return page + page_end;
}

} // namespace fray::demo
