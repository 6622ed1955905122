#include "page_head.h"

#include "files/rings.h"
#include "floors.h"
#include "ground_cells.h"
#include "packing.h"
#include "sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

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
            {"reach", plain(reach_of_attack(archetype, attack))},
            {"arc", plain(attack.arc)},
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
    return {{"grid_capacity", circle.grid_capacity},
            {"attack_capacity", circle.attack_capacity},
            {"attack_radius", plain(attack_radius_of(archetype))},
            {"approach_radius", plain(approach)},
            {"roam_radius", plain(approach + circle.roam_gap)}};
}

Json archetype_json(const ArchetypeDef& archetype) {
    const PerceptionDef& seen = archetype.perception;
    Json json = {{"name", archetype.name},
                 {"managed", archetype.engagement.managed},
                 {"brain", archetype.autonomous},
                 {"health", nullptr},
                 {"radius", plain(archetype.body.radius)},
                 {"grid_weight", archetype.engagement.grid_weight},
                 {"alert", plain(seen.targeting == Targeting::sight ? seen.sight_radius : seen.alert_radius)},
                 {"circle", circle_json(archetype)},
                 {"attacks", Json::array()}};
    if (seen.targeting == Targeting::threat) json["threat_half_life"] = plain(seen.threat_half_life);
    if (archetype.body.health != unlimited_health) json["health"] = plain(archetype.body.health);
    for (const AttackDef& attack : archetype.attacks) json["attacks"].push_back(attack_json(archetype, attack));
    return json;
}

Json states_json(const World& world) {
    Json names = Json::array();
    for (int state = 0; state < first_user_state + max_user_states; ++state) {
        names.push_back(world.state_name(static_cast<AgentState>(state)));
    }
    while (names.back() == "?") names.erase(names.size() - 1);
    return names;
}

/// `walkable`: GroundCells::walkable; gzip, base64.
Json ground_json(const GroundCells& cells) {
    Gzip gzip;
    gzip.add(cells.walkable, Gzip::Content::repetitive);
    return {{"columns", cells.columns},
            {"lines", cells.lines},
            {"cell", cells.cell},
            {"low", {cells.low.x, cells.low.y}},
            {"walkable", base64(gzip.finish())}};
}

} // namespace

Json page_head(const Battle& battle) {
    const World& world = battle.world();
    const Scenario& scenario = battle.scenario();
    // The seed is text: JavaScript would round a great number.
    Json json = {
        {"format", 2}, {"scenario", scenario.name}, {"seed", std::to_string(battle.seed())}, {"hz", scenario.hz}};
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
    const std::vector<int> floors = floors_of(scenario);
    if (!floors.empty()) json["floors"] = floors;
    for (size_t i = 0; i < (floors.empty() ? columns_without_floors : column_count); ++i) {
        static constexpr std::array codings = {"motion", "turn", "sparse", "clock", "follows"};
        const auto column = static_cast<Column>(i);
        json["columns"].push_back({to_string(column), codings[static_cast<size_t>(coding_of(column))]});
    }
    const PictureDef& picture = scenario.picture;
    json["picture"] = {
        {"frame", picture.frame}, {"focus", {picture.focus.x, picture.focus.y}}, {"width", picture.width}};
    if (const Ground* const ground = world.ground(); ground != nullptr) {
        const GroundCells cells = cells_of(*ground);
        if (cells.columns > 0) json["ground"] = ground_json(cells);
    }
    return json;
}

} // namespace fray::demo
