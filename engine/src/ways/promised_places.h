// Promised places: the slots in a melee that holders are on their way to (rules promise_places and promised_to_others).
// Circles of neighbours in a line of battle overlap, so slots of two circles may be the same place. Admission asks here
// before it gives such a slot away.
//
// The places are listed anew in every frame: classify_distances adds them from many threads, then deals them out to
// buckets by their cells. Whether a point is promised does not depend on the order.
#pragma once

#include "host_memory.h"
#include "storage/agents.h"
#include "storage/fields.h"

#include <cstdint>

namespace fray {

class PromisedPlaces {
public:
    struct Place {
        Vec2 position{};     ///< m
        float radius = 0.0f; ///< m: of the body of the agent that the place is promised to
        uint32_t target = 0; ///< index of the target's id, which names the circle
        int16_t floor = 0;
    };

    /// Forgets all places. `chunks`: how many threads at most add places in this frame, each with a number of its own.
    /// `widest`: m, the greatest body radius in the world.
    void begin(uint32_t chunks, float widest);
    void add(uint32_t chunk, Place place);
    /// The places that were added with this number.
    Vector<Place>& of_chunk(uint32_t chunk) { return by_chunk_[chunk]; }
    /// Ends a frame's additions.
    void finish();

    /// Is a place promised, at a circle other than that of `target`, to an agent that would leave no room at `position`
    /// for an agent of this radius (m)? Many threads may ask at once.
    bool leaves_no_room(Vec2 position, float radius, int16_t floor, uint32_t target) const;

    uint64_t memory() const;

private:
    /// The bucket of the square cell that is so many cells away from that of a position. Cells share buckets.
    uint32_t bucket_of(Vec2 position, int dx, int dy) const;

    float cell_side_ = 1.0f; ///< m: two places that leave no room for each other are at most a cell apart
    Vector<Vector<Place>> by_chunk_;
    Vector<Place> places_;         ///< by bucket
    Vector<uint32_t> begin_{0, 0}; ///< by bucket: index of its first place; an extra entry at the end
    uint32_t frames_ = 0;
    size_t most_ = 0, most_in_chunk_ = 0; ///< places, since lists last gave memory back
};

FRAY_PART(PromisedPlaces, promised, Field::trees);

} // namespace fray
