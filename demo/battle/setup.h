// A battle set up as it was asked for, with the threads that it runs on.
#pragma once

#include "fray/battle.h"
#include "fray/job_recorder.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

/// Which battle, and on which threads.
struct BattleChoice {
    std::string scenario;
    int64_t agents = 0;
    std::optional<uint64_t> seed;
    std::vector<std::string> sets;
    int threads = 0; ///< 0: as many as the machine has
    std::string jobs = "tbb";
    bool full_detail = false; ///< everybody's turn in every frame, whatever the scenario says
    bool host_moves = false;  ///< `motion` of all archetypes is "host"
    bool quiet = false;       ///< no warnings
    bool record_jobs = false; ///< what every thread does when
};

/// Reads the scenario; warnings go to stderr. Throws BadInput with all its errors, one a line.
ScenarioResult read_scenario(const BattleChoice& choice);

/// A battle and the job system it runs on.
struct Setup {
    std::shared_ptr<void> more_threads;    ///< lets oneTBB use more threads than the machine has
    std::unique_ptr<JobRecorder> recorder; ///< null: nothing is recorded
    std::unique_ptr<JobSystem> jobs;
    Battle battle;
    int threads;
    std::string source; ///< the scenario's text
};
Setup set_up(const BattleChoice& choice, EventMask events, bool refusals = false);
/// On a job system of the caller's; no events are recorded.
Battle make_battle(const BattleChoice& choice, JobSystem& jobs, bool hash = true);
/// Lets oneTBB use so many threads while what it returns is there; null: it may already.
std::shared_ptr<void> allow_threads(int threads);
/// Of a scenario that was read, on the jobs of `world`, which says what is recorded as well. Throws BadInput.
Battle battle_of(const BattleChoice& choice, const Scenario& scenario, const WorldDef& world);
/// A world that somebody else commands.
Setup set_up(const BattleChoice& choice, const Scenario& scenario, WorldDef world);

/// The frame after which a run ends whatever happens: as asked for, or an hour of the scenario's time.
int64_t last_frame(const Scenario& scenario, int64_t frames);

} // namespace fray::demo
