// A line on the terminal that says how far a run is.
#pragma once

#include "fray/battle.h"
#include "summary.h"

#include <chrono>

namespace fray::demo {

class Progress {
public:
    /// Shows nothing where there is no terminal.
    explicit Progress(bool wanted);

    void show(const Battle& battle, const Summary& summary);
    void clear() const;

private:
    bool shown_;
    std::chrono::steady_clock::time_point next_{};
};

} // namespace fray::demo
