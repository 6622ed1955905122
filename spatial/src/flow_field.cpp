#include "flow_field.h"

#include "grid_line.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace fray {
namespace {

/// The step to a neighbour: what it adds to the cell's place, what it adds to the cell's slot within a page, and its
/// cost. The index in `all_steps` is the bit number of GridMap::steps.
struct Step {
    uint32_t place, slot, cost;
};
constexpr Step step_of(int x, int y) {
    return {static_cast<uint32_t>(y * 65536 + x), static_cast<uint32_t>(y * 16 + x),
            x != 0 && y != 0 ? FlowField::diagonal : FlowField::straight};
}
constexpr Step all_steps[8] = {step_of(-1, -1), step_of(0, -1), step_of(1, -1), step_of(-1, 0),
                               step_of(1, 0),   step_of(-1, 1), step_of(0, 1),  step_of(1, 1)};

} // namespace

bool FlowField::inner(uint32_t slot) {
    const uint32_t x = slot & 15, y = slot >> 4;
    return x - 1 < 14 && y - 1 < 14;
}

// ---- Pages ----------------------------------------------------------------------------------------------------------

FlowField::Page* FlowField::find_page(uint32_t key) const {
    if (table_.empty()) return nullptr;
    const uint32_t mask = static_cast<uint32_t>(table_.size()) - 1;
    for (uint32_t at = bucket_of(key);; ++at) {
        Page* const page = table_[at & mask];
        if (page == nullptr || page->key == key) return page;
    }
}

FlowField::Page& FlowField::page(uint32_t key) {
    if (Page* const present = find_page(key)) return *present;
    if (2 * pages_.size() >= table_.size()) grow();
    Page& page = *pages_.emplace_back(make_own<Page>());
    page.cost.fill(unknown);
    page.key = key;
    const uint32_t mask = static_cast<uint32_t>(table_.size()) - 1;
    uint32_t at = bucket_of(key);
    while (table_[at & mask] != nullptr) ++at;
    table_[at & mask] = &page;
    return page;
}

void FlowField::grow() {
    table_.assign(table_.empty() ? 8 : table_.size() * 2, nullptr);
    shift_ = 32 - static_cast<uint32_t>(std::countr_zero(table_.size()));
    const uint32_t mask = static_cast<uint32_t>(table_.size()) - 1;
    for (const auto& page : pages_) {
        uint32_t at = bucket_of(page->key);
        while (table_[at & mask] != nullptr) ++at;
        table_[at & mask] = page.get();
    }
}

uint32_t FlowField::cost_at(uint32_t place) const {
    const Page* const page = find_page(key_of(place));
    const uint32_t cost = page == nullptr ? unknown : page->cost[slot_of(place)];
    return (cost & open_bit) != 0 ? unknown : cost;
}

/// The cost of a place as it is stored, with `open_bit`.
uint32_t FlowField::raw_cost(uint32_t place) const {
    const Page* const page = find_page(key_of(place));
    return page == nullptr ? unknown : page->cost[slot_of(place)];
}

// ---- Spreading ------------------------------------------------------------------------------------------------------

void FlowField::start(std::span<const uint32_t> sources) {
    for (const uint32_t cell : sources) lower(place_of(cell), 0);
}

void FlowField::lower(uint32_t place, uint32_t cost) { lower_in(page(key_of(place)), slot_of(place), place, cost); }

void FlowField::lower_in(Page& page, uint32_t slot, uint32_t place, uint32_t cost) {
    uint32_t& present = page.cost[slot];
    if (present != unknown) {
        if ((present & open_bit) == 0 || (present & ~open_bit) <= cost) return;
    } else if (!inside(place)) {
        return;
    }
    present = cost | open_bit;
    open_[cost % open_.size()].push_back(place);
    ++waiting_;
}

/// True if a diagonal step passes a cell outside the limits of `keep_within`.
bool FlowField::cuts_corner(uint32_t place, int number) const {
    const Step& step = all_steps[number];
    if (step.cost != diagonal) return false;
    const uint32_t to = place + step.place;
    return !inside((place & 0xffff0000) | (to & 0xffff)) || !inside((to & 0xffff0000) | (place & 0xffff));
}

/// Settles the open cell with the lowest cost. False: no open cell is left.
bool FlowField::settle_next() {
    while (waiting_ != 0) {
        Vector<uint32_t>& list = open_[front_ % open_.size()];
        if (list.empty()) {
            ++front_;
            continue;
        }
        const uint32_t place = list.back();
        list.pop_back();
        --waiting_;
        Page& here = *find_page(key_of(place));
        const uint32_t slot = slot_of(place);
        if (here.cost[slot] != (front_ | open_bit)) continue; // stale: the cell got a lower cost and is settled
        here.cost[slot] = front_;
        const bool all_here = inner(slot);
        for (unsigned free = steps_at(place); free != 0; free &= free - 1) {
            const int number = std::countr_zero(free);
            const Step& step = all_steps[number];
            if (outer_ != nullptr && cuts_corner(place, number)) continue;
            if (all_here)
                lower_in(here, slot + step.slot, place + step.place, front_ + step.cost);
            else
                lower(place + step.place, front_ + step.cost);
        }
        return true;
    }
    return false;
}

void FlowField::reach(uint32_t cell) {
    if (!changes_.empty()) repair();
    const uint32_t place = place_of(cell);
    while (cost_at(place) == unknown && settle_next()) {
    }
}

void FlowField::spread(uint32_t cost) {
    if (!changes_.empty()) repair();
    while (waiting_ != 0 && front_ <= cost) settle_next();
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

uint32_t FlowField::next_place(uint32_t place) const {
    const Page* const page = find_page(key_of(place));
    if (page == nullptr) return place;
    const uint32_t slot = slot_of(place), here = page->cost[slot];
    if (here == 0 || (here & open_bit) != 0) return place;
    uint32_t best = place, least = here;
    const bool all_here = inner(slot);
    for (unsigned free = steps_at(place); free != 0; free &= free - 1) {
        const int number = std::countr_zero(free);
        const Step& step = all_steps[number];
        const uint32_t there = all_here ? page->cost[slot + step.slot] : cost_at(place + step.place);
        // A neighbour is on a shortest path if its cost and the step add up to the cost here. Of several such
        // neighbours the neighbour with the lowest cost is taken.
        if (there + step.cost != here || there >= least) continue;
        if (outer_ != nullptr && cuts_corner(place, number)) continue;
        best = place + step.place;
        least = there;
    }
    return best;
}

Vec2 FlowField::middle(uint32_t place) const {
    return {map_->low().x + (static_cast<float>(place & 0xffff) + 0.5f) * map_->cell_size(),
            map_->low().y + (static_cast<float>(place >> 16) + 0.5f) * map_->cell_size()};
}

/// True if the lines from `here` to two points beside `there` are clear, 0.4 cells to the left and to the right. Both
/// points lie in the cell of `there`. The area between the two lines is clear then as well, because the points are less
/// than a cell apart.
bool FlowField::has_room(Vec2 here, Vec2 there) const {
    const Vec2 way = {there.x - here.x, there.y - here.y};
    const float length = std::sqrt(way.x * way.x + way.y * way.y);
    if (length < 1e-6f) return true;
    const float part = 0.4f * map_->cell_size() / length;
    const Vec2 side = {-way.y * part, way.x * part};
    return map_->clear(here, {there.x + side.x, there.y + side.y}) &&
           map_->clear(here, {there.x - side.x, there.y - side.y});
}

/// True if the line from `here` to `there`, which is clear, stays within the limits of `keep_within`. `place` is the
/// cell of `there`.
bool FlowField::stays_inside(Vec2 here, uint32_t place, Vec2 there) const {
    if (outer_ == nullptr) return true;
    const auto place_at = [](int x, int y) { return static_cast<uint32_t>(y) << 16 | static_cast<uint32_t>(x); };
    const uint32_t from = place_of(map_->cell_at(here));
    const auto apart = [](uint32_t a, uint32_t b) {
        return static_cast<uint32_t>(std::abs(static_cast<int>(a) - static_cast<int>(b)));
    };
    // A cell on the line costs at most the cost of either end plus `straight` for each step from that end. The two
    // bounds add up to the sum below, so no cell on the line costs more than half of it.
    const uint32_t steps = apart(from & 0xffff, place & 0xffff) + apart(from >> 16, place >> 16);
    if (outer_->cost_at(from) + outer_->cost_at(place) + steps * straight <= 2 * most_outside_) return true;
    return map_->free_part(here, there, [&](int x, int y) { return inside(place_at(x, y)); }) == 1.0f;
}

Vec2 FlowField::waypoint(Vec2 here) const {
    uint32_t cells[most_steps + 1];
    const uint32_t cell = map_->cell_at(here);
    if (cell == GridMap::no_cell) return here;
    cells[0] = place_of(cell);
    int known = 0, clear = 0, blocked = most_steps + 1; // steps ahead
    // Try points ever farther ahead, doubling the distance, until a point is blocked. Then bisect between the farthest
    // clear and the nearest blocked point, until they are no more than 1 + clear / 4 steps apart.
    for (int stride = 2; clear + 1 + clear / 4 < blocked;) {
        int ahead = blocked <= most_steps ? (clear + blocked) / 2 : stride;
        for (; known < ahead; ++known) {
            cells[known + 1] = next_place(cells[known]);
            if (cells[known + 1] == cells[known]) break;
        }
        if (known < ahead) blocked = known + 1; // the path ends
        if (known < ahead) ahead = known;
        if (ahead <= clear) break;
        const Vec2 there = middle(cells[ahead]);
        if (ahead == 1 || (has_room(here, there) && stays_inside(here, cells[ahead], there)))
            clear = ahead;
        else
            blocked = ahead;
        stride = stride * 2 < most_steps ? stride * 2 : most_steps;
    }
    return clear == 0 ? here : middle(cells[clear]);
}

uint64_t FlowField::memory() const {
    uint64_t bytes = sizeof *this + pages_.size() * sizeof(Page) + pages_.capacity() * sizeof(pages_[0]) +
                     table_.capacity() * sizeof(Page*);
    for (const auto& list : open_) bytes += list.capacity() * sizeof(uint32_t);
    return bytes;
}

// ---- Changes of the map ---------------------------------------------------------------------------------------------

namespace {

/// Calls visit(place) for the cells of the box.
template <typename Visit> void for_places(const GridMap::CellBox& box, Visit&& visit) {
    for (int y = box.low_y; y <= box.high_y; ++y)
        for (int x = box.low_x; x <= box.high_x; ++x) visit(static_cast<uint32_t>(y) << 16 | static_cast<uint32_t>(x));
}

} // namespace

uint32_t FlowField::least_in(const GridMap::CellBox& box) const {
    uint32_t least = unknown;
    for_places(box, [&](uint32_t place) {
        if (const uint32_t cost = raw_cost(place); cost != unknown) least = std::min(least, cost & ~open_bit);
    });
    return least;
}

/// Makes costs right after a change of the map. First it forgets all costs that no neighbour supports any more, in
/// ascending order, so that each is compared with neighbours that are right. Then it spreads anew from what is left, as
/// far as the field has come; cells beyond become open.
class FlowField::Repair {
public:
    Repair(FlowField& field, std::span<const GridMap::CellBox> boxes) : field_(field), boxes_(boxes) {}

    void run() {
        for (const GridMap::CellBox& box : boxes_)
            for_places(box, [&](uint32_t place) {
                if (value(place) != unknown) push(place, value(place));
            });
        while (!queue_.empty()) check(pop());
        for (const uint32_t place : forgotten_) look(place);
        for (const GridMap::CellBox& box : boxes_) for_places(box, [&](uint32_t place) { look(place); });
        while (!queue_.empty()) settle(pop());
    }

private:
    struct Entry {
        uint32_t cost, place;
        bool operator<(const Entry& other) const { return cost > other.cost; } // the least comes first
    };
    void push(uint32_t place, uint32_t cost) {
        queue_.push_back({cost, place});
        std::push_heap(queue_.begin(), queue_.end());
    }
    Entry pop() {
        std::pop_heap(queue_.begin(), queue_.end());
        const Entry entry = queue_.back();
        queue_.pop_back();
        return entry;
    }
    uint32_t value(uint32_t place) const {
        const uint32_t cost = field_.raw_cost(place);
        return cost == unknown ? unknown : cost & ~open_bit;
    }
    /// Calls visit(neighbour, cost of the step) for each step from a place.
    template <typename Visit> void for_steps(uint32_t place, Visit&& visit) const {
        for (unsigned free = field_.steps_at(place); free != 0; free &= free - 1) {
            const Step& step = all_steps[std::countr_zero(free)];
            visit(place + step.place, step.cost);
        }
    }
    /// The cost of a place by its settled neighbours.
    uint32_t best(uint32_t place) const {
        uint32_t least = unknown;
        for_steps(place, [&](uint32_t beside, uint32_t cost) {
            if (const uint32_t there = field_.cost_at(beside); there != unknown) least = std::min(least, there + cost);
        });
        return least;
    }
    void check(const Entry& entry) {
        if (value(entry.place) != entry.cost || best(entry.place) == entry.cost) return;
        field_.set_raw_cost(entry.place, unknown);
        forgotten_.push_back(entry.place);
        for_steps(entry.place, [&](uint32_t beside, uint32_t) {
            if (const uint32_t there = value(beside); there != unknown && there > entry.cost) push(beside, there);
        });
    }
    void look(uint32_t place) {
        if (const uint32_t cost = best(place); cost < value(place)) push(place, cost);
    }
    void settle(const Entry& entry) {
        if (value(entry.place) <= entry.cost) return;
        if (entry.cost >= field_.front_) {
            field_.set_raw_cost(entry.place, entry.cost | open_bit);
            field_.open_[entry.cost % field_.open_.size()].push_back(entry.place);
            ++field_.waiting_;
            return;
        }
        field_.set_raw_cost(entry.place, entry.cost);
        for_steps(entry.place, [&](uint32_t beside, uint32_t cost) {
            if (entry.cost + cost < value(beside)) push(beside, entry.cost + cost);
        });
    }

    FlowField& field_;
    std::span<const GridMap::CellBox> boxes_;
    Vector<Entry> queue_;        ///< a heap
    Vector<uint32_t> forgotten_; ///< places
};

void FlowField::change(const GridMap& map, const GridMap::CellBox& box) {
    map_ = &map;
    changes_.push_back(box);
}

void FlowField::repair() {
    Repair(*this, changes_).run();
    changes_.clear();
}

} // namespace fray
