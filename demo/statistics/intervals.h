// How sure a share or a mean is, with 95 % confidence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fray::demo {

struct Interval {
    double low = 0.0, high = 0.0;
    bool has(double value) const { return low <= value && value <= high; }
};

/// So many of so many.
struct Share {
    int64_t count = 0, of = 0;

    double value() const { return of > 0 ? static_cast<double>(count) / static_cast<double>(of) : 0.0; }
};

/// Wilson's score interval (1927), which holds for shares near 0 and 1 and for few trials, too. Of none: 0 to 1.
Interval wilson(const Share& share);

/// The value below which Student's t with so many degrees of freedom lies in 97.5 % of cases; degrees > 0. To the
/// seventh digit.
double t_975(size_t degrees);

/// A sample, and its mean's interval by Student's t: exact for normal values, near enough for the means of others from
/// some ten values on.
struct Mean {
    size_t count = 0;
    double mean = 0.0;
    double deviation = 0.0;                  ///< of the sample; 0 for fewer than two values
    bool sure = false;                       ///< two values or more: `interval` says something
    Interval interval;                       ///< around the mean
    double median = 0.0, q1 = 0.0, q3 = 0.0; ///< quartiles, interpolated
    double least = 0.0, greatest = 0.0;

    /// Half of `interval`.
    double margin() const { return 0.5 * (interval.high - interval.low); }
};

/// In the order given: sums of floating-point numbers depend on it. Values that are no number are left out.
Mean mean_of(const std::vector<double>& values);

} // namespace fray::demo
