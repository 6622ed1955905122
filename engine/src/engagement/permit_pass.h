// Holders of a circle take turns to attack (rules: commit, permits).
#pragma once

#include "engagement/permit_judge.h"

namespace fray {

/// One pass over one circle at a time. Different circles at once are safe, except those where archetypes share clocks
/// of the world.
class PermitPass {
public:
    explicit PermitPass(EngagementLayer& core) : core_(core), agents_(core.agents), judge_(core) {}

    /// Does somebody there wait for clocks of the whole world, so that circles have to be looked at one by one?
    bool shares_world(const Circle& circle) const;
    /// us: when the circle has to be looked at again although nothing changes; `long_ago`: in the next frame.
    int64_t run(Circle& circle, EventWriter events);

    uint32_t permits = 0; ///< given so far

private:
    void take_turns(EventWriter& events);
    bool patient(uint32_t row) const;
    void wait_at_head();
    void grant(uint32_t row, EventWriter& events);
    int64_t look_at_clocks();
    uint32_t row_of(uint32_t index) const { return core_.ids.row[index]; }
    const Archetype& archetype_of(uint32_t row) const { return core_.kinds.archetypes[agents_.archetype.any()[row]]; }

    EngagementLayer& core_;
    Agents& agents_;
    PermitJudge judge_;
    Circle* circle_ = nullptr;
    const CircleShape* shape_ = nullptr;
    bool granted_ = false; ///< in this pass
};

} // namespace fray
