// Plots as inline SVG: coloured by the page's style sheet, told apart without colour by marks and dashes.
#pragma once

#include <string>
#include <vector>

namespace fray::demo {

struct PlotPoint {
    double x = 0.0, y = 0.0;
    double low = 0.0, high = 0.0; ///< a whisker, where they differ
    bool hollow = false;
};

struct PlotSeries {
    std::string name;
    std::vector<PlotPoint> points; ///< by x
    int colour = 0;                ///< -1: the page's dim colour
    bool marks = true;
    bool dashed = false;
};

struct Plot {
    std::string title, note; ///< `note`: what it says, below
    std::string x_name, y_name;
    bool log_x = false, log_y = false;
    bool from_zero = true;            ///< y, where it is not logarithmic
    std::vector<std::string> x_names; ///< of places 0, 1, 2 ... that are no numbers; empty: they are
    std::vector<PlotSeries> series;
};

/// A <figure> with title, plot, legend and note.
std::string plot_html(const Plot& plot);

struct Bar {
    std::string name;
    std::vector<double> parts; ///< one a part, as `StackedBars::parts` names them
};
struct StackedBars {
    std::string title, note, unit;
    std::vector<std::string> parts;
    std::vector<Bar> bars;
};
/// Bars below each other, each by the shares of its parts, with its sum.
std::string bars_html(const StackedBars& bars);

/// 1234.5 as "1235", 0.0123 as "0.0123".
std::string short_number(double value);

} // namespace fray::demo
