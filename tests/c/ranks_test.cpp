// Several ranks that step one world, through the C interface. They are threads of the test.
#include "fight.h"
#include "ranks/thread_ranks.h"

#include <array>
#include <thread>

namespace fray::test {
namespace {

/// A rank, with C functions.
struct CRank {
    CRank(Meeting& where, uint32_t number) : meeting(where), rank(number) {}

    fray_communicator functions() { return {rank, meeting.size(), all_gather, this}; }
    static bool all_gather(const void* mine, size_t size, fray_message* all, void* user) {
        CRank& self = *static_cast<CRank*>(user);
        if (self.calls_left-- == 0) return false;
        self.messages = self.meeting.exchange(self.rank, {static_cast<const std::byte*>(mine), size});
        for (const auto& message : *self.messages) *all++ = {message.data(), message.size()};
        return true;
    }

    Meeting& meeting;
    uint32_t rank;
    int calls_left = -1; ///< it fails then; negative: it does not fail
    std::shared_ptr<const Meeting::Messages> messages;
};

/// The user state of `fill_and_step`.
void circle_around(void*, const fray_state_batch* batch, fray_state_writer* out) {
    for (size_t i = 0; i < batch->count; ++i) fray_state_move_to(out, i, {20.0f, 0.0f}, FRAY_GAIT_WALK);
}
fray_state_def circling() {
    fray_state_def def = initialised(fray_init_state_def);
    def.name = "circling";
    def.decide = circle_around;
    return def;
}

fray_world_def own_def(CRank* rank) {
    fray_world_def def = serial_world();
    def.debug.chunk_size = 8; // so that every rank has a share
    if (rank != nullptr) def.communicator = rank->functions();
    return def;
}

/// A fight with a user state and with ground. Returns the hash after `frames`.
uint64_t fight(fray_world_id world, int frames) {
    const fray_state_def state = circling();
    EXPECT_OK(fray_world_add_state(world, &state, nullptr));
    const std::vector<uint8_t> walkable(40 * 40, 1);
    fray_grid_def grid = initialised(fray_init_grid_def);
    grid.columns = grid.lines = 40;
    grid.cell = 2.0f;
    grid.low = {-40.0f, -40.0f};
    grid.walkable = walkable.data();
    const auto ground = got<fray_ground_id>(fray_create_grid_ground, &grid);
    EXPECT_OK(fray_world_set_ground(world, ground));
    EXPECT_OK(fray_destroy_ground(ground));
    fill(world, 60, "circling");
    step(world, frames);
    return hash_of(world);
}

TEST(CRanks, HaveTheHashOfASingleProcess) {
    OwnedWorld alone(own_def(nullptr));
    const uint64_t hash = fight(alone.id, 90);
    const auto none = got<fray_exchange_stats>(fray_world_exchange_stats, alone.id);
    for (const uint64_t sent : none.sent) EXPECT_EQ(sent, 0u);
    fray_exchange_stats stats = {};

    Meeting meeting(3);
    std::array<CRank, 3> ranks = {CRank(meeting, 0), CRank(meeting, 1), CRank(meeting, 2)};
    std::array<fray_error, 3> ends = {};
    std::vector<std::thread> followers;
    for (const uint32_t rank : {1u, 2u})
        followers.emplace_back([&, rank] {
            const fray_world_def own = own_def(&ranks[rank]);
            const fray_state_def state = circling();
            ends[rank] = fray_follow(&own, &state, 1);
        });
    {
        OwnedWorld led(own_def(ranks.data()));
        EXPECT_EQ(fight(led.id, 90), hash);
        stats = got<fray_exchange_stats>(fray_world_exchange_stats, led.id);
    }
    for (std::thread& follower : followers) follower.join();
    EXPECT_EQ(ends[1], FRAY_OK);
    EXPECT_EQ(ends[2], FRAY_OK);
    for (const int exchange : std::initializer_list<int>{
             FRAY_FRAME_SYSTEM_EVALUATE_FSM, FRAY_FRAME_SYSTEM_PLAN_ENGAGEMENTS, FRAY_FRAME_SYSTEM_LOCOMOTION,
             FRAY_EXCHANGE_OF_COMMANDS, FRAY_EXCHANGE_OF_AGREEMENT}) {
        EXPECT_GT(stats.sent[exchange], 0u) << exchange;
        EXPECT_GT(stats.received[exchange], 0u) << exchange;
    }
}

TEST(CRanks, AnExchangeThatFailsEndsTheWorld) {
    Meeting meeting(1);
    CRank rank(meeting, 0);
    FilledWorld world(60, 0, own_def(&rank));
    step(world.id, 3); // a single rank exchanges nothing more

    Meeting two(2);
    CRank first(two, 0), second(two, 1);
    first.calls_left = 3 + 7 * 10;
    second.calls_left = first.calls_left; // otherwise it would wait for ever
    fray_error end = FRAY_OK;
    std::string why;
    std::thread follower([&] {
        const fray_world_def own = own_def(&second);
        end = fray_follow(&own, nullptr, 0);
        why = fray_last_error();
    });
    {
        FilledWorld led(60, 0, own_def(&first));
        fray_error error = FRAY_OK;
        for (int frame = 0; frame < 20 && error == FRAY_OK; ++frame) error = fray_world_step(led.id, 1.0 / 60.0);
        EXPECT_EQ(error, FRAY_ERROR_DEAD);
        EXPECT_NE(std::string(fray_error_text(led.id)).find("communicator: all_gather has failed"), std::string::npos)
            << fray_error_text(led.id);
    }
    follower.join();
    EXPECT_EQ(end, FRAY_ERROR_DEAD);
    EXPECT_NE(why.find("communicator: all_gather has failed"), std::string::npos) << why;
}

TEST(CRanks, BadDefinitionsAreRefused) {
    const auto refused = [](fray_communicator communicator, const char* text) {
        fray_world_def def = serial_world();
        def.communicator = communicator;
        fray_world_id world;
        EXPECT_EQ(fray_create_world(&def, &world), FRAY_ERROR_OUT_OF_RANGE) << text;
        EXPECT_NE(std::string(fray_last_error()).find(text), std::string::npos) << fray_last_error();
    };
    refused({0, 0, CRank::all_gather, nullptr}, "communicator: size: given 0, allowed 1 to 65536");
    refused({2, 2, CRank::all_gather, nullptr}, "communicator: rank: given 2, allowed 0 to 1");
    refused({1, 2, CRank::all_gather, nullptr}, "given rank 1");
    Meeting meeting(2);
    CRank leader(meeting, 0);
    fray_world_def def = serial_world();
    EXPECT_EQ(fray_follow(&def, nullptr, 0), FRAY_ERROR_NULL_POINTER);
    def = own_def(&leader);
    EXPECT_EQ(fray_follow(&def, nullptr, 65), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_EQ(fray_follow(&def, nullptr, 1), FRAY_ERROR_NULL_POINTER);
}

} // namespace
} // namespace fray::test
