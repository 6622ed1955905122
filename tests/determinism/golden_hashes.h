// Compares the state hashes of a run with those of this and of every other machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

namespace fray::test {

struct GoldenHash {
    size_t frame;
    uint64_t hash;
};

/// `hashes`: by frame. A failure prints the present hash.
inline void expect_golden(const std::vector<uint64_t>& hashes, std::initializer_list<GoldenHash> golden) {
    for (const auto& [frame, hash] : golden)
        EXPECT_EQ(hashes.at(frame), hash) << "frame " << frame << ": now 0x" << std::hex << hashes.at(frame);
}

} // namespace fray::test
