#include "engagement/support.h"

#include "circles/circle_queue.h"
#include "engagement/support_map.h"
#include "squads/following.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <atomic>
#include <span>

namespace fray {
namespace {

constexpr int64_t between_surveys = 500'000; ///< us
constexpr float mark_squared = 1.0f;         ///< m^2: an agent farther from its mark has moved
constexpr uint8_t idle_after = 6;            ///< surveys at its mark, until an agent without a slot is a spare agent
constexpr uint8_t stuck_after = 4;           ///< surveys at its mark, until an agent ceases to support

/// A survey of a team.
class Survey {
public:
    Survey(EngagementLayer& layer, TeamIndex team, ParallelLoops& loops, EventWriter events)
        : layer_(layer), agents_(layer.agents), team_(team), loops_(loops), events_(events) {}

    void run() {
        if (!list_candidates()) return;
        SupportMap& map = layer_.proposals.map;
        map.draw(layer_, team_, loops_);
        list_spares(map);
        auto& spares = layer_.proposals.spares;
        if (spares.empty()) return;
        std::sort(spares.begin(), spares.end(),
                  [&](uint32_t a, uint32_t b) { return agents_.serial.any()[a] < agents_.serial.any()[b]; });
        SupportMap::CellFinder cells(map);
        int32_t most = 0;
        for (const uint32_t row : spares) {
            map.ask_for(cell_of(cells, row));
            most = std::max(most, kind_of(row).support_radius_mm);
        }
        map.find_ways(most, layer_.terrain.ground.get(), loops_);
        for (const uint32_t row : spares) send(map, row, cell_of(cells, row));
    }

private:
    const Archetype& kind_of(uint32_t row) const { return layer_.kinds.archetypes[agents_.archetype.any()[row]]; }
    Support& support_of(uint32_t row) { return agents_.support.write_any()[row]; }
    uint32_t cell_of(SupportMap::CellFinder& cells, uint32_t row) const {
        return cells.cell_of(agents_.position.any()[row], agents_.floor.any()[row]);
    }

    /// Notes how long the team's agents have been where they are. Lists the spare agents and others that may be spare,
    /// by chunk: in a reserve far from the enemy nothing more need be known of these. Parallel over agents. False:
    /// there is no spare agent.
    bool list_candidates() {
        auto& lists = layer_.proposals.chunk_spares;
        lists.resize(std::max<size_t>(lists.size(), layer_.settings.chunks(agents_.rows())));
        std::atomic<bool> any_spare = false;
        loops_.parallel_for(agents_.rows(), layer_.settings.chunk_size,
                            [&](uint32_t chunk, uint32_t begin, uint32_t end) {
                                list_candidates(lists[chunk], begin, end, any_spare);
                            });
        return any_spare;
    }
    /// `any_spare`: becomes true if one of them is known to be spare.
    void list_candidates(SpareRows& list, uint32_t begin, uint32_t end, std::atomic<bool>& any_spare) {
        list.rows.reserve(layer_.settings.chunk_size); // so that no later survey allocates
        list.rows.clear();
        list.supporting = 0;
        for (uint32_t row = begin; row < end; ++row) {
            if (agents_.team.any()[row] != team_ || agents_.life.any()[row] != Life::living) continue;
            const Support was = agents_.support.any()[row];
            Support support = was;
            if (!kind_of(row).supports)
                cease(row, support); // a reload may have changed its archetype
            else if (note_position(row, support); was.supports != 0) {
                if (goes_on(row, support)) {
                    list.add_supporting(row);
                    any_spare = true;
                }
            } else if (may_be_spare(row, support)) {
                list.rows.push_back(row);
                if (!any_spare && has_nothing_to_do(row)) any_spare = true;
            }
            // Most agents stand where they stood, so they need no new hash.
            if (support != was) support_of(row) = support;
        }
    }

    /// Lists the spare agents for which this survey decides something: that support, or are near enough to an opening.
    /// Parallel over chunks.
    void list_spares(const SupportMap& map) {
        // There may be lists of chunks that are not there any more.
        const std::span lists(layer_.proposals.chunk_spares.data(), layer_.settings.chunks(agents_.rows()));
        loops_.parallel_for(static_cast<uint32_t>(lists.size()), 1, [&](uint32_t chunk, uint32_t, uint32_t) {
            Vector<uint32_t>& rows = lists[chunk].rows;
            const auto others = rows.begin() + lists[chunk].supporting;
            if (!map.may_reach_from_chunk(chunk)) {
                rows.erase(others, rows.end());
                return;
            }
            SupportMap::CellFinder cells(map);
            const auto decides_nothing = [&](uint32_t row) {
                return !map.may_reach(cell_of(cells, row), kind_of(row).support_radius_mm) || !has_nothing_to_do(row);
            };
            rows.erase(std::remove_if(others, rows.end(), decides_nothing), rows.end());
        });
        auto& spares = layer_.proposals.spares;
        spares.clear();
        for (const SpareRows& of : lists) spares.insert(spares.end(), of.rows.begin(), of.rows.end());
    }

    /// Counts the surveys in which the agent has stayed at its mark (rule update_mark).
    void note_position(uint32_t row, Support& support) const {
        const Vec2 here = agents_.position.any()[row];
        if (support.marked != 0 && distance_squared(here, support.mark) <= mark_squared) {
            if (support.count < idle_after) ++support.count;
            return;
        }
        support.mark = here;
        support.marked = 1;
        support.count = 0;
    }

    /// Does the agent go on supporting (rule ceases_to_support)? `support`: that of the row, which the caller writes.
    bool goes_on(uint32_t row, Support& support) const {
        const bool stuck = support.count >= stuck_after;
        if (stuck) support.count = 0;
        const bool goes_on = !stuck && can_support(row);
        if (!goes_on) cease(row, support);
        return goes_on;
    }

    /// Is the agent free to go elsewhere (rule can_support)?
    bool can_support(uint32_t row) const {
        const AgentState state = agents_.state.any()[row];
        if (state != AgentState::idle && state != AgentState::pursue && state != AgentState::roam) return false;
        const Role role = agents_.role.any()[row];
        if (role != Role::none && role != Role::requester) return false;
        const Orders& orders = agents_.orders.any()[row];
        const StoredOrder order = orders.kind;
        if (order != StoredOrder::free && order != StoredOrder::advance) return false;
        if (!layer_.clock.reached(agents_.engagement.any()[row].rest_until)) return false;
        if (agents_.monster.any() != nullptr && agents_.monster.any()[row].table != no_monster) return false;
        const SquadTraits* const traits = layer_.squads.traits_of(agents_.squad.any()[row]);
        return traits == nullptr || (mood_of(layer_.squads, *traits, true, order) == SquadMood::steady &&
                                     !is_led(layer_, *traits, row, true, order, state, agents_.attack.any()[row]) &&
                                     !following_of(layer_, traits, row, orders).follows());
    }

    /// False: an agent that does not support has something to do. Looks only at what is at hand. `support`: that of the
    /// row.
    bool may_be_spare(uint32_t row, const Support& support) const {
        return agents_.target.any()[row] ? support.count >= idle_after : agents_.scan_due.any()[row] == 0;
    }

    /// Can an agent that may be spare support, and has it nothing else to do (rule is_spare)?
    bool has_nothing_to_do(uint32_t row) const {
        if (!can_support(row)) return false;
        const AgentId target = agents_.target.any()[row];
        return !target || (layer_.clock.reached(agents_.target_since.any()[row] + kind_of(row).target_dwell_time) &&
                           kind_of(layer_.ids.row[target.index]).fights_in_slots() &&
                           (agents_.role.any()[row] == Role::none || !is_first(row)));
    }

    /// Is the requester the first of all in its queue?
    bool is_first(uint32_t row) const {
        for (const Lane& lane : layer_.circles[agents_.engagement.any()[row].circle].lanes)
            if (lane.first != no_index && agents_.queue_number(layer_.ids.row[lane.first]) < agents_.queue_number(row))
                return false;
        return true;
    }

    /// Sends a spare agent on its way, if there is one.
    void send(const SupportMap& map, uint32_t row, uint32_t cell) {
        const int32_t cost = map.cost(cell);
        if (cost == 0 || cost > kind_of(row).support_radius_mm) {
            if (agents_.support.any()[row].supports != 0) cease(row, support_of(row));
            if (cost == 0 && agents_.role.any()[row] == Role::none) aim(row, map.enemy(cell));
            return;
        }
        if (agents_.role.any()[row] == Role::requester) leave_queue(row);
        aim(row, map.enemy(cell));
        Support& support = support_of(row);
        if (support.supports == 0) support.count = 0;
        support.supports = 1;
        support.waypoint = map.waypoint(cell);
        agents_.wake.write_any()[row] |= wake_target; // it has another goal
    }

    void cease(uint32_t row, Support& support) const {
        if (support.supports == 0) return;
        support.supports = 0;
        agents_.wake.write_any()[row] |= wake_target;
    }

    void leave_queue(uint32_t row) {
        const uint32_t number = agents_.engagement.any()[row].circle;
        const Circle& circle = layer_.circles[number];
        events_.add({.type = EventType::withdraw, .agent = agents_.serial.any()[row], .target = circle.target_serial});
        CircleQueue(layer_, number).remove(row);
        layer_.circles.marks.due[number] = long_ago; // another requester may be the first in the queue now
        layer_.proposals.left.push_back(number);
        agents_.wake.write_any()[row] |= wake_engagement;
    }

    void aim(uint32_t row, Serial enemy) {
        const AgentId target = agents_.id.any()[layer_.ids.row_of_serial(enemy)];
        if (agents_.target.any()[row] == target) return;
        agents_.target.write_any()[row] = target;
        agents_.target_since.write_any()[row] = layer_.clock.now;
        agents_.wake.write_any()[row] |= wake_target;
        events_.add({.type = EventType::target,
                     .cause = TargetCause::support,
                     .agent = agents_.serial.any()[row],
                     .target = enemy});
    }

    EngagementLayer& layer_;
    Agents& agents_;
    TeamIndex team_;
    ParallelLoops& loops_;
    EventWriter events_;
};

} // namespace

void survey_teams(EngagementLayer& layer, ParallelLoops& loops, EventWriter events) {
    const auto teams = static_cast<TeamIndex>(layer.kinds.team_names.size());
    for (TeamIndex team = 0; team < teams; ++team)
        if (next_on_schedule(team + 1u, between_surveys, layer.clock.previous_now) <= layer.clock.now)
            Survey(layer, team, loops, events).run();
}

} // namespace fray
