// Storeys with a stair and a lift between them. To fray, agents on different storeys never meet; the game says where
// the ways between them are, and which agents go. Twenty raiders climb to the upper storey, where ten guards hold out.
// Exits with 1 if a raider does not get there, or if they do not fight.
#include "must.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

/// A stair or a lift, at the same place on both storeys.
struct Link {
    fray::Vec2 at{};
    int16_t from = 0, to = 0;
    float reach = 1.5f; // m: agents that near can use it
    size_t room = 1;    // how many go at once
    double every = 0.5; // s between two departures
    double next = 0.0;  // world time of the next departure
    std::vector<fray::AgentId> waiting{};
};

/// Sends an agent to the other storey and, there, to fight its way to a point.
void send(fray::World& world, Link& link, fray::AgentId agent) {
    must(world.set_order(agent, {.kind = fray::OrderKind::go, .point = link.at}), world);
    link.waiting.push_back(agent);
}

/// Lets the nearest waiting agents through, if it is time. Call it between two steps.
void run(fray::World& world, Link& link, fray::Vec2 then) {
    std::erase_if(link.waiting, [&](fray::AgentId agent) { return world.health(agent).value_or(0.0f) <= 0.0f; });
    if (world.time() < link.next || link.waiting.empty()) return;
    link.next = world.time() + link.every;
    const auto away = [&](fray::AgentId agent) {
        const fray::Vec2 at = *world.position(agent);
        return std::hypot(at.x - link.at.x, at.y - link.at.y);
    };
    std::sort(link.waiting.begin(), link.waiting.end(),
              [&](fray::AgentId a, fray::AgentId b) { return away(a) < away(b); });
    for (size_t i = 0; i < link.room && !link.waiting.empty() && away(link.waiting.front()) <= link.reach; ++i) {
        must(world.set_storey(link.waiting.front(), link.to), world);
        must(world.set_order(link.waiting.front(), {.kind = fray::OrderKind::advance, .point = then}), world);
        link.waiting.erase(link.waiting.begin());
    }
    // The others come nearer. The order that they have would leave them where the crowd was when they came.
    for (const fray::AgentId agent : link.waiting)
        must(world.set_order(agent, {.kind = fray::OrderKind::go, .point = link.at}), world);
}

} // namespace

int main() {
    fray::World world = fray::World::create({.threads = 1}).value();
    fray::ArchetypeDef soldier{.name = "soldier"};
    soldier.attacks = {{.name = "swing", .damage = 20.0f}};
    must(world.add_archetype(soldier), world);
    must(world.add_team("raiders"), world);
    must(world.add_team("guards"), world);
    std::vector<fray::AgentId> raiders(20);
    for (size_t i = 0; i < raiders.size(); ++i)
        must(world.spawn({.team = 0, .position = {static_cast<float>(i % 5), static_cast<float>(i / 5)}}, &raiders[i]),
             world);
    for (int i = 0; i < 10; ++i)
        must(world.spawn({.team = 1, .storey = 1, .position = {20.0f + static_cast<float>(i), 12.0f}}), world);

    Link stair{.at = {12, 0}, .from = 0, .to = 1};
    Link lift{.at = {0, 12}, .from = 0, .to = 1, .reach = 2.5f, .room = 6, .every = 4.0};
    must(world.step(1.0 / 60.0), world);
    for (size_t i = 0; i < raiders.size(); ++i) send(world, i % 2 == 0 ? stair : lift, raiders[i]);

    int hits = 0;
    fray::AgentId below[1];
    for (int frame = 0; frame < 3600 && world.nearest({}, 1000.0f, below) != 0; ++frame) {
        for (Link* link : {&stair, &lift}) run(world, *link, {24, 12});
        must(world.step(1.0 / 60.0), world);
        hits += static_cast<int>(world.events().hits.size());
    }
    const double climbed = world.time();
    for (int frame = 0; frame < 600; ++frame) {
        must(world.step(1.0 / 60.0), world);
        hits += static_cast<int>(world.events().hits.size());
    }
    const bool all = stair.waiting.empty() && lift.waiting.empty();
    std::printf("%s raiders are on the upper storey after %.1f s; %d hits there\n", all ? "all" : "NOT all", climbed,
                hits);
    return all && hits > 50 ? 0 : 1;
}
