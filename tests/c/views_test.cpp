// What C can see of a world: columns, events, circles, counters. Snapshots, commands in bulk, and ground.
#include "fight.h"

#include <cmath>
#include <cstdlib>

namespace fray::test {
namespace {

TEST(Views, ColumnsAreTheMemoryOfTheWorld) {
    OwnedWorld world(serial_world());
    const auto ids = fill(world.id, 24);
    fray_view view = {};
    ASSERT_OK(fray_world_view(world.id, FRAY_COLUMN_ID, &view));
    EXPECT_EQ(view.count, 0u); // agents appear with the next step
    EXPECT_EQ(view.data, nullptr);
    step(world.id, 120);
    size_t bytes_each = 0;
    for (int column = 0; column < FRAY_COLUMN_COUNT; ++column) {
        ASSERT_OK(fray_world_view(world.id, static_cast<fray_column>(column), &view));
        const bool of_hosts = column == FRAY_COLUMN_WANTED_SPEED || column == FRAY_COLUMN_FACING;
        EXPECT_EQ(view.count, of_hosts ? 0u : 24u) << column;
        bytes_each += view.stride;
    }
    EXPECT_EQ(bytes_each, 8u + 4 + 8 + 8 + 8 + 4 + 8 + 1 + 1 + 8 + 2 + 2 + 2 + 4 + 1 + 2 + 2 + 8 + 8);
    const auto seen = column<fray_agent_id>(world.id, FRAY_COLUMN_ID);
    const auto bits = column<uint64_t>(world.id, FRAY_COLUMN_USER_DATA);
    for (size_t row = 0; row < seen.size(); ++row) {
        const fray_agent_id id = ids[bits[row]];
        EXPECT_EQ(seen[row].index, id.index);
        size_t found = 99;
        EXPECT_OK(fray_world_row_of(world.id, id, &found));
        EXPECT_EQ(found, row);
        fray_agent_id by_serial = {};
        EXPECT_OK(fray_world_find(world.id, static_cast<int32_t>(bits[row]), &by_serial));
        EXPECT_EQ(by_serial.index, id.index);
    }
    int64_t spawned = 0;
    EXPECT_OK(fray_world_spawned(world.id, &spawned));
    EXPECT_EQ(spawned, 24);
}

TEST(Views, FindTheNearestAgents) {
    OwnedWorld world(serial_world());
    const auto ids = fill(world.id, 24);
    step(world.id, 30);
    const auto positions = column<fray_vec2>(world.id, FRAY_COLUMN_POSITION);
    const auto before = column<fray_vec2>(world.id, FRAY_COLUMN_PREVIOUS_POSITION);
    ASSERT_EQ(before.size(), positions.size());
    size_t row = 0, count = 99;
    ASSERT_OK(fray_world_row_of(world.id, ids[3], &row));
    EXPECT_LT(std::hypot(positions[row].x - before[row].x, positions[row].y - before[row].y), 0.2f);
    fray_agent_id near[30] = {};
    ASSERT_OK(fray_world_nearest(world.id, positions[row], 0.0f, ~uint64_t{0}, 0, near, 30, &count));
    ASSERT_EQ(count, 1u);
    EXPECT_EQ(near[0].index, ids[3].index);
    ASSERT_OK(fray_world_nearest(world.id, positions[row], 1000.0f, ~uint64_t{0}, 0, near, 30, &count));
    EXPECT_EQ(count, 24u);
    ASSERT_OK(fray_world_nearest(world.id, positions[row], 1000.0f, ~uint64_t{0}, 1, near, 30, &count));
    EXPECT_EQ(count, 0u);
    ASSERT_OK(fray_world_nearest_hostiles(world.id, ids[3], 1000.0f, near, 5, &count));
    EXPECT_EQ(count, 5u);
    EXPECT_EQ(fray_world_nearest(world.id, positions[row], -1.0f, 1, 0, near, 30, &count), FRAY_ERROR_OUT_OF_RANGE);
}

TEST(Views, ShowCircles) {
    OwnedWorld world(serial_world());
    fill(world.id, 24);
    step(world.id, 200);
    size_t count = 0;
    ASSERT_OK(fray_world_circle_targets(world.id, nullptr, 0, &count));
    ASSERT_GT(count, 0u);
    std::vector<fray_agent_id> targets(count);
    EXPECT_EQ(fray_world_circle_targets(world.id, targets.data(), count - 1, &count), FRAY_ERROR_BAD_SIZE);
    ASSERT_OK(fray_world_circle_targets(world.id, targets.data(), targets.size(), &count));
    size_t holders = 0;
    for (const fray_agent_id target : targets) {
        fray_circle_view circle = {};
        ASSERT_OK(fray_world_circle(world.id, target, &circle)); // without buffers: only to count
        ASSERT_EQ(circle.slot_count, 8u);
        fray_agent_id slots[8] = {}, ring[8] = {}, few[2] = {};
        bool closed[8] = {};
        circle.slots = slots;
        circle.closed = closed;
        circle.slot_capacity = 8;
        circle.ring = ring;
        circle.ring_capacity = 8;
        ASSERT_OK(fray_world_circle(world.id, target, &circle));
        EXPECT_TRUE(circle.grid_capacity == 9 || circle.grid_capacity == 12); // soldiers and bosses
        for (const fray_agent_id slot : slots) holders += slot.generation != 0;
        circle.slots = few;
        circle.slot_capacity = 2;
        EXPECT_EQ(fray_world_circle(world.id, target, &circle), FRAY_ERROR_BAD_SIZE);
        EXPECT_EQ(circle.slot_count, 8u);
        EXPECT_EQ(few[1].index, slots[1].index);
        circle.slots = nullptr;
        EXPECT_EQ(fray_world_circle(world.id, target, &circle), FRAY_ERROR_NULL_POINTER);
    }
    EXPECT_GT(holders, 0u);
}

TEST(Views, ShowCountersProfileAndWaitReasons) {
    OwnedWorld world(serial_world());
    const auto ids = fill(world.id, 24);
    step(world.id, 300);
    fray_counters counters = {};
    ASSERT_OK(fray_world_counters(world.id, &counters));
    EXPECT_EQ(counters.frame, 299u);
    EXPECT_EQ(counters.living + counters.dead, 24u);
    fray_profile profile = {};
    ASSERT_OK(fray_world_profile(world.id, &profile));
    EXPECT_GT(profile.step_ns, 0);
    fray_memory_use memory = {};
    ASSERT_OK(fray_world_memory(world.id, &memory));
    EXPECT_GT(memory.columns, 1000u);
    int64_t time = 0;
    ASSERT_OK(fray_world_time(world.id, &time));
    EXPECT_EQ(time, 300 * 16667);
    int waiting = 0;
    for (const fray_agent_id id : ids) {
        fray_wait_info why = {};
        EXPECT_OK(fray_world_wait_reason(world.id, id, &why));
        waiting += why.reason != FRAY_WAIT_REASON_NONE;
        int64_t ready = -1;
        EXPECT_OK(fray_world_ready_at(world.id, id, 0, &ready));
        EXPECT_GE(ready, 0);
        int period = 0;
        EXPECT_OK(fray_world_update_interval(world.id, id, &period));
        EXPECT_EQ(period, 1);
    }
    EXPECT_GT(waiting, 0);
}

TEST(Views, ShowProjectilesAndSightQuestions) {
    OwnedWorld world(serial_world());
    fray_archetype_def guard = fray_boss_archetype_def();
    guard.name = "guard";
    guard.line_of_sight = true;
    ASSERT_OK(fray_world_add_archetype(world.id, &guard, nullptr));
    for (const char* team : {"a", "b"}) ASSERT_OK(fray_world_add_team(world.id, team, nullptr));
    for (const uint8_t team : {uint8_t{0}, uint8_t{1}}) {
        fray_spawn_def def = fray_default_spawn_def();
        def.team = team;
        def.position.x = team == 0 ? 0.0f : 5.0f;
        def.heading.x = team == 0 ? 1.0f : -1.0f;
        ASSERT_OK(fray_world_spawn(world.id, &def, nullptr));
    }
    const fray_sight_question* questions = nullptr;
    size_t count = 0;
    for (int i = 0; i < 30 && count == 0; ++i) {
        step(world.id, 1);
        ASSERT_OK(fray_world_sight_questions(world.id, &questions, &count));
    }
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(questions[0].viewer.index, questions[1].target.index);
    ASSERT_OK(fray_world_answer_sight(world.id, questions[0].viewer, questions[0].target, true));
    step(world.id, 1);
    const auto targets = column<fray_agent_id>(world.id, FRAY_COLUMN_TARGET);
    EXPECT_EQ((targets[0].generation != 0) + (targets[1].generation != 0), 1);
    const fray_projectile* projectiles = nullptr;
    ASSERT_OK(fray_world_projectiles(world.id, &projectiles, &count));
    EXPECT_EQ(count, 0u);
}

TEST(Snapshots, RestoreBitForBit) {
    OwnedWorld world(serial_world()), other(serial_world());
    fill(world.id, 24);
    fill(other.id, 24);
    step(world.id, 100);
    const auto saved = save(world.id);
    step(world.id, 100);
    const uint64_t hash = hash_of(world.id);
    ASSERT_OK(fray_world_restore(other.id, saved.data(), saved.size()));
    EXPECT_EQ(save(other.id), saved);
    step(other.id, 100);
    EXPECT_EQ(hash_of(other.id), hash);
}

TEST(Snapshots, ABufferThatIsTooSmallIsRefused) {
    OwnedWorld world(serial_world());
    fill(world.id, 4);
    size_t size = 0;
    uint8_t few[10] = {};
    EXPECT_EQ(fray_world_save(world.id, few, sizeof few, &size), FRAY_ERROR_BAD_SIZE);
    EXPECT_GT(size, sizeof few);
    EXPECT_EQ(few[0], 0);
    EXPECT_EQ(fray_world_save(world.id, nullptr, size, &size), FRAY_ERROR_NULL_POINTER);
}

TEST(Snapshots, TruncatedOrDamagedSnapshotsAreRefused) {
    OwnedWorld world(serial_world());
    fill(world.id, 12);
    step(world.id, 50);
    const auto saved = save(world.id);
    for (size_t size = 0; size < saved.size(); size += 97)
        ASSERT_EQ(fray_world_restore(world.id, saved.data(), size), FRAY_ERROR_BAD_SNAPSHOT);
    for (size_t at = 0; at < saved.size(); at += 131) {
        auto damaged = saved;
        damaged[at] ^= 0x40;
        ASSERT_EQ(fray_world_restore(world.id, damaged.data(), damaged.size()), FRAY_ERROR_BAD_SNAPSHOT);
    }
    EXPECT_EQ(save(world.id), saved);
    step(world.id, 50);
}

TEST(Columns, OfTheUserFollowTheirAgents) {
    struct Mood {
        float anger;
        int32_t hits;
    };
    OwnedWorld world(serial_world());
    const Mood calm = {0.5f, 7};
    fray_user_column_id moods = {};
    ASSERT_OK(fray_world_add_column(world.id, "mood", sizeof calm, &calm, &moods));
    fill(world.id, 12);
    void* data = &world;
    size_t count = 99;
    ASSERT_OK(fray_world_user_column(world.id, moods, sizeof calm, &data, &count));
    EXPECT_EQ(data, nullptr);
    EXPECT_EQ(count, 0u);
    step(world.id, 1);
    ASSERT_OK(fray_world_user_column(world.id, moods, sizeof calm, &data, &count));
    ASSERT_EQ(count, 12u);
    auto* const written = static_cast<Mood*>(data);
    EXPECT_EQ(written[5].hits, 7);
    const auto serials = column<int32_t>(world.id, FRAY_COLUMN_SERIAL);
    for (size_t row = 0; row < count; ++row) written[row].hits = serials[row];
    step(world.id, 130); // the values follow their agents when rows change
    ASSERT_OK(fray_world_user_column(world.id, moods, sizeof calm, &data, &count));
    const auto later = column<int32_t>(world.id, FRAY_COLUMN_SERIAL);
    for (size_t row = 0; row < count; ++row) EXPECT_EQ(static_cast<Mood*>(data)[row].hits, later[row]);
    EXPECT_EQ(fray_world_user_column(world.id, moods, 4, &data, &count), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_user_column(world.id, {0}, sizeof calm, &data, &count), FRAY_ERROR_UNKNOWN);
}

TEST(Commands, InBulkStopAtTheFirstError) {
    OwnedWorld world(serial_world());
    auto ids = fill(world.id, 12);
    step(world.id, 1);
    const fray_agent_id nobody = {0, 0};
    const fray_placement places[] = {{ids[0], {1, 2}, {0, 1}}, {ids[1], {3, 4}, {0, 0}}, {nobody, {5, 6}, {0, 0}}};
    size_t done = 99;
    EXPECT_EQ(fray_world_place_many(world.id, places, 3, &done), FRAY_ERROR_STALE_ID);
    EXPECT_EQ(done, 2u);
    const fray_damage damages[] = {{ids[0], ids[1], 5.0f}, {ids[1], nobody, 6.0f}, {ids[2], nobody, -1.0f}};
    EXPECT_EQ(fray_world_damage_many(world.id, damages, 3, &done), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_EQ(done, 2u);
    EXPECT_OK(fray_world_damage_many(world.id, nullptr, 0, &done));
    fray_spawn_def spawns[] = {fray_default_spawn_def(), fray_default_spawn_def()};
    spawns[1].team = 9;
    fray_agent_id made[2] = {};
    EXPECT_EQ(fray_world_spawn_many(world.id, spawns, 2, made, &done), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(done, 1u);
    EXPECT_NE(made[0].generation, 0u);
    EXPECT_EQ(made[1].generation, 0u);
    step(world.id, 1);
    size_t row = 0;
    ASSERT_OK(fray_world_row_of(world.id, ids[0], &row));
    EXPECT_EQ(column<float>(world.id, FRAY_COLUMN_HEALTH)[row], 95.0f);
}

/// Poses are read in place from the host's bodies, which have y up.
TEST(Commands, HostPosesMayHaveStrides) {
    struct Body {
        fray_agent_id agent;
        float position[3], forward[3];
    };
    OwnedWorld world(serial_world());
    fray_archetype_def def = fray_default_archetype_def();
    def.motion = FRAY_MOTION_HOST;
    ASSERT_OK(fray_world_add_archetype(world.id, &def, nullptr));
    ASSERT_OK(fray_world_add_team(world.id, "a", nullptr));
    Body bodies[3] = {};
    for (int i = 0; i < 3; ++i) {
        const fray_spawn_def spawn = fray_default_spawn_def();
        ASSERT_OK(fray_world_spawn(world.id, &spawn, &bodies[i].agent));
        bodies[i].position[0] = static_cast<float>(i);
        bodies[i].position[2] = static_cast<float>(10 * i);
        bodies[i].forward[2] = 2.0f;
    }
    fray_host_poses poses = fray_default_host_poses();
    poses.count = 3;
    poses.agents = &bodies[0].agent;
    poses.x = &bodies[0].position[0];
    poses.y = &bodies[0].position[2];
    poses.heading_x = &bodies[0].forward[0];
    poses.heading_y = &bodies[0].forward[2];
    poses.agent_stride = poses.x_stride = poses.y_stride = poses.heading_x_stride = poses.heading_y_stride =
        sizeof(Body);
    step(world.id, 1);
    ASSERT_OK(fray_world_set_host_poses(world.id, &poses));
    step(world.id, 1);
    size_t row = 0;
    ASSERT_OK(fray_world_row_of(world.id, bodies[2].agent, &row));
    EXPECT_EQ(column<fray_vec2>(world.id, FRAY_COLUMN_POSITION)[row].y, 20.0f);
    EXPECT_EQ(column<fray_vec2>(world.id, FRAY_COLUMN_HEADING)[row].y, 1.0f);
    EXPECT_EQ(column<float>(world.id, FRAY_COLUMN_WANTED_SPEED).size(), 3u);
    poses.x_stride = 2;
    EXPECT_EQ(fray_world_set_host_poses(world.id, &poses), FRAY_ERROR_OUT_OF_RANGE);
    poses.x_stride = sizeof(Body);
    poses.y = nullptr;
    EXPECT_EQ(fray_world_set_host_poses(world.id, &poses), FRAY_ERROR_OUT_OF_RANGE);
}

TEST(Ground, OfCellsCanBeQueriedAndUsed) {
    const uint8_t cells[] = {1, 1, 1, 1, 0, 1, 1, 1, 1}; // a block in the middle
    fray_grid_def def = fray_default_grid_def();
    def.columns = def.lines = 3;
    def.walkable = cells;
    def.cell = 10.0f;
    fray_ground_id ground = {};
    ASSERT_OK(fray_create_grid_ground(&def, &ground));
    bool yes = false;
    ASSERT_OK(fray_ground_walkable(ground, {5.0f, 5.0f}, &yes));
    EXPECT_TRUE(yes);
    ASSERT_OK(fray_ground_walkable(ground, {15.0f, 15.0f}, &yes));
    EXPECT_FALSE(yes);
    ASSERT_OK(fray_ground_clear(ground, {5.0f, 15.0f}, {25.0f, 15.0f}, &yes));
    EXPECT_FALSE(yes);
    ASSERT_OK(fray_ground_clear(ground, {5.0f, 5.0f}, {25.0f, 5.0f}, &yes));
    EXPECT_TRUE(yes);
    fray_world_def world_def = serial_world();
    world_def.off_ground = FRAY_OFF_GROUND_REFUSE;
    OwnedWorld world(world_def);
    ASSERT_OK(fray_world_set_ground(world.id, ground));
    ASSERT_OK(fray_destroy_ground(ground)); // the world keeps a reference
    add_archetypes(world.id);
    ASSERT_OK(fray_world_add_team(world.id, "a", nullptr));
    fray_spawn_def spawn = fray_default_spawn_def();
    spawn.position = {15.0f, 15.0f};
    EXPECT_EQ(fray_world_spawn(world.id, &spawn, nullptr), FRAY_ERROR_OFF_GROUND);
    spawn.position = {5.0f, 5.0f};
    ASSERT_OK(fray_world_spawn(world.id, &spawn, nullptr));
    step(world.id, 3);
    EXPECT_EQ(fray_world_set_ground(world.id, {0, 0}), FRAY_ERROR_OUT_OF_RANGE); // an agent stands on the ground
}

} // namespace
} // namespace fray::test
