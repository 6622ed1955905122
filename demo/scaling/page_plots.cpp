#include "page.h"

#include "files/html.h"
#include "plot/plot.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>

namespace fray::demo {
namespace {

/// Selects the rows of a kind of frame on oneTBB.
struct PlotKind {
    bool cold = false, pinned = false, chain = false;
    bool has(const Row& row) const {
        const Configuration& c = row.configuration;
        return !c.serial && c.cold == cold && c.pinned == pinned && c.chain == chain;
    }
};

using Value = std::function<PlotPoint(const Row&)>;

struct Section {
    const Results& results;
    std::string scenario;
    std::vector<const Row*> rows;
    bool many_threads = false; ///< more than 8, so the axis of threads is logarithmic

    std::vector<int64_t> sizes() const {
        std::vector<int64_t> list;
        for (const Row* row : rows) list.push_back(row->configuration.base_agents);
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        return list;
    }
    std::string size_name(int64_t agents) const {
        return fmt::format("{} agents{}", short_number(static_cast<double>(agents)),
                           results.options.weak ? " a thread" : "");
    }
};

PlotPoint with_spread(double x, const Spread& spread, bool hollow) {
    return {x, spread.median, spread.q1, spread.q3, hollow};
}

PlotPoint at_threads(const Row& row, const Spread& spread) {
    return with_spread(row.configuration.threads, spread, row.configuration.oversubscribed);
}

/// A series for each size, over the threads.
std::vector<PlotSeries> by_size(const Section& section, PlotKind kind, const Value& value) {
    std::vector<PlotSeries> list;
    for (const int64_t size : section.sizes()) {
        PlotSeries series{section.size_name(size), {}, static_cast<int>(list.size()), true, false};
        for (const Row* row : section.rows)
            if (row->configuration.base_agents == size && kind.has(*row)) series.points.push_back(value(*row));
        if (!series.points.empty()) list.push_back(std::move(series));
    }
    return list;
}

Plot over_threads(const Section& section, const char* title, const char* y_name, const char* note) {
    Plot plot;
    plot.title = title;
    plot.note = note;
    plot.x_name = "threads (hollow: more than this process can run at once)";
    plot.y_name = y_name;
    plot.log_x = section.many_threads;
    return plot;
}

std::string frame_plot(const Section& section) {
    Plot plot = over_threads(section, "Time of a frame", "ms", "Median of all frames of all repeats, with quartiles.");
    plot.log_y = true;
    plot.series = by_size(section, {}, [](const Row& row) { return at_threads(row, row.frame_ms); });
    return plot_html(plot);
}

/// Adds the limits: linear scaling, and the scaling of plain arithmetic.
void add_limits(Plot& plot, const Section& section, PlotKind kind) {
    std::map<int, std::vector<double>> ceilings;
    for (const Row* row : section.rows)
        if (kind.has(*row)) ceilings[row->configuration.threads].push_back(row->ceiling.median);
    PlotSeries ideal{"linear", {}, -1, false, true}, ceiling{"plain arithmetic: the ceiling", {}, 6, false, true};
    for (const auto& [threads, values] : ceilings) {
        ideal.points.push_back({double(threads), double(threads)});
        ceiling.points.push_back({double(threads), quantile(values, 0.5)});
    }
    plot.series.push_back(std::move(ideal));
    plot.series.push_back(std::move(ceiling));
}

std::string speedup_plot(const Section& section) {
    const bool weak = section.results.options.weak;
    Plot plot = over_threads(
        section, weak ? "Scaled speed-up" : "Speed-up", "times",
        weak ? "Threads times the serial frame with the agents of a single thread, over the frame with all agents."
             : "Over the serial baseline, by repeats; quartiles.");
    plot.series = by_size(section, {}, [](const Row& row) { return at_threads(row, row.speedup); });
    add_limits(plot, section, {});
    return plot_html(plot);
}

std::string efficiency_plot(const Section& section) {
    Plot plot = over_threads(section, "Efficiency", "speed-up by threads", "1: linear scaling.");
    plot.series = by_size(section, {}, [](const Row& row) {
        return PlotPoint{double(row.configuration.threads), row.efficiency, 0, 0, row.configuration.oversubscribed};
    });
    return plot_html(plot);
}

std::string cost_plot(const Section& section) {
    Plot plot;
    plot.title = "What an agent costs";
    plot.x_name = "agents";
    plot.y_name = "ns a frame, times threads";
    plot.note = "Median frame times threads, by agent: constant if the work is proportional to the number of agents.";
    plot.log_x = true;
    std::map<int, PlotSeries> lines;
    for (const Row* row : section.rows) {
        if (row->configuration.cold || row->configuration.pinned || row->configuration.chain) continue;
        PlotSeries& series = lines[row->configuration.serial ? 0 : row->configuration.threads];
        series.name = threads_text(row->configuration);
        series.points.push_back({double(row->agents), row->ns_per_agent, 0, 0, row->configuration.oversubscribed});
    }
    for (auto& [threads, series] : lines) {
        std::sort(series.points.begin(), series.points.end(),
                  [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
        series.colour = static_cast<int>(plot.series.size());
        plot.series.push_back(std::move(series));
    }
    return plot_html(plot);
}

/// Warm and cold, pinned and unpinned frames of the same size, and frames as chains.
std::string kinds_plot(const Section& section, int64_t size) {
    Plot plot = over_threads(section, ("Warm, cold, pinned, chain: " + section.size_name(size)).c_str(), "ms",
                             "Cold: the threads slept before each frame, as a game's do. Chain: no systems ran side "
                             "by side.");
    for (const PlotKind kind : {PlotKind{}, PlotKind{.pinned = true}, PlotKind{.chain = true}, PlotKind{.cold = true},
                                PlotKind{.cold = true, .pinned = true}, PlotKind{.cold = true, .chain = true}}) {
        PlotSeries series{fmt::format("{}{}{}", kind.cold ? "cold" : "warm", kind.pinned ? ", pinned" : "",
                                      kind.chain ? ", chain" : ""),
                          {},
                          static_cast<int>(plot.series.size()),
                          true,
                          kind.pinned || kind.chain};
        for (const Row* row : section.rows)
            if (row->configuration.base_agents == size && kind.has(*row))
                series.points.push_back(at_threads(*row, row->frame_ms));
        if (!series.points.empty()) plot.series.push_back(std::move(series));
    }
    return plot.series.size() > 1 ? plot_html(plot) : "";
}

std::string system_bars(const Section& section) {
    StackedBars bars;
    bars.title = "Where a warm frame goes";
    bars.note = "Shares of the systems' mean times, and their sum.";
    bars.unit = "ms";
    for (size_t i = 0; i < system_count; ++i) bars.parts.emplace_back(to_string(static_cast<FrameSystem>(i)));
    for (const Row* row : section.rows) {
        const Configuration& c = row->configuration;
        if (c.cold || c.pinned || c.chain) continue;
        bars.bars.push_back({fmt::format("{}, {}", short_number(double(row->agents)), threads_text(c)),
                             {row->system_ms.begin(), row->system_ms.end()}});
    }
    return bars_html(bars);
}

std::string section_html(const Section& section) {
    std::string text = fmt::format("<h2>{}</h2>\n<div class=\"plots\">\n", html_text(section.scenario));
    text += speedup_plot(section) + frame_plot(section) + efficiency_plot(section) + cost_plot(section);
    for (const int64_t size : section.sizes()) text += kinds_plot(section, size);
    return text + system_bars(section) + "</div>\n";
}

} // namespace

std::string scaling_plots(const Results& results) {
    std::string text;
    for (const std::string& scenario : results.options.scenarios) {
        Section section{results, scenario, {}};
        for (const Row& row : results.rows) {
            if (row.configuration.scenario != scenario) continue;
            section.rows.push_back(&row);
            section.many_threads = section.many_threads || row.configuration.threads > 8;
        }
        text += section_html(section);
    }
    return text;
}

} // namespace fray::demo
