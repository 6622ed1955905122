// `--goal` and `--vary`: finds the values of a key, or of two, for which a figure has a given mean.
#pragma once

#include "battles.h"
#include "results.h"

#include <string>
#include <vector>

namespace fray::demo {

/// Parses `NAME=NUMBER`. Throws BadInput.
Goal parse_goal(const std::string& text);
/// Parses `KEY=lo:hi`. Whether the key takes whole numbers only is not known yet. Throws BadInput.
Varied parse_varied(const std::string& text);

/// The greatest number of battles that a search may run.
int64_t most_battles(const std::vector<Varied>& varied, int64_t seeds);

/// Searches by running battles. `axes` are those of the scenes: first fixed axes with a single value, then an axis for
/// each of `varied`. If the scenes reject a value halfway between two whole numbers, the key takes whole numbers only.
class GoalSearch {
public:
    /// All arguments must outlive this object. Throws BadInput if an end of a range is not a valid value of its key.
    GoalSearch(const std::vector<Axis>& axes, std::vector<Varied> varied, const Goal& goal, Scenes& scenes);

    /// The variant with every key at its lowest value.
    Variant lowest() const;
    /// Throws BadInput.
    GoalResult run(Battles& battles, uint64_t first_seed, size_t seeds);
    /// The results of all battles so far, by place.
    std::vector<VariantResult> fought(const Scenes& scenes) const;

private:
    using Place = std::vector<double>; ///< a value for each varied key

    Place corner(size_t highs) const;
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
    std::map<Place, std::map<uint64_t, RunFigures>> known_; ///< by place, then seed
};

} // namespace fray::demo
