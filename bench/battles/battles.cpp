#include "battles.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace fray::bench {
namespace {

/// Middles of the four groups of map.toml, in m.
struct Places {
    Vec2 red_first, red_second, blue_first, blue_second;
};

BattleDef on_map(const std::string& name, int64_t agents, float cell, const Places& places) {
    const auto at = [](const char* group, Vec2 middle) {
        return fmt::format("groups.{}.at=[{}, {}]", group, middle.x, middle.y);
    };
    BattleDef def{.scenario = FRAY_BATTLES_DIR "/map.toml", .parts = {{name, 0, 1500}}, .agents = agents};
    def.map = name + ".map";
    def.sets = {fmt::format("ground.cell_size={}", cell), at("red first", places.red_first),
                at("red second", places.red_second), at("blue first", places.blue_first),
                at("blue second", places.blue_second)};
    return def;
}

BattleDef shipped(const std::string& name, int64_t end = 0) { return {.scenario = name, .parts = {{name, 0, end}}}; }

/// Removes the parts that are not selected, and shortens the others.
void select_parts(const Selection& selection, std::vector<Part>& parts) {
    const auto wanted = [&](const Part& part) {
        const std::vector<std::string>& names = selection.parts;
        return names.empty() || std::find(names.begin(), names.end(), part.name) != names.end();
    };
    std::erase_if(parts, [&](const Part& part) { return !wanted(part); });
    if (selection.frames == 0) return;
    for (Part& part : parts)
        if (part.end == 0 || part.end > part.first + selection.frames) part.end = part.first + selection.frames;
}

/// Sets the file of the battle's map, and the number of agents that stand on it. Returns why the battle cannot be run;
/// empty: it can.
std::string set_map(const Selection& selection, BattleDef& def) {
    if (def.map.empty()) return {};
    if (selection.maps.empty()) return "no folder of maps: give --maps DIR or set FRAY_MAPS";
    std::error_code error;
    const std::filesystem::path file = std::filesystem::absolute(selection.maps, error) / def.map;
    if (!std::filesystem::is_regular_file(file, error)) return fmt::format("the folder of maps has no {}", def.map);
    def.sets.push_back(fmt::format("ground.map='{}'", file.string()));
    def.sets.push_back(fmt::format("agents={}", def.agents)); // the file is checked with this number
    return {};
}

} // namespace

std::vector<BattleDef> all_battles() {
    return {
        shipped("skirmish"),
        shipped("cannae", 900),
        shipped("hoplites"),
        shipped("volley"),
        shipped("bridge"),
        shipped("horizon"),
        shipped("five-heroes"),
        shipped("arena"),
        {.scenario = "clash", .parts = {{"march-100k", 0, 300}, {"clash-100k", 600, 1800}}, .agents = 100'000},
        {.scenario = "clash", .parts = {{"march-1m", 0, 300}, {"clash-1m", 600, 900}}, .agents = 1'000'000},
        on_map("BigGameHunters", 20'000, 1.0f, {{-208, 70}, {30, 20}, {190, -30}, {-110, -70}}),
        on_map("icecrown", 20'000, 1.0f, {{-90, 100}, {80, -90}, {90, 80}, {-90, -110}}),
        on_map("Boston_0_256", 20'000, 2.0f, {{-100, -150}, {90, 90}, {90, -150}, {-100, 90}}),
        on_map("den312d", 1'000, 2.0f, {{-44, 50}, {0, 60}, {22, -2}, {-20, -56}}),
    };
}

std::vector<BattleDef> selected_battles(const Selection& selection, std::vector<Skipped>* skipped) {
    std::vector<BattleDef> selected;
    for (BattleDef def : all_battles()) {
        select_parts(selection, def.parts);
        if (def.parts.empty()) continue;
        if (selection.agents > 0) def.agents = selection.agents;
        const std::string why = set_map(selection, def);
        if (why.empty())
            selected.push_back(std::move(def));
        else
            for (const Part& part : def.parts) skipped->push_back({part.name, why});
    }
    return selected;
}

ReadBattle read_battle(const BattleDef& def) {
    ReadBattle battle{.def = def};
    battle.choice.scenario = def.scenario;
    battle.choice.agents = def.agents;
    battle.choice.sets = def.sets;
    battle.choice.quiet = true;
    battle.scenario = demo::read_scenario(battle.choice).scenario;
    return battle;
}

Battle start(const ReadBattle& battle, JobSystem& jobs, bool hash) {
    WorldDef world;
    world.hashes = hash;
    world.event_mask = EventMask{0};
    world.jobs = &jobs;
    return demo::battle_of(battle.choice, battle.scenario, world);
}

} // namespace fray::bench
