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
    Survey(const SupportChanges& world, TeamIndex team, ParallelLoops& loops, EventWriter events)
        : world_(world), team_(team), loops_(loops), events_(events) {}

    void run() {
        if (!list_candidates()) return;
        SupportMap& map = world_.proposals.map;
        map.draw(world_, team_, loops_);
        list_spares(map);
        auto& spares = world_.proposals.spares;
        if (spares.empty()) return;
        std::sort(spares.begin(), spares.end(), [&](Row a, Row b) { return world_.serial[a] < world_.serial[b]; });
        SupportMap::CellFinder cells(map);
        int32_t most = 0;
        for (const Row row : spares) {
            map.ask_for(cell_of(cells, row));
            most = std::max(most, kind_of(row).support_radius_mm);
        }
        map.find_ways(most, world_.terrain.ground.get(), loops_);
        for (const Row row : spares) send(map, row, cell_of(cells, row));
    }

private:
    const Archetype& kind_of(Row row) const { return world_.kinds.archetypes[world_.archetype[row]]; }
    Support& support_of(Row row) { return world_.support.change(row); }
    uint32_t cell_of(SupportMap::CellFinder& cells, Row row) const {
        return cells.cell_of(world_.position[row], world_.floor[row]);
    }

    /// Notes how long the team's agents have been where they are. Lists the spare agents and others that may be spare,
    /// by chunk: in a reserve far from the enemy nothing more need be known of these. Parallel over agents. False:
    /// there is no spare agent.
    bool list_candidates() {
        auto& lists = world_.proposals.chunk_spares;
        lists.resize(std::max<size_t>(lists.size(), world_.settings.chunks(world_.rows)));
        std::atomic<bool> any_spare = false;
        loops_.parallel_for(world_.rows, world_.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            list_candidates(lists[chunk], begin, end, any_spare);
        });
        return any_spare;
    }
    /// `any_spare`: becomes true if one of them is known to be spare.
    void list_candidates(SpareRows& list, uint32_t begin, uint32_t end, std::atomic<bool>& any_spare) {
        list.rows.reserve(world_.settings.chunk_size); // so that no later survey allocates
        list.rows.clear();
        list.supporting = 0;
        for (Row row{begin}; row < end; ++row) {
            if (world_.team[row] != team_ || world_.life[row] != Life::living) continue;
            const Support was = world_.support[row];
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
        const std::span lists(world_.proposals.chunk_spares.data(), world_.settings.chunks(world_.rows));
        loops_.parallel_for(static_cast<uint32_t>(lists.size()), 1, [&](uint32_t chunk, uint32_t, uint32_t) {
            Vector<Row>& rows = lists[chunk].rows;
            const auto others = rows.begin() + lists[chunk].supporting;
            if (!map.may_reach_from_chunk(chunk)) {
                rows.erase(others, rows.end());
                return;
            }
            SupportMap::CellFinder cells(map);
            const auto decides_nothing = [&](Row row) {
                return !map.may_reach(cell_of(cells, row), kind_of(row).support_radius_mm) || !has_nothing_to_do(row);
            };
            rows.erase(std::remove_if(others, rows.end(), decides_nothing), rows.end());
        });
        auto& spares = world_.proposals.spares;
        spares.clear();
        for (const SpareRows& of : lists) spares.insert(spares.end(), of.rows.begin(), of.rows.end());
    }

    /// Counts the surveys in which the agent has stayed at its mark (rule update_mark).
    void note_position(Row row, Support& support) const {
        const Vec2 here = world_.position[row];
        if (support.marked != 0 && distance_squared(here, support.mark) <= mark_squared) {
            if (support.count < idle_after) ++support.count;
            return;
        }
        support.mark = here;
        support.marked = 1;
        support.count = 0;
    }

    /// Does the agent go on supporting (rule ceases_to_support)? `support`: that of the row, which the caller writes.
    bool goes_on(Row row, Support& support) const {
        const bool stuck = support.count >= stuck_after;
        if (stuck) support.count = 0;
        const bool goes_on = !stuck && can_support(row);
        if (!goes_on) cease(row, support);
        return goes_on;
    }

    /// Is the agent free to go elsewhere (rule can_support)?
    bool can_support(Row row) const {
        const AgentState state = world_.state[row];
        if (state != AgentState::idle && state != AgentState::pursue && state != AgentState::roam) return false;
        const Role role = world_.role[row];
        if (role != Role::none && role != Role::requester) return false;
        const Orders& orders = world_.orders[row];
        const StoredOrder order = orders.kind;
        if (order != StoredOrder::free && order != StoredOrder::advance) return false;
        if (!world_.clock.reached(world_.engagement[row].rest_until)) return false;
        if (world_.monster && world_.monster[row].table != no_monster) return false;
        const SquadTraits* const traits = world_.squads.traits_of(world_.squad[row]);
        return traits == nullptr || (mood_of(world_.squads, *traits, true, order) == SquadMood::steady &&
                                     !is_led(world_, *traits, row, true, order, state, world_.attack[row]) &&
                                     !following_of(world_, traits, row, orders).follows());
    }

    /// False: an agent that does not support has something to do. Looks only at what is at hand. `support`: that of the
    /// row.
    bool may_be_spare(Row row, const Support& support) const {
        return world_.target[row] ? support.count >= idle_after : world_.scan_due[row] == 0;
    }

    /// Can an agent that may be spare support, and has it nothing else to do (rule is_spare)?
    bool has_nothing_to_do(Row row) const {
        if (!can_support(row)) return false;
        const AgentId target = world_.target[row];
        return !target || (world_.clock.reached(world_.target_since[row] + kind_of(row).target_dwell_time) &&
                           kind_of(world_.ids.row[target.index]).fights_in_slots() &&
                           (world_.role[row] == Role::none || !is_first(row)));
    }

    /// Is the requester the first of all in its queue?
    bool is_first(Row row) const {
        for (const Lane& lane : world_.circles[world_.engagement[row].circle].lanes)
            if (lane.first != no_index &&
                world_.joined[world_.ids.row[lane.first]].queue_number < world_.joined[row].queue_number)
                return false;
        return true;
    }

    /// Sends a spare agent on its way, if there is one.
    void send(const SupportMap& map, Row row, uint32_t cell) {
        const int32_t cost = map.cost(cell);
        if (cost == 0 || cost > kind_of(row).support_radius_mm) {
            if (world_.support[row].supports != 0) cease(row, support_of(row));
            if (cost == 0 && world_.role[row] == Role::none) aim(row, map.enemy(cell));
            return;
        }
        if (world_.role[row] == Role::requester) leave_queue(row);
        aim(row, map.enemy(cell));
        Support& support = support_of(row);
        if (support.supports == 0) support.count = 0;
        support.supports = 1;
        support.waypoint = map.waypoint(cell);
        world_.wake.change(row) |= wake_target; // it has another goal
    }

    void cease(Row row, Support& support) const {
        if (support.supports == 0) return;
        support.supports = 0;
        world_.wake.change(row) |= wake_target;
    }

    void leave_queue(Row row) {
        const uint32_t number = world_.engagement[row].circle;
        const Circle& circle = world_.circles[number];
        events_.add({.type = EventType::withdraw, .agent = world_.serial[row], .target = circle.target_serial});
        CircleQueue(world_, number).remove(row);
        world_.circles.marks.due[number] = long_ago; // another requester may be the first in the queue now
        world_.proposals.left.push_back(number);
        world_.wake.change(row) |= wake_engagement;
    }

    void aim(Row row, Serial enemy) {
        const AgentId target = world_.id[world_.ids.row_of_serial(enemy)];
        if (world_.target[row] == target) return;
        world_.target.change(row) = target;
        world_.target_since.change(row) = world_.clock.now;
        world_.wake.change(row) |= wake_target;
        events_.add(
            {.type = EventType::target, .cause = TargetCause::support, .agent = world_.serial[row], .target = enemy});
    }

    SupportChanges world_;
    TeamIndex team_;
    ParallelLoops& loops_;
    EventWriter events_;
};

} // namespace

void survey_teams(ParallelLoops& loops, const SupportChanges& world) {
    const EventWriter events = world.log.writer(FrameSystem::commit, world.log.open(FrameSystem::commit, 1));
    const auto teams = static_cast<TeamIndex>(world.kinds.team_names.size());
    for (TeamIndex team = 0; team < teams; ++team)
        if (next_on_schedule(team + 1u, between_surveys, world.clock.previous_now) <= world.clock.now)
            Survey(world, team, loops, events).run();
}

} // namespace fray
