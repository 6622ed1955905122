// commit: support.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray::model {

namespace {

constexpr float cell_size = 5.0f;
constexpr int64_t survey_interval = 500'000;
constexpr int64_t crowd_without_cost = 5'000'000; ///< mm^2
constexpr int64_t crowd_per_mm = 1250;            ///< mm^2
constexpr int most_friends_in_opening = 1;
constexpr int greatest_count = 6;
constexpr int stuck_count = 4;
constexpr int spare_count = 6;
constexpr int cells_to_waypoint = 3;

// A way to a neighbour: by how many cells in x and in y.
struct Way {
    int x = 0, y = 0;
    bool diagonal() const { return x != 0 && y != 0; }
    int64_t length() const { return diagonal() ? 7071 : 5000; }
};

// In the order of `next_cell`.
constexpr std::array<Way, 8> ways = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};

// mm
int64_t support_radius(const ArchetypeDef& def) {
    return millimetres_of(def.perception.support_radius != 0.0f ? def.perception.support_radius
                                                                : def.perception.alert_radius);
}

} // namespace

// # Support
// In a battle of many against many, agents that have nothing to do help where the enemy's line is open: at its ends,
// and in its back if they can get there. A *survey* of a team draws a map of cells, finds the openings, and sends the
// team's spare agents to them.

/// The surveys of a team fall on times as the scans of a squad do (`falls_due`), with an interval of 0.5 s and n = the
/// team's number + 1 (from 0). Teams are surveyed in the order of their numbers, each on what the team before has left.
void ReferenceModel::commit_support() {
    for (int team = 0; team < teams_; ++team)
        if (falls_due(team + 1, survey_interval)) survey_of_team(static_cast<TeamIndex>(team));
}

/// After the map, the living agents of the team come: `update_mark`, `ceases_to_support` if it supports (an agent that
/// is stuck is not spare in this survey), and `is_spare`. Then the spare agents, by serial: `send_to_opening`.
void ReferenceModel::survey_of_team(TeamIndex team) {
    const SupportMap map = draw_map(team);
    std::vector<Serial> spares;
    for (auto& [serial, agent] : agents_) {
        if (agent.team != team || !agent.living()) continue;
        update_mark(agent);
        const bool stuck = agent.supports && ceases_to_support(agent);
        if (!stuck && is_spare(agent)) spares.push_back(serial);
    }
    for (const Serial serial : spares) send_to_opening(map, agents_.at(serial));
}

// ## The map

/// Each floor is divided into square *cells* of 5 m, each with eight *neighbours*. The cell of a point p is the pair of
/// whole numbers (floor(p.x / 5), floor(p.y / 5)), with float quotients.
ReferenceModel::Cell ReferenceModel::cell_of(const Agent& agent) {
    return {agent.floor, static_cast<int>(std::floor(agent.position.x / cell_size)),
            static_cast<int>(std::floor(agent.position.y / cell_size))};
}

/// The *centre* of a cell is (the whole number as float + 0.5) * 5 in x and in y.
Vec2 ReferenceModel::centre_of(const Cell& cell) {
    return {(static_cast<float>(cell.x) + 0.5f) * cell_size, (static_cast<float>(cell.y) + 0.5f) * cell_size};
}

/// A cell is *hostile* if a living agent of a team hostile to the surveying team stands in it. (A team that is hostile
/// to itself supports nowhere.) The *crowd* of a cell is the sum of d * d over the living agents of the surveying team
/// in it; d is 2 * mm(radius).
ReferenceModel::SupportMap ReferenceModel::draw_map(TeamIndex team) {
    SupportMap map;
    for (const auto& [serial, agent] : agents_) { // by serial, so that the lowest engaged enemy of a cell stays
        if (!agent.living()) continue;
        const Cell cell = cell_of(agent);
        CellData& data = map.cells[cell];
        if (agent.team == team) {
            const int64_t d = 2 * int64_t{millimetres_of(radius_of(agent))};
            ++data.friends;
            data.crowd += d * d;
        }
        if (hostile_[team][agent.team]) data.hostile = true;
        if (data.engaged == no_serial && is_engaged_enemy(team, agent)) data.engaged = serial;
        const auto [box, is_new] = map.boxes.try_emplace(cell.floor, Box{cell, cell});
        if (is_new) continue;
        Box& all = box->second;
        all.low = {cell.floor, std::min(all.low.x, cell.x), std::min(all.low.y, cell.y)};
        all.high = {cell.floor, std::max(all.high.x, cell.x), std::max(all.high.y, cell.y)};
    }
    find_costs(map);
    return map;
}

/// A living agent that fights in slots, is of a team hostile to the surveying team, and has a living target of the
/// surveying team.
bool ReferenceModel::is_engaged_enemy(TeamIndex team, const Agent& agent) const {
    return agent.living() && fights_in_slots(agent) && hostile_[team][agent.team] && living(agent.target) &&
           agents_.at(agent.target).team == team;
}

// The cell, or an empty cell.
ReferenceModel::CellData ReferenceModel::data_of(const SupportMap& map, const Cell& cell) {
    const auto found = map.cells.find(cell);
    return found == map.cells.end() ? CellData{} : found->second;
}

/// A cell that is not hostile, has at most one living agent of the surveying team in it, and an engaged enemy
/// (`is_engaged_enemy`) in a neighbour.
bool ReferenceModel::is_opening(const SupportMap& map, const Cell& cell) {
    const CellData data = data_of(map, cell);
    return !data.hostile && data.friends <= most_friends_in_opening && enemy_of_opening(map, cell) != no_serial;
}

/// Of the engaged enemies in the neighbours of an opening, that with the lowest serial.
Serial ReferenceModel::enemy_of_opening(const SupportMap& map, const Cell& cell) {
    Serial lowest = no_serial;
    for (const Way& way : ways) {
        const Serial engaged = data_of(map, {cell.floor, cell.x + way.x, cell.y + way.y}).engaged;
        if (engaged != no_serial && (lowest == no_serial || engaged < lowest)) lowest = engaged;
    }
    return lowest;
}

/// A *step* leads from a cell to a neighbour. Neither may be hostile; with a diagonal step, nor the two other cells
/// that touch both. With a ground, the straight way from centre to centre must be clear. Islands make no difference.
bool ReferenceModel::step_possible(const SupportMap& map, const Cell& from, const Cell& to) {
    if (data_of(map, from).hostile || data_of(map, to).hostile) return false;
    const bool diagonal = from.x != to.x && from.y != to.y;
    if (diagonal &&
        (data_of(map, {from.floor, to.x, from.y}).hostile || data_of(map, {from.floor, from.x, to.y}).hostile))
        return false;
    return ground_ == nullptr || ground_->clear(centre_of(from), centre_of(to));
}

/// A step that leaves a cell costs (the cell's crowd - 5 000 000) / 1250 mm more, rounded down; 0 if that is negative.
///
/// *Example.* A soldier of 0.4 m has a crowd of 640 000 (d is 800), so a cell with 15 of them has 9 600 000 and costs
/// 3680 mm more than its step; a cell with seven or fewer costs nothing more. A spare agent behind its own line, ten
/// cells from its end, with a support radius of 100 m, finds a way of about 90 m through its friends or 70 m around
/// them, and takes the shorter.
int64_t ReferenceModel::cost_of_crowd(const SupportMap& map, const Cell& cell) {
    return std::max<int64_t>(data_of(map, cell).crowd - crowd_without_cost, 0) / crowd_per_mm;
}

/// The *cost* of an opening is 0. That of any other cell is the least sum, over its possible steps, of the cost of the
/// cell to which the step leads, the length of the step (5000; diagonal 7071), and `cost_of_crowd` of the cell itself:
/// a length in mm. Cells from which no opening can be reached have none.
void ReferenceModel::find_costs(SupportMap& map) {
    // From the openings outwards, the cell of least cost first. Left out is what changes no result: costs beyond every
    // support radius and, without ground, cells more than one cell beyond all agents.
    int64_t most = 0;
    for (const ArchetypeDef& def : definitions_.archetypes) most = std::max(most, support_radius(def));
    std::set<std::pair<int64_t, Cell>> border;
    for (const auto& [cell, data] : map.cells) {
        if (data.engaged == no_serial) continue;
        for (const Way& way : ways) {
            const Cell neighbour = {cell.floor, cell.x + way.x, cell.y + way.y};
            if (!is_opening(map, neighbour)) continue;
            map.costs[neighbour] = 0;
            border.insert({0, neighbour});
        }
    }
    while (!border.empty()) {
        const auto [cost, to] = *border.begin();
        border.erase(border.begin());
        for (const Way& way : ways) {
            const Cell from = {to.floor, to.x - way.x, to.y - way.y};
            if ((ground_ == nullptr && !near_agents(map, from)) || !step_possible(map, from, to)) continue;
            const int64_t sum = cost + way.length() + cost_of_crowd(map, from);
            if (sum > most) continue;
            const auto [found, is_new] = map.costs.try_emplace(from, sum);
            if (!is_new && found->second <= sum) continue;
            border.erase({found->second, from});
            found->second = sum;
            border.insert({sum, from});
        }
    }
}

// Whether the cell is at most one cell beyond all agents of its floor.
bool ReferenceModel::near_agents(const SupportMap& map, const Cell& cell) {
    const Box& box = map.boxes.at(cell.floor);
    return box.low.x - 1 <= cell.x && cell.x <= box.high.x + 1 && box.low.y - 1 <= cell.y && cell.y <= box.high.y + 1;
}

/// The *next* cell of a cell is where the step with the least sum of `find_costs` leads. Of several, it is the first in
/// this order: +x, +y, -x, -y, +x +y, -x +y, -x -y, +x -y.
ReferenceModel::Cell ReferenceModel::next_cell(const SupportMap& map, const Cell& cell) {
    std::optional<std::pair<int64_t, Cell>> least;
    for (const Way& way : ways) {
        const Cell to = {cell.floor, cell.x + way.x, cell.y + way.y};
        const auto cost = map.costs.find(to);
        if (cost == map.costs.end() || !step_possible(map, cell, to)) continue;
        const int64_t sum = cost->second + way.length();
        if (!least || sum < least->first) least = {sum, to};
    }
    return least->second;
}

// ## Spare agents

/// A living agent with a mark (`has_mark`) can support if:
/// - its order is `free` or `advance`, and it follows no monster;
/// - it is not led, does not waver, and is no follower;
/// - it is in state idle, pursue or roam, its role is none or requester, and it does not rest.
bool ReferenceModel::can_support(const Agent& agent) const {
    if (!agent.living() || !has_mark(agent)) return false;
    if (agent.order.kind != OrderKind::free && agent.order.kind != OrderKind::advance) return false;
    if (agent.monster || led(agent) || wavers(agent) || follower(agent)) return false;
    if (agent.state != AgentState::idle && agent.state != AgentState::pursue && agent.state != AgentState::roam)
        return false;
    return (agent.role == Role::none || agent.role == Role::requester) && !rests(agent);
}

/// Agents of a managed archetype with a brain, `supports`, and a targeting other than `sight` and `threat` have a
/// *mark*, a point, and a *count*. Both stay when the agent joins another squad or a reload changes its archetype.
bool ReferenceModel::has_mark(const Agent& agent) const {
    const ArchetypeDef& def = archetype_of(agent);
    return def.perception.supports && !keeps_to_its_target(agent) && def.engagement.managed && def.autonomous;
}

/// Without a mark yet, or if `distance_squared(position, mark) > 1` (float), the mark becomes the position, and the
/// count 0. Otherwise the count grows by one, up to 6.
void ReferenceModel::update_mark(Agent& agent) {
    if (!has_mark(agent)) return;
    if (agent.mark && !(distance_squared(agent.position, *agent.mark) > 1.0f)) {
        agent.mark_count = std::min(agent.mark_count + 1, greatest_count);
        return;
    }
    agent.mark = agent.position;
    agent.mark_count = 0;
}

/// It ceases to support if it cannot any more (`can_support`), or if its count is 4 or more: it is *stuck*. Then its
/// count is 0 again.
bool ReferenceModel::ceases_to_support(Agent& agent) {
    const bool stuck = agent.mark_count >= stuck_count, can = can_support(agent);
    if (stuck) agent.mark_count = 0;
    agent.supports = can && !stuck;
    return stuck;
}

/// A *spare agent* `can_support` and has nothing else to do. It supports already, or has no target and is not flagged
/// to scan, or all of this holds:
/// - its target fights in slots;
/// - it changed its target at least `target_dwell_time` ago;
/// - its count is 6 or more;
/// - it is not the first in the queue of its circle.
bool ReferenceModel::is_spare(const Agent& agent) {
    if (!can_support(agent)) return false;
    if (agent.supports) return true;
    if (agent.target == no_serial) return !agent.flagged;
    if (!fights_in_slots(agents_.at(agent.target)) || agent.mark_count < spare_count) return false;
    if (!reached(agent.target_since + microseconds_of(archetype_of(agent).perception.target_dwell_time))) return false;
    return agent.role != Role::requester || circles_.at(agent.circle).queue.front() != agent.serial;
}

/// The *opening* of an agent is the cell that it comes to from next cell to next cell (`next_cell`). Its own cell
/// decides:
/// - With a cost that is not 0 and at most mm(`support_radius`; unless given, `alert_radius`) the agent *supports*. If
///   it did not before, its count becomes 0. A requester leaves its queue: event withdraw. Its target is the enemy of
///   its opening (`enemy_of_opening`). Its *waypoint* is the centre of the third next cell, or of its opening if this
///   comes sooner.
/// - Otherwise it ceases to support. With cost 0 and role none its target is the enemy of this opening.
void ReferenceModel::send_to_opening(const SupportMap& map, Agent& agent) {
    const Cell cell = cell_of(agent);
    const auto cost = map.costs.find(cell);
    const bool has_cost = cost != map.costs.end();
    const int64_t most = support_radius(archetype_of(agent));
    if (!has_cost || cost->second == 0 || cost->second > most) {
        agent.supports = false;
        if (has_cost && cost->second == 0 && agent.role == Role::none)
            take_supported_target(agent, enemy_of_opening(map, cell));
        return;
    }
    if (!agent.supports) agent.mark_count = 0;
    if (agent.role == Role::requester) {
        emit(EventType::withdraw, agent, agent.circle);
        leave_queue(agent);
    }
    agent.supports = true;
    Cell opening = cell, waypoint = cell;
    for (int n = 0; map.costs.at(opening) != 0; ++n) {
        opening = next_cell(map, opening);
        if (n < cells_to_waypoint) waypoint = opening;
    }
    take_supported_target(agent, enemy_of_opening(map, opening));
    agent.waypoint = centre_of(waypoint);
}

/// Event target, cause support, if this is a change.
void ReferenceModel::take_supported_target(Agent& agent, Serial target) {
    if (agent.target != target) change_target(agent, target, Cause::support);
}

// ## What supporting means
// An agent that supports does not request, and in pursue runs to its waypoint. This ends in a survey, or when its
// target changes, or becomes none, with cause ordered, led, routed or returned.

/// An agent that supports keeps its target, and does not scan, while the target is living, hostile to it and on its
/// floor, unless an order of the agent has ended in this frame. A flag to scan stays until it supports no more. If its
/// target dies it scans for another, and the next survey aims it anew.
bool ReferenceModel::keeps_supported_target(const Agent& agent) const {
    if (!agent.supports || agent.target == no_serial) return false;
    const Agent& target = agents_.at(agent.target);
    return target.living() && hostile_[agent.team][target.team] && target.floor == agent.floor;
}

} // namespace fray::model
