// Two lines of battle, several ranks deep: the ranks behind replace the fighters in front (rules.md, C2.9 to C2.12,
// C5.9).
#include "must.h"

#include "fray/fray.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <vector>

namespace fray::motion {
namespace {

constexpr double rates[] = {10.0, 30.0, 60.0, 144.0};
constexpr float spacings[] = {1.0f, 1.3f}; // m

/// Two lines of 20 files and four ranks, which have met. The fighters hardly wound each other.
struct Lines {
    World world;
    double hz;
    float spacing;
    std::vector<AgentId> agents;

    Lines(double rate, float apart, double relief = 0.0)
        : world(World::create({.hz = rate, .threads = 1}).value()), hz(rate), spacing(apart) {
        ArchetypeDef def;
        def.name = "soldier";
        def.body.health = 1e7f;
        def.body.walk_speed = 2.0f;
        def.body.run_speed = 4.0f;
        def.perception.support = false; // no agent leaves the line
        def.engagement.relief = relief;
        must(world.add_archetype(def));
        must(world.add_team("south"));
        must(world.add_team("north"));
        for (int i = 0; i < 160; ++i) {
            const bool north = i % 2 != 0;
            const float x = apart * (static_cast<float>(i / 2 % 20) - 9.5f),
                        y = 3.0f + apart * static_cast<float>(i / 40);
            AgentId id;
            must(world.spawn({.team = static_cast<TeamIndex>(north), .position = {x, north ? y : -y}}, &id));
            agents.push_back(id);
        }
        wait(10.0);
    }
    void wait(double seconds) {
        for (double left = seconds * hz; left > 0.5; --left) must(world.step(1.0 / hz));
    }
    bool fights(AgentId agent) const {
        const std::optional<State> state = world.state(agent);
        return state == State::combat || state == State::attack;
    }
    Vec2 at(AgentId agent) const { return world.position(agent).value(); }
    /// The southern fighter nearest to a file.
    AgentId fighter_at(float x) const {
        AgentId best;
        float least = 1e9f;
        for (size_t i = 0; i < agents.size(); i += 2)
            if (const float off = std::abs(at(agents[i]).x - x); fights(agents[i]) && off < least) {
                best = agents[i];
                least = off;
            }
        return best;
    }
    /// True: within 2 s an agent that does not fight yet fights near the place of this fighter, which falls.
    bool replaces(AgentId fallen) {
        const Vec2 place = at(fallen);
        std::vector<AgentId> behind;
        for (size_t i = 0; i < agents.size(); i += 2)
            if (!fights(agents[i])) behind.push_back(agents[i]);
        must(world.set_health(fallen, 0.0f));
        for (double left = 2.0 * hz; left > 0.5; --left) {
            must(world.step(1.0 / hz));
            for (const AgentId agent : behind)
                if (fights(agent) && std::hypot(at(agent).x - place.x, at(agent).y - place.y) < 1.3f) return true;
        }
        return false;
    }
};

TEST(Ranks, AFighterFromBehindReplacesTheFallenWithinTwoSeconds) {
    int replaced = 0;
    for (const double hz : rates)
        for (const float spacing : spacings) {
            Lines lines(hz, spacing);
            for (int i = 0; i < 10; ++i) {
                replaced += lines.replaces(lines.fighter_at(spacing * (static_cast<float>(i) - 4.5f)));
                lines.wait(1.0);
            }
        }
    EXPECT_GE(replaced, 74) << "of 80";
}

TEST(Ranks, AFreshFighterIsInThePlaceOfTheTiredWithinTwoSeconds) {
    int relieved = 0, in_time = 0;
    for (const double hz : rates)
        for (const float spacing : spacings) {
            Lines lines(hz, spacing, 4.0);
            std::map<Serial, double> since; // s, by the serial of an agent that relieves and has not arrived yet
            for (double now = 0.0; now < 20.0; now += 1.0 / hz) {
                must(lines.world.step(1.0 / hz));
                const Events& events = lines.world.events();
                for (const ArriveEvent& e : events.arrivals)
                    if (const auto at = since.find(e.agent.serial); at != since.end()) {
                        in_time += now - at->second <= 2.0;
                        since.erase(at);
                    }
                for (const SlotEvent& e : events.slots)
                    if (e.cause == Cause::relieved) {
                        since[e.agent.serial] = now;
                        ++relieved;
                    }
            }
        }
    EXPECT_GE(relieved, 300);
    EXPECT_GE(in_time, relieved * 3 / 4) << "before, one in six: the tired stayed in their places";
}

} // namespace
} // namespace fray::motion
