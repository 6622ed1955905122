// The token pass: the holders of a circle take turns to get an attack token (rules commit_tokens,
// update_token_patience_clocks and update_unusable_clock).
//
// The holders of a circle form a queue, the token queue (`Circle::token_queue`), in the order of their admission at
// first. A pass looks at the head again and again, and sends it to the back unless it has to stay. So every holder
// gets its turn: the next pass goes on where this pass ended. TokenRules finds each holder's wait reason.
//
// First each holder with an attack of weight 0 that fits gets a token for one, and goes to the back (rule
// token_pass_weightless, `give_weightless`).
//
// With free attack capacity at its start (rule token_pass, `take_turns`), the pass does one of these with the head:
// 1. It is not ready, or waits for range, offscreen or class: it goes to the back, and the pass goes on: to
//    wait for such a holder would delay the others in vain.
// 2. It has an attack that fits: it gets a token and goes to the back. The pass ends if `token_interval` is set.
// 3. It waits for attack weight: the pass ends. It goes to the back, unless it has waited for `token_patience`.
// 4. It waits for a cooldown, or has only attacks that are too heavy: it goes to the back, and the pass ends.
// The pass also ends when every holder was looked at once, or when nothing is free any more.
//
// Why the pass ends in case 3: otherwise the light attackers behind a heavy attacker would take the free capacity in
// every pass, and the capacity that the heavy attack needs would hardly ever gather. So the free capacity stays free
// until the next pass. Why the holder goes to the back: otherwise the others would get no token until enough is free
// for it. The next pass begins with the holder behind it. Token patience makes sure that its turn comes: after that
// time the holder stays at the head. No other holder gets a token before it, so enough becomes free in the end.
//
// When no attack capacity is free at the start (rule token_pass_nothing_free, `wait_at_head`), no token is given.
// Holders that are not ready, or wait for offscreen or class, go to the back, each once. The first other holder stays
// at the head and is the first to be looked at when capacity is freed, also if it waits for range, for a cooldown or
// for weight. While `token_interval` runs (rule give_tokens), there is no pass and the token queue stays as it is.
//
// Every call of `run` updates the clocks of all holders at its end, with or without a pass (rules give_tokens,
// update_token_patience_clocks and update_unusable_clock). A holder has two clocks, in us. They share a field, because
// at most one of them runs (`WaitClock`):
// - The token patience clock (`patience_since`) starts when a ready holder waits for attack weight. It goes on
//   while the holder has an attack that fits but gets no token yet. It ends with a token, with any other wait reason,
//   and when the holder is not ready.
// - The unusable clock (`unusable_since`) runs while a ready holder waits for range, way or too_heavy. When it starts,
//   the holder is woken: evaluate_fsm then sets the agent's timer to the time at which it gives up its slot
//   (`no_attack_timeout`).
//
// Writes tokens (attack, phase, times), wake bits, cooldowns, the free attack capacity, `gap_until`, the token queue
// and the clocks. Invariant: free attack capacity + the weights of all tokens = attack capacity. Times are us. Row,
// index: see "Terms of storage" in systems.h.
//
// Sources: attack weight and attack capacity are those of Game AI Pro, chapter 28, section 28.3. There a creature
// chooses its attack itself; here the pass chooses. That holders take turns, and case 3, come from the kung-fu circle
// that the chapter extends. Additions are token patience and the limits by class and view.
#pragma once

#include "engagement/token_rules.h"

namespace fray {

/// For code that gives tokens.
struct TokenChanges
    : Views<MemberView, Read<column::arrived, column::role, column::slot, column::sleep, column::update_interval>,
            Write<column::attack, column::attack_phase, column::engagement, column::fighting_since, column::wake>,
            const Settings, const ListsById<RunningAct>, Circles, Vector<CooldownRecord>, AgentClocks> {
    using Views::Views;
};

/// Runs token passes, a circle at a time. Different circles at once are safe, each thread with its own instance;
/// circles for which `shares_world` is true have to be worked on serially.
class TokenPass {
public:
    explicit TokenPass(const TokenChanges& world) : world_(world), rules_(world) {}

    /// Does a holder of this circle have an attack that a clock of the world can delay? Then its pass reads
    /// and sets clocks that other circles share.
    bool shares_world(const Circle& circle) const;
    /// Runs a pass, unless `token_interval` runs, and updates the clocks. Returns when the next pass is due even if the
    /// circle does not become dirty, in us. That is the earliest time at which a pass could give a token, turn the
    /// token queue, or start or end a clock. Too early costs time; too late makes the result wrong. Returns the first
    /// that holds:
    /// - `long_ago`, the next frame: this pass gave the last free capacity away, even if no holder is ready now. The
    ///   next pass is of the other kind (`wait_at_head`) and may turn the queue.
    /// - `never`: no holder is ready. evaluate_fsm marks the circle when a holder becomes ready.
    /// - `long_ago`: the wait reason of a ready holder can change in any frame, or the next pass with free capacity
    ///   would turn the queue.
    /// - The first of these times: a cooldown ends that a ready holder waits for; a holder looks again at a way that is
    /// not
    ///   free; a holder becomes patient; `token_interval` ends.
    /// - `never`: there is no such time. The release of a token marks the circle.
    int64_t run(Circle& circle, EventWriter events);

    uint32_t tokens = 0; ///< number of tokens given; the caller resets it

private:
    void give_weightless(EventWriter& events);
    void take_turns(EventWriter& events);
    bool patient(Row row) const;
    void wait_at_head();
    void grant(Row row, EventWriter& events);
    int64_t look_at_clocks();
    int64_t reason_changes_at(Row row, WaitReason reason) const;
    int64_t stands_until(Row row) const;
    int64_t turns_again_at(Row row, uint32_t place, WaitReason reason, uint32_t ending) const;
    Row row_of(uint32_t index) const { return world_.ids.row[index]; }
    const Archetype& archetype_of(Row row) const { return world_.kinds.archetypes[world_.archetype[row]]; }

    TokenChanges world_;
    TokenRules rules_;
    Circle* circle_ = nullptr;
    const CircleShape* shape_ = nullptr;
    bool granted_ = false; ///< this pass has given a token; then the next pass may be of the other kind
};

} // namespace fray
