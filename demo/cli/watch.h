// `--watch`: runs a battle in real time and reloads archetypes and monsters when the scenario's file changes.
#pragma once

#include "battle/setup.h"
#include "fray/battle.h"
#include "progress.h"

#include <chrono>
#include <filesystem>

namespace fray::demo {

class Watch {
public:
    explicit Watch(const BattleChoice& choice);

    /// Call it before each step. Waits until the step is due, and reloads the scenario if the file has changed. Prints
    /// errors in the file to stderr; the battle then goes on unchanged.
    void wait_and_look(Battle& battle, const Progress& progress);

private:
    using Clock = std::chrono::steady_clock;
    /// Identifies a version of the scenario's file.
    struct Stamp {
        std::filesystem::file_time_type time{};
        uintmax_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

    Stamp stamp() const;
    bool has_changed();
    void reload(Battle& battle) const;

    BattleChoice choice_;
    std::filesystem::path file_;
    Stamp known_; ///< the version that was loaded last
    Stamp last_;  ///< the version at the last check
    Clock::time_point next_look_, next_step_;
};

} // namespace fray::demo
