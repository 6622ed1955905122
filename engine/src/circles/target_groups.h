// Work grouped by target, in resolve_hits: lists of keys with the target's serial in the high half are sorted, and the
// groups are worked on in parallel.
#pragma once

#include "circles/circle_views.h"
#include "storage/id_table.h"
#include "storage/sort_keys.h"

namespace fray {

// In a chunk of the parallel loops: targets, and agents of a list.
inline constexpr uint32_t groups_per_chunk = 64, rows_per_chunk = 256;

/// Working memory of resolve_hits.
struct TargetGroups {
    Vector<uint64_t> keys;   ///< sort keys: the target's serial in the high half
    Vector<uint32_t> begins; ///< for each target, its first index in `keys`; last, their number
    SortScratch scratch;
    Vector<Vector<WorldReturn>> world_returns; ///< released tokens with cooldowns of the world to give back, by chunk

    uint32_t count() const { return static_cast<uint32_t>(begins.size()) - 1; }
    void sort(ParallelLoops& loops) { sort_keys(loops, keys, scratch); }
    /// Fills `begins`. The keys are sorted.
    void group() {
        begins.clear();
        for (uint32_t i = 0; i < keys.size(); ++i)
            if (i == 0 || keys[i] >> 32 != keys[i - 1] >> 32) begins.push_back(i);
        begins.push_back(static_cast<uint32_t>(keys.size()));
    }
};

FRAY_PART(TargetGroups, target_groups, Field::settling);

/// For code that looks from agents to their circles and to the targets that they fight.
struct OpponentView : Views<Read<column::serial, column::archetype, column::target, column::engagement, column::attack>,
                            const IdTable, const Circles> {
    using Views::Views;
};

/// A sort key: ascending by `first`, then by `second`. Serials are not negative.
inline uint64_t pair_key(Serial first, Serial second) {
    return static_cast<uint64_t>(static_cast<uint32_t>(first)) << 32 | static_cast<uint32_t>(second);
}

/// The halves of a key of `pair_key`.
inline Serial first_of(uint64_t key) { return static_cast<Serial>(key >> 32); }
inline Serial second_of(uint64_t key) { return static_cast<Serial>(key); }

/// Fills `out` with what `of(row)` returns for each of these rows, in parallel. The prefetches are those of
/// `visit_ahead`.
template <typename Item, typename Of, typename... Prefetches>
void list_for_each(const Vector<Row>& rows, Vector<Item>& out, ParallelLoops& loops, Of&& of,
                   Prefetches&&... prefetches) {
    const auto count = static_cast<uint32_t>(rows.size());
    out.resize(count);
    loops.parallel_for(count, rows_per_chunk, [&](uint32_t, uint32_t begin, uint32_t end) {
        Item* item = out.data() + begin;
        visit_ahead(
            rows.data() + begin, end - begin, [&](Row row) { *item++ = of(row); }, prefetches...);
    });
}

/// Prefetches an agent's circle; what belongs to the agent itself was prefetched before.
inline void prefetch_circle(const OpponentView& world, Row row) {
    const uint32_t circle = world.engagement[row].circle;
    if (circle != no_index) prefetch(&world.circles[circle]);
}

} // namespace fray
