#include "locomotion/gathering.h"

#include "bit_cast.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace fray {
namespace {

constexpr int64_t places_every = 250'000; ///< us
/// m: the least gap between two agents in their places. It is a little more than the gap from which walkers draw back.
constexpr float least_gap_of_places = 0.14f;
/// An agent gets a place when it is nearer to the point than so many radii of the disc and so many metres.
constexpr float near_discs = 2.0f, near_metres = 10.0f;
/// m: an agent that is nearer to its place keeps it when places are shared out anew.
constexpr float keeps_place = 3.0f;
/// A place is taken if it is nearer to another than this fraction of their distance.
constexpr float taken_within = 0.9f;
/// Where an agent is this many times as wide as another, there are no places: a lattice would have large gaps.
constexpr float most_difference = 1.5f;
/// On a ground, places this many times as far as the radius of the disc are looked at.
constexpr float most_discs = 2.0f;
/// Two agents exchange their places where one of them is farther than `not_there` metres from its place. The exchange
/// must make the sum of the squares of their ways less, by `worth_it` times the square of the distance of two places.
constexpr float not_there = 0.15f, worth_it = 0.1f;
/// m: an agent exchanges its place for another that is no farther from it.
constexpr float most_exchanged = 4.0f;
/// m: the radius of a disc with the area that a single place takes, in a lattice with places 1 m apart.
constexpr float disc_of_place = 0.525f;

uint64_t hash_of(const Destination& goal) {
    const Vec2 at = goal.point + Vec2{}; // -0 becomes 0, which is the same place
    const uint64_t bits = uint64_t{bit_cast<uint32_t>(at.x)} << 32 | bit_cast<uint32_t>(at.y);
    return mix_bits(bits + static_cast<uint64_t>(goal.floor));
}

bool gathers_before(const Gatherer& a, const Gatherer& b) {
    return a.goal == b.goal ? a.serial < b.serial : a.goal < b.goal;
}

class PlaceFinder {
public:
    explicit PlaceFinder(const GatheringChanges& world) : world_(world), members_(world.gatherings.members) {}

    void find() {
        list_members();
        Vector<Destination> changed;
        for_each_gathering([&](std::span<const Gatherer> all) {
            measure(all);
            if (differ_ || outgrown(all))
                for (const Gatherer& member : all) forget_place(member.row);
            if (differ_) return;
            if (std::any_of(all.begin(), all.end(),
                            [&](const Gatherer& member) { return !has_place(member.row) && comes(member); }))
                changed.push_back(all.front().goal);
            else
                exchange(all);
        });
        if (changed.empty()) return;
        const auto is_changed = [&](const Destination& goal) {
            return std::binary_search(changed.begin(), changed.end(), goal);
        };
        for (Row row{0}; row < world_.rows; ++row)
            if (has_arrived(row) && !has_place(row) && !has_own_radius(row) && gathers_here(row) &&
                is_changed(goal_of(row)))
                add(row);
        std::sort(members_.begin(), members_.end(), gathers_before);
        for_each_gathering([&](std::span<const Gatherer> all) {
            if (is_changed(all.front().goal)) share_out(all);
        });
    }

private:
    // ---- The members
    /// Lists the members of gatherings in which an agent under way has no place, is not in it, or has a radius of its
    /// own, and of others by chance.
    void list_members() {
        const Vector<Journey>& journeys = world_.journeys.list;
        Vector<Gatherings::Bucket>& buckets = world_.gatherings.buckets;
        Vector<Row>& rows = world_.gatherings.rows;
        const size_t mask = std::bit_ceil(2 * journeys.size()) - 1;
        buckets.assign(mask + 1, {});
        rows.clear();
        members_.clear();
        const auto look_at = [&](Row row) {
            if (!gathers_here(row)) return;
            Gatherings::Bucket& bucket = buckets[hash_of(goal_of(row)) & mask];
            ++bucket.members;
            bucket.restless += !is_in_place(row) || has_own_radius(row);
            rows.push_back(row);
        };
        for (const Journey& journey : journeys) {
            const Row row = world_.ids.row_of(journey.agent);
            if (row != Row::none() && world_.orders[row].journey == journey.number) look_at(row);
        }
        for (const uint32_t index : world_.bodies.agents)
            if (const Row row = world_.ids.row[index]; has_own_radius(row) && has_arrived(row)) look_at(row);
        const auto matters = [](const Gatherings::Bucket& bucket) {
            return bucket.members > 1 && bucket.restless != 0;
        };
        if (std::none_of(buckets.begin(), buckets.end(), matters)) return;
        if (world_.agents.march.in_use())
            for (Row row{0}; row < world_.rows; ++row)
                if (has_place(row) && has_arrived(row) && !has_own_radius(row)) look_at(row);
        for (const Row row : rows)
            if (matters(buckets[hash_of(goal_of(row)) & mask])) add(row);
        std::sort(members_.begin(), members_.end(), gathers_before);
    }
    Destination goal_of(Row row) const { return destination_of(world_, row); }
    void add(Row row) { members_.push_back({goal_of(row), world_.serial[row], row}); }
    /// True: it has reached the point, and is not under way any more.
    bool has_arrived(Row row) const { return world_.orders[row].under_way == 0; }
    /// True: the agent goes to the point of its order, and will stay there.
    bool gathers_here(Row row) const {
        const Orders& orders = world_.orders[row];
        if (orders.kind != StoredOrder::walk && orders.kind != StoredOrder::run) return false;
        if (orders.in_formation != 0 || orders.bound != 0 || world_.life[row] != Life::living) return false;
        if (kind_of(row).motion != MotionType::simulated) return false;
        return !goes_on(world_, world_.id[row]);
    }
    template <typename Visit> void for_each_gathering(Visit&& visit) const {
        const std::span<const Gatherer> members = members_;
        for (size_t first = 0; first < members.size();) {
            size_t end = first + 1;
            while (end < members.size() && members[end].goal == members[first].goal) ++end;
            if (end - first > 1) visit(members.subspan(first, end - first));
            first = end;
        }
    }

    // ---- What is known of a member
    const Archetype& kind_of(Row row) const { return world_.kinds.archetypes[world_.archetype[row]]; }
    float radius_at(Row row) const { return radius_of(world_, row, kind_of(row)); }
    Vec2 position_at(Row row) const { return world_.position[row]; }
    Vec2 place_at(Row row) const { return world_.agents.march[row].at; } ///< m; it has a place
    bool has_place(Row row) const {
        return world_.agents.march.in_use() && world_.agents.march[row].kind == MarchPlace::Kind::gathers;
    }
    bool has_own_radius(Row row) const { return world_.body && world_.body[row].radius != 0.0f; }
    bool is_in_place(Row row) const {
        return has_place(row) && distance_squared(position_at(row), place_at(row)) <= not_there * not_there;
    }
    /// True: it is near enough to the point to get a place.
    bool comes(const Gatherer& member) const {
        const Vec2 here = position_at(member.row), point = member.goal.point;
        const float near = near_metres + near_discs * disc_;
        if (distance_squared(here, point) > near * near) return false;
        return !world_.terrain.ground || world_.terrain.ground->clear(here, point);
    }
    /// True: the host has made an agent so wide that its place is too small.
    bool outgrown(std::span<const Gatherer> all) {
        const auto has_both = [&](Row row) { return has_place(row) && has_own_radius(row); };
        if (std::none_of(all.begin(), all.end(), [&](const Gatherer& member) { return has_both(member.row); }))
            return false;
        const Vector<Row>& rows = sort_by_place(all);
        return std::any_of(rows.begin(), rows.end(), [&](Row row) {
            if (!has_both(row)) return false;
            const Vec2 place = place_at(row);
            const float far = taken_within * (radius_at(row) + widest_);
            for (auto at = first_from(rows, place.x - far); at != rows.end() && place_at(*at).x <= place.x + far;
                 ++at) {
                const float apart = taken_within * (radius_at(row) + radius_at(*at));
                if (*at != row && distance_squared(place, place_at(*at)) < apart * apart) return true;
            }
            return false;
        });
    }
    /// The rows of those with a place, by the x of the place, then by serial. Valid until the next call.
    Vector<Row>& sort_by_place(std::span<const Gatherer> all) {
        Vector<Row>& rows = world_.gatherings.by_place;
        rows.clear();
        for (const Gatherer& member : all)
            if (has_place(member.row)) rows.push_back(member.row);
        std::sort(rows.begin(), rows.end(), [&](Row a, Row b) {
            const float there = place_at(a).x, other = place_at(b).x;
            return there != other ? there < other : world_.serial[a] < world_.serial[b];
        });
        return rows;
    }
    /// The first of these rows with a place at `x` or beyond.
    Vector<Row>::const_iterator first_from(const Vector<Row>& rows, float x) const {
        return std::lower_bound(rows.begin(), rows.end(), x,
                                [&](Row row, float from) { return place_at(row).x < from; });
    }
    void forget_place(Row row) {
        if (has_place(row)) world_.agents.march.change(row) = {};
    }

    // ---- The disc
    /// Sets the measures of the disc of these agents.
    void measure(std::span<const Gatherer> all) {
        float widest = 0.0f, narrowest = std::numeric_limits<float>::infinity(), gap = least_gap_of_places;
        for (const Gatherer& member : all) {
            widest = std::max(widest, radius_at(member.row));
            narrowest = std::min(narrowest, radius_at(member.row));
            gap = std::max(gap, kind_of(member.row).personal_space);
        }
        widest_ = widest;
        differ_ = widest > most_difference * narrowest;
        spacing_ = 2.0f * widest + gap;
        disc_ = disc_of_place * spacing_ * std::sqrt(static_cast<float>(all.size()));
    }

    /// Gives places to all that come and have none, and to those that are still far from theirs.
    void share_out(std::span<const Gatherer> all) {
        measure(all);
        if (differ_) { // with those that have arrived, which `find` had not measured
            for (const Gatherer& member : all) forget_place(member.row);
            return;
        }
        taken_.clear();
        Vector<Newcomer> newcomers;
        for (const Gatherer& member : all) {
            const Vec2 here = position_at(member.row);
            const bool placed = has_place(member.row);
            const bool far = placed && distance_squared(here, place_at(member.row)) > keeps_place * keeps_place;
            if (comes(member) && (!placed || far))
                newcomers.push_back({here, member});
            else if (placed)
                taken_.push_back(place_at(member.row));
        }
        for (const Newcomer& newcomer : newcomers) forget_place(newcomer.member.row);
        std::sort(taken_.begin(), taken_.end(), [](Vec2 a, Vec2 b) { return a.x < b.x; });
        const Vec2 point = all.front().goal.point;
        Vector<Vec2> places = free_places(point, newcomers.size());
        if (places.size() < newcomers.size()) { // for the nearest to the point
            std::sort(newcomers.begin(), newcomers.end(), [&](const Newcomer& a, const Newcomer& b) {
                const float there = distance_squared(a.here, point), other = distance_squared(b.here, point);
                return there != other ? there < other : a.member.serial < b.member.serial;
            });
            newcomers.resize(places.size());
        }
        match(newcomers, places);
    }

    /// The free places of a lattice of triangles that are nearest to the point, `count` at most. On a ground they are
    /// those that can be seen from the point.
    Vector<Vec2> free_places(Vec2 point, size_t count) const {
        struct Place {
            float squared;
            uint32_t number;
            Vec2 at;
        };
        const Ground* const ground = world_.terrain.ground.get();
        const float most = (ground != nullptr ? most_discs : 1.0f) * disc_ + 2.0f * spacing_;
        const float apart = 0.8660254f * spacing_; // of two lines
        const int lines = static_cast<int>(most / apart), columns = static_cast<int>(most / spacing_) + 1;
        Vector<Place> places;
        for (int y = -lines; y <= lines; ++y)
            for (int x = -columns; x <= columns; ++x) {
                const float shift = y % 2 != 0 ? 0.5f : 0.0f;
                const Vec2 off = {spacing_ * (static_cast<float>(x) + shift), apart * static_cast<float>(y)};
                const float squared = glm::dot(off, off);
                if (squared <= most * most)
                    places.push_back({squared, static_cast<uint32_t>(places.size()), point + off});
            }
        std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
            return a.squared != b.squared ? a.squared < b.squared : a.number < b.number;
        });
        Vector<Vec2> free;
        for (const Place& place : places) {
            if (free.size() == count) break;
            if (is_free(place.at) && within_world(place.at) == place.at &&
                (ground == nullptr || ground->clear(point, place.at)))
                free.push_back(place.at);
        }
        return free;
    }
    bool is_free(Vec2 place) const {
        const float near = taken_within * spacing_;
        auto other =
            std::lower_bound(taken_.begin(), taken_.end(), place.x - near, [](Vec2 a, float x) { return a.x < x; });
        for (; other != taken_.end() && other->x < place.x + near; ++other)
            if (distance_squared(place, *other) < near * near) return false;
        return true;
    }

    // ---- From places to agents
    struct Newcomer {
        Vec2 here{}; ///< m
        Gatherer member;
    };

    /// Gives each newcomer a place, so that few ways cross: half of the newcomers gets half of the places, along the
    /// longer side of the places, and so on. Those that come first get the places behind the point.
    void match(std::span<Newcomer> newcomers, std::span<Vec2> places) {
        if (newcomers.empty()) return;
        if (newcomers.size() == 1) return give(newcomers.front(), places.front());
        Vec2 low = places.front(), high = low;
        for (const Vec2 place : places) low = glm::min(low, place), high = glm::max(high, place);
        const bool along_x = high.x - low.x >= high.y - low.y;
        const auto along = [&](Vec2 at) { return along_x ? at.x : at.y; };
        const auto across = [&](Vec2 at) { return along_x ? at.y : at.x; };
        const size_t half = newcomers.size() / 2;
        const auto middle = static_cast<std::ptrdiff_t>(half);
        std::nth_element(newcomers.begin(), newcomers.begin() + middle, newcomers.end(),
                         [&](const Newcomer& a, const Newcomer& b) {
                             const float there = along(a.here), other = along(b.here);
                             return there != other ? there < other : a.member.serial < b.member.serial;
                         });
        std::nth_element(places.begin(), places.begin() + middle, places.end(), [&](Vec2 a, Vec2 b) {
            return along(a) != along(b) ? along(a) < along(b) : across(a) < across(b);
        });
        match(newcomers.first(half), places.first(half));
        match(newcomers.subspan(half), places.subspan(half));
    }
    void give(const Newcomer& newcomer, Vec2 place) {
        if (world_.terrain.ground && !world_.terrain.ground->clear(newcomer.here, place)) return;
        if (!world_.agents.registry.enabled(Field::march)) {
            world_.agents.registry.enable(Field::march, true);
            plan_hash(world_.agents);
        }
        world_.agents.march.change(newcomer.member.row) = {.at = place, .kind = MarchPlace::Kind::gathers};
    }

    /// Agents exchange their places, where they are in each other's way.
    void exchange(std::span<const Gatherer> all) {
        Vector<Row>& rows = sort_by_place(all);
        const float least = worth_it * spacing_ * spacing_;
        for (size_t i = 0; i < rows.size(); ++i) {
            const Row row = rows[i];
            const Vec2 here = position_at(row), place = place_at(row);
            const float left = distance_squared(here, place);
            if (left <= not_there * not_there) continue;
            size_t best = rows.size();
            float most = least;
            for (auto at = first_from(rows, here.x - most_exchanged);
                 at != rows.end() && place_at(*at).x <= here.x + most_exchanged; ++at) {
                const Vec2 there = position_at(*at), its = place_at(*at);
                const float to_its = distance_squared(here, its);
                const float gain = left + distance_squared(there, its) - to_its - distance_squared(there, place);
                if (gain <= most || *at == row || to_its > most_exchanged * most_exchanged) continue;
                most = gain;
                best = static_cast<size_t>(at - rows.begin());
            }
            if (best == rows.size()) continue;
            std::swap(world_.agents.march.change(row).at, world_.agents.march.change(rows[best]).at);
            std::swap(rows[i], rows[best]); // the list stays sorted by places
        }
    }

    GatheringChanges world_;
    Vector<Gatherer>& members_; ///< by goal and serial
    // Of the gathering at hand.
    float spacing_ = 0.0f; ///< m: from a place to the next
    float disc_ = 0.0f;    ///< m: about the radius of the disc
    float widest_ = 0.0f;  ///< m: the greatest radius of its members
    bool differ_ = false;  ///< its members are too different in width for places
    Vector<Vec2> taken_;   ///< m: the places of those that keep theirs, by x
};

} // namespace

uint64_t Gatherings::memory() const {
    return buckets.capacity() * sizeof(Bucket) + (rows.capacity() + by_place.capacity()) * sizeof(Row) +
           members.capacity() * sizeof(Gatherer);
}

void find_places(const GatheringChanges& world) {
    if (world.journeys.list.empty()) return;
    if (world.clock.now / places_every == world.clock.previous_now / places_every) return;
    PlaceFinder(world).find();
}

} // namespace fray
