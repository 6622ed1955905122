// The shortest way over a floor (Polyanya; M. Cui, D. Harabor, A. Grastien, 2017). It goes from where one was last seen
// through what can be seen from there, polygon after polygon, and turns at corners that stick out.
//
// Why not dtNavMeshQuery: its search goes from middle to middle of the edges, so that what it finds depends on the
// polygon in which it begins. Who asks anew on the way, as walkers do, may be sent back, and forth again, for ever.
// From any point of the shortest way the shortest way is the rest of it.
#pragma once

#include "floor.h"

#include <vector>

namespace fray {

class WaySearch {
public:
    /// `most_nodes`: it looks at no more, and then goes where it came nearest to the goal.
    WaySearch(const Floor& floor, uint32_t most_nodes) : floor_(&floor), most_nodes_(most_nodes) {}

    /// Where to head for, straight, from a point of one polygon to one of another. Answers depend on these alone.
    Vec2 first_corner(Vec2 from, uint32_t start, Vec2 goal, uint32_t end);
    uint64_t memory() const;

private:
    static constexpr uint32_t none = ~0u;
    /// Into a polygon, through what of its edge is seen from the root.
    struct Node {
        double least;           ///< m: the way to the goal is not shorter
        double way;             ///< m, to the root
        uint32_t root;          ///< a corner; none: the start
        uint32_t first, second; ///< corners of the way to here, none yet: the goal
        uint32_t polygon, before;
        uint32_t left_corner, right_corner; ///< none: it ends within the edge
        Spot left, right;
        bool arrived;

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

    const Floor* floor_;
    uint32_t most_nodes_;
    Spot start_, goal_;
    Vec2 from_, to_;
    uint32_t end_ = 0;
    std::vector<Node> nodes_;
    std::vector<uint32_t> open_;  ///< a heap of nodes
    std::vector<double> ways_;    ///< by corner: the shortest way to it so far
    std::vector<uint32_t> known_; ///< corners that have one
};

} // namespace fray
