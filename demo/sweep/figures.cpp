#include "figures.h"

#include "files/bad_input.h"
#include "words.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fray::demo {

const std::array<FigureDef, figure_count>& figure_defs() {
    static const std::array<FigureDef, figure_count> all = {{
        {"win", "", "at the end an agent of the player's side lives, and no agent that is hostile to it", "Won"},
        {"loss", "", "at the end no agent of the player's side lives, but an agent that is hostile to it does", "Lost"},
        {"draw", "", "neither: the time was over, or both sides were dead", "Drawn"},
        {"survived", "", "the player lives at the end", "The player survived"},
        {"seconds", "s", "the battle's length", "The battle's length"},
        {"lasted", "s", "from the battle's first attack to the player's death, or to the end", "The player lasted"},
        {"side_lasted", "s", "from the battle's first attack to the last death of the player's side, or to the end",
         "The player's side lasted"},
        {"time_to_kill", "s", "from the first hurt to the death of an opponent: the median over the dead",
         "Time to kill an opponent"},
        {"kills", "", "opponents that died", "Opponents that died"},
        {"losses", "", "agents of the player's side that died", "Dead of the player's side"},
        {"pressure", "", "part of the player's living time in which at least one attack on it was in progress",
         "Pressure on the player", true},
        {"attackers", "", "attacks in progress on the player: the mean over its living time",
         "Attacks on the player at once"},
        {"attacks_a_second", "1/s", "attacks begun on the player, in its living time",
         "Attacks on the player a second"},
        {"hits_a_second", "1/s", "the attacks on the player that hit", "Hits on the player a second"},
        {"damage_a_second", "1/s", "damage that the player took, in its living time", "Damage to the player a second"},
        {"capacity_in_use", "", "attack weight in use round the player, of its attack capacity",
         "Attack capacity in use", true},
        {"slot_wait_median", "s", "from the request to the slot, round the player: the median", "Wait for a slot"},
        {"slot_wait_p99", "s", "the wait that 99 of 100 do not exceed", "Wait for a slot, 99 %"},
        {"slot_wait_longest", "s", "the longest wait, unfinished waits included", "Wait for a slot, longest"},
        {"token_wait_median", "s", "ready round the player, until the token: the median", "Wait for a token"},
        {"token_wait_p99", "s", "the wait that 99 of 100 do not exceed", "Wait for a token, 99 %"},
        {"token_wait_longest", "s", "the longest wait, unfinished waits included", "Wait for a token, longest"},
        {"fairness", "",
         "Jain's index of attacks a second round the player: the least of the archetypes with two "
         "agents or more",
         "Fairness (Jain)", true},
    }};
    return all;
}

Figure figure_named(const std::string& name, const std::string& where) {
    std::vector<std::string> known;
    for (size_t i = 0; i < figure_count; ++i) {
        if (name == figure_defs()[i].name) return static_cast<Figure>(i);
        known.emplace_back(figure_defs()[i].name);
    }
    throw BadInput(fmt::format("{}: there is no figure '{}'{}; allowed: {}", where, name,
                               scenario::did_you_mean(name, known), fmt::join(known, ", ")));
}

Interval possible(Figure figure, const Interval& interval) {
    const bool bounded = is_share(figure) || def_of(figure).within_one;
    return {std::max(interval.low, 0.0), bounded ? std::min(interval.high, 1.0) : interval.high};
}

const char* outcome_of(const RunFigures& run) {
    if (run[Figure::win] > 0.0) return "win";
    return run[Figure::loss] > 0.0 ? "loss" : "draw";
}

std::vector<double> column(const std::vector<RunFigures>& runs, Figure figure) {
    std::vector<double> values;
    for (const RunFigures& run : runs) values.push_back(run[figure]);
    return values;
}

} // namespace fray::demo
