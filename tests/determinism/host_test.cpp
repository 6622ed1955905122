// A host may compile the headers of fray in its own way. The golden hashes of the other tests hold in the same program.
#include "host_battle.h"

#include <gtest/gtest.h>

namespace fray::test {

std::vector<uint64_t> fast_math_host();

namespace {

TEST(FastMathHost, GivesABattleTheSameHashes) { EXPECT_EQ(fast_math_host(), host_battle()); }

} // namespace
} // namespace fray::test
