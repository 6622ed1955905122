// Two lines of battle, several ranks deep: the ranks behind replace the fighters in front (rules.md, C2.9 to C2.12,
// C5.9).
#include "must.h"

#include "fray/fray.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace fray::motion {
namespace {

constexpr double rates[] = {10.0, 30.0, 60.0, 144.0};
constexpr float spacings[] = {1.0f, 1.3f}; // m

/// Two lines of 20 files and four ranks. They hardly wound each other, and attack from the same slot again and again.
struct Lines {
    World world;
    double hz, now = 0.0;
    std::vector<AgentId> agents;
    std::map<uint32_t, double> attacked; ///< s, by the index of the agent's id: when it last began an attack
    int attacks = 0;

    Lines(double rate, float apart, double relief)
        : world(World::create({.hz = rate, .threads = 1}).value()), hz(rate) {
        ArchetypeDef def;
        def.name = "soldier";
        def.body.health = 1e7f;
        def.body.walk_speed = 2.0f;
        def.body.run_speed = 4.0f;
        def.perception.support = false; // no agent leaves the line
        def.engagement.release = Release::attack;
        def.engagement.relief = relief;
        def.attacks = {{.name = "spear", .weight = 2, .damage = 1.0f, .windup = 0.3, .duration = 0.7, .recovery = 0.5}};
        must(world.add_archetype(def));
        must(world.add_team("south"));
        must(world.add_team("north"));
        for (int i = 0; i < 160; ++i) {
            const bool north = i % 2 != 0;
            const float x = apart * (static_cast<float>(i / 2 % 20) - 9.5f);
            const float y = 3.0f + apart * static_cast<float>(i / 40);
            AgentId id;
            must(world.spawn({.team = static_cast<TeamIndex>(north), .position = {x, north ? y : -y}}, &id));
            agents.push_back(id);
        }
    }
    /// True: it began an attack in the last 3 s.
    bool attacks_now(AgentId agent) const {
        const auto last = attacked.find(agent.index);
        return last != attacked.end() && now - last->second <= 3.0;
    }
    bool is_southern(AgentId agent) const { return world.teams()[*world.row_of(agent)] == 0; }
    Vec2 at(AgentId agent) const { return world.position(agent).value(); }
    void step() {
        must(world.step(1.0 / hz));
        now += 1.0 / hz;
        for (const AttackEvent& e : world.events().attacks) {
            ++attacks;
            attacked[e.agent.id.index] = now;
        }
    }
    void wait(double seconds) {
        for (double left = seconds * hz; left > 0.5; --left) step();
    }
    /// The southern fighter nearest to a file.
    AgentId fighter_at(float x) const {
        AgentId best;
        float least = 1e9f;
        for (const AgentId agent : agents)
            if (const float off = std::abs(at(agent).x - x);
                is_southern(agent) && world.state(agent) != State::dead && attacks_now(agent) && off < least) {
                best = agent;
                least = off;
            }
        return best;
    }
    /// True: this fighter falls, and within 2 s an agent of its team that has not attacked lately does so near its
    /// place.
    bool replaces(AgentId fallen) {
        const Vec2 place = at(fallen);
        std::vector<AgentId> fresh;
        for (const AgentId agent : agents)
            if (is_southern(agent) && !attacks_now(agent)) fresh.push_back(agent);
        must(world.set_health(fallen, 0.0f));
        for (double left = 2.0 * hz; left > 0.5; --left) {
            step();
            for (const AgentId agent : fresh)
                if (attacks_now(agent) && std::hypot(at(agent).x - place.x, at(agent).y - place.y) < 1.5f) return true;
        }
        return false;
    }
};

TEST(Ranks, AFreshFighterAttacksFromThePlaceOfTheFallen) {
    int replaced = 0;
    for (const double hz : rates)
        for (const float spacing : spacings) {
            Lines lines(hz, spacing, 0.0);
            lines.wait(8.0);
            for (int i = 0; i < 10; ++i) {
                replaced += lines.replaces(lines.fighter_at(spacing * (static_cast<float>(i) - 4.5f)));
                lines.wait(1.0);
            }
        }
    EXPECT_GE(replaced, 52) << "of 80, within 2 s";
}

TEST(Ranks, WithReliefManyMoreAgentsGetToFight) {
    for (const double hz : rates)
        for (const float spacing : spacings) {
            Lines without(hz, spacing, 0.0), with(hz, spacing, 4.0);
            without.wait(40.0);
            with.wait(40.0);
            const std::string scene = std::to_string(hz) + " Hz, " + std::to_string(spacing) + " m";
            // Before the relieved rested, they kept their places, and there was no difference.
            EXPECT_GT(with.attacked.size(), 1.3 * static_cast<double>(without.attacked.size())) << scene;
            EXPECT_GT(with.attacks, 1.1 * without.attacks) << scene;
        }
}

} // namespace
} // namespace fray::motion
