// A plain crowd of ORCA agents, to compare fray's locomotion with. It shares no code with fray.
//
// Source: van den Berg, Guy, Lin, Manocha, "Reciprocal n-Body Collision Avoidance", Robotics Research, 2011. Lengths
// are in metres, times in seconds.
#pragma once

#include <glm/vec2.hpp>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fray::peers {

/// The same type as fray::Vec2.
using Vec2 = glm::vec<2, float, glm::packed_highp>;

struct OrcaDef {
    static constexpr int most_neighbours = 32;

    int neighbours = 10;       ///< 0 to most_neighbours; an agent avoids this many nearest agents
    float range = 5.0f;        ///< m, between centres; agents farther away are not avoided
    float time_horizon = 2.0f; ///< s, above 0; a velocity is allowed if it leads to no collision within this time
};

struct OrcaBody {
    Vec2 position{};
    Vec2 velocity{};
    float radius = 0.0f; ///< m
};

/// An ORCA line: it allows the velocities v with dot(normal, v) >= least.
struct OrcaLine {
    Vec2 normal{}; ///< unit length
    float least = 0.0f;
};

/// The line that `other` imposes on `body`. Discs that overlap have to part within `dt`. If the discs have the same
/// centre and velocity, `body` moves to +x for a `tie_sign` of 1, and to -x for -1.
OrcaLine orca_line(const OrcaBody& body, const OrcaBody& other, float time_horizon, float dt, float tie_sign);

/// The velocity nearest to `preferred` that all lines allow, with at most `max_speed`. If the lines leave no velocity,
/// the result is the velocity that minimises the greatest violation of a line. Takes at most
/// OrcaDef::most_neighbours lines.
Vec2 best_velocity(std::span<const OrcaLine> lines, Vec2 preferred, float max_speed);

/// An agent is known by its index in the spans. The result of a step does not depend on the number of threads. Every
/// function throws std::invalid_argument for an argument that it does not allow.
class OrcaCrowd {
public:
    explicit OrcaCrowd(const OrcaDef& def = {});

    /// Replaces all agents. The spans have equal lengths. The preferred velocities are zero until they are set.
    void set_agents(std::span<const Vec2> positions, std::span<const Vec2> velocities, std::span<const float> radii,
                    std::span<const float> max_speeds);
    void set_preferred_velocities(std::span<const Vec2> velocities);
    /// Gives every agent its new velocity and moves it. Allocates nothing but what oneTBB takes for its tasks.
    void step(float dt, int threads);

    std::span<const Vec2> positions() const { return positions_; }
    std::span<const Vec2> velocities() const { return velocities_; }

private:
    /// A place in the tree's order.
    struct Place {
        Vec2 position;
        uint32_t agent;
    };
    /// The rest of the state that neighbours read, in the tree's order.
    struct Motion {
        Vec2 velocity;
        float radius;
    };
    /// The left child is the next node. Its coordinates along the axis are at most `low`, those of the right child at
    /// least `high`.
    struct Node {
        float low, high;
        uint32_t right;      ///< node; 0: this is a leaf
        uint32_t axis;       ///< 0: x, 1: y
        uint32_t begin, end; ///< places
    };
    struct Box {
        Vec2 low, high;
    };
    struct Search;

    void build_tree();
    Box build_node(uint32_t node, uint32_t begin, uint32_t end);
    Box box_of(uint32_t begin, uint32_t end) const;
    void fill_leaf(uint32_t begin, uint32_t end);
    void search(uint32_t node, Vec2 gap, Search& search) const;
    void search_leaf(const Node& leaf, Search& search) const;
    void move_agent(uint32_t place, float dt);
    Vec2 new_velocity(uint32_t place, float dt) const;

    OrcaDef def_;
    // By agent.
    std::vector<Vec2> positions_, velocities_, preferred_;
    std::vector<float> radii_, max_speeds_;
    // By place. The order is kept from step to step, so that the next tree moves few places.
    std::vector<Place> places_;
    std::vector<Motion> motions_;
    std::vector<Node> nodes_;

    std::unique_ptr<tbb::task_arena> arena_;
    int threads_ = 0; ///< of the arena
};

} // namespace fray::peers
