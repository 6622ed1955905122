#include "perception/promised_places.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fray {
namespace {

/// Empties a list. In the first seconds of a battle nearly every agent is on its way, later few are: so a list that has
/// become much too large gives its memory back.
void empty(Vector<PromisedPlaces::Place>& list) {
    constexpr size_t small = 1024, much = 16;
    if (list.capacity() > small && list.size() < list.capacity() / much)
        Vector<PromisedPlaces::Place>().swap(list);
    else
        list.clear();
}

} // namespace

void PromisedPlaces::begin(uint32_t chunks, float widest) {
    cell_side_ = std::max(2.0f * widest, 0.1f);
    if (by_chunk_.size() < chunks) by_chunk_.resize(chunks);
    for (Vector<Place>& places : by_chunk_) empty(places);
}

void PromisedPlaces::add(uint32_t chunk, Place place) { by_chunk_[chunk].push_back(place); }

void PromisedPlaces::finish() {
    size_t count = 0;
    for (const Vector<Place>& places : by_chunk_) count += places.size();
    empty(places_);
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

bool PromisedPlaces::leaves_no_room(Vec2 position, float radius, int16_t storey, uint32_t target) const {
    if (places_.empty()) return false;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const uint32_t bucket = bucket_of(position, dx, dy);
            for (uint32_t i = begin_[bucket]; i < begin_[bucket + 1]; ++i) {
                const Place& place = places_[i];
                const float width = 0.9f * (radius + place.radius);
                if (place.target != target && place.storey == storey &&
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
