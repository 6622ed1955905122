#include "perception/promised_places.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray {

void PromisedPlaces::begin(uint32_t chunks, float widest) {
    cell_side_ = std::max(2.0f * widest, 0.1f);
    if (by_chunk_.size() < chunks) by_chunk_.resize(chunks);
    for (Vector<Place>& places : by_chunk_) places.clear();
}

void PromisedPlaces::add(uint32_t chunk, Place place) {
    place.cell = cell_of(place.position, 0, 0);
    by_chunk_[chunk].push_back(place);
}

void PromisedPlaces::finish() {
    places_.clear();
    for (const Vector<Place>& places : by_chunk_) places_.insert(places_.end(), places.begin(), places.end());
    std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) { return a.cell < b.cell; });
}

uint64_t PromisedPlaces::cell_of(Vec2 position, int dx, int dy) const {
    constexpr int64_t middle = int64_t{1} << 31;
    const auto x = static_cast<uint64_t>(static_cast<int64_t>(std::floor(position.x / cell_side_)) + dx + middle);
    const auto y = static_cast<uint64_t>(static_cast<int64_t>(std::floor(position.y / cell_side_)) + dy + middle);
    return y << 32 | (x & 0xffffffffu);
}

bool PromisedPlaces::leaves_no_room(Vec2 position, float radius, int16_t storey, uint32_t target) const {
    for (int dy = -1; dy <= 1; ++dy) {
        const uint64_t last = cell_of(position, 1, dy);
        auto at = std::lower_bound(places_.begin(), places_.end(), cell_of(position, -1, dy),
                                   [](const Place& place, uint64_t cell) { return place.cell < cell; });
        for (; at != places_.end() && at->cell <= last; ++at) {
            const float width = 0.9f * (radius + at->radius);
            if (at->target != target && at->storey == storey &&
                distance_squared(position, at->position) < width * width)
                return true;
        }
    }
    return false;
}

uint64_t PromisedPlaces::memory() const {
    uint64_t sum = places_.capacity() * sizeof(Place) + by_chunk_.capacity() * sizeof(Vector<Place>);
    for (const Vector<Place>& places : by_chunk_) sum += places.capacity() * sizeof(Place);
    return sum;
}

} // namespace fray
