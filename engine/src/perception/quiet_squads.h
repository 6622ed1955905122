// Quiet squads: all members sleep, none has a target, and no enemy is near enough to be noticed. A target scan of such
// a squad finds nothing, so acquire_targets leaves it out. In a battle with a large reserve most squads are quiet.
//
// How far the enemies of a squad are is measured in one of its scans. From then on they count as far until agents may
// have come so much nearer (`Drift`). Whatever else may bring an enemy near ends this for all squads (`forget`): agents
// that are spawned, teleported, or put into another squad, kinds that change, and teams that become hostile. Whether
// the members still sleep without a target is looked at in each scan.
//
// This is scratch memory that decides nothing: squads that are not known to be quiet scan, with the same results.
#pragma once

#include "drift.h"
#include "host_memory.h"

#include <algorithm>
#include <cstdint>

namespace fray {

class QuietSquads {
public:
    /// m: enemies of which no member notices any are looked for so far beyond that distance.
    static constexpr float most_gap = 64.0f;

    /// Makes room for so many squads. Their enemies may be near.
    void resize(size_t squads) { until_.resize(squads, unknown); }
    /// The enemies of every squad may be near from now on.
    void forget() { std::fill(until_.begin(), until_.end(), unknown); }
    /// True: no enemy is near enough for a member of the squad at this index to notice it.
    bool enemies_are_far(uint32_t squad, const Drift& drift) const {
        return drift.reach() <= static_cast<double>(until_[squad]);
    }
    /// All enemies of the squad are now more than `gap` metres farther away than its members notice. Different threads
    /// may call this for different squads.
    void set_gap(uint32_t squad, float gap, const Drift& drift) {
        // Both sides may come nearer. The factor covers rounding.
        until_[squad] = static_cast<float>((drift.sum() + 0.5 * static_cast<double>(gap)) * 0.999999);
    }
    /// Of the squad at this index: all that is known.
    float& to_tell(uint32_t squad) { return until_[squad]; }
    uint64_t memory() const { return until_.capacity() * sizeof(float); } ///< bytes

private:
    static constexpr float unknown = -1.0f;
    Vector<float> until_; ///< m: by index of the squad: enemies are far while `Drift::reach` is at most this
};

} // namespace fray
