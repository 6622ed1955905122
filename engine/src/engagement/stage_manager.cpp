#include "engagement/stage_manager.h"

#include "bodies/bodies.h"
#include "circles/slot_holding.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"

#include <algorithm>
#include <utility>

namespace fray {

StageManager::StageManager(const StageView& world, const PhaseWriters& events, ManagerScratch& scratch)
    : world_(world), events_(events), scratch_(scratch), tokens_(world) {}

void StageManager::select(uint32_t circle) {
    number_ = circle;
    circle_ = &world_.circles.change(circle);
    shape_ = &world_.kinds.archetypes[circle_->archetype].circle;
    target_row_ = row_of(circle_->target);
    most_ = world_.as_target[target_row_].capacity;
    due_ = never;
    blocked_ = false;
}

void StageManager::plan(uint32_t circle) {
    // The order is that of rules.md: evict and clear_closed_slots collect in scratch_.rows what put_back puts into the
    // queue.
    select(circle);
    direct();
    evict();
    respace();
    if (circle_->closed_slots != 0) clear_closed_slots();
    put_back();
    if (shape_->steal) steal();
    if (world_.kinds.relieves) relieve();
    if (std::exchange(circle_->reslot_due, false)) reslot();
    rebalance();
    finish();
}

void StageManager::plan_in_part(uint32_t circle, bool moved) {
    select(circle);
    due_ = world_.circles.marks.due[circle];
    if (moved && rebalance()) return finish();
    if (moved && shape_->outside == RoamMode::flank && circle_->queued != 0 && looks_at_sides())
        assign_wait_slots(true);
    if (world_.clock.reached(world_.circles.marks.tokens_due[circle])) give_or_defer_tokens();
    world_.circles.marks.due[circle] = due_;
}

/// Runs phases 5 to 7 and sets when the circle is due again.
void StageManager::finish() {
    admit_requesters();
    give_or_defer_tokens();
    if (shape_->outside == RoamMode::flank) assign_wait_slots(looks_at_sides());
    schedule();
}

void StageManager::give_or_defer_tokens() {
    if (tokens_.shares_world(*circle_))
        scratch_.deferred.push_back(number_);
    else
        give_tokens();
}

void StageManager::plan_deferred(uint32_t circle) {
    select(circle);
    due_ = world_.circles.marks.due[circle];
    give_tokens();
    world_.circles.marks.due[circle] = due_;
}

void StageManager::give_tokens() {
    world_.circles.marks.tokens_due[number_] = tokens_.run(*circle_, events(CommitPhase::tokens));
    const uint32_t given = std::exchange(tokens_.tokens, 0);
    scratch_.tokens_given += given;
    // An agent with a token takes no part in rebalancing. If rebalancing waited for the dwell time of that agent, it
    // can run in the next frame.
    if (given != 0 && circle_->rebalance_due) due_ = long_ago;
}

/// Stores when the circle is due again although nothing makes it dirty, and lists it if it can end.
void StageManager::schedule() {
    Circle& circle = *circle_;
    circle.rebalance_due = circle.rebalance_due && shape_->rebalance != RebalanceMode::off;
    if (circle.rebalance_due && !blocked_) due_ = long_ago; // admission gave a slot: rebalance in the next frame
    if (circle.empty()) {
        if (circle.over(world_.clock.due_by, world_.kinds.archetypes)) scratch_.over.push_back(number_);
        // Without members no token is given, so only the end of the last clock matters.
        int64_t last = circle.gap_until;
        for (const CooldownRecord& record : circle.cooldowns) last = std::max(last, record.ready_at);
        if (!world_.clock.reached(last)) due_ = last;
    }
    if (shape_->steal && circle.queued != 0) due_ = std::min(due_, next_theft());
    if (circle.directed.size != 0) due_ = long_ago;
    if (shape_->waits_in_view && circle.queued != 0) due_ = std::min(due_, circle.next_look(world_.clock.now));
    world_.circles.marks.due[number_] = due_;
}

// ---- Slots and queue ------------------------------------------------------------------------------------------------

int32_t StageManager::distance_to_slot(Row row, uint32_t slot) const {
    const Vec2 place = world_.position[target_row_] + offset_of(slot);
    return millimetres(distance_squared(world_.position[row], place));
}

/// mm: the distance to where the agent would stand as the holder of the slot (rule approach_distance). `kind`: its
/// archetype.
int32_t StageManager::distance_as_holder(Row row, const Archetype& kind, uint32_t slot) const {
    const int32_t touch = touch_of(world_, row, kind, target_row_, world_.kinds.archetypes[circle_->archetype]);
    const Vec2 place = world_.position[target_row_] + slot_offset_for(*shape_, slot, circle_->slots.size, touch);
    return millimetres(distance_squared(world_.position[row], place));
}

/// The slot nearest to the agent among the open slots and, if it is not closed, its `own` slot (-1: none).
StageManager::Nearest StageManager::nearest_open_slot(Row row, int own) const {
    Nearest best;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        const Slot& s = circle_->slots[slot];
        if (!s.open() && (static_cast<int>(slot) != own || s.closed != 0)) continue;
        const int32_t distance = distance_to_slot(row, slot);
        if (best.slot < 0 || distance < best.cost) best = {static_cast<int>(slot), distance};
    }
    return best;
}

void StageManager::by_serial(Vector<Row>& rows) const {
    if (rows.size() < 2) return;
    std::sort(rows.begin(), rows.end(), [&](Row a, Row b) { return world_.serial[a] < world_.serial[b]; });
}

void StageManager::take_slot(Row row, int slot, SlotCause cause, CommitPhase phase) {
    fray::take_slot(world_, *circle_, row, slot, cause, events(phase));
}

/// Moves a requester of this circle from the queue into a slot.
void StageManager::admit(Row row, int slot, SlotCause cause, CommitPhase phase) {
    CircleQueue(world_, number_).remove(row);
    fray::admit(world_, number_, row, slot, cause, events(phase));
    ++scratch_.slots_given;
}

void StageManager::leave_slot(Row row, UnslotCause cause, CommitPhase phase) {
    give_slot_up(world_, *circle_, row, cause, events(phase));
}

void StageManager::hand_over(Row loser, Row requester, UnslotCause lost, SlotCause got) {
    const int slot = world_.slot[loser];
    leave_slot(loser, lost, CommitPhase::stealing);
    admit(requester, slot, got, CommitPhase::stealing);
}

/// Writes the event of a request. The caller puts the agent into the queue.
void StageManager::write_request(Row row, CommitPhase phase) {
    events(phase).add({.type = EventType::request, .agent = world_.serial[row], .target = circle_->target_serial});
}

/// Wakes all holders: in combat they may give their slot up, depending on capacities and on whether a requester
/// reserves.
void StageManager::wake_holders() {
    for (const uint32_t index : circle_->token_queue) world_.wake.change(row_of(index)) |= wake_engagement;
}

// ---- 3. Re-slotting -------------------------------------------------------------------------------------------------

/// Holders that kept their slot after an attack take the nearest slot, by serial. Their own slot counts as open. The
/// target may have moved during the attack, so that another slot is nearer now.
void StageManager::reslot() {
    auto& rows = scratch_.rows;
    rows.clear();
    for (const uint32_t index : circle_->token_queue)
        if (world_.give_up[row_of(index)].moves()) rows.push_back(row_of(index));
    by_serial(rows);
    for (const Row row : rows) {
        const int own = world_.slot[row];
        const int slot = nearest_open_slot(row, own).slot;
        slot_at(own).holder = no_index;
        take_slot(row, slot, SlotCause::moved, CommitPhase::reslotting);
    }
}

} // namespace fray
