// 95 % confidence intervals of shares and means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fray::demo {

struct Interval {
    double low = 0.0, high = 0.0;
    bool has(double value) const { return low <= value && value <= high; }
};

/// `count` successes in `of` trials.
struct Share {
    int64_t count = 0, of = 0;

    double value() const { return of > 0 ? static_cast<double>(count) / static_cast<double>(of) : 0.0; }
};

/// Wilson's score interval (1927). It also holds for shares near 0 and 1 and for few trials. Without trials: 0 to 1.
Interval wilson(const Share& share);

/// The 97.5 % quantile of Student's t; degrees > 0. Accurate to seven digits.
double t_975(size_t degrees);

/// A sample, and the interval of its mean by Student's t. It is exact for normal values, and good for means of other
/// distributions from about ten values.
struct Mean {
    size_t count = 0;
    double mean = 0.0;
    double deviation = 0.0;                  ///< standard deviation of the sample; 0 for fewer than two values
    bool sure = false;                       ///< there are at least two values, so `interval` is valid
    Interval interval;                       ///< 95 % confidence interval of the mean
    double median = 0.0, q1 = 0.0, q3 = 0.0; ///< quartiles, interpolated
    double least = 0.0, greatest = 0.0;

    /// Half the width of `interval`.
    double margin() const { return 0.5 * (interval.high - interval.low); }
};

/// The values are summed in the given order, because floating-point sums depend on it. NaN values are left out.
Mean mean_of(const std::vector<double>& values);

} // namespace fray::demo
