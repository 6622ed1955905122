// fray_cases_hosts: the cases that need a host of their own, because `fray run` cannot give their commands. It prints
// the figure of a case.   usage: fray_cases_hosts SITUATION [PARAMETER=VALUE...]     see list.toml
#include "must.h"

#include "fray/fray.h"
#include "fray/spatial/grid_map.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fray {
namespace {

using Parameters = std::map<std::string, std::string, std::less<>>;

double number(const Parameters& parameters, std::string_view key, double otherwise) {
    const auto found = parameters.find(key);
    if (found == parameters.end()) return otherwise;
    return found->second == "true" ? 1.0 : std::atof(found->second.c_str()); // "false" is 0
}

float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

struct Building {
    float overlap = 0.0f; ///< of two bodies 3 s after it was placed, as a share of the sum of their radii
    int movers = 0;       ///< most agents that move at one time from 17 to 20 s after it was placed
};

/// A building is placed upon agents that have gathered at a point.
Building place_building(uint64_t seed, size_t count, float side) {
    constexpr int hz = 60;
    World world = World::create({.seed = seed, .threads = 1}).value();
    const std::vector<uint8_t> walkable(80 * 80, 1);
    must(world.set_ground(std::make_shared<GridMap>(GridMap::create(80, 80, walkable, 1.0f, {-40, -40}).value())));
    ArchetypeDef man{.name = "man"};
    must(world.add_archetype(man));
    must(world.add_team("a"));
    std::vector<AgentId> men(count);
    const size_t files = static_cast<size_t>(std::ceil(std::sqrt(count)));
    for (size_t i = 0; i < count; ++i) {
        const Vec2 at = Vec2(i % files, i / files) - Vec2(static_cast<float>(files / 2));
        must(world.spawn({.position = at * 0.95f + Vec2(0.05f, 0.0f)}, &men[i]));
    }
    for (const AgentId agent : men) must(world.set_order(agent, {.kind = OrderKind::move, .point = {0, 0}}));
    for (int frame = 0; frame < 8 * hz; ++frame) must(world.step(1.0 / hz));
    must(world.set_obstacle({.at = {0, 0}, .half_extents = Vec2(side / 2), .axis = {1, 0}}));
    Building figures;
    std::vector<Vec2> now(count);
    for (int frame = 0; frame <= 20 * hz; ++frame) {
        must(world.step(1.0 / hz));
        int movers = 0;
        for (size_t i = 0; i < count; ++i) {
            const Vec2 p = *world.position(men[i]);
            movers += distance(p, now[i]) * hz > 0.02f;
            now[i] = p;
            for (size_t k = 0; frame == 3 * hz && k < i; ++k)
                figures.overlap = std::max(figures.overlap, 1 - distance(p, now[k]) / 0.8f);
        }
        if (frame > 17 * hz) figures.movers = std::max(figures.movers, movers);
    }
    return figures;
}

double building_on_crowd(const Parameters& parameters) {
    Building worst;
    for (uint64_t seed = 7; seed <= 11; ++seed) {
        const Building figures = place_building(seed, static_cast<size_t>(number(parameters, "count", 56)),
                                                static_cast<float>(number(parameters, "side", 2)));
        worst.overlap = std::max(worst.overlap, figures.overlap);
        worst.movers = std::max(worst.movers, figures.movers);
    }
    return parameters.at("measure") == "movers" ? worst.movers : static_cast<double>(worst.overlap);
}

/// The hits of fighters on a dummy in 30 s. With `reloads`, the damage of their attack changes twice a second.
int hits(const Parameters& parameters, bool reloads) {
    constexpr int hz = 30;
    World world = World::create({.seed = static_cast<uint64_t>(number(parameters, "seed", 1)), .threads = 1}).value();
    ArchetypeDef dummy{.name = "dummy", .autonomous = false}, fighter{.name = "fighter"};
    dummy.body.health = unlimited_health;
    fighter.engagement.managed = number(parameters, "managed", 1) != 0;
    fighter.attacks = {{.name = "cut"}};
    ArchetypeIndex kind = 0;
    must(world.add_archetype(dummy));
    must(world.add_archetype(fighter, &kind));
    must(world.add_team("player"));
    must(world.add_team("foe"));
    must(world.spawn(SpawnDef{}));
    const int fighters = static_cast<int>(number(parameters, "fighters", 6));
    for (int i = 0; i < fighters; ++i) {
        const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(fighters);
        must(world.spawn({.archetype = kind, .team = 1, .position = 6.0f * Vec2(std::cos(angle), std::sin(angle))}));
    }
    int count = 0;
    for (int frame = 1; frame <= 30 * hz; ++frame) {
        if (reloads && frame % (hz / 2) == 0) {
            fighter.attacks[0].damage *= 1.01f;
            must(world.reload({&fighter, 1}));
        }
        must(world.step(1.0 / hz));
        count += static_cast<int>(world.events().hits.size());
    }
    return count;
}

double damage_twice_a_second(const Parameters& parameters) {
    return static_cast<double>(hits(parameters, true)) / hits(parameters, false);
}

int run(int argc, char** argv) {
    Parameters parameters;
    for (int i = 2; i < argc; ++i) {
        const std::string word = argv[i];
        const size_t equals = word.find('=');
        parameters[word.substr(0, equals)] = equals == std::string::npos ? "" : word.substr(equals + 1);
    }
    const std::string_view situation = argc > 1 ? argv[1] : "";
    double figure = 0.0;
    if (situation == "building-on-crowd")
        figure = building_on_crowd(parameters);
    else if (situation == "damage-twice-a-second")
        figure = damage_twice_a_second(parameters);
    else {
        std::fprintf(stderr, "fray_cases_hosts: no situation '%s'\n", argc > 1 ? argv[1] : "");
        return 2;
    }
    std::printf("%g\n", figure);
    return 0;
}

} // namespace
} // namespace fray

int main(int argc, char** argv) { return fray::run(argc, argv); }
