// Decides whether a slot holder may get an attack token now, and explains why an agent waits (rules commit_tokens
// and publish_wait_reasons). The token pass and the reported wait reasons use the same code, so that they cannot
// contradict each other.
//
// A holder is ready if it is in combat, has arrived at its slot, has no token, and its recovery is over. For a ready
// holder the attacks of its table are narrowed down; the first step that leaves none is its wait reason:
// 1. range: attacks that reach: the target is within their range and angle from where the holder stands, or would be
//    if the holder stood at the attack's striking distance and faced the target (terrain/reach.h);
// 2. too_heavy: of these, attacks with a weight <= the attack capacity of the circle;
// 3. offscreen: all attacks drop out if the holder is outside the target's view, and the number of tokens held from
//    outside the view has reached `max_offscreen_tokens`;
// 4. class: attacks of a class that is not full (`class_limits`);
// 5. cooldown: attacks with all their cooldowns over;
// 6. attack: attacks with a weight <= the free attack capacity, or 0;
// 7. way: attacks with a clear line and without a wall before the target that can begin from here, or from the striking
//    distance if the way there is free.
// The attacks that are left fit, and the archetype's `attack_choice` picks from them.
//
// Only attacks that the agent uses now count: its phase and its monster's acts may exclude some.
//
// A token at a circle is that of a holder or of a striker (`release_policy: launch`). Tokens of strikers count for
// `class_limits`, `max_offscreen_tokens` and the free attack capacity, although they have no slot.
//
// Units: weights without a unit, times us, lengths mm. Reads only. Sources: attack weight and attack capacity, Game AI
// Pro, chapter 28, section 28.3; cooldowns, section 28.6.2. The limits by class and view are additions.
#pragma once

#include "circles/circle_views.h"
#include "circles/limited_attacks.h"
#include "combat/combat.h"
#include "engagement/proposals.h"
#include "storage/views.h"
#include "ways/ways.h"

#include <array>
#include <span>

namespace fray {

/// What decisions about the members of a circle read and never change.
struct MemberView
    : Views<WayView, Read<column::as_target, column::heading, column::target, column::brain, column::monster>,
            const TargetInfos, const LimitedAttacks> {
    using Views::Views;
};
/// For code that asks why agents wait.
struct WaitView : Views<MemberView, Read<column::arrived, column::attack, column::engagement, column::role>,
                        const Circles, const Vector<CooldownRecord>, const AgentClocks> {
    using Views::Views;
};

/// The reason why an agent waits, with what it needs and what is available. The unit depends on the reason: weight,
/// count, mm or ms, see the table of rule waiting.
struct Waiting {
    WaitReason reason = WaitReason::none;
    int64_t need = 0, free = 0;
};

/// Converts `need` or `free` of `Waiting` to the units of the host: mm to m, ms to s, all others unchanged.
constexpr double amount_of(WaitReason reason, int64_t number) {
    switch (reason) {
    case WaitReason::rest:
    case WaitReason::cooldown:
    case WaitReason::interval:
    case WaitReason::range:
    case WaitReason::not_ready: return static_cast<double>(number) / 1000.0;
    default: return static_cast<double>(number);
    }
}

/// Looks at the agents of a circle, an agent at a time. Call `select` before `judge`, `always_reaches` and `limited`;
/// `fitting` needs a call of `judge`. `ready` needs no circle, and `explain` selects the circle of its agent. Reads the
/// world only; different instances may run at once.
class TokenRules {
public:
    explicit TokenRules(const WaitView& world) : TokenRules(world, world.clock.now, world.clock.due_by) {}
    /// Decides for the frame that begins at `now`, with its `due_by` (Clock; both us).
    TokenRules(const WaitView& world, int64_t now, int64_t due_by) : world_(world), now_(now), due_by_(due_by) {}

    /// Selects the circle that the functions below are about.
    void select(const Circle& circle);
    /// The capacities of the selected circle's target.
    CircleCapacity most() const { return most_; }
    /// Says whether a look of the selected circle falls in this frame. In other frames a holder with a running unusable
    /// clock does not look at its way (rule usable_now).
    void set_looks(bool looks) { looks_ = looks; }
    /// Is this holder ready to attack?
    bool ready(Row row) const;
    /// Returns why a ready holder gets no token. `WaitReason::none`: nothing is against it, and `fitting` has its
    /// attacks.
    WaitReason judge(Row row) { return judge(row, max_weight); }
    /// Has this ready holder an attack of weight 0 that fits? Then `fitting` has those.
    bool fits_weightless(Row row) { return judge(row, 0) == WaitReason::none; }
    /// The attacks that fit the holder last given to `judge`: numbers in its attack table, ascending.
    std::span<const uint8_t> fitting() const { return {fitting_, fitting_count_}; }
    /// Do all attacks of this archetype reach from their striking distance, wherever the agent stands now? Then no
    /// movement changes which attacks reach.
    bool always_reaches(Row row, const Archetype& archetype) const;
    /// us: when the next cooldown is over, of attacks with at most this weight that are not too heavy for the circle;
    /// `never`: none runs. For an archetype of which `always_reaches` is true.
    int64_t next_cooldown(Row row, int32_t most_weight) const;
    /// Has this circle limits by class or view? Then the result of `judge` depends on the tokens of other agents.
    bool limited() const { return !shape_->class_limits.empty() || shape_->max_offscreen_tokens >= 0; }

    /// Returns why an agent waits, for a slot or a token, in the state that commit has left. Selects the agent's
    /// circle.
    Waiting explain(Row row);

private:
    /// Judges the attacks with at most this weight.
    WaitReason judge(Row row, int32_t most_weight);
    bool reaches(Row row, const Archetype& archetype, const Attack& attack) const;
    bool reaches_from_here(Row row, const Archetype& archetype, const Attack& attack) const;
    bool usable_now(Row row, const Archetype& archetype, const Attack& attack);
    bool has_way(Row row, int32_t to);
    int32_t class_tokens(int16_t attack_class) const {
        return attacks_of_class(world_, circle_, circle_->target, attack_class);
    }
    bool class_full(int16_t attack_class) const;
    bool outside_view(Row row) const;
    int32_t tokens_from_outside_view() const;
    bool stopped_by_view(Row row) const;
    Waiting explain_requester(Row row) const;
    Waiting explain_holder(Row row);
    Waiting explain_wait_reason(Row row, WaitReason reason) const;
    /// Calls visit(number, attack) for each attack that reaches and is not too heavy for the whole circle.
    template <typename Visit> void for_each_possible(Row row, Visit&& visit) const;
    template <typename Visit> void for_each_used(Row row, Visit&& visit) const;
    int32_t greatest_reach(Row row) const; ///< mm
    /// Calls visit(row, attack) for each token at the circle: those of holders and those of strikers.
    template <typename Visit> void for_each_token(Visit&& visit) const;
    const Archetype& archetype_of(Row row) const { return world_.kinds.archetypes[world_.archetype[row]]; }
    /// The time until `then` (us) in ms, rounded up; 0 if a timer that is due then is due now.
    int64_t milliseconds_until(int64_t then) const { return then > due_by_ ? (then - now_ + 999) / 1000 : 0; }

    WaitView world_;
    const int64_t now_, due_by_;
    const Circle* circle_ = nullptr;
    const Archetype* target_kind_ = nullptr;
    const CircleShape* shape_ = nullptr;
    /// the target's view; null: none is set, or the circle has no `max_offscreen_tokens`
    const TargetInfo* info_ = nullptr;
    Row target_row_;
    CircleCapacity most_; ///< the capacities of the target; those of its circle may be less (rule direct)
    bool looks_ = false;
    /// A way that was looked at. The token pass judges a holder up to twice, and agents do not move meanwhile.
    struct Way {
        Row row;
        int32_t to; ///< mm from the target
        bool free;
    };
    std::array<Way, 16> ways_; ///< of the selected circle
    uint32_t way_count_ = 0;
    uint8_t fitting_[max_attacks] = {};
    size_t fitting_count_ = 0;
};

} // namespace fray
