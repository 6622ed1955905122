#include "combat/struck.h"

#include "bodies/bodies.h"
#include "storage/rules_math.h"
#include "ways/trees.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

constexpr uint32_t hits_per_chunk = 256;

/// Decides hits, one after the other.
class Striker {
public:
    Striker(const CollectView& world, StruckAgents& struck)
        : world_(world), others_(struck.hits), found_(struck.found) {}

    void decide(PendingHit& hit) {
        if (world_.life[hit.target_row] != Life::living) return; // despawned by this frame's apply_commands
        by_ = hit.attacker_row;
        target_ = hit.target_row;
        figures_ = &figures_of(world_, by_);
        friends_ = attack_of(world_, by_).friendly_fire;
        hit.misses = !strikes(target_);
        auto most = static_cast<size_t>(figures_->max_hits);
        if (!hit.misses && --most == 0) return;
        find_others();
        keep_first(found_, most);
        if (hit.misses && !found_.empty()) hit.target_row = Row::none();
        for (const StruckAgent& other : found_) {
            others_.push_back(hit);
            others_.back().target_row = other.row;
            others_.back().target_serial = other.serial;
            others_.back().misses = false;
        }
    }

private:
    bool strikes(Row other) const {
        return is_within_arc(world_, by_, figures_->half_arc, other) && world_.floor[other] == world_.floor[by_] &&
               distance_mm(world_, by_, other) <= hit_range_of_attack(world_, by_, other) &&
               !is_walled_off(world_, by_, other);
    }

    void find_others() {
        found_.clear();
        // The hit range on an agent that is as wide as any.
        const Archetype& kind = world_.kinds.archetypes[world_.archetype[by_]];
        const KeptAttack* const kept = kept_attack(world_, by_);
        const int32_t mm =
            kept != nullptr ? kept->hit_range_mm
                            : hit_range_of(kind, attack_of(world_, by_), reach_of(kind, greatest_touch(world_, by_)));
        const float reach = search_reach(static_cast<float>(mm) * 0.001f);
        const auto visit = [](void* self, uint32_t item, float bound_squared) {
            static_cast<Striker*>(self)->look_at(item);
            return bound_squared;
        };
        const TeamSet& enemies = world_.kinds.hostile[world_.team[by_]];
        search_teams(world_, friends_ ? TeamSet::all() : enemies, world_.position[by_], reach * reach, visit, this);
    }

    void look_at(uint32_t id_index) {
        const Row row = world_.ids.row[id_index];
        if (row == Row::none() || row == target_ || row == by_ || world_.life[row] != Life::living) return;
        if (!friends_ && !world_.kinds.is_hostile(world_.team[by_], world_.team[row])) return;
        if (!strikes(row)) return;
        const float squared = distance_squared(world_.position[by_], world_.position[row]);
        found_.push_back({0, millimetres(squared), world_.serial[row], row});
    }

    CollectView world_;
    Vector<PendingHit>& others_;
    Vector<StruckAgent>& found_;
    // The hit at hand.
    Row by_ = Row::none(), target_ = Row::none();
    const AttackFigures* figures_ = nullptr;
    bool friends_ = false; ///< it strikes friends, too
};

} // namespace

bool is_within_arc(const Views<Read<column::position, column::heading>>& world, Row row, float half_arc, Row other) {
    const Vec2 here = world.position[row], there = world.position[other];
    return half_arc >= all_round || here == there || std::abs(bearing(here, world.heading[row], there)) <= half_arc;
}

float damage_taken(const CombatFactorView& world, ArchetypeIndex by, int attack, float damage, Row row) {
    const ArchetypeDef& target = world.kinds.archetype_defs[world.archetype[row]];
    if (!target.body.damage_factors.empty() && attack >= 0) {
        const std::string& name = world.kinds.archetype_defs[by].attacks[static_cast<size_t>(attack)].damage_class;
        for (const DamageFactor& factor : target.body.damage_factors)
            if (factor.damage_class == name) damage = multiplied(damage, factor.factor);
    }
    return multiplied(damage, combat_factors(world, row).damage_taken);
}

int32_t hit_range_of_attack(const RangeView& world, Row row, Row target) {
    if (const KeptAttack* const kept = kept_attack(world, row)) return kept->hit_range_mm;
    const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
    const Archetype& target_kind = world.kinds.archetypes[world.archetype[target]];
    return hit_range_of(kind, attack_of(world, row), reach_of(world, row, kind, target, target_kind));
}

void decide_hits(const CollectView& world, ParallelLoops& loops, Vector<PendingHit>& hits) {
    strike_in_chunks<Striker>(world, loops, static_cast<uint32_t>(hits.size()), hits_per_chunk, hits,
                              [&](Striker& striker, uint32_t i) { striker.decide(hits[i]); });
    std::erase_if(hits, [](const PendingHit& hit) { return hit.target_row == Row::none(); });
}

} // namespace fray
