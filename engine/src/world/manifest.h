// The manifest lists what exists in a world besides its agents: archetypes, teams, states, user columns, ground.
// A snapshot or rollback image contains the manifest of the world at that time. A world with another manifest refuses
// it, because columns, team numbers and indices would have another meaning there.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace fray {

struct WorldState;

/// Monsters are not part of the manifest: a restore installs those of the snapshot (snapshot.cpp, `SavedKinds`).
struct Manifest {
    struct Kind {
        std::string name;
        bool managed, brain;
        friend bool operator==(const Kind&, const Kind&) = default;
    };
    struct Column {
        std::string name;
        uint64_t size; ///< bytes per element
        friend bool operator==(const Column&, const Column&) = default;
    };

    uint64_t seed = 0;
    std::vector<Kind> archetypes;
    std::vector<std::string> teams, states;
    std::vector<Column> columns; ///< user columns
    uint64_t ground = 0;         ///< checksum of the output of Ground::write; 0: no ground; 1: it cannot be written

    friend bool operator==(const Manifest&, const Manifest&) = default;
};

inline auto fields_of(Manifest::Kind& kind) { return std::tie(kind.name, kind.managed, kind.brain); }
inline auto fields_of(Manifest::Column& column) { return std::tie(column.name, column.size); }
inline auto fields_of(Manifest& m) { return std::tie(m.seed, m.archetypes, m.teams, m.states, m.columns, m.ground); }

Manifest manifest_of(const WorldState& state);

/// Describes the first difference, for an error message; empty if there is no difference.
std::string difference(const Manifest& given, const Manifest& world);

} // namespace fray
