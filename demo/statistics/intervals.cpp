#include "intervals.h"

#include "quantiles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fray::demo {
namespace {

constexpr double z_975 = 1.959963984540054; ///< 97.5 % quantile of the normal distribution

/// The probability that Student's t lies between -t and t, for whole degrees of freedom (Abramowitz and Stegun, 26.7.3
/// and 26.7.4).
double share_within(double t, size_t degrees) {
    const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees)));
    const double square = std::cos(angle) * std::cos(angle);
    const bool odd = degrees % 2 == 1;
    double term = odd ? std::cos(angle) : 1.0;
    double sum = degrees > 1 ? term : 0.0;
    for (size_t k = odd ? 3 : 2; k + 1 < degrees; k += 2) {
        term *= square * static_cast<double>(k - 1) / static_cast<double>(k);
        sum += term;
    }
    return odd ? 2.0 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
}

/// The 97.5 % quantile for many degrees of freedom (Cornish-Fisher expansion).
double t_of_many(double degrees) {
    const double z = z_975, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4.0 * degrees) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * degrees * degrees) +
           (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * degrees * degrees * degrees);
}

} // namespace

Interval wilson(const Share& share) {
    if (share.of <= 0) return {0.0, 1.0};
    const auto n = static_cast<double>(share.of);
    const double p = share.value(), z2 = z_975 * z_975;
    const double middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    const double half = z_975 / (1.0 + z2 / n) * std::sqrt(p * (1.0 - p) / n + z2 / (4.0 * n * n));
    return {share.count == 0 ? 0.0 : std::max(middle - half, 0.0),
            share.count == share.of ? 1.0 : std::min(middle + half, 1.0)};
}

double t_975(size_t degrees) {
    if (degrees > 200) return t_of_many(static_cast<double>(degrees));
    double low = 0.0, high = 16.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (share_within(middle, degrees) < 0.95 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

Mean mean_of(const std::vector<double>& values) {
    std::vector<double> known;
    double sum = 0.0;
    for (const double value : values) {
        if (std::isnan(value)) continue;
        known.push_back(value);
        sum += value;
    }
    Mean mean;
    mean.count = known.size();
    if (known.empty()) return mean;
    const auto n = static_cast<double>(known.size());
    mean.mean = sum / n;
    double squares = 0.0;
    for (const double value : known) squares += (value - mean.mean) * (value - mean.mean);
    mean.sure = known.size() > 1;
    if (mean.sure) mean.deviation = std::sqrt(squares / (n - 1.0));
    const double margin = mean.sure ? t_975(known.size() - 1) * mean.deviation / std::sqrt(n) : 0.0;
    mean.interval = {mean.mean - margin, mean.mean + margin};
    std::sort(known.begin(), known.end());
    mean.median = quantile(known, 0.5);
    mean.q1 = quantile(known, 0.25);
    mean.q3 = quantile(known, 0.75);
    mean.least = known.front();
    mean.greatest = known.back();
    return mean;
}

} // namespace fray::demo
