// Target acquisition by team alert: a squad shares the alert circles of its members.
#pragma once

#include "grid.h"

#include <memory>

namespace plain {

class Alert {
public:
    /// `hostile[a][b]`: team a fights team b. `cell_size` in metres.
    Alert(std::vector<std::vector<bool>> hostile, float cell_size);

    void update(const std::vector<std::unique_ptr<Squad>>& squads, const std::vector<Agent*>& living, double now);

private:
    void scan(Agent& agent, const Squad& squad, double now) const;
    Agent* nearest_foe(const Agent& agent, const Squad& squad, float reach) const;
    bool noticed(const Agent& agent, const Squad& squad, const Agent& foe) const;
    float reach(const Agent& agent, const Squad& squad) const;

    std::vector<std::vector<bool>> hostile_;
    std::vector<Grid> teams_; ///< the living agents, by team
};

} // namespace plain
