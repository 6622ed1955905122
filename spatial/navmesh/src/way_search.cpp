#include "way_search.h"

#include <algorithm>
#include <limits>

namespace fray {
namespace {

constexpr double hardly = 1e-7;  ///< m: a visible part of an edge that is narrower is ignored
constexpr double as_long = 1e-9; ///< m: two paths with a smaller difference count as equally long
constexpr double unknown = std::numeric_limits<double>::infinity();

Spot along(const Portal& portal, double part) {
    return part <= 0.0 ? portal.a : part >= 1.0 ? portal.b : portal.a + (portal.b - portal.a) * part;
}

} // namespace

Vec2 WaySearch::first_corner(const Floor& floor, Vec2 from, uint32_t start, Vec2 goal, uint32_t end) {
    floor_ = &floor;
    const FloorShapes& shapes = floor.shapes();
    for (const uint32_t corner : known_) ways_[corner] = unknown;
    known_.clear();
    if (ways_.size() < shapes.corners.size()) ways_.resize(shapes.corners.size(), unknown);
    nodes_.clear();
    open_.clear();
    from_ = from, to_ = goal, end_ = end;
    start_ = floor_->nearest_in(shapes.polygons[start], spot(from));
    goal_ = floor_->nearest_in(shapes.polygons[end], spot(goal));
    if (start == end) return goal;
    const Polygon& polygon = shapes.polygons[start];
    for (const Portal& portal : polygon.portals)
        push({.root = none, .first = none, .second = none, .polygon = start}, portal, 0.0, 1.0);
    uint32_t best = none; // the node nearest to the goal, in case no node arrives
    double nearest = unknown;
    while (!open_.empty() && nodes_.size() < most_nodes_) {
        const uint32_t number = take();
        const Node node = nodes_[number];
        if (node.arrived) return waypoint(node);
        if (node.root != none && node.way > ways_[node.root] + as_long)
            continue; // a shorter path to the root was found
        const Spot off = floor_->nearest_in(shapes.polygons[node.polygon], goal_) - goal_;
        if (dot(off, off) < nearest) nearest = dot(off, off), best = number;
        expand(node);
    }
    if (best == none) return goal;
    const Node& node = nodes_[best];
    to_ = vec((node.left + node.right) * 0.5);
    return waypoint(node);
}

void WaySearch::add(const Node& node) {
    open_.push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back(node);
    std::push_heap(open_.begin(), open_.end(), [this](uint32_t a, uint32_t b) { return later(a, b); });
}

uint32_t WaySearch::take() {
    std::pop_heap(open_.begin(), open_.end(), [this](uint32_t a, uint32_t b) { return later(a, b); });
    const uint32_t number = open_.back();
    open_.pop_back();
    return number;
}

/// The first corner of the path, or the goal. A corner within 8 hairs of the start is skipped, because the agent is
/// already there.
Vec2 WaySearch::waypoint(const Node& node) const {
    const double near = 8.0 * floor_->hair();
    for (const uint32_t corner : {node.first, node.second}) {
        if (corner == none) break;
        const Spot at = floor_->shapes().corners[corner];
        if (length_of(at - spot(from_)) > near) return floor_->off_corner(vec(at));
    }
    return to_;
}

void WaySearch::expand(const Node& node) {
    if (node.polygon == end_) return arrive(node);
    const FloorShapes& shapes = floor_->shapes();
    const Polygon& polygon = shapes.polygons[node.polygon];
    for (const Portal& portal : polygon.portals)
        if (portal.polygon != node.before) pass(node, portal);
}

/// True if the root lies on the line of the visible part of an edge, but outside the part. Then nothing beyond the edge
/// is visible from the root.
bool WaySearch::in_line(Spot root, const Node& node) {
    if (root == node.right || root == node.left) return false; // the root is an end of the part
    const double off = cross(node.right - root, node.left - root);
    return std::abs(off) <= hardly * length_of(node.left - node.right) &&
           dot(node.right - root, node.left - root) > 0.0;
}

/// Goes on through a portal of the polygon. From a to b the portal has three parts, each of which may be empty: hidden
/// to the right, visible from the root, hidden to the left. A hidden part is reached by a turn at the corner.
void WaySearch::pass(const Node& node, const Portal& portal) {
    const Spot root = place_of(node.root);
    if (in_line(root, node)) { // turn at the nearer end
        const bool right = length_of(node.right - root) < length_of(node.left - root);
        return turn(node, right ? node.right_corner : node.left_corner, portal, 0.0, 1.0);
    }
    const auto side = [&](Spot by, Spot at) { return cross(by - root, at - root); }; // above 0: to the left
    const double right_a = side(node.right, portal.a), right_b = side(node.right, portal.b);
    const double left_a = side(node.left, portal.a), left_b = side(node.left, portal.b);
    double from = 0.0, to = 1.0;
    if (std::max(right_a, right_b) <= 0.0 && std::min(right_a, right_b) < 0.0)
        from = 1.0;
    else if (right_a < 0.0)
        from = right_a / (right_a - right_b);
    if (std::min(left_a, left_b) >= 0.0 && std::max(left_a, left_b) > 0.0)
        to = 0.0;
    else if (left_b > 0.0)
        to = left_a / (left_a - left_b);
    // Snap the parts to the ends of the portal if they almost reach them, because paths may turn there.
    const double hair = 10.0 * hardly / length_of(portal.b - portal.a);
    const auto whole = [&](double part) { return part < hair ? 0.0 : part > 1.0 - hair ? 1.0 : part; };
    from = whole(from), to = whole(to);
    if (from < to) push(node, portal, from, to);
    if (from > 0.0) turn(node, node.right_corner, portal, 0.0, from);
    if (to < 1.0) turn(node, node.left_corner, portal, to, 1.0);
}

/// Goes on through a part of a portal that is visible only from a corner, which becomes the root.
void WaySearch::turn(const Node& node, uint32_t corner, const Portal& portal, double from, double to) {
    if (corner == none || corner == node.root || floor_->shapes().sticks_out[corner] == 0) return;
    Node next = node;
    next.way += length_of(place_of(corner) - place_of(node.root));
    if (next.way > ways_[corner] + as_long) return;
    if (ways_[corner] == unknown) known_.push_back(corner);
    ways_[corner] = std::min(ways_[corner], next.way);
    next.root = corner;
    next.note(corner);
    push(next, portal, from, to);
}

void WaySearch::push(Node node, const Portal& portal, double from, double to) {
    node.right = along(portal, from), node.left = along(portal, to);
    const Spot width = node.left - node.right;
    if (dot(width, width) < hardly * hardly) return;
    node.right_corner = from <= 0.0 ? portal.corner_a : none;
    node.left_corner = to >= 1.0 ? portal.corner_b : none;
    node.before = node.polygon;
    node.polygon = portal.polygon;
    node.least = node.way + least_through(node);
    add(node);
}

/// A lower bound for the path from the root through the visible part to the goal, m.
double WaySearch::least_through(const Node& node) const {
    const Spot root = place_of(node.root), width = node.left - node.right;
    Spot goal = goal_;
    const double root_side = cross(width, root - node.right), goal_side = cross(width, goal - node.right);
    // A goal on the same side as the root is mirrored at the part.
    if (root_side * goal_side > 0.0) goal = goal - left_of(width) * (2.0 * goal_side / dot(width, width));
    if (cross(node.right - root, goal - root) < 0.0) return length_of(node.right - root) + length_of(goal - node.right);
    if (cross(node.left - root, goal - root) > 0.0) return length_of(node.left - root) + length_of(goal - node.left);
    return length_of(goal - root);
}

/// Completes the path in the goal's polygon: straight from the root, or around a corner at an end of the visible part.
void WaySearch::arrive(const Node& node) {
    const Spot root = place_of(node.root);
    Node last = node;
    last.arrived = true;
    uint32_t corner = none;
    if (cross(node.right - root, goal_ - root) < -as_long)
        corner = node.right_corner;
    else if (cross(node.left - root, goal_ - root) > as_long)
        corner = node.left_corner;
    else {
        last.least = node.way + length_of(goal_ - root);
        return add(last);
    }
    if (corner == none || floor_->shapes().sticks_out[corner] == 0) return;
    last.note(corner);
    const Spot at = place_of(corner);
    last.least = node.way + length_of(at - root) + length_of(goal_ - at);
    add(last);
}

uint64_t WaySearch::memory() const {
    return sizeof *this + nodes_.capacity() * sizeof(Node) + (open_.capacity() + known_.capacity()) * sizeof(uint32_t) +
           ways_.capacity() * sizeof(double);
}

} // namespace fray
