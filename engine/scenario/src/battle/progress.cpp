#include "battle/progress.h"

#include "battle/require.h"

#include <nlohmann/json.hpp>

namespace fray::scenario {
namespace {

using Json = nlohmann::json;

constexpr int version = 1;

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

void read(const Json& json, Vec2& point) { point = {json.at(0).get<float>(), json.at(1).get<float>()}; }
void read(const Json& json, AgentId& agent) { agent = {json.at(0).get<uint32_t>(), json.at(1).get<uint32_t>()}; }
void read(const Json& json, SquadId& squad) { squad = {json.get<uint32_t>()}; }
template <typename T> void read(const Json& json, std::vector<T>& list) {
    for (const Json& value : json) read(value, list.emplace_back());
}

Json json_of(const DetailDef& detail) {
    return {{"beyond", detail.beyond}, {"points", json_of(detail.points)}, {"budget", detail.budget}};
}
void read(const Json& json, DetailDef& detail) {
    detail.beyond = json.at("beyond").get<std::array<float, 3>>();
    read(json.at("points"), detail.points);
    detail.budget = json.at("budget").get<uint32_t>();
}

bool moves_agents(const CommandDef& command) {
    return command.kind == CommandKind::path || command.kind == CommandKind::evade;
}

ScriptRunner::Walker walker_from(const Scenario& scenario, const Json& json) {
    ScriptRunner::Walker walker;
    read(json.at("agent"), walker.agent);
    const auto command = json.at("command").get<size_t>();
    if (command >= scenario.script.size() || !moves_agents(scenario.script[command]))
        forged("command " + std::to_string(command) + " of the script moves no agents");
    walker.command = &scenario.script[command];
    read(json.at("corners"), walker.corners);
    if (walker.corners.empty()) forged("a walk without corners");
    walker.began_us = json.at("began_us").get<int64_t>();
    return walker;
}

BattleProgress progress_from(const Scenario& scenario, const Json& json) {
    if (const int found = json.at("progress").get<int>(); found != version)
        forged("version " + std::to_string(found) + ", allowed " + std::to_string(version));
    BattleProgress progress;
    progress.decided = json.at("decided").get<bool>();
    progress.script.next = json.at("next").get<size_t>();
    if (progress.script.next > scenario.script.size())
        forged(std::to_string(progress.script.next) + " commands were given, and the script has " +
               std::to_string(scenario.script.size()));
    for (const Json& walker : json.at("walkers")) progress.script.walkers.push_back(walker_from(scenario, walker));
    read(json.at("points"), progress.script.points);
    read(json.at("focus"), progress.script.focus);
    for (const Json& wave : json.at("waves")) {
        Spawner::Wave& read_wave = progress.waves.emplace_back();
        read_wave.group = wave.at("group").get<size_t>();
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

BattleProgress progress_from_json(const Scenario& scenario, std::string_view json) {
    try {
        return progress_from(scenario, Json::parse(json));
    } catch (const nlohmann::json::exception& error) {
        forged(error.what());
    }
}

} // namespace fray::scenario
