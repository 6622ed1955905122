#include "ways/promised_places.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fray {
namespace {

constexpr uint32_t period = 1024; ///< frames

/// Is the list much larger than it had to be? `most`: the most that it has held lately.
bool is_far_too_large(const Vector<PromisedPlaces::Place>& list, size_t most) {
    constexpr size_t small = 1024, much = 16;
    return list.capacity() > small && most < list.capacity() / much;
}

} // namespace

void PromisedPlaces::begin(uint32_t chunks, float widest) {
    cell_side_ = std::max(2.0f * widest, 0.1f);
    if (by_chunk_.size() < chunks) by_chunk_.resize(chunks);
    // In the first seconds of a battle nearly every agent is on its way, later few are. So now and then lists that have
    // become much too large give their memory back: so seldom that a steady battle does not take it again.
    const bool tidy = ++frames_ % period == 0;
    for (const Vector<Place>& places : by_chunk_) most_in_chunk_ = std::max(most_in_chunk_, places.size());
    for (Vector<Place>& places : by_chunk_) {
        if (tidy && is_far_too_large(places, most_in_chunk_)) free_memory(places);
        places.clear();
    }
    most_ = std::max(most_, places_.size());
    if (!tidy) return;
    if (is_far_too_large(places_, most_)) free_memory(places_);
    most_ = most_in_chunk_ = 0;
}

void PromisedPlaces::add(uint32_t chunk, Place place) { by_chunk_[chunk].push_back(place); }

void PromisedPlaces::finish() {
    size_t count = 0;
    for (const Vector<Place>& places : by_chunk_) count += places.size();
    places_.resize(count);
    begin_.assign(std::bit_ceil(count) + 1, 0);
    for (const Vector<Place>& places : by_chunk_)
        for (const Place& place : places) ++begin_[bucket_of(place.position, 0, 0)];
    // Each entry is the end of its bucket's places, and counts down to their beginning.
    uint32_t sum = 0;
    for (uint32_t& end : begin_) end = sum += end;
    for (const Vector<Place>& places : by_chunk_)
        for (const Place& place : places) places_[--begin_[bucket_of(place.position, 0, 0)]] = place;
}

uint32_t PromisedPlaces::bucket_of(Vec2 position, int dx, int dy) const {
    const auto x = static_cast<uint64_t>(static_cast<int64_t>(std::floor(position.x / cell_side_)) + dx);
    const auto y = static_cast<uint64_t>(static_cast<int64_t>(std::floor(position.y / cell_side_)) + dy);
    return static_cast<uint32_t>(mix_bits(y << 32 | (x & 0xffffffffu)) & (begin_.size() - 2));
}

bool PromisedPlaces::leaves_no_room(Vec2 position, float radius, int16_t floor, uint32_t target) const {
    if (places_.empty()) return false;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const uint32_t bucket = bucket_of(position, dx, dy);
            for (uint32_t i = begin_[bucket]; i < begin_[bucket + 1]; ++i) {
                const Place& place = places_[i];
                const float width = 0.9f * (radius + place.radius);
                if (place.target != target && place.floor == floor &&
                    distance_squared(position, place.position) < width * width)
                    return true;
            }
        }
    return false;
}

uint64_t PromisedPlaces::memory() const {
    uint64_t sum = places_.capacity() * sizeof(Place) + begin_.capacity() * sizeof(uint32_t) +
                   by_chunk_.capacity() * sizeof(Vector<Place>);
    for (const Vector<Place>& places : by_chunk_) sum += places.capacity() * sizeof(Place);
    return sum;
}

} // namespace fray
