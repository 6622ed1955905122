#include "army/standing.h"

#include "army/lookup.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace fray::scenario {
namespace {

constexpr double square = 2.0;           // m, side of a cell of the hash grid of occupied positions
constexpr int64_t farthest_ring = 4096;  // number of the last ring that a search for room examines
constexpr int64_t most_bare_rings = 200; // the search ends after so many rings in a row without ground

uint64_t key_of(int64_t x, int64_t y) { return static_cast<uint64_t>(x) << 32 ^ static_cast<uint32_t>(y); }
int64_t square_of(float v) { return saturated_cast<int64_t>(std::floor(double{v} / square)); }

/// Rounds a position to whole millimetres, as all positions of scenarios are.
Vec2 to_millimetres(double x, double y) {
    const auto whole = [](double v) { return static_cast<float>(std::floor(v * 1000.0 + 0.5) / 1000.0); };
    return {whole(x), whole(y)};
}

double squared(Vec2 a, Vec2 b) {
    const double x = double{a.x} - double{b.x}, y = double{a.y} - double{b.y};
    return x * x + y * y;
}

} // namespace

bool Standing::free(Vec2 at, double apart) const {
    const auto reach = saturated_cast<int64_t>(std::ceil(apart / square));
    for (int64_t y = square_of(at.y) - reach; y <= square_of(at.y) + reach; ++y)
        for (int64_t x = square_of(at.x) - reach; x <= square_of(at.x) + reach; ++x)
            if (const auto found = occupied_.find(key_of(x, y)); found != occupied_.end())
                for (const Vec2 other : found->second)
                    if (squared(at, other) < apart * apart) return false;
    return true;
}

void Standing::occupy(Vec2 at) { occupied_[key_of(square_of(at.x), square_of(at.y))].push_back(at); }

/// Finds a free place on the island. It searches a lattice ring by ring round the walkable point nearest to `at`. In
/// the first ring with room it takes the place nearest to that point.
bool Standing::find_room(Vec2 at, uint32_t island, double apart, Vec2* found) {
    Vec2 start{};
    if (!ground()->nearest(at, std::numeric_limits<float>::max(), &start, island)) return false;
    int64_t& full = full_[key_of(saturated_cast<int64_t>(std::floor(double{start.x} / apart)),
                                 saturated_cast<int64_t>(std::floor(double{start.y} / apart)))];
    for (int64_t ring = full, bare = 0; ring <= farthest_ring && bare <= most_bare_rings; ++ring) {
        std::optional<Vec2> best;
        ++bare;
        const auto look = [&](int64_t i, int64_t j) {
            const Vec2 p = to_millimetres(double{start.x} + static_cast<double>(i) * apart,
                                          double{start.y} + static_cast<double>(j) * apart);
            if (std::max(std::abs(p.x), std::abs(p.y)) > world_extent || ground()->island(p) != island) return;
            bare = 0;
            if (best && squared(p, start) >= squared(*best, start)) return;
            if (free(p, 0.95 * apart)) best = p;
        };
        for (int64_t i = -ring; i <= ring; ++i) look(i, -ring), look(i, ring);
        for (int64_t j = -ring + 1; j < ring; ++j) look(-ring, j), look(ring, j);
        if (best) {
            *found = *best;
            return true;
        }
        full = ring;
    }
    return false;
}

Standing::Places Standing::stand(const GroupDef& group, std::vector<Vec2> positions) {
    Places places{std::move(positions)};
    const ArchetypeDef* const archetype = named(scenario_.archetypes, group.archetype);
    if (ground() == nullptr || archetype->body.motion == MotionType::host) return places;
    std::vector<size_t> off;
    for (size_t i = 0; i < places.positions.size(); ++i) {
        if (ground()->walkable(places.positions[i]))
            occupy(places.positions[i]);
        else
            off.push_back(i);
    }
    places.off_ground = static_cast<int64_t>(off.size());
    if (off.empty()) return places;
    places.first = places.positions[off[0]];
    if (scenario_.off_ground == OffGround::refuse) return places;
    // All agents off the ground are moved to the island nearest to the group's middle, so that the group stays
    // together.
    Vec2 middle{};
    uint32_t island = Ground::no_island;
    if (ground()->nearest(group.at, std::numeric_limits<float>::max(), &middle)) island = ground()->island(middle);
    full_.clear();
    const double apart = std::max(2.0 * double{archetype->body.radius} + 0.05, double{group.spacing});
    bool room = island != Ground::no_island;
    for (const size_t i : off) {
        // When there is no room for an agent, the island counts as full for all later agents.
        room = room && find_room(places.positions[i], island, apart, &places.positions[i]);
        if (room)
            occupy(places.positions[i]);
        else
            ++places.without_room;
    }
    return places;
}

} // namespace fray::scenario
