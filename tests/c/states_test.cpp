// User states written in C.
#include "fight.h"

#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace fray::test {
namespace {

/// Agents in this state walk to the origin. A column counts how often each agent was decided.
struct Home {
    fray_user_column_id asked = {};
    std::atomic<int> refused = 0;
};

void go_home(void* context, const fray_state_batch* batch, fray_state_writer* out) {
    Home& home = *static_cast<Home*>(context);
    void* data = nullptr;
    if (fray_state_column(out, home.asked, sizeof(int32_t), &data) != FRAY_OK) return;
    auto* const asked = static_cast<int32_t*>(data);
    for (size_t i = 0; i < batch->count; ++i) {
        const uint32_t row = batch->rows[i];
        ++asked[row];
        const fray_vec2 at = batch->positions[row];
        if (at.x * at.x + at.y * at.y < 1.0f)
            fray_state_stand(out, i);
        else
            fray_state_move_to(out, i, {0.0f, 0.0f}, FRAY_GAIT_RUN);
        fray_state_wait(out, i, 0.1);
    }
    // These indices are outside the batch, this gait does not exist, and these columns do not exist.
    home.refused += fray_state_stand(out, batch->count) == FRAY_ERROR_OUT_OF_RANGE;
    home.refused += fray_state_move_to(out, SIZE_MAX, {0, 0}, FRAY_GAIT_WALK) == FRAY_ERROR_OUT_OF_RANGE;
    home.refused += fray_state_move_to(out, 0, {0, 0}, static_cast<fray_gait>(256)) == FRAY_ERROR_OUT_OF_RANGE;
    home.refused += fray_state_column(out, {99}, sizeof(int32_t), &data) == FRAY_ERROR_UNKNOWN;
    home.refused += fray_state_column(out, home.asked, 3, &data) == FRAY_ERROR_UNKNOWN;
}

fray_state_def state(const char* name, fray_state_fn decide, void* context = nullptr) {
    fray_state_def def = initialised(fray_init_state_def);
    def.name = name;
    def.decide = decide;
    def.context = context;
    return def;
}

TEST(States, AreDecidedByFunctionsInC) {
    uint64_t serial = 0;
    for (const fray_jobs jobs : {FRAY_JOBS_SERIAL, FRAY_JOBS_THREADS}) {
        fray_world_def world_def = initialised(fray_init_world_def);
        world_def.jobs = jobs;
        OwnedWorld world(world_def);
        Home home;
        const int32_t none = 0;
        ASSERT_OK(fray_world_add_column(world.id, "asked", sizeof none, &none, &home.asked));
        const fray_state_def def = state("home", go_home, &home);
        const auto number = got<uint8_t>(fray_world_add_state, world.id, &def);
        EXPECT_EQ(number, FRAY_AGENT_STATE_USER);
        fill(world.id, 20, "home");
        ASSERT_OK(fray_world_set_hostile(world.id, 0, 1, false));
        step(world.id, 300);
        const auto states = column<uint8_t>(world.id, FRAY_COLUMN_STATE);
        const auto positions = column<fray_vec2>(world.id, FRAY_COLUMN_POSITION);
        const auto archetypes = column<uint16_t>(world.id, FRAY_COLUMN_ARCHETYPE);
        void* data = nullptr;
        const auto count = got<size_t>(fray_world_user_column, world.id, home.asked, sizeof none, &data);
        ASSERT_EQ(count, states.size());
        for (size_t row = 0; row < states.size(); ++row) {
            if (archetypes[row] != 0) continue;
            EXPECT_EQ(states[row], FRAY_AGENT_STATE_USER);
            EXPECT_LT(std::abs(positions[row].x), 5.0f);
            EXPECT_GT(static_cast<const int32_t*>(data)[row], 5);
        }
        EXPECT_GT(home.refused, 0);
        EXPECT_EQ(home.refused % 5, 0);
        if (jobs == FRAY_JOBS_SERIAL) serial = hash_of(world.id);
        EXPECT_EQ(hash_of(world.id), serial);
        EXPECT_STREQ(got<const char*>(fray_world_state_name, world.id, number), "home");
    }
}

/// Steps ten agents whose idle state is this, until a step fails. Returns its error.
fray_error end_of(fray_world_id world, const fray_state_def& state) {
    EXPECT_OK(fray_world_add_state(world, &state, nullptr));
    fill(world, 10, state.name);
    EXPECT_OK(fray_world_set_hostile(world, 0, 1, false));
    fray_error e = FRAY_OK;
    for (int i = 0; i < 10 && e == FRAY_OK; ++i) e = fray_world_step(world, 0.01);
    return e;
}

TEST(States, AStateThatThrowsFailsTheStepAndLeavesTheWorldWhole) {
    OwnedWorld world;
    const fray_state_def def = state(
        "throws", [](void*, const fray_state_batch*, fray_state_writer*) { throw std::runtime_error("no such luck"); });
    EXPECT_EQ(end_of(world.id, def), FRAY_ERROR_STATE_FAILED);
    EXPECT_NE(std::string(fray_error_text(world.id)).find("state 'throws': no such luck"), std::string::npos);
    got<uint64_t>(fray_world_frame, world.id); // the world is intact
    EXPECT_EQ(fray_world_step(world.id, 0.01), FRAY_ERROR_STATE_FAILED);
    const char* breach = "";
    EXPECT_OK(fray_world_check_invariants(world.id, &breach));
    EXPECT_EQ(breach, nullptr);
}

TEST(States, AnUnknownNextStateFailsTheStep) {
    OwnedWorld world;
    const fray_state_def def = state("lost", [](void*, const fray_state_batch* batch, fray_state_writer* out) {
        for (size_t i = 0; i < batch->count; ++i) fray_state_next(out, i, 200);
    });
    EXPECT_EQ(end_of(world.id, def), FRAY_ERROR_STATE_FAILED);
}

TEST(States, NeedANameAndAFunction) {
    OwnedWorld world(serial_world());
    const auto nothing = [](void*, const fray_state_batch*, fray_state_writer*) {};
    fray_state_def def = state(nullptr, nothing);
    EXPECT_EQ(fray_world_add_state(world.id, &def, nullptr), FRAY_ERROR_OUT_OF_RANGE);
    def = state("guard", nullptr);
    EXPECT_EQ(fray_world_add_state(world.id, &def, nullptr), FRAY_ERROR_NULL_POINTER);
}

/// A user state may step another world.
TEST(States, MayUseAnotherWorld) {
    OwnedWorld world(serial_world()), other(serial_world());
    const fray_state_def def = state(
        "steps",
        [](void* context, const fray_state_batch*, fray_state_writer*) {
            if (fray_world_step(*static_cast<fray_world_id*>(context), 0.01) != FRAY_OK) throw std::logic_error("no");
        },
        &other.id);
    EXPECT_OK(end_of(world.id, def));
    EXPECT_GT(got<uint64_t>(fray_world_frame, other.id), 0u);
}

/// The state of a world that is stepped from a state of the first world may not use the first world either.
TEST(States, MayNotUseTheirOwnWorldThroughAnotherWorld) {
    OwnedWorld world, other(serial_world());
    static fray_world_id first;
    static std::atomic<int> refused, taken;
    first = world.id;
    const fray_state_def inner = state("inner", [](void*, const fray_state_batch*, fray_state_writer*) {
        ++(fray_world_step_end(first) == FRAY_ERROR_STEPPING ? refused : taken);
    });
    const fray_state_def outer = state(
        "outer",
        [](void* context, const fray_state_batch*, fray_state_writer*) {
            fray_world_step(*static_cast<fray_world_id*>(context), 0.01);
        },
        &other.id);
    ASSERT_OK(fray_world_add_state(other.id, &inner, nullptr));
    ASSERT_OK(fray_world_add_state(world.id, &outer, nullptr));
    for (const auto& [id, name] : {std::pair{other.id, "inner"}, std::pair{world.id, "outer"}}) {
        fill(id, 10, name);
        ASSERT_OK(fray_world_set_hostile(id, 0, 1, false));
    }
    for (int i = 0; i < 5; ++i) {
        ASSERT_OK(fray_world_step_begin(world.id, 0.01));
        ASSERT_OK(fray_world_step_end(world.id));
    }
    EXPECT_GT(refused, 0);
    EXPECT_EQ(taken, 0);
}

#ifdef FRAY_CHECK_ACCESS
/// Debug builds decide each batch twice, with different splits, and find states with decisions that depend on the
/// batch. The host's assert function is called before the program ends.
TEST(States, AStateThatDependsOnItsBatchIsDetected) {
    fray_set_assert(
        [](const char* text, void* user) { std::fprintf(stderr, "%s: %s", static_cast<char*>(user), text); },
        const_cast<char*>("heard"));
    const auto fight = [] {
        OwnedWorld world(serial_world());
        const fray_state_def def = state("unfair", [](void*, const fray_state_batch* batch, fray_state_writer* out) {
            for (size_t i = 0; i < batch->count; ++i) fray_state_wait(out, i, static_cast<double>(i));
        });
        end_of(world.id, def);
    };
    EXPECT_DEATH(fight(), "heard: state 'unfair', agent .*: its decision depends on the other agents of its batch");
    fray_set_assert(nullptr, nullptr);
    EXPECT_DEATH(fight(), "fray: state 'unfair', agent .*: its decision depends on the other agents of its batch");
}
#endif

} // namespace
} // namespace fray::test
