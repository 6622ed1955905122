// User states: how agents enter and leave them, what their functions see, and what happens when a function fails.
#include "melee.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace fray {
namespace {

/// A state that runs away from the target, and counts in a column how often it was called.
void run_away(void* context, const StateBatch& batch, StateWriter& out) {
    const auto asked = out.column<int32_t>(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(context)));
    for (size_t i = 0; i < batch.size(); ++i) {
        ++asked[batch.rows[i]];
        if (!batch.has_target(i)) {
            out.next(i, AgentState::idle);
            continue;
        }
        const Vec2 here = batch.position(i), from = batch.target_position(i);
        out.move_to(i, {here.x * 2.0f - from.x, here.y * 2.0f - from.y}, Gait::run);
        if (batch.serials[batch.rows[i]] % 2 == 0) out.wait(i, 0.125);
    }
}

void stay(void*, const StateBatch& batch, StateWriter& out) {
    for (size_t i = 0; i < batch.size(); ++i) {
        if (batch.has_target(i))
            out.next(i, AgentState::pursue);
        else
            out.wait(i, 1.0);
    }
}

void throws(void*, const StateBatch&, StateWriter&) { throw std::runtime_error("no such luck"); }

UserColumn add_states(World& world) {
    UserColumn asked;
    EXPECT_EQ(world.add_column("asked", int32_t{0}, &asked), Error::ok);
    EXPECT_EQ(world.add_state({"run away", run_away, reinterpret_cast<void*>(uintptr_t{asked.value})}), Error::ok);
    EXPECT_EQ(world.add_state({"stay", stay, nullptr}), Error::ok);
    return asked;
}

/// A world with one agent, which comes into the state in its first step.
World world_with(const StateDef& state, int threads = 1) {
    World world = World::create({.threads = threads}).value();
    must(world.add_state(state));
    ArchetypeDef def;
    def.states = {{state.name, 0.0f, true}};
    must(world.add_archetype(def));
    must(world.add_team("red"));
    must(world.spawn(SpawnDef{}));
    return world;
}

/// The melee, in which all but the heavy flee when they are hurt, and stay when they have no target.
void fill(World& world, int agents) {
    add_states(world);
    for (ArchetypeDef def : test::melee_archetypes()) {
        if (def.name != "heavy") def.states = {{"run away", 0.5f, false}, {"stay", 0.0f, true}};
        if (def.name == "light") def.poise.stagger_time = 0.25;
        if (def.name == "scout") def.perception.alert_radius = 5.0f;
        ASSERT_EQ(world.add_archetype(def), Error::ok) << world.error_text();
    }
    must(world.add_team("red"));
    must(world.add_team("blue"));
    SquadId squad;
    for (int i = 0; i < agents; ++i) {
        const int company = i / 20, place = i % 20;
        const auto team = static_cast<TeamIndex>(company % 2);
        if (i % 10 == 0) must(world.add_squad(team, &squad));
        SpawnDef def;
        def.archetype = static_cast<ArchetypeIndex>(company / 2 % 4);
        def.team = team;
        def.squad = squad;
        def.position = {static_cast<float>(company % 8) * 9.0f + static_cast<float>(place % 4) * 1.25f,
                        static_cast<float>(company / 8) * 9.0f + static_cast<float>(place / 4) * 1.25f};
        must(world.spawn(def));
    }
}

struct Course {
    std::vector<uint64_t> hashes;
    int fled = 0, stayed = 0;
};

Course run(const WorldDef& def) {
    World world = World::create(def).value();
    fill(world, 400);
    Course run;
    for (int frame = 0; frame < 300; ++frame) {
        EXPECT_EQ(world.step(1.0 / 64.0), Error::ok);
        run.hashes.push_back(world.state_hash());
        for (const StateEvent& event : world.events().states) {
            run.fled += event.to == AgentState{first_user_state};
            run.stayed += event.to == AgentState{first_user_state + 1};
        }
    }
    return run;
}

TEST(UserStates, UserStatesAreTheSameForAnyThreadsAndStorage) {
    const auto serial = make_serial_jobs();
    const Course truth = run({.jobs = serial.get()});
    EXPECT_GT(truth.fled, 20);
    EXPECT_GT(truth.stayed, 2);
    EXPECT_EQ(run({.threads = 2}).hashes, truth.hashes);
    EXPECT_EQ(run({.threads = 2, .debug = {.shuffle_storage = 7}}).hashes, truth.hashes);
    EXPECT_EQ(run({.threads = 2, .debug = {.shuffle_chunks = 3, .chunk_size = 16}}).hashes, truth.hashes);
}

/// A raider and a villager, which is alone at first.
struct Village {
    World world = World::create({.threads = 1}).value();
    UserColumn asked;
    AgentId villager, raider;

    explicit Village(float below = 0.5f, bool managed = true) {
        asked = add_states(world);
        ArchetypeDef def = managed ? ArchetypeDef{} : boss_archetype();
        def.name = "villager";
        def.perception.targeting = Targeting::self;
        def.attacks = {test::melee_attack("cut", 1, 0.25, 0.5, 0.5)};
        def.states = {{"run away", below, false}, {"stay", 0.0f, true}};
        EXPECT_EQ(world.add_archetype(def), Error::ok) << world.error_text();
        ArchetypeDef dummy;
        dummy.name = "raider";
        dummy.autonomous = false;
        EXPECT_EQ(world.add_archetype(dummy), Error::ok);
        must(world.add_team("village"));
        must(world.add_team("raiders"));
        must(world.spawn({.archetype = 0, .team = 0}, &villager));
    }
    AgentState state() const { return *world.state(villager); }
    std::string name() const { return std::string(world.state_name(state())); }
    int32_t times_asked() { return world.column<int32_t>(asked)[*world.row_of(villager)]; }
    /// The raider comes so many metres beside the villager.
    void raid(float distance) { must(world.spawn({.archetype = 1, .team = 1, .position = {distance, 0.0f}}, &raider)); }
    void steps(int count) {
        for (int i = 0; i < count; ++i) ASSERT_EQ(world.step(1.0 / 64.0), Error::ok);
    }
};

TEST(UserStates, AnIdleAgentEntersItsUserStateAndATargetEndsIt) {
    Village v;
    v.steps(2);
    EXPECT_EQ(v.name(), "stay");
    v.raid(3.0f);
    v.steps(40);
    EXPECT_FALSE(is_user_state(v.state())) << v.name();
    must(v.world.despawn(v.raider));
    v.steps(40);
    EXPECT_EQ(v.name(), "stay");
}

TEST(UserStates, AHurtAgentEntersItsUserStateAndGivesUpItsSlot) {
    for (const bool managed : {true, false}) {
        Village v(0.5f, managed);
        v.raid(2.0f);
        v.steps(128);
        must(v.world.damage(v.villager, 40.0f));
        v.steps(2);
        EXPECT_NE(v.name(), "run away") << "60 of 100 left";
        must(v.world.damage(v.villager, 20.0f));
        v.steps(2);
        EXPECT_EQ(v.name(), "run away");
        EXPECT_GT(v.times_asked(), 0);
        v.steps(1);
        const std::optional<CircleView> circle = inspect_circle(v.world, v.raider);
        EXPECT_TRUE(!circle || circle->token_queue.empty());
        EXPECT_EQ(check_invariants(v.world), "");
        const Vec2 before = *v.world.position(v.villager);
        v.steps(64);
        const Vec2 after = *v.world.position(v.villager);
        EXPECT_GT(std::hypot(after.x - 2.0f, after.y), std::hypot(before.x - 2.0f, before.y) + 3.0f) << "it ran";
    }
}

TEST(UserStates, AMissHurtsNoAgent) {
    World world = World::create({.threads = 1}).value();
    const auto flinches = [](void*, const StateBatch& batch, StateWriter& out) {
        for (size_t i = 0; i < batch.size(); ++i) out.next(i, AgentState::pursue);
    };
    must(world.add_state({"flinches", flinches, nullptr}));
    ArchetypeDef villager;
    villager.name = "villager";
    villager.states = {{"flinches", 0.5f, false}};
    ArchetypeDef raider;
    raider.name = "raider";
    raider.attacks = {test::melee_attack("cut", 1, 0.25, 0.5, 0.5)};
    for (const ArchetypeDef& def : {villager, raider}) must(world.add_archetype(def));
    for (const char* team : {"village", "raiders"}) must(world.add_team(team));
    AgentId victim;
    must(world.spawn({.archetype = 0, .team = 0}, &victim));
    must(world.spawn({.archetype = 1, .team = 1, .position = {2.0f, 0.0f}}));
    must(world.damage(victim, 60.0f));
    size_t flinched = 0, misses = 0, hurts = 0;
    for (int i = 0; i < 512; ++i) {
        must(world.step(1.0 / 64.0));
        for (const StateEvent& event : world.events().states) flinched += event.to == AgentState{first_user_state};
        misses += world.events().misses.size();
        hurts += world.events().hurts.size();
        for (const AttackEvent& attack : world.events().attacks)
            if (attack.target == victim) must(world.teleport(victim, *world.position(victim) + Vec2{8.0f, 0.0f}));
    }
    EXPECT_GT(misses, 2u);
    EXPECT_EQ(hurts, 1u) << "by the host";
    EXPECT_EQ(flinched, 1u);
}

/// Members go by the present input, also those that a state of the user's has held in between.
TEST(UserStates, ALedAgentLeavesItsStateForANewPoint) {
    World world = World::create({.threads = 1}).value();
    must(world.add_state({"guard", stay, nullptr}));
    ArchetypeDef def;
    def.name = "guard";
    def.states = {{"guard", 0.0f, true}};
    must(world.add_archetype(def));
    must(world.add_team("red"));
    SquadId squad;
    must(world.add_squad(0, {.control = SquadControl::paths, .lookahead_interval = 60.0}, &squad));
    std::array<AgentId, 2> guards;
    for (size_t i = 0; i < guards.size(); ++i)
        must(world.spawn({.squad = squad, .position = {0.0f, 4.0f * static_cast<float>(i)}}, &guards[i]));
    const auto steps = [&](int count) {
        for (int i = 0; i < count; ++i) must(world.step(1.0 / 64.0));
    };
    for (const float direction : {1.0f, -1.0f}) {
        must(world.set_move_input(squad, {direction, 0.0f}));
        const float before = world.position(guards[1])->x;
        steps(64);
        EXPECT_GT((world.position(guards[1])->x - before) * direction, 0.5f);
        must(world.set_move_input(squad, {0.0f, 0.0f}));
        steps(16);
        EXPECT_TRUE(is_user_state(*world.state(guards[1])));
    }
}

TEST(UserStates, AnAttackThatHasLostItsTargetEndsOnce) {
    Village v(0.9f);
    v.raid(2.0f);
    const auto attacks = [&] { return v.world.events().attacks.size(); };
    for (int i = 0; i < 256 && attacks() == 0; ++i) v.steps(1);
    ASSERT_EQ(attacks(), 1u);
    must(v.world.damage(v.raider, 1000.0f));
    must(v.world.damage(v.villager, 20.0f));
    std::vector<AttackEndEvent> ends;
    for (int i = 0; i < 4; ++i) {
        v.steps(1);
        ends.insert(ends.end(), v.world.events().attack_ends.begin(), v.world.events().attack_ends.end());
        EXPECT_EQ(check_invariants(v.world), "");
    }
    EXPECT_TRUE(is_user_state(v.state())) << v.name();
    ASSERT_EQ(ends.size(), 1u);
    EXPECT_EQ(ends[0].attack, 0);
}

TEST(UserStates, AWaitIsKept) {
    Village v;
    v.raid(2.0f);
    v.steps(64);
    must(v.world.damage(v.villager, 60.0f));
    v.steps(2);
    const int32_t before = v.times_asked();
    v.steps(64); // one second; the state is called in every eighth step
    EXPECT_NEAR(v.times_asked() - before, 8, 2);
}

TEST(UserStates, AnOrderGoesBeforeAUserState) {
    Village v;
    v.steps(3);
    must(v.world.set_order(v.villager, {.kind = OrderKind::move, .point = {5.0f, 5.0f}}));
    v.steps(2);
    EXPECT_EQ(v.state(), AgentState::idle);
    must(v.world.set_order(v.villager, {.kind = OrderKind::free}));
    v.steps(2);
    EXPECT_EQ(v.name(), "stay");
}

TEST(UserStates, AStateThatThrowsIsAnErrorAndTheWorldGoesOn) {
    World world = world_with({"bad luck", throws, nullptr}, 2);
    ASSERT_EQ(world.step(0.0625), Error::ok) << "it comes into the state";
    EXPECT_EQ(world.step(0.0625), Error::state_failed);
    EXPECT_EQ(world.error_text(), "frame 1: state 'bad luck': no such luck");
    EXPECT_EQ(world.frame(), 2u) << "the frame was finished";
    EXPECT_EQ(check_invariants(world), "");
    EXPECT_EQ(world.step(0.0625), Error::state_failed) << "and is asked again";
    ASSERT_EQ(world.step_begin(0.0625), Error::ok);
    EXPECT_EQ(world.step_end(), Error::state_failed);
}

TEST(UserStates, GoalsWaitsAndNextStatesAreChecked) {
    const struct {
        StateFunction decide;
        const char* text;
    } cases[] = {
        {[](void*, const StateBatch&, StateWriter& out) { out.move_to(0, Vec2(20000.0f, 0.0f), Gait::run); },
         "frame 1: state 'wrong': goal outside the world: 20000, of agent 0"},
        {[](void*, const StateBatch&, StateWriter& out) { out.move_to(0, Vec2(NAN, 0.0f), Gait::run); },
         "frame 1: state 'wrong': goal outside the world: nan, of agent 0"},
        {[](void*, const StateBatch&, StateWriter& out) { out.wait(0, -1.0); },
         "frame 1: state 'wrong': wait not within 0 to 3600 s: -1, of agent 0"},
        {[](void*, const StateBatch&, StateWriter& out) { out.next(0, AgentState::attack); },
         "frame 1: state 'wrong': next state not allowed: 5, of agent 0"},
        {[](void*, const StateBatch&, StateWriter& out) { out.column<int>(7); },
         "frame 1: state 'wrong': user column 7: there are 0"},
    };
    for (const auto& [decide, text] : cases) {
        World world = world_with({"wrong", decide, nullptr});
        must(world.step(0.0625));
        EXPECT_EQ(world.step(0.0625), Error::state_failed);
        EXPECT_EQ(world.error_text(), text);
    }
}

TEST(UserStates, InvalidStatesAreRefused) {
    World world = World::create({.threads = 1}).value();
    EXPECT_EQ(world.add_state({"", stay, nullptr}), Error::out_of_range);
    EXPECT_EQ(world.add_state({"none", nullptr, nullptr}), Error::out_of_range);
    EXPECT_EQ(world.add_state({"pursue", stay, nullptr}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "state 'pursue': the name is taken already");
    EXPECT_EQ(world.add_state({"stay", stay, nullptr}), Error::ok);
    EXPECT_EQ(world.add_state({"stay", stay, nullptr}), Error::out_of_range);
    ArchetypeDef def;
    def.name = "guard";
    def.states = {{"fly", 0.5f, false}};
    EXPECT_EQ(world.add_archetype(def), Error::unknown);
    EXPECT_EQ(world.error_text(), "archetype 'guard': states: no state 'fly'");
    def.states = {{"", 0.5f, false}};
    EXPECT_EQ(world.add_archetype(def), Error::unknown);
    def.states = {{"stay", 1.5f, false}};
    EXPECT_EQ(world.add_archetype(def), Error::out_of_range);
    EXPECT_EQ(world.archetype_count(), 0u);
    for (int i = 1; i < max_user_states; ++i)
        ASSERT_EQ(world.add_state({"state " + std::to_string(i), stay, nullptr}), Error::ok);
    EXPECT_EQ(world.add_state({"one more", stay, nullptr}), Error::full);
}

} // namespace
} // namespace fray
