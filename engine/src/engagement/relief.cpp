// The stage manager, phase 2, relief: a fresh agent takes the slot of a holder that has fought long enough (rules.md,
// C2.9 to C2.12). Four times a second, in the looks of the circle, so that few distances are measured.
#include "engagement/stage_manager.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray {
namespace {

constexpr int64_t longest_rest = 3'000'000; ///< us: of an agent that was relieved

} // namespace

/// us: when the holder has fought long enough; `never`: its archetype needs no relief, or it is not waiting in its slot
/// for a token. (An arrived holder without a token is in combat.)
int64_t StageManager::tired_at(uint32_t row) const {
    const int64_t relief = archetype_of(row).relief;
    if (relief == 0 || has_token(row) || agents_.arrived.any()[row] == 0) return never;
    return agents_.admitted_at(row) + relief;
}

void StageManager::relieve() {
    if (circle_->queued == 0) return;
    const int64_t now = layer_.clock.now;
    auto& tired = scratch_.others;
    tired.clear();
    int64_t first = never;
    for (const uint32_t index : circle_->token_queue) {
        const uint32_t row = row_of(index);
        const int64_t at = tired_at(row);
        first = std::min(first, at);
        // An agent that holds a post counts for the due time: another order makes no circle dirty.
        if (at <= now && agents_.orders.any()[row].kind != OrderKind::hold) tired.push_back(row);
    }
    if (first == never) return;
    const bool looks = circle_->next_look(layer_.clock.previous_now) <= now;
    if (looks && !tired.empty() && !circle_->reserving()) {
        list_requesters_inside();
        std::sort(tired.begin(), tired.end(), [&](uint32_t a, uint32_t b) {
            const int64_t since_a = agents_.admitted_at(a), since_b = agents_.admitted_at(b);
            return since_a != since_b ? since_a < since_b : agents_.serial.any()[a] < agents_.serial.any()[b];
        });
        for (const uint32_t row : tired) relieve_one(row);
    }
    // While a requester reserves, too: nothing else makes the circle dirty when this ends.
    due_ = std::min(due_, first > now ? first : circle_->next_look(now));
}

/// The nearest requester in `scratch_.rows` of the holder's team, for which there is capacity, takes its slot.
void StageManager::relieve_one(uint32_t holder) {
    const int32_t room = circle_->grid_free + archetype_of(holder).grid_weight;
    uint32_t best = no_index;
    std::pair<int32_t, Serial> least{};
    for (const uint32_t row : scratch_.rows) {
        if (agents_.team.any()[row] != agents_.team.any()[holder] || archetype_of(row).grid_weight > room) continue;
        const std::pair key{millimetres(distance_squared(agents_.position.any()[row], agents_.position.any()[holder])),
                            agents_.serial.any()[row]};
        if (best != no_index && least <= key) continue;
        best = row;
        least = key;
    }
    if (best == no_index) return;
    std::erase(scratch_.rows, best);
    hand_over(holder, best, Cause::relieved);
    // As a requester it would get another slot at once, because it has the target in reach, and stay where it is.
    Engagement& tired = agents_.engagement.write_any()[holder];
    tired.circle = no_index;
    tired.rest_until = layer_.clock.now + std::min(archetype_of(holder).relief, longest_rest);
}

} // namespace fray
