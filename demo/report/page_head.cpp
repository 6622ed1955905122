#include "page_head.h"

#include "files/rings.h"
#include "fray/spatial/grid_map.h"
#include "packing.h"
#include "sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

/// Rounds to 1e-3, so that floats are not written with all their digits.
double plain(double value) { return std::round(value * 1e3) / 1e3; }

Json attack_json(const ArchetypeDef& archetype, const AttackDef& attack) {
    const std::array<float, 2> range = range_of_attack(archetype, attack);
    return {{"name", attack.name},
            {"class", attack.attack_class},
            {"weight", attack.weight},
            {"damage", plain(attack.damage)},
            {"range", {plain(range[0]), plain(range[1])}},
            {"angle", {plain(attack.angle[0]), plain(attack.angle[1])}},
            {"windup", plain(attack.windup)},
            {"duration", plain(attack.duration)},
            {"recovery", plain(attack.recovery)},
            {"projectile", attack.projectile_speed > 0.0f},
            {"cooldown",
             {{"agent", plain(attack.cooldown.agent)},
              {"archetype", plain(attack.cooldown.archetype)},
              {"uses", attack.cooldown.uses},
              {"global", plain(attack.cooldown.global)}}}};
}

Json circle_json(const ArchetypeDef& archetype) {
    const CircleDef& circle = archetype.circle;
    const float approach = approach_radius_of(archetype);
    return {{"slots", circle.slots},
            {"grid_capacity", circle.grid_capacity},
            {"attack_capacity", circle.attack_capacity},
            {"attack_radius", plain(attack_radius_of(archetype))},
            {"approach_radius", plain(approach)},
            {"roam_radius", plain(approach + circle.roam_gap)}};
}

Json archetype_json(const ArchetypeDef& archetype) {
    const PerceptionDef& seen = archetype.perception;
    Json json = {{"name", archetype.name},
                 {"managed", archetype.engagement.managed},
                 {"brain", archetype.brain},
                 {"health", nullptr},
                 {"radius", plain(archetype.body.radius)},
                 {"grid_weight", archetype.engagement.grid_weight},
                 {"alert", plain(seen.targeting == Targeting::sight ? seen.sight : seen.alert)},
                 {"hit_range", plain(hit_range_of(archetype))},
                 {"circle", circle_json(archetype)},
                 {"attacks", Json::array()}};
    if (archetype.body.health != unlimited_health) json["health"] = plain(archetype.body.health);
    for (const AttackDef& attack : archetype.attacks) json["attacks"].push_back(attack_json(archetype, attack));
    return json;
}

Json states_json(const World& world) {
    Json names = Json::array();
    for (int state = 0; state < first_user_state + max_user_states; ++state) {
        names.push_back(world.state_name(static_cast<State>(state)));
    }
    while (names.back() == "?") names.erase(names.size() - 1);
    return names;
}

/// `walkable` has a bit per cell, row by row from the lowest y, the lowest bit of a byte first; gzip, base64.
Json ground_json(const GridMap& map) {
    const auto columns = static_cast<size_t>(map.columns()), lines = static_cast<size_t>(map.lines());
    Bytes bits((columns * lines + 7) / 8, 0);
    for (size_t cell = 0; cell < columns * lines; ++cell) {
        const bool walkable = map.walkable(static_cast<int>(cell % columns), static_cast<int>(cell / columns));
        if (walkable) bits[cell / 8] = static_cast<uint8_t>(bits[cell / 8] | 1u << cell % 8);
    }
    Gzip gzip;
    gzip.add(bits, Gzip::Content::repetitive);
    return {{"columns", columns},
            {"lines", lines},
            {"cell", map.cell()},
            {"low", {map.low().x, map.low().y}},
            {"walkable", base64(gzip.finish())}};
}

/// Converts any ground to cells. A cell is walkable if its centre is.
Json raster_json(const Ground& ground, Vec2 low, Vec2 high) {
    constexpr float most = 1024.0f, least_cell = 0.25f; // greatest number of cells per side; least size of a cell in m
    const float cell = std::max(std::max(high.x - low.x, high.y - low.y) / most, least_cell);
    const int columns = std::max(static_cast<int>(std::ceil((high.x - low.x) / cell)), 1);
    const int lines = std::max(static_cast<int>(std::ceil((high.y - low.y) / cell)), 1);
    std::vector<uint8_t> cells;
    for (int y = 0; y < lines; ++y)
        for (int x = 0; x < columns; ++x)
            cells.push_back(ground.walkable(
                {low.x + (static_cast<float>(x) + 0.5f) * cell, low.y + (static_cast<float>(y) + 0.5f) * cell}));
    // A GridMap cannot be created without a walkable cell.
    cells[0] |= std::none_of(cells.begin(), cells.end(), [](uint8_t free) { return free != 0; });
    return ground_json(GridMap::create(columns, lines, std::move(cells), cell, low).value());
}

} // namespace

Json page_head(const Battle& battle) {
    const World& world = battle.world();
    const Scenario& scenario = battle.scenario();
    Json json = {{"format", 2}, {"scenario", scenario.name}, {"seed", battle.seed()}, {"hz", scenario.hz}};
    json["teams"] = Json::array();
    for (size_t team = 0; team < world.team_count(); ++team) {
        json["teams"].push_back(world.team_name(static_cast<TeamIndex>(team)));
    }
    json["archetypes"] = Json::array();
    for (size_t i = 0; i < world.archetype_count(); ++i) {
        json["archetypes"].push_back(archetype_json(world.archetype(static_cast<ArchetypeIndex>(i))));
    }
    json["states"] = states_json(world);
    json["wait_reasons"] = Json::array();
    for (int reason = 0; reason <= static_cast<int>(WaitReason::way); ++reason) {
        json["wait_reasons"].push_back(to_string(static_cast<WaitReason>(reason)));
    }
    json["columns"] = Json::array();
    for (size_t i = 0; i < column_count; ++i) {
        static constexpr std::array codings = {"motion", "turn", "sparse", "clock", "follows"};
        const auto column = static_cast<Column>(i);
        json["columns"].push_back({to_string(column), codings[static_cast<size_t>(coding_of(column))]});
    }
    const PictureDef& picture = scenario.picture;
    json["picture"] = {
        {"frame", picture.frame}, {"focus", {picture.focus.x, picture.focus.y}}, {"width", picture.width}};
    const Ground* const ground = world.ground();
    if (const auto* map = dynamic_cast<const GridMap*>(ground))
        json["ground"] = ground_json(*map);
    else if (Vec2 low{}, high{}; ground != nullptr && ground->extent(&low, &high))
        json["ground"] = raster_json(*ground, low, high);
    return json;
}

} // namespace fray::demo
