#include "locomotion/marches.h"

#include "locomotion/walker_routes.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

constexpr int64_t path_every = 266'667; ///< us between two requests for the head's path
/// m: the head has arrived, or is at its waypoint.
constexpr float at_end = 0.05f, at_waypoint = 0.3f;
/// Points of the trail for each spacing.
constexpr float points_per_spacing = 2.0f;
/// Spacings (or widths of the widest body): members this far behind their places on the mean slow the head down to
/// `slowest` of its speed. Those that are farther behind count as this far.
constexpr float most_behind = 2.0f, slowest = 0.15f;
/// m: how exactly the room beside the way is measured.
constexpr float finest = 0.02f;
/// m: the head looks this far ahead for narrow places, and half the breadth of the formation more.
constexpr float looks_ahead = 3.0f;

Vec2 left_of(Vec2 v) { return {-v.y, v.x}; }
float length_of(Vec2 v) { return std::sqrt(glm::dot(v, v)); }
/// A unit vector; `otherwise` if v is 0.
Vec2 direction_of(Vec2 v, Vec2 otherwise) {
    const float length = length_of(v);
    return length > 1e-6f ? v * (1.0f / length) : otherwise;
}

/// m: how far the ground is free from `at` in the direction `aside`, at most `most`.
float free_to(const Ground& ground, Vec2 at, Vec2 aside, float most) {
    if (ground.clear(at, at + aside * most)) return most;
    float free = 0.0f, blocked = most;
    while (blocked - free > finest) {
        const float middle = 0.5f * (free + blocked);
        (ground.clear(at, at + aside * middle) ? free : blocked) = middle;
    }
    return free;
}

/// The row of a member that still has the order that began its march; Row::none(): it has not, or is not living any
/// more.
Row row_of(const MarchMemberView& world, const MarchMember& member) {
    const Row row = world.ids.row_of(member.agent);
    if (row == Row::none() || world.life[row] != Life::living) return Row::none();
    const Orders& orders = world.orders[row];
    return orders.journey == member.journey && gathers(orders.kind) ? row : Row::none();
}

/// Updates one march.
class Marcher {
public:
    Marcher(const MarchView& world, March& march)
        : world_(world), march_(march), members_(world.marches.members.data() + march.first),
          trail_(world.marches.trail.data() + march.trail_first), step_(march.spacing * (1.0f / points_per_spacing)) {}

    /// Whether the head needs a new path: `march_routes` holds its request then.
    void request_way() {
        world_.locomotion.march_routes[index()] = {march_.head, march_.head, march_.head, true};
        if (march_.over == 0) find_way();
    }
    /// The path finder has answered.
    void take_way() {
        const Route& route = world_.locomotion.march_routes[index()];
        if (route.to == route.from) return; // there was no request
        if (!route.found) return back_on_ground();
        march_.waypoint = route.waypoint;
        // The end cannot be reached, and the head is at the nearest place to it.
        if (march_.waypoint == march_.head) march_.end = march_.head;
    }
    /// Moves the head and the places.
    void go_on() {
        count_members();
        if (present_ == 0) {
            march_.over = 1;
            return;
        }
        const auto seconds = static_cast<float>(world_.clock.dt);
        const float speed = pace() * speed_;
        move_head(speed * seconds);
        march_.files_now = room_for_files();
        if (length_of(march_.end - march_.head) <= at_end) march_.over = 1;
        tell_members(march_.over != 0 ? 0.0f : speed);
    }

private:
    /// Calls visit(row) for each member that is still under way, by rank and file.
    template <typename Visit> void for_each_member(Visit&& visit) const {
        for (uint32_t i = 0; i < march_.count; ++i)
            if (const Row row = row_of(world_, members_[i]); row != Row::none()) visit(row);
    }

    /// Counts the members, and finds how fast the slowest is and how far they are behind.
    void count_members() {
        float slowest_speed = 1e9f, unit = march_.spacing;
        for_each_member([&](Row row) {
            const Archetype& kind = world_.kinds.archetypes[world_.archetype[row]];
            const bool runs = world_.orders[row].kind == StoredOrder::run;
            const float speed = (runs ? kind.run_speed : kind.walk_speed) * speed_factor_of(world_, row);
            if (speed > 0.0f) slowest_speed = std::min(slowest_speed, speed); // it does not wait for rooted members
            unit = std::max(unit, 2.0f * radius_of(world_, row, kind));       // bodies may not fit into the spacing
            ++present_;
        });
        speed_ = slowest_speed < 1e9f ? slowest_speed : 0.0f;
        float behind = 0.0f;
        for_each_member([&](Row row) {
            const MarchPlace& place = world_.march[row];
            const Vec2 way = place.at - world_.position[row];
            // It does not wait for members ahead of their places: these wait for it.
            if (place.kind == MarchPlace::Kind::marches && glm::dot(way, place.velocity) >= 0.0f)
                behind += std::min(length_of(way), most_behind * unit);
        });
        behind_ = present_ == 0 ? 0.0f : behind / (static_cast<float>(present_) * unit);
    }

    /// How fast the head goes, as a share of its speed: slower the farther the members are behind.
    float pace() const { return std::clamp((most_behind - behind_) * (1.0f / (most_behind - 0.75f)), slowest, 1.0f); }

    void find_way() {
        if (!world_.terrain.ground) {
            march_.waypoint = march_.end;
            return;
        }
        const bool there = length_of(march_.waypoint - march_.head) <= at_waypoint;
        if (world_.clock.now < march_.path_due && !there) return;
        march_.path_due = world_.clock.now + path_every;
        if (world_.terrain.ground->clear(march_.head, march_.end)) {
            march_.waypoint = march_.end;
            return;
        }
        Route& route = world_.locomotion.march_routes[index()];
        route = {march_.head, march_.end, {}, false};
    }

    /// Rounding has put the head beside the ground: it asks again from the nearest place.
    void back_on_ground() {
        constexpr float farthest = 0.5f; // m
        Vec2 near{};
        if (world_.terrain.ground->nearest(march_.head, farthest, &near) && near != march_.head) {
            march_.head = march_.waypoint = near;
            march_.path_due = world_.clock.now;
        } else {
            march_.end = march_.waypoint = march_.head;
        }
    }

    size_t index() const { return static_cast<size_t>(&march_ - world_.marches.list.data()); }

    void move_head(float way) {
        const Vec2 left = march_.waypoint - march_.head;
        const float distance = length_of(left);
        if (distance <= 0.0f) return;
        const Vec2 ahead = left * (1.0f / distance);
        march_.head = distance <= way ? march_.waypoint : march_.head + ahead * way;
        while (length_of(march_.head - march_.last) >= step_) add_point(ahead);
    }

    void add_point(Vec2 ahead) {
        march_.last = march_.last + direction_of(march_.head - march_.last, ahead) * step_;
        march_.trail_newest = (march_.trail_newest + 1) % march_.trail_room;
        trail_[march_.trail_newest] = beside(march_.last, ahead);
    }

    /// The middle of the room beside a point of the way, and how many files fit there.
    TrailPoint beside(Vec2 at, Vec2 ahead) const {
        const float breadth = march_.spacing * static_cast<float>(march_.files - 1);
        if (!world_.terrain.ground || breadth == 0.0f || !world_.terrain.ground->walkable(at))
            return {at, march_.files};
        const Ground& ground = *world_.terrain.ground;
        const float on_left = free_to(ground, at, left_of(ahead), breadth);
        const float on_right = free_to(ground, at, -left_of(ahead), breadth);
        const auto fit = static_cast<uint32_t>((on_left + on_right) / march_.spacing + 0.1f) + 1;
        const uint32_t files = std::min(march_.files, fit);
        const float half = 0.5f * march_.spacing * static_cast<float>(files - 1);
        const float least = half - on_right, most = on_left - half;
        const float aside = least > most ? 0.5f * (least + most) : std::clamp(0.0f, least, most);
        return {at + left_of(ahead) * aside, files};
    }

    /// How many files fit beside every rank, and ahead of the head.
    uint32_t room_for_files() const {
        if (!world_.terrain.ground) return march_.files;
        uint32_t files = march_.files;
        const Vec2 way = march_.waypoint - march_.head;
        const float distance = length_of(way);
        const float breadth = march_.spacing * static_cast<float>(march_.files);
        const Vec2 ahead = direction_of(way, {1.0f, 0.0f});
        for (float there = 0.0f; there <= std::min(distance, looks_ahead + 0.5f * breadth); there += step_)
            files = std::min(files, beside(march_.head + ahead * there, ahead).files);
        const uint32_t ranks = (present_ + march_.files_now - 1) / march_.files_now;
        const auto points = static_cast<uint32_t>(static_cast<float>(ranks) * points_per_spacing);
        for (uint32_t i = 0; i < std::min(points, march_.trail_room - 1); ++i)
            files = std::min(files, point_behind(i).files);
        return files;
    }

    /// A point of the trail: the newest is number 0.
    const TrailPoint& point_behind(uint32_t number) const {
        return trail_[(march_.trail_newest + march_.trail_room - std::min(number, march_.trail_room - 1)) %
                      march_.trail_room];
    }

    /// m: the place on the trail this far behind the head, and the direction of the way there (a unit vector).
    void find_on_trail(float behind, Vec2& at, Vec2& ahead) const {
        const float lead = length_of(march_.head - march_.last);
        const float points = std::max(behind - lead, 0.0f) / step_;
        const auto number = static_cast<uint32_t>(points);
        const Vec2 near = point_behind(number).at, far = point_behind(number + 1).at;
        at = near + (far - near) * (points - static_cast<float>(number));
        ahead = direction_of(point_behind(number > 2 ? number - 2 : 0).at - point_behind(number + 3).at,
                             direction_of(march_.end - march_.head, {1.0f, 0.0f}));
        if (behind < lead) at = at + direction_of(march_.head - march_.last, ahead) * (lead - behind);
    }

    /// Writes where each member is to be. `speed`: m/s, of the head.
    void tell_members(float speed) {
        uint32_t number = 0;
        Vec2 at{}, ahead{};
        for_each_member([&](Row row) {
            const uint32_t rank = number / march_.files_now, file = number % march_.files_now;
            if (file == 0) find_on_trail(march_.spacing * static_cast<float>(rank), at, ahead);
            const uint32_t in_rank = std::min(march_.files_now, present_ - rank * march_.files_now);
            const float aside = march_.spacing * (0.5f * static_cast<float>(in_rank - 1) - static_cast<float>(file));
            MarchPlace& place = world_.march.change(row);
            place.at = within_world(at + left_of(ahead) * aside);
            place.velocity = ahead * speed;
            place.facing = march_.facing;
            place.kind = march_.over != 0 ? MarchPlace::Kind::over : MarchPlace::Kind::marches;
            ++number;
        });
    }

    const MarchView& world_;
    March& march_;
    const MarchMember* members_;
    TrailPoint* trail_;
    float step_; ///< m between two points of the trail
    uint32_t present_ = 0;
    float speed_ = 0.0f;  ///< m/s, of the slowest member
    float behind_ = 0.0f; ///< spacings: how far the members are behind, on the mean
};

/// Removes marches that are over.
void forget_old(Marches& marches) {
    if (std::none_of(marches.list.begin(), marches.list.end(), [](const March& m) { return m.over != 0; })) return;
    Marches left;
    for (March march : marches.list) {
        if (march.over != 0) continue;
        const auto members = marches.members.begin() + march.first;
        const auto trail = marches.trail.begin() + march.trail_first;
        march.first = static_cast<uint32_t>(left.members.size());
        march.trail_first = static_cast<uint32_t>(left.trail.size());
        left.members.insert(left.members.end(), members, members + march.count);
        left.trail.insert(left.trail.end(), trail, trail + march.trail_room);
        left.list.push_back(march);
    }
    marches = std::move(left);
}

} // namespace

uint64_t Marches::hash() const {
    const auto fold = [](uint64_t sum, const auto& element) {
        return mix_bits(fold_element(sum, reinterpret_cast<const std::byte*>(&element), sizeof element));
    };
    uint64_t sum = list.size();
    for (const March& march : list) sum = fold(sum, march);
    for (const MarchMember& member : members) sum = fold(sum, member);
    for (const TrailPoint& point : trail) sum = fold(sum, point);
    return list.empty() ? 0 : sum;
}

uint64_t Marches::memory() const {
    return list.capacity() * sizeof(March) + members.capacity() * sizeof(MarchMember) +
           trail.capacity() * sizeof(TrailPoint);
}

bool falls_in(const FormationChanges& world, const MarchMember& member) {
    const Row row = row_of(world, member);
    if (row == Row::none()) return false;
    Orders& orders = world.orders.change(row);
    if (orders.in_formation != 0) return false;
    orders.in_formation = 1;
    return true;
}

void forget_members(Marches& marches, std::span<const uint8_t> marks) {
    for (MarchMember& member : marches.members)
        if (member.agent.index < marks.size() && marks[member.agent.index] != 0) member.agent = {};
}

void begin_march(const MarchBeginning& world, std::span<const MarchMember> members, Row leader,
                 const SquadFormation& formation, Vec2 point) {
    Vector<Row> rows;
    for (const MarchMember& member : members) rows.push_back(world.ids.row_of(member.agent));
    if (rows.empty()) return;
    Agents& agents = world.agents;
    if (!agents.registry.enabled(Field::march)) {
        agents.registry.enable(Field::march, true);
        plan_hash(agents);
    }
    const auto& position = world.position;
    const auto count = static_cast<uint32_t>(rows.size());
    const uint32_t files = formation.files != 0 ? static_cast<uint32_t>(formation.files)
                                                : (count + static_cast<uint32_t>(formation.ranks) - 1) /
                                                      static_cast<uint32_t>(formation.ranks);
    const uint32_t ranks = (count + files - 1) / files;
    const bool faces = formation.facing != Vec2{};
    const Row first =
        *std::min_element(rows.begin(), rows.end(), [&](Row a, Row b) { return world.serial[a] < world.serial[b]; });
    const Vec2 way = point - position[leader != Row::none() ? leader : first];
    const Vec2 d = way != Vec2{} ? normalised(way) : faces ? normalised(formation.facing) : Vec2{1.0f, 0.0f};
    const auto sort_along = [&](Row* begin, Row* end, Vec2 direction) {
        std::sort(begin, end, [&](Row a, Row b) {
            const float there = glm::dot(position[a], direction), other = glm::dot(position[b], direction);
            return there != other ? there > other : world.serial[a] < world.serial[b];
        });
    };
    sort_along(rows.data(), rows.data() + count, d);
    const Vec2 facing = faces ? normalised(formation.facing) : d;
    const Vec2 ahead = glm::dot(facing, d) < 0.0f ? -facing : facing;
    const float half = 0.5f * static_cast<float>(ranks - 1);
    for (uint32_t rank = 0; rank < ranks; ++rank) {
        const uint32_t begin = rank * files, in_rank = std::min(files, count - begin);
        sort_along(rows.data() + begin, rows.data() + begin + in_rank, left_of(d));
        for (uint32_t file = 0; file < in_rank; ++file) {
            const float back = formation.spacing * (half - static_cast<float>(rank));
            const float aside = formation.spacing * (0.5f * static_cast<float>(in_rank - 1) - static_cast<float>(file));
            Orders& orders = world.orders.change(rows[begin + file]);
            orders.go_to(within_world(point + ahead * back + left_of(ahead) * aside));
        }
    }
    March march{.head = position[rows[0]],
                .end = within_world(point + ahead * (formation.spacing * half)),
                .last = position[rows[0]],
                .waypoint = position[rows[0]],
                .facing = facing,
                .spacing = formation.spacing,
                .files = files,
                .files_now = files,
                .first = static_cast<uint32_t>(world.marches.members.size()),
                .count = count,
                .trail_first = static_cast<uint32_t>(world.marches.trail.size()),
                .trail_room = 2 * count + 8};
    // The head begins in the middle of rank 0, if an agent can stand there.
    Vec2 middle{};
    const uint32_t in_front = std::min(files, count);
    for (uint32_t i = 0; i < in_front; ++i) middle = middle + position[rows[i]] * (1.0f / static_cast<float>(in_front));
    if (!world.terrain.ground || world.terrain.ground->clear(march.head, middle))
        march.head = march.last = march.waypoint = middle;
    march.trail_newest = march.trail_room - 1;
    const float step = formation.spacing * (1.0f / points_per_spacing);
    for (uint32_t i = 0; i < march.trail_room; ++i)
        world.marches.trail.push_back(
            {within_places(march.head - d * (step * static_cast<float>(march.trail_room - 1 - i))), files});
    for (const Row row : rows) world.marches.members.push_back({world.id[row], world.orders[row].journey});
    world.marches.list.push_back(march);
}

void go_on_marches(const MarchView& world, ParallelLoops& loops) {
    Marches& marches = world.marches;
    if (marches.list.empty()) return;
    forget_old(marches);
    const auto count = static_cast<uint32_t>(marches.list.size());
    world.locomotion.march_routes.resize(count);
    const auto each = [&](auto visit) {
        loops.parallel_for(count, 1, [&](uint32_t i, uint32_t, uint32_t) { visit(Marcher(world, marches.list[i])); });
    };
    each([](Marcher marcher) { marcher.request_way(); });
    if (world.terrain.ground && std::any_of(world.locomotion.march_routes.begin(), world.locomotion.march_routes.end(),
                                            [](const Route& route) { return route.to != route.from; }))
        world.locomotion.route_finder->find(route_jobs(loops), world.locomotion.march_routes);
    each([](Marcher marcher) {
        marcher.take_way();
        marcher.go_on();
    });
}

} // namespace fray
