// A status line on the terminal that shows how far a run has come.
#pragma once

#include "fray/battle.h"
#include "summary.h"

#include <chrono>

namespace fray::demo {

class Progress {
public:
    /// Shows nothing unless `wanted`, or when stderr is not a terminal.
    explicit Progress(bool wanted);

    void show(const Battle& battle, const Summary& summary);
    void clear() const;

private:
    bool shown_;
    std::chrono::steady_clock::time_point next_{};
};

} // namespace fray::demo
