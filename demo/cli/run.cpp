#include "run.h"

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

#include <fmt/format.h>
#include <optional>

namespace fray::demo {
namespace {

void refuse_shared_files(const RunOptions& options, const Scenario& scenario) {
    FileUses uses;
    add_inputs(uses, find_scenario(options.battle.scenario), scenario);
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

} // namespace

int run(const RunOptions& options) {
    BattleChoice choice = options.battle;
    choice.record_jobs = !options.timeline.empty();
    Setup setup = set_up(choice, events_for(options), options.trace_wait_reasons);
    Battle& battle = setup.battle;
    refuse_shared_files(options, battle.scenario());
    const Ending ending;
    Outputs outputs(options, battle);
    const std::unique_ptr<Timeline> timeline = start_timeline(options, setup);
    std::optional<Recorder> recorder = record(options, setup);
    const int64_t last = last_frame(battle.scenario(), options.frames);
    Progress progress(!options.battle.quiet, expected_frames(battle.scenario(), options.frames));
    const std::unique_ptr<Watch> watch = options.watch ? std::make_unique<Watch>(options.battle) : nullptr;
    const auto study = options.compare_detail ? std::make_unique<DetailStudy>(options) : nullptr;
    bool broken = false;
    for (int64_t frame = 0; frame < last && !battle.over() && !broken && Ending::asked() == 0; ++frame) {
        if (watch) watch->wait_and_look(battle, progress);
        battle.step().value();
        if (timeline) timeline->frame(battle.world());
        outputs.frame(battle);
        if (study) study->frame(battle);
        broken = breach(options, battle.world(), progress);
        progress.show(battle, outputs.summary, frame + 1);
    }
    progress.clear();
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
    if (broken) return broken_promise;
    if (!options.battle.quiet)
        fmt::print(
            "{}", result_text(battle, outputs.summary, outputs.written, {setup.threads, options.verbose, study.get()}));
    return signal != 0 ? exit_code_of(signal) : whole ? 0 : exit_bad_input;
}

} // namespace fray::demo
