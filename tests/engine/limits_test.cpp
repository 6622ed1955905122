// Every number of a definition, and of a call, that has limits: the limits as documented are taken, and the next number
// of the field's own type beyond them is refused, by the field's name.
#include "fray/jobs.h"
#include "fray/world.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <type_traits>

namespace fray {
namespace {

template <typename T> T next(T value, int way) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(value + way);
    else
        return std::nextafter(value, static_cast<T>(way) * std::numeric_limits<T>::infinity());
}

template <typename T> struct Span {
    T least, greatest;
    bool open = false;      ///< `least` itself is refused
    bool ends_there = true; ///< what is more than `greatest` is refused
};
template <typename T> Span<T> between(T least, T greatest) { return {least, greatest}; }
template <typename T> Span<T> above(T least, T greatest) { return {least, greatest, true}; }
/// Without an upper limit of its own; `greatest` is what the other fields leave room for.
template <typename T> Span<T> at_least(T least, T greatest = std::numeric_limits<T>::max()) {
    return {least, greatest, false, false};
}
template <typename T> Span<T> more_than(T least, T greatest = std::numeric_limits<T>::max()) {
    return {least, greatest, true, false};
}

/// `complaint` answers what is said of a value, or nothing.
template <typename T>
void expect_limits(const std::string& field, const Span<T>& span, const std::function<std::string(T)>& complaint) {
    const auto expect_taken = [&](T value) { EXPECT_EQ(complaint(value), "") << field << ": " << value; };
    const auto expect_refused = [&](T value) {
        const std::string said = complaint(value);
        EXPECT_NE(said.find(field), std::string::npos) << field << ": " << value << ": " << said;
        EXPECT_NE(said.find("given "), std::string::npos) << said;
        EXPECT_NE(said.find(", allowed "), std::string::npos) << said;
    };
    expect_taken(span.open ? next(span.least, 1) : span.least);
    expect_refused(span.open ? span.least : next(span.least, -1));
    expect_taken(span.greatest);
    if (span.ends_there) expect_refused(next(span.greatest, 1));
    if constexpr (std::is_floating_point_v<T>) {
        EXPECT_NE(complaint(std::numeric_limits<T>::quiet_NaN()).find(field), std::string::npos) << field << ": nan";
    }
}

/// With nothing in the way of another field's limits.
ArchetypeDef wide() {
    ArchetypeDef def;
    def.name = "soldier";
    def.walk_speed = 0.0f;
    def.run_speed = 100.0f;
    def.attack_start = 1.0f;
    def.alert = def.effective = world_extent;
    def.circle.approach_radius = 1000.0f;
    def.circle.class_limits = {{"heavy", 1}};
    def.attacks = {{.name = "blow", .attack_class = "heavy", .range = {0.0f, world_extent}}};
    def.attacks[0].windup = 0.0;
    def.attacks[0].duration = 3600.0;
    def.timers = {{0.001, 3600.0}, {0.001, 3600.0}};
    def.phases = {{.below = 0.5f}};
    def.states = {{.name = "flee"}};
    for (auto* const table : {&def.reactions.table, &def.reactions.hurt})
        for (ReactionWeights& weights : *table) weights = {1, 1, 1};
    return def;
}

template <typename T>
void field(const std::string& name, const Span<T>& span, const std::function<T&(ArchetypeDef&)>& of) {
    expect_limits<T>(name, span, [&](T value) {
        ArchetypeDef def = wide();
        of(def) = value;
        return check(def);
    });
}

constexpr double longest = 3600.0;
constexpr int heaviest = max_weight;
constexpr float pi = 3.14159265f;

TEST(Limits, OfAgents) {
    using Def = ArchetypeDef;
    EXPECT_EQ(check(wide()), "");
    field<float>("radius", between(0.05f, 50.0f), [](Def& d) -> float& { return d.radius; });
    field<float>("mass", between(0.01f, 1e6f), [](Def& d) -> float& { return d.mass; });
    field<float>("walk_speed", between(0.0f, 100.0f), [](Def& d) -> float& { return d.walk_speed; });
    field<float>("run_speed", between(0.0f, 100.0f), [](Def& d) -> float& { return d.run_speed; });
    field<float>("acceleration", above(0.0f, 1000.0f), [](Def& d) -> float& { return d.acceleration; });
    field<float>("turn_rate", more_than(0.0f), [](Def& d) -> float& { return d.turn_rate; });
    field<int>("grid_weight", between(1, heaviest), [](Def& d) -> int& { return d.grid_weight; });
    field<float>("alert", above(1.0f, world_extent), [](Def& d) -> float& { return d.alert; });
    field<float>("effective", between(1.0f, world_extent), [](Def& d) -> float& { return d.effective; });
    field<float>("attack_start", more_than(0.0f, next(world_extent, -1)),
                 [](Def& d) -> float& { return d.attack_start; });
    field<double>("alert_every", between(1e-6, longest), [](Def& d) -> double& { return d.alert_every; });
    field<float>("target_margin", between(0.0f, world_extent), [](Def& d) -> float& { return d.target_margin; });
    field<double>("target_dwell", between(0.0, longest), [](Def& d) -> double& { return d.target_dwell; });
    field<float>("bands[0]", more_than(0.0f, next(5.0f, -1)), [](Def& d) -> float& { return d.bands[0]; });
    field<float>("bands[3]", more_than(10.0f), [](Def& d) -> float& { return d.bands[3]; });
    ArchetypeDef unhealthy = wide();
    unhealthy.health = 0.0f;
    EXPECT_EQ(check(unhealthy), "health: must be more than 0");
    unhealthy.health = next(0.0f, 1);
    EXPECT_EQ(check(unhealthy), "");
}

TEST(Limits, OfBrains) {
    using Def = ArchetypeDef;
    field<float>("sight", above(0.0f, world_extent), [](Def& d) -> float& { return d.sight; });
    field<float>("fov", above(0.0f, 2.0f * pi), [](Def& d) -> float& { return d.fov; });
    field<double>("stagger", between(0.0, longest), [](Def& d) -> double& { return d.stagger; });
    for (size_t i = 0; i < 3; ++i) {
        const std::string row = "[" + std::to_string(i) + "].";
        const auto weight = [&](const std::string& name, auto table, int ReactionWeights::*member) {
            field<int>("reactions." + name, between(0, 1'000'000),
                       [&](Def& d) -> int& { return (d.reactions.*table)[i].*member; });
        };
        weight("table" + row + "stay", &ReactionDef::table, &ReactionWeights::stay);
        weight("table" + row + "combat", &ReactionDef::table, &ReactionWeights::combat);
        weight("hurt" + row + "heal", &ReactionDef::hurt, &ReactionWeights::heal);
    }
    for (size_t i = 0; i < 2; ++i) {
        const std::string end = "[" + std::to_string(i) + "]";
        field<double>("timers.run" + end, between(0.001, longest), [&](Def& d) -> double& { return d.timers.run[i]; });
        field<double>("timers.close" + end, between(0.001, longest),
                      [&](Def& d) -> double& { return d.timers.close[i]; });
    }
    field<double>("slide_back.time", between(0.001, longest), [](Def& d) -> double& { return d.slide_back.time; });
    field<float>("slide_back.distance", between(0.0f, 100.0f), [](Def& d) -> float& { return d.slide_back.distance; });
    field<float>("heal.below", between(0.0f, 1.0f), [](Def& d) -> float& { return d.heal.below; });
    field<int>("heal.flasks", between(0, 255), [](Def& d) -> int& { return d.heal.flasks; });
    field<double>("heal.time", between(0.001, longest), [](Def& d) -> double& { return d.heal.time; });
    field<float>("heal.amount", between(0.0f, 1.0f), [](Def& d) -> float& { return d.heal.amount; });
    field<float>("phases[0].below", between(0.0f, 1.0f), [](Def& d) -> float& { return d.phases[0].below; });
    field<float>("phases[0].walk_speed", between(0.0f, 100.0f),
                 [](Def& d) -> float& { return d.phases[0].walk_speed.emplace(); });
    field<float>("phases[0].run_speed", between(0.0f, 100.0f),
                 [](Def& d) -> float& { return d.phases[0].run_speed.emplace(); });
    field<float>("states[0].below", between(0.0f, 1.0f), [](Def& d) -> float& { return d.states[0].below; });
}

TEST(Limits, OfAttacks) {
    const auto attack = [](const std::string& name, auto span, auto of) {
        using T = decltype(span.least);
        field<T>("attacks[0]." + name, span, [&](ArchetypeDef& d) -> T& { return of(d.attacks[0]); });
    };
    attack("weight", between(1, heaviest), [](AttackDef& a) -> int& { return a.weight; });
    attack("damage", between(0.0f, 1e9f), [](AttackDef& a) -> float& { return a.damage; });
    attack("range[0]", between(0.0f, world_extent), [](AttackDef& a) -> float& { return a.range[0]; });
    attack("range[1]", between(0.0f, world_extent), [](AttackDef& a) -> float& { return a.range[1]; });
    attack("angle[0]", between(-pi, pi), [](AttackDef& a) -> float& { return a.angle[0]; });
    attack("angle[1]", between(-pi, pi), [](AttackDef& a) -> float& { return a.angle[1]; });
    attack("windup", between(0.0, longest), [](AttackDef& a) -> double& { return a.windup; });
    attack("duration", between(0.0, longest), [](AttackDef& a) -> double& { return a.duration; });
    attack("recovery", between(0.0, longest), [](AttackDef& a) -> double& { return a.recovery; });
    attack("projectile_speed", between(0.1f, 1000.0f), [](AttackDef& a) -> float& { return a.projectile_speed; });
    attack("score", between(0, 1'000'000), [](AttackDef& a) -> int& { return a.score; });
    attack("cooldown.agent", between(0.0, longest), [](AttackDef& a) -> double& { return a.cooldown.agent; });
    attack("cooldown.archetype", between(0.0, longest), [](AttackDef& a) -> double& { return a.cooldown.archetype; });
    attack("cooldown.uses", between(1, 1000), [](AttackDef& a) -> int& { return a.cooldown.uses; });
    attack("cooldown.global", between(0.0, longest), [](AttackDef& a) -> double& { return a.cooldown.global; });
}

TEST(Limits, OfCircles) {
    const auto circle = [](const std::string& name, auto span, auto of) {
        using T = decltype(span.least);
        field<T>("circle." + name, span, [&](ArchetypeDef& d) -> T& { return of(d.circle); });
    };
    const auto seconds = [&](const std::string& name, double CircleDef::*member) {
        circle(name, between(0.0, longest), [&](CircleDef& c) -> double& { return c.*member; });
    };
    circle("slots", between(1, max_slots), [](CircleDef& c) -> int& { return c.slots; });
    circle("grid_capacity", between(0, heaviest), [](CircleDef& c) -> int& { return c.grid_capacity; });
    circle("attack_capacity", between(0, heaviest), [](CircleDef& c) -> int& { return c.attack_capacity; });
    circle("attack_radius", more_than(0.0f, next(1000.0f, -1)), [](CircleDef& c) -> float& { return c.attack_radius; });
    circle("approach_radius", above(2.0f, 1000.0f), [](CircleDef& c) -> float& { return c.approach_radius; });
    circle("roam_gap", above(0.0f, 1000.0f), [](CircleDef& c) -> float& { return c.roam_gap; });
    circle("arrive", more_than(0.0f), [](CircleDef& c) -> float& { return c.arrive; });
    circle("attack_timeout", above(0.0, longest), [](CircleDef& c) -> double& { return c.attack_timeout; });
    circle("switch_gain", between(0.0f, world_extent), [](CircleDef& c) -> float& { return c.switch_gain; });
    circle("surround", between(0.0f, 1.0f), [](CircleDef& c) -> float& { return c.surround; });
    circle("offscreen_limit", between(-1, max_slots), [](CircleDef& c) -> int& { return c.offscreen_limit; });
    circle("class_limits[0].permits", between(0, max_slots),
           [](CircleDef& c) -> int& { return c.class_limits[0].permits; });
    seconds("patience", &CircleDef::patience);
    seconds("permit_patience", &CircleDef::permit_patience);
    seconds("reach_limit", &CircleDef::reach_limit);
    seconds("switch_dwell", &CircleDef::switch_dwell);
    seconds("steal_after", &CircleDef::steal_after);
    seconds("attack_gap", &CircleDef::attack_gap);
    seconds("rest", &CircleDef::rest);
    seconds("hold_limit", &CircleDef::hold_limit);
    seconds("interrupt_grace", &CircleDef::interrupt_grace);
}

TEST(Limits, OfSquads) {
    const auto squad = [](const std::string& name, auto span, auto member) {
        using T = decltype(span.least);
        expect_limits<T>(name, span, [&](T value) {
            SquadDef def;
            def.max_distance = world_extent;
            def.*member = value;
            return check(def);
        });
    };
    squad("follow", between(0.0f, 1000.0f), &SquadDef::follow);
    squad("max_distance", above(0.0f, world_extent), &SquadDef::max_distance);
    squad("ahead", above(0.0f, 100.0f), &SquadDef::ahead);
    squad("renew", between(0.001, longest), &SquadDef::renew);
}

TEST(Limits, OfWorlds) {
    const std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    const auto world = [&](const std::string& name, auto span, auto member) {
        using T = decltype(span.least);
        expect_limits<T>("WorldDef." + name, span, [&](T value) -> std::string {
            WorldDef def;
            def.jobs = jobs.get();
            def.*member = value;
            try {
                const World made(def);
            } catch (const std::invalid_argument& error) {
                return error.what();
            }
            return {};
        });
    };
    world("hz", between(1.0, 1000.0), &WorldDef::hz);
    world("tree_every", between(1u, 1024u), &WorldDef::tree_every);
    world("reorder_every", between(1u, 65536u), &WorldDef::reorder_every);
    world("threads", between(0, 1024), &WorldDef::threads);
    world("memory_budget", at_least(uint64_t{4} << 20), &WorldDef::memory_budget);
}

TEST(Limits, OfMonsters) {
    const auto monster = [](const std::string& field, auto span, auto of) {
        using T = decltype(span.least);
        expect_limits<T>(field, span, [&](T value) {
            MonsterDef def{.name = "ogre", .states = {{.name = "state_1"}}, .acts = {{.name = "act_1"}}};
            of(def, value);
            return check({}, std::vector<MonsterDef>{def});
        });
    };
    monster("summon_depth", between(1, 16), [](MonsterDef& d, int v) { d.summon_depth = v; });
    monster("patrol distance", between(0.0f, world_extent),
            [](MonsterDef& d, float v) { d.states[0].patrol_distance = v; });
    monster("action", above(0.0f, world_extent), [](MonsterDef& d, float v) { d.states[0].action = {v, 1.0f}; });
    monster("cd of 'blow'", between(0.0, longest), [](MonsterDef& d, double v) {
        d.acts[0].cooldowns = {{"blow", v}};
    });
}

TEST(Limits, OfCalls) {
    World world({.threads = 1});
    ArchetypeDef soldier = wide();
    soldier.states.clear();
    ASSERT_EQ(world.add_archetype(soldier), Error::ok);
    ASSERT_EQ(world.add_team("red"), Error::ok);
    AgentId agent;
    ASSERT_EQ(world.spawn({}, &agent), Error::ok);
    const auto call = [&](const std::string& name, auto span, auto asked) {
        using T = decltype(span.least);
        expect_limits<T>(name, span,
                         [&](T value) { return asked(value) == Error::ok ? std::string() : world.error_text(); });
    };
    call("prefer", between(-1000.0f, 1000.0f), [&](float v) { return world.prefer(agent, v); });
    call("view: half angle", between(0.0f, pi), [&](float v) { return world.view(agent, {1.0f, 0.0f}, v); });
    call("damage", more_than(0.0f), [&](float v) { return world.damage(agent, v); });
    call("set_health", between(0.0f, 100.0f), [&](float v) { return world.set_health(agent, v); });
    call("set_detail: beyond[0]", at_least(0.0f), [&](float v) { return world.set_detail({.beyond = {v, v, v}}); });
    call("step: dt", between(0.0, 1.0), [&](double v) { return world.step(v); });
    call("advance", between(0.0, 10.0), [&](double v) { return world.advance(v, nullptr); });
}

/// What is refused differs in print from what is allowed, and limits are as they are documented.
TEST(Limits, InTexts) {
    ArchetypeDef def = wide();
    def.mass = next(0.01f, -1);
    EXPECT_EQ(check(def), "mass: given 0.009999999, allowed 0.01 to 1000000");
    def.mass = next(1e6f, 1);
    EXPECT_EQ(check(def), "mass: given 1000000.06, allowed 0.01 to 1000000");
}

} // namespace
} // namespace fray
