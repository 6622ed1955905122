// `--goal` and `--vary`: the values of one or two keys with which a figure has a wanted mean.
#pragma once

#include "battles.h"
#include "results.h"

#include <string>
#include <vector>

namespace fray::demo {

/// `NAME=NUMBER`. Throws BadInput.
Goal parse_goal(const std::string& text);
/// `KEY=lo:hi`; whether it is whole is not known yet. Throws BadInput.
Varied parse_varied(const std::string& text);

/// How many battles a search may come to, at most.
int64_t most_battles(const std::vector<Varied>& varied, int64_t seeds);

/// Searches by battles. `axes` are those of the scenes: fixed ones with one value, and after them one for each of
/// `varied`. What a key takes is found by asking the scenes: where they refuse half a number, it is whole numbers.
class GoalSearch {
public:
    /// All outlive this. Throws BadInput where an end of a range is no value for its key.
    GoalSearch(const std::vector<Axis>& axes, std::vector<Varied> varied, const Goal& goal, Scenes& scenes);

    /// Every key at its lowest.
    Variant lowest() const;
    /// Throws BadInput.
    GoalResult run(Battles& battles, uint64_t first_seed, size_t seeds);
    /// All that was fought, by place.
    std::vector<VariantResult> fought(const Scenes& scenes) const;

private:
    using Place = std::vector<double>; ///< a value for each that is varied

    Variant variant_at(const Place& place) const;
    bool takes(Place place, size_t which, double value);
    void find_kinds();
    std::vector<std::vector<double>> probe(Battles& battles, const std::vector<Place>& places, Seeds seeds,
                                           const std::string& stage);
    void fight_missing(Battles& battles, const std::vector<Place>& places, Seeds seeds, const std::string& stage);
    Level level(Battles& battles, const Place& before, size_t seeds);
    size_t choose(const std::vector<LevelAt>& line) const;

    const std::vector<Axis>& axes_;
    std::vector<Varied> varied_;
    Goal goal_;
    Scenes& scenes_;
    uint64_t first_seed_ = 0;
    std::map<Place, std::map<uint64_t, RunFigures>> known_; ///< by seed
};

} // namespace fray::demo
