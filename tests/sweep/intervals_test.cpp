// Confidence intervals, checked with published figures and by how often they contain the true value.
#include "statistics/intervals.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace fray::demo {
namespace {

void expect_interval(const Interval& interval, double low, double high, double tolerance) {
    EXPECT_NEAR(interval.low, low, tolerance);
    EXPECT_NEAR(interval.high, high, tolerance);
}

/// Newcombe 1998 ("Two-sided confidence intervals for the single proportion", Statistics in Medicine 17), table I,
/// method 3: the score method without continuity correction.
TEST(Intervals, WilsonIntervalsEqualPublishedFigures) {
    expect_interval(wilson({81, 263}), 0.2553, 0.3662, 5e-5);
    expect_interval(wilson({15, 148}), 0.0624, 0.1605, 5e-5);
    expect_interval(wilson({0, 20}), 0.0000, 0.1611, 5e-5);
    expect_interval(wilson({1, 29}), 0.0061, 0.1718, 5e-5);
}

TEST(Intervals, WilsonIntervalsStayBetweenZeroAndOneAndAreSymmetric) {
    for (int64_t count = 0; count <= 30; ++count) {
        const Interval one = wilson({count, 30}), other = wilson({30 - count, 30});
        EXPECT_GE(one.low, 0.0);
        EXPECT_LE(one.high, 1.0);
        EXPECT_TRUE(one.has(static_cast<double>(count) / 30.0));
        EXPECT_NEAR(one.low, 1.0 - other.high, 1e-12);
    }
    expect_interval(wilson({0, 0}), 0.0, 1.0, 0.0);
}

/// The quantiles are those of textbook tables.
TEST(Intervals, StudentsTEqualsTheTables) {
    EXPECT_NEAR(t_975(1), 12.7062, 5e-5);
    EXPECT_NEAR(t_975(2), 4.30265, 5e-6);
    EXPECT_NEAR(t_975(3), 3.18245, 5e-6);
    EXPECT_NEAR(t_975(4), 2.77645, 5e-6);
    EXPECT_NEAR(t_975(9), 2.26216, 5e-6);
    EXPECT_NEAR(t_975(15), 2.13145, 5e-6);
    EXPECT_NEAR(t_975(30), 2.04227, 5e-6);
    EXPECT_NEAR(t_975(100), 1.98397, 5e-6);
    EXPECT_NEAR(t_975(1000), 1.96234, 5e-6);
    EXPECT_NEAR(t_975(200), t_975(201), 1e-4) << "two ways to reckon it meet";
    EXPECT_NEAR(t_975(100'000'000), 1.959964, 1e-6);
}

/// Student's own example ("The probable error of a mean", 1908): extra hours of sleep of ten patients. Mean 1.58,
/// deviation 1.23, interval 0.70 to 2.46.
TEST(Intervals, AMeanEqualsStudentsExample) {
    const Mean mean = mean_of({1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4});
    EXPECT_NEAR(mean.mean, 1.58, 1e-12);
    EXPECT_NEAR(mean.deviation, 1.230, 5e-4);
    expect_interval(mean.interval, 0.70, 2.46, 5e-3);
    EXPECT_EQ(mean.median, 1.3);
    EXPECT_EQ(mean.least, 0.0);
    EXPECT_EQ(mean.greatest, 4.6);
    EXPECT_TRUE(mean.sure);
}

TEST(Intervals, ASingleValueHasNoInterval) {
    const Mean one = mean_of({3.0, NAN});
    EXPECT_EQ(one.count, 1u);
    EXPECT_EQ(one.mean, 3.0);
    EXPECT_FALSE(one.sure);
    EXPECT_EQ(mean_of({}).count, 0u);
    EXPECT_EQ(mean_of({NAN, NAN}).count, 0u);
}

/// Of 4000 samples of ten values, 95 % of the intervals contain the true mean: 3800, plus or minus three standard
/// deviations of 14.
TEST(Intervals, ContainTheTruthAsOftenAsTheyClaim) {
    std::mt19937 dice(7);
    std::normal_distribution<double> normal(2.0, 3.0);
    int held = 0;
    for (int i = 0; i < 4000; ++i) {
        std::vector<double> sample(10);
        for (double& value : sample) value = normal(dice);
        held += mean_of(sample).interval.has(2.0);
    }
    EXPECT_NEAR(held, 3800, 42);
}

} // namespace
} // namespace fray::demo
