// Wrong or excessive input by the host: either refused with the name of the field, or handled without harm.
#include "must.h"
#include "rules/oracle_scene.h"

#include <random>

namespace fray {
namespace {

using namespace test;

struct BadInput : OracleScene {};

TEST_F(BadInput, FieldsThatContradictEachOtherAreNamed) { // engine/limits_test.cpp checks each field by itself
    using Def = ArchetypeDef;
    Def usual = puppet();
    const auto expect_bad = [&](const std::string& field, const char* more, auto change) {
        Def def = usual;
        change(def);
        const std::string said = validate(def);
        EXPECT_EQ(world.add_archetype(def), Error::out_of_range) << field;
        EXPECT_EQ(world.archetype_count(), 0u);
        EXPECT_EQ(world.error_text(), "archetype '" + def.name + "': " + said);
        EXPECT_EQ(said.find(field + ": "), 0u) << field << " in: " << said;
        EXPECT_NE(said.find(more), std::string::npos) << more << " in: " << said;
    };
    expect_bad("circle.approach_radius", "(attack_radius)",
               [](Def& d) { d.circle.approach_radius = d.circle.attack_radius = 2.0f; });
    expect_bad("circle.class_limits[0].attack_class", "must be a name", [](Def& d) {
        d.circle.class_limits = {{"", 1}};
    });
    expect_bad("circle.class_limits[1].attack_class", "limited already", [](Def& d) {
        d.circle.class_limits = {{"a", 1}, {"a", 2}};
    });
    expect_bad("attacks[0].range[1]", "(the value before)", [](Def& d) { d.attacks[0].range = {2.0f, 1.0f}; });
    expect_bad("attacks[0].duration", "(windup)", [](Def& d) { d.attacks[0].duration = 0.5 * d.attacks[0].windup; });
    expect_bad("attacks[0].cooldown.global", "needs a", [](Def& d) { d.attacks[0].cooldown.global = 1.0; });
    expect_bad("attacks[0].lunge", "not with keeps_speed", [](Def& d) {
        d.attacks[0].lunge = 1.0f;
        d.attacks[0].keeps_speed = true;
    });
    expect_bad("attacks[0].lunge", "tracking below 1", [](Def& d) {
        d.attacks[0].lunge = 1.0f;
        d.attacks[0].tracking = 1.0f;
    });
    expect_bad("attacks[0].impact_damage", "projectiles have no impact", [](Def& d) {
        d.attacks[0].projectile_speed = 20.0f;
        d.attacks[0].impact_damage = 1.0f;
    });
    usual = boss_archetype();
    usual.name = "boss";
    usual.attacks = {swing(1)};
    expect_bad("reactions.hurt_close_band", "one of the weights", [](Def& d) { d.boss.reactions.hurt[0] = {}; });
    expect_bad("timers.run_timeout[1]", "given 1, allowed at least 2 (the value before)", [](Def& d) {
        d.boss.timers.run_timeout = {2.0, 1.0};
    });
    expect_bad("phases[1].below", "less than in the phase before", [](Def& d) {
        d.boss.phases = {{.health_threshold = 0.5f, .attacks = {}}, {.health_threshold = 0.5f, .attacks = {}}};
    });
    expect_bad("phases[0].attacks", "no attack 'bite'", [](Def& d) {
        d.boss.phases = {{.attacks = {"swing", "bite"}}};
    });
    expect_bad("phases[0].reactions.close_band", "one of the weights",
               [](Def& d) { d.boss.phases.emplace_back().reactions.emplace().table[0] = {}; });
    expect_bad("phases[1].run_speed", "given 5.5, allowed at least 6 (walk_speed)", [](Def& d) {
        d.boss.phases.resize(2);
        d.boss.phases[1].health_threshold = 0.25f;
        d.boss.phases[1].walk_speed = 6.0f;
    });
    expect_bad("attacks[0].cooldown.archetype", "no cooldowns except `agent`",
               [](Def& d) { d.attacks[0].cooldown.archetype = 1.0; });
    expect_bad("attacks[0].cooldown.global", "no cooldowns except `agent`", [](Def& d) {
        d.attacks[0].attack_class = "class";
        d.attacks[0].cooldown.global = 1.0;
    });
    EXPECT_EQ(world.add_archetype(usual), Error::ok) << "and the world is unharmed";
    step();
}

TEST_F(BadInput, ACircleMayHaveOneSlotOrTwoHundredAndFiftySix) {
    for (const int slots : {1, 256}) {
        start_again();
        CircleDef circle = plain_circle(slots, max_weight, max_weight);
        circle.rebalance_mode = RebalanceMode::exact;
        circle.allows_stealing = true;
        const AgentId target = hero(circle);
        const ArchetypeIndex archetype = add(puppet({swing(1, 0.5, 0.25)}));
        for (int i = 0; i < 300; ++i) foe(archetype, on_ring(9.0f, 0.05f * static_cast<float>(i)));
        step(2);
        EXPECT_EQ(this->circle(target).token_queue.size(), static_cast<size_t>(slots));
        for (int i = 0; i < 50; ++i) {
            step_after(world.teleport(target, {0.1f * static_cast<float>(i % 7), 0.0f}));
        }
        EXPECT_GT(all(EventType::hit).size(), 0u);
        std::vector<int> every;
        for (int slot = 0; slot < slots; ++slot) every.push_back(slot);
        seconds_after(world.set_closed_slots(target, every), 1.5);
        EXPECT_TRUE(this->circle(target).token_queue.empty());
        EXPECT_EQ(this->circle(target).queue.size(), 300u);
    }
}

TEST_F(BadInput, AnAgentHeavierThanAnyCapacityWaitsWithoutHarm) {
    const AgentId target = hero(plain_circle());
    const AgentId colossus = foe(weighing(puppet({swing(max_weight)}), max_weight), {9.0f, 0.0f});
    const auto others = foes_of(puppet(), 10, {9.0f, 1.0f});
    seconds(30.0);
    EXPECT_EQ(count(EventType::slot, colossus) + count(EventType::reserve, colossus), 0);
    EXPECT_EQ(reason(colossus), WaitReason::too_heavy);
    for (const AgentId one : others) EXPECT_GE(count(EventType::hit, one), 5);
    seconds_after(world.set_capacity(target, {max_weight, max_weight}), 10.0);
    EXPECT_GE(slot(colossus), 0);
    EXPECT_GE(count(EventType::hit, colossus), 1) << "then it has its turn";
}

TEST_F(BadInput, CapacitiesMayChangeInEveryFrame) {
    for (const ReleasePolicy release : {ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch}) {
        start_again();
        CircleDef circle;
        const AgentId target = hero(circle);
        for (int weight = 1; weight <= 3; ++weight)
            foes_of(
                weighing(releasing(puppet({swing(2 * weight, 0.5, 0.1), swing(weight, 0.3, 0.1)}), release), weight), 6,
                {9.0f, 3.0f * static_cast<float>(weight)});
        std::mt19937 random(7);
        for (int i = 0; i < 20 * frames_per_second; ++i) {
            const int grid = static_cast<int>(random() % 20), strength = static_cast<int>(random() % 20);
            accept(world.set_capacity(target, {grid, strength}));
            if (i % 3 == 0) accept(world.set_capacity(target, {0, max_weight}));
            step();
        }
        EXPECT_GT(all(EventType::hit).size(), 10u) << "some get through";
        accept(world.set_capacity(target, {12, 10}));
        const size_t before = all(EventType::hit).size();
        seconds(10.0);
        EXPECT_GT(all(EventType::hit).size(), before + 20);
    }
}

TEST_F(BadInput, WithAllSlotsClosedNoAgentIsAdmittedAndNothingStalls) {
    const std::vector<int> every = {0, 1, 2, 3, 4, 5, 6, 7};
    for (const ReleasePolicy release : {ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch}) {
        start_again();
        CircleDef circle;
        const AgentId target = hero(circle), elsewhere = hero(plain_circle(), {200.0f, 0.0f});
        ArchetypeDef def = releasing(puppet({swing(2, 2.0, 0.5)}), release);
        def.perception.alert_radius = 30.0f;
        const auto fighters = foes_of(def, 12);
        const AgentId other = foe(def, {209.0f, 0.0f});
        seconds(1.0);
        step_after(world.set_closed_slots(target, every));
        EXPECT_EQ(this->circle(target).token_queue.size() + this->circle(target).strikers.size(), 5u)
            << "the attackers";
        seconds(4.0);
        const int closed = now();
        EXPECT_TRUE(this->circle(target).token_queue.empty());
        EXPECT_EQ(this->circle(target).queue.size(), 12u);
        EXPECT_EQ(this->circle(target).grid_free, 12);
        EXPECT_EQ(this->circle(target).attack_free, 10);
        seconds(10.0);
        EXPECT_EQ(reason(fighters[0]), WaitReason::no_slot);
        EXPECT_GE(count(EventType::hit, other), 4) << "others fight on";
        EXPECT_EQ(this->target(other), elsewhere);
        step_after(world.set_closed_slots(target, {}));
        EXPECT_EQ(this->circle(target).token_queue.size(), 8u) << "they come back at once";
        seconds(20.0);
        int struck = 0;
        for (const AgentId one : fighters)
            for (const Happened& hit : all(EventType::hit, one)) struck += hit.frame > closed;
        EXPECT_GT(struck, 20) << to_string(release);
    }
}

TEST_F(BadInput, ATargetMayBeTeleportedInEveryFrame) {
    for (const bool walks : {true, false}) {
        start_again();
        CircleDef circle;
        circle.switch_dwell_time = 0.0;
        circle.switch_margin = 0.0f;
        circle.steal_grace_time = 0.0;
        const AgentId target = hero(circle);
        foes_of(walks ? walker() : puppet(), 30);
        std::mt19937 random(3);
        for (int i = 0; i < 15 * frames_per_second; ++i) {
            const auto coordinate = [&] { return static_cast<float>(random() % 4000) * 0.01f - 20.0f; };
            step_after(world.teleport(target, {coordinate(), coordinate()}));
        }
        for (const Vec2 p : world.positions()) ASSERT_TRUE(std::isfinite(p.x) && std::abs(p.x) < 60.0f);
        accept(world.teleport(target, {}));
        const size_t before = all(EventType::hit).size();
        seconds(10.0);
        EXPECT_GT(all(EventType::hit).size(), before + 10) << "they settle";
    }
}

#ifndef FRAY_SLOW_BUILD
constexpr bool slow_build = false;
#else
constexpr bool slow_build = true;
#endif

struct Crowd {
    static WorldDef quiet() {
        WorldDef def;
        def.event_mask = 0;
        def.hashes = false;
        def.threads = 2;
        return def;
    }
    World world = World::create(quiet()).value();
    AgentId target;
    static constexpr double dt = 1.0 / 8.0;
    explicit Crowd(int requesters) {
        must(world.add_team("hero"));
        must(world.add_team("crowd"));
        ArchetypeDef hero;
        hero.autonomous = false;
        hero.body.health = unlimited_health;
        hero.circle.request_time = 0.0;
        must(world.add_archetype(hero));
        ArchetypeDef def = walker({swing(3, 0.8, 1.0)});
        def.perception.alert_radius = 500.0f;
        must(world.add_archetype(def));
        SquadId squad;
        must(world.add_squad(1, &squad));
        must(world.spawn({}, &target));
        for (int i = 0; i < requesters; ++i) { // a disc, with the serials scattered over it
            const float place = static_cast<float>((i * 7919) % requesters);
            must(world.spawn({.archetype = 1,
                              .team = 1,
                              .squad = squad,
                              .position = on_ring(7.0f + 0.5f * std::sqrt(place), 3.0557749f * place)}));
        }
    }
    struct Load {
        double evaluations = 0.0; ///< average number of evaluations per frame
        uint32_t visited = 0;     ///< greatest number of visited circles in a frame
        uint32_t tokens = 0;
        uint64_t memory = 0; ///< bytes at the end
    };
    Load run(double seconds) {
        Load load;
        const int frames = static_cast<int>(seconds / dt);
        for (int i = 0; i < frames; ++i) {
            must(world.step(dt));
            load.evaluations += static_cast<double>(world.counters().evaluations) / frames;
            load.visited = std::max(load.visited, world.counters().dirty_circles);
            load.tokens += world.counters().tokens_given;
        }
        load.memory = world.memory().total();
        return load;
    }
};

TEST(BadInputCrowd, TenThousandAgentsRequestAtOneTargetInOneFrameAndWait) {
    Crowd crowd(10000);
    must(crowd.world.step(Crowd::dt));
    const CircleView at_first = inspect_circle(crowd.world, crowd.target).value();
    EXPECT_EQ(at_first.token_queue.size(), 8u);
    EXPECT_EQ(at_first.queue.size(), 9992u);
    EXPECT_EQ(check_invariants(crowd.world), "");
    const auto early = crowd.run(slow_build ? 2.0 : 3.0);
    EXPECT_EQ(check_invariants(crowd.world), "");
    const auto late = crowd.run(slow_build ? 2.0 : 6.0);
    EXPECT_EQ(check_invariants(crowd.world), "");
    EXPECT_LT(late.memory, early.memory + 4096) << "it does not grow, but for a buffer that had never been so full";
    EXPECT_LE(late.visited, 1u);
    EXPECT_GT(late.tokens, slow_build ? 0u : 4u) << "the fight goes on";
    const CircleView at_last = inspect_circle(crowd.world, crowd.target).value();
    EXPECT_NEAR(static_cast<double>(at_last.token_queue.size() + at_last.queue.size()), 10000.0, 8.0)
        << "all but the agents that lost a slot";
}

TEST(BadInputCrowd, AgentsThatMerelyWaitAreNotEvaluated) {
    Crowd few(200), many(slow_build ? 1000 : 5000);
    few.run(5.0);
    many.run(5.0);
    const auto load_few = few.run(10.0), load_many = many.run(10.0);
    EXPECT_LT(load_many.evaluations, 50.0) << "a frame, of thousands";
    EXPECT_LT(load_many.evaluations, 2.0 * load_few.evaluations + 5.0);
}

} // namespace
} // namespace fray
