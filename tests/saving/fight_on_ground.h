// A fight on any kind of ground, which is recorded and replayed.
#pragma once

#include "melee.h"
#include "must.h"

#include "fray/recording.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace fray::test {

/// Records a fight of a world with seed 5. Returns the hash after each frame.
inline std::vector<uint64_t> record_fight(std::shared_ptr<const Ground> ground, const std::string& path) {
    World world = World::create({.seed = 5, .threads = 2}).value();
    must(world.set_ground(std::move(ground)));
    Recorder recorder = Recorder::create(world, path, {.snapshot_interval = 0.5}).value();
    fill_melee(world, 200);
    std::vector<uint64_t> hashes;
    for (int frame = 0; frame < 120; ++frame) {
        must(world.step(1.0 / 60.0));
        hashes.push_back(world.state_hash());
        if (frame % 10 == 3)
            must(world.teleport(world.ids()[0], {static_cast<float>(frame), 3.0f})); // the point may be in a wall
    }
    recorder.close().value();
    return hashes;
}

/// The replay in `world` reaches the same hashes, from its beginning and from the middle.
inline void expect_fought_again(const Recording& recording, World& world, const std::vector<uint64_t>& hashes) {
    Replayer replayer = Replayer::create(recording, world).value();
    while (replayer.step().value()) {
    }
    EXPECT_FALSE(replayer.divergence().has_value()) << to_string(*replayer.divergence());
    EXPECT_EQ(world.state_hash(), hashes.back());
    replayer.seek(50).value();
    EXPECT_TRUE(replayer.step().value());
    EXPECT_EQ(world.state_hash(), hashes[50]);
}

} // namespace fray::test
