// What FightStats counted, and what it adds up to.
#pragma once

#include "fray/events.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fray::demo {

/// Of microseconds.
inline double seconds(int64_t us) { return static_cast<double>(us) * 1e-6; }

/// An agent's time with one circle.
struct Stint {
    Serial circle = no_serial;
    Serial agent = no_serial;
    int64_t asked_us = 0, held_us = 0;
    int32_t attacks = 0;           ///< begun
    int32_t rebalanced = 0;        ///< changes of slot, by cause
    int32_t moved = 0;             ///< to another slot than it had
    int32_t stolen = 0;            ///< by it
    int32_t disturbed = 0;         ///< changes of slot by one that had arrived, while the target stood still
    float walked = 0.0f;           ///< m, as a holder on its way to its slot
    int64_t longest_inside_us = 0; ///< inside the approach ring without a slot, at a stretch
    int64_t longest_tarry_us = 0;  ///< from the beginning of such a stretch to its first step outwards
};

enum class WaitFor : uint8_t { slot, permit };

struct Wait {
    Serial circle = no_serial;
    Serial agent = no_serial;
    float seconds = 0.0f;
    WaitFor what = WaitFor::slot;
    bool finished = true; ///< it got what it waited for
};

/// What is counted of a circle as a whole. Times in which its attack capacity is 0 are left out.
struct CircleTally {
    double seconds = 0.0;        ///< in which anyone asked, held or attacked there
    double use = 0.0;            ///< attack weight in use over capacity, at most 1, times seconds
    double waited_seconds = 0.0; ///< of these: a ready holder waited whose lightest attack fits the empty circle
    double waited_use = 0.0;
    int64_t angles = 0;     ///< moments, ten a second, at which two or more arrived holders stood there
    double angle_sum = 0.0; ///< rad, of the largest open angle between two neighbours among them
    double angle_greatest = 0.0;
    int64_t gaps = 0; ///< arrivals with three or more holders
    int64_t even = 0; ///< of these: no gap between neighbours of more than ceil(slots / holders) + 1 slots

    void add(const CircleTally& other);
};

/// Attacks a second of asking or holding, of agents of one archetype. Those that asked or held less than a quarter as
/// long as the longest among them are left out: too short to tell.
struct Rates {
    int64_t agents = 0, left_out = 0;
    double least = 0.0, median = 0.0, greatest = 0.0;
    double jain = 0.0;        ///< Jain's index of fairness: 1 / agents to 1; 0: nobody attacked
    double worst_share = 0.0; ///< the least over the median; 0 also if the median is
    Serial worst = no_serial; ///< who attacked least
};

/// In seconds; a percentile is the least wait that so many do not exceed.
struct Waits {
    int64_t finished = 0, unfinished = 0;
    double median = 0.0, p99 = 0.0; ///< of the finished
    double longest = 0.0;           ///< of all
    Serial longest_of = no_serial;
};

/// Agents at one circle, or at all.
struct GroupFigures {
    int64_t agents = 0, holders = 0;
    double asked = 0.0, held = 0.0; ///< s, of all together
    std::optional<Rates> rates;     ///< of one archetype only
    Waits for_slot, for_permit;
    int64_t attacks = 0;
    int64_t rebalanced = 0, moved = 0, stolen = 0, disturbed = 0;
    double walked = 0.0;                              ///< m
    double longest_inside = 0.0, longest_tarry = 0.0; ///< s

    int64_t switches() const { return rebalanced + moved + stolen; }
};

using ArchetypeFigures = std::vector<std::pair<ArchetypeIndex, GroupFigures>>;

struct CircleFigures {
    Serial target = no_serial; ///< no_serial: all circles
    CircleTally tally;
    GroupFigures all;
    ArchetypeFigures archetypes; ///< of those who fight there
};

struct FightFigures {
    static constexpr size_t most_circles = 64;

    int64_t circle_count = 0;
    std::vector<CircleFigures> circles; ///< at most most_circles: those with most agents, and one asked for, by target
    CircleFigures total;
};

/// `archetype_of` by serial of the agent; `tallies` by target; `listed`: see FightStats.
FightFigures add_up(std::vector<Stint> stints, std::vector<Wait> waits,
                    std::vector<std::pair<Serial, CircleTally>> tallies,
                    const std::vector<ArchetypeIndex>& archetype_of, Serial listed = no_serial);

} // namespace fray::demo
