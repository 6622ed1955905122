#pragma once

#include "engine/frame_time.h"
#include "fray/world.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace fray {

/// Steps a world, and adds the hash of each frame to a list.
inline void steps(World& world, int count, std::vector<uint64_t>* hashes = nullptr) {
    for (int i = 0; i < count; ++i) {
        ASSERT_EQ(world.step(dt), Error::ok) << world.error_text();
        if (hashes != nullptr) hashes->push_back(world.state_hash());
    }
}

} // namespace fray
