// Runs the battles of a sweep in parallel, each on its own thread.
#pragma once

#include "journal.h"
#include "scenes.h"
#include "sweep.h"

#include <vector>

namespace fray::demo {

class Battles {
public:
    /// `journal` may be null. All arguments must outlive this object.
    Battles(const SweepOptions& options, const Scenes& scenes, Journal* journal)
        : options_(options), scenes_(scenes), journal_(journal) {}

    /// Returns the results in the order of `bouts`. `stage` is the text of the status line. Throws BadInput.
    std::vector<RunFigures> fight(const std::vector<Bout>& bouts, const std::string& stage);
    int64_t fought() const { return fought_; } ///< number of battles fought, including those found in the journal

private:
    class Progress;
    RunFigures fight(const Bout& bout) const;

    const SweepOptions& options_;
    const Scenes& scenes_;
    Journal* journal_;
    int64_t fought_ = 0;
};

} // namespace fray::demo
