// A scene that engine and reference model play together. Any difference between them fails the test.
#pragma once

#include "oracle/oracle_world.h"
#include "scene.h"

namespace fray::test {

struct OracleScene : BasicScene<model::OracleWorld> {
    void TearDown() override { check_step(); }

private:
    void check_step() override {
        if (world.frame() == most_followed) world.dismiss_model();
        ASSERT_EQ(world.difference(), "");
    }
#ifdef FRAY_SLOW_BUILD
    static constexpr uint64_t most_followed = 100;
#else
    static constexpr uint64_t most_followed = 1500; ///< frames; after them a scene continues without the model
#endif
};

} // namespace fray::test
