// The stage manager's decisions on a single circle. A full plan goes through phases 1 to 7 of rules.md, commit; each
// phase works on what the phases before it have left:
//
// 1. Capacity (capacity.cpp): commands of the host take effect, and a director (director.cpp) sets capacities. Holders
// that no longer fit go back to the front of the
//    queue; holders of closed slots move, or go back too.
// 2. Stealing (stealing.cpp): a requester near the target takes the slot of a holder that has strayed or is held up.
//    Relief (relief.cpp): a holder that has fought long enough leaves its slot, if another agent can take its place.
// 3. Re-slotting (stage_manager.cpp): holders that kept their slot after an attack take the nearest slot.
// 4. Rebalancing (rebalancing.cpp): holders exchange slots if this shortens their total distance enough.
// 5. Admission (admission.cpp): requesters become holders, in the order of the time to their slot less a credit for the
//    time that they have waited. A requester that is too heavy for the free grid capacity is passed over, until its
//    slot patience is over and freed grid capacity is reserved for it.
// 6. Tokens (token_pass.cpp): holders that are ready take turns to get an attack token.
// 7. Wait slots (wait_slots.cpp): with `RoamMode::flank`, each requester gets a wait slot, and a place in front of it.
//    It does not hold the slot.
//
// A locked holder is a holder with an attack token: no phase takes its slot away or moves it, so that it keeps its slot
// while it attacks. When the host lowers the grid capacity, holders without a token leave at once, the last admitted
// first, until the others fit. While locked holders still take too much, holders go on leaving in the plans after
// attacks have ended. When the attack capacity is lowered, tokens already given stay; no new token is given until
// enough have ended.
//
// Costs and distances are whole mm, times are us, weights are whole numbers without a unit. Ties are broken by the
// lower slot, then the lower serial, so that results depend on no thread and no storage order.
//
// Invariant of due times. A plan ends with a due time: the earliest time at which another plan could decide
// something new even if nothing marks the circle dirty (systems.h has the marks). Too early costs time; too
// late makes the result wrong. So a phase that waits for a clock lowers `due_` to the end of that clock:
// - relief: the time at which a holder has fought long enough, and each look from then on;
// - stealing: the time from which on a holder that is outside can lose its slot, and each frame from then on. (When a
//   holder or the target moves, classify_distances marks the circle.) On a ground each look, while agents wait;
// - rebalancing: the end of a participant's `switch_dwell_time`, or the next frame after a slot was given;
// - admission: the end of the first requester's slot patience; the next look, if a requester is held up;
// - tokens: see token_pass.h;
// - a director: each frame; waiting in the target's view: each look, while agents wait;
// - an empty circle: the end of its last clock, at which the circle ends.
//
// Invariant of sums. After each phase, `grid_free`, `attack_free`, `queued`, `closed_slots`, the lanes' counts and
// `Slot::waiting` agree with the members' columns, as circles.h says. (Within exchange_slots the slots are empty for a
// moment.) So phases change them only through slot_holding.h, circle_queue.h, `Circle::close` and `block`, with four
// exceptions: apply_filed changes capacities, respace makes other slots, TokenPass takes attack weight, wait_before and
// move_up count `Slot::waiting`. After phase 1 `grid_free` is negative only while every holder is locked.
//
// Sources: "Beyond the Kung-Fu Circle" (Game AI Pro, chapter 28). Capacities: section 28.3. Waiting in front of free
// slots: 28.4. Stealing, locked holders and reassignment by total distance: 28.6.1. Patience, reservations, closed
// slots and clocks are additions. The exact reassignment is that of Jonker and Volgenant (Computing 38, 1987); the
// solver is in spatial/src/assignment.cpp.
#pragma once

#include "assignment.h"
#include "circles/blocked_slots.h"
#include "circles/circle_queue.h"
#include "engagement/token_pass.h"
#include "squads/squads.h"
#include "ways/promised_places.h"

#include <algorithm>
#include <span>

namespace fray {

/// Event writers of a chunk of circles, indexed by `CommitPhase`. Each phase has its own buffers, so that the log can
/// put the events of phase 1 at all circles before those of phase 2.
using PhaseWriters = std::array<EventWriter, commit_phases>;

/// What plans change of a circle and its members, and what they read for that.
struct CircleChanges
    : Views<MemberView,
            Read<column::island, column::moved, column::sleep, column::squad, column::support, column::update_interval>,
            Write<column::arrived, column::attack, column::attack_phase, column::engagement, column::fighting_since,
                  column::give_up, column::joined, column::queue_links, column::role, column::slot, column::switched,
                  column::wait_place, column::wait_slot, column::wake>,
            const Settings, const Squads, const ListsById<RunningAct>, Circles, Vector<CooldownRecord>, AgentClocks> {
    using Views::Views;
};
/// For code that plans circles.
struct StageView : Views<CircleChanges, const Proposals, const PromisedPlaces> {
    using Views::Views;
};

/// Plans a circle at a time and carries the decisions out. Different circles at once are safe, each thread with its own
/// manager: an agent is a member of at most one circle. A manager is about 19 KB; make it once for a chunk of circles.
class StageManager {
public:
    StageManager(const StageView& world, const PhaseWriters& events, ManagerScratch& scratch);

    /// Carries out the host's commands for a target, in call order: capacities and closed slots of its circle. `circle`
    /// is `no_index` if the target has no circle; then there are only events.
    void apply_filed(Row target_row, uint32_t circle, std::span<const FiledForTarget> filed);
    /// Plans a circle in full (phases 1 to 7) and computes when it is due again. The host's commands were carried out
    /// by `apply_filed` before, which is the first half of phase 1.
    void plan(uint32_t circle);
    /// Plans a circle that is neither dirty nor due. If its target has moved (`moved`), distances have changed, and
    /// nothing else: rebalancing alone can decide anything new. If it changes a slot, the later phases run too.
    /// Otherwise the due time stays as it was, or becomes the end of a `switch_dwell_time` that is earlier. Runs the
    /// token pass if that is due.
    void plan_in_part(uint32_t circle, bool moved);
    /// Runs the token pass that was left to commit, because a clock of the world counts at this circle.
    void plan_deferred(uint32_t circle);

private:
    /// Makes `circle` the circle at hand, with no due time.
    void select(uint32_t circle);
    /// Runs phases 5 to 7 and stores the due time.
    void finish();
    /// Runs the token pass, or leaves it to commit.
    void give_or_defer_tokens();
    // 1. Capacity.
    /// Has the director of the circle, if it has one, set the capacities.
    void direct();
    void note_pressure();
    int32_t lightest_attack() const;
    void set_capacity(CircleCapacity capacity);
    /// Takes slots from holders without a token until the grid weights fit.
    void evict();
    /// Makes as many slots as follow from the capacity, if their number does.
    void respace();
    /// Moves holders without a token off closed slots, or takes their slots.
    void clear_closed_slots();
    /// Puts the agents that lost their slots in `evict` and `clear_closed_slots` back into the queue.
    void put_back();
    // 2. Stealing and relief.
    /// Lets each requester that is inside the leash take the slot of a holder that is outside the leash.
    void steal();
    bool list_stealable();
    int64_t next_theft() const;
    void list_requesters_inside();
    void list_if_requester_inside(uint32_t id_index);
    void steal_for(Row requester);
    bool may_be_held_up() const;
    void replace_held_up();
    void rob(Row loser, Row requester);
    /// While a requester reserves, only that may steal.
    bool may_steal(Row row) const { return !circle_->reserving() || circle_->reserver == world_.id[row].index; }
    bool inside(Row row) const;
    /// Takes the slots of holders that have fought long enough, if others can take their places.
    void relieve();
    void relieve_at_slot(Row holder);
    void relieve_in_rank(Row holder);
    void go_back(Row tired);
    int64_t tired_at(Row row) const;
    // 3. Re-slotting.
    /// Gives holders that have ended an attack the nearest slot.
    void reslot();
    // 4. Rebalancing.
    /// Assigns slots anew if that is due. Returns true if a holder got another slot.
    bool rebalance();
    bool list_participants();
    int64_t distance_to_own_slots() const;
    int64_t measure_slots();
    bool exchange_slots(int64_t distance);
    // 5. Admission.
    /// Runs an admission pass over the queue, or lets the first requester reserve.
    void admit_requesters();
    int64_t time_to(Row row, uint32_t slot) const;
    int64_t rank_of(Row row, uint32_t slot) const;
    bool look_at_way(Candidate& candidate) const;
    template <typename List, typename HoldUp> Candidate first_in_order(List&& list, HoldUp&& hold_up);
    bool reserve(const CircleQueue& queue);
    int64_t patience_ends(const CircleQueue& queue) const;
    // 6. Tokens.
    /// Runs a token pass over the token queue.
    void give_tokens();
    // 7. Wait slots.
    /// Gives wait slots to requesters that have none. `moves`: looks_at_sides.
    void assign_wait_slots(bool moves);
    void leave_slots_out_of_view();
    float outside_view(uint32_t slot) const;
    int hindrance(uint32_t slot) const;
    int least_hindrance() const;
    void count_sides();
    void move_up();
    void take_wait_slot(Row row);
    void change_sides();
    void wait_before(Row row, uint32_t slot);
    /// How many holders and requesters are on the side of the slot.
    uint32_t on_side(uint32_t slot) const { return sides_[slot] + circle_->slots[slot].waiting; }
    /// Does the target move, and does a look of the circle fall in this frame?
    bool looks_at_sides() const { return world_.moved[target_row_] != 0 && circle_->has_look(world_.clock); }

    struct Nearest {
        int slot = -1;    ///< -1: there is none
        int32_t cost = 0; ///< mm
    };
    Nearest nearest_open_slot(Row row, int own = -1) const;
    int cheapest_open_slot(Row row) const;
    bool can_reach(Row row, uint32_t slot, const WayToTarget& way) const;
    /// Is a wall or an agent in the way of the holder?
    bool is_held_up(Row row) const {
        const WayToTarget way = way_to_target(world_, row, target_row_);
        return !way.is_straight || !can_reach(row, static_cast<uint32_t>(world_.slot[row]), way);
    }
    /// m: the position of the slot relative to the target.
    Vec2 offset_of(uint32_t slot) const { return offset_on_ring(shape_->approach_radius, slot, circle_->slots.size); }
    int32_t distance_to_slot(Row row, uint32_t slot) const;
    int32_t distance_as_holder(Row row, const Archetype& kind, uint32_t slot) const;
    void give_bonuses();
    void take_slot(Row row, int slot, SlotCause cause, CommitPhase phase);
    /// Makes a requester of this circle a holder.
    void admit(Row row, int slot, SlotCause cause, CommitPhase phase);
    void leave_slot(Row row, UnslotCause cause, CommitPhase phase);
    /// The requester takes the slot of the loser, which then has to be queued or to leave the circle. Events of
    /// phase 2.
    void hand_over(Row loser, Row requester, UnslotCause lost, SlotCause got);
    void write_request(Row row, CommitPhase phase);
    void by_serial(Vector<Row>& rows) const;
    void wake_holders();
    /// Stores the due time, and lists the circle if it can end.
    void schedule();

    EventWriter& events(CommitPhase phase) { return events_[static_cast<size_t>(phase)]; }
    Row row_of(uint32_t index) const { return world_.ids.row[index]; }
    const Archetype& archetype_of(Row row) const { return world_.kinds.archetypes[world_.archetype[row]]; }
    /// Has the agent an attack token? A holder with a token is locked.
    bool has_token(Row row) const { return world_.attack[row] >= 0; }
    Slot& slot_at(int slot) const { return circle_->slots[static_cast<uint32_t>(slot)]; }

    StageView world_;
    PhaseWriters events_;
    ManagerScratch& scratch_;
    AssignmentScratch solver_; ///< 17 KB
    TokenPass tokens_;
    // The circle at hand; set by `select`. The functions above work on it.
    uint32_t number_ = 0;
    Circle* circle_ = nullptr;
    const CircleShape* shape_ = nullptr;
    Row target_row_;
    CircleCapacity most_; ///< the capacities of the target; a director sets those of the circle within them
    /// us: the due time as the phases so far have found it, see the top of the file. Each phase may lower it, and
    /// `schedule` stores it. `long_ago`: the next frame; `never`: only a mark can change a decision.
    int64_t due_ = never;
    /// Rebalancing is due, but has to wait until a participant's `switch_dwell_time` is over. `due_` is then at most
    /// the end of that time, and `schedule` does not set it to the next frame.
    bool blocked_ = false;
    uint32_t sides_[max_slots] = {}; ///< see count_sides
    int32_t bonus_[max_slots] = {};  ///< mm that `even_spacing` takes off a slot's cost; see give_bonuses
};

/// The first candidate that can reach its slot (rule first_in_order). `list(candidates)` adds all, in the order of the
/// queue; `hold_up(row)` is called for each before it that cannot. No row: there is none.
template <typename List, typename HoldUp> Candidate StageManager::first_in_order(List&& list, HoldUp&& hold_up) {
    auto& candidates = scratch_.candidates; // a heap
    candidates.clear();
    list(candidates);
    for (uint32_t i = 0; i < candidates.size(); ++i) candidates[i].number = i;
    const auto later = [](const Candidate& a, const Candidate& b) {
        return a.rank != b.rank ? a.rank > b.rank : a.number > b.number;
    };
    std::make_heap(candidates.begin(), candidates.end(), later);
    while (!candidates.empty()) {
        if (candidates.front().looked) return candidates.front();
        std::pop_heap(candidates.begin(), candidates.end(), later);
        if (look_at_way(candidates.back())) {
            std::push_heap(candidates.begin(), candidates.end(), later);
        } else {
            hold_up(candidates.back().row);
            candidates.pop_back();
        }
    }
    return {};
}

} // namespace fray
