// Plots as inline SVG. The page's style sheet gives the colours; marks and dashes distinguish lines without colour.
#pragma once

#include <string>
#include <vector>

namespace fray::demo {

struct PlotPoint {
    double x = 0.0, y = 0.0;
    double low = 0.0, high = 0.0; ///< ends of the whisker (error bar), which is drawn if they differ
    bool hollow = false;
};

struct PlotSeries {
    std::string name;
    std::vector<PlotPoint> points; ///< sorted by x
    int colour = 0;                ///< index of the page's line colours; -1: its dim colour
    bool marks = true;
    bool dashed = false;
};

struct Plot {
    std::string title, note; ///< `note`: text below the plot
    std::string x_name, y_name;
    bool log_x = false, log_y = false;
    bool from_zero = true;            ///< y begins at 0 unless it is logarithmic
    std::vector<std::string> x_names; ///< names for the x values 0, 1, 2 ...; empty: x is numeric
    std::vector<PlotSeries> series;
};

/// A <figure> with title, plot, legend and note.
std::string plot_html(const Plot& plot);

struct Bar {
    std::string name;
    std::vector<double> parts; ///< lengths of the bar's parts, in the order of `StackedBars::parts`
};
struct StackedBars {
    std::string title, note, unit;
    std::vector<std::string> parts;
    std::vector<Bar> bars;
};
/// A bar for each row, divided into its parts, with the sum as a number.
std::string bars_html(const StackedBars& bars);

/// Formats 1234.5 as "1235" and 0.0123 as "0.0123".
std::string short_number(double value);

} // namespace fray::demo
