// Battles side by side, each on a thread of its own.
#pragma once

#include "journal.h"
#include "scenes.h"
#include "sweep.h"

#include <vector>

namespace fray::demo {

class Battles {
public:
    /// `journal` may be null; all outlive this.
    Battles(const SweepOptions& options, const Scenes& scenes, Journal* journal)
        : options_(options), scenes_(scenes), journal_(journal) {}

    /// In the order of `bouts`, whoever ends first. `stage`: what the terminal says of them. Throws BadInput.
    std::vector<RunFigures> fight(const std::vector<Bout>& bouts, const std::string& stage);
    int64_t fought() const { return fought_; } ///< those of the journal included

private:
    class Progress;
    RunFigures fight(const Bout& bout) const;

    const SweepOptions& options_;
    const Scenes& scenes_;
    Journal* journal_;
    int64_t fought_ = 0;
};

} // namespace fray::demo
