// The stage manager's decisions on one circle: who is put back, who moves, who comes in, who may attack, where the
// others wait (rules: commit, phases 1 to 7).
#pragma once

#include "assignment.h"
#include "circles/circle_queue.h"
#include "engagement/permit_pass.h"

#include <span>

namespace fray {

/// The events of one chunk of circles, by phase.
using PhaseWriters = std::array<EventWriter, commit_phases>;

/// Decides on one circle at a time and carries it out. Different circles at once are safe: an agent is on one circle
/// at most.
class StageManager {
public:
    StageManager(EngagementLayer& core, const PhaseWriters& events, ManagerScratch& scratch);

    /// What the host filed for a target: capacities, closed slots. `circle` no_index: there is none round it.
    void apply_filed(uint32_t target_row, uint32_t circle, std::span<const FiledForTarget> filed);
    /// All that there is to decide on one circle.
    void visit(uint32_t circle);
    /// The same where nothing has happened but that the target moved.
    void follow(uint32_t circle);
    /// What `visit` left to be decided circle by circle, because clocks of the world count there.
    void visit_deferred(uint32_t circle);

private:
    void open(uint32_t circle);
    void finish();
    // 1. capacity
    void evict();
    void clear_closed_slots();
    void put_back();
    // 2. stealing
    void steal();
    bool list_stealable();
    void list_askers_inside();
    void list_if_asker_inside(uint32_t id_index);
    void steal_for(uint32_t asker);
    bool inside(uint32_t row) const;
    // 3. re-slotting
    void reslot();
    // 4. rebalancing
    bool rebalance();
    bool list_participants();
    int64_t way_to_own_slots() const;
    int64_t measure_slots();
    bool exchange_slots(int64_t way);
    // 5. admission
    void admit();
    bool reserve(const CircleQueue& queue);
    int64_t patience_ends(const CircleQueue& queue) const;
    void give_permits(); // 6.
    // 7. places
    void deal_out_places();
    void take_place(uint32_t row);

    struct Nearest {
        int slot = -1;
        int32_t cost = 0;
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
    bool permitted(uint32_t row) const { return agents_.attack.any()[row] >= 0; }
    Slot& slot_at(int slot) const { return circle_->slots[static_cast<uint32_t>(slot)]; }

    EngagementLayer& core_;
    Agents& agents_;
    PhaseWriters events_;
    ManagerScratch& scratch_;
    AssignmentScratch solver_; ///< 17 KB, on the stack of who makes a manager
    PermitPass permits_;
    uint32_t number_ = 0;
    Circle* circle_ = nullptr;
    const CircleShape* shape_ = nullptr;
    uint32_t target_row_ = 0;
    int64_t due_ = never;
    bool blocked_ = false; ///< rebalancing waits for `switch_dwell`
    int32_t bonus_[max_slots] = {};
};

} // namespace fray
