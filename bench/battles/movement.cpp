#include "movement.h"

#include "statistics/quantiles.h"

#include <algorithm>
#include <cmath>

namespace fray::bench {
namespace {

constexpr double slow = 0.01; ///< m/s

/// m: the greatest distance to a target at which the agent could begin an attack (rules range_of and engage_range_of).
float reach_of(const ArchetypeDef& agent, const ArchetypeDef& target) {
    constexpr float default_reach = 1.2f; // m between the bodies
    float reach = 0.0f;
    for (const AttackDef& attack : agent.attacks)
        reach = std::max(reach, attack.range[0] == 0.0f && attack.range[1] == 0.0f
                                    ? default_reach + agent.body.radius + target.body.radius
                                    : attack.range[1]);
    const float engage = agent.engagement.engage_range;
    return engage > 0.0f ? std::min(engage, reach) : reach;
}

bool has_target_in_reach(const World& world, size_t row) {
    const std::optional<size_t> target = world.row_of(world.targets()[row]);
    if (!target) return false;
    const Vec2 at = world.positions()[row], there = world.positions()[*target];
    const auto archetypes = world.archetypes();
    return std::hypot(there.x - at.x, there.y - at.y) <=
           reach_of(world.archetype(archetypes[row]), world.archetype(archetypes[*target]));
}

bool waits(const World& world, size_t row) {
    return world.slots()[row] < 0 && !has_target_in_reach(world, row) &&
           world.order(world.ids()[row])->kind == OrderKind::free;
}

/// Where agents waited in a sampled frame.
class WaitingPlaces {
public:
    WaitingPlaces() = default;
    explicit WaitingPlaces(const std::vector<Body>& bodies) {
        for (const Body& body : bodies) {
            if (!body.waits) continue;
            const auto serial = static_cast<size_t>(body.serial);
            if (places_.size() <= serial) places_.resize(serial + 1);
            places_[serial] = body.at;
        }
    }
    bool halts(const Body& body) const {
        const auto serial = static_cast<size_t>(body.serial);
        if (!body.waits || serial >= places_.size() || !places_[serial]) return false;
        const Vec2 before = *places_[serial];
        return std::hypot(body.at.x - before.x, body.at.y - before.y) < halted_way;
    }

private:
    std::vector<std::optional<Vec2>> places_; ///< by serial
};

double share(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

} // namespace

void MovementMeter::frame(const World& world, double hz) {
    const auto now = world.positions(), before = world.previous_positions();
    const auto states = world.states();
    const auto slowest = static_cast<float>(slow / hz * slow / hz);
    uint64_t living = 0, moved = 0, faster = 0;
    for (size_t row = 0; row < now.size(); ++row) {
        if (states[row] == AgentState::dead) continue;
        const float x = now[row].x - before[row].x, y = now[row].y - before[row].y;
        ++living;
        moved += x != 0.0f || y != 0.0f;
        faster += x * x + y * y > slowest;
    }
    ++frames_;
    moved_ += share(static_cast<double>(moved), static_cast<double>(living));
    awake_ += share(static_cast<double>(world.counters().awake), static_cast<double>(living));
    faster_ += share(static_cast<double>(faster), static_cast<double>(living));
}

void MovementMeter::sample(const World& world, double hz) {
    const auto now = world.positions(), before = world.previous_positions();
    std::vector<Body>& bodies = samples_.emplace_back();
    for (size_t row = 0; row < now.size(); ++row) {
        if (world.states()[row] == AgentState::dead) continue;
        const float way = std::hypot(now[row].x - before[row].x, now[row].y - before[row].y);
        bodies.push_back({world.serials()[row], now[row], world.archetype(world.archetypes()[row]).body.radius,
                          way * static_cast<float>(hz), world.floors()[row], waits(world, row)});
    }
}

Movement MovementMeter::result() const {
    double living = 0.0, first = 0.0, moving = 0.0;
    Movement out{.moved = share(moved_, frames_), .awake = share(awake_, frames_), .faster = share(faster_, frames_)};
    std::vector<double> waiting, halted;
    WaitingPlaces before;
    for (const std::vector<Body>& bodies : samples_) {
        const std::vector<Around> around = count_neighbours(bodies);
        living += static_cast<double>(bodies.size());
        for (size_t i = 0; i < bodies.size(); ++i) {
            if (bodies[i].waits) {
                waiting.push_back(bodies[i].speed);
                out.waiting_moved += bodies[i].speed > 0.0f;
            }
            if (before.halts(bodies[i])) halted.push_back(bodies[i].speed);
            if (bodies[i].speed == 0.0f) continue;
            ++moving;
            out.neighbours += around[i].neighbours;
            out.contacts += around[i].contacts;
        }
        if (&bodies == &samples_.front()) first = static_cast<double>(bodies.size());
        before = WaitingPlaces(bodies);
    }
    out.neighbours = share(out.neighbours, moving);
    out.contacts = share(out.contacts, moving);
    out.waiting_moved = share(out.waiting_moved, static_cast<double>(waiting.size()));
    out.waiting = share(static_cast<double>(waiting.size()), living);
    out.halted = share(static_cast<double>(halted.size()), living - first);
    out.waiting_speed = demo::quantile(std::move(waiting), 0.5);
    out.halted_speed = demo::quantile(std::move(halted), 0.5);
    return out;
}

} // namespace fray::bench
