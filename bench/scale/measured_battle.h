// The battle that `fray scale` measures or records, and the host that moves its agents.
#pragma once

#include "battle/gliding_host.h"
#include "battle/setup.h"
#include "options.h"

#include <cstdint>
#include <string>

namespace fray::demo {

class MeasuredBattle {
public:
    /// `hash`: its world computes the state hash. Throws BadInput.
    MeasuredBattle(const ScaleOptions& options, const std::string& scenario, int64_t agents, JobSystem& jobs,
                   bool hash);

    const Scenario& scenario() const { return battle_.scenario(); }
    World& world() { return battle_.world(); }
    /// What comes before a step: the script's commands, and with --host-moves the host's work. Throws BadInput.
    void prepare();
    /// Throws BadInput if the step fails.
    void step();

private:
    std::string name_; ///< of the scenario, for errors
    Battle battle_;
    bool host_moves_;
    GlidingHost host_;
};

} // namespace fray::demo
