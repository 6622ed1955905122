// Measures what level of detail saves and what it changes. Beside the battle that is studied it runs the same battle in
// full detail, in which every agent is updated in every frame, and compares the two.
#pragma once

#include "options.h"
#include "summary.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace fray::demo {

class DetailStudy {
public:
    /// `options` must outlive this object. Throws BadInput.
    explicit DetailStudy(const RunOptions& options);

    /// Call it after every step of the studied battle. Advances the full-detail battle by the same step.
    void frame(const Battle& battle);

    /// The results as JSON and as text for people. `summary` belongs to the studied battle.
    nlohmann::ordered_json json(const Summary& summary) const;
    std::string text(const Summary& summary) const;

private:
    /// Compares the agents that are alive in both battles.
    struct Likeness {
        double seconds = 0.0;
        double same_target = 0.0, same_state = 0.0; ///< fractions of these agents, 0 to 1
        double apart = 0.0; ///< m, mean distance between the positions of an agent in the two battles
    };

    Likeness compare(const World& world) const;

    const RunOptions& options_;
    Setup full_;
    Summary summary_; ///< summary of the full-detail battle
    std::vector<Likeness> course_;
    int64_t next_us_ = 0;
};

} // namespace fray::demo
