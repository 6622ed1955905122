#include "circles/circle_queue.h"

#include <algorithm>

namespace fray {

Lane& CircleQueue::lane_of(int32_t weight) {
    for (Lane& lane : circle_.lanes)
        if (lane.weight == weight) return lane;
    circle_.lanes.push_back(world_.circles.pool, Lane{.weight = weight});
    return circle_.lanes[circle_.lanes.size - 1];
}

/// Adds the agent at one end of its lane. At the back, `number` must be greater than all other numbers of the lane, at
/// the front less.
void CircleQueue::join(Row row, int64_t number, bool at_back) {
    const uint32_t index = world_.id[row].index;
    Lane& lane = lane_of(world_.kinds.archetypes[world_.archetype[row]].grid_weight);
    uint32_t& end = at_back ? lane.last : lane.first;
    world_.queue_links.change(row) = at_back ? QueueLinks{end, no_index} : QueueLinks{no_index, end};
    if (end != no_index)
        (at_back ? world_.queue_links.change(row_of(end)).after : world_.queue_links.change(row_of(end)).before) =
            index;
    else
        (at_back ? lane.first : lane.last) = index;
    end = index;
    ++lane.count;
    ++circle_.queued;
    world_.role.change(row) = Role::requester;
    world_.engagement.change(row).circle = number_;
    world_.joined.change(row).queue_number = number;
}

// Each lane has one clock, because all requesters of a weight are too heavy at the same time. An agent that joined
// after this clock had started has waited only since it joined, so the later of the two times counts.
int64_t CircleQueue::too_heavy_since(Row row) const {
    const int32_t weight = world_.kinds.archetypes[world_.archetype[row]].grid_weight;
    for (const Lane& lane : circle_.lanes)
        if (lane.weight == weight && lane.too_heavy_since != never)
            return std::max(lane.too_heavy_since, world_.engagement[row].place_since);
    return never;
}

void CircleQueue::end_pass() {
    for (Lane& lane : circle_.lanes) {
        if (lane.weight <= circle_.grid_free)
            lane.too_heavy_since = never;
        else if (lane.too_heavy_since == never)
            lane.too_heavy_since = world_.clock.now;
    }
}

void CircleQueue::push_back(Row row) {
    join(row, circle_.back++, true);
    world_.engagement.change(row).place_since = world_.clock.now;
    world_.engagement.change(row).clock.end();
}

void CircleQueue::push_front(Row row) {
    join(row, --circle_.front, false);
    world_.engagement.change(row).place_since = world_.clock.now;
    world_.engagement.change(row).clock.end();
}

void CircleQueue::restore(Row row, int64_t number) { join(row, number, true); }

void CircleQueue::remove(Row row) {
    const uint32_t index = world_.id[row].index;
    Lane& lane = lane_of(world_.kinds.archetypes[world_.archetype[row]].grid_weight);
    const QueueLinks mine = world_.queue_links[row];
    (mine.before != no_index ? world_.queue_links.change(row_of(mine.before)).after : lane.first) = mine.after;
    (mine.after != no_index ? world_.queue_links.change(row_of(mine.after)).before : lane.last) = mine.before;
    world_.queue_links.change(row) = {};
    --lane.count;
    --circle_.queued;
    if (circle_.reserver == index) circle_.reserver = no_index; // freed capacity is no longer kept for an agent
    int16_t& wait_slot = world_.wait_slot.change(row);
    if (wait_slot >= 0) circle_.slots[static_cast<uint32_t>(wait_slot)].leave_place(world_.wait_place[row]);
    wait_slot = -1;
    world_.role.change(row) = Role::none;
    world_.engagement.change(row).circle = no_index;
    world_.engagement.change(row).clock.end();
}

Row CircleQueue::first_within(int32_t greatest) const {
    Row best = Row::none();
    for (const Lane& lane : circle_.lanes) {
        if (lane.weight > greatest) continue;
        uint32_t index = lane.first;
        while (index != no_index && held_up(row_of(index))) index = world_.queue_links[row_of(index)].after;
        if (index == no_index) continue;
        const Row row = row_of(index);
        if (best == Row::none() || world_.joined[row].queue_number < world_.joined[best].queue_number) best = row;
    }
    return best;
}

void CircleQueue::begin_walk(Vector<uint32_t>& cursors) const {
    cursors.clear();
    for (const Lane& lane : circle_.lanes) cursors.push_back(lane.first);
}

Row CircleQueue::next_of_walk(Vector<uint32_t>& cursors, int32_t greatest) const {
    Row best = Row::none();
    uint32_t best_lane = 0;
    for (uint32_t lane = 0; lane < cursors.size(); ++lane) {
        if (cursors[lane] == no_index || circle_.lanes[lane].weight > greatest) continue;
        const Row row = row_of(cursors[lane]);
        if (best != Row::none() && world_.joined[row].queue_number > world_.joined[best].queue_number) continue;
        best = row;
        best_lane = lane;
    }
    if (best != Row::none()) cursors[best_lane] = world_.queue_links[best].after;
    return best;
}

bool CircleQueue::held_up(Row row) const {
    if (!circle_.may_hold_up(world_.clock.now)) return false;
    const int64_t since = world_.engagement[row].clock.held_up_since();
    return since != never && circle_.next_look(since) > world_.clock.now;
}

void CircleQueue::hold_up(Row row) {
    world_.engagement.change(row).clock.hold_up(world_.clock.now);
    circle_.held_up_at = world_.clock.now;
}

void CircleQueue::forget_wait_slots() {
    for (const Lane& lane : circle_.lanes)
        for (uint32_t index = lane.first; index != no_index; index = world_.queue_links[row_of(index)].after)
            world_.wait_slot.change(row_of(index)) = -1;
}

void CircleQueue::list_without_wait_slot(Vector<Row>& rows) const {
    for (const Lane& lane : circle_.lanes) {
        // Agents join only at the ends of a lane. So the agents without a wait slot are at its back and at its front,
        // and from each end the search stops at the first agent that has a wait slot.
        uint32_t index = lane.last;
        for (; index != no_index && world_.wait_slot[row_of(index)] < 0;
             index = world_.queue_links[row_of(index)].before)
            rows.push_back(row_of(index));
        if (index == no_index) continue;
        for (index = lane.first; world_.wait_slot[row_of(index)] < 0; index = world_.queue_links[row_of(index)].after)
            rows.push_back(row_of(index));
    }
}

void list_queue(const Circle& circle, const QueueView& world, Vector<Row>& rows) {
    rows.clear();
    for (const Lane& lane : circle.lanes)
        for (uint32_t index = lane.first; index != no_index; index = world.queue_links[world.ids.row[index]].after)
            rows.push_back(world.ids.row[index]);
    std::sort(rows.begin(), rows.end(),
              [&](Row a, Row b) { return world.joined[a].queue_number < world.joined[b].queue_number; });
}

} // namespace fray
