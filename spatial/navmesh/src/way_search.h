// WaySearch: the shortest path over a floor, by the Polyanya algorithm (M. Cui, D. Harabor, A. Grastien, 2017). A node
// of the search is a root (the start or a corner) and a part of an edge that is visible from the root. The search goes
// from polygon to polygon through visible parts of portals. Paths turn only at corners that stick out into the
// floor.
//
// Why not dtNavMeshQuery: it searches from edge midpoint to edge midpoint, so its answer depends on the polygon in
// which the search begins. A walking agent asks for its path again and again, and such answers may send it back and
// forth for ever. The shortest path has no such defect: from each of its points the shortest path is the rest of it.
#pragma once

#include "floor.h"

#include <vector>

namespace fray {

/// A search that can be used for many paths, one after the other. Each thread needs its own.
class WaySearch {
public:
    /// A search that has made `most_nodes` nodes stops, and leads to the point found that is nearest to the goal.
    explicit WaySearch(uint32_t most_nodes) : most_nodes_(most_nodes) {}

    /// The first waypoint of the shortest path from a point in polygon `start` to a point in polygon `end`. An agent
    /// can head straight for it. The answer depends on the arguments alone.
    Vec2 first_corner(const Floor& floor, Vec2 from, uint32_t start, Vec2 goal, uint32_t end);
    uint64_t memory() const;

private:
    static constexpr uint32_t none = ~0u;
    /// A step into a polygon, through the part of its edge that is visible from the root.
    struct Node {
        double least;                       ///< m: no path to the goal through this node is shorter
        double way;                         ///< m: length of the path to the root
        uint32_t root;                      ///< a corner; none: the start
        uint32_t first, second;             ///< the first two corners of the path so far; none: it has fewer corners
        uint32_t polygon, before;           ///< the polygon that it enters, and the polygon that it leaves
        uint32_t left_corner, right_corner; ///< corners at the ends of the part; none: that end is within the portal
        Spot left, right;                   ///< ends of the visible part, as seen from the root
        bool arrived;                       ///< the path is complete, and `least` is its length

        void note(uint32_t corner) {
            if (first == none)
                first = corner;
            else if (second == none)
                second = corner;
        }
    };

    Spot place_of(uint32_t root) const { return root == none ? start_ : floor_->shapes().corners[root]; }
    void expand(const Node& node);
    static bool in_line(Spot root, const Node& node);
    void pass(const Node& node, const Portal& portal);
    void turn(const Node& node, uint32_t corner, const Portal& portal, double from, double to);
    void push(Node node, const Portal& portal, double from, double to);
    void arrive(const Node& node);
    void add(const Node& node);
    double least_through(const Node& node) const;
    uint32_t take();
    bool later(uint32_t a, uint32_t b) const {
        return nodes_[a].least != nodes_[b].least ? nodes_[a].least > nodes_[b].least : a > b;
    }
    Vec2 waypoint(const Node& node) const;

    const Floor* floor_ = nullptr; ///< of the present path
    uint32_t most_nodes_;
    Spot start_, goal_;
    Vec2 from_{}, to_{};
    uint32_t end_ = 0;
    std::vector<Node> nodes_;
    std::vector<uint32_t> open_;  ///< a heap of nodes, by `later`
    std::vector<double> ways_;    ///< m, by corner: length of the shortest path to it so far
    std::vector<uint32_t> known_; ///< the corners with a finite entry in ways_
};

} // namespace fray
