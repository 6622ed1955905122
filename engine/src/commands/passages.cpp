#include "commands/passages.h"

#include "bodies/bodies.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace fray {
namespace {

constexpr int64_t no_way = std::numeric_limits<int64_t>::max();

/// A place on a floor.
struct Place {
    Vec2 at{};
    int16_t floor = 0;
    uint32_t island = Ground::no_island;
};

/// mm: so much longer each passage makes a way, so that no agent goes back and forth for nothing.
constexpr int64_t passage_cost = 100;

/// An open passage.
struct Passage {
    uint16_t number; ///< links.h
    Place entrance, exit;
    int64_t length;   ///< mm, which the way through it adds to the way of an agent that need not wait
    int64_t waits;    ///< agents that head for it
    int64_t capacity; ///< agents
    int64_t interval; ///< us

    int64_t cost() const { return length + waits / capacity * (interval / 500); } ///< mm
};

/// The open passages of a world, and the ways that they make.
class PassageMap {
public:
    explicit PassageMap(const PassageView& world) : world_(world) {
        for (const Link& link : world.links.list())
            for (int end = 0; link.open != 0 && end <= link.bidirectional; ++end)
                passages_.push_back({.number = static_cast<uint16_t>(2 * link.number + end),
                                     .entrance = place(link.ends[end], link.floors[end]),
                                     .exit = place(link.ends[1 - end], link.floors[1 - end]),
                                     .length = millimetres_of(link.cost) + passage_cost,
                                     .waits = 0,
                                     .capacity = link.capacity,
                                     .interval = microseconds_of(static_cast<double>(link.interval))});
        const size_t count = passages_.size();
        hops_.resize(count * count);
        for (size_t from = 0; from < count; ++from)
            for (size_t to = 0; to < count; ++to)
                hops_[from * count + to] = way(passages_[from].exit, passages_[to].entrance);
    }

    Place place(Vec2 at, int16_t floor) const {
        const Ground* const ground = world_.terrain.ground.get();
        return {at, floor, ground != nullptr ? ground->island(at) : Ground::no_island};
    }

    /// An agent more heads for this passage.
    void count(uint16_t number) {
        for (Passage& passage : passages_)
            if (passage.number == number) ++passage.waits;
    }

    /// The first passage of the shortest way between two places on different floors; no_passage: there is none.
    uint16_t choose(const Place& from, const Place& to) {
        const size_t count = passages_.size();
        rest_.assign(count, no_way); // from each entrance to the end
        for (size_t i = 0; i < count; ++i) rest_[i] = sum(passages_[i].cost(), way(passages_[i].exit, to));
        open_.resize(count);
        std::iota(open_.begin(), open_.end(), size_t{0});
        // As Dijkstra: the entrance that is nearest to the end cannot come nearer, and the others may through it.
        while (!open_.empty()) {
            const auto nearest =
                std::min_element(open_.begin(), open_.end(), [&](size_t a, size_t b) { return rest_[a] < rest_[b]; });
            const size_t next = *nearest;
            if (rest_[next] == no_way) break;
            open_.erase(nearest);
            for (const size_t i : open_)
                rest_[i] = std::min(rest_[i], sum(passages_[i].cost(), sum(hops_[i * count + next], rest_[next])));
        }
        uint16_t best = no_passage;
        int64_t least = no_way;
        for (size_t i = 0; i < count; ++i) {
            const int64_t cost = sum(way(from, passages_[i].entrance), rest_[i]);
            if (cost < least) std::tie(least, best) = std::tuple{cost, passages_[i].number};
        }
        return best;
    }

private:
    static int64_t sum(int64_t a, int64_t b) { return a == no_way || b == no_way ? no_way : a + b; }

    /// mm; no_way: the places are on different floors or islands.
    static int64_t way(const Place& a, const Place& b) {
        const bool apart = a.island != b.island && a.island != Ground::no_island && b.island != Ground::no_island;
        return a.floor != b.floor || apart ? no_way : int64_t{millimetres(distance_squared(a.at, b.at))};
    }

    PassageView world_;
    std::vector<Passage> passages_;    ///< by number
    std::vector<int64_t> hops_, rest_; ///< mm
    std::vector<size_t> open_;         ///< passages from which the way is not known yet
};

} // namespace

void reconsider_passages(const Views<Links>& world) {
    for (Trip& trip : world.links.trips()) trip.chooses = trip.bound;
}

void choose_passages(const PassageChanges& world) {
    Links& links = world.links;
    std::vector<std::pair<Serial, AgentId>> choosing;
    for (size_t i = 0; i < links.trips().size();) {
        Trip& trip = links.trips()[i];
        const Row row = world.ids.row_of(trip.agent);
        if (row == Row::none() || world.life[row] != Life::living) {
            if (row != Row::none() && trip.bound != 0) world.orders.change(row).bound = 0;
            links.remove_trip(trip.agent);
            continue;
        }
        if (trip.chooses != 0) {
            trip.chooses = 0;
            trip.passage = no_passage;
            choosing.emplace_back(world.serial[row], trip.agent);
        }
        ++i;
    }
    if (choosing.empty()) return;
    PassageMap map(world);
    for (const Trip& trip : links.trips()) map.count(trip.passage);
    std::sort(choosing.begin(), choosing.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [serial, agent] : choosing) {
        const Row row = world.ids.row_of(agent);
        Trip& trip = *links.trip_of(agent);
        const Place here = map.place(world.position[row], world.floor[row]);
        trip.passage = map.choose(here, map.place(world.orders[row].point, trip.floor));
        map.count(trip.passage);
    }
}

std::vector<Passing> open_passages(const PassageChanges& world) {
    Links& links = world.links;
    struct Ready {
        uint16_t passage;
        int32_t mm;
        Serial serial;
        Row row;
        bool operator<(const Ready& b) const {
            return std::tie(passage, mm, serial) < std::tie(b.passage, b.mm, b.serial);
        }
    };
    std::vector<Ready> ready;
    for (const Trip& trip : links.trips()) {
        if (trip.passage == no_passage) continue;
        const Link& link = *links.find(trip.passage / 2);
        const Row row = world.ids.row_of(trip.agent);
        const int32_t mm = millimetres(distance_squared(world.position[row], links.entrance(trip.passage)));
        if (!world.clock.reached(link.next_departure[trip.passage % 2]) || mm > millimetres_of(link.radius)) continue;
        const AgentState state = world.state[row];
        if (is_stunned(world, row) || state == AgentState::led || state == AgentState::rout) continue;
        if (world.orders[row].kind == StoredOrder::advance && world.target[row]) continue;
        ready.push_back({trip.passage, mm, world.serial[row], row});
    }
    std::sort(ready.begin(), ready.end());
    std::vector<Passing> passing;
    int32_t left = 0;
    for (size_t i = 0; i < ready.size(); ++i) {
        const uint16_t passage = ready[i].passage;
        if (i == 0 || passage != ready[i - 1].passage) {
            Link& link = *links.find(passage / 2);
            link.next_departure[passage % 2] = world.clock.now + microseconds_of(static_cast<double>(link.interval));
            left = link.capacity;
        }
        if (left-- > 0) passing.push_back({ready[i].row, passage});
    }
    return passing;
}

Vec2 behind(const PassageView& world, uint16_t passage, Vec2 position) {
    const Link& link = *world.links.find(passage / 2);
    const Vec2 exit = link.ends[1 - passage % 2];
    const Vec2 there = within_world(exit + (position - link.ends[passage % 2]));
    const Ground* const ground = world.terrain.ground.get();
    if (ground == nullptr || ground->walkable(there)) return there;
    return nearest_footing(world.terrain, there, ground->island(exit));
}

} // namespace fray
