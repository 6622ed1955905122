// What a sweep says of a battle, seen from one side's: who wins, how soon, and what the player bears.
#pragma once

#include "statistics/intervals.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fray::demo {

/// The figures of one battle, in the order of `figure_defs`. The first four are 1 or 0, and their mean is a share.
enum class Figure : uint8_t {
    win,
    loss,
    draw,
    survived,
    seconds,
    lasted,
    side_lasted,
    time_to_kill,
    kills,
    losses,
    pressure,
    attackers,
    attacks_a_second,
    hits_a_second,
    damage_a_second,
    capacity_in_use,
    slot_wait_median,
    slot_wait_p99,
    slot_wait_longest,
    permit_wait_median,
    permit_wait_p99,
    permit_wait_longest,
    fairness,
};
inline constexpr size_t figure_count = 23;
inline constexpr size_t share_count = 4;

struct FigureDef {
    const char* name;
    const char* unit; ///< empty: a number or a share
    const char* what; ///< as it is reckoned, in a line
    /// For plots: what it is called there.
    const char* title;
    bool within_one = false; ///< 0 to 1; all others are 0 or more
};
const std::array<FigureDef, figure_count>& figure_defs();
inline const FigureDef& def_of(Figure figure) { return figure_defs()[static_cast<size_t>(figure)]; }
constexpr bool is_share(Figure figure) { return static_cast<size_t>(figure) < share_count; }
/// Without what a figure cannot be.
Interval possible(Figure figure, const Interval& interval);
/// Throws BadInput with all that there are; `where` begins the sentence.
Figure figure_named(const std::string& name, const std::string& where);

/// What a battle came to. Figures are rounded to the millionth; one that is not defined there is not a number.
struct RunFigures {
    std::array<double, figure_count> values{};
    uint64_t seed = 0;
    int64_t frames = 0;
    int64_t player = -1; ///< the serial of the agent that is looked at; -1: nobody was attacked
    uint64_t hash = 0;   ///< of the world, at the end

    double operator[](Figure figure) const { return values[static_cast<size_t>(figure)]; }
    double& operator[](Figure figure) { return values[static_cast<size_t>(figure)]; }
};

/// "win", "loss", "draw".
const char* outcome_of(const RunFigures& run);

/// A figure of some battles.
std::vector<double> column(const std::vector<RunFigures>& runs, Figure figure);

} // namespace fray::demo
