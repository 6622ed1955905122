// A scene that engine and reference model play together. Any difference between them fails the test.
#pragma once

#include "oracle/oracle_world.h"
#include "repetitions.h"
#include "scene.h"

namespace fray::test {

struct OracleScene : BasicScene<model::OracleWorld> {
    void TearDown() override { check_step(); }

private:
    void check_step() override {
        if (world.frame() == most_followed) world.dismiss_model();
        ASSERT_EQ(world.difference(), "");
    }
    /// Frames; after them a scene continues without the model.
    static constexpr uint64_t most_followed = repetitions(1500u, 400u, 100u);
};

} // namespace fray::test
