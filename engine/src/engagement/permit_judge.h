// Who may attack at a circle, and why others may not (rules: commit, permits; emit).
#pragma once

#include "engagement/engagement_layer.h"

#include <span>

namespace fray {

/// Why an agent waits, with the numbers.
struct Waiting {
    Refusal reason = Refusal::none;
    int64_t need = 0, free = 0;
};

/// Judges the agents of one circle. Reads only.
class PermitJudge {
public:
    explicit PermitJudge(const EngagementLayer& core) : PermitJudge(core, core.clock.now) {}
    /// As of another time, in us.
    PermitJudge(const EngagementLayer& core, int64_t now) : core_(core), agents_(core.agents), now_(now) {}

    void open(const Circle& circle);
    /// Of a holder.
    bool ready(uint32_t row) const;
    /// Of a ready holder. `none`: it has `fitting` attacks.
    Refusal judge(uint32_t row);
    /// Attacks of the one that was judged last, in table order.
    std::span<const uint8_t> fitting() const { return {fitting_, fitting_count_}; }
    /// Do all its attacks reach from the attack ring, wherever it stands?
    bool always_reaches(const Archetype& archetype) const;
    /// Are there limits here that depend on more than the holder itself?
    bool limited() const { return !shape_->class_limits.empty() || shape_->offscreen_limit >= 0; }

    /// Why an agent waits, as commit left it; opens its circle.
    Waiting explain(uint32_t row);

private:
    bool reaches(uint32_t row, const Archetype& archetype, const Attack& attack) const;
    const CompiledClassLimit* limit_of(int16_t attack_class) const;
    int32_t class_permits(int16_t attack_class) const;
    bool class_full(int16_t attack_class) const;
    bool outside_view(uint32_t row) const;
    int32_t permits_from_outside_view() const;
    bool stopped_by_view(uint32_t row) const;
    Waiting explain_asker(uint32_t row) const;
    Waiting explain_holder(uint32_t row);
    Waiting explain_refusal(uint32_t row, Refusal reason) const;
    /// Calls visit(number, attack) for what reaches and is not too heavy for the whole circle.
    template <typename Visit> void for_each_possible(uint32_t row, Visit&& visit) const;
    template <typename Visit> void for_each_used(uint32_t row, Visit&& visit) const;
    int32_t greatest_reach(uint32_t row) const; ///< mm
    /// Calls visit(row, attack) for all permits at the circle.
    template <typename Visit> void for_each_permit(Visit&& visit) const;
    const Archetype& archetype_of(uint32_t row) const { return core_.kinds.archetypes[agents_.archetype.any()[row]]; }

    const EngagementLayer& core_;
    const Agents& agents_;
    const int64_t now_;
    const Circle* circle_ = nullptr;
    const CircleShape* shape_ = nullptr;
    const TargetInfo* info_ = nullptr; ///< where there is an `offscreen_limit`
    uint32_t target_row_ = 0;
    uint8_t fitting_[max_attacks] = {};
    size_t fitting_count_ = 0;
};

} // namespace fray
