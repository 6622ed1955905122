// The token pass: the holders of a circle take turns to get an attack token (rules.md, commit 6).
//
// The holders of a circle form a queue, the ring queue (`Circle::ring`). A pass considers them from its head, and each
// holder that has been considered goes to the back. So every holder gets its turn: the next pass goes on where this
// pass ended. A pass that starts with free attack capacity ends in three ways:
// - Every holder was considered once, or no attack capacity is free any more.
// - A token was given, and the circle has an `attack_gap`.
// - A ready holder waits for attack weight or a cooldown, or has only attacks that are too heavy. It goes to the back.
//
// The last rule is the kung-fu circle's: it changes the order from frame to frame. Otherwise light attackers at the
// head of the ring would take all free capacity in each pass, and a heavy attacker would never get its turn.
// Token patience adds to it: a holder that has waited for attack weight for `token_patience` stays at the head
// instead. No other holder gets a token before it, so enough attack capacity becomes free in the end.
//
// Writes tokens (attack, phase, times), cooldowns, the free attack capacity, the ring, and the token patience clocks
// (`engagement.refused_since`). Times are us.
#pragma once

#include "engagement/token_rules.h"

namespace fray {

/// Runs token passes, a circle at a time. Different circles at once are safe, each thread with its own instance;
/// circles for which `shares_world` is true have to be worked on serially.
class TokenPass {
public:
    explicit TokenPass(EngagementLayer& core) : core_(core), agents_(core.agents), judge_(core) {}

    /// Does a holder of this circle have an attack that a cooldown of the whole world can delay?
    bool shares_world(const Circle& circle) const;
    /// Runs a pass. Returns when the next pass is due even if the circle does not become dirty, in us; `long_ago`: in
    /// the next frame; `never`: only a change can make a difference.
    int64_t run(Circle& circle, EventWriter events);

    uint32_t tokens = 0; ///< number of tokens given; the caller resets it

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
    TokenRules judge_;
    Circle* circle_ = nullptr;
    const CircleShape* shape_ = nullptr;
    bool granted_ = false; ///< this pass has given a token
};

} // namespace fray
