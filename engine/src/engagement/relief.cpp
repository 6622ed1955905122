// The stage manager, phase 2, relief: a holder that has fought long enough leaves its slot, if another agent can take
// its place (rules.md, C2.9 to C2.12a). Around a target in the open this is a requester, which takes the slot. In a
// line of battle it is a fresh agent of any circle that stands behind the tired holder. The phases and frames that
// follow bring it in, as into the place of a fallen fighter. All this happens four times a second, in the looks of the
// circle, so that few distances are measured.
#include "definitions/bodies.h"
#include "engagement/stage_manager.h"
#include "perception/target_search.h"
#include "perception/ways.h"
#include "storage/rules_math.h"

#include <algorithm>

namespace fray {
namespace {

constexpr int64_t longest_rest = 3'000'000; ///< us: of an agent that was relieved
constexpr int32_t near_enough_mm = 2000;    ///< mm: between the bodies of a tired holder and a fresh agent

/// Looks for a fresh agent behind a tired holder (C2.11a).
struct FreshSearch {
    const EngagementLayer& layer;
    uint32_t tired, target_row; ///< rows of the tired holder and of its target
    bool found = false;

    const Archetype& kind_of(uint32_t row) const { return layer.kinds.archetypes[layer.agents.archetype.any()[row]]; }
    int32_t distance_mm(uint32_t a, uint32_t b) const {
        return millimetres(distance_squared(layer.agents.position.any()[a], layer.agents.position.any()[b]));
    }
    bool has_in_reach(uint32_t row, uint32_t target) const {
        const Reach reach = reach_of(layer, row, kind_of(row), target, kind_of(target));
        return fray::has_in_reach(kind_of(row), reach, distance_mm(row, target));
    }
    /// Does the agent wait for a place? Other threads may plan its circle now. So only its state says so, and a time
    /// that no plan changes while the agent is in this state.
    bool waits_for_place(uint32_t row) const {
        const State state = layer.agents.state.any()[row];
        if (state == State::approach || state == State::combat) return true;
        return (state == State::pursue || state == State::roam) &&
               layer.clock.now >= layer.agents.engagement.any()[row].rest_until;
    }
    bool is_behind(uint32_t row) const {
        const Vec2* const position = layer.agents.position.any();
        return distance_squared(position[row], position[target_row]) >=
                   distance_squared(position[tired], position[target_row]) &&
               distance_mm(row, tired) <= near_enough_mm + touch_of(layer, row, kind_of(row), tired, kind_of(tired));
    }
    bool is_fresh(uint32_t row) const {
        const Agents& agents = layer.agents;
        if (row == no_index || row == tired || agents.life.any()[row] != Life::living ||
            agents.team.any()[row] != agents.team.any()[tired] ||
            agents.storey.any()[row] != agents.storey.any()[tired] || !kind_of(row).fights_in_slots() ||
            !is_behind(row) || !waits_for_place(row))
            return false;
        const uint32_t target = layer.ids.row_of(agents.target.any()[row]);
        return target != no_index && agents.life.any()[target] == Life::living && kind_of(target).fights_in_slots() &&
               !has_in_reach(row, target) && is_way_free(layer, row, tired, agents.position.any()[tired]);
    }
    /// For the trees. Returns the new bound in m^2; less than 0 ends the search.
    static float visit(void* self, uint32_t item, float bound_squared) {
        FreshSearch& search = *static_cast<FreshSearch*>(self);
        search.found = search.found || search.is_fresh(search.layer.ids.row[item]);
        return search.found ? -1.0f : bound_squared;
    }
};

} // namespace

/// us: when the holder has fought long enough; `never`: its archetype needs no relief, or it is not waiting in its slot
/// for a token. (An arrived holder without a token is in combat.)
int64_t StageManager::tired_at(uint32_t row) const {
    const int64_t relief = archetype_of(row).relief;
    if (relief == 0 || has_token(row) || agents_.arrived.any()[row] == 0) return never;
    return agents_.admitted_at(row) + relief;
}

void StageManager::relieve() {
    const bool in_rank = layer_.kinds.archetypes[circle_->archetype].fights_in_slots();
    if (circle_->queued == 0 && !in_rank) return;
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
        if (!in_rank) list_requesters_inside();
        std::sort(tired.begin(), tired.end(), [&](uint32_t a, uint32_t b) {
            const int64_t since_a = agents_.admitted_at(a), since_b = agents_.admitted_at(b);
            return since_a != since_b ? since_a < since_b : agents_.serial.any()[a] < agents_.serial.any()[b];
        });
        for (const uint32_t row : tired) in_rank ? relieve_in_rank(row) : relieve_at_slot(row);
    }
    // While a requester reserves, too: nothing else makes the circle dirty when this ends.
    due_ = std::min(due_, first > now ? first : circle_->next_look(now));
}

/// The nearest requester in `scratch_.rows` of the holder's team, for which there is capacity, takes its slot.
void StageManager::relieve_at_slot(uint32_t holder) {
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
    go_back(holder);
}

/// The holder leaves its slot, if it has fought there and a fresh agent can take its place.
void StageManager::relieve_in_rank(uint32_t holder) {
    FreshSearch search{layer_, holder, target_row_};
    if (!search.has_in_reach(holder, target_row_)) return;
    TeamSet own;
    own.set(agents_.team.any()[holder], true);
    const float radii = radius_of(layer_, holder) + widest_radius(layer_);
    const float farthest = (radii + 0.001f * near_enough_mm) * 1.0001f + 0.003f;
    search_teams(layer_, own, agents_.position.any()[holder], farthest * farthest, FreshSearch::visit, &search);
    if (!search.found) return;
    leave_slot(holder, Cause::relieved, CommitPhase::stealing);
    go_back(holder);
}

/// As a requester the agent would get another slot at once, because it has the target in reach, and stay where it is.
/// So it rests.
void StageManager::go_back(uint32_t tired) {
    Engagement& engagement = agents_.engagement.write_any()[tired];
    engagement.circle = no_index;
    engagement.rest_until = layer_.clock.now + std::min(archetype_of(tired).relief, longest_rest);
}

} // namespace fray
