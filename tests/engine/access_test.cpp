// With declared column accesses asserted (debug builds), a whole battle runs without an undeclared access.
#include "melee.h"
#include "repetitions.h"

#include <gtest/gtest.h>

namespace fray {
namespace {

TEST(Access, ABattleKeepsToTheDeclaredAccesses) {
#ifndef FRAY_CHECK_ACCESS
    GTEST_SKIP() << "declared accesses are asserted in debug builds only (FRAY_CHECK_ACCESS)";
#endif
    World world = World::create({.threads = 2}).value();
    const std::vector<AgentId> ids = test::fill_melee(world, 1500);
    for (int frame = 0; frame < test::repetitions(400, 400, 200); ++frame) {
        if (frame % 40 == 10) must(world.set_capacity(ids[static_cast<size_t>(frame)], {frame % 80, frame % 20}));
        if (frame % 50 == 20) must(world.despawn(ids[static_cast<size_t>(frame) + 500]));
        ASSERT_EQ(world.step(1.0 / 60.0), Error::ok);
    }
    ASSERT_GT(world.counters().dead, 0u) << "agents died, so every system had work";
}

} // namespace
} // namespace fray
