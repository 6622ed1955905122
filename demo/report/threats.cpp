#include "threats.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace fray::demo {
namespace {

bool before(const ThreatRow& a, const ThreatRow& b) {
    return std::pair(a.agent, a.attacker) < std::pair(b.agent, b.attacker);
}

int32_t hundredths(double value) { return static_cast<int32_t>(std::llround(std::clamp(value * 100.0, -1e9, 1e9))); }

} // namespace

bool has_threats(const World& world) {
    for (size_t i = 0; i < world.archetype_count(); ++i)
        if (world.archetype(static_cast<ArchetypeIndex>(i)).perception.targeting == Targeting::threat) return true;
    return false;
}

void take_threats(const World& world, const KeptAgents& kept, std::vector<ThreatRow>& threats) {
    // The points fade in straight lines from half-life to half-life (rule points_of), those of the page along a curve.
    constexpr double slack = 0.0143; // half-lives in which points fade by 1 %
    const std::vector<ThreatRow> known = std::move(threats);
    threats.clear();
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const PerceptionDef& perception = world.archetype(world.archetypes()[row]).perception;
        if (perception.targeting != Targeting::threat) continue;
        const int32_t index = kept.index_of(world.serials()[row]);
        if (index < 0) continue;
        for (const ThreatEntry& threat : world.threats(world.ids()[row]).value_or(std::vector<ThreatEntry>{})) {
            const std::optional<size_t> attacker = world.row_of(threat.attacker);
            if (!attacker) continue;
            const double points = double{threat.points}, half_life = perception.threat_half_life;
            const double value = half_life > 0.0 ? world.counters().time + half_life * std::log2(points) : points;
            ThreatRow now{index, world.serials()[*attacker], hundredths(value)};
            const auto last = std::lower_bound(known.begin(), known.end(), now, before);
            if (last != known.end() && !before(now, *last) &&
                std::abs(last->value - now.value) <= 100.0 * slack * half_life)
                now.value = last->value;
            threats.push_back(now);
        }
    }
    std::sort(threats.begin(), threats.end(), before);
}

} // namespace fray::demo
