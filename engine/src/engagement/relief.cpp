// The stage manager, phase 2, relief: a holder that has fought long enough leaves its slot, if another agent can take
// its place (rules commit_relief and relieve_at_slot). Around a target in the open this is a requester, which takes the
// slot. In a line of battle it is a fresh agent of any circle that stands behind the tired holder. The phases and
// frames that follow bring it in, as into the place of a fallen fighter. All this happens four times a second, in the
// looks of the circle, so that few distances are measured.
#include "bodies/bodies.h"
#include "engagement/stage_manager.h"
#include "perception/target_search.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"
#include "ways/ways.h"

#include <algorithm>

namespace fray {
namespace {

constexpr int64_t longest_rest = 3'000'000; ///< us: of an agent that was relieved
constexpr int32_t near_enough_mm = 2000;    ///< mm: between the bodies of a tired holder and a fresh agent

/// What the searches of relief read.
struct ReliefView : Views<MemberView, Read<column::engagement, column::squad, column::support>, const Squads> {
    using Views::Views;
};

/// What both searches of relief ask. Other threads may plan the circles of the agents that are found. So columns of
/// members tell nothing; only their states do, which no plan changes.
struct RankView {
    const ReliefView& world;

    const Archetype& kind_of(Row row) const { return world.kinds.archetypes[world.archetype[row]]; }
    /// Is the row a living agent that fights in slots, of the team and floor of the other?
    bool is_comrade(Row row, Row other) const {
        return row != Row::none() && row != other && world.life[row] == Life::living &&
               world.team[row] == world.team[other] && on_same_floor(world, row, other) &&
               kind_of(row).fights_in_slots();
    }
    /// Has the agent a living target that fights in slots, in its reach or out of it, as said?
    bool has_target(Row row, bool in_reach) const {
        const Row target = world.ids.row_of(world.target[row]);
        return target != Row::none() && world.life[target] == Life::living && kind_of(target).fights_in_slots() &&
               has_in_reach(world, row, target) == in_reach;
    }
    static bool waits_outside(AgentState state) { return state == AgentState::pursue || state == AgentState::roam; }
    /// For an agent that waits outside: no plan changes the time until which it rests.
    bool rests(Row row) const { return !world.clock.reached(world.engagement[row].rest_until); }
    /// Calls `visit` for all agents of the row's team that may lie within the distance (m), until a visit returns a
    /// bound less than 0.
    void search_team(Row row, float distance, KdForest::Visit visit, void* context) const {
        TeamSet own;
        own.set(world.team[row], true);
        const float reach = distance * 1.0001f + 0.003f;
        search_teams(world, own, world.position[row], reach * reach, visit, context);
    }
};

/// Looks for an agent that fights or goes back, and is nearer to a fresh agent than the tired holder is.
struct NearerFighterSearch : RankView {
    Row fresh, tired;
    std::pair<int32_t, Serial> least;
    bool found = false;

    bool is_nearer(Row row) const {
        if (row == tired || !is_comrade(row, fresh) ||
            std::pair{distance_mm(world, row, fresh), world.serial[row]} > least)
            return false;
        const AgentState state = world.state[row];
        if (state == AgentState::combat || state == AgentState::attack) return has_target(row, true);
        return waits_outside(state) && rests(row);
    }
    static float visit(void* self, uint32_t item, float bound_squared) {
        auto& search = *static_cast<NearerFighterSearch*>(self);
        search.found = search.found || search.is_nearer(search.world.ids.row[item]);
        return search.found ? -1.0f : bound_squared;
    }
};

/// Looks for a fresh agent behind a tired holder (rule is_fresh).
struct FreshSearch : RankView {
    Row tired, target_row; ///< of the tired holder and of its target
    int32_t room;          ///< grid capacity that the fresh agent may take
    bool found = false;

    bool waits_for_place(Row row) const {
        const AgentState state = world.state[row];
        if (state == AgentState::approach || state == AgentState::combat) return true;
        return waits_outside(state) && world.support[row].supports == 0 && !rests(row);
    }
    bool is_steady(Row row) const {
        const SquadTraits* const traits = world.squads.traits_of(world.squad[row]);
        return traits == nullptr || world.squads.mood_of(*traits) == SquadMood::steady;
    }
    bool is_behind(Row row) const {
        return distance_squared(world.position[row], world.position[target_row]) >=
                   distance_squared(world.position[tired], world.position[target_row]) &&
               distance_mm(world, row, tired) <= near_enough_mm + reach_of(world, row, tired).touch;
    }
    /// Is the tired holder the fighter in front of the row?
    bool is_second(Row row) const {
        const int32_t mm = distance_mm(world, row, tired);
        NearerFighterSearch nearer{{world}, row, tired, {mm, world.serial[tired]}};
        search_team(row, static_cast<float>(mm + 1) * 0.001f, NearerFighterSearch::visit, &nearer);
        return !nearer.found;
    }
    bool is_fresh(Row row) const {
        return is_comrade(row, tired) && is_behind(row) && !kind_of(row).attacks.empty() &&
               kind_of(row).grid_weight <= room && waits_for_place(row) && is_steady(row) && has_target(row, false) &&
               is_way_free(world, row, tired, world.position[tired]) && is_second(row);
    }
    static float visit(void* self, uint32_t item, float bound_squared) {
        auto& search = *static_cast<FreshSearch*>(self);
        search.found = search.found || search.is_fresh(search.world.ids.row[item]);
        return search.found ? -1.0f : bound_squared;
    }
};

} // namespace

/// us: when the holder has fought long enough; `never`: its archetype needs no relief, it has not fought, or it is not
/// waiting in its slot for a token. (An arrived holder without a token is in combat.)
int64_t StageManager::tired_at(Row row) const {
    const int64_t relief = archetype_of(row).relief;
    if (relief == 0 || has_token(row) || world_.arrived[row] == 0) return never;
    const int64_t since = world_.fighting_since[row];
    return since == never ? never : since + relief;
}

void StageManager::relieve() {
    const bool in_rank = world_.kinds.archetypes[circle_->archetype].fights_in_slots();
    if (circle_->queued == 0 && !in_rank) return;
    const int64_t now = world_.clock.now;
    auto& tired = scratch_.others;
    tired.clear();
    int64_t first = never;
    for (const uint32_t index : circle_->token_queue) {
        const Row row = row_of(index);
        const int64_t at = tired_at(row);
        first = std::min(first, at);
        // An agent that holds a post counts for the due time: another order makes no circle dirty.
        if (world_.clock.reached(at) && world_.orders[row].kind != StoredOrder::hold) tired.push_back(row);
    }
    if (first == never) return;
    const bool looks = circle_->has_look(world_.clock);
    if (looks && !tired.empty() && !circle_->reserving()) {
        if (!in_rank) list_requesters_inside();
        std::sort(tired.begin(), tired.end(), [&](Row a, Row b) {
            const int64_t since_a = world_.joined[a].admitted_at, since_b = world_.joined[b].admitted_at;
            return since_a != since_b ? since_a < since_b : world_.serial[a] < world_.serial[b];
        });
        for (const Row row : tired) in_rank ? relieve_in_rank(row) : relieve_at_slot(row);
    }
    // While a requester reserves, too: nothing else makes the circle dirty when this ends.
    due_ = std::min(due_, world_.clock.reached(first) ? circle_->next_look(now) : first);
}

/// The nearest requester in `scratch_.rows` of the holder's team, for which there is capacity, takes its slot.
void StageManager::relieve_at_slot(Row holder) {
    const int32_t room = circle_->grid_free + archetype_of(holder).grid_weight;
    Row best = Row::none();
    std::pair<int32_t, Serial> least{};
    for (const Row row : scratch_.rows) {
        if (world_.team[row] != world_.team[holder] || archetype_of(row).grid_weight > room) continue;
        const std::pair key{distance_mm(world_, row, holder), world_.serial[row]};
        if (best != Row::none() && least <= key) continue;
        best = row;
        least = key;
    }
    if (best == Row::none()) return;
    std::erase(scratch_.rows, best);
    hand_over(holder, best, UnslotCause::relieved, SlotCause::relieved);
    go_back(holder);
}

/// The holder leaves its slot, if it stands in the front rank and a fresh agent can take its place.
void StageManager::relieve_in_rank(Row holder) {
    if (!has_in_reach(world_, holder, target_row_)) return;
    const ReliefView view(world_);
    FreshSearch search{{view}, holder, target_row_, circle_->grid_free + archetype_of(holder).grid_weight};
    const float radii = radius_of(world_, holder) + widest_radius(world_);
    search.search_team(holder, radii + 0.001f * near_enough_mm, FreshSearch::visit, &search);
    if (!search.found) return;
    leave_slot(holder, UnslotCause::relieved, CommitPhase::stealing);
    go_back(holder);
}

/// As a requester the agent would get another slot at once, because it has the target in reach, and stay where it is.
/// So it rests.
void StageManager::go_back(Row tired) {
    Engagement& engagement = world_.engagement.change(tired);
    engagement.circle = no_index;
    engagement.rest_until = world_.clock.now + std::min(archetype_of(tired).relief, longest_rest);
}

} // namespace fray
