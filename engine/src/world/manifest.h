// What exists in a world besides its agents. Snapshots and images of a rollback carry it: they are refused by a world
// in which something else exists, because their columns, teams and indices would mean something else there.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace fray {

struct WorldState;

/// Monsters are not in it: a restore brings its own (snapshot.cpp, `SavedKinds`).
struct Manifest {
    struct Kind {
        std::string name;
        bool staged, brain;
        friend bool operator==(const Kind&, const Kind&) = default;
    };
    struct Column {
        std::string name;
        uint64_t size; ///< bytes of an element
        friend bool operator==(const Column&, const Column&) = default;
    };

    uint64_t seed = 0;
    std::vector<Kind> archetypes;
    std::vector<std::string> teams, states;
    std::vector<Column> columns; ///< added by the user
    uint64_t ground = 0;         ///< checksum of what Ground::write gives; 0: none; 1: it cannot be written

    friend bool operator==(const Manifest&, const Manifest&) = default;
};

inline auto fields_of(Manifest::Kind& kind) { return std::tie(kind.name, kind.staged, kind.brain); }
inline auto fields_of(Manifest::Column& column) { return std::tie(column.name, column.size); }
inline auto fields_of(Manifest& m) { return std::tie(m.seed, m.archetypes, m.teams, m.states, m.columns, m.ground); }

Manifest manifest_of(const WorldState& core);

/// The first difference, in words; empty: there is none.
std::string difference(const Manifest& given, const Manifest& world);

} // namespace fray
