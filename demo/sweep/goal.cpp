#include "goal.h"

#include "files/bad_input.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fray::demo {
namespace {

constexpr size_t rows_of_a_line = 7;

std::string text_of(double value, bool whole) { return whole ? fmt::format("{:.0f}", value) : number_text(value); }

} // namespace

Goal parse_goal(const std::string& text) {
    const size_t equals = text.find('=');
    const std::string where = fmt::format("--goal {}", text);
    if (equals == std::string::npos) throw BadInput(where + ": allowed: FIGURE=NUMBER");
    const Figure figure = figure_named(text.substr(0, equals), where);
    const auto value = number_in(text.substr(equals + 1));
    if (!value) throw BadInput(fmt::format("{}: '{}' is not a number", where, text.substr(equals + 1)));
    return {figure, *value};
}

Varied parse_varied(const std::string& text) {
    const size_t equals = text.find('='), colon = text.find(':', equals == std::string::npos ? 0 : equals);
    const auto refuse = [&](const std::string& what) {
        throw BadInput(fmt::format("--vary {}: {}; allowed: KEY=lo:hi with lo < hi", text, what));
    };
    if (equals == std::string::npos || equals == 0 || colon == std::string::npos) refuse("is not a range of a key");
    const std::string low_text = text.substr(equals + 1, colon - equals - 1), high_text = text.substr(colon + 1);
    const auto low = number_in(low_text), high = number_in(high_text);
    if (!low) refuse(fmt::format("'{}' is not a number", low_text));
    if (!high) refuse(fmt::format("'{}' is not a number", high_text));
    if (*low > *high) refuse("begins above its end");
    if (*low == *high) refuse("is one value");
    return {text.substr(0, equals), {*low, *high, false}};
}

int64_t most_battles(const std::vector<Varied>& varied, int64_t seeds) {
    const int64_t rows = varied.size() > 1 ? static_cast<int64_t>(rows_of_a_line) : 1;
    return rows * seeds * most_seeds_of_a_search;
}

GoalSearch::GoalSearch(const std::vector<Axis>& axes, std::vector<Varied> varied, const Goal& goal, Scenes& scenes)
    : axes_(axes), varied_(std::move(varied)), goal_(goal), scenes_(scenes) {
    find_kinds();
}

/// A corner of the ranges: a bit for each key that is at its highest value.
GoalSearch::Place GoalSearch::corner(size_t highs) const {
    Place place;
    for (size_t i = 0; i < varied_.size(); ++i)
        place.push_back((highs >> i & 1) != 0 ? varied_[i].range.high : varied_[i].range.low);
    return place;
}

Variant GoalSearch::variant_at(const Place& place) const {
    Variant variant;
    for (size_t i = 0; i < axes_.size() - varied_.size(); ++i) variant.push_back(axes_[i].values.front());
    for (size_t i = 0; i < place.size(); ++i) variant.push_back(text_of(place[i], varied_[i].range.whole));
    return variant;
}

Variant GoalSearch::lowest() const { return variant_at(corner(0)); }

bool GoalSearch::takes(Place place, size_t which, double value) {
    place[which] = value;
    try {
        scenes_.check(variant_at(place));
        return true;
    } catch (const BadInput&) {
        return false;
    }
}

void GoalSearch::find_kinds() {
    for (size_t i = 0; i < varied_.size(); ++i) {
        SearchRange& range = varied_[i].range;
        const bool whole_ends = range.low == std::round(range.low) && range.high == std::round(range.high);
        if (!whole_ends) continue; // The check of both ends below shows whether the key takes fractions.
        const double whole = std::floor(0.5 * (range.low + range.high));
        range.whole = takes(corner(0), i, whole) && !takes(corner(0), i, whole + 0.5);
    }
    // All corners: a value of a key may forbid values of the other key.
    for (size_t highs = 0; highs < size_t{1} << varied_.size(); ++highs) scenes_.check(variant_at(corner(highs)));
}

void GoalSearch::fight_missing(Battles& battles, const std::vector<Place>& places, Seeds seeds,
                               const std::string& stage) {
    std::vector<Bout> bouts;
    std::vector<const Place*> of;
    for (const Place& place : places) {
        const Variant variant = variant_at(place);
        const std::map<uint64_t, RunFigures>& runs = known_[place];
        if (runs.empty()) scenes_.check(variant);
        for (size_t i = 0; i < seeds.count; ++i) {
            const uint64_t seed = first_seed_ + seeds.first + i;
            if (runs.count(seed) > 0) continue;
            bouts.push_back({variant, seed});
            of.push_back(&place);
        }
    }
    const std::vector<RunFigures> fought = battles.fight(bouts, stage);
    for (size_t i = 0; i < fought.size(); ++i) known_[*of[i]].emplace(bouts[i].seed, fought[i]);
}

std::vector<std::vector<double>> GoalSearch::probe(Battles& battles, const std::vector<Place>& places, Seeds seeds,
                                                   const std::string& stage) {
    fight_missing(battles, places, seeds, stage);
    std::vector<std::vector<double>> samples;
    for (const Place& place : places) {
        samples.emplace_back();
        for (size_t i = 0; i < seeds.count; ++i)
            samples.back().push_back(known_[place].at(first_seed_ + seeds.first + i)[goal_.figure]);
    }
    return samples;
}

/// Finds the level of the last key, with the other keys fixed at `before`.
Level GoalSearch::level(Battles& battles, const Place& before, size_t seeds) {
    const Varied& last = varied_.back();
    const std::string where =
        before.empty() ? "" : fmt::format("{}={}: ", varied_.front().key, text_of(before[0], varied_[0].range.whole));
    const Probe at = [&](const std::vector<double>& places, Seeds which) {
        std::vector<Place> all;
        for (const double place : places) {
            all.push_back(before);
            all.back().push_back(place);
        }
        return probe(battles, all, which,
                     fmt::format("{}{} from {} to {}: ", where, last.key, number_text(places.front()),
                                 number_text(places.back())));
    };
    Level level = find_level(at, last.range, goal_.value, seeds);
    // A share is tested by Wilson's interval, which is also printed, because 0 of 64 is still compatible with a share
    // of 1 in 30.
    const auto interval = interval_of(goal_.figure, level.figure);
    if (level.reach == Reach::missed && interval && interval->has(goal_.value)) level.reach = Reach::touched;
    return level;
}

GoalResult GoalSearch::run(Battles& battles, uint64_t first_seed, size_t seeds) {
    first_seed_ = first_seed;
    GoalResult result{goal_, varied_, {}, 0};
    if (varied_.size() == 1) {
        result.line.push_back({std::nullopt, level(battles, {}, seeds)});
        return result;
    }
    for (const double first : spread_over(varied_.front().range, rows_of_a_line))
        result.line.push_back({first, level(battles, {first}, seeds)});
    result.chosen = choose(result.line);
    return result;
}

/// Chooses the middle one of the levels that reach the goal; for whole numbers, the level nearest to the goal. If no
/// level reaches the goal, chooses the nearest of all levels.
size_t GoalSearch::choose(const std::vector<LevelAt>& line) const {
    std::vector<size_t> reached, all;
    for (size_t i = 0; i < line.size(); ++i) {
        if (line[i].level.reach == Reach::unknown) continue;
        all.push_back(i);
        if (line[i].level.reach == Reach::reached) reached.push_back(i);
    }
    if (all.empty()) return 0;
    if (!reached.empty() && !varied_.back().range.whole) return reached[reached.size() / 2];
    const std::vector<size_t>& from = reached.empty() ? all : reached;
    return *std::min_element(from.begin(), from.end(), [&](size_t a, size_t b) {
        return std::abs(line[a].level.figure.mean - goal_.value) < std::abs(line[b].level.figure.mean - goal_.value);
    });
}

std::vector<VariantResult> GoalSearch::fought(const Scenes& scenes) const {
    std::vector<VariantResult> all;
    for (const auto& [place, by_seed] : known_) {
        const Variant variant = variant_at(place);
        std::vector<RunFigures> runs;
        for (const auto& [seed, run] : by_seed) runs.push_back(run);
        all.emplace_back(variant, scenes.of(variant)->player.who, std::move(runs));
    }
    return all;
}

} // namespace fray::demo
