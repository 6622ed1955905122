// The way round those who stand: to walkers they are obstacles like walls (seed 003). A search on a small raster round
// one walker, for those who do not get on.
#pragma once

#include "locomotion/locomotion_layer.h"

#include <array>

namespace fray {

class WayRound {
public:
    static constexpr int levels = 3; ///< of ever wider searches: 5, 10 and 20 m to each side

    struct Seeker {
        Vec2 here, goal; ///< m
        float radius = 0.0f;
        uint32_t row = 0;
        uint32_t target_row = no_index; ///< whom it goes to: not in its own way
        int16_t layer = 0;
    };
    enum class Answer : uint8_t {
        straight, ///< nobody who stands is in the way
        round,    ///< `waypoint` comes first
        none,     ///< there is no way within this search's reach; with the widest: none that leads nearer
        closed,   ///< there is none, nor will a wider search find one
    };

    /// Safe from many threads at once, each with its own WayRound: some 25 KB, for the stack.
    Answer find(const LocomotionLayer& core, const Seeker& seeker, int level, Vec2* waypoint);

private:
    static constexpr int most_side = 51;
    static constexpr uint16_t unknown = 0xffff, step = 5, diagonal = 7;

    struct Cell {
        int x, y;
    };
    int index(Cell c) const { return c.y * side_ + c.x; }
    bool inside(Cell c) const { return c.x >= 0 && c.y >= 0 && c.x < side_ && c.y < side_; }
    Cell cell_of(int index) const { return {index % side_, index / side_}; }
    Vec2 place(Cell c) const;
    Cell cell_at(Vec2 p) const;
    void draw(const LocomotionLayer& core, const Seeker& seeker);
    void block(Vec2 at, float radius);
    /// Spreads from the seeker until `goal` is reached, or everything that can be.
    void spread(int goal);
    void open(Cell c, int cost);
    template <typename Visit> void neighbours(Cell c, Visit&& visit) const;
    bool shut_in(int goal) const;
    int best_border(Vec2 goal) const;
    int nearest_reached(Vec2 goal) const;
    bool clear(Vec2 a, Vec2 b) const;
    Vec2 first_turn(Vec2 here, int end, Vec2 goal, bool* all) const;

    int side_ = 0;
    float cell_ = 0.0f;
    Vec2 low_;
    std::array<uint8_t, most_side * most_side> blocked_;
    std::array<uint16_t, most_side * most_side> cost_;
    /// Open cells by cost, in turn. Whoever finds no room is left out: a front is hardly ever longer than four sides.
    struct Front {
        std::array<uint16_t, 16 * most_side> cells;
        uint32_t count;
    };
    std::array<Front, diagonal + 1> open_;
};

} // namespace fray
