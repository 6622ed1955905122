// What the page is told of one instant: a column of whole numbers for every property of the agents that it shows.
#pragma once

#include "fray/world.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fray::demo {

/// In the order of the file. 0 is "none" in all but x, y, heading, health, need, free and goals.
enum class Column : uint8_t {
    x,               ///< in quanta
    y,               ///< in quanta
    heading,         ///< in steps of a turn, counter-clockwise from the x axis
    serial,          ///<
    archetype,       ///<
    team,            ///<
    leader,          ///< of its squad: serial + 1
    state,           ///< State + 1; 0: it is not there yet, or not any more
    health,          ///< tenths; 0 also where it has no limit
    target,          ///< serial + 1
    slot,            ///< + 1
    attack,          ///< index + 1, of the last one that it had a permit for
    begun,           ///< frame + 1 in which the windup of that one began; 0: it has not yet
    since,           ///< frame + 1 since which it asks; where there are few agents, also since which it holds
    queue,           ///< 0: not queued; 1: queued, behind those who asked before, then by serial; else its number + 1
    place,           ///< slot before which it waits, + 1; where there are many agents always 0
    waits,           ///< Refusal
    need,            ///< World::Why::need; 0 with range; a time: when it is over, see Sampler::need
    free,            ///< World::Why::free
    grid_capacity,   ///< + 1, of the circle round it; 0: there is none
    attack_capacity, ///< + 1
    reserver,        ///< serial + 1
    goes,            ///< 1: it wants to be elsewhere, at its goal; where there are many agents always 0
    goal_x,          ///< of those who go, in quanta, less the x of `target`; not shown: of `leader`; nor that: of 0
    goal_y,          ///< the same
};
inline constexpr size_t column_count = 25;

const char* to_string(Column);

/// How a column is written: see block_writer.h.
enum class Coding : uint8_t { motion, turn, sparse, clock, follows };
constexpr Coding coding_of(Column column) {
    switch (column) {
    case Column::x:
    case Column::y: return Coding::motion;
    case Column::heading: return Coding::turn;
    case Column::begun:
    case Column::since: return Coding::clock;
    case Column::waits: return Coding::follows;
    default: return Coding::sparse;
    }
}

/// A missile that was launched since the sample before.
struct Launch {
    int32_t by = 0, target = 0; ///< serials
    int32_t x = 0, y = 0;       ///< in quanta
    int32_t at_ms = 0, flight_ms = 0;
};

/// The slots of a circle on which nobody may stand, where there are any.
struct ClosedSlots {
    int32_t target = 0; ///< serial
    std::vector<int32_t> slots;
};

/// An attack that waits for a cooldown.
struct Cooldown {
    int32_t agent = 0, attack = 0; ///< indices
    int32_t over = 0;              ///< hundredths of a second of the battle's time
};

struct Sample {
    int64_t frame = 0; ///< after which it was taken
    int32_t now = 0;   ///< hundredths of a second
    std::array<std::vector<int32_t>, column_count> columns;
    std::vector<Launch> launches;
    std::vector<ClosedSlots> closed;
    std::vector<Cooldown> cooldowns; ///< those that run, by agent, then attack; where there are many agents none

    std::vector<int32_t>& operator[](Column column) { return columns[static_cast<size_t>(column)]; }
    const std::vector<int32_t>& operator[](Column column) const { return columns[static_cast<size_t>(column)]; }
    size_t agents() const { return columns.front().size(); }
};

} // namespace fray::demo
