// What C can see of a world: columns, circles, counters. Snapshots, commands in bulk, and ground.
#include "fight.h"

namespace fray::test {
namespace {

TEST(Views, ColumnsAreTheMemoryOfTheWorld) {
    const FilledWorld world(24);
    const auto ids_before = got<fray_view>(fray_world_view, world.id, FRAY_COLUMN_ID);
    EXPECT_EQ(ids_before.count, 0u); // agents appear with the next step
    EXPECT_EQ(ids_before.data, nullptr);
    step(world.id, 120);
    size_t bytes_each = 0;
    for (int column = 0; column < FRAY_COLUMN_COUNT; ++column) {
        const auto view = got<fray_view>(fray_world_view, world.id, static_cast<fray_column>(column));
        const bool of_hosts = column == FRAY_COLUMN_PREFERRED_SPEED || column == FRAY_COLUMN_FACING;
        EXPECT_EQ(view.count, of_hosts ? 0u : 24u) << column;
        bytes_each += view.stride;
    }
    EXPECT_EQ(bytes_each, 8u + 4 + 8 + 8 + 8 + 4 + 8 + 1 + 1 + 8 + 2 + 2 + 2 + 4 + 1 + 2 + 2 + 8 + 8 + 8);
    const auto seen = column<fray_agent_id>(world.id, FRAY_COLUMN_ID);
    const auto bits = column<uint64_t>(world.id, FRAY_COLUMN_USER_DATA);
    for (size_t row = 0; row < seen.size(); ++row) {
        const fray_agent_id id = world.ids[bits[row]];
        EXPECT_EQ(seen[row].index, id.index);
        EXPECT_EQ(got<size_t>(fray_world_row_of, world.id, id), row);
        EXPECT_EQ(got<fray_agent_id>(fray_world_find, world.id, static_cast<int32_t>(bits[row])).index, id.index);
    }
    EXPECT_EQ(got<int64_t>(fray_world_spawn_count, world.id), 24);
}

TEST(Views, FindTheNearestAgents) {
    const FilledWorld world(24, 30);
    const auto at = got<fray_vec2>(fray_world_position, world.id, world.ids[3]);
    size_t count = 99;
    fray_agent_id near[30] = {};
    ASSERT_OK(fray_world_nearest(world.id, at, 1000.0f, nullptr, 0, 0, near, 30, &count));
    EXPECT_EQ(count, 24u);
    EXPECT_EQ(near[0].index, world.ids[3].index);
    ASSERT_OK(fray_world_nearest(world.id, at, 1000.0f, nullptr, 0, 1, near, 30, &count));
    EXPECT_EQ(count, 0u) << "on another floor";
    const uint8_t second = 1;
    ASSERT_OK(fray_world_nearest(world.id, at, 1000.0f, &second, 1, 0, near, 30, &count));
    EXPECT_EQ(count, 12u);
    ASSERT_OK(fray_world_nearest_hostiles(world.id, world.ids[3], 1000.0f, near, 5, &count));
    EXPECT_EQ(count, 5u);
    EXPECT_EQ(fray_world_nearest(world.id, at, -1.0f, nullptr, 0, 0, near, 30, &count), FRAY_ERROR_OUT_OF_RANGE);
}

TEST(Views, ShowCircles) {
    const FilledWorld world(24, 200);
    size_t holders = 0;
    for (const fray_circle_info& info : listed(fray_world_circles, world.id)) {
        const fray_agent_id target = info.target;
        auto circle = got<fray_circle_view>(fray_world_inspect_circle, world.id, target); // without buffers: to count
        ASSERT_EQ(circle.slot_count, 8u);
        fray_agent_id slots[8] = {}, token_queue[8] = {}, few[2] = {};
        bool closed[8] = {};
        circle.slots = slots;
        circle.closed = closed;
        circle.slot_capacity = 8;
        circle.token_queue = token_queue;
        circle.token_queue_capacity = 8;
        ASSERT_OK(fray_world_inspect_circle(world.id, target, &circle));
        EXPECT_TRUE(circle.grid_capacity == 9 || circle.grid_capacity == 12); // soldiers and bosses
        EXPECT_EQ(circle.grid_capacity, info.grid_capacity);
        EXPECT_EQ(circle.attack_free, info.attack_free);
        EXPECT_EQ(circle.queue_count, info.requesters);
        EXPECT_EQ(circle.token_queue_count, info.holders);
        EXPECT_EQ(info.slots, 8u);
        for (const fray_agent_id slot : slots) holders += slot.generation != 0;
        circle.slots = few;
        circle.slot_capacity = 2;
        EXPECT_EQ(fray_world_inspect_circle(world.id, target, &circle), FRAY_ERROR_BAD_SIZE);
        EXPECT_EQ(circle.slot_count, 8u);
        EXPECT_EQ(few[1].index, slots[1].index);
        circle.slots = nullptr;
        EXPECT_EQ(fray_world_inspect_circle(world.id, target, &circle), FRAY_ERROR_NULL_POINTER);
    }
    EXPECT_GT(holders, 0u);
}

TEST(Views, ShowCountersProfileAndWaitReasons) {
    const FilledWorld world(24, 300);
    const auto counters = got<fray_counters>(fray_world_counters, world.id);
    EXPECT_EQ(counters.frame, 299u);
    EXPECT_EQ(counters.living + counters.dead, 24u);
    EXPECT_GT(got<fray_profile>(fray_world_profile, world.id).step_ns, 0);
    EXPECT_GT(got<fray_memory_use>(fray_world_memory, world.id).columns, 1000u);
    EXPECT_NEAR(got<double>(fray_world_time, world.id), 5.0, 1e-9);
    int waiting = 0;
    for (const fray_agent_id id : world.ids) {
        waiting += got<fray_wait_info>(fray_world_wait_reason, world.id, id).reason != FRAY_WAIT_REASON_NONE;
        double ready = -1.0;
        EXPECT_OK(fray_world_ready_at(world.id, id, 0, &ready));
        EXPECT_GE(ready, 0.0);
        EXPECT_EQ(got<int>(fray_world_update_interval, world.id, id), 1);
    }
    EXPECT_GT(waiting, 0);
}

/// The functions for a single agent give what its row of the columns holds.
TEST(Views, ShowSingleAgents) {
    const FilledWorld world(24, 120);
    const auto positions = column<fray_vec2>(world.id, FRAY_COLUMN_POSITION);
    const auto velocities = column<fray_vec2>(world.id, FRAY_COLUMN_VELOCITY);
    const auto headings = column<fray_vec2>(world.id, FRAY_COLUMN_HEADING);
    const auto states = column<uint8_t>(world.id, FRAY_COLUMN_STATE);
    const auto targets = column<fray_agent_id>(world.id, FRAY_COLUMN_TARGET);
    const auto healths = column<float>(world.id, FRAY_COLUMN_HEALTH);
    bool moves = false;
    for (const fray_agent_id id : world.ids) {
        const auto row = got<size_t>(fray_world_row_of, world.id, id);
        ASSERT_LT(row, positions.size());
        EXPECT_EQ(got<fray_vec2>(fray_world_position, world.id, id).x, positions[row].x);
        EXPECT_EQ(got<fray_vec2>(fray_world_interpolated_position, world.id, id, 1.0).y, positions[row].y);
        EXPECT_EQ(got<fray_vec2>(fray_world_velocity, world.id, id).y, velocities[row].y);
        moves |= velocities[row].y != 0.0f;
        EXPECT_EQ(got<fray_vec2>(fray_world_heading, world.id, id).x, headings[row].x);
        EXPECT_EQ(got<uint8_t>(fray_world_state, world.id, id), states[row]);
        const auto target = got<fray_agent_id>(fray_world_target, world.id, id);
        EXPECT_EQ(target.index, targets[row].index);
        EXPECT_EQ(target.generation, targets[row].generation);
        EXPECT_EQ(got<float>(fray_world_health, world.id, id), healths[row]);
    }
    EXPECT_TRUE(moves);
    EXPECT_EQ(got<uint8_t>(fray_world_team, world.id, world.ids[3]), 1);
    EXPECT_EQ(got<uint16_t>(fray_world_archetype_of, world.id, world.ids[8]), 1);
    fray_vec2 position = {};
    const fray_spawn_def late = initialised(fray_init_spawn_def);
    const auto pending = got<fray_agent_id>(fray_world_spawn, world.id, &late);
    EXPECT_EQ(fray_world_position(world.id, pending, &position), FRAY_ERROR_STALE_ID);
}

TEST(Views, ShowSquads) {
    const FilledWorld world(24, 1);
    const auto squad = got<fray_squad_id>(fray_world_squad, world.id, world.ids[3]);
    ASSERT_OK(fray_world_set_move_input(world.id, squad, {0.5f, 0.0f}));
    ASSERT_OK(fray_world_set_leader(world.id, world.ids[5]));
    step(world.id, 1);
    EXPECT_EQ(got<fray_vec2>(fray_world_move_input, world.id, squad).x, 0.5f);
    EXPECT_EQ(got<fray_agent_id>(fray_world_leader, world.id, squad).index, world.ids[5].index);
    const auto squads = listed(fray_world_squads, world.id);
    ASSERT_EQ(squads.size(), 2u);
    EXPECT_EQ(squads[1].id.value, squad.value);
    EXPECT_EQ(squads[1].team, 1);
    EXPECT_EQ(squads[1].leader.index, world.ids[5].index);
    EXPECT_EQ(squads[1].members, 12u);
    EXPECT_EQ(squads[1].move_input.x, 0.5f);
}

/// What commands have set can be read again after the next step.
TEST(Views, ShowWhatCommandsHaveSet) {
    const FilledWorld world(12, 1);
    const int slots[] = {5, 2};
    const fray_order_def go = {FRAY_ORDER_MOVE, false, {0, 0}, {9.0f, 8.0f}, 0, false, 0.0f, 0.0f};
    ASSERT_OK(fray_world_set_order(world.id, world.ids[0], &go));
    ASSERT_OK(fray_world_queue_order(world.id, world.ids[0], &go));
    ASSERT_OK(fray_world_set_target_bias(world.id, world.ids[1], 4.0f, world.ids[0]));
    ASSERT_OK(fray_world_set_capacity(world.id, world.ids[1], {5, 3}));
    ASSERT_OK(fray_world_set_closed_slots(world.id, world.ids[1], slots, 2));
    ASSERT_OK(fray_world_set_view(world.id, world.ids[1], {{0.0f, 2.0f}, 0.5f}));
    fray_spawn_def spawn = initialised(fray_init_spawn_def);
    spawn.position = {900.0f, 900.0f}; // far from every enemy, where its interval counts
    const auto far = got<fray_agent_id>(fray_world_spawn, world.id, &spawn);
    ASSERT_OK(fray_world_set_update_interval(world.id, far, 4));
    ASSERT_OK(fray_world_set_event_mask(world.id, 1u << FRAY_EVENT_HIT));
    step(world.id, 1);
    const auto order = got<fray_order_def>(fray_world_order, world.id, world.ids[0]);
    EXPECT_EQ(order.kind, FRAY_ORDER_MOVE);
    EXPECT_EQ(order.point.y, 8.0f);
    EXPECT_EQ(order.attack, -1) << "go has no attack";
    EXPECT_EQ(got<float>(fray_world_target_bias, world.id, world.ids[1], world.ids[0]), 4.0f);
    EXPECT_EQ(got<float>(fray_world_target_bias, world.id, world.ids[1], fray_agent_id{}), 0.0f);
    const auto capacity = got<fray_circle_capacity>(fray_world_capacity, world.id, world.ids[1]);
    EXPECT_EQ(capacity.grid_capacity, 5);
    EXPECT_EQ(capacity.attack_capacity, 3);
    int closed[2] = {};
    size_t count = 0;
    ASSERT_OK(fray_world_closed_slots(world.id, world.ids[1], nullptr, 0, &count));
    EXPECT_EQ(count, 2u);
    EXPECT_EQ(fray_world_closed_slots(world.id, world.ids[1], closed, 1, &count), FRAY_ERROR_BAD_SIZE);
    ASSERT_OK(fray_world_closed_slots(world.id, world.ids[1], closed, 2, &count));
    EXPECT_EQ(closed[0], 2);
    EXPECT_EQ(closed[1], 5);
    fray_order_def next = {};
    ASSERT_OK(fray_world_order_queue(world.id, world.ids[0], &next, 1, &count));
    EXPECT_EQ(next.point.x, 9.0f);
    const auto view = got<fray_view_cone>(fray_world_view_cone, world.id, world.ids[1]);
    EXPECT_NEAR(view.direction.x, 0.0f, 1e-3f);
    EXPECT_GT(view.direction.y, 0.0f);
    EXPECT_NEAR(view.half_angle, 0.5f, 1e-3f);
    step(world.id, 8); // update intervals change in every eighth frame
    EXPECT_EQ(got<int>(fray_world_update_interval, world.id, far), 4);
    EXPECT_EQ(got<uint64_t>(fray_world_event_mask, world.id), 1u << FRAY_EVENT_HIT);
}

TEST(Snapshots, RestoreBitForBit) {
    FilledWorld world(24), other(24);
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
    const FilledWorld world(4);
    size_t size = 0;
    uint8_t few[10] = {};
    EXPECT_EQ(fray_world_save(world.id, few, sizeof few, &size), FRAY_ERROR_BAD_SIZE);
    EXPECT_GT(size, sizeof few);
    EXPECT_EQ(few[0], 0);
    EXPECT_EQ(fray_world_save(world.id, nullptr, size, &size), FRAY_ERROR_NULL_POINTER);
}

TEST(Columns, OfTheUserHaveOneSize) {
    struct Mood {
        float anger;
        int32_t hits;
    };
    OwnedWorld world(serial_world());
    const Mood calm = {0.5f, 7};
    const auto moods = got<fray_user_column_id>(fray_world_add_column, world.id, "mood", sizeof calm, &calm);
    fill(world.id, 12);
    void* data = &world;
    size_t count = 99;
    ASSERT_OK(fray_world_user_column(world.id, moods, sizeof calm, &data, &count));
    EXPECT_EQ(data, nullptr);
    EXPECT_EQ(count, 0u);
    step(world.id, 1);
    ASSERT_OK(fray_world_user_column(world.id, moods, sizeof calm, &data, &count));
    ASSERT_EQ(count, 12u);
    EXPECT_EQ(static_cast<Mood*>(data)[5].hits, 7);
    EXPECT_EQ(fray_world_user_column(world.id, moods, 4, &data, &count), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_user_column(world.id, {0}, sizeof calm, &data, &count), FRAY_ERROR_UNKNOWN);
}

TEST(Commands, InBulkSkipStaleAgentsAndRefuseOtherErrors) {
    const FilledWorld world(12, 1);
    const fray_agent_id none = {0, 0}, stale = {~0u, 7};
    size_t skipped = 99;
    const fray_damage_command refused[] = {{world.ids[0], 5.0f, world.ids[1]}, {world.ids[2], -1.0f, none}};
    EXPECT_EQ(fray_world_damage_many(world.id, refused, 2, &skipped), FRAY_ERROR_OUT_OF_RANGE);
    const fray_damage_command damages[] = {
        {world.ids[0], 6.0f, world.ids[1]}, {world.ids[2], 1.0f, stale}, {stale, 1.0f, none}};
    EXPECT_OK(fray_world_damage_many(world.id, damages, 3, &skipped));
    EXPECT_EQ(skipped, 2u);
    EXPECT_OK(fray_world_damage_many(world.id, nullptr, 0, nullptr));
    fray_spawn_def spawns[] = {initialised(fray_init_spawn_def), initialised(fray_init_spawn_def)};
    spawns[1].team = 9;
    fray_agent_id made[2] = {world.ids[0], world.ids[1]};
    EXPECT_EQ(fray_world_spawn_many(world.id, spawns, 2, made), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(made[0].generation, 0u);
    EXPECT_EQ(made[1].generation, 0u);
    spawns[1].team = 1;
    ASSERT_OK(fray_world_spawn_many(world.id, spawns, 2, made));
    EXPECT_NE(made[1].generation, 0u);
    step(world.id, 1);
    EXPECT_EQ(got<size_t>(fray_world_agent_count, world.id), 14u);
    EXPECT_EQ(got<float>(fray_world_health, world.id, world.ids[0]), 94.0f);
}

/// Poses are read in place from the host's bodies, which have y up.
TEST(Commands, HostPosesMayHaveStrides) {
    struct Body {
        fray_agent_id agent;
        float position[3], forward[3];
    };
    OwnedWorld world(serial_world());
    fray_archetype_def def = initialised(fray_init_archetype_def);
    def.body.motion = FRAY_MOTION_TYPE_HOST;
    ASSERT_OK(fray_world_add_archetype(world.id, &def, nullptr));
    ASSERT_OK(fray_world_add_team(world.id, "a", nullptr));
    Body bodies[3] = {};
    for (int i = 0; i < 3; ++i) {
        const fray_spawn_def spawn = initialised(fray_init_spawn_def);
        ASSERT_OK(fray_world_spawn(world.id, &spawn, &bodies[i].agent));
        bodies[i].position[0] = static_cast<float>(i);
        bodies[i].position[2] = static_cast<float>(10 * i);
        bodies[i].forward[2] = 2.0f;
    }
    fray_host_poses poses = initialised(fray_init_host_poses);
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
    EXPECT_EQ(got<fray_vec2>(fray_world_position, world.id, bodies[2].agent).y, 20.0f);
    EXPECT_EQ(got<fray_vec2>(fray_world_heading, world.id, bodies[2].agent).y, 1.0f);
    EXPECT_EQ(column<float>(world.id, FRAY_COLUMN_PREFERRED_SPEED).size(), 3u);
}

TEST(Ground, OfCellsCanBeQueriedAndUsed) {
    const uint8_t cells[] = {1, 1, 1, 1, 0, 1, 1, 1, 1}; // a block in the middle
    fray_grid_def def = initialised(fray_init_grid_def);
    def.columns = def.lines = 3;
    def.walkable = cells;
    def.cell = 10.0f;
    const auto ground = got<fray_ground_id>(fray_create_grid_ground, &def);
    EXPECT_TRUE(got<bool>(fray_ground_walkable, ground, fray_vec2{5.0f, 5.0f}));
    EXPECT_FALSE(got<bool>(fray_ground_walkable, ground, fray_vec2{15.0f, 15.0f}));
    EXPECT_FALSE(got<bool>(fray_ground_clear, ground, fray_vec2{5.0f, 15.0f}, fray_vec2{25.0f, 15.0f}));
    EXPECT_TRUE(got<bool>(fray_ground_clear, ground, fray_vec2{5.0f, 5.0f}, fray_vec2{25.0f, 5.0f}));
    fray_world_def world_def = serial_world();
    world_def.off_ground = FRAY_OFF_GROUND_REFUSE;
    OwnedWorld world(world_def);
    ASSERT_OK(fray_world_set_ground(world.id, ground));
    ASSERT_OK(fray_destroy_ground(ground)); // the world keeps a reference
    add_archetypes(world.id);
    ASSERT_OK(fray_world_add_team(world.id, "a", nullptr));
    fray_spawn_def spawn = initialised(fray_init_spawn_def);
    spawn.position = {15.0f, 15.0f};
    EXPECT_EQ(fray_world_spawn(world.id, &spawn, nullptr), FRAY_ERROR_OFF_GROUND);
    spawn.position = {5.0f, 5.0f};
    ASSERT_OK(fray_world_spawn(world.id, &spawn, nullptr));
    step(world.id, 3);
    EXPECT_EQ(fray_world_set_ground(world.id, {0, 0}), FRAY_ERROR_OUT_OF_RANGE); // an agent stands on the ground
    const fray_obstacle fence = {{15.0f, 5.0f}, {4.0f, 1.0f}, {1.0f, 0.0f}, FRAY_OBSTACLE_BLOCKS_WALKING};
    const auto id = got<uint32_t>(fray_world_set_obstacle, world.id, &fence, FRAY_ON_OBSTACLE_REFUSE);
    const auto obstacles = listed(fray_world_obstacles, world.id);
    ASSERT_EQ(obstacles.size(), 1u);
    EXPECT_EQ(obstacles[0].id, id);
    EXPECT_EQ(obstacles[0].obstacle.half_extents.x, 4.0f);
    EXPECT_EQ(obstacles[0].obstacle.blocks, FRAY_OBSTACLE_BLOCKS_WALKING);
    spawn.position = {15.0f, 5.0f};
    EXPECT_EQ(fray_world_spawn(world.id, &spawn, nullptr), FRAY_ERROR_OFF_GROUND);
    ASSERT_OK(fray_world_remove_obstacle(world.id, id));
    ASSERT_OK(fray_world_spawn(world.id, &spawn, nullptr));
}

} // namespace
} // namespace fray::test
