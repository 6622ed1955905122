// Quantiles of a sample.
#pragma once

#include <cstddef>
#include <vector>

namespace fray::demo {

/// The quantile of the values at `share` (0 to 1), interpolated between two values. Empty: 0.
double quantile(std::vector<double> values, double share);

/// The median of sorted values, at least one.
double median(const std::vector<double>& sorted);

struct Spread {
    double median = 0.0, q1 = 0.0, q3 = 0.0, p99 = 0.0;
    size_t count = 0;
};
Spread spread_of(std::vector<double> values);

} // namespace fray::demo
