#include "perception/threats.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <limits>

namespace fray {
namespace {

bool has_table(const PerceptionLayer& layer, uint32_t row) {
    return layer.kinds.archetypes[layer.agents.archetype.any()[row]].targeting == Targeting::threat;
}

bool is_living(const PerceptionLayer& layer, Serial serial) {
    const uint32_t row = layer.ids.row_of_serial(serial);
    return row != no_index && layer.agents.life.any()[row] == Life::living;
}

} // namespace

float points_now(const PerceptionLayer& layer, uint32_t row, const ThreatTable::Row& threat) {
    if (threat.attacker == no_serial) return 0.0f;
    const Archetype& archetype = layer.kinds.archetypes[layer.agents.archetype.any()[row]];
    return threat.points * faded(layer.clock.now - threat.since, archetype.threat_half_life);
}

float threat_of(const PerceptionLayer& layer, uint32_t row, Serial attacker) {
    for (const ThreatTable::Row& threat : layer.agents.threats.any()[row].rows)
        if (threat.attacker == attacker) return points_now(layer, row, threat);
    return 0.0f;
}

void change_threat(PerceptionLayer& layer, uint32_t row, Serial attacker, float points) {
    if (!has_table(layer, row)) return;
    auto& rows = layer.agents.threats.write_any()[row].rows;
    for (ThreatTable::Row& threat : rows)
        if (threat.attacker != no_serial && !is_living(layer, threat.attacker)) threat = {};
    // The attacker's own row; without one, a free row, else the row with the least points.
    const auto own = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.attacker == attacker; });
    const auto least = std::min_element(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
        const float x = points_now(layer, row, a), y = points_now(layer, row, b);
        return x != y ? x < y : a.attacker < b.attacker;
    });
    const auto place = own != rows.end() ? own : least;
    const float before = points_now(layer, row, *place);
    if (own == rows.end() && !(points > before)) return;
    const float after = std::min(own != rows.end() ? before + points : points, std::numeric_limits<float>::max());
    *place = after > 0.0f ? ThreatTable::Row{attacker, after, layer.clock.now} : ThreatTable::Row{};
}

} // namespace fray
