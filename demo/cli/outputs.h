// Writes all requested output files while a battle runs or is replayed: trace, hash log, figures, page and picture.
#pragma once

#include "fight/melee.h"
#include "fight/stats.h"
#include "files/file_uses.h"
#include "files/whole_file.h"
#include "files/written_files.h"
#include "options.h"
#include "picture/picture.h"
#include "progress.h"
#include "report/report.h"
#include "summary.h"
#include "trace.h"

#include <memory>

namespace fray::demo {

/// The event types that the world has to record for these outputs.
EventMask events_for(const RunOptions& options);

/// Adds the files that the options name. Throws BadInput if two are the same, or if one is an input in `uses`.
void add_outputs(FileUses& uses, const RunOptions& options);

/// Throws BadInput if no frame before `end` counts.
void refuse_no_frames(const RunOptions& options, int64_t end);

class Outputs {
public:
    /// `options` and `battle` must outlive this object. Throws BadInput.
    Outputs(const RunOptions& options, const Battle& battle);

    /// Call it after every step.
    void frame(const Battle& battle);
    /// Completes each file, even if another has an error. Prints the errors and returns whether there was none.
    bool finish(const Battle& battle, int threads, const DetailStudy* study = nullptr);

    Summary summary;
    WrittenFiles written; ///< the files that are complete

private:
    void add_fight(const World& world);

    const RunOptions& options_;
    std::unique_ptr<OutputFile> trace_file_, hash_file_;
    WholeFile stats_file_;
    std::unique_ptr<Trace> trace_;
    std::unique_ptr<FightStats> fight_;
    MeleeStats melee_; ///< fed together with `fight_`
    std::unique_ptr<Report> report_;
    Picture picture_;
};

/// Checks the invariants if the options ask for it. Prints the first violation, and returns whether there is one.
bool breach(const RunOptions& options, const World& world, const Progress& progress);

} // namespace fray::demo
