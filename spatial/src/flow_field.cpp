#include "flow_field.h"

#include <algorithm>

namespace fray {

FlowField::FlowField(const GridMap& map, std::span<const uint32_t> sources)
    : map_(&map), columns_(static_cast<uint32_t>(map.columns())),
      page_columns_((columns_ + page_side - 1) >> page_bits) {
    pages_.resize(size_t{page_columns_} * ((static_cast<uint32_t>(map.lines()) + page_side - 1) >> page_bits));
    for (const uint32_t cell : sources) lower(cell, 0);
}

uint32_t& FlowField::entry(uint32_t cell) {
    std::unique_ptr<Page>& page = pages_[page_of(cell)];
    if (!page) {
        page = std::make_unique<Page>();
        page->cost.fill(unknown);
    }
    return page->cost[slot_of(cell)];
}

void FlowField::lower(uint32_t cell, uint32_t cost) {
    uint32_t& present = entry(cell);
    if (present != unknown && ((present & open_bit) == 0 || (present & ~open_bit) <= cost)) return;
    present = cost | open_bit;
    open_[cost % open_.size()].push_back(cell);
    ++waiting_;
}

template <typename Visit> void FlowField::neighbours(uint32_t cell, Visit&& visit) const {
    const int x = static_cast<int>(x_of(cell)), y = static_cast<int>(y_of(cell));
    const bool left = map_->walkable(x - 1, y), right = map_->walkable(x + 1, y);
    const bool low = map_->walkable(x, y - 1), high = map_->walkable(x, y + 1);
    // In the order of their numbers.
    if (low && left && map_->walkable(x - 1, y - 1)) visit(cell - columns_ - 1, diagonal);
    if (low) visit(cell - columns_, straight);
    if (low && right && map_->walkable(x + 1, y - 1)) visit(cell - columns_ + 1, diagonal);
    if (left) visit(cell - 1, straight);
    if (right) visit(cell + 1, straight);
    if (high && left && map_->walkable(x - 1, y + 1)) visit(cell + columns_ - 1, diagonal);
    if (high) visit(cell + columns_, straight);
    if (high && right && map_->walkable(x + 1, y + 1)) visit(cell + columns_ + 1, diagonal);
}

/// One cell more; false: there is none.
bool FlowField::settle_next() {
    while (waiting_ != 0) {
        std::vector<uint32_t>& list = open_[front_ % open_.size()];
        if (list.empty()) {
            ++front_;
            continue;
        }
        const uint32_t cell = list.back();
        list.pop_back();
        --waiting_;
        uint32_t& present = entry(cell);
        if (present != (front_ | open_bit)) continue; // it was lowered since, and settled
        present = front_;
        neighbours(cell, [&](uint32_t neighbour, uint32_t step) { lower(neighbour, front_ + step); });
        return true;
    }
    return false;
}

void FlowField::reach(uint32_t cell) {
    while (cost(cell) == unknown && settle_next()) {
    }
}

uint32_t FlowField::next(uint32_t cell) const {
    const uint32_t here = cost(cell);
    uint32_t best = cell, least = here;
    if (here == unknown || here == 0) return cell;
    neighbours(cell, [&](uint32_t neighbour, uint32_t step) {
        const uint32_t there = cost(neighbour);
        // On the way: what is left after the step is what it costs here. Of several the nearest to the end.
        if (there == unknown || there + step != here || there >= least) return;
        best = neighbour;
        least = there;
    });
    return best;
}

Vec2 FlowField::middle(uint32_t cell) const {
    return {map_->low().x + (static_cast<float>(x_of(cell)) + 0.5f) * map_->cell(),
            map_->low().y + (static_cast<float>(y_of(cell)) + 0.5f) * map_->cell()};
}

Vec2 FlowField::waypoint(Vec2 here, int steps) const {
    uint32_t cell = map_->cell_at(here);
    Vec2 found = here;
    if (cell == GridMap::no_cell) return found;
    for (int i = 0; i < steps; ++i) {
        const uint32_t ahead = next(cell);
        if (ahead == cell) break;
        const Vec2 there = middle(ahead);
        if (i != 0 && !map_->clear(here, there)) break;
        found = there;
        cell = ahead;
    }
    return found;
}

uint64_t FlowField::memory() const {
    uint64_t bytes = pages_.capacity() * sizeof(pages_[0]);
    for (const auto& page : pages_) bytes += page ? sizeof(Page) : 0;
    for (const auto& list : open_) bytes += list.capacity() * sizeof(uint32_t);
    return bytes;
}

} // namespace fray
