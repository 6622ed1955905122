#include "clash.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace fray {
namespace {

constexpr int warm_up = 600;

Battle begin(int agents, int threads) {
    const ScenarioResult loaded = load_scenario(FRAY_SCENARIO_DIR "/clash.toml");
    if (!loaded.errors.empty()) {
        std::fprintf(stderr, "%s\n", loaded.errors.front().c_str());
        std::exit(2);
    }
    BattleOptions options;
    options.agents = agents;
    options.world.threads = threads;
    Battle battle = Battle::create(loaded.scenario, options).value();
    for (int frame = 0; frame < warm_up; ++frame) battle.step().value();
    return battle;
}

} // namespace

Battle& clash_of(int agents, int threads) {
    static std::optional<Battle> battle;
    static std::pair<int, int> which;
    if (battle && which == std::pair{agents, threads}) return *battle;
    battle.reset();
    which = {agents, threads};
    return battle.emplace(begin(agents, threads));
}

} // namespace fray
