// Attacks of unmanaged agents that class limits count (`CircleDef::limits_unmanaged`, rule answer_wishes).
//
// Such an agent has no token. It asks before it begins an attack of a class that is limited at its target's circle, and
// resolve_hits answers. The answers are in a list and not in columns, because few agents have one.
#pragma once

#include "circles/circle_views.h"
#include "storage/id_table.h"

#include <algorithm>
#include <cstdint>

namespace fray {

/// The answer to an agent that wants to attack.
struct LimitedAttack {
    uint32_t agent = no_index, target = no_index; ///< indices of their ids
    int32_t attack = 0;                           ///< number in the table of the agent
    int32_t granted = 0;                          ///< 1: it may begin, and counts for the limit. 0: the class was full
    uint64_t until = 0;                           ///< the last frame in which it may begin, or not ask again
};

struct LimitedAttacks {
    Vector<LimitedAttack> list; ///< ascending by agent

    /// The answer to an agent; null: it has none.
    const LimitedAttack* find(uint32_t agent) const {
        const auto at = std::lower_bound(list.begin(), list.end(), agent,
                                         [](const LimitedAttack& one, uint32_t value) { return one.agent < value; });
        return at != list.end() && at->agent == agent ? &*at : nullptr;
    }
};

FRAY_PART(LimitedAttacks, limited_attacks, Field::limited_attacks);

/// For code that counts attacks by class.
struct ClassView : Views<Read<column::archetype, column::attack>, const Kinds, const IdTable, const LimitedAttacks> {
    using Views::Views;
};

/// How many attacks of a class count at a target: those with a token at its circle (null: it has none), and those of
/// unmanaged agents that have the answer that they may.
inline int32_t attacks_of_class(const ClassView& world, const Circle* circle, uint32_t target, int16_t attack_class) {
    int32_t count = 0;
    const auto add = [&](uint32_t agent, int32_t attack) {
        const Archetype& kind = world.kinds.archetypes[world.archetype[world.ids.row[agent]]];
        count += attack >= 0 && kind.attacks[static_cast<size_t>(attack)].attack_class == attack_class;
    };
    const auto has_token = [&](uint32_t agent) { add(agent, world.attack[world.ids.row[agent]]); };
    if (circle != nullptr) {
        std::for_each(circle->token_queue.begin(), circle->token_queue.end(), has_token);
        std::for_each(circle->strikers.begin(), circle->strikers.end(), has_token);
    }
    for (const LimitedAttack& one : world.limited_attacks.list)
        if (one.target == target && one.granted != 0) add(one.agent, one.attack);
    return count;
}

} // namespace fray
