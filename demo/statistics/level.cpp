#include "level.h"

#include "root.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {
namespace {

constexpr size_t surveyed = 9, on_a_line = 5, rounds = 4, more_seeds = 4;
static_assert(surveyed + more_seeds * ((rounds + 1) * on_a_line + 1) <= most_seeds_of_a_search);

class Search {
public:
    Search(const Probe& probe, const SearchRange& range, double goal, size_t seeds)
        : probe_(probe), range_(range), goal_(goal), seeds_(seeds) {}

    Level run() {
        const std::vector<Probed> first = look(spread_over(range_, surveyed), {0, seeds_});
        level_.survey = first;
        if (!extremes(first)) return level_;
        const std::optional<Interval> bracket = bracket_in(first, &level_.crossings);
        if (!bracket) {
            nearest_end(first);
        } else if (range_.whole) {
            whole(*bracket);
        } else {
            line(*bracket);
        }
        std::stable_sort(level_.survey.begin(), level_.survey.end(),
                         [](const Probed& a, const Probed& b) { return a.place < b.place; });
        return level_;
    }

private:
    Seeds more() const { return {0, more_seeds * seeds_}; }
    Seeds fresh() const { return {more_seeds * seeds_, more_seeds * seeds_}; }

    std::vector<Probed> look(const std::vector<double>& places, Seeds seeds) {
        samples_ = probe_(places, seeds);
        std::vector<Probed> list;
        for (size_t i = 0; i < places.size(); ++i) list.push_back({places[i], mean_of(samples_[i])});
        return list;
    }

    /// Adds results to the survey. They replace earlier results of the same places, which come from fewer battles.
    void keep(const std::vector<Probed>& list) {
        for (const Probed& one : list) {
            const auto same = [&](const Probed& known) { return known.place == one.place; };
            std::erase_if(level_.survey, same);
            level_.survey.push_back(one);
        }
    }

    double away(const Probed& one) const { return std::abs(one.figure.mean - goal_); }

    /// The place with the mean nearest to the goal; in a tie the first.
    const Probed& best_of(const std::vector<Probed>& list) const {
        return *std::min_element(list.begin(), list.end(), [&](const Probed& a, const Probed& b) {
            if (a.figure.count == 0 || b.figure.count == 0) return a.figure.count > b.figure.count;
            return away(a) < away(b);
        });
    }

    bool extremes(const std::vector<Probed>& list) {
        bool any = false;
        for (const Probed& one : list) {
            if (one.figure.count == 0) continue;
            if (!any || one.figure.mean < level_.least.figure.mean) level_.least = one;
            if (!any || one.figure.mean > level_.greatest.figure.mean) level_.greatest = one;
            any = true;
        }
        return any;
    }

    /// The steepest crossing: two neighbouring places with the goal between their means, or on the mean of the second.
    /// Means on the goal in a row are a plateau: coming to it is a crossing, and leaving it is none, unless the list
    /// begins with it.
    std::optional<Interval> bracket_in(const std::vector<Probed>& list, int* crossings) const {
        std::optional<Interval> found, plateau;
        double steepest = -1.0;
        const Probed* before = nullptr;
        bool on_goal = true; // all places so far
        for (const Probed& one : list) {
            if (one.figure.count == 0) continue;
            if (before != nullptr) {
                const double a = before->figure.mean - goal_, b = one.figure.mean - goal_;
                on_goal = on_goal && a == 0.0;
                if (!plateau) plateau = Interval{before->place, one.place};
                if (on_goal ? b != 0.0 : a != 0.0 && a * b <= 0.0) {
                    ++*crossings;
                    const double noise = std::hypot(before->figure.margin(), one.figure.margin());
                    const double steep = std::abs(a - b) / (noise + 1e-300);
                    if (steep > steepest) {
                        steepest = steep;
                        found = Interval{before->place, one.place};
                    }
                }
            }
            before = &one;
        }
        if (on_goal && !found && plateau) *crossings = 1; // everywhere
        return on_goal && !found ? plateau : found;
    }

    /// Handles a survey in which the figure does not cross the goal.
    void nearest_end(const std::vector<Probed>& list) {
        const std::vector<Probed> again = look({best_of(list).place}, fresh());
        keep(again);
        level_.place = again.front().place;
        level_.figure = again.front().figure;
        level_.reach = reach_of(false);
    }

    void whole(Interval bracket) {
        for (;;) {
            // Extends the bracket by a place on either side, because with more battles the goal may turn out to lie
            // there.
            const SearchRange part{std::max(bracket.low - 1.0, range_.low), std::min(bracket.high + 1.0, range_.high),
                                   true};
            const std::vector<Probed> list = look(spread_over(part, surveyed), more());
            keep(list);
            int crossings = 0;
            const std::optional<Interval> next = bracket_in(list, &crossings);
            const bool all = part.high - part.low + 1.0 <= static_cast<double>(surveyed);
            if (all || !next) return decide(list, next.has_value());
            bracket = *next;
        }
    }

    /// `passed`: with more battles the figure still crosses the goal.
    void decide(const std::vector<Probed>& list, bool passed) {
        const Probed best = best_of(list);
        const double side = best.figure.mean - goal_;
        std::vector<Probed> beyond;
        for (const Probed& one : list)
            if (one.figure.count > 0 && std::abs(one.place - best.place) <= 1.0 && side * (one.figure.mean - goal_) < 0)
                beyond.push_back(one);
        std::vector<double> places = {best.place};
        if (!beyond.empty()) places.push_back(best_of(beyond).place);
        const std::vector<Probed> last = look(places, fresh());
        level_.place = best.place;
        level_.figure = last.front().figure;
        level_.reach = reach_of(passed);
        if (last.size() < 2) return;
        level_.other = last.back();
        level_.nearer_is_sure = is_nearer(level_.figure.mean - goal_);
    }

    /// Whether the first of the two places that were probed last is nearer to the goal, with confidence. Its mean is on
    /// the side `side` of the goal; it is nearer if the mean of both means is on the other side.
    bool is_nearer(double side) const {
        std::vector<double> middles;
        for (size_t i = 0; i < samples_[0].size(); ++i) middles.push_back(0.5 * (samples_[0][i] + samples_[1][i]));
        const Mean middle = mean_of(middles);
        return middle.sure && !middle.interval.has(goal_) && side * (middle.mean - goal_) < 0.0;
    }

    void line(Interval window) {
        for (size_t round = 0; round < rounds; ++round) {
            const std::vector<double> places = look_within(window, more());
            const Root root = root_of_lines(places, samples_, goal_);
            if (root.seeds < 3) return;
            const Interval next = narrowed(window, root);
            const double change = (next.high - next.low) / (window.high - window.low);
            const bool settled = window.has(root.place) && change > 0.7 && change < 1.4;
            window = next;
            if (settled) break;
        }
        // Parabolas may bend, and they determine their slope better over a wider window.
        window = around(0.5 * (window.low + window.high), window.high - window.low);
        const std::vector<double> places = look_within(window, fresh());
        const Root root = root_of_parabolas(places, samples_, goal_, {range_.low, range_.high});
        if (root.seeds < 3) return;
        level_.place = range_.nearest(root.place);
        level_.sure = root.sure;
        const std::vector<Probed> there = look({level_.place}, more());
        keep(there);
        level_.figure = there.front().figure;
        level_.reach = reach_of(root.meets);
    }

    /// How the figure at the chosen place compares with the goal. `passed`: the figure crosses the goal.
    Reach reach_of(bool passed) const {
        return passed ? Reach::reached : level_.figure.interval.has(goal_) ? Reach::touched : Reach::missed;
    }

    std::vector<double> look_within(const Interval& window, Seeds seeds) {
        const SearchRange part{window.low, window.high, false};
        keep(look(spread_over(part, on_a_line), seeds));
        return spread_over(part, on_a_line);
    }

    /// Returns the next window around the root: just wide enough for the slope to be distinguishable from the noise.
    Interval narrowed(const Interval& window, const Root& root) const {
        const double half = 0.5 * (window.high - window.low), least = 1e-3 * (range_.high - range_.low);
        const double blurred = root.sure ? 2.0 * (root.sure->high - root.sure->low) : 2.0 * half;
        const double wanted = std::max(std::clamp(blurred, half / 4.0, 2.0 * half), least);
        return around(std::clamp(root.place, window.low - half, window.high + half), wanted);
    }

    /// A window of half width `half`, moved into the range.
    Interval around(double middle, double half) const {
        const double low = std::clamp(middle - half, range_.low, std::max(range_.high - 2.0 * half, range_.low));
        return {range_.nearest(low), range_.nearest(std::min(low + 2.0 * half, range_.high))};
    }

    const Probe& probe_;
    const SearchRange& range_;
    double goal_;
    size_t seeds_;
    Level level_;
    std::vector<std::vector<double>> samples_; ///< values by place and seed, from the last call of `look`
};

} // namespace

Level find_level(const Probe& probe, const SearchRange& range, double goal, size_t seeds) {
    return Search(probe, range, goal, seeds).run();
}

double SearchRange::nearest(double place) const {
    if (whole) return std::clamp(std::round(place), low, high);
    const double unit = std::pow(10.0, std::floor(std::log10(std::max((high - low) * 1e-4, 1e-12))));
    return std::clamp(std::round(place / unit) * unit, low, high);
}

std::vector<double> spread_over(const SearchRange& range, size_t most) {
    std::vector<double> places;
    const double span = range.high - range.low;
    const size_t count = range.whole ? std::min(most, static_cast<size_t>(span) + 1) : most;
    for (size_t i = 0; i < count; ++i)
        places.push_back(range.nearest(range.low + span * static_cast<double>(i) /
                                                       static_cast<double>(std::max<size_t>(count - 1, 1))));
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

} // namespace fray::demo
