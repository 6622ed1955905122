// A sample for the page: a column of whole numbers for every property of the agents that are shown.
#pragma once

#include "fray/world.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fray::demo {

/// The columns, in the order of the file. 0 means "none" except in x, y, heading, health, need, free, goal_x,
/// goal_y and floor.
enum class Column : uint8_t {
    x,         ///< in quanta
    y,         ///< in quanta
    heading,   ///< in steps, counter-clockwise from the x axis
    serial,    ///<
    archetype, ///<
    team,      ///<
    leader,    ///< serial + 1 of its squad's leader
    state,     ///< State + 1; 0: not spawned yet, or removed
    health,    ///< tenths of a health point; 0 also if health has no limit
    target,    ///< serial + 1
    slot,      ///< + 1
    attack,    ///< index + 1 of the attack of its last attack token, or of its last order `perform`
    performs,  ///< 1: its attack is that of an order `perform`
    begun,     ///< frame + 1 in which the windup of that attack began; 0: not yet
    since,     ///< frame + 1 since which it has waited for a slot; with few agents, also since which it has held a slot
    queue,     ///< 0: not queued; 1: queued, in the order of `since`, then serial; else its position (from 1) + 1
    wait_slot, ///< slot in front of which it waits, + 1; with many agents always 0
    waits,     ///< wait reason (WaitReason)
    need,      ///< WaitInfo::required; 0 for reason range; for times the end of the wait, see Sampler::need
    free,      ///< WaitInfo::available
    slots,     ///< number of slots of the circle around the agent; 0: it has no circle
    grid_capacity,   ///< its grid capacity, + 1; 0: there is no circle
    attack_capacity, ///< + 1
    reserver,        ///< the agent for which capacity is reserved: serial + 1
    wanted_pressure, ///< percent that the director of the circle wants, + 1; 0: it has none
    pressure,        ///< percent of the last 10 s in which the target was under attack
    goes,            ///< 1: it is on its way to its goal; with many agents always 0
    goal_x, ///< in quanta, for agents with `goes`: relative to `target`; if that is not shown, to `leader`; else
            ///< absolute
    goal_y, ///< as goal_x
    hit,    ///< frame + 1 of the last hit on it that counted; 0: none; with many agents always 0
    floor,  ///< the number of its floor. This column and the next are in battles with floors only
    link,   ///< number + 1 of the link for which it heads
};
inline constexpr size_t column_count = 32;
inline constexpr size_t columns_without_floors = 30;

const char* to_string(Column);

/// How a column is coded: see block_writer.h.
enum class Coding : uint8_t { motion, turn, sparse, clock, follows };
constexpr Coding coding_of(Column column) {
    switch (column) {
    case Column::x:
    case Column::y: return Coding::motion;
    case Column::heading: return Coding::turn;
    case Column::begun:
    case Column::since:
    case Column::hit: return Coding::clock;
    case Column::waits: return Coding::follows;
    default: return Coding::sparse;
    }
}

/// A projectile that was launched since the sample before.
struct Launch {
    int32_t by = 0;
    int32_t followed = -1;                                ///< the serial of its target, if it follows that
    int32_t x = 0, y = 0, to_x = 0, to_y = 0, height = 0; ///< in quanta
    int32_t at_ms = 0, flight_ms = 0;
};

/// The closed slots of a circle that has at least one.
struct ClosedSlots {
    int32_t target = 0; ///< serial
    std::vector<int32_t> slots;
};

/// An attack that waits for its cooldown.
struct Cooldown {
    int32_t agent = 0, attack = 0; ///< index of the agent on the page, and of the attack in its archetype
    int32_t over = 0;              ///< hundredths of a second of simulated time
};

/// A link between two floors.
struct FloorLink {
    int32_t number = 0;
    /// x, y of `from` and of `to` in quanta, their floors, radius in quanta, capacity, interval in ms, and
    /// 1 if it is open + 2 if it is two-way.
    std::array<int32_t, 10> values{};

    friend bool operator==(const FloorLink&, const FloorLink&) = default;
};

/// A row of an agent's threat table.
struct ThreatRow {
    int32_t agent = 0;    ///< index on the page
    int32_t attacker = 0; ///< serial
    /// Hundredths of a second of simulated time at which the points will have faded to 1, at about 1 %. So it stays the
    /// same for a while. With a half-life of 0: hundredths of a point.
    int32_t value = 0;

    friend bool operator==(const ThreatRow&, const ThreatRow&) = default;
};

struct Sample {
    int64_t frame = 0; ///< the frame after which the sample was taken
    int32_t now = 0;   ///< hundredths of a second of simulated time
    std::array<std::vector<int32_t>, column_count> columns;
    std::vector<Launch> launches;
    std::vector<ClosedSlots> closed;
    std::vector<Cooldown> cooldowns; ///< the running cooldowns, by agent, then attack; empty with many agents
    std::vector<FloorLink> links;    ///< by number
    std::vector<ThreatRow> threats;  ///< by agent, then attacker; empty with many agents

    std::vector<int32_t>& operator[](Column column) { return columns[static_cast<size_t>(column)]; }
    size_t agents() const { return columns.front().size(); }
};

} // namespace fray::demo
