#include "commands.h"

#include "battle/checkpoint.h"
#include "detail_study.h"
#include "files/bad_input.h"
#include "files/ending.h"
#include "files/paths.h"
#include "files/timeline.h"
#include "outputs.h"
#include "progress.h"
#include "recordings.h"
#include "result.h"
#include "watch.h"

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace fray::demo {
namespace {

bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code error;
    return a == b || std::filesystem::equivalent(from_caller(a), from_caller(b), error);
}

void refuse_shared_files(const RunOptions& options, const Scenario& scenario) {
    FileUses uses;
    add_inputs(uses, find_scenario(options.battle.scenario), scenario);
    // A run may go on from the checkpoint that it then replaces.
    if (!is_same_file(options.resume, options.checkpoint)) uses.reads(from_caller(options.resume), "--resume");
    add_outputs(uses, options);
}

std::optional<Recorder> record(const RunOptions& options, Setup& setup) {
    if (options.record.empty()) return std::nullopt;
    return start_recording(setup, options.battle, from_caller(options.record));
}

std::unique_ptr<Timeline> start_timeline(const RunOptions& options, const Setup& setup) {
    if (options.timeline.empty()) return nullptr;
    return std::make_unique<Timeline>(from_caller(options.timeline), *setup.recorder);
}

/// Starts MPI, if there are several ranks, and divides the machine's threads among them.
void share_threads(RunOptions& options, Ranks& ranks) {
    ranks.begin();
    if (ranks.size() > 1 && options.battle.threads == 0) options.battle.threads = ranks.threads();
}

} // namespace

int run(RunOptions options, Ranks& ranks) {
    share_threads(options, ranks);
    BattleChoice choice = options.battle;
    choice.record_jobs = !options.timeline.empty();
    Setup setup = set_up(choice, events_for(options), options.trace_wait_reasons, [&] { return ranks.lead(); });
    Battle& battle = setup.battle;
    refuse_shared_files(options, battle.scenario());
    const int64_t last = last_frame(battle.scenario(), options.frames);
    refuse_no_frames(options, last);
    const Ending ending;
    std::optional<Checkpoints> checkpoints; // made before `resume`, so that it knows the battle from its beginning
    if (!options.checkpoint.empty()) checkpoints.emplace(options.checkpoint, options.checkpoint_every, battle);
    if (!options.resume.empty()) resume(battle, from_caller(options.resume));
    if (!options.resume.empty() && last <= static_cast<int64_t>(battle.world().frame()))
        throw BadInput(fmt::format("--frames {}: {} is of frame {}; allowed: more than that", last, options.resume,
                                   battle.world().frame()));
    Outputs outputs(options, battle);
    outputs.summary.set_ranks(ranks.size());
    const std::unique_ptr<Timeline> timeline = start_timeline(options, setup);
    std::optional<Recorder> recorder = record(options, setup);
    Progress progress(!options.battle.quiet, expected_frames(battle.scenario(), options.frames));
    const std::unique_ptr<Watch> watch = options.watch ? std::make_unique<Watch>(options.battle) : nullptr;
    const auto study = options.compare_detail ? std::make_unique<DetailStudy>(options) : nullptr;
    bool broken = false;
    Result<void> stepped;
    for (auto frame = static_cast<int64_t>(battle.world().frame());
         frame < last && !battle.over() && !broken && Ending::asked() == 0; ++frame) {
        if (watch) watch->wait_and_look(battle, progress);
        stepped = battle.step();
        if (!stepped) break;
        if (timeline) timeline->frame(battle.world());
        outputs.frame(battle);
        if (study) study->frame(battle);
        if (checkpoints) checkpoints->frame(battle);
        broken = breach(options, battle.world(), progress);
        progress.show(battle, outputs.summary, frame + 1);
    }
    progress.clear();
    if (stepped.error() == Error::dead) stepped.value(); // such a world cannot be asked for anything
    const int signal = Ending::asked();
    if (signal != 0) print_error(ended_by(signal, battle.world().frame()));
    bool whole = outputs.finish(battle, setup.threads, study.get());
    if (recorder)
        whole &= outputs.written.complete(options.record, fmt::format("a recording: {} replay FILE", program_call()),
                                          [&] { finish_recording(*recorder); });
    if (timeline)
        whole &=
            outputs.written.complete(options.timeline, "what every thread did when: open it at https://ui.perfetto.dev",
                                     [&] { timeline->finish(); });
    if (checkpoints && !broken) checkpoints->finish(battle);
    if (checkpoints && checkpoints->written())
        outputs.written.add(options.checkpoint, "a checkpoint: go on from it with --resume FILE");
    if (checkpoints) whole &= !checkpoints->failed();
    if (broken) return broken_promise;
    refuse_failed_step(stepped, options.battle.scenario);
    if (!options.battle.quiet)
        fmt::print(
            "{}", result_text(battle, outputs.summary, outputs.written, {setup.threads, options.verbose, study.get()}));
    return signal != 0 ? exit_code_of(signal) : whole ? 0 : exit_bad_input;
}

int follow_run(RunOptions options, Ranks& ranks) {
    // A signal to `mpirun` reaches all ranks. Rank 0 completes its files, and the others end with it.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
    share_threads(options, ranks);
    const std::unique_ptr<Communicator> communicator = ranks.follow();
    return communicator == nullptr || follow_rank_0(options.battle, *communicator) ? 0 : 1;
}

} // namespace fray::demo
