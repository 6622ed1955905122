// Everything that is written about a battle while it goes on, a run or a replay.
#pragma once

#include "fight/stats.h"
#include "files/output.h"
#include "options.h"
#include "picture/picture.h"
#include "progress.h"
#include "report/report.h"
#include "summary.h"
#include "trace.h"

#include <memory>

namespace fray::demo {

/// What the world has to record for them.
EventMask events_for(const RunOptions& options);

class Outputs {
public:
    /// `options` and the battle outlive this. Throws BadInput.
    Outputs(const RunOptions& options, const Battle& battle);

    /// After every step.
    void frame(const Battle& battle);
    void finish(const Battle& battle, int threads, const DetailStudy* study = nullptr);

    Summary summary;

private:
    void add_fight(const World& world);

    const RunOptions& options_;
    std::unique_ptr<OutputFile> trace_file_, hash_file_, stats_file_;
    std::unique_ptr<Trace> trace_;
    std::unique_ptr<FightStats> fight_;
    std::unique_ptr<Report> report_;
    Picture picture_;
};

/// Prints the first breach of the invariants, if the options ask for them and there is one.
bool breach(const RunOptions& options, const World& world, const Progress& progress);

} // namespace fray::demo
