// The stage manager's decisions on a single circle. A full plan goes through phases 1 to 7 of rules.md, commit; each
// phase works on what the phases before it have left:
//
// 1. Capacity (capacity.cpp): commands of the host take effect. Holders that no longer fit go back to the front of the
//    queue; holders of closed slots move, or go back too.
// 2. Stealing (stealing.cpp): a requester near the target takes the slot of a holder that has strayed.
// 3. Re-slotting (stage_manager.cpp): holders that kept their slot after an attack take the nearest slot.
// 4. Rebalancing (rebalancing.cpp): holders exchange slots if this shortens their total distance enough.
// 5. Admission (admission.cpp): requesters become holders, first come, first served, as far as weights and slots go.
// 6. Tokens (token_pass.cpp): holders that are ready take turns to get an attack token.
// 7. Wait slots (places.cpp): a requester without a wait slot gets a slot, and waits in front of it.
//
// A locked holder is a holder with an attack token: no phase takes its slot away or moves it, so that it keeps its slot
// while it attacks. Capacities that were lowered take effect when its attack ends.
//
// Costs and distances are whole mm, times are us, weights are whole numbers without a unit. Ties are broken by the
// lower slot, then the lower serial, so that results depend on no thread and no storage order.
//
// Source: "Beyond the Kung-Fu Circle" (Game AI Pro, chapter 28). Capacities: section 28.3. Waiting before free slots:
// 28.4. Stealing, locked holders and reassignment by total distance: 28.6.1. Patience and clocks are additions.
#pragma once

#include "assignment.h"
#include "circles/circle_queue.h"
#include "engagement/token_pass.h"

#include <span>

namespace fray {

/// Event writers of a chunk of circles, indexed by `CommitPhase`. Each phase has its own buffers, so that the log can
/// put the events of phase 1 at all circles before those of phase 2.
using PhaseWriters = std::array<EventWriter, commit_phases>;

/// Plans a circle at a time and carries the decisions out. Different circles at once are safe, each thread with its own
/// manager: an agent is a member of at most one circle. A manager is about 19 KB; make it once for a chunk of circles.
class StageManager {
public:
    StageManager(EngagementLayer& core, const PhaseWriters& events, ManagerScratch& scratch);

    /// Carries out the host's commands for a target, in call order: capacities and closed slots. `circle` is
    /// `no_index` if the target has no circle; then only the target's own capacities change.
    void apply_filed(uint32_t target_row, uint32_t circle, std::span<const FiledForTarget> filed);
    /// Plans a circle in full (phases 1 to 7) and computes when it is due again.
    void visit(uint32_t circle);
    /// Plans a circle where only the target has moved: rebalancing, and the later phases only if this changed a slot.
    void follow(uint32_t circle);
    /// Runs the token pass that `visit` left to commit, because a clock of the whole world counts at this circle.
    void visit_deferred(uint32_t circle);

private:
    void open(uint32_t circle);
    void finish();
    // 1. Capacity.
    void evict();
    void clear_closed_slots();
    void put_back();
    // 2. Stealing.
    void steal();
    bool list_stealable();
    void list_requesters_inside();
    void list_if_requester_inside(uint32_t id_index);
    void steal_for(uint32_t requester);
    bool inside(uint32_t row) const;
    // 3. Re-slotting.
    void reslot();
    // 4. Rebalancing.
    bool rebalance();
    bool list_participants();
    int64_t way_to_own_slots() const;
    int64_t measure_slots();
    bool exchange_slots(int64_t way);
    // 5. Admission.
    void admit();
    bool reserve(const CircleQueue& queue);
    int64_t patience_ends(const CircleQueue& queue) const;
    // 6. Tokens.
    void give_tokens();
    // 7. Waiting positions.
    void deal_out_places();
    void take_place(uint32_t row);

    struct Nearest {
        int slot = -1;    ///< -1: there is none
        int32_t cost = 0; ///< mm
    };
    Nearest nearest_open_slot(uint32_t row, int own = -1) const;
    int cheapest_open_slot(uint32_t row) const;
    int32_t distance_to_slot(uint32_t row, uint32_t slot) const;
    void give_bonuses();
    void take_slot(uint32_t row, int slot, Cause cause, CommitPhase phase);
    void come_in(uint32_t row, int slot, Cause cause, CommitPhase phase);
    void leave_slot(uint32_t row, Cause cause, CommitPhase phase);
    void ask_again(uint32_t row, CommitPhase phase);
    void by_serial(List<uint32_t>& rows) const;
    void wake_holders();
    void schedule();

    EventWriter& events(CommitPhase phase) { return events_[static_cast<size_t>(phase)]; }
    uint32_t row_of(uint32_t index) const { return core_.ids.row[index]; }
    const Archetype& archetype_of(uint32_t row) const { return core_.kinds.archetypes[agents_.archetype.any()[row]]; }
    /// Has the agent an attack token? A holder with a token is locked.
    bool permitted(uint32_t row) const { return agents_.attack.any()[row] >= 0; }
    Slot& slot_at(int slot) const { return circle_->slots[static_cast<uint32_t>(slot)]; }

    EngagementLayer& core_;
    Agents& agents_;
    PhaseWriters events_;
    ManagerScratch& scratch_;
    AssignmentScratch solver_; ///< 17 KB
    TokenPass tokens_;
    // The circle at hand; set by `open`.
    uint32_t number_ = 0;
    Circle* circle_ = nullptr;
    const CircleShape* shape_ = nullptr;
    uint32_t target_row_ = 0;
    int64_t due_ = never;  ///< us: earliest time at which a clock may change a decision; `long_ago`: next frame
    bool blocked_ = false; ///< rebalancing is due, but has to wait for a participant's `switch_dwell`
    int32_t bonus_[max_slots] = {}; ///< mm that `surround` takes off a slot's cost; see give_bonuses
};

} // namespace fray
