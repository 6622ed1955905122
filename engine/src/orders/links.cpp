#include "orders/links.h"

#include "storage/column_hash.h"

#include <algorithm>

namespace fray {
namespace {

constexpr auto has_lower_number = [](const Link& link, int32_t number) { return link.number < number; };

} // namespace

const Link* Links::find(int32_t number) const {
    const auto at = std::lower_bound(list_.begin(), list_.end(), number, has_lower_number);
    return at != list_.end() && at->number == number ? &*at : nullptr;
}

void Links::set(int32_t number, const NavLinkDef& def) {
    Link link;
    link.ends[0] = def.from;
    link.ends[1] = def.to;
    link.floors[0] = def.from_floor;
    link.floors[1] = def.to_floor;
    link.number = number;
    link.capacity = def.capacity;
    link.radius = def.radius;
    link.interval = def.departure_interval;
    link.cost = def.cost;
    link.bidirectional = def.bidirectional;
    link.open = def.open;
    remove(number);
    list_.insert(std::lower_bound(list_.begin(), list_.end(), number, has_lower_number), link);
}

void Links::remove(int32_t number) {
    std::erase_if(list_, [number](const Link& link) { return link.number == number; });
}

Trip* Links::trip_of(AgentId agent) {
    if (agent.index >= by_id_.size() || by_id_[agent.index] == no_index) return nullptr;
    Trip& trip = trips_[by_id_[agent.index]];
    return trip.agent == agent ? &trip : nullptr;
}

void Links::make_trip(const Trip& trip) {
    const uint32_t index = trip.agent.index;
    if (index >= by_id_.size()) by_id_.resize(index + 1, no_index);
    if (by_id_[index] != no_index) remove_trip(trips_[by_id_[index]].agent); // of an agent that had this index
    by_id_[index] = static_cast<uint32_t>(trips_.size());
    trips_.push_back(trip);
}

void Links::remove_trip(AgentId agent) {
    Trip* const trip = trip_of(agent);
    if (trip == nullptr) return;
    *trip = trips_.back();
    by_id_[trip->agent.index] = by_id_[agent.index];
    by_id_[agent.index] = no_index;
    trips_.pop_back();
}

uint64_t Links::hash() const {
    uint64_t sum = 0;
    const auto add = [&sum](const auto& value) {
        sum += mix_bits(fold_element(0, reinterpret_cast<const std::byte*>(&value), sizeof value));
    };
    for (const Link& link : list_) add(link);
    for (const Trip& trip : trips_) add(trip);
    return sum;
}

uint64_t Links::memory() const {
    return list_.capacity() * sizeof(Link) + trips_.capacity() * sizeof(Trip) + by_id_.capacity() * sizeof(uint32_t);
}

void Links::clear() noexcept {
    list_.clear();
    trips_.clear();
    by_id_.clear();
}

bool Links::make_index(size_t ids) {
    by_id_.clear();
    if (!trips_.empty()) by_id_.resize(ids, no_index);
    for (size_t i = 0; i < trips_.size(); ++i) {
        const uint32_t index = trips_[i].agent.index;
        if (index >= ids || by_id_[index] != no_index) return false;
        by_id_[index] = static_cast<uint32_t>(i);
    }
    return true;
}

NavLinkDef def_of(const Link& link) {
    return {.from = link.ends[0],
            .to = link.ends[1],
            .from_floor = link.floors[0],
            .to_floor = link.floors[1],
            .radius = link.radius,
            .capacity = link.capacity,
            .departure_interval = link.interval,
            .cost = link.cost,
            .bidirectional = link.bidirectional != 0,
            .open = link.open != 0};
}

void name_floor(const FloorChanges& world, Row row, std::optional<int16_t> floor) {
    Links& links = world.links;
    links.remove_trip(world.id[row]);
    if (floor) links.make_trip({.agent = world.id[row], .floor = *floor});
    note_floor(world, row);
}

void note_floor(const FloorChanges& world, Row row) {
    Trip* const trip = world.links.trip_of(world.id[row]);
    const bool bound = trip != nullptr && trip->floor != world.floor[row];
    if (trip != nullptr) {
        trip->bound = trip->chooses = bound;
        trip->passage = no_passage;
    }
    if (world.orders[row].bound != bound) world.orders.change(row).bound = bound;
}

} // namespace fray
