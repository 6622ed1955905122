// What fray refuses does not depend on the floating-point mode of the host. Audio libraries and other engines flush
// denormal numbers to zero: then 1e-40 is not more than 0 for the host, and -1e-40 is not less.
#include "engine/each_number.h"
#include "float_mode_of_host.h"
#include "fray/fray.h"
#include "fray/lists.h"
#include "must.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fray {
namespace {

constexpr float tiny = 5e-39f;
constexpr double tiny_double = 1e-310;

/// Makes a call in the plain mode and in the modes of hosts, and expects the same answer.
template <typename Call> void expect_same_answer(const std::string& name, Call call) {
    const auto plain = call();
    for (const test::HostMode mode : test::host_modes) {
        const auto there = [&] {
            const test::HostModeScope host(mode);
            return call();
        }();
        EXPECT_EQ(plain, there) << name << ", " << mode.name;
    }
}

class Arguments : public testing::Test {
protected:
    World world = World::create({.threads = 1}).value();
    AgentId a, b;
    SquadId squad;

    void SetUp() override {
        ArchetypeDef man{.name = "man"};
        man.attacks = {{.name = "swing"}};
        ArchetypeDef boss{.name = "boss"};
        boss.perception.targeting = Targeting::threat;
        must(world.add_archetype(man));
        must(world.add_archetype(boss));
        must(world.set_ground(std::make_shared<GridMap>(
            GridMap::create(20, 20, std::vector<uint8_t>(400, 1), 1.0f, {-10.0f, -10.0f}).value())));
        must(world.add_team("red"));
        must(world.add_team("blue"));
        must(world.add_squad(0, &squad));
        must(world.spawn({.squad = squad}, &a));
        must(world.spawn({.archetype = 1, .team = 1, .position = {5.0f, 0.0f}}, &b));
        must(world.step(0.01));
    }
};

TEST_F(Arguments, DenormalArgumentsOfCallsAreJudgedAlike) {
    using Call = std::function<Error(float, double)>;
    const std::vector<std::pair<const char*, Call>> calls = {
        {"damage", [&](float f, double) { return world.damage(a, f); }},
        {"damage of many",
         [&](float f, double) {
             return world.damage({{{a, f, {}}}});
         }},
        {"set_health", [&](float f, double) { return world.set_health(a, f); }},
        {"add_threat", [&](float f, double) { return world.add_threat(b, a, f); }},
        {"set_target_bias", [&](float f, double) { return world.set_target_bias(a, f); }},
        {"set_speed_factor", [&](float f, double) { return world.set_speed_factor(a, f); }},
        {"set_avoidance_factor", [&](float f, double) { return world.set_avoidance_factor(a, f); }},
        {"set_radius", [&](float f, double) { return world.set_radius(a, f); }},
        {"set_combat_factors", [&](float f, double) { return world.set_combat_factors(a, f, 1.0f, 1.0f); }},
        {"set_combat_factors, taken", [&](float f, double) { return world.set_combat_factors(a, 1.0f, f, 1.0f); }},
        {"set_combat_factors, speed", [&](float f, double) { return world.set_combat_factors(a, 1.0f, 1.0f, f); }},
        {"protect", [&](float, double d) { return world.protect(a, d); }},
        {"protect_team", [&](float, double d) { return world.protect_team(0, d); }},
        {"stun", [&](float, double d) { return world.stun(a, d); }},
        {"push", [&](float f, double) { return world.push(a, Vec2(f, 0.0f), 0.5); }},
        {"push, seconds", [&](float, double d) { return world.push(a, Vec2(1.0f, 0.0f), d); }},
        {"teleport, position", [&](float f, double) { return world.teleport(a, Vec2(f, 0.0f)); }},
        {"teleport, heading", [&](float f, double) { return world.teleport(a, Vec2(), Vec2(f, 0.0f)); }},
        {"spawn, heading", [&](float f, double) { return world.spawn({.heading = Vec2(f, 0.0f)}); }},
        {"set_view, direction",
         [&](float f, double) {
             return world.set_view(a, {{f, 0.0f}, 1.0f});
         }},
        {"set_view, angle", [&](float f, double) { return world.set_view(a, {.half_angle = f}); }},
        {"set_order, delay", [&](float f, double) { return world.set_order(a, {.delay = f}); }},
        {"set_order, distance",
         [&](float f, double) {
             return world.set_order(a, {.kind = OrderKind::escort, .target = b, .escort_distance = f});
         }},
        {"set_order, spacing",
         [&](float f, double) {
             return world.set_order(squad, {.kind = OrderKind::move, .formation = {.files = 2, .spacing = f}});
         }},
        {"set_move_input", [&](float f, double) { return world.set_move_input(squad, Vec2(f, 0.0f)); }},
        {"set_detail",
         [&](float f, double) {
             return world.set_detail({.distances = {f, 10.0f, 20.0f}});
         }},
        {"set_nav_link", [&](float f, double) { return world.set_nav_link(0, {.radius = f}); }},
        {"set_nav_link, cost", [&](float f, double) { return world.set_nav_link(0, {.cost = f}); }},
        {"set_obstacle, half",
         [&](float f, double) {
             return world.set_obstacle({.half_extents = {f, 1.0f}});
         }},
        {"set_obstacle, along", [&](float f, double) { return world.set_obstacle({.axis = Vec2(f, 0.0f)}); }},
        {"step", [&](float, double d) { return world.step(d); }},
        {"step_begin",
         [&](float, double d) {
             const Error e = world.step_begin(d);
             return e == Error::ok ? world.step_end() : e;
         }},
        {"advance", [&](float, double d) { return world.advance(d); }},
        {"World::create", [&](float, double d) { return World::create({.hz = d, .threads = 1}).error(); }},
        {"GridMap::create", [&](float f, double) { return GridMap::create(1, 1, std::vector<uint8_t>{1}, f).error(); }},
        {"add_client",
         [&](float f, double) { return Broadcast::create(world).value().add_client({.near_radius = f}).error(); }},
        {"set_host_poses",
         [&](float f, double) {
             const Vec2 at{}, heading{f, 0.0f};
             const Error e = world.set_host_poses({&a, 1}, {&at, 1}, {&heading, 1});
             return e == Error::ok ? world.step(0.01) : e; // which reads them
         }},
    };
    for (const auto& [name, call] : calls)
        for (const int sign : {1, -1}) {
            const float f = sign < 0 ? -tiny : tiny;
            const double d = sign < 0 ? -tiny_double : tiny_double;
            const auto& make = call;
            expect_same_answer(name + std::string(sign < 0 ? ", negative" : ""), [&] { return make(f, d); });
        }
}

/// Tries all numbers of a definition. Returns how many there are.
template <typename Def> int try_numbers(const char* name, const Def& good) {
    for (int place = 0;; ++place)
        for (const double value : {5e-39, -5e-39}) {
            Def def = good;
            int left = place;
            describe(test::EachNumber([&]<typename T>(const std::string&, const FieldRange&, T& number) {
                         if constexpr (std::is_floating_point_v<T>)
                             if (left-- == 0) number = static_cast<T>(value);
                     }),
                     def);
            if (left >= 0) return place;
            expect_same_answer(name + (" " + std::to_string(place)), [&] { return validate(def); });
        }
}

TEST(Definitions, DenormalNumbersAreJudgedAlike) {
    ArchetypeDef archetype{.name = "man"};
    archetype.attacks = {{.name = "swing"}};
    archetype.boss.phases = {{.health_threshold = 0.5f}};
    archetype.states = {{.name = "dance"}};
    EXPECT_GT(try_numbers("archetype", archetype), 60);
    archetype.engagement.managed = false;
    EXPECT_GT(try_numbers("unmanaged archetype", archetype), 60);
    EXPECT_GT(try_numbers("squad", SquadDef{}), 10);
    EXPECT_GT(try_numbers("link", NavLinkDef{}), 2);
}

TEST(Definitions, DenormalNumbersOfMonstersAreJudgedAlike) {
    ArchetypeDef archetype{.name = "man"};
    archetype.attacks = {{.name = "swing"}};
    archetype.monster = "beast";
    for (const double value : {1e-310, -1e-310}) {
        MonsterDef def{.name = "beast"};
        def.acts = {{.name = "a"}};
        def.states = {{.name = "state_1"}};
        def.states[0].on_health = {{ConditionDef::Operator::below, value, "a"}};
        expect_same_answer("blood", [&] { return validate({&archetype, 1}, {&def, 1}); });
        def.states[0].on_health = {{ConditionDef::Operator::below, 0.5, "a", value}};
        expect_same_answer("duration", [&] { return validate({&archetype, 1}, {&def, 1}); });
        def.states[0].on_health = {};
        def.acts[0].cooldowns = {{"swing", value}};
        expect_same_answer("cd", [&] { return validate({&archetype, 1}, {&def, 1}); });
        def.acts[0].cooldowns = {};
        def.states[0].action_distances = {value < 0.0 ? -tiny : tiny, 0.0f};
        expect_same_answer("action", [&] { return validate({&archetype, 1}, {&def, 1}); });
    }
}

TEST_F(Arguments, SpawnWithEmptyBracesSpawnsAnAgentWithTheDefaults) {
    must(world.spawn({}));
    must(world.step(0.01));
    EXPECT_EQ(world.agent_count(), 3u);
    const std::vector<SpawnDef> many(2);
    must(world.spawn(many));
    must(world.spawn({many.data(), 1}));
    must(world.step(0.01));
    EXPECT_EQ(world.agent_count(), 6u);
}

} // namespace
} // namespace fray
