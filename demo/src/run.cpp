#include "run.h"

#include "detail_study.h"
#include "outputs.h"
#include "paths.h"
#include "progress.h"
#include "recordings.h"
#include "watch.h"

#include <fmt/format.h>

namespace fray::demo {
namespace {

std::unique_ptr<Recorder> record(const RunOptions& options, Setup& setup) {
    if (options.record.empty()) return nullptr;
    return start_recording(setup, options.battle, from_caller(options.record));
}

} // namespace

int run(const RunOptions& options) {
    Setup setup = set_up(options.battle, events_for(options), options.trace_refusals);
    Battle& battle = setup.battle;
    Outputs outputs(options, battle);
    const std::unique_ptr<Recorder> recorder = record(options, setup);
    Progress progress(!options.battle.quiet);
    const std::unique_ptr<Watch> watch = options.watch ? std::make_unique<Watch>(options.battle) : nullptr;
    const auto study = options.compare_detail ? std::make_unique<DetailStudy>(options) : nullptr;
    const int64_t last = last_frame(battle.scenario(), options.frames);
    bool broken = false;
    for (int64_t frame = 0; frame < last && !battle.over() && !broken; ++frame) {
        if (watch) watch->wait_and_look(battle, progress);
        battle.step();
        outputs.frame(battle);
        if (study) study->frame(battle);
        broken = breach(options, battle.world(), progress);
        progress.show(battle, outputs.summary);
    }
    progress.clear();
    finish_recording(recorder.get());
    outputs.finish(battle, setup.threads, study.get());
    if (broken) return broken_promise;
    if (!options.battle.quiet) fmt::print("{}", outputs.summary.text(battle, setup.threads, study.get()));
    return 0;
}

} // namespace fray::demo
