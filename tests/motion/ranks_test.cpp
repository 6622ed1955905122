// Two lines of battle, several ranks deep: the ranks behind replace the fighters in front (rules commit_relief and
// relieve_at_slot, can_reach, at_hand and priority_of).
#include "agents.h"
#include "rates.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace fray::motion {
namespace {

constexpr float spacings[] = {1.0f, 1.3f}; // m

/// A place in the line that a tired fighter has left.
struct Gap {
    double since = 0.0; ///< s
    Vec2 place{};
    bool southern = false;
    std::vector<AgentId> fresh{}; ///< the agents of its team that had not attacked lately, and could not
    bool has_second_rank = false; ///< one of them was near
    bool filled = false, enemy = true;
};

/// Two lines of 20 files and four ranks. They hardly wound each other, and attack from the same slot again and again.
struct Lines : Agents {
    double now = 0.0;                    ///< s
    std::map<uint32_t, double> attacked; ///< s, by the index of the agent's id: when it last began an attack
    int attacks = 0;
    std::vector<Gap> gaps;
    int replaced = 0, tired = 0; ///< fighters that went back while a second rank and an enemy were near

    static ArchetypeDef lancer(double relief) {
        ArchetypeDef def{.name = "soldier"};
        def.body.health = 1e7f;
        def.body.walk_speed = 2.0f;
        def.body.run_speed = 4.0f;
        def.perception.supports = false; // no agent leaves the line
        def.engagement.release_policy = ReleasePolicy::attack;
        def.engagement.relief_time = relief;
        def.attacks = {{.name = "spear", .weight = 2, .damage = 1.0f, .windup = 0.3, .duration = 0.7, .recovery = 0.5}};
        return def;
    }
    Lines(double rate, float apart, double relief) : Agents(rate, lancer(relief)) {
        must(world.add_team("north"));
        for (int i = 0; i < 160; ++i) {
            const bool north = i % 2 != 0;
            const float x = apart * (static_cast<float>(i / 2 % 20) - 9.5f);
            const float y = 3.0f + apart * static_cast<float>(i / 40);
            spawn({.team = static_cast<TeamIndex>(north), .position = {x, north ? y : -y}});
        }
    }
    /// True: it began an attack in the last 3 s.
    bool attacks_now(AgentId agent) const {
        const auto last = attacked.find(agent.index);
        return last != attacked.end() && now - last->second <= 3.0;
    }
    bool is_southern(AgentId agent) const { return world.teams()[*world.row_of(agent)] == 0; }
    bool has_enemy_within(float most, Vec2 point, bool southern) const {
        return std::any_of(agents.begin(), agents.end(), [&](AgentId agent) {
            return is_southern(agent) != southern && between(agent, point) <= most;
        });
    }
    void note_gap(AgentId left) {
        Gap gap{.since = now, .place = at(left), .southern = is_southern(left)};
        for (const AgentId agent : agents)
            if (is_southern(agent) == gap.southern && !attacks_now(agent) && agent != left &&
                !has_enemy_within(2.0f, at(agent), gap.southern)) {
                gap.fresh.push_back(agent);
                gap.has_second_rank |= between(agent, gap.place) <= 1.6f;
            }
        if (gap.has_second_rank) gaps.push_back(gap);
    }
    /// A gap is filled when a fresh agent has an enemy in reach of its weapon (2 m) there.
    void watch_gaps() {
        for (Gap& gap : gaps) {
            gap.enemy &= has_enemy_within(2.2f, gap.place, gap.southern);
            for (const AgentId agent : gap.fresh)
                gap.filled |= between(agent, gap.place) <= 1.5f && has_enemy_within(2.0f, at(agent), gap.southern);
        }
        std::erase_if(gaps, [&](const Gap& gap) {
            if (now - gap.since < 2.0) return false;
            tired += gap.filled || gap.enemy;
            replaced += gap.filled;
            return true;
        });
    }
    void step() {
        Agents::step();
        now += 1.0 / hz;
        watch_gaps();
        for (const UnslotEvent& e : world.events().unslots)
            if (e.cause == UnslotCause::relieved) note_gap(e.agent.id);
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
                is_southern(agent) && world.state(agent) != AgentState::dead && attacks_now(agent) && off < least) {
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
                if (attacks_now(agent) && between(agent, place) < 1.5f) return true;
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
    EXPECT_GE(replaced, 16.5 * static_cast<double>(rates.size()))
        << "of 20, within 2 s"; // in six other worlds 16.5 to 18.5
}

TEST(Ranks, WithReliefAllAgentsGetToFight) {
    for (const double hz : rates)
        for (const float spacing : spacings) {
            Lines without(hz, spacing, 0.0), with(hz, spacing, 4.0);
            without.wait(40.0);
            with.wait(40.0);
            const std::string scene = std::to_string(hz) + " Hz, " + std::to_string(spacing) + " m";
            EXPECT_GE(with.attacked.size(), 155u) << scene; // of 160; without relief about 100
            EXPECT_GT(with.attacks, 1.15 * without.attacks) << scene;
        }
}

TEST(Ranks, AFreshFighterTakesThePlaceOfATiredOne) {
    int replaced = 0, tired = 0;
    for (const double hz : rates)
        for (const float spacing : spacings) {
            Lines lines(hz, spacing, 6.0);
            lines.wait(40.0);
            replaced += lines.replaced;
            tired += lines.tired;
        }
    EXPECT_GT(tired, 200 * static_cast<int>(rates.size()));
    EXPECT_GT(replaced, 0.83 * tired) << "of " << tired << ", within 2 s";
}

} // namespace
} // namespace fray::motion
