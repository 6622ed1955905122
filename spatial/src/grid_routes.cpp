#include "grid_routes.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace fray {

// ---- Rooms ----------------------------------------------------------------------------------------------------------

namespace {

/// The four neighbours that share a side with a cell; `bit` is the bit number of GridMap::steps.
struct Side {
    unsigned bit;
    int x, y;
};
constexpr Side sides[] = {{1, 0, -1}, {3, -1, 0}, {4, 1, 0}, {6, 0, 1}};

} // namespace

Rooms::Rooms(const GridMap& map, uint32_t side)
    : columns_(static_cast<uint32_t>(map.columns())), lines_(static_cast<uint32_t>(map.lines())), side_(side),
      first_(size_t{columns_} * lines_, uint16_t{0xffff}) {
    for (uint32_t y = 0; y < lines_; y += side_)
        for (uint32_t x = 0; x < columns_; x += side_) divide(map, x, y);
}

void Rooms::update(const GridMap& map, const GridMap::CellBox& box) {
    const auto side = static_cast<int>(side_);
    for (int y = box.low_y / side * side; y <= box.high_y; y += side)
        for (int x = box.low_x / side * side; x <= box.high_x; x += side)
            divide(map, static_cast<uint32_t>(x), static_cast<uint32_t>(y));
}

/// Divides the tile with this lowest cell into rooms.
void Rooms::divide(const GridMap& map, uint32_t low_x, uint32_t low_y) {
    const uint32_t end_x = std::min(low_x + side_, columns_), end_y = std::min(low_y + side_, lines_);
    for (uint32_t y = low_y; y < end_y; ++y)
        std::fill_n(first_.begin() + y * columns_ + low_x, end_x - low_x, uint16_t{0xffff});
    Vector<uint32_t> open;
    const auto flood = [&](uint32_t start, uint16_t first) {
        first_[start] = first;
        open.assign(1, start);
        while (!open.empty()) {
            const uint32_t cell = open.back(), x = cell % columns_, y = cell / columns_;
            open.pop_back();
            const unsigned free = map.steps(static_cast<int>(x), static_cast<int>(y));
            for (const Side& s : sides) {
                const uint32_t to_x = x + static_cast<uint32_t>(s.x), to_y = y + static_cast<uint32_t>(s.y);
                if ((free >> s.bit & 1) == 0 || to_x - low_x >= side_ || to_y - low_y >= side_) continue;
                const uint32_t to = to_y * columns_ + to_x;
                if (first_[to] != 0xffff) continue;
                first_[to] = first;
                open.push_back(to);
            }
        }
    };
    // Cells are visited in ascending order, so the first cell found of a room is its lowest.
    for (uint32_t y = low_y; y < end_y; ++y)
        for (uint32_t x = low_x; x < end_x; ++x)
            if (first_[y * columns_ + x] == 0xffff && map.walkable(static_cast<int>(x), static_cast<int>(y)))
                flood(y * columns_ + x, static_cast<uint16_t>((y - low_y) * side_ + x - low_x));
}

uint32_t Rooms::tile_of(uint32_t cell) const {
    return cell / columns_ / side_ * side_ * columns_ + cell % columns_ / side_ * side_;
}

uint32_t Rooms::room_of(uint32_t cell) const {
    return tile_of(cell) + first_[cell] / side_ * columns_ + first_[cell] % side_;
}

void Rooms::cells_of(uint32_t room, Vector<uint32_t>& cells) const {
    const uint32_t tile = tile_of(room), low_x = tile % columns_, low_y = tile / columns_;
    for (uint32_t y = low_y; y < std::min(low_y + side_, lines_); ++y)
        for (uint32_t x = low_x; x < std::min(low_x + side_, columns_); ++x)
            if (first_[y * columns_ + x] == first_[room]) cells.push_back(y * columns_ + x);
}

// ---- Finding --------------------------------------------------------------------------------------------------------

GridRoutes::GridRoutes(const GridMap& map)
    : map_(&map), budget_(map.path_memory()), coarse_rooms_(map, 32), fine_rooms_(map, 8) {}

template <typename Work> void GridRoutes::in_jobs(size_t count, Work&& work) {
    if (count == 0) return;
    if (count == 1) return work(0u);
    jobs_->run(
        jobs_->jobs, static_cast<uint32_t>(count),
        [](void* context, uint32_t i) { (*static_cast<std::remove_reference_t<Work>*>(context))(i); }, &work);
}

void GridRoutes::find(const RouteJobs& jobs, std::span<Route> routes) {
    jobs_ = &jobs;
    const size_t pieces = (routes.size() + routes_a_job - 1) / routes_a_job;
    if (outputs_.size() < pieces) outputs_.resize(pieces);
    for (JobOutput& output : outputs_) output.onward.clear(), output.astray.clear();
    look(routes);
    for (const Level level : {coarse, fine, exact}) follow(level, routes);
}

/// Sets the waypoint of each route that has a straight line to its goal, or to the substitute of an unreachable goal.
/// All other routes with a path become pending.
void GridRoutes::look(std::span<Route> routes) {
    asked_.assign(routes.size(), {});
    const uint32_t count = static_cast<uint32_t>(routes.size());
    in_jobs((count + routes_a_job - 1) / routes_a_job, [&](uint32_t job) {
        JobOutput& output = outputs_[job];
        for (uint32_t i = job * routes_a_job; i < std::min(count, (job + 1) * routes_a_job); ++i) {
            Route& route = routes[i];
            const uint32_t island = map_->island(route.from);
            route.waypoint = route.from;
            route.found = island != Ground::no_island;
            if (!route.found) continue;
            asked_[i].from = map_->cell_at(route.from);
            if (map_->island(route.to) != island)
                output.astray.push_back(i);
            else if (!see(route, asked_[i], route.to))
                output.onward.push_back(i);
        }
    });
    collect(&JobOutput::astray, astray_);
    if (!astray_.empty()) look_again(routes);
    collect(&JobOutput::onward, pending_);
}

bool GridRoutes::see(Route& route, Asked& asked, Vec2 goal) const {
    asked.goal = map_->cell_at(goal);
    if (!map_->clear(route.from, goal)) return false;
    route.waypoint = goal;
    return true;
}

void GridRoutes::collect(Vector<uint32_t> JobOutput::*list, Vector<uint32_t>& into) {
    into.clear();
    for (JobOutput& output : outputs_) {
        into.insert(into.end(), (output.*list).begin(), (output.*list).end());
        (output.*list).clear();
    }
}

// ---- Unreachable goals ----------------------------------------------------------------------------------------------

/// The key of a substitute: the cell of the goal, or the cell of the map nearest to it, and the island of the agent.
uint64_t GridRoutes::stand_key(const Route& route) const {
    const Vec2 low = map_->low(), high = map_->high();
    const float half = 0.5f * map_->cell_size();
    const auto within = [half](float v, float least, float most) {
        return std::min(std::max(v, least + half), most - half);
    };
    const Vec2 at = {within(route.to.x, low.x, high.x), within(route.to.y, low.y, high.y)};
    return uint64_t{map_->cell_at(at)} << 32 | map_->island(route.from);
}

/// Leads routes with an unreachable goal to the nearest cell of their island instead.
void GridRoutes::look_again(std::span<Route> routes) {
    find_stands(routes);
    in_jobs((astray_.size() + routes_a_job - 1) / routes_a_job, [&](uint32_t job) {
        const size_t end = std::min(astray_.size(), size_t{job + 1} * routes_a_job);
        for (size_t k = size_t{job} * routes_a_job; k < end; ++k) {
            const uint32_t i = astray_[k];
            const uint32_t cell = stands_.find(stand_key(routes[i]))->second;
            if (!see(routes[i], asked_[i], map_->inside(cell, routes[i].to))) outputs_[job].onward.push_back(i);
        }
    });
}

void GridRoutes::find_stands(std::span<Route> routes) {
    constexpr size_t most = 1u << 16;
    if (stands_.size() > most) stands_.clear();
    to_find_.clear();
    for (const uint32_t i : astray_)
        if (const uint64_t key = stand_key(routes[i]); stands_.emplace(key, GridMap::no_cell).second)
            to_find_.push_back({key, GridMap::no_cell});
    in_jobs(to_find_.size(), [&](uint32_t i) {
        const uint64_t key = to_find_[i].key;
        const Vec2 middle = map_->middle(static_cast<uint32_t>(key >> 32));
        Vec2 found{};
        map_->nearest(middle, std::numeric_limits<float>::max(), &found, static_cast<uint32_t>(key));
        to_find_[i].cell = map_->cell_at(found);
    });
    for (const Stand& stand : to_find_) stands_[stand.key] = stand.cell;
}

// ---- Fields ---------------------------------------------------------------------------------------------------------

/// Sets the waypoints of the pending routes from the fields of a level. Routes that are near their goal stay pending,
/// for the next level.
void GridRoutes::follow(Level level, std::span<Route> routes) {
    const uint32_t count = static_cast<uint32_t>(pending_.size());
    for (uint32_t begin = 0; begin < count;) {
        const uint32_t end = make_wave(level, begin);
        spread_wave(level);
        head(level, routes, begin, end);
        for (const Group& group : groups_) account(*group.cached);
        for (const auto& outers : outers_)
            for (Cached* const outer : outers) account(*outer);
        evict();
        begin = end;
    }
    collect(&JobOutput::onward, pending_);
}

/// Takes pending routes from `begin` on, as many as need no more than fields_a_wave fields. Returns the end of the
/// wave.
uint32_t GridRoutes::make_wave(Level level, uint32_t begin) {
    ++wave_;
    groups_.clear();
    for (auto& outers : outers_) outers.clear();
    group_of_.resize(pending_.size());
    uint32_t end = begin;
    for (; end < pending_.size(); ++end) {
        Cached& cached = obtain(level, asked_[pending_[end]].goal);
        if (cached.wave != wave_) {
            if (groups_.size() == fields_a_wave) break;
            need(cached);
            cached.group = static_cast<uint32_t>(groups_.size());
            groups_.push_back({&cached});
        }
        group_of_[end] = cached.group;
        ++groups_[cached.group].end;
    }
    uint32_t first = 0;
    for (Group& group : groups_) {
        const uint32_t members = group.end;
        group.begin = group.end = first;
        first += members;
    }
    members_.resize(first);
    for (uint32_t i = begin; i < end; ++i) members_[groups_[group_of_[i]].end++] = asked_[pending_[i]].from;
    return end;
}

GridRoutes::Cached& GridRoutes::obtain(Level level, uint32_t goal) {
    const uint64_t key = key_of(level, goal);
    if (const auto at = fields_.find(key); at != fields_.end()) return at->second;
    ++made_;
    return fields_.try_emplace(key, Cached{FlowField(*map_), key, static_cast<uint32_t>(key), level}).first->second;
}

/// The key of the field of a level that leads to the cell `goal`.
uint64_t GridRoutes::key_of(Level level, uint32_t goal) const {
    if (level == coarse) goal = coarse_rooms_.room_of(goal);
    if (level == fine) goal = fine_rooms_.room_of(goal);
    return uint64_t{level} << 32 | goal;
}

/// Marks a field and the coarser fields that limit it as needed in this wave.
void GridRoutes::need(Cached& cached) {
    cached.wave = wave_;
    if (cached.level == coarse) return;
    Cached& outer = obtain(static_cast<Level>(cached.level - 1), cached.goal);
    cached.outer = &outer;
    if (outer.wave == wave_) return;
    need(outer);
    outers_[outer.level].push_back(&outer);
}

void GridRoutes::begin_spreading(Cached& cached) const {
    if (cached.level != coarse) cached.field.keep_within(cached.outer->field, near[cached.level - 1]);
    if (cached.begun) return;
    cached.begun = true;
    Vector<uint32_t> cells;
    if (cached.level == exact)
        cells.push_back(cached.goal);
    else
        (cached.level == coarse ? coarse_rooms_ : fine_rooms_).cells_of(cached.goal, cells);
    cached.field.start(cells);
}

void GridRoutes::spread_wave(Level level) {
    for (uint8_t outer = 0; outer < level; ++outer)
        in_jobs(outers_[outer].size(), [&](uint32_t i) {
            Cached& cached = *outers_[outer][i];
            begin_spreading(cached);
            cached.field.spread(near[outer]);
        });
    in_jobs(groups_.size(), [&](uint32_t i) {
        const Group& group = groups_[i];
        begin_spreading(*group.cached);
        for (uint32_t k = group.begin; k < group.end; ++k) group.cached->field.reach(members_[k]);
    });
}

void GridRoutes::head(Level level, std::span<Route> routes, uint32_t begin, uint32_t end) {
    in_jobs((end - begin + routes_a_job - 1) / routes_a_job, [&](uint32_t job) {
        const uint32_t first = begin + job * routes_a_job;
        for (uint32_t k = first; k < std::min(end, first + routes_a_job); ++k) {
            const uint32_t i = pending_[k];
            const FlowField& field = groups_[group_of_[k]].cached->field;
            if (level != exact && field.cost(asked_[i].from) <= near[level])
                outputs_[job].onward.push_back(i);
            else
                routes[i].waypoint = field.waypoint(routes[i].from);
        }
    });
}

// ---- Obstacles ------------------------------------------------------------------------------------------------------

/// Coarse fields, which are large, are repaired when they are needed next. A finer field is kept if it has not come to
/// the cells of the obstacle, or beside them, and if the coarser field has not changed where it limits the finer field.
bool GridRoutes::go_on(const Ground& now, const Obstacle& changed) {
    map_ = static_cast<const GridMap*>(&now);
    const GridMap::CellBox box = map_->cells_near(changed), wide = map_->widened(box, 1);
    coarse_rooms_.update(*map_, box);
    fine_rooms_.update(*map_, box);
    stands_.clear();
    for (const Level level : {coarse, fine, exact}) {
        to_drop_.clear();
        for (auto& [key, cached] : fields_)
            if (cached.level == level && !goes_on(cached, wide)) to_drop_.push_back(key);
        for (const uint64_t key : to_drop_) drop(key);
    }
    return true;
}

/// Brings a field to the present map. False: it has to be dropped. `box`: the changed cells, and those beside them.
bool GridRoutes::goes_on(Cached& cached, const GridMap::CellBox& box) {
    const uint32_t least = cached.field.least_in(box);
    if (cached.level == coarse) {
        cached.least_changed = least; // no cost below it can change
        if (least == 0 || cached.field.changes() == most_changes) return false;
        cached.field.change(*map_, box);
        return true;
    }
    cached.field.stand_on(*map_);
    const auto level = static_cast<Level>(cached.level - 1);
    const auto outer = fields_.find(key_of(level, cached.goal));
    // A fine field that goes on has not changed at all, so it limits the exact fields as before.
    const bool limits_as_before =
        outer != fields_.end() && (level == fine || outer->second.least_changed > near[coarse]);
    return least == FlowField::unknown && limits_as_before;
}

void GridRoutes::drop(uint64_t key) {
    const auto at = fields_.find(key);
    bytes_ -= at->second.bytes;
    fields_.erase(at);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

void GridRoutes::account(Cached& cached) {
    bytes_ -= cached.bytes;
    cached.bytes = cached.field.memory();
    bytes_ += cached.bytes;
}

/// If the fields exceed the budget, drops the least recently needed fields until the rest fits in 3/4 of the budget.
void GridRoutes::evict() {
    if (bytes_ <= budget_) return;
    by_age_.clear();
    for (auto& [key, cached] : fields_) by_age_.push_back(&cached);
    std::sort(by_age_.begin(), by_age_.end(), [](const Cached* a, const Cached* b) {
        return a->wave != b->wave ? a->wave < b->wave : a->key < b->key;
    });
    for (const Cached* const cached : by_age_) {
        if (bytes_ <= budget_ / 4 * 3) break;
        drop(cached->key);
    }
}

uint64_t GridRoutes::memory() const {
    uint64_t bytes = bytes_ + coarse_rooms_.memory() + fine_rooms_.memory();
    bytes += stands_.size() * (sizeof(std::pair<uint64_t, uint32_t>) + 2 * sizeof(void*));
    bytes += asked_.capacity() * sizeof(Asked) + (pending_.capacity() + group_of_.capacity()) * sizeof(uint32_t) +
             members_.capacity() * sizeof(uint32_t);
    for (const JobOutput& output : outputs_)
        bytes += (output.onward.capacity() + output.astray.capacity()) * sizeof(uint32_t);
    return bytes;
}

} // namespace fray
