// What FightStats counts, and the figures computed from it.
#pragma once

#include "fray/events.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fray::demo {

/// Converts microseconds to seconds.
inline double seconds(int64_t us) { return static_cast<double>(us) * 1e-6; }

/// The time that an agent spent at a circle.
struct Stint {
    Serial circle = no_serial;
    Serial agent = no_serial;
    /// us, time as a requester, and time as a slot holder.
    int64_t asked_us = 0, held_us = 0;
    int32_t attacks = 0;           ///< attacks that were started
    int32_t rebalanced = 0;        ///< slot changes with cause `rebalanced`
    int32_t moved = 0;             ///< slot changes with cause `moved` to a different slot
    int32_t stolen = 0;            ///< slots that this agent stole
    int32_t disturbed = 0;         ///< slot changes after it had arrived, while the target stood still
    float walked = 0.0f;           ///< m, as a holder on the way to its slot
    int64_t longest_inside_us = 0; ///< longest uninterrupted time inside the approach radius without a slot
    int64_t longest_tarry_us = 0;  ///< longest time from the start of such an interval to the first step outwards
};

enum class WaitFor : uint8_t { slot, token };

/// The time that an agent waited for a slot or for an attack token.
struct Wait {
    Serial circle = no_serial;
    Serial agent = no_serial;
    float seconds = 0.0f;
    WaitFor what = WaitFor::slot;
    bool finished = true; ///< whether the agent got what it waited for
};

/// Counts for a circle as a whole. Excludes the time in which its attack capacity is 0.
struct CircleTally {
    double seconds = 0.0;        ///< s, time in which the circle had a requester, a holder or an attack
    double use = 0.0;            ///< s, integral of attack weight in use / attack capacity, at most 1, over `seconds`
    double waited_seconds = 0.0; ///< s, part of `seconds`: a ready holder waits with an attack that fits
    /// As `use`, but only over `waited_seconds`.
    double waited_use = 0.0;
    int64_t angles = 0;     ///< samples, ten per second, at which two or more arrived holders stood at the circle
    double angle_sum = 0.0; ///< rad; sum of the largest open angle between neighbouring holders
    double angle_greatest = 0.0;
    int64_t gaps = 0; ///< arrivals at a circle with three or more holders
    int64_t even = 0; ///< of these, the arrivals with no gap between neighbours above ceil(slots / holders) + 1 slots

    void add(const CircleTally& other);
};

/// Attacks per second of requesting or holding, for agents of the same archetype. Excludes agents that requested or
/// held less than a quarter as long as the longest-serving agent, because their time is too short for a rate.
struct Rates {
    int64_t agents = 0, left_out = 0;
    double least = 0.0, median = 0.0, greatest = 0.0;
    double jain = 0.0;        ///< Jain's fairness index: 1 / agents to 1; 0: no agent attacked
    double worst_share = 0.0; ///< `least` / `median`; 0 if the median is 0
    Serial worst = no_serial; ///< the agent with the least rate
};

/// In seconds. `p99` is the shortest wait that at least 99 % of the waits do not exceed.
struct Waits {
    int64_t finished = 0, unfinished = 0;
    double median = 0.0, p99 = 0.0; ///< of the finished waits
    double longest = 0.0;           ///< of all waits
    Serial longest_of = no_serial;
};

/// The figures of a group of agents, at a single circle or at all circles.
struct GroupFigures {
    int64_t agents = 0, holders = 0;
    double asked = 0.0, held = 0.0; ///< s, time as requesters and as holders, summed over the group
    std::optional<Rates> rates;     ///< only if all agents have the same archetype
    Waits for_slot, for_token;
    int64_t attacks = 0;
    int64_t rebalanced = 0, moved = 0, stolen = 0, disturbed = 0;
    double walked = 0.0;                              ///< m, distance walked by holders on the way to their slots
    double longest_inside = 0.0, longest_tarry = 0.0; ///< s, longest times of a single agent, as in Stint

    int64_t switches() const { return rebalanced + moved + stolen; }
};

using ArchetypeFigures = std::vector<std::pair<ArchetypeIndex, GroupFigures>>;

struct CircleFigures {
    Serial target = no_serial; ///< no_serial: all circles
    CircleTally tally;
    GroupFigures all;
    ArchetypeFigures archetypes; ///< the agents at the circle, by their last archetype
};

/// The figures of `MeleeStats`. Shares are `part / of`, from 0 to 1.
struct MeleeFigures {
    struct Part {
        int64_t part = 0, of = 0;
        double share() const { return of > 0 ? static_cast<double>(part) / static_cast<double>(of) : 0.0; }
    };
    /// Of the times that an agent had an enemy within 2.2 m for 4 s: it began an attack in these 4 s. A longer time
    /// counts once for each 4 s. Times in which the agent was staggered or relieved, or its squad wavered or routed,
    /// are left out.
    Part attacked_in_contact;
    /// Of all living agents, ten times a second from the first attack on: it has had an enemy within 3 m for 5 s.
    Part near_enemy;
    /// Of the tokens that have ended: an attack began with it.
    Part tokens_used;
    /// Of the admissions to a slot: the holder arrived within 1.5 times the time that it needs to run there in a
    /// straight line, and 1 s more. Admissions that end before this time is over are left out, unless the holder gave
    /// the slot up or lost it to others.
    Part arrived_in_time;
    double arrival_median = 0.0, arrival_p90 = 0.0; ///< s, from a slot to the arrival there
    int64_t attacks = 0;                            ///< from the first attack on
    double living_seconds = 0.0;                    ///< s, from the first attack on, summed over the living agents
    /// Of the agents that live at the end: it has never begun an attack.
    Part never_attacked;
    int64_t squads_wavered = 0, squads_routed = 0, squads_rallied = 0; ///< how often that happened to a squad

    /// Attacks begun in a second, for each thousand living agents.
    double attack_rate() const {
        return living_seconds > 0.0 ? 1e3 * static_cast<double>(attacks) / living_seconds : 0;
    }
};

struct FightFigures {
    static constexpr size_t most_circles = 64;

    int64_t circle_count = 0;
    std::vector<CircleFigures> circles; ///< the busiest, at most most_circles, and `listed`; sorted by target
    CircleFigures total;
    std::optional<MeleeFigures> melee; ///< `MeleeStats` is separate from `FightStats`
};

/// Computes the figures. `archetype_of` is indexed by the agent's serial, `tallies` holds pairs of target and tally.
/// For `listed` see FightStats::figures.
FightFigures add_up(std::vector<Stint> stints, std::vector<Wait> waits,
                    std::vector<std::pair<Serial, CircleTally>> tallies,
                    const std::vector<ArchetypeIndex>& archetype_of, Serial listed = no_serial);

} // namespace fray::demo
