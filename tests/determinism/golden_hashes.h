// Compares the state hashes of a run with those of serial jobs, and with those of every other machine.
#pragma once

#include "fray/jobs.h"
#include "fray/world.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

namespace fray::test {

/// What `run` sees in a world whose jobs are serial. It runs once.
template <auto run> const auto& run_serially() {
    static const auto seen = [] {
        const auto serial = make_serial_jobs();
        return run({.jobs = serial.get()});
    }();
    return seen;
}

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
