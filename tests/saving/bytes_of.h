// What a test keeps of a world: its snapshot, and the calls that its host has made.
#pragma once

#include "fray/command_log.h"
#include "fray/world.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <vector>

namespace fray::test {

inline std::vector<std::byte> bytes_of(const World& world) {
    std::vector<std::byte> bytes;
    EXPECT_EQ(world.save(&bytes), Error::ok);
    return bytes;
}

/// Keeps all calls of a world.
struct Heard final : CommandListener {
    std::vector<std::vector<std::byte>> calls;
    void command(std::span<const std::byte> call) override { calls.emplace_back(call.begin(), call.end()); }
    void stepped() override {}
};

/// Replays every command in another world, steps included.
struct Mirror final : CommandListener {
    World world = World::create({.threads = 1}).value();
    void command(std::span<const std::byte> call) override {
        EXPECT_EQ(replay_command(world, call), Error::ok) << world.error_text();
    }
    void stepped() override {}
};

} // namespace fray::test
