#include "trace_svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace fray::motion {
namespace {

constexpr size_t most_ways = 1000;
constexpr double sample_every = 0.1;  ///< s
constexpr size_t points_a_piece = 20; ///< of a path, drawn in the same colour
constexpr float margin = 2.0f;        ///< m

/// In SVG, y points down.
std::string point(Vec2 at) { return fmt::format("{:.2f},{:.2f} ", at.x, -at.y); }

} // namespace

WayTrace::WayTrace(const Scene& scene)
    : scene_(scene), every_((scene.walkers.size() + most_ways - 1) / most_ways), ways_(scene.walkers.size()) {}

void WayTrace::add(double seconds, std::span<const Vec2> positions) {
    last_.assign(positions.begin(), positions.end());
    if (seconds < next_) return;
    next_ += sample_every;
    for (size_t i = 0; i < ways_.size(); i += every_)
        if (!scene_.walkers[i].stands) ways_[i].push_back(positions[i]);
}

/// Draws runs of blocked cells, line by line.
void WayTrace::draw_walls(std::string& out) const {
    const GridMap& ground = *scene_.ground;
    for (int y = 0; y < ground.lines(); ++y) {
        for (int x = 0; x < ground.columns(); ++x) {
            const int from = x;
            while (x < ground.columns() && !ground.walkable(x, y)) ++x;
            if (x == from) continue;
            const Vec2 corner = {ground.low().x + static_cast<float>(from) * ground.cell_size(),
                                 ground.low().y + static_cast<float>(y + 1) * ground.cell_size()};
            out +=
                fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#999\"/>\n",
                            corner.x, -corner.y, static_cast<float>(x - from) * ground.cell_size(), ground.cell_size());
        }
    }
}

void WayTrace::draw_way(std::string& out, size_t walker) const {
    const std::vector<Vec2>& way = ways_[walker];
    for (size_t from = 0; from + 1 < way.size(); from += points_a_piece) {
        const double part = static_cast<double>(from) / static_cast<double>(way.size());
        out += fmt::format("<polyline stroke=\"rgb({:.0f},60,{:.0f})\" points=\"", 255.0 * part, 255.0 * (1.0 - part));
        for (size_t i = from; i <= std::min(from + points_a_piece, way.size() - 1); ++i) out += point(way[i]);
        out += "\"/>\n";
    }
}

void WayTrace::draw_body(std::string& out, size_t walker) const {
    const Walker& each = scene_.walkers[walker];
    out += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" fill=\"{}\" fill-opacity=\"0.4\"/>\n",
                       last_[walker].x, -last_[walker].y, each.radius, each.stands ? "#000" : "#2a2");
}

std::string WayTrace::svg() const {
    const Box box = bounds(scene_);
    Vec2 low = {box.low.x - margin, box.low.y - margin}, high = {box.high.x + margin, box.high.y + margin};
    for (const Vec2 at : last_) {
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" viewBox=\"{:.2f} {:.2f} {:.2f} {:.2f}\">\n", low.x,
        -high.y, high.x - low.x, high.y - low.y);
    if (scene_.ground) draw_walls(out);
    out += "<g fill=\"none\" stroke-width=\"0.05\" stroke-opacity=\"0.6\">\n";
    for (size_t i = 0; i < ways_.size(); ++i) draw_way(out, i);
    out += "</g>\n";
    for (size_t i = 0; i < last_.size(); ++i)
        if (i % every_ == 0 || scene_.walkers[i].stands) draw_body(out, i);
    return out + "</svg>\n";
}

} // namespace fray::motion
