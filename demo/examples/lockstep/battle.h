// The battle: the same on every peer.
#pragma once

#include "must.h"

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

constexpr uint32_t most_peers = 8, squad_count = 16, most_agents = 1'000'000, most_frames = 1'000'000;

[[gnu::format(printf, 1, 2)]] inline std::string text(const char* format, ...) {
    char line[256];
    va_list values;
    va_start(values, format);
    std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    return line;
}

/// An order to a squad, as it travels.
struct Command {
    uint8_t squad = 0;    // 0 to squad_count - 1
    uint8_t kind = 0;     // index in order_kinds
    int16_t x = 0, y = 0; // the point, in units of 0.25 m
};
constexpr fray::OrderKind order_kinds[] = {fray::OrderKind::advance, fray::OrderKind::move, fray::OrderKind::hold};

struct Settings {
    uint64_t seed = 7;
    uint32_t agents = 100'000, frames = 600;
};

struct Battle {
    fray::World world;
    std::vector<fray::SquadId> squads; // odd squads are of team 1
};

/// Two armies face to face, each a block. The first four ranks are squads that take orders, the others fight on their
/// own. A late joiner has no agents at first: it restores a snapshot.
inline Battle build(const Settings& settings, int threads, bool with_agents) {
    Battle battle = {fray::World::create({.seed = settings.seed, .event_mask = 0, .threads = threads}).value(), {}};
    fray::World& world = battle.world;
    must(world.add_archetype({.name = "soldier", .attacks = {{.name = "swing", .weight = 3, .damage = 30}}}), world);
    for (const char* name : {"red", "blue"}) must(world.add_team(name), world);
    battle.squads.resize(squad_count);
    for (uint32_t i = 0; i < squad_count; ++i)
        must(world.add_squad(static_cast<fray::TeamIndex>(i % 2), &battle.squads[i]), world);
    const uint32_t agents = with_agents ? settings.agents : 0;
    uint32_t files = 1; // as many as ranks
    while (2 * files * files < agents) ++files;
    for (uint32_t i = 0; i < agents; ++i) {
        const uint32_t team = i % 2, rank = i / 2 / files, file = i / 2 % files, of_team = squad_count / 2;
        const float side = team == 0 ? -1.0f : 1.0f, middle = 0.5f * static_cast<float>(files);
        fray::SpawnDef soldier = {.team = static_cast<fray::TeamIndex>(team), .heading = {-side, 0}};
        soldier.position = {side * (3.0f + 1.2f * static_cast<float>(rank)),
                            1.2f * (static_cast<float>(file) - middle)};
        if (rank < 4) soldier.squad = battle.squads[2 * (file * of_team / files) + team];
        must(world.spawn(soldier), world);
    }
    return battle;
}

/// Applies the commands of the frame and steps. Returns the state hash in 4 bytes.
inline uint32_t step(Battle& battle, std::span<const Command> commands) {
    for (const Command& command : commands)
        must(battle.world.set_order(battle.squads[command.squad], {.kind = order_kinds[command.kind],
                                                                   .point = {0.25f * command.x, 0.25f * command.y}}),
             battle.world);
    must(battle.world.step(1.0 / 60.0), battle.world);
    const uint64_t hash = battle.world.state_hash();
    return static_cast<uint32_t>(hash ^ hash >> 32);
}

/// The player of a peer is a script: now and then it sends a squad of its own across the field.
inline std::optional<Command> player(uint32_t peer, uint32_t frame) {
    if (frame % 40 != 5 * peer) return std::nullopt;
    const uint32_t turn = frame / 40;
    const int ahead = peer % 2 == 0 ? 1 : -1; // as in `build`
    return Command{.squad = static_cast<uint8_t>(peer + most_peers * (turn % 2)),
                   .kind = static_cast<uint8_t>(turn % 5 == 4 ? 2 : 0),
                   .x = static_cast<int16_t>(ahead * 40 * static_cast<int>(1 + turn % 3)),
                   .y = static_cast<int16_t>(80 * static_cast<int>((peer + turn) % 5) - 160)};
}
inline bool owns(uint32_t peer, const Command& command) { return command.squad % most_peers == peer; }

inline size_t living(const fray::World& world) {
    return static_cast<size_t>(std::ranges::count_if(world.healths(), [](float health) { return health > 0.0f; }));
}

} // namespace lockstep
