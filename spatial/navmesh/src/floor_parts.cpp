#include "floor_parts.h"

#include <algorithm>

namespace fray {
namespace {

/// True if an edge of the first polygon separates it from the other.
bool separates(std::span<const Edge> polygon, std::span<const Edge> beyond, double least) {
    for (const Edge& edge : polygon) {
        double deepest = -1e9;
        for (const Edge& other : beyond) deepest = std::max(deepest, depth(edge, other.a));
        if (deepest <= least) return true;
    }
    return false;
}

} // namespace

std::vector<Part> rest_of(std::vector<Part> parts, Spot a, Spot b, double tolerance) {
    std::stable_sort(parts.begin(), parts.end(), [](const Part& p, const Part& q) { return p.from < q.from; });
    std::vector<Part> rest;
    Part left = {0.0, 1.0, a, b};
    for (const Part& part : parts) {
        if (part.from > left.from + tolerance) rest.push_back({left.from, part.from, left.at_from, part.at_from});
        if (part.to > left.from) left.from = part.to, left.at_from = part.at_to;
    }
    if (left.from < 1.0 - tolerance) rest.push_back(left);
    return rest;
}

std::optional<Part> covered_by(std::span<const Edge> polygon, Spot a, Spot b) {
    double from = 0.0, to = 1.0;
    for (const Edge& edge : polygon) {
        if (from >= to) break;
        const double at_a = depth(edge, a), at_b = depth(edge, b);
        if (at_a < 0.0 && at_b < 0.0) return {};
        if (at_a < 0.0) from = std::max(from, at_a / (at_a - at_b));
        if (at_b < 0.0) to = std::min(to, at_a / (at_a - at_b));
    }
    if (from >= to) return {};
    const Spot middle = a + (b - a) * (0.5 * (from + to));
    for (const Edge& edge : polygon)
        if (depth(edge, middle) <= least_overlap) return {};
    return Part{from, to, from == 0.0 ? a : a + (b - a) * from, to == 1.0 ? b : a + (b - a) * to};
}

bool apart(std::span<const Edge> a, std::span<const Edge> b, double least) {
    return separates(a, b, least) || separates(b, a, least);
}

void chain(Borders& borders, uint32_t border, uint32_t next) {
    Border &ends = borders.change(border), &begins = borders.change(next);
    ends.after = next, begins.before = border;
    const double turn = cross(ends.along, begins.along);
    ends.tip_b = begins.tip_a = turn < 0.0 || (turn == 0.0 && dot(ends.along, begins.along) < 0.0);
}

} // namespace fray
