// Runs the battles of a sweep in parallel, each on its own thread, on this rank and on all others.
#pragma once

#include "dealing.h"
#include "journal.h"
#include "scenes.h"
#include "sweep.h"

#include <vector>

namespace fray::demo {

/// Runs a battle to its end on the calling thread alone. Thread-safe. The seed of `choice` is not used. `frames`
/// limits the length; 0: the scenario's own limit. Throws BadInput.
RunFigures fight(const BattleChoice& choice, const Scenario& scenario, const Player& player, uint64_t seed,
                 int64_t frames);

class Battles {
public:
    /// `journal` may be null. `dealer` is null if there is no other rank. All arguments must outlive this object.
    Battles(const SweepOptions& options, const Scenes& scenes, Journal* journal, Dealer* dealer)
        : options_(options), scenes_(scenes), journal_(journal), dealer_(dealer) {}

    /// Returns the results in the order of `bouts`. `stage` is the text of the status line. Throws BadInput.
    std::vector<RunFigures> fight(const std::vector<Bout>& bouts, const std::string& stage);
    /// Runs a battle on the calling thread. Any thread.
    RunFigures fight(const Bout& bout) const;

private:
    class Progress;
    class Stage;
    void work(Stage& stage) const;
    void deal(Stage& stage) const;

    const SweepOptions& options_;
    const Scenes& scenes_;
    Journal* journal_;
    Dealer* dealer_;
};

} // namespace fray::demo
