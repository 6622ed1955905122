#include "viewing/agent_marks.h"

#include "picture/palette.h"
#include "scenes.h"
#include "viewing/session.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

namespace fray::demo {
namespace {

/// Agents as the viewer draws them: four in a row, of both teams, if no other scenario is given.
struct Drawn {
    Battle battle;
    Camera camera;
    DrawBatch batch;

    explicit Drawn(const Scenario& scenario = test::brawl(), int frames = 100) : battle(test::battle_of(scenario)) {
        test::steps(battle, frames);
    }
    void draw(float width) {
        camera.show({}, width);
        batch.begin(camera.scale());
        draw_agents(battle.world(), camera, nullptr, batch);
    }
    void kill(Serial serial) {
        World& world = battle.world();
        ASSERT_EQ(world.damage(*world.find(serial), 1e6f), Error::ok);
        test::steps(battle, 1);
    }
};

/// 3200 agents close to each other, half of them on each side.
Scenario melee() {
    Scenario scenario = test::brawl();
    scenario.groups[0].count = scenario.groups[1].count = 1600;
    for (ArchetypeDef& archetype : scenario.archetypes) archetype.autonomous = true;
    return scenario;
}

TEST(AgentMarks, ArePointsFromAfarAndShapesNearerAndDrawingsCloseUp) {
    Drawn few, many(melee(), 120);
    const DrawBatch& batch = many.batch;
    many.draw(3000.0f);
    EXPECT_EQ(batch.marks().size() + batch.shapes().size(), 3200u);
    many.draw(120.0f);
    EXPECT_GT(batch.shapes().size(), 200u);
    EXPECT_TRUE(batch.close_marks().empty());
    many.draw(10.0f);
    EXPECT_TRUE(batch.shapes().empty());
    EXPECT_GT(batch.close_marks().size(), 10u);
    few.draw(3000.0f); // of a few agents all stay large enough for their shape
    EXPECT_EQ(few.batch.shapes().size(), 4u);
}

TEST(AgentMarks, ShowTheTeamByShapeAndColourAndTheStateByFilling) {
    Drawn drawn(melee(), 0);
    using Seen = std::set<std::pair<TeamIndex, AgentState>>;
    const auto states_of_fighters = [&] {
        Seen seen;
        const World& world = drawn.battle.world();
        for (size_t row = 0; row < world.agent_count(); ++row)
            if (world.states()[row] == AgentState::attack || world.states()[row] == AgentState::combat ||
                world.states()[row] == AgentState::roam)
                seen.insert({world.teams()[row], world.states()[row]});
        return seen;
    };
    for (int i = 0; i < 300 && states_of_fighters().size() < 4; ++i) test::steps(drawn.battle, 1);
    drawn.draw(120.0f);
    std::set<uint32_t> shapes;
    std::set<std::tuple<uint32_t, uint32_t, uint32_t>> looks;
    for (const DrawShape& shape : drawn.batch.shapes()) {
        shapes.insert(shape.shape);
        looks.insert({shape.shape, shape.fill, shape.rim});
        EXPECT_NEAR(std::hypot(shape.heading.x, shape.heading.y), 1.0f, 1e-3f);
    }
    EXPECT_EQ(shapes, (std::set<uint32_t>{0, 1}));
    const Seen seen = states_of_fighters();
    EXPECT_GE(seen.size(), 4u);
    EXPECT_GE(looks.size(), seen.size());
}

TEST(AgentMarks, TheDeadAreFaintCrossesBelowTheLiving) {
    Drawn row;
    row.draw(3000.0f);
    const size_t lines = row.batch.lines().size();
    row.kill(2);
    row.draw(3000.0f);
    EXPECT_EQ(row.batch.shapes().size(), 3u);
    ASSERT_EQ(row.batch.lines().size(), lines + 4);
    EXPECT_LT(row.batch.lines().back().colour >> 24, 200u); // alpha
    row.draw(20.0f);
    ASSERT_EQ(row.batch.close_marks().size(), 4u);
    EXPECT_EQ(row.batch.close_marks()[0].state, AgentState::dead);
}

TEST(AgentMarks, AreAsLargeAsTheBodies) {
    Drawn row;
    row.draw(20.0f);
    const float before = row.batch.close_marks()[0].radius;
    World& world = row.battle.world();
    for (const AgentId agent : world.ids()) ASSERT_EQ(world.set_radius(agent, 1.2f), Error::ok);
    test::steps(row.battle, 1);
    row.draw(20.0f);
    EXPECT_NEAR(row.batch.close_marks()[0].radius, 3.0f * before, 0.1f);
}

TEST(AgentMarks, LabelsKeepOffThem) {
    Drawn row;
    row.draw(20.0f);
    Labels labels;
    labels.begin(row.camera.field_low(), row.camera.field_high());
    block_agents(row.battle.world(), row.camera, labels);
    const Mark& mark = row.batch.close_marks()[0];
    const LabelBox box = labels.led(1, mark.at, mark.radius, std::array{Vec2{200.0f, 60.0f}}).box;
    for (const Mark& other : row.batch.close_marks())
        EXPECT_FALSE(box.overlaps({{other.at.x - other.radius, other.at.y - other.radius},
                                   {other.at.x + other.radius, other.at.y + other.radius}}));
}

/// The marks of the agents close up.
std::vector<Mark> marks_of(const Session& session) {
    Camera camera;
    camera.show({}, 20.0f);
    DrawBatch batch;
    batch.begin(camera.scale());
    draw_agents(session.world(), camera, &session.recent(), batch);
    return {batch.close_marks().begin(), batch.close_marks().end()};
}

TEST(AgentMarks, ShowWindupsAndHitsAlsoAfterGoingBack) {
    Session session(test::battle_of(test::brawl()));
    std::vector<std::vector<Mark>> first;
    for (int i = 0; i < 240; ++i) {
        session.step();
        first.push_back(marks_of(session));
    }
    const auto has = [&](auto is) {
        return std::ranges::any_of(first, [&](const auto& marks) { return std::ranges::any_of(marks, is); });
    };
    EXPECT_TRUE(has([](const Mark& mark) { return mark.windup > 0.2f && mark.windup < 0.8f; }));
    EXPECT_TRUE(has([](const Mark& mark) { return mark.hurt >= 0.0f && mark.hurt < 0.1f; }));
    ASSERT_TRUE(session.go_back(1));
    for (size_t i = 1; i < first.size(); ++i) {
        session.step();
        const std::vector<Mark> again = marks_of(session);
        ASSERT_EQ(again.size(), first[i].size());
        for (size_t n = 0; n < again.size(); ++n) {
            EXPECT_EQ(again[n].windup, first[i][n].windup) << i;
            EXPECT_EQ(again[n].swing, first[i][n].swing) << i;
            EXPECT_EQ(again[n].hurt, first[i][n].hurt) << i;
        }
    }
}

} // namespace
} // namespace fray::demo
