// What level of detail saves, and what it changes: beside a battle the same one with everybody's turn in every frame.
#pragma once

#include "options.h"
#include "summary.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace fray::demo {

class DetailStudy {
public:
    /// `options` outlive this. Throws BadInput.
    explicit DetailStudy(const RunOptions& options);

    /// After every step of the battle that is studied: the other one makes the same step.
    void frame(const Battle& battle);

    /// For machines and for people; `summary`: of the battle that is studied.
    nlohmann::ordered_json json(const Summary& summary) const;
    std::string text(const Summary& summary) const;

private:
    /// Of those who live in both battles.
    struct Likeness {
        double seconds = 0.0;
        double same_target = 0.0, same_state = 0.0; ///< 0 to 1
        double apart = 0.0;                         ///< m, mean
    };

    Likeness compare(const World& world) const;

    const RunOptions& options_;
    Setup full_;
    Summary summary_; ///< of the full battle
    std::vector<Likeness> course_;
    int64_t next_us_ = 0;
};

} // namespace fray::demo
