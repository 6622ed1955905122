// Sets up the battle that the options ask for, and the job system that it runs on.
#pragma once

#include "files/file_uses.h"
#include "fray/battle.h"
#include "fray/communicator.h"
#include "fray/job_recorder.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

/// The choice of a battle and its threads.
struct BattleChoice {
    std::string scenario;
    int64_t agents = 0;
    std::optional<uint64_t> seed;
    std::vector<std::string> sets;
    int threads = 0; ///< number of threads; 0: as many as the machine offers
    std::string jobs = "tbb";
    bool full_detail = false; ///< every agent is updated in every frame, whatever the scenario says
    bool host_moves = false;  ///< the host moves all agents: sets `motion` of all archetypes to "host"
    bool unmanaged = false;   ///< no agent is managed: every agent attacks on its own
    bool quiet = false;       ///< prints no warnings about the scenario
    bool record_jobs = false; ///< records the work of every thread, with times
};

/// Reads the scenario and prints warnings to stderr. Throws BadInput with all errors, one per line.
ScenarioResult read_scenario(const BattleChoice& choice);

/// Adds the scenario's file and the files that it names.
void add_inputs(FileUses& uses, const std::string& path, const Scenario& scenario);

/// A battle, and the job system that it runs on.
struct Setup {
    std::shared_ptr<void> more_threads;    ///< lets oneTBB use more threads than the machine has; may be null
    std::unique_ptr<JobRecorder> recorder; ///< null: nothing is recorded
    std::unique_ptr<JobSystem> jobs;
    std::unique_ptr<Communicator> ranks; ///< null: this process steps the world alone
    Battle battle;
    int threads;
    std::string source; ///< the scenario's text
};
/// `lead` makes the Communicator of the world; it is called once the scenario has been read.
Setup set_up(const BattleChoice& choice, EventMask events, bool wait_reasons = false,
             const std::function<std::unique_ptr<Communicator>()>& lead = {});
/// Follows the world of rank 0 until its end, on the job system that the choice names. Returns whether all went well;
/// rank 0 says what went wrong.
bool follow_rank_0(const BattleChoice& choice, Communicator& ranks);
/// Makes a battle that runs on the caller's job system and records no events.
Battle make_battle(const BattleChoice& choice, JobSystem& jobs, bool hash = true);
/// Lets oneTBB use `threads` threads as long as the returned object lives. Null: the limit already allows it.
std::shared_ptr<void> allow_threads(int threads);
/// Sets up a battle of a scenario that was read before. `world` gives the job system and what is recorded. Throws
/// BadInput.
Battle battle_of(const BattleChoice& choice, const Scenario& scenario, const WorldDef& world);
/// Sets up a battle that the caller commands, for example from a recording.
Setup set_up(const BattleChoice& choice, const Scenario& scenario, WorldDef world);

/// Throws BadInput if a step has failed, mostly by a command of the script. `scenario`: names it in the error.
void refuse_failed_step(const Result<void>& stepped, const std::string& scenario);
/// Steps the battle. Throws BadInput if that fails.
void step(Battle& battle, const std::string& scenario);

/// The frame after which a run ends in any case: `frames`, or else the scenario's duration but at least an hour of
/// simulated time.
int64_t last_frame(const Scenario& scenario, int64_t frames);

} // namespace fray::demo
