// A uniform grid of agents, rebuilt every frame.
#pragma once

#include "agent.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace plain {

class Grid {
public:
    explicit Grid(float cell_size) : wanted_cell_size_(cell_size) {}

    void clear_and_fit(const std::vector<Agent*>& agents);
    void insert(Agent& agent);

    /// Calls `visit(agent)` for every agent in the cell of `at` and in the eight cells around it.
    template <typename Visit> void neighbours(Vec2 at, Visit&& visit) const {
        const int cx = column(at.x), cy = row(at.y);
        for (int y = std::max(cy - 1, 0); y <= std::min(cy + 1, rows_ - 1); ++y)
            for (int x = std::max(cx - 1, 0); x <= std::min(cx + 1, columns_ - 1); ++x)
                for (Agent* const agent : cell(x, y)) visit(*agent);
    }

    /// The nearest agent within `reach` that passes `test`. Searches rings of cells, until no agent farther out can be
    /// nearer.
    template <typename Test> Agent* nearest(Vec2 from, float reach, Test&& test) const {
        Agent* best = nullptr;
        float best_squared = reach * reach;
        const int cx = column(from.x), cy = row(from.y);
        const float margin = distance_to_cell_edge(from, cx, cy);
        const int last = std::max({cx, columns_ - 1 - cx, cy, rows_ - 1 - cy});
        const auto look = [&](int x, int y) {
            for (Agent* const agent : cell(x, y)) {
                const float squared = squared_distance(from, agent->position);
                if (squared > best_squared || (best != nullptr && squared == best_squared) || !test(*agent)) continue;
                best = agent;
                best_squared = squared;
            }
        };
        for (int ring = 0; ring <= last; ++ring) {
            const float least = ring > 0 ? margin + static_cast<float>(ring - 1) * cell_size_ : 0.0f;
            if (least * least > best_squared) break;
            for_ring(cx, cy, ring, look);
        }
        return best;
    }

private:
    int column(float x) const { return std::clamp(static_cast<int>((x - low_.x) * per_metre_), 0, columns_ - 1); }
    int row(float y) const { return std::clamp(static_cast<int>((y - low_.y) * per_metre_), 0, rows_ - 1); }
    const std::vector<Agent*>& cell(int x, int y) const { return cells_[static_cast<size_t>(y * columns_ + x)]; }
    float distance_to_cell_edge(Vec2 at, int x, int y) const;

    template <typename Look> void for_ring(int cx, int cy, int ring, Look&& look) const {
        const int left = std::max(cx - ring, 0), right = std::min(cx + ring, columns_ - 1);
        for (int y = std::max(cy - ring, 0); y <= std::min(cy + ring, rows_ - 1); ++y) {
            if (y == cy - ring || y == cy + ring) {
                for (int x = left; x <= right; ++x) look(x, y);
                continue;
            }
            if (cx - ring >= 0) look(cx - ring, y);
            if (cx + ring < columns_) look(cx + ring, y);
        }
    }

    float wanted_cell_size_;
    float cell_size_ = 1.0f;
    float per_metre_ = 1.0f;
    Vec2 low_{};
    int columns_ = 1;
    int rows_ = 1;
    std::vector<std::vector<Agent*>> cells_ = std::vector<std::vector<Agent*>>(1);
};

} // namespace plain
