#include "page.h"

#include "files/html.h"
#include "plot/plot.h"
#include "tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace fray::demo {
namespace {

constexpr std::array plotted = {Figure::win,
                                Figure::survived,
                                Figure::lasted,
                                Figure::pressure,
                                Figure::attackers,
                                Figure::attacks_a_second,
                                Figure::damage_a_second,
                                Figure::capacity_in_use,
                                Figure::time_to_kill,
                                Figure::kills,
                                Figure::losses,
                                Figure::slot_wait_median,
                                Figure::slot_wait_p99,
                                Figure::token_wait_median,
                                Figure::token_wait_p99,
                                Figure::fairness};

constexpr std::array mapped = {Figure::win, Figure::survived, Figure::pressure, Figure::attackers,
                               Figure::damage_a_second};

constexpr size_t most_series = 8;

bool numeric(const Axis& axis) {
    return std::all_of(axis.values.begin(), axis.values.end(),
                       [](const std::string& value) { return number_in(value).has_value(); });
}

/// The key on the x axis, and the keys that distinguish the lines.
struct Layout {
    size_t along = 0;
    std::vector<size_t> apart;
    bool numbers = true;
};

Layout layout_of(const SweepResults& results) {
    const std::vector<size_t> axes = changing(results);
    const auto rank = [&](size_t axis) {
        return std::pair(numeric(results.axes[axis]), results.axes[axis].values.size());
    };
    Layout layout;
    layout.along = *std::max_element(axes.begin(), axes.end(), [&](size_t a, size_t b) { return rank(a) < rank(b); });
    layout.numbers = numeric(results.axes[layout.along]);
    for (const size_t axis : axes)
        if (axis != layout.along) layout.apart.push_back(axis);
    return layout;
}

double place_of(const Axis& axis, const std::string& value, bool numbers) {
    if (numbers) return *number_in(value);
    return static_cast<double>(std::find(axis.values.begin(), axis.values.end(), value) - axis.values.begin());
}

PlotPoint point_of(double x, const Mean& mean, Figure figure) {
    const Interval interval = interval_of(figure, mean).value_or(Interval{mean.mean, mean.mean});
    return {x, mean.mean, interval.low, interval.high};
}

/// A figure that has the same value in every battle needs no plot.
bool differs(const SweepResults& results, Figure figure) {
    double least = INFINITY, greatest = -INFINITY;
    for (const VariantResult& variant : results.variants) {
        if (variant[figure].count == 0) continue;
        least = std::min(least, variant[figure].least);
        greatest = std::max(greatest, variant[figure].greatest);
    }
    return greatest > least;
}

std::string y_name(Figure figure) {
    const FigureDef& def = def_of(figure);
    if (*def.unit) return def.unit;
    return is_share(figure) ? "share of the battles" : "";
}

/// A line for each combination of the other keys' values, in the axes' order. Returns no lines if there would be more
/// than `most_series`.
std::vector<PlotSeries> lines_of(const SweepResults& results, const Layout& layout, Figure figure) {
    const std::vector<std::string> keys = short_keys(results.axes);
    std::vector<PlotSeries> list;
    for (const VariantResult& variant : results.variants) {
        std::vector<std::string> names;
        for (const size_t axis : layout.apart) names.push_back(fmt::format("{} {}", keys[axis], variant.variant[axis]));
        const std::string name = names.empty() ? "mean" : fmt::format("{}", fmt::join(names, ", "));
        auto line = std::find_if(list.begin(), list.end(), [&](const PlotSeries& one) { return one.name == name; });
        if (line == list.end()) {
            if (list.size() == most_series) return {};
            list.push_back({name, {}, static_cast<int>(list.size()), true, false});
            line = list.end() - 1;
        }
        if (variant[figure].count == 0) continue;
        const double x = place_of(results.axes[layout.along], variant.variant[layout.along], layout.numbers);
        line->points.push_back(point_of(x, variant[figure], figure));
    }
    for (PlotSeries& line : list)
        std::stable_sort(line.points.begin(), line.points.end(),
                         [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
    std::erase_if(list, [](const PlotSeries& line) { return line.points.empty(); });
    return list;
}

std::string figure_plot(const SweepResults& results, const Layout& layout, Figure figure) {
    const FigureDef& def = def_of(figure);
    Plot plot;
    plot.title = def.title;
    plot.note = fmt::format("{}{}", def.name, *def.what ? fmt::format(": {}.", def.what) : "");
    plot.x_name = results.axes[layout.along].key;
    plot.y_name = y_name(figure);
    if (!layout.numbers) plot.x_names = results.axes[layout.along].values;
    plot.series = lines_of(results, layout, figure);
    return plot.series.empty() ? "" : plot_html(plot);
}

/// A table of a figure over two keys: the first key down, the second across.
std::string figure_map(const SweepResults& results, size_t down, size_t across, Figure figure) {
    std::map<std::pair<std::string, std::string>, const VariantResult*> at;
    double least = INFINITY, greatest = -INFINITY;
    for (const VariantResult& variant : results.variants) {
        at[{variant.variant[down], variant.variant[across]}] = &variant;
        if (variant[figure].count == 0) continue;
        least = std::min(least, variant[figure].mean);
        greatest = std::max(greatest, variant[figure].mean);
    }
    const std::vector<std::string> keys = short_keys(results.axes);
    std::string text = fmt::format("<figure><h3>{}</h3>\n<div class=\"wide\"><table><thead><tr><th>{} ↓ {} →</th>",
                                   html_text(def_of(figure).title), html_text(keys[down]), html_text(keys[across]));
    for (const std::string& value : results.axes[across].values) text += fmt::format("<th>{}</th>", html_text(value));
    text += "</tr></thead><tbody>\n";
    for (const std::string& row : results.axes[down].values) {
        text += fmt::format("<tr><th>{}</th>", html_text(row));
        for (const std::string& column : results.axes[across].values) {
            const Mean& mean = (*at.at({row, column}))[figure];
            const double share = mean.count > 0 && greatest > least ? (mean.mean - least) / (greatest - least) : 0.0;
            text += fmt::format("<td class=\"heat\" style=\"background: color-mix(in srgb, var(--c1) {:.0f}%, "
                                "var(--panel))\">{}</td>",
                                70.0 * share, mean.count > 0 ? plain(mean.mean) : "–");
        }
        text += "</tr>\n";
    }
    return text + "</tbody></table></div></figure>\n";
}

std::string key_named(const GoalResult& goal) { return goal.varied.back().key; }

/// The goal as a horizontal line from `from` to `to`.
PlotSeries wanted(const GoalResult& goal, double from, double to) {
    return {fmt::format("the goal, {}", plain(goal.goal.value)),
            {{from, goal.goal.value}, {to, goal.goal.value}},
            -1,
            false,
            true};
}

std::string looked_at_plot(const SweepResults& results) {
    const GoalResult& goal = *results.goal;
    Plot plot;
    plot.title = fmt::format("{}, where it was measured", def_of(goal.goal.figure).title);
    plot.note = "Means with 95 % confidence intervals. More battles were fought near the goal.";
    plot.x_name = key_named(goal);
    plot.y_name = y_name(goal.goal.figure);
    plot.from_zero = false;
    const SearchRange& range = goal.varied.back().range;
    const std::vector<std::string> keys = short_keys(results.axes);
    const std::string first = keys[keys.size() - goal.varied.size()];
    for (const LevelAt& at : goal.line) {
        if (plot.series.size() == most_series) break;
        PlotSeries line{at.first ? fmt::format("{} {}", first, number_text(*at.first, 6)) : "mean",
                        {},
                        static_cast<int>(plot.series.size()),
                        true,
                        false};
        for (const Probed& probed : at.level.survey)
            if (probed.figure.count > 0) line.points.push_back(point_of(probed.place, probed.figure, goal.goal.figure));
        if (!line.points.empty()) plot.series.push_back(std::move(line));
    }
    plot.series.push_back(wanted(goal, range.low, range.high));
    return plot_html(plot);
}

std::string level_line_plot(const GoalResult& goal) {
    PlotSeries line{fmt::format("{} = {}", def_of(goal.goal.figure).name, plain(goal.goal.value)), {}, 0, true, false};
    for (const LevelAt& at : goal.line) {
        if (at.level.reach != Reach::reached) continue;
        const Interval sure = at.level.sure.value_or(Interval{at.level.place, at.level.place});
        line.points.push_back({*at.first, at.level.place, sure.low, sure.high});
    }
    if (line.points.empty()) return {};
    Plot plot;
    plot.title = "Pairs that reach the goal";
    plot.note = "Whiskers: 95 % confidence intervals of the second key.";
    plot.x_name = goal.varied.front().key;
    plot.y_name = key_named(goal);
    plot.series = {std::move(line)};
    return plot_html(plot);
}

} // namespace

std::string variant_plots(const SweepResults& results) {
    if (results.goal || changing(results).empty()) return {};
    const Layout layout = layout_of(results);
    std::string text;
    for (const Figure figure : plotted)
        if (differs(results, figure)) text += figure_plot(results, layout, figure);
    if (text.empty()) {
        const bool any = std::any_of(std::begin(plotted), std::end(plotted),
                                     [&](Figure figure) { return differs(results, figure); });
        return any ? "<p class=\"note\">Too many lines for plots: see the table.</p>\n"
                   : "<p class=\"note\">No figure differs: see the table.</p>\n";
    }
    return "<div class=\"plots\" id=\"plots\">\n" + text + "</div>\n";
}

std::string variant_maps(const SweepResults& results) {
    const std::vector<size_t> axes = changing(results);
    if (results.goal || axes.size() != 2) return {};
    std::string text;
    for (const Figure figure : mapped)
        if (differs(results, figure)) text += figure_map(results, axes[0], axes[1], figure);
    return text.empty() ? text : "<h2>Over both keys</h2>\n<div class=\"plots\">\n" + text + "</div>\n";
}

std::string goal_plots(const SweepResults& results) {
    if (!results.goal) return {};
    const GoalResult& goal = *results.goal;
    return "<div class=\"plots\">\n" + (goal.line.size() > 1 ? level_line_plot(goal) : "") + looked_at_plot(results) +
           "</div>\n";
}

} // namespace fray::demo
