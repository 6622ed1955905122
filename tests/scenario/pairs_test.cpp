// Any two hostile, mobile, armed archetypes fight when they stand 10 m apart on open ground (engine/docs/rules.md,
// Bodies and reach): random pairs that leave every length to its default.
#include "fray/jobs.h"
#include "fray/world.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace fray {
namespace {

/// Random archetypes, reproducible everywhere: the standard's distributions are not.
class Draw {
public:
    explicit Draw(uint32_t seed) : engine_(seed) {}
    size_t below(size_t count) { return engine_() % count; }
    float between(float low, float high) { return low + (high - low) * static_cast<float>(engine_() % 1001) / 1000.0f; }

private:
    std::mt19937 engine_;
};

/// An archetype with a body of this radius, and an attack that can reach an enemy of the other radius.
ArchetypeDef random_fighter(Draw& draw, const std::string& name, float radius, float other) {
    const bool managed = draw.below(10) >= 3, boss = !managed && draw.below(2) == 0;
    ArchetypeDef def = boss ? boss_archetype() : ArchetypeDef{};
    def.name = name;
    def.body.health = unlimited_health; // no agent dies
    def.engagement.managed = managed;
    if (boss) {
        // A boss has ranges of its own, for its own attacks.
        def.engagement.engage_range = 0.0f;
        def.engagement.hit_range = 0.0f;
        def.perception.bands = {};
        def.perception.fov = 6.2831853f;
        def.poise.stagger_time = 0.0;
    }
    def.perception.sight_radius = 20.0f;
    def.body.radius = radius;
    const float touch = radius + other;
    AttackDef attack;
    attack.name = "hit";
    switch (draw.below(5)) {
    case 0: break; // the default
    case 1: attack.range = {0.0f, touch + draw.between(0.2f, 0.8f)}; break;
    case 2: attack.range = {0.0f, touch + draw.between(2.0f, 6.0f)}; break;
    case 3: attack.range = {touch + draw.between(0.5f, 1.4f), touch + draw.between(1.5f, 3.0f)}; break;
    default: attack.range = {0.5f, touch + draw.between(1.0f, 2.0f)};
    }
    const std::array<float, 3> halves = {3.1415927f, 1.0471976f, 0.5235988f};
    const float half = halves[draw.below(3)];
    attack.angle = {-half, half};
    def.attacks = {attack};
    return def;
}

/// m: how far an archetype notices an enemy that stands before it.
float notices(const ArchetypeDef& def) {
    return def.perception.targeting == Targeting::sight ? def.perception.sight_radius
                                                        : def.perception.alert_radius - 1.0f;
}

/// The archetypes 2 i and 2 i + 1 are a pair. Each pair is on a floor of its own. Its agents are removed when one of
/// them has struck.
class Pairs {
public:
    explicit Pairs(const std::vector<ArchetypeDef>& kinds) : kinds_(kinds) {
        EXPECT_EQ(world_.add_team("left"), Error::ok);
        EXPECT_EQ(world_.add_team("right"), Error::ok);
        for (const ArchetypeDef& kind : kinds) EXPECT_EQ(world_.add_archetype(kind), Error::ok) << world_.error_text();
        for (size_t left = 0; left < kinds.size(); left += 2) {
            const float apart = std::min({10.0f, notices(kinds[left]), notices(kinds[left + 1])});
            place(left, 0, {-0.5f * apart, 0.0f}, {1.0f, 0.0f});
            place(left + 1, 1, {0.5f * apart, 0.0f}, {-1.0f, 0.0f});
        }
    }

    /// The pairs in which neither agent strikes within the time, as text.
    std::vector<std::string> without_a_strike(double seconds) {
        std::set<size_t> left; ///< the first agents of the pairs in which none has struck
        for (size_t i = 0; i < agents_.size(); i += 2) left.insert(i);
        while (!left.empty() && world_.time() < seconds) {
            EXPECT_EQ(world_.step(1.0 / 60.0), Error::ok) << world_.error_text();
            for (const AttackEvent& e : world_.events().attacks) {
                const size_t pair = static_cast<size_t>(e.agent.serial) / 2 * 2;
                if (left.erase(pair) == 0) continue;
                for (const size_t agent : {pair, pair + 1}) EXPECT_EQ(world_.despawn(agents_[agent]), Error::ok);
            }
        }
        std::vector<std::string> without;
        for (const size_t i : left) without.push_back(text(kinds_[i]) + " and " + text(kinds_[i + 1]));
        return without;
    }

private:
    void place(size_t kind, TeamIndex team, Vec2 position, Vec2 heading) {
        const SpawnDef def{.archetype = static_cast<ArchetypeIndex>(kind),
                           .team = team,
                           .floor = static_cast<int16_t>(kind / 2),
                           .position = position,
                           .heading = heading};
        EXPECT_EQ(world_.spawn(def, &agents_.emplace_back()), Error::ok) << world_.error_text();
    }

    static std::string text(const ArchetypeDef& def) {
        const AttackDef& attack = def.attacks[0];
        return def.name + " (radius " + std::to_string(def.body.radius) + ", range " + std::to_string(attack.range[0]) +
               " to " + std::to_string(attack.range[1]) + (def.engagement.managed ? ")" : ", unmanaged)");
    }

    std::unique_ptr<JobSystem> jobs_ = make_serial_jobs();
    World world_ = World::create({.jobs = jobs_.get()}).value();
    const std::vector<ArchetypeDef>& kinds_;
    std::vector<AgentId> agents_;
};

TEST(Pairs, OfRandomArchetypesStrike) {
    Draw draw(27);
    std::vector<ArchetypeDef> kinds;
    const std::array<float, 10> radii = {0.2f, 0.3f, 0.4f, 0.5f, 0.8f, 1.0f, 1.5f, 2.0f, 3.0f, 4.0f};
    for (int i = 0; i < 200; ++i) {
        const float left = radii[draw.below(radii.size())], right = radii[draw.below(radii.size())];
        kinds.push_back(random_fighter(draw, "left " + std::to_string(i), left, right));
        kinds.push_back(random_fighter(draw, "right " + std::to_string(i), right, left));
    }
    EXPECT_EQ(Pairs(kinds).without_a_strike(20.0), std::vector<std::string>{});
}

} // namespace
} // namespace fray
