// Engagement circles: what the stage manager keeps for each target that agents fight or want to fight.
//
// Model:
// - A circle belongs to one target. It is made when the first agent requests to engage that target. It ends when it
//   has no members and none of its clocks runs, or when the target dies or is despawned.
// - A slot is a standing position on the approach ring, a circle of the approach radius round the target. The slots
//   are spaced evenly. They are aligned to the world: they move with the target and do not turn with it. A holder that
//   is too wide for the ring stands outside it, in the same direction (`slot_offset_for`, terrain/reach.h).
// - A requester is an agent in the circle's queue: it waits for a slot.
// - A slot holder owns a slot. It costs the circle its archetype's grid weight. The grid weights of all holders
//   together should not exceed the grid capacity.
// - An attack token is the right to make one attack of the agent's attack table. It costs the circle that attack's
//   attack weight. The weights of all tokens together should not exceed the attack capacity. A holder has at most one
//   token at a time (`Agents::attack` >= 0), and a holder with a token is never moved to another slot.
// - A striker is an agent that gave its slot back at its hit and keeps its token until the attack ends
//   (`release_policy: launch`).
// - A requester that has waited too long reserves grid capacity: freed capacity is kept for it, and no other requester
//   is admitted.
//
// Units: weights and capacities are whole numbers without a unit. Times are whole microseconds (us) of world time.
// Positions are metres; lengths are compared in whole millimetres.
//
// Invariants (debug builds check them after each frame, frame/invariants.cpp):
// - grid_free = grid_capacity - grid weights of all holders.
// - attack_free = attack_capacity - attack weights of the tokens of all holders and strikers.
// - After a command or a reload has lowered a capacity, free capacity can be negative. grid_free is negative only while
//   every holder has a token, attack_free only while at least one agent has a token.
// - Each holder has exactly one slot and is in `token_queue` once; each requester is in one lane; each striker has a
//   token.
// - An agent is a member of at most one circle. So different threads can change different circles.
// Members are stored as indices of ids and not as rows, because sort_storage changes rows.
//
// Sources: world-aligned slots, the two capacities, the approach ring and the attack ring are those of "Beyond the
// Kung-Fu Circle" (Game AI Pro, chapter 28), which has eight slots. Any number of slots on a ring, and the queue of
// holders that take turns, come from the kung-fu circle that the chapter extends.
#pragma once

#include "atomic_ref.h"
#include "circles/cooldowns.h"
#include "circles/target_info.h"
#include "definitions/archetype.h"
#include "fray/id.h"
#include "host_memory.h"
#include "prefetch.h"
#include "storage/agents.h"
#include "storage/archive.h"
#include "storage/block_pool.h"
#include "storage/clock.h"
#include "storage/fields.h"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace fray {

/// A standing position on the approach ring. Slot i of n lies at angle 2 pi i / n (`offset_on_ring`).
struct Slot {
    uint32_t holder = no_index; ///< index of the holder's id
    uint32_t waiting : 30 = 0;  ///< number of requesters that wait before this slot (`roam_mode: flank`)
    uint32_t closed : 1 = 0;    ///< 1: closed by the host, or blocked
    uint32_t blocked : 1 = 0;   ///< 1: no agent can reach the slot over the ground (blocked_slots.h)
    uint32_t places = 0;        ///< bit p: a requester waits at place p before this slot (`WaitFiles`)

    /// A requester begins to wait before this slot. Returns its place: the first that is free, or the last, which any
    /// number of requesters share.
    uint8_t take_place() {
        const uint32_t place = std::min<uint32_t>(static_cast<uint32_t>(std::countr_one(places)), last_place);
        take_place(place);
        return static_cast<uint8_t>(place);
    }
    void take_place(uint32_t place) {
        if (place < last_place) places |= 1u << place;
        waiting = (waiting + 1u) & most_waiting;
    }
    void leave_place(uint32_t place) {
        if (place < last_place) places &= ~(1u << place);
        waiting = (waiting - 1u) & most_waiting;
    }
    bool is_free(uint32_t place) const { return (places >> place & 1u) == 0; }
    /// Is a place free before one that is taken?
    bool has_gap() const {
        const bool shared = waiting > static_cast<uint32_t>(std::popcount(places)); // the last place is taken
        return (places & (places + 1)) != 0 || (shared && places + 1 != 1u << last_place);
    }
    static constexpr uint32_t last_place = 31;
    static constexpr uint32_t most_waiting = (1u << 30) - 1;

    /// Can an agent be admitted to this slot?
    bool open() const { return holder == no_index && closed == 0; }
};

/// The requesters of the same grid weight, linked in the order of their numbers (circle_queue.h). `first` and `last`
/// are indices of ids. A lane stays when its last requester leaves, until the circle ends.
struct Lane {
    int32_t weight = 0; ///< grid weight of all its members
    uint32_t first = no_index, last = no_index;
    uint32_t count = 0;
    int64_t too_heavy_since = never; ///< us: since when every admission pass ended with `grid_free` < `weight`
};

/// What the director of a circle remembers (rules: Director).
struct DirectorState {
    int64_t begun_at = 0;     ///< us: when its course began
    int64_t paused_until = 0; ///< us
    int64_t lag = 0;          ///< thousandths of us: how far attacks are behind what the course wants
    int32_t attackers = 0;    ///< agents whose attack went on in the frame before
    int32_t mean = 0;         ///< millionths: the share of the time under attack, a mean with a memory of 10 s
};

/// Thousandths of the time: what the course wants now (us; rule wanted_pressure).
int64_t wanted_pressure(const Director& director, const DirectorState& state, int64_t now);

/// The state of a circle. Constant values (radii, time limits, policies) are in the `CircleShape` of the target's
/// archetype.
struct Circle {
    uint32_t target = no_index; ///< index of the target's id
    Serial target_serial = no_serial;
    ArchetypeIndex archetype = 0; ///< archetype of the target, which contains the `CircleShape`
    bool in_use = false;          ///< false: this entry of the list is free
    bool rebalance_due = false;   ///< the target has moved or a slot has changed hands since rebalancing last ran
    /// a holder has kept its slot after an attack and may get another (`release_policy: attack`)
    bool reslot_due = false;
    uint16_t closed_slots = 0; ///< number of slots with `closed` set
    int32_t grid_capacity = 0, attack_capacity = 0;
    int32_t grid_free = 0, attack_free = 0; ///< capacity that is left; negative after a capacity was lowered
    uint32_t queued = 0;                    ///< number of requesters in all lanes
    uint32_t reserver = no_index;           ///< index of the requester that reserves; `no_index`: none does
    int64_t gap_until = long_ago;           ///< us: the circle gives no token before this time (`token_interval`)
    int64_t held_up_at = never;             ///< us: when a requester was last held up; `never`: none was
    int64_t front = 0, back = 0;            ///< the requesters' numbers lie in [front, back)
    Vec2 surveyed_at{};                     ///< m: where the target stood at the last survey of blocked slots
    bool surveyed = false;                  ///< the blocked slots are known
    PoolArray<Slot> slots;
    PoolArray<Lane> lanes;
    PoolArray<uint32_t> token_queue;     ///< indices of holders' ids, in the order in which the token pass visits them
    PoolArray<uint32_t> strikers;        ///< indices of strikers' ids (`release_policy: launch`)
    PoolArray<CooldownRecord> cooldowns; ///< cooldown clocks of scope `circle`
    PoolArray<DirectorState> directed;   ///< one if the circle has a director, and has been planned; else none

    /// Can the circle end (`due_by` in us: Clock::due_by)? True if it has no members, its `token_interval` and
    /// cooldowns are over, and all uses of its cooldowns are left.
    bool over(int64_t due_by, const std::vector<Archetype>& archetypes) const;
    /// True if the circle has no members. Its clocks may still run.
    bool empty() const { return queued == 0 && token_queue.size == 0 && strikers.size == 0; }
    /// Calls visit(index) for each holder, striker and requester, with the index of its id. after(index): the next
    /// requester of its lane (QueueLinks::after).
    template <typename After, typename Visit> void for_each_member(After&& after, Visit&& visit) const {
        std::for_each(token_queue.begin(), token_queue.end(), visit);
        std::for_each(strikers.begin(), strikers.end(), visit);
        for (const Lane& lane : lanes)
            for (uint32_t index = lane.first; index != no_index; index = after(index)) visit(index);
    }
    void change_capacity(CircleCapacity capacity);
    /// Replaces the set of slots that the host has closed. Blocked slots stay closed. Holders of closed slots are moved
    /// by the stage manager, not here.
    void close(const SlotSet& set);
    /// Forgets which slots are blocked, so that the next survey must find them again. `by_host`: slots that the host
    /// has closed.
    void unblock(const SlotSet& by_host);
    /// Replaces the set of blocked slots. Returns true if a slot became closed or open. `by_host`: slots that the host
    /// has closed.
    bool block(const SlotSet& set, const SlotSet& by_host);
    /// Replaces all slots by `count` open slots, which no agent holds and before which none waits. There must be at
    /// least as many as agents in the token queue. Not surveyed.
    void make_slots(BlockPool& pool, uint32_t count);
    /// us: the first look after `after`. Until a look, a requester that was held up before it stays so
    /// (rule held_up).
    int64_t next_look(int64_t after) const {
        return next_on_schedule(static_cast<uint32_t>(target_serial), 250'000, after);
    }
    /// Does a look fall in this frame (rule has_look)?
    bool has_look(const Clock& clock) const { return next_look(clock.previous_now) <= clock.now; }
    /// May a requester be held up at `now` (us)? False: none is.
    bool may_hold_up(int64_t now) const { return held_up_at != never && next_look(held_up_at) > now; }
    /// Does a requester that has waited too long reserve freed grid capacity?
    bool reserving() const { return reserver != no_index; }
    bool any_open_slot() const;
};

/// Says when plan_engagements must plan each circle: in this frame if the circle is marked dirty, otherwise at its due
/// time. systems.h says when marks are set. Indexed like `Circles::list`. Separate from the circles, because
/// every frame reads these lists completely.
struct DirtyMarks {
    Vector<uint32_t> dirty;        ///< low 32 bits of f + 1, if the circle last became dirty in frame f; 0: never
    Vector<uint32_t> target_moved; ///< the same for the last frame in which the target moved
    /// The same for the last frame in which a holder that waits for its way may have moved. Counts in that frame only,
    /// and is not saved.
    Vector<uint32_t> holder_moved;
    Vector<int64_t> due; ///< us: the circle is planned at this time even if not dirty; `long_ago`: in the next frame
    Vector<int64_t> tokens_due; ///< us: the same for its token pass alone
    Vector<Serial> target;      ///< serial of the target; `no_serial`: this entry is free

    /// Calls visit(list) for each list, so that all of them grow together.
    template <typename Visit> void for_each_list(Visit&& visit) {
        visit(dirty);
        visit(target_moved);
        visit(holder_moved);
        visit(due);
        visit(tokens_due);
        visit(target);
    }
};

/// The circles' parts of the state hash (frame/hash.cpp). The lists are indexed like the circles.
struct CircleHashes {
    Vector<uint8_t> changed; ///< bits of RowMark: the circle may have changed
    Vector<uint64_t> part;   ///< what it added to `sum` then
    uint64_t sum = 0;

    template <typename Visit> void for_each_list(Visit&& visit) {
        visit(changed);
        visit(part);
    }
};

/// All circles of a world. A circle's number is its index in `list`; it stays the same until the circle ends, and is
/// used again afterwards. Numbers do not depend on threads, but results are ordered by the target's serial and never by
/// these numbers.
struct Circles {
    BlockPool pool;        ///< memory of the circles' arrays
    Vector<uint32_t> free; ///< numbers of the gaps
    DirtyMarks marks;
    CircleHashes hashes;

    /// By number. There are gaps where circles have ended, see `Circle::in_use`.
    const Vector<Circle>& all() const { return list_; }
    const Circle& operator[](uint32_t circle) const { return list_[circle]; }
    /// To change a circle. Notes that it must be hashed again. Safe from many threads at once for different circles.
    Circle& change(uint32_t circle) {
        hashes.changed[circle] = row_written | row_to_tell;
        return list_[circle];
    }
    /// To change all circles.
    std::span<Circle> change_all() {
        std::fill(hashes.changed.begin(), hashes.changed.end(), uint8_t{row_written});
        return list_;
    }
    /// Prefetches all of a circle. `circle`: its number, or `no_index`.
    void prefetch(uint32_t circle) const {
        if (circle != no_index) prefetch_lines(list_.data() + circle, sizeof(Circle));
    }
    /// Prefetches the first elements of a circle's arrays; reads the circle itself.
    void prefetch_arrays(uint32_t circle) const {
        const Circle& its = list_[circle];
        fray::prefetch(its.slots.data);
        fray::prefetch(its.lanes.data);
        fray::prefetch(its.token_queue.data);
        fray::prefetch(its.cooldowns.data);
    }
    /// For archives: adds an entry, which they fill; an entry, which they do not change.
    Circle& add() {
        hashes.for_each_list([](auto& of_each) { of_each.emplace_back(); });
        list_.emplace_back();
        return change(static_cast<uint32_t>(list_.size() - 1));
    }
    Circle& to_save(uint32_t circle) { return list_[circle]; }
    /// Calls visit(list) for all lists that a snapshot or an image holds. Call `hash_all` if it changes them.
    template <typename Visit> void for_each_list(Visit&& visit) {
        visit(list_);
        visit(free);
        marks.for_each_list(visit);
    }
    void hash_all() {
        hashes.changed.assign(list_.size(), row_written);
        hashes.part.assign(list_.size(), 0);
        hashes.sum = 0;
    }

    /// How many circles `create` can make before the lists grow.
    size_t room() const { return free.size() + list_.capacity() - list_.size(); }
    /// Makes room for `circles` circles in all, gaps included. Not thread-safe; references to circles become invalid.
    void reserve(size_t circles);
    /// Makes a circle without members around a target that has no circle, and returns its number. `target`: index of
    /// the target's id; `serial`: its serial. Not thread-safe; references to circles become invalid.
    uint32_t create(uint32_t target, Serial serial, ArchetypeIndex archetype, const CircleShape& shape,
                    CircleCapacity capacity);
    /// Ends a circle and frees its memory. Not thread-safe. The caller resets the target's `own_circle`.
    void destroy(uint32_t circle);
    void clear();
    /// Number of circles in use.
    uint32_t count() const { return static_cast<uint32_t>(list_.size() - free.size()); }
    uint64_t memory() const {
        return pool.memory() + list_.capacity() * (sizeof(Circle) + 3 * sizeof(uint32_t) + 3 * sizeof(int64_t) +
                                                   sizeof(Serial) + sizeof(uint8_t));
    }
    /// A mark of this frame: never 0.
    static uint32_t mark_of(uint64_t frame) { return static_cast<uint32_t>(frame) + 1; }
    /// In a frame all threads write the same value, so relaxed order is enough.
    static void stamp(uint32_t& mark, uint64_t frame) {
        atomic_ref<uint32_t>(mark).store(mark_of(frame), std::memory_order_relaxed);
    }
    /// Marks a circle dirty: this frame's plan_engagements plans it in full. Safe from many threads at once.
    void mark_dirty(uint32_t circle, uint64_t frame) { stamp(marks.dirty[circle], frame); }
    /// Marks that the circle's target has moved: this frame's plan_engagements rebalances it. Safe from many threads
    /// at once.
    void mark_target_moved(uint32_t circle, uint64_t frame) { stamp(marks.target_moved[circle], frame); }
    /// Marks that a holder that waits for its way may have moved: this frame's plan_engagements runs the circle's token
    /// pass. Safe from many threads at once.
    void mark_holder_moved(uint32_t circle, uint64_t frame) { stamp(marks.holder_moved[circle], frame); }

private:
    Vector<Circle> list_;
};

FRAY_PART(Circles, circles, Field::circles);

} // namespace fray
