// `--watch`: a battle in real time whose archetypes and monsters follow the scenario's file.
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

    /// Before each step: waits until it is its turn, and gives the battle what has changed. What is wrong with the
    /// file is said on stderr, and the battle goes on as it was.
    void wait_and_look(Battle& battle, const Progress& progress);

private:
    using Clock = std::chrono::steady_clock;
    /// What tells one version of the file from another.
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
    Stamp known_; ///< that of the version which was read last
    Stamp last_;  ///< as it was at the last look
    Clock::time_point next_look_, next_step_;
};

} // namespace fray::demo
