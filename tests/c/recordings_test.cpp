// Recordings, replays and snapshot files in C.
#include "fight.h"
#include "temporary_file.h"
#ifdef FRAY_NAVMESH
#include "spatial/detour_tiles.h"
#endif

#include <fstream>

namespace fray::test {
namespace {

#ifdef FRAY_RECORDING

void wait(void*, const fray_state_batch* batch, fray_state_writer* out) {
    for (size_t i = 0; i < batch->count; ++i) fray_state_wait(out, i, 0.5);
}

fray_state_def waits() {
    fray_state_def def = initialised(fray_init_state_def);
    def.name = "waits";
    def.decide = wait;
    return def;
}

TEST(Recordings, AReplayReachesTheSameHashes) {
    const TemporaryFile file("fray_c.rec");
    std::vector<uint64_t> hashes;
    {
        OwnedWorld world(serial_world());
        fray_recording_def def = initialised(fray_init_recording_def);
        def.about = "a test";
        ASSERT_OK(fray_world_start_recording(world.id, file.path.c_str(), &def));
        EXPECT_EQ(fray_world_start_recording(world.id, file.path.c_str(), nullptr), FRAY_ERROR_FULL);
        const fray_state_def state = waits();
        ASSERT_OK(fray_world_add_state(world.id, &state, nullptr));
        fill(world.id, 20, "waits");
        for (int i = 0; i < 100; ++i) {
            step(world.id, 1);
            hashes.push_back(hash_of(world.id));
        }
        ASSERT_OK(fray_world_stop_recording(world.id));
        EXPECT_EQ(fray_world_stop_recording(world.id), FRAY_ERROR_UNKNOWN);
    }
    const auto info = got<fray_recording_info>(fray_read_recording_info, file.path.c_str());
    EXPECT_EQ(info.frames, 100u);
    EXPECT_EQ(info.seed, 1u);
    OwnedWorld world;
    EXPECT_EQ(fray_world_replay_seek(world.id, 3), FRAY_ERROR_UNKNOWN);
    const fray_state_def state = waits();
    ASSERT_OK(fray_world_start_replay(world.id, file.path.c_str(), &state, 1));
    EXPECT_EQ(fray_world_start_replay(world.id, file.path.c_str(), &state, 1), FRAY_ERROR_FULL);
    bool more = true;
    size_t frame = 0;
    for (;; ++frame) {
        ASSERT_OK(fray_world_replay_step(world.id, &more));
        if (!more) break;
        ASSERT_EQ(hash_of(world.id), hashes[frame]);
    }
    EXPECT_EQ(frame, 100u);
    const char* where = "";
    ASSERT_OK(fray_world_replay_divergence(world.id, &where));
    EXPECT_EQ(where, nullptr);
    EXPECT_EQ(fray_world_replay_seek(world.id, 999), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_OK(fray_world_stop_replay(world.id));
    step(world.id, 1);
}

#ifdef FRAY_NAVMESH
TEST(Recordings, AWorldWithANavmeshIsReplayed) {
    const TemporaryFile mesh("fray_c.navmesh"), file("fray_c_navmesh.rec");
    const std::vector<std::byte> tile = tile_of(two_squares());
    std::ofstream(mesh.path, std::ios::binary)
        .write(reinterpret_cast<const char*>(tile.data()), static_cast<std::streamsize>(tile.size()));
    uint64_t hash = 0;
    {
        OwnedWorld world(serial_world());
        const auto ground = got<fray_ground_id>(fray_load_navmesh_ground, mesh.path.c_str());
        ASSERT_OK(fray_world_start_recording(world.id, file.path.c_str(), nullptr));
        ASSERT_OK(fray_world_set_ground(world.id, ground));
        ASSERT_OK(fray_destroy_ground(ground));
        fill(world.id, 20);
        step(world.id, 30);
        hash = hash_of(world.id);
        ASSERT_OK(fray_world_stop_recording(world.id));
    }
    OwnedWorld world;
    ASSERT_OK(fray_world_start_replay(world.id, file.path.c_str(), nullptr, 0));
    ASSERT_OK(fray_world_replay_seek(world.id, 30));
    EXPECT_EQ(hash_of(world.id), hash);
}
#endif

TEST(Snapshots, AreSavedToAndRestoredFromFiles) {
    const TemporaryFile file("fray_c.snapshot");
    const FilledWorld world(20, 50);
    const auto saved = save(world.id);
    ASSERT_OK(fray_world_save_file(world.id, file.path.c_str()));
    step(world.id, 50);
    ASSERT_OK(fray_world_restore_file(world.id, file.path.c_str()));
    EXPECT_EQ(save(world.id), saved);
    EXPECT_EQ(fray_world_restore_file(world.id, "/no/such/file"), FRAY_ERROR_BAD_FILE);
    EXPECT_EQ(fray_world_save_file(world.id, "/no/such/folder/file"), FRAY_ERROR_BAD_FILE);
    EXPECT_EQ(save(world.id), saved);
}

#else

TEST(Recordings, AreUnsupportedWithoutTheRecordingLibrary) {
    OwnedWorld world(serial_world());
    EXPECT_EQ(fray_world_start_recording(world.id, "x.rec", nullptr), FRAY_ERROR_UNSUPPORTED);
    EXPECT_EQ(fray_world_save_file(world.id, "x.snapshot"), FRAY_ERROR_UNSUPPORTED);
}

#endif

} // namespace
} // namespace fray::test
