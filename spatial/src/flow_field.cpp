#include "flow_field.h"

#include "grid_line.h"

#include <bit>
#include <cmath>
#include <cstdlib>

namespace fray {
namespace {

/// The eight neighbours, by number: how a cell's place changes, and its slot in the same page; what the step costs.
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

/// Does a step lead past a cell outside of where it keeps within?
bool FlowField::cuts_corner(uint32_t place, int number) const {
    const Step& step = all_steps[number];
    if (step.cost != diagonal) return false;
    const uint32_t to = place + step.place;
    return !inside((place & 0xffff0000) | (to & 0xffff)) || !inside((to & 0xffff0000) | (place & 0xffff));
}

/// One cell more; false: there is none.
bool FlowField::settle_next() {
    while (waiting_ != 0) {
        List<uint32_t>& list = open_[front_ % open_.size()];
        if (list.empty()) {
            ++front_;
            continue;
        }
        const uint32_t place = list.back();
        list.pop_back();
        --waiting_;
        Page& here = *find_page(key_of(place));
        const uint32_t slot = slot_of(place);
        if (here.cost[slot] != (front_ | open_bit)) continue; // it was lowered since, and settled
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
    const uint32_t place = place_of(cell);
    while (cost_at(place) == unknown && settle_next()) {
    }
}

void FlowField::spread(uint32_t cost) {
    while (waiting_ != 0 && front_ <= cost) settle_next();
}

// ---- Ways -----------------------------------------------------------------------------------------------------------

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
        // On the way: what is left after the step is what it costs here. Of several the nearest to the end.
        if (there + step.cost != here || there >= least) continue;
        if (outer_ != nullptr && cuts_corner(place, number)) continue;
        best = place + step.place;
        least = there;
    }
    return best;
}

Vec2 FlowField::middle(uint32_t place) const {
    return {map_->low().x + (static_cast<float>(place & 0xffff) + 0.5f) * map_->cell(),
            map_->low().y + (static_cast<float>(place >> 16) + 0.5f) * map_->cell()};
}

/// Is it clear to two points beside the goal? (Both lie in its cell. The way between them is clear then as well: a cell
/// is wider than they are apart.)
bool FlowField::has_room(Vec2 here, Vec2 there) const {
    const Vec2 way = {there.x - here.x, there.y - here.y};
    const float length = std::sqrt(way.x * way.x + way.y * way.y);
    if (length < 1e-6f) return true;
    const float part = 0.4f * map_->cell() / length;
    const Vec2 side = {-way.y * part, way.x * part};
    return map_->clear(here, {there.x + side.x, there.y + side.y}) &&
           map_->clear(here, {there.x - side.x, there.y - side.y});
}

/// Does the way, which is clear, keep within the other field's costs?
bool FlowField::stays_inside(Vec2 here, uint32_t place, Vec2 there) const {
    if (outer_ == nullptr) return true;
    const auto place_at = [](int x, int y) { return static_cast<uint32_t>(y) << 16 | static_cast<uint32_t>(x); };
    const uint32_t from = place_of(map_->cell_at(here));
    const auto apart = [](uint32_t a, uint32_t b) {
        return static_cast<uint32_t>(std::abs(static_cast<int>(a) - static_cast<int>(b)));
    };
    // No cell on it can cost more than this: it is so many steps from the one end, and so many from the other.
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
    // Ever longer strides until it is blocked; then in halves between what is clear and what is not, well enough.
    for (int stride = 2; clear + 1 + clear / 4 < blocked;) {
        int ahead = blocked <= most_steps ? (clear + blocked) / 2 : stride;
        for (; known < ahead; ++known) {
            cells[known + 1] = next_place(cells[known]);
            if (cells[known + 1] == cells[known]) break;
        }
        if (known < ahead) blocked = known + 1; // the way ends
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

} // namespace fray
