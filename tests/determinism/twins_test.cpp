// Two worlds get the same random calls of all kinds, in a skirmish in which as much as possible goes on. The twin works
// with other threads, chunks and storage, so what depends on these shows.
#include "fuzz/fuzz.h"
#include "fuzz/skirmish.h"
#include "fuzz/values.h"
#include "must.h"
#include "repetitions.h"

#include "fray/inspect.h"
#include "fray/spatial/grid_map.h"
#include "world/world_impl.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace fray {
namespace {

/// Gives a twin all that its world is given, and compares the two after each step.
class Twin final : public CommandListener {
public:
    Twin(World& world, uint64_t number)
        : world_(world), states_(fuzz::skirmish_states()),
          twin_(World::create({.seed = world.seed(),
                               .hz = world.hz(),
                               .records_wait_reasons = true,
                               .threads = 3,
                               .debug = {.shuffle_storage = number + 1, .shuffle_chunks = number + 2, .chunk_size = 8}})
                    .value()) {
        must(add_command_listener(world, *this));
    }
    ~Twin() override { must(remove_command_listener(world_, *this)); }
    Twin(const Twin&) = delete;
    Twin& operator=(const Twin&) = delete;

    void command(std::span<const std::byte> bytes) override {
        const Error answer = replay_command(twin_, bytes, states_);
        EXPECT_TRUE(answer == Error::ok || answer == Error::state_failed)
            << to_string(answer) << ": " << twin_.error_text();
    }
    void stepped() override {
        if (differs_ || twin_.state_hash() == world_.state_hash()) return;
        differs_ = true;
        ADD_FAILURE() << "frame " << world_.frame();
    }
    bool differs() const { return differs_; }

private:
    World& world_;
    std::vector<StateDef> states_;
    World twin_;
    bool differs_ = false;
};

/// A random call. Most are refused, because their values are of any kind.
void call(World& world, std::mt19937& random) {
    std::vector<uint8_t> bytes(2048);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    fuzz::Input input(bytes);
    command::Any command;
    ASSERT_TRUE(command::become(command, random() % std::variant_size_v<command::Any>));
    // Columns with whole snapshots as elements would fill the memory.
    if (std::holds_alternative<command::Step>(command) || std::holds_alternative<command::AddColumn>(command)) return;
    fuzz::Filler filler(input, world); // it keeps what the command points to
    filler.fill(command);
    static_cast<void>(replay_command(world, fuzz::bytes_of(command), fuzz::skirmish_states()));
}

TEST(Twins, RandomCallsOfAllKindsGiveTheSameHashes) {
    for (int number = 0; number < test::repetitions(60, 8, 8); ++number) {
        SCOPED_TRACE(number);
        std::mt19937 random(static_cast<unsigned>(number));
        fuzz::Skirmish skirmish(number % 2 == 1);
        skirmish.spawn();
        Twin twin(skirmish.world, static_cast<uint64_t>(number));
        for (int frame = 0; frame < 300 && !twin.differs(); ++frame) {
            for (int calls = static_cast<int>(random() % 4); calls > 0; --calls) call(skirmish.world, random);
            skirmish.step();
            if (frame % 16 == 0) {
                ASSERT_EQ(check_invariants(skirmish.world), "");
            }
        }
    }
}

/// All points that a world keeps: of its agents, and of what stands on its ground.
std::vector<Vec2> points_of(const WorldState& state) {
    std::vector<Vec2> points;
    const auto add = [&](std::initializer_list<Vec2> more) { points.insert(points.end(), more); };
    const Agents& a = state.agents;
    for (Row row{0}; row < a.rows(); ++row) {
        add({a.position[row], a.next_position[row], a.goal[row], a.walk[row].detour.waypoint, a.support[row].mark});
        add({a.support[row].waypoint, a.path[row].waypoint, a.path[row].goal, a.march[row].at, a.led_path[row].goal});
        add({a.user_move[row].goal, a.monster[row].patrol.post, a.monster[row].patrol.end});
        if (gathers(a.orders[row].kind)) add({a.orders[row].point, a.orders[row].place});
    }
    for (const Journey& journey : state.journeys.list) add({journey.mark});
    for (const March& march : state.marches.list) add({march.head, march.end, march.last, march.waypoint});
    for (const TrailPoint& point : state.marches.trail) add({point.at});
    for (const Link& link : state.links.list()) add({link.ends[0], link.ends[1]});
    for (const SquadTraits& traits : state.squads.traits)
        if (gathers(traits.ordered.kind)) add({traits.ordered.point});
    for (const Circle& circle : state.circles.all())
        if (circle.surveyed) add({circle.surveyed_at});
    for (const FlyingProjectile& projectile : state.combat.projectiles) add({projectile.from});
    for (const Vec2 point : state.lod.def.points) add({point});
    return points;
}

TEST(Origin, EveryPointThatAWorldKeepsMovesAlong) {
    fuzz::Skirmish skirmish(true);
    World& world = skirmish.world;
    skirmish.spawn();
    must(world.set_nav_link(2, {.from = {1, 1}, .to = {3, 3}}));
    must(world.set_detail({.points = {{4.0f, 5.0f}}}));
    skirmish.live(11);
    const std::vector<Vec2> before = points_of(impl_of(world).state);
    const Vec2 by{64.0f, -32.0f};
    const auto& map = dynamic_cast<const GridMap&>(*world.ground());
    must(world.shift_origin(by, std::make_shared<const GridMap>(map.shifted(by))));
    const std::vector<Vec2> after = points_of(impl_of(world).state);
    ASSERT_EQ(before.size(), after.size());
    for (size_t i = 0; i < before.size(); ++i) {
        EXPECT_NEAR(after[i].x, before[i].x + by.x, 1e-4f) << i;
        EXPECT_NEAR(after[i].y, before[i].y + by.y, 1e-4f) << i;
    }
}

} // namespace
} // namespace fray
