// A battle that a client sees over packets, through the C interface.
#include "fight.h"

#include <cmath>

namespace fray::test {
namespace {

std::vector<uint8_t> packet_of(fray_world_id world, uint32_t client) {
    size_t size = 0;
    EXPECT_OK(fray_world_write_packet(world, client, nullptr, 0, &size));
    std::vector<uint8_t> packet(size);
    if (size > 1) {
        EXPECT_EQ(fray_world_write_packet(world, client, packet.data(), size - 1, &size), FRAY_ERROR_BAD_SIZE);
    }
    EXPECT_OK(fray_world_write_packet(world, client, packet.data(), packet.size(), &size));
    EXPECT_EQ(size, packet.size());
    return packet;
}

TEST(Network, AClientSeesTheBattle) {
    const FilledWorld world(24);
    ASSERT_OK(fray_world_broadcast(world.id, 16));
    fray_client_def def = initialised(fray_init_client_def);
    const auto client = got<uint32_t>(fray_world_add_client, world.id, &def);
    const auto replica = got<fray_replica_id>(fray_create_replica, nullptr);
    for (int i = 0; i < 60; ++i) {
        step(world.id, 1);
        ASSERT_OK(fray_world_capture(world.id));
        const std::vector<uint8_t> packet = packet_of(world.id, client);
        EXPECT_TRUE(got<bool>(fray_replica_read, replica, packet.data(), packet.size()));
        ASSERT_OK(fray_world_acknowledge(world.id, client, got<uint64_t>(fray_replica_receipt, replica)));
    }
    EXPECT_GT(got<double>(fray_replica_time, replica), 0.9);
    size_t count = 0;
    ASSERT_OK(fray_replica_agents(replica, nullptr, 0, &count));
    ASSERT_EQ(count, 24u);
    std::vector<fray_replica_agent> agents(count);
    EXPECT_EQ(fray_replica_agents(replica, agents.data(), count - 1, &count), FRAY_ERROR_BAD_SIZE);
    ASSERT_OK(fray_replica_agents(replica, agents.data(), agents.size(), &count));
    for (const fray_replica_agent& agent : agents) {
        const auto at = got<fray_vec2>(fray_world_position, world.id, agent.id);
        EXPECT_LE(std::hypot(agent.position.x - at.x, agent.position.y - at.y), 0.0112f);
    }
    EXPECT_EQ(fray_world_acknowledge(world.id, client, (uint64_t{1} << 40) + 999), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_set_client(world.id, client + 1, &def), FRAY_ERROR_UNKNOWN);
    def.max_bytes = 5;
    EXPECT_EQ(fray_world_set_client(world.id, client, &def), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_STREQ(fray_error_text(world.id), "client: max_bytes: given 5, allowed 0, 64 to 1000000");
    ASSERT_OK(fray_world_forget_client(world.id, client));
    ASSERT_OK(fray_world_remove_client(world.id, client));
    ASSERT_OK(fray_world_broadcast(world.id, 0));
    EXPECT_EQ(fray_world_capture(world.id), FRAY_ERROR_UNKNOWN);
    ASSERT_OK(fray_destroy_replica(replica));
}

} // namespace
} // namespace fray::test
