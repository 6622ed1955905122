#include "plot.h"

#include "files/html.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace fray::demo {
namespace {

constexpr double width = 560.0, height = 320.0, left = 58.0, right = 16.0, top = 12.0, bottom = 46.0;

/// An axis: maps values to coordinates on the page.
class Axis {
public:
    Axis(double least, double most, bool logarithmic, double from, double to)
        : least_(least), most_(most), log_(logarithmic), from_(from), to_(to) {}

    double place(double value) const {
        const double low = scaled(least_), high = scaled(most_);
        return from_ + (to_ - from_) * (high > low ? (scaled(value) - low) / (high - low) : 0.5);
    }

    /// The values of the grid lines: 1, 2 and 5 times powers of ten.
    std::vector<double> ticks() const {
        std::vector<double> list;
        if (log_) {
            for (double decade = std::pow(10.0, std::floor(std::log10(least_))); decade <= most_; decade *= 10.0)
                for (const double step : {1.0, 2.0, 5.0})
                    if (decade * step >= least_ * 0.999 && decade * step <= most_ * 1.001)
                        list.push_back(decade * step);
            return list;
        }
        const double rough = std::max(most_ - least_, 1e-12) / 6.0;
        const double decade = std::pow(10.0, std::floor(std::log10(rough)));
        const double step = decade * (rough / decade < 1.5   ? 1.0
                                      : rough / decade < 3.5 ? 2.0
                                      : rough / decade < 7.5 ? 5.0
                                                             : 10.0);
        for (double v = std::ceil(least_ / step - 1e-9) * step; v <= most_ + step * 1e-9; v += step)
            list.push_back(std::abs(v) < step * 1e-9 ? 0.0 : v);
        return list;
    }

private:
    double scaled(double value) const { return log_ ? std::log(std::max(value, 1e-12)) : value; }

    double least_, most_;
    bool log_;
    double from_, to_;
};

struct Range {
    double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
    void add(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

Axis x_axis(const Plot& plot) {
    Range range;
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points) range.add(point.x);
    if (!(range.most > range.least)) {
        range.least = plot.log_x ? range.least * 0.7 : range.least - 0.5;
        range.most = plot.log_x ? range.most * 1.4 : range.most + 0.5;
    }
    return {range.least, range.most, plot.log_x, left + 10.0, width - right - 6.0};
}

Axis y_axis(const Plot& plot) {
    Range range;
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points) {
            range.add(point.y);
            if (point.high > point.low) {
                range.add(point.low);
                range.add(point.high);
            }
        }
    if (plot.log_y) return {range.least * 0.8, range.most * 1.25, true, height - bottom, top};
    if (plot.from_zero) range.add(0.0);
    return {range.least, range.most > range.least ? range.most * 1.06 : range.least + 1.0, false, height - bottom, top};
}

std::string colour_class(int colour) { return colour < 0 ? "dim" : fmt::format("c{}", colour % 8); }

/// Draws the mark of a point; the line's colour index selects one of four shapes.
std::string mark(double x, double y, int colour, bool hollow) {
    const std::string look = fmt::format("class=\"{} {}\"", colour_class(colour), hollow ? "hollow" : "full");
    switch (std::max(colour, 0) % 4) {
    case 0: return fmt::format("<circle {} cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>", look, x, y);
    case 1:
        return fmt::format("<rect {} x=\"{:.1f}\" y=\"{:.1f}\" width=\"7.4\" height=\"7.4\"/>", look, x - 3.7, y - 3.7);
    case 2: return fmt::format("<path {} d=\"M{:.1f} {:.1f}l5 8.6h-10z\"/>", look, x, y - 5.2);
    default: return fmt::format("<path {} d=\"M{:.1f} {:.1f}l5 5l-5 5l-5-5z\"/>", look, x, y - 5.0);
    }
}

std::string draw_series(const PlotSeries& series, const Axis& x, const Axis& y) {
    std::string path, rest;
    for (const PlotPoint& point : series.points) {
        const double px = x.place(point.x), py = y.place(point.y);
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px, py);
        if (point.high > point.low)
            rest += fmt::format("<path class=\"{} whisker\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>", colour_class(series.colour),
                                px, y.place(point.low), y.place(point.high));
        if (series.marks) rest += mark(px, py, series.colour, point.hollow);
    }
    return fmt::format("<path class=\"{} line{}\" d=\"{}\"/>{}\n", colour_class(series.colour),
                       series.dashed ? " dashed" : "", path, rest);
}

std::string x_name(const Plot& plot, double place) {
    const auto number = static_cast<size_t>(std::max(place, 0.0) + 0.5);
    return number < plot.x_names.size() ? plot.x_names[number] : short_number(place);
}

std::string draw_axes(const Plot& plot, const Axis& x, const Axis& y) {
    std::string text;
    for (const double tick : y.ticks())
        text += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
                            "class=\"end\">{}</text>",
                            left, y.place(tick), width - right, left - 6.0, y.place(tick) + 4.0, short_number(tick));
    std::vector<double> places;
    for (const PlotSeries& series : plot.series)
        if (series.marks)
            for (const PlotPoint& point : series.points) places.push_back(point.x);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    double after = 0.0; // right end of the last name; a name that would overlap it is left out
    for (const double tick : places) {
        const std::string name = x_name(plot, tick);
        const double half = 3.4 * static_cast<double>(name.size());
        if (x.place(tick) - half < after) continue;
        after = x.place(tick) + half + 2.0;
        text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"mid\">{}</text>", x.place(tick),
                            height - bottom + 17.0, html_text(name));
    }
    text += fmt::format("<path class=\"axis\" d=\"M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}\"/>", left, top, height - bottom,
                        width - right);
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"mid name\">{}</text>", (left + width - right) / 2.0,
                        height - 6.0, html_text(plot.x_name));
    const double middle = (top + height - bottom) / 2.0;
    return text + fmt::format("<text transform=\"translate(14 {:.1f}) rotate(-90)\" class=\"mid name\">{}</text>\n",
                              middle, html_text(plot.y_name));
}

std::string key(const PlotSeries& series) {
    const std::string sample = fmt::format("<svg class=\"key\" viewBox=\"0 0 34 14\" aria-hidden=\"true\"><path "
                                           "class=\"{} line{}\" d=\"M1 7H33\"/>{}</svg>",
                                           colour_class(series.colour), series.dashed ? " dashed" : "",
                                           series.marks ? mark(17.0, 7.0, series.colour, false) : "");
    return fmt::format("<li>{}{}</li>", sample, html_text(series.name));
}

std::string figure(const std::string& title, const std::string& svg, const std::string& keys, const std::string& note) {
    return fmt::format("<figure><h3>{}</h3>\n{}<ul class=\"keys\">{}</ul><figcaption>{}</figcaption></figure>\n",
                       html_text(title), svg, keys, html_text(note));
}

} // namespace

std::string short_number(double value) {
    const double size = std::abs(value);
    if (size >= 1e6 && std::fmod(value, 1e5) == 0.0) return fmt::format("{:g}M", value / 1e6);
    if (size >= 1e4 && std::fmod(value, 1e3) == 0.0) return fmt::format("{:g}k", value / 1e3);
    if (size >= 100.0) return fmt::format("{:.0f}", value);
    return fmt::format("{:.3g}", value);
}

std::string plot_html(const Plot& plot) {
    const Axis x = x_axis(plot), y = y_axis(plot);
    std::string svg = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n", width, height,
                                  html_text(plot.title));
    svg += draw_axes(plot, x, y);
    std::string keys;
    for (const PlotSeries& series : plot.series) {
        svg += draw_series(series, x, y);
        keys += key(series);
    }
    return figure(plot.title, svg + "</svg>\n", keys, plot.note);
}

std::string bars_html(const StackedBars& bars) {
    constexpr double row = 24.0, names = 150.0, sums = 74.0, span = width - names - sums;
    const auto sum_of = [](const Bar& bar) { return std::accumulate(bar.parts.begin(), bar.parts.end(), 1e-12); };
    std::string svg = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n", width,
                                  row * static_cast<double>(bars.bars.size()) + 4.0, html_text(bars.title));
    for (size_t i = 0; i < bars.bars.size(); ++i) {
        const Bar& bar = bars.bars[i];
        const double y = row * static_cast<double>(i) + 3.0;
        double x = names;
        svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"end\">{}</text>", names - 8.0, y + 13.0,
                           html_text(bar.name));
        for (size_t part = 0; part < bar.parts.size(); ++part) {
            const double length = span * std::max(bar.parts[part], 0.0) / sum_of(bar);
            svg += fmt::format("<rect class=\"part p{}\" x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"17\">"
                               "<title>{}: {} {}</title></rect>",
                               part, x, y, length, html_text(bars.parts[part]), short_number(bar.parts[part]),
                               html_text(bars.unit));
            if (length > 46.0)
                svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"mid on p{}\">{}</text>", x + length / 2.0,
                                   y + 13.0, part, html_text(bars.parts[part]));
            x += length;
        }
        svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{} {}</text>\n", x + 6.0, y + 13.0,
                           short_number(sum_of(bar)), html_text(bars.unit));
    }
    std::string keys;
    for (size_t part = 0; part < bars.parts.size(); ++part)
        keys += fmt::format("<li><svg class=\"key box\" viewBox=\"0 0 14 14\" aria-hidden=\"true\"><rect class=\"part "
                            "p{}\" width=\"14\" height=\"14\"/></svg>{}</li>",
                            part, html_text(bars.parts[part]));
    return figure(bars.title, svg + "</svg>\n", keys, bars.note);
}

} // namespace fray::demo
