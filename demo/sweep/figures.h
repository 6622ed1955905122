// The figures of a battle, seen from the player's side: which side wins, how soon, and how much pressure the player is
// under.
#pragma once

#include "statistics/intervals.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fray::demo {

/// The figures of a battle, in the order of `figure_defs`. The first four are 1 or 0, so their mean is a share.
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
    token_wait_median,
    token_wait_p99,
    token_wait_longest,
    fairness,
};
inline constexpr size_t figure_count = 23;
inline constexpr size_t share_count = 4;

struct FigureDef {
    const char* name;
    const char* unit; ///< unit of the figure; empty: a plain number or a share
    const char* what; ///< how the figure is computed, in one line
    /// The title in plots.
    const char* title;
    bool within_one = false; ///< whether it lies between 0 and 1; all others are at least 0
};
const std::array<FigureDef, figure_count>& figure_defs();
inline const FigureDef& def_of(Figure figure) { return figure_defs()[static_cast<size_t>(figure)]; }
constexpr bool is_share(Figure figure) { return static_cast<size_t>(figure) < share_count; }
/// The interval, clamped to the values that the figure can have.
Interval possible(Figure figure, const Interval& interval);
/// Throws BadInput with the list of all figures; `where` begins the message.
Figure figure_named(const std::string& name, const std::string& where);

/// The result of a battle. Figures are rounded to 1e-6. A figure that is undefined for the battle is NaN.
struct RunFigures {
    std::array<double, figure_count> values{};
    uint64_t seed = 0;
    int64_t frames = 0;
    int64_t player = -1; ///< the serial of the observed agent; -1: no agent was attacked
    uint64_t hash = 0;   ///< hash of the world's state at the end

    double operator[](Figure figure) const { return values[static_cast<size_t>(figure)]; }
    double& operator[](Figure figure) { return values[static_cast<size_t>(figure)]; }
};

/// "win", "loss", "draw".
const char* outcome_of(const RunFigures& run);

/// The values of a figure in several battles.
std::vector<double> column(const std::vector<RunFigures>& runs, Figure figure);

} // namespace fray::demo
