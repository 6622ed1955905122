#include "battle/progress.h"

#include "battle/require.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace fray::scenario {
namespace {

using Json = nlohmann::json;

constexpr uint64_t version = 1;
constexpr uint64_t any = std::numeric_limits<uint32_t>::max(); ///< more than any list of a battle has

[[noreturn]] void forged(const std::string& what) {
    throw BadResult({Error::bad_snapshot, "progress of a battle: " + what});
}

Json json_of(Vec2 point) { return {point.x, point.y}; }
Json json_of(AgentId agent) { return {agent.index, agent.generation}; }
Json json_of(SquadId squad) { return squad.value; }
template <typename T> Json json_of(const std::vector<T>& list) {
    Json all = Json::array();
    for (const T& value : list) all.push_back(json_of(value));
    return all;
}

/// A whole number from 0 to `most`.
uint64_t count_from(const Json& json, uint64_t most) {
    if (!json.is_number_unsigned() || json.get<uint64_t>() > most)
        forged(fmt::format("given {}, allowed a whole number from 0 to {}",
                           json.is_number() ? json.dump() : std::string(json.type_name()), most));
    return json.get<uint64_t>();
}

uint32_t uint32_from(const Json& json) {
    return static_cast<uint32_t>(count_from(json, std::numeric_limits<uint32_t>::max()));
}

float coordinate_from(const Json& json) {
    constexpr double most = double{std::numeric_limits<float>::max()};
    const auto value = json.get<double>();
    if (!(std::abs(value) <= most)) forged(fmt::format("a coordinate: given {}, allowed {} to {}", value, -most, most));
    return static_cast<float>(value);
}

void read(const Json& json, Vec2& point) { point = {coordinate_from(json.at(0)), coordinate_from(json.at(1))}; }
void read(const Json& json, AgentId& agent) { agent = {uint32_from(json.at(0)), uint32_from(json.at(1))}; }
void read(const Json& json, SquadId& squad) { squad = {uint32_from(json)}; }
template <typename T> void read(const Json& json, std::vector<T>& list) {
    for (const Json& value : json) read(value, list.emplace_back());
}

Json json_of(const DetailDef& detail) {
    return {{"beyond", detail.distances}, {"points", json_of(detail.points)}, {"budget", detail.update_budget}};
}
void read(const Json& json, DetailDef& detail) {
    detail.distances = json.at("beyond").get<std::array<float, 3>>();
    read(json.at("points"), detail.points);
    detail.update_budget = uint32_from(json.at("budget"));
}

ScriptRunner::Walker walker_from(const Scenario& scenario, const Json& json, int64_t now_us) {
    ScriptRunner::Walker walker;
    read(json.at("agent"), walker.agent);
    const auto command = static_cast<size_t>(count_from(json.at("command"), any));
    walker.command = command < scenario.script.size() ? &scenario.script[command] : nullptr;
    const auto* const path = walker.command ? std::get_if<ScriptPath>(&walker.command->command) : nullptr;
    if (path == nullptr && (!walker.command || !std::holds_alternative<ScriptEvade>(walker.command->command)))
        forged("command " + std::to_string(command) + " of the script moves no agents");
    read(json.at("corners"), walker.corners);
    // The place where the walk began, and the points of the command.
    if (const size_t corners = path ? path->points.size() + 1 : 1; walker.corners.size() != corners)
        forged(fmt::format("a walk: given {} corners, allowed {}", walker.corners.size(), corners));
    walker.began_us = static_cast<int64_t>(count_from(json.at("began_us"), static_cast<uint64_t>(now_us)));
    return walker;
}

BattleProgress progress_from(const Scenario& scenario, const Json& json, int64_t now_us) {
    if (const uint64_t found = count_from(json.at("progress"), any); found != version)
        forged("version " + std::to_string(found) + ", allowed " + std::to_string(version));
    BattleProgress progress;
    progress.decided = json.at("decided").get<bool>();
    progress.script.next = static_cast<size_t>(count_from(json.at("next"), any));
    if (progress.script.next > scenario.script.size())
        forged(std::to_string(progress.script.next) + " commands were given, and the script has " +
               std::to_string(scenario.script.size()));
    for (const Json& walker : json.at("walkers"))
        progress.script.walkers.push_back(walker_from(scenario, walker, now_us));
    read(json.at("points"), progress.script.points);
    read(json.at("focus"), progress.script.focus);
    for (const Json& wave : json.at("waves")) {
        Spawner::Wave& read_wave = progress.waves.emplace_back();
        read_wave.group = static_cast<size_t>(count_from(wave.at("group"), any));
        read(wave.at("agents"), read_wave.agents);
        read(wave.at("squads"), read_wave.squads);
    }
    return progress;
}

} // namespace

std::string to_json(const Scenario& scenario, const BattleProgress& progress) {
    Json walkers = Json::array(), waves = Json::array();
    for (const ScriptRunner::Walker& walker : progress.script.walkers)
        walkers.push_back({{"agent", json_of(walker.agent)},
                           {"command", walker.command - scenario.script.data()},
                           {"corners", json_of(walker.corners)},
                           {"began_us", walker.began_us}});
    for (const Spawner::Wave& wave : progress.waves)
        waves.push_back({{"group", wave.group}, {"agents", json_of(wave.agents)}, {"squads", json_of(wave.squads)}});
    return Json{{"progress", version},
                {"decided", progress.decided},
                {"next", progress.script.next},
                {"walkers", walkers},
                {"points", json_of(progress.script.points)},
                {"focus", json_of(progress.script.focus)},
                {"waves", waves}}
        .dump();
}

BattleProgress progress_from_json(const Scenario& scenario, std::string_view json, int64_t now_us) {
    try {
        return progress_from(scenario, Json::parse(json), now_us);
    } catch (const nlohmann::json::exception& error) {
        forged(error.what());
    }
}

} // namespace fray::scenario
