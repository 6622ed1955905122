// The state of an agent, squad or circle by its id. What a command sets can be read after the step that applies it.
#include "engine/arena.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace fray {
namespace {

static_assert(std::is_same_v<Vec2, glm::vec2>);

struct Getters : test::Arena {};

TEST_F(Getters, AnAgentHasValuesFromItsFirstStepOn) {
    const AgentId agent = spawn(dummy, us, {3.0f, 4.0f});
    EXPECT_EQ(world.position(agent), std::nullopt) << "the spawn waits";
    EXPECT_EQ(world.team(agent), std::nullopt);
    step();
    EXPECT_EQ(world.position(agent), (Vec2{3.0f, 4.0f}));
    EXPECT_EQ(world.velocity(agent), (Vec2{0.0f, 0.0f}));
    EXPECT_EQ(world.heading(agent), (Vec2{1.0f, 0.0f}));
    EXPECT_EQ(world.state(agent), AgentState::idle);
    EXPECT_EQ(world.target(agent), AgentId{});
    EXPECT_EQ(world.health(agent), 100.0f);
    EXPECT_EQ(world.team(agent), us);
    EXPECT_EQ(world.squad(agent), SquadId{}) << "it was spawned without a squad";
    EXPECT_EQ(world.archetype_of(agent), dummy);
    EXPECT_EQ(world.monster_of(agent), -1);
    EXPECT_EQ(world.update_interval(agent), 1);
}

TEST_F(Getters, AStaleIdHasNoValues) {
    const AgentId bystander = spawn(dummy, us);
    for (const AgentId agent : {gone(), AgentId{}, AgentId{12345, 1}}) {
        EXPECT_FALSE(world.row_of(agent));
        EXPECT_FALSE(world.position(agent));
        EXPECT_FALSE(world.velocity(agent));
        EXPECT_FALSE(world.heading(agent));
        EXPECT_FALSE(world.state(agent));
        EXPECT_FALSE(world.target(agent));
        EXPECT_FALSE(world.health(agent));
        EXPECT_FALSE(world.team(agent));
        EXPECT_FALSE(world.squad(agent));
        EXPECT_FALSE(world.archetype_of(agent));
        EXPECT_FALSE(world.monster_of(agent));
        EXPECT_FALSE(world.order(agent));
        EXPECT_FALSE(world.update_interval(agent));
        EXPECT_FALSE(world.target_bias(agent));
        EXPECT_FALSE(world.threats(agent));
        EXPECT_FALSE(world.target_bias(agent, bystander));
        EXPECT_FALSE(world.capacity(agent));
        EXPECT_FALSE(world.closed_slots(agent));
        EXPECT_FALSE(world.view(agent));
        EXPECT_FALSE(inspect_circle(world, agent));
        EXPECT_FALSE(wait_reason(world, agent));
        EXPECT_FALSE(ready_at(world, agent, 0));
    }
    for (const SquadId squad : {SquadId{}, SquadId{999}}) {
        EXPECT_FALSE(world.leader(squad));
        EXPECT_FALSE(world.move_input(squad));
    }
}

TEST_F(Getters, AnOrderIsReadBack) {
    const AgentId agent = spawn(dummy, us);
    step();
    EXPECT_EQ(world.order(agent)->kind, OrderKind::free);
    must(world.set_order(agent, {.kind = OrderKind::move, .point = {50.0f, 60.0f}}));
    EXPECT_EQ(world.order(agent)->kind, OrderKind::free) << "it waits for the step";
    step();
    EXPECT_EQ(world.order(agent)->kind, OrderKind::move);
    EXPECT_EQ(world.order(agent)->point, (Vec2{50.0f, 60.0f}));
    EXPECT_EQ(world.order(agent)->attack, -1);
    const AgentId target = spawn(dummy, them, {40.0f, 0.0f});
    must(world.set_order(agent, {.kind = OrderKind::perform, .target = target, .attack = 1}));
    step();
    EXPECT_EQ(world.order(agent)->kind, OrderKind::perform);
    EXPECT_EQ(world.order(agent)->target, target);
    EXPECT_EQ(world.order(agent)->attack, 1);
    ASSERT_EQ(world.events().orders.size(), 1u);
    EXPECT_EQ(world.events().orders[0].attack, 1);
    EXPECT_EQ(world.events().orders[0].target.id, target);
}

TEST_F(Getters, ASquadHasALeaderAndAMoveInput) {
    const SquadId squad = squad_of(us);
    const AgentId first = spawn(dummy, us, {}, squad), second = spawn(dummy, us, {3.0f, 0.0f}, squad),
                  convert = spawn(dummy, them, {9.0f, 0.0f});
    EXPECT_EQ(world.leader(squad), AgentId{});
    step();
    EXPECT_EQ(world.leader(squad), first);
    EXPECT_EQ(world.move_input(squad), (Vec2{0.0f, 0.0f}));
    must(world.set_leader(second));
    must(world.set_move_input(squad, {0.0f, 0.5f}));
    must(world.join(convert, squad));
    step();
    EXPECT_EQ(world.squad(convert), squad);
    EXPECT_EQ(world.team(convert), us);
    EXPECT_EQ(world.leader(squad), second);
    EXPECT_EQ(world.move_input(squad), (Vec2{0.0f, 0.5f}));
}

TEST_F(Getters, ACircleHasCapacitiesClosedSlotsAndAView) {
    const AgentId target = spawn(dummy, us), other = spawn(dummy, us, {50.0f, 0.0f});
    step();
    const CircleDef circle = world.archetype(dummy).circle;
    EXPECT_EQ(world.capacity(target), (CircleCapacity{circle.grid_capacity, circle.attack_capacity}));
    EXPECT_EQ(world.closed_slots(target), std::vector<int>{});
    EXPECT_EQ(world.view(target)->half_angle, ViewCone{}.half_angle) << "it sees in all directions";
    must(world.set_capacity(target, {3, 4}));
    must(world.set_closed_slots(target, std::vector<int>{5, 1}));
    must(world.set_view(target, {{0.0f, 2.0f}, 0.75f}));
    step();
    EXPECT_EQ(world.capacity(target), (CircleCapacity{3, 4}));
    EXPECT_EQ(world.closed_slots(target), (std::vector<int>{1, 5}));
    EXPECT_EQ(world.view(target), (ViewCone{{0.0f, 1.0f}, 0.75f}));
    EXPECT_EQ(world.capacity(other), (CircleCapacity{circle.grid_capacity, circle.attack_capacity}));
    EXPECT_EQ(world.closed_slots(other), std::vector<int>{});
}

TEST_F(Getters, ATargetBiasHoldsForOneViewerOrForAll) {
    const AgentId target = spawn(dummy, us), viewer = spawn(dummy, them, {9.0f, 0.0f});
    step();
    EXPECT_EQ(world.target_bias(target), 0.0f);
    must(world.set_target_bias(target, 2.5f));
    must(world.set_target_bias(target, -1.5f, viewer));
    step();
    EXPECT_FLOAT_EQ(*world.target_bias(target), 2.5f);
    EXPECT_FLOAT_EQ(*world.target_bias(target, viewer), -1.5f);
    EXPECT_EQ(world.target_bias(viewer, target), 0.0f);
    must(world.set_target_bias(target, 0.0f));
    step();
    EXPECT_EQ(world.target_bias(target), 0.0f);
    EXPECT_FLOAT_EQ(*world.target_bias(target, viewer), -1.5f);
}

TEST_F(Getters, DetailAndEventMaskAreReadBack) {
    const DetailDef before = world.detail(),
                    detail = {.distances = {10.0f, 20.0f, 30.0f}, .points = {{1.0f, 2.0f}}, .update_budget = 7};
    must(world.set_detail(detail));
    EXPECT_EQ(world.detail(), before) << "it waits for the step";
    must(world.set_event_mask(event_bit(EventType::death)));
    step();
    EXPECT_EQ(world.detail(), detail);
    EXPECT_EQ(world.event_mask(), event_bit(EventType::death));
}

} // namespace
} // namespace fray
