// Squads of many members over a wide area. Most of the enemies near a member are no candidates: not noticed, on another
// storey or island, or without room. Engine and reference model play them together.
#include "fray/spatial/grid_map.h"
#include "oracle/oracle_world.h"
#include "storage/rules_math.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fray::model {
namespace {

class LargeSquads : public testing::TestWithParam<std::tuple<Targeting, bool>> {
protected:
    static constexpr int members = 300;

    /// A number in [0, 1).
    float random() {
        const uint64_t bits = random_bits(5, static_cast<Serial>(++drawn_), 0, RandomPurpose::chance, 0);
        return static_cast<float>(random_below(bits, 1 << 20)) / (1 << 20);
    }
    void accept(Error error) { ASSERT_EQ(error, Error::ok) << world.error_text(); }

    void add_kinds(Targeting targeting, bool looks) {
        for (const float alert : {9.0f, 14.0f, 30.0f}) {
            ArchetypeDef def;
            def.perception.targeting = targeting;
            def.perception.alert = alert;
            def.perception.line_of_sight = looks && alert > 20.0f;
            def.engagement.grid_weight = alert > 10.0f ? 2 : 1;
            def.circle.grid_capacity = 2;
            def.attacks = {{.name = "swing", .damage = 1.0f}};
            accept(world.add_archetype(def));
        }
    }
    /// 160 x 160 m; a wall that touches both edges makes two islands.
    void add_ground() {
        std::vector<uint8_t> cells(160 * 160, 1);
        for (size_t line = 0; line < 160; ++line) cells[line * 160 + 60] = 0;
        accept(world.set_ground(
            std::make_shared<GridMap>(GridMap::create(160, 160, cells, 1.0f, {-80.0f, -80.0f}).value())));
    }
    /// Two lines that are too far apart to notice each other, apart from one agent of each. A few of the second line
    /// stand among the first, at both ends.
    void spawn_armies() {
        for (const TeamIndex team : {TeamIndex{0}, TeamIndex{1}}) {
            SquadId squad;
            accept(world.add_squad(team, &squad));
            for (int i = 0; i < members; ++i) {
                Vec2 at = {random() * 150.0f - 75.0f, (team == 0 ? -60.0f : -32.0f) + random() * 8.0f};
                if (team == 1 && i % 8 == 0) at = {(i % 24 == 0 ? -75.0f : 60.0f) + random() * 15.0f, -56.0f};
                AgentId agent;
                accept(world.spawn({.archetype = static_cast<ArchetypeIndex>(i == 70 ? 2 : i % 2),
                                    .team = team,
                                    .storey = static_cast<int16_t>(i % 7 == 3),
                                    .squad = squad,
                                    .position = at},
                                   &agent));
                agents.push_back(agent);
            }
        }
    }

    OracleWorld world = OracleWorld::create({.seed = 7, .threads = 1}).value();
    std::vector<AgentId> agents;

private:
    int drawn_ = 0;
};

TEST_P(LargeSquads, ChooseAsTheModelDoes) {
    const auto [targeting, on_ground] = GetParam();
    accept(world.add_team("wide"));
    accept(world.add_team("close"));
    add_kinds(targeting, on_ground);
    if (on_ground) add_ground();
    spawn_armies();
    for (int frame = 0; frame < 20; ++frame) {
        if (frame == 10) { // a bias, another squad for a few, and a few that are gone
            for (size_t i = 0; i < agents.size(); i += 29) accept(world.set_target_bias(agents[i], 15.0f));
            for (size_t i = 7; i < agents.size(); i += 31) accept(world.leave(agents[i]));
            for (size_t i = 11; i < agents.size(); i += 37) accept(world.despawn(agents[i]));
        }
        accept(world.step(0.05));
        ASSERT_EQ(world.difference(), "");
    }
    const auto with_target = std::count_if(world.targets().begin(), world.targets().end(),
                                           [](AgentId target) { return static_cast<bool>(target); });
    EXPECT_GT(with_target, 30);
    EXPECT_LT(with_target, static_cast<std::ptrdiff_t>(world.agent_count()));
}

std::string name_of(const testing::TestParamInfo<LargeSquads::ParamType>& info) {
    return std::string(to_string(std::get<0>(info.param))) + (std::get<1>(info.param) ? "_on_ground" : "_in_the_open");
}
INSTANTIATE_TEST_SUITE_P(All, LargeSquads,
                         testing::Combine(testing::Values(Targeting::team, Targeting::spread, Targeting::threat),
                                          testing::Bool()),
                         name_of);

} // namespace
} // namespace fray::model
