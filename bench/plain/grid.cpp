#include "grid.h"

namespace plain {

void Grid::clear_and_fit(const std::vector<Agent*>& agents) {
    Vec2 high = agents.empty() ? Vec2{} : agents.front()->position;
    low_ = high;
    for (const Agent* const agent : agents) {
        low_ = {std::min(low_.x, agent->position.x), std::min(low_.y, agent->position.y)};
        high = {std::max(high.x, agent->position.x), std::max(high.y, agent->position.y)};
    }
    const float most_cells = 8.0f * static_cast<float>(agents.size()) + 1024.0f;
    cell_size_ = wanted_cell_size_;
    const auto cells = [&] {
        return ((high.x - low_.x) / cell_size_ + 1.0f) * ((high.y - low_.y) / cell_size_ + 1.0f);
    };
    while (cells() > most_cells) cell_size_ *= 1.5f; // happens with few agents far apart
    per_metre_ = 1.0f / cell_size_;
    columns_ = static_cast<int>((high.x - low_.x) * per_metre_) + 1;
    rows_ = static_cast<int>((high.y - low_.y) * per_metre_) + 1;
    for (std::vector<Agent*>& cell : cells_) cell.clear();
    cells_.resize(static_cast<size_t>(columns_ * rows_));
}

void Grid::insert(Agent& agent) {
    cells_[static_cast<size_t>(row(agent.position.y) * columns_ + column(agent.position.x))].push_back(&agent);
}

/// The distance from the point to the nearest edge of its cell. 0 for a point outside the grid, which is counted in the
/// nearest cell.
float Grid::distance_to_cell_edge(Vec2 at, int x, int y) const {
    const float dx = at.x - low_.x - static_cast<float>(x) * cell_size_;
    const float dy = at.y - low_.y - static_cast<float>(y) * cell_size_;
    return std::max(0.0f, std::min({dx, cell_size_ - dx, dy, cell_size_ - dy}));
}

} // namespace plain
