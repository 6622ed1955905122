#include "perception/threats.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <limits>

namespace fray {
namespace {

bool has_table(const ThreatChanges& world, Row row) {
    return world.kinds.archetypes[world.archetype[row]].targeting == Targeting::threat;
}

bool is_living(const ThreatChanges& world, Serial serial) {
    const Row row = world.ids.row_of_serial(serial);
    return row != Row::none() && world.life[row] == Life::living;
}

} // namespace

float points_now(const ThreatView& world, Row row, const ThreatTable::Entry& threat) {
    if (threat.attacker == no_serial) return 0.0f;
    const Archetype& archetype = world.kinds.archetypes[world.archetype[row]];
    return threat.points * faded(world.clock.now - threat.since, archetype.threat_half_life);
}

float threat_of(const ThreatView& world, Row row, Serial attacker) {
    for (const ThreatTable::Entry& threat : world.threats[row].rows)
        if (threat.attacker == attacker) return points_now(world, row, threat);
    return 0.0f;
}

void change_threat(const ThreatChanges& world, Row row, Serial attacker, float points) {
    if (!has_table(world, row)) return;
    auto& rows = world.threats.change(row).rows;
    for (ThreatTable::Entry& threat : rows)
        if (threat.attacker != no_serial && !is_living(world, threat.attacker)) threat = {};
    // The attacker's own row; without one, a free row, else the row with the least points.
    const auto own = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.attacker == attacker; });
    const auto least = std::min_element(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
        const float x = points_now(world, row, a), y = points_now(world, row, b);
        return x != y ? x < y : a.attacker < b.attacker;
    });
    const auto place = own != rows.end() ? own : least;
    const float before = points_now(world, row, *place);
    if (own == rows.end() && !(points > before)) return;
    const float after = std::min(own != rows.end() ? before + points : points, std::numeric_limits<float>::max());
    *place = after > 0.0f ? ThreatTable::Entry{attacker, after, world.clock.now} : ThreatTable::Entry{};
}

} // namespace fray
