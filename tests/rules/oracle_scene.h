// A scene that engine and reference model play together. Any difference between them fails the test.
#pragma once

#include "oracle/oracle.h"
#include "repetitions.h"
#include "scene.h"

namespace fray::test {

struct OracleScene : Scene {
    model::Oracle oracle;

    void SetUp() override {
        oracle.listen(world, world_def());
        Scene::SetUp();
    }
    void TearDown() override { check_step(); }
    SquadId add_squad(TeamIndex team, const SquadDef& def = {}) {
        SquadId squad;
        accept(world.add_squad(team, def, &squad));
        return squad;
    }
    AgentId spawned(const SpawnDef& def) {
        AgentId id;
        accept(world.spawn(def, &id));
        agents.push_back(id);
        return id;
    }
    /// `kind`: an archetype or its index.
    AgentId pinned_foe(const auto& kind, Vec2 at) {
        pinned.push_back(foe(kind, at));
        return pinned.back();
    }
    /// Expects that a call to the world was accepted, and steps.
    void step_after(Error error, int frames = 1, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        accept(error, file, line);
        step(frames);
    }
    void seconds_after(Error error, double time, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        accept(error, file, line);
        seconds(time);
    }

private:
    void check_step() override {
        if (world.frame() == most_followed) oracle.dismiss_model();
        ASSERT_EQ(oracle.difference(), "");
    }
    /// Frames; after them a scene continues without the model.
    static constexpr uint64_t most_followed = repetitions(1500u, 400u, 100u);
};

} // namespace fray::test
