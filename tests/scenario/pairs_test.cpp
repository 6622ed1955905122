// Any two hostile, mobile, armed archetypes fight when they stand 10 m apart on open ground (engine/docs/rules.md,
// Bodies and reach): each pair of the shipped archetypes, and random pairs that leave every length to its default.
#include "battle/example_states.h"
#include "fray/jobs.h"
#include "fray/scenario.h"
#include "fray/world.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace fray {
namespace {

/// Only the behaviour of the body and its attacks is compared: no agent dies, and no table of a monster is used.
ArchetypeDef fighter(ArchetypeDef def, const std::string& name) {
    def.name = name;
    def.monster.clear();
    def.body.health = unlimited_health;
    def.update_interval = 1;
    return def;
}

/// The armed and mobile archetypes of all shipped scenarios, without equal definitions.
std::vector<ArchetypeDef> shipped_fighters() {
    std::vector<ArchetypeDef> found;
    std::vector<std::string> files;
    for (const char* const folder : {FRAY_SCENARIO_DIR, FRAY_SCENARIO_DIR "/tuning"})
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) {
        const ScenarioResult result = load_scenario(file);
        EXPECT_EQ(result.errors, std::vector<std::string>{});
        for (const ArchetypeDef& given : result.scenario.archetypes) {
            if (!given.autonomous || given.attacks.empty() || given.body.motion != MotionType::simulated) continue;
            const ArchetypeDef unnamed = fighter(given, "");
            const bool known = std::any_of(found.begin(), found.end(),
                                           [&](const ArchetypeDef& other) { return fighter(other, "") == unnamed; });
            if (!known) found.push_back(fighter(given, std::filesystem::path(file).stem().string() + "." + given.name));
        }
    }
    return found;
}

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
    return fighter(std::move(def), name);
}

/// m: how far an archetype notices an enemy that stands before it.
float notices(const ArchetypeDef& def) {
    return def.perception.targeting == Targeting::sight ? def.perception.sight_radius
                                                        : def.perception.alert_radius - 1.0f;
}

using Pair = std::pair<ArchetypeIndex, ArchetypeIndex>;

/// The pairs, each on a floor of its own. The agents of a pair are removed when one of them has struck.
class Pairs {
public:
    Pairs(const std::vector<ArchetypeDef>& kinds, const std::vector<Pair>& pairs) : kinds_(kinds), pairs_(pairs) {
        EXPECT_EQ(world_.add_team("left"), Error::ok);
        EXPECT_EQ(world_.add_team("right"), Error::ok);
        demo::add_example_states(world_);
        for (const ArchetypeDef& kind : kinds) EXPECT_EQ(world_.add_archetype(kind), Error::ok) << world_.error_text();
        for (size_t i = 0; i < pairs.size(); ++i) {
            const auto& [left, right] = pairs[i];
            const float apart = std::min({10.0f, notices(kinds[left]), notices(kinds[right])});
            place(left, 0, i, {-0.5f * apart, 0.0f}, {1.0f, 0.0f});
            place(right, 1, i, {0.5f * apart, 0.0f}, {-1.0f, 0.0f});
        }
    }

    /// The pairs in which neither agent strikes within the time, as text.
    std::vector<std::string> without_a_strike(double seconds) {
        std::vector<bool> struck(pairs_.size(), false);
        bool some = true;
        while (some && world_.time() < seconds) {
            EXPECT_EQ(world_.step(1.0 / 60.0), Error::ok) << world_.error_text();
            for (const AttackEvent& e : world_.events().attacks) struck[static_cast<size_t>(e.agent.serial) / 2] = true;
            some = false;
            for (size_t i = 0; i < pairs_.size(); ++i) {
                some = some || !struck[i];
                if (struck[i] && world_.is_valid(agents_[2 * i])) remove(i);
            }
        }
        std::vector<std::string> without;
        for (size_t i = 0; i < pairs_.size(); ++i)
            if (!struck[i]) without.push_back(text(kinds_[pairs_[i].first]) + " and " + text(kinds_[pairs_[i].second]));
        return without;
    }

private:
    void remove(size_t pair) {
        for (size_t k = 0; k < 2; ++k) EXPECT_EQ(world_.despawn(agents_[2 * pair + k]), Error::ok);
    }

    void place(ArchetypeIndex kind, TeamIndex team, size_t pair, Vec2 position, Vec2 heading) {
        const auto floor = static_cast<int16_t>(pair);
        const SpawnDef def{.archetype = kind, .team = team, .floor = floor, .position = position, .heading = heading};
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
    const std::vector<Pair>& pairs_;
    std::vector<AgentId> agents_;
};

TEST(Pairs, OfTheShippedArchetypesStrike) {
    const std::vector<ArchetypeDef> kinds = shipped_fighters();
    EXPECT_GT(kinds.size(), 50u);
    std::vector<Pair> pairs;
    for (size_t i = 0; i < kinds.size(); ++i)
        for (size_t k = i; k < kinds.size(); ++k)
            pairs.emplace_back(static_cast<ArchetypeIndex>(i), static_cast<ArchetypeIndex>(k));
    EXPECT_EQ(Pairs(kinds, pairs).without_a_strike(20.0), std::vector<std::string>{});
}

TEST(Pairs, OfRandomArchetypesStrike) {
    Draw draw(27);
    std::vector<ArchetypeDef> kinds;
    std::vector<Pair> pairs;
    const std::array<float, 10> radii = {0.2f, 0.3f, 0.4f, 0.5f, 0.8f, 1.0f, 1.5f, 2.0f, 3.0f, 4.0f};
    for (int i = 0; i < 200; ++i) {
        const float left = radii[draw.below(radii.size())], right = radii[draw.below(radii.size())];
        const auto first = static_cast<ArchetypeIndex>(kinds.size());
        kinds.push_back(random_fighter(draw, "left " + std::to_string(i), left, right));
        kinds.push_back(random_fighter(draw, "right " + std::to_string(i), right, left));
        pairs.emplace_back(first, static_cast<ArchetypeIndex>(first + 1));
    }
    EXPECT_EQ(Pairs(kinds, pairs).without_a_strike(20.0), std::vector<std::string>{});
}

} // namespace
} // namespace fray
