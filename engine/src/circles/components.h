// What an agent is and has at the circle of its target.
#pragma once

#include "fray/defs.h"
#include "fray/events.h"
#include "storage/no_value.h"

#include <cstdint>
#include <optional>

namespace fray {

/// What an agent is at the circle of its target. `requester`: it waits in the queue. `holder`: it has a slot.
/// `striker`: it gave its slot back at its hit and keeps its token until the attack ends (`release_policy: launch`).
enum class Role : uint8_t { none, requester, holder, striker };

/// Whether and why a holder gives its slot up.
struct GiveUp {
    uint8_t number = 0; ///< 0: it does not; 1: it stays, but may get another slot; else the cause + 2

    GiveUp() = default;
    explicit GiveUp(UnslotCause cause) : number(static_cast<uint8_t>(static_cast<uint8_t>(cause) + 2)) {}
    static GiveUp only_moves() {
        GiveUp moves;
        moves.number = 1;
        return moves;
    }

    bool moves() const { return number == 1; }
    std::optional<UnslotCause> cause() const {
        return number > 1 ? std::optional(static_cast<UnslotCause>(number - 2)) : std::nullopt;
    }
    bool operator==(const GiveUp&) const = default;
};

/// The requesters before and after a requester in its lane of the queue (circle_queue.h), as indices of their ids.
struct QueueLinks {
    uint32_t before = no_index, after = no_index;
};

/// An agent as a target of others.
struct AsTarget {
    uint32_t own_circle = no_index; ///< number of the circle around this agent; no_index: none
    CircleCapacity capacity;        ///< of that circle, or of the next
};
static_assert(sizeof(AsTarget) == 12);

/// When an agent came to its circle.
union Joined {
    int64_t queue_number = 0; ///< of a requester: its number in the queue of its circle (circle_queue.h)
    int64_t admitted_at;      ///< us, of a holder
};

/// The times of an attack: of an agent with a token, or of an unmanaged agent that attacks.
struct AttackTimes {
    int64_t token_at = 0; ///< us: when the agent got its token
    int64_t hit_due = 0;  ///< us: when the hit is due
    int64_t end_due = 0;  ///< us: when the attack ends; while the agent steps in: the time limit for this
};

/// The clock of a member of a circle that waits. One of three may run: a requester's since it was held up (rule
/// held_up); those of a holder that is ready and has no token: token patience, and that of a slot that cannot be used.
/// Times in us; `never`: the clock does not run.
class WaitClock {
public:
    int64_t held_up_since() const { return value_; }
    void hold_up(int64_t now) { value_ = now; }
    /// Since when the agent gets no token because too little attack capacity is free.
    int64_t patience_since() const { return value_ < 0 ? never : value_; }
    /// Starts the token patience clock, unless it runs already.
    void start_patience(int64_t now) {
        if (patience_since() == never) value_ = now;
    }
    /// Since when the agent cannot use its slot, because no attack reaches the target from there, or each attack that
    /// does is too heavy for the circle.
    int64_t unusable_since() const { return value_ < 0 ? -1 - value_ : never; }
    void set_unusable_since(int64_t now) { value_ = -1 - now; }
    void end() { value_ = never; }
    bool operator==(const WaitClock&) const = default;

private:
    int64_t value_ = never; ///< less than 0: the slot cannot be used since -1 - value
};

/// What an agent has at its circle, and its clocks there. These fields are read together, of few agents at a time, so
/// they share a cache line.
struct Engagement {
    AttackTimes times;             ///< of its present attack
    int64_t recovered = 0;         ///< us: the agent begins no attack before this time
    int64_t rest_until = long_ago; ///< us: the agent makes no request before this time
    WaitClock clock;
    int64_t place_since = 0;    ///< us: since when it is in the queue, on the way to its slot, or in its slot
    uint32_t circle = no_index; ///< number of the circle that the agent is a member of; `no_index`: none
    uint32_t use_round = 0;     ///< `CooldownRecord::round` of the use that its token has taken
};
static_assert(sizeof(Engagement) == 64);

} // namespace fray
