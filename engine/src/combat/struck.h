// What blows strike (rule strike_bodies). What projectiles strike: flights.h.
#pragma once

#include "combat/systems.h"
#include "terrain/reach.h"

#include <algorithm>

namespace fray {

/// Decides what the hits of this frame strike. At first each is aimed at its target; afterwards `PendingHit::misses`
/// holds, and hits on other agents are added. Parallel over hits.
void decide_hits(const CollectView& world, ParallelLoops& loops, Vector<PendingHit>& hits);

/// m: how far a search must reach for all agents within `distance`.
inline float search_reach(float distance) { return distance * 1.0001f + 0.003f; }
/// mm: the agent's touch with one that is as wide as any.
inline int32_t greatest_touch(const BodyView& world, Row row) {
    return millimetres_of(radius_of(world, row) + widest_radius(world)) + 2;
}

/// Sorts what was found, perhaps twice, and keeps the first of it.
inline void keep_first(Vector<StruckAgent>& found, size_t most) {
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found.size() > most) found.resize(most);
}

/// Makes a Worker for each chunk of [0, count), calls visit(worker, i) for its items, and appends the hits of all
/// chunks.
template <typename Worker, typename Visit>
void strike_in_chunks(const CollectView& world, ParallelLoops& loops, uint32_t count, uint32_t size,
                      Vector<PendingHit>& hits, Visit&& visit) {
    const uint32_t chunks = ParallelLoops::chunk_count(count, size);
    Vector<StruckAgents>& struck = world.combat.settling.struck;
    if (struck.size() < chunks) struck.resize(chunks);
    loops.parallel_for(count, size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        struck[chunk].hits.clear();
        Worker worker(world, struck[chunk]);
        for (uint32_t i = begin; i < end; ++i) visit(worker, i);
    });
    for (uint32_t chunk = 0; chunk < chunks; ++chunk)
        hits.insert(hits.end(), struck[chunk].hits.begin(), struck[chunk].hits.end());
}

/// Is the other agent within this half arc (rad) of where the agent faces (rule strikes)?
bool is_within_arc(const Views<Read<column::position, column::heading>>& world, Row row, float half_arc, Row other);

/// What a hit of `damage` does to the agent of `row` (rule damage_taken). `by` and `attack`: the archetype of the
/// attacker, and the index of the attack in its table; less than 0: it has no class.
float damage_taken(const CombatFactorView& world, ArchetypeIndex by, int attack, float damage, Row row);

/// mm: the greatest distance at which the hit of the agent's attack counts.
int32_t hit_range_of_attack(const RangeView& world, Row row, Row target);

} // namespace fray
