#include "measured_battle.h"

#include "files/ending.h"
#include "files/require.h"

namespace fray::demo {
namespace {

Battle battle_of(const ScaleOptions& options, const std::string& scenario, int64_t agents, JobSystem& jobs, bool hash) {
    BattleChoice choice = options.battle;
    choice.scenario = scenario;
    choice.agents = agents;
    choice.quiet = true; // warnings were printed when the scenario was first read
    Battle battle = make_battle(choice, jobs, hash);
    if (options.events) require(battle.world().set_event_mask(~EventMask{0}), battle.world());
    return battle;
}

} // namespace

MeasuredBattle::MeasuredBattle(const ScaleOptions& options, const std::string& scenario, int64_t agents,
                               JobSystem& jobs, bool hash)
    : name_(scenario), battle_(battle_of(options, scenario, agents, jobs, hash)),
      host_moves_(options.battle.host_moves) {}

void MeasuredBattle::prepare() {
    stop_if_asked();
    refuse_failed_step(battle_.give_commands(), name_);
    if (host_moves_) host_.move(world(), static_cast<float>(1.0 / scenario().hz));
}

void MeasuredBattle::step() {
    if (host_moves_) require(world().set_host_poses(host_.poses()), world());
    refuse_failed_step(battle_.step_world(), name_);
}

} // namespace fray::demo
