#include "sweep/level.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {
namespace {

constexpr size_t surveyed = 9, on_a_line = 5, rounds = 4, more_seeds = 4;
static_assert(surveyed + more_seeds * (rounds * on_a_line + 1) <= most_seeds_of_a_search);

class Search {
public:
    Search(const Probe& probe, const SearchRange& range, double goal, size_t seeds)
        : probe_(probe), range_(range), goal_(goal), seeds_(seeds) {}

    Level run() {
        const std::vector<Probed> first = look(spread_over(range_, surveyed), seeds_);
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
    std::vector<Probed> look(const std::vector<double>& places, size_t seeds) {
        samples_ = probe_(places, seeds);
        std::vector<Probed> list;
        for (size_t i = 0; i < places.size(); ++i) list.push_back({places[i], mean_of(samples_[i])});
        return list;
    }

    /// In the place of what was known of these places from fewer battles.
    void keep(const std::vector<Probed>& list) {
        for (const Probed& one : list) {
            const auto same = [&](const Probed& known) { return known.place == one.place; };
            std::erase_if(level_.survey, same);
            level_.survey.push_back(one);
        }
    }

    double away(const Probed& one) const { return std::abs(one.figure.mean - goal_); }

    /// The one nearest to the goal; of several the first.
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

    /// Two neighbours of which one is above and the other below the goal, or on it.
    std::optional<Interval> bracket_in(const std::vector<Probed>& list, int* crossings) const {
        std::optional<Interval> found;
        double steepest = -1.0;
        const Probed* before = nullptr;
        for (const Probed& one : list) {
            if (one.figure.count == 0) continue;
            if (before != nullptr) {
                const double a = before->figure.mean - goal_, b = one.figure.mean - goal_;
                // A place that is on the goal counts with the one after it, the last with the one before it.
                if (a * b < 0.0 || a == 0.0 || (b == 0.0 && &one == &list.back())) {
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
        return found;
    }

    /// The goal is passed nowhere.
    void nearest_end(const std::vector<Probed>& list) {
        const std::vector<Probed> again = look({best_of(list).place}, more_seeds * seeds_);
        keep(again);
        level_.place = again.front().place;
        level_.figure = again.front().figure;
        level_.reach = level_.figure.interval.has(goal_) ? Reach::touched : Reach::missed;
    }

    void whole(Interval bracket) {
        for (;;) {
            // One more on either side: with more battles the goal may turn out to lie there.
            const SearchRange part{std::max(bracket.low - 1.0, range_.low), std::min(bracket.high + 1.0, range_.high),
                                   true};
            const std::vector<Probed> list = look(spread_over(part, surveyed), more_seeds * seeds_);
            keep(list);
            int crossings = 0;
            const std::optional<Interval> next = bracket_in(list, &crossings);
            const bool all = part.high - part.low + 1.0 <= static_cast<double>(surveyed);
            if (all || !next) return decide(list, next.has_value());
            bracket = *next;
        }
    }

    /// `passed`: with more battles it still passes the goal.
    void decide(const std::vector<Probed>& list, bool passed) {
        const Probed& best = best_of(list);
        level_.reach = passed ? Reach::reached : best.figure.interval.has(goal_) ? Reach::touched : Reach::missed;
        level_.place = best.place;
        level_.figure = best.figure;
        const double side = best.figure.mean - goal_;
        std::vector<Probed> beyond;
        for (const Probed& one : list)
            if (one.figure.count > 0 && std::abs(one.place - best.place) <= 1.0 && side * (one.figure.mean - goal_) < 0)
                beyond.push_back(one);
        if (beyond.empty()) {
            level_.nearer_is_sure = level_.figure.interval.has(goal_);
            return;
        }
        level_.other = best_of(beyond);
        const auto sample_at = [&](double place) -> const std::vector<double>& {
            const auto at = std::find_if(list.begin(), list.end(), [&](const Probed& p) { return p.place == place; });
            return samples_[static_cast<size_t>(at - list.begin())];
        };
        const std::vector<double>&a = sample_at(best.place), &b = sample_at(level_.other->place);
        // The nearer one is that on whose side of the goal the middle of both does not lie.
        std::vector<double> middles;
        for (size_t i = 0; i < a.size(); ++i) middles.push_back(0.5 * (a[i] + b[i]));
        const Mean middle = mean_of(middles);
        level_.nearer_is_sure = middle.sure && !middle.interval.has(goal_);
    }

    void line(Interval window) {
        const double least = 1e-3 * (range_.high - range_.low);
        Root root;
        for (size_t round = 0; round < rounds; ++round) {
            const std::vector<double> places = spread_over({window.low, window.high, false}, on_a_line);
            const std::vector<Probed> list = look(places, more_seeds * seeds_);
            keep(list);
            root = root_of(places, samples_, goal_);
            if (root.seeds < 3) return;
            const double half = 0.5 * (window.high - window.low);
            const double noise = root.sure ? root.sure->high - root.sure->low : 2.0 * half;
            const double next = std::max({noise, half / 4.0, least});
            const bool inside = window.has(root.place);
            if (inside && next > 0.7 * half) break;
            window = around(std::clamp(root.place, window.low - half, window.high + half), std::min(next, half));
        }
        level_.reach = Reach::reached;
        level_.place = range_.nearest(root.place);
        level_.sure = root.sure ? Interval{std::max(root.sure->low, range_.low), std::min(root.sure->high, range_.high)}
                                : Interval{range_.low, range_.high};
        const std::vector<Probed> there = look({level_.place}, more_seeds * seeds_);
        keep(there);
        level_.figure = there.front().figure;
    }

    /// As wide as that, within the range.
    Interval around(double middle, double half) const {
        const double low = std::clamp(middle - half, range_.low, std::max(range_.high - 2.0 * half, range_.low));
        return {range_.nearest(low), range_.nearest(std::min(low + 2.0 * half, range_.high))};
    }

    const Probe& probe_;
    const SearchRange& range_;
    double goal_;
    size_t seeds_;
    Level level_;
    std::vector<std::vector<double>> samples_; ///< of the last look
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

Root root_of(const std::vector<double>& places, const std::vector<std::vector<double>>& samples, double goal) {
    const auto count = static_cast<double>(places.size());
    double middle = 0.0, width = 0.0;
    for (const double place : places) middle += place / count;
    for (const double place : places) width += (place - middle) * (place - middle);
    std::vector<double> heights, slopes; // of each seed's line, at the middle
    for (size_t seed = 0; seed < samples.front().size(); ++seed) {
        double height = 0.0, slope = 0.0;
        for (size_t i = 0; i < places.size(); ++i) {
            height += samples[i][seed] / count;
            slope += samples[i][seed] * (places[i] - middle) / width;
        }
        if (std::isnan(height)) continue;
        heights.push_back(height);
        slopes.push_back(slope);
    }
    Root root{middle, std::nullopt, heights.size()};
    if (root.seeds < 3) return root;
    const Mean height = mean_of(heights), slope = mean_of(slopes);
    const auto n = static_cast<double>(root.seeds);
    double both = 0.0; // their covariance
    for (size_t i = 0; i < root.seeds; ++i) both += (heights[i] - height.mean) * (slopes[i] - slope.mean) / (n - 1.0);
    const double away = height.mean - goal, t = t_975(root.seeds - 1), tt = t * t / n;
    if (slope.mean != 0.0) root.place = middle - away / slope.mean;
    // Where (away + slope x)^2 <= t^2 (variance of away + slope x).
    const double a = slope.mean * slope.mean - tt * slope.deviation * slope.deviation;
    const double b = away * slope.mean - tt * both;
    const double c = away * away - tt * height.deviation * height.deviation;
    if (!(a > 0.0)) return root;
    const double reach = std::sqrt(std::max(b * b - a * c, 0.0)) / a;
    root.sure = Interval{middle - b / a - reach, middle - b / a + reach};
    return root;
}

} // namespace fray::demo
