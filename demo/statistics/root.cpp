#include "root.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray::demo {
namespace {

constexpr size_t most_terms = 3;
using Terms = std::array<double, most_terms>;

/// Polynomials that are orthogonal over the places, so that their coefficients can be computed independently.
class Basis {
public:
    explicit Basis(const std::vector<double>& places) : places_(places) {
        const auto count = static_cast<double>(places.size());
        for (const double x : places) middle_ += x / count;
        double squares = 0.0, cubes = 0.0;
        for (const double x : places) {
            squares += (x - middle_) * (x - middle_);
            cubes += (x - middle_) * (x - middle_) * (x - middle_);
        }
        tilt_ = cubes / squares;
        lift_ = squares / count;
        for (const double x : places)
            for (size_t k = 0; k < most_terms; ++k) norms_[k] += at(x)[k] * at(x)[k];
    }

    double middle() const { return middle_; }
    Terms at(double x) const {
        const double u = x - middle_;
        return {1.0, u, u * u - tilt_ * u - lift_};
    }
    /// The coefficients of the curve through the values of a seed.
    Terms fit(const std::vector<std::vector<double>>& samples, size_t seed) const {
        Terms terms{};
        for (size_t i = 0; i < places_.size(); ++i) {
            const Terms values = at(places_[i]);
            for (size_t k = 0; k < most_terms; ++k) terms[k] += samples[i][seed] * values[k] / norms_[k];
        }
        return terms;
    }

private:
    const std::vector<double>& places_;
    double middle_ = 0.0, tilt_ = 0.0, lift_ = 0.0;
    Terms norms_{};
};

/// The mean of all seeds' curves, and its covariance.
class Curves {
public:
    Curves(const Basis& basis, const std::vector<std::vector<double>>& samples) : basis_(basis) {
        std::vector<Terms> all;
        for (size_t seed = 0; seed < samples.front().size(); ++seed) {
            const Terms terms = basis.fit(samples, seed);
            if (!std::isnan(terms[0])) all.push_back(terms);
        }
        count_ = all.size();
        if (count_ < 3) return;
        const auto n = static_cast<double>(count_);
        for (const Terms& terms : all)
            for (size_t k = 0; k < most_terms; ++k) mean_[k] += terms[k] / n;
        for (const Terms& terms : all)
            for (size_t k = 0; k < most_terms; ++k)
                for (size_t l = 0; l < most_terms; ++l)
                    spread_[k][l] += (terms[k] - mean_[k]) * (terms[l] - mean_[l]) / (n - 1.0) / n;
    }

    size_t count() const { return count_; }
    const Terms& mean() const { return mean_; }
    /// The covariance of two coefficients of the mean curve.
    double covariance(size_t k, size_t l) const { return spread_[k][l]; }

    double height(double x) const {
        const Terms at = basis_.at(x);
        return mean_[0] * at[0] + mean_[1] * at[1] + mean_[2] * at[2];
    }
    /// The variance of the mean curve's height at x.
    double variance(double x) const {
        const Terms at = basis_.at(x);
        double sum = 0.0;
        for (size_t k = 0; k < most_terms; ++k)
            for (size_t l = 0; l < most_terms; ++l) sum += at[k] * at[l] * spread_[k][l];
        return sum;
    }

private:
    const Basis& basis_;
    size_t count_ = 0;
    Terms mean_{};
    std::array<Terms, most_terms> spread_{};
};

} // namespace

Root root_of_lines(const std::vector<double>& places, const std::vector<std::vector<double>>& samples, double goal) {
    const Basis basis(places);
    const Curves curves(basis, samples);
    Root root{basis.middle(), std::nullopt, true, curves.count()};
    if (root.seeds < 3) return root;
    const double away = curves.mean()[0] - goal, slope = curves.mean()[1];
    if (slope != 0.0) root.place = basis.middle() - away / slope;
    // The interval in which (away + slope x)^2 <= t^2 (variance of away + slope x).
    const double tt = t_975(root.seeds - 1) * t_975(root.seeds - 1);
    const double a = slope * slope - tt * curves.covariance(1, 1);
    const double b = away * slope - tt * curves.covariance(0, 1);
    const double c = away * away - tt * curves.covariance(0, 0);
    if (!(a > 0.0)) return root;
    const double reach = std::sqrt(std::max(b * b - a * c, 0.0)) / a;
    root.sure = Interval{basis.middle() - b / a - reach, basis.middle() - b / a + reach};
    return root;
}

Root root_of_parabolas(const std::vector<double>& places, const std::vector<std::vector<double>>& samples, double goal,
                       const Interval& range) {
    constexpr int steps = 4000;
    const Basis basis(places);
    const Curves curves(basis, samples);
    Root root{basis.middle(), std::nullopt, true, curves.count()};
    if (root.seeds < 3) return root;
    const double margin = 0.5 * (places.back() - places.front());
    const double low = std::max(places.front() - margin, range.low),
                 high = std::min(places.back() + margin, range.high);
    const auto place = [&](int step) { return low + (high - low) * step / steps; };
    const auto away = [&](int step) { return curves.height(place(step)) - goal; };
    // The crossing nearest to the middle; without a crossing, the point where the curve is nearest to the goal.
    int best = 0;
    bool crosses = false;
    for (int step = 0; step <= steps; ++step) {
        const bool crossing = step < steps && (away(step) <= 0.0) != (away(step + 1) <= 0.0);
        const bool nearer = std::abs(place(step) - basis.middle()) < std::abs(place(best) - basis.middle());
        if (crossing ? !crosses || nearer : !crosses && std::abs(away(step)) < std::abs(away(best))) best = step;
        crosses = crosses || crossing;
    }
    root.place = place(best);
    root.meets = crosses;
    if (crosses) root.place += (high - low) / steps * away(best) / (away(best) - away(best + 1));
    const double tt = t_975(root.seeds - 1) * t_975(root.seeds - 1);
    const auto possible = [&](int step) { return away(step) * away(step) <= tt * curves.variance(place(step)); };
    if (!crosses && !possible(best)) return root;
    int first = best, last = best + (crosses ? 1 : 0);
    while (first > 0 && possible(first)) --first;
    while (last < steps && possible(last)) ++last;
    // If the goal is possible at the end of the probed interval, the root may also lie beyond that end.
    root.sure = Interval{first == 0 && possible(0) ? range.low : place(first),
                         last == steps && possible(steps) ? range.high : place(last)};
    return root;
}

} // namespace fray::demo
