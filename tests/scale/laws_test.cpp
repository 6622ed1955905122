// Quantiles and laws against figures that are known: reckoned by hand, or made by the law itself.
#include "scale/laws.h"
#include "statistics/quantiles.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fray::demo {
namespace {

TEST(Quantiles, BetweenValuesTheyAreInterpolated) {
    EXPECT_EQ(quantile({}, 0.5), 0.0);
    EXPECT_EQ(quantile({7.0}, 0.99), 7.0);
    EXPECT_EQ(quantile({4.0, 1.0, 3.0, 2.0}, 0.5), 2.5);
    const Spread spread = spread_of({5.0, 1.0, 4.0, 2.0, 3.0});
    EXPECT_EQ(spread.median, 3.0);
    EXPECT_EQ(spread.q1, 2.0);
    EXPECT_EQ(spread.q3, 4.0);
    EXPECT_DOUBLE_EQ(spread.p99, 4.96);
    EXPECT_EQ(spread.count, 5u);
}

TEST(KarpFlatt, IsTheSerialShareOfAmdahlsLaw) {
    EXPECT_EQ(karp_flatt(1.0, 1.0), 0.0);
    EXPECT_DOUBLE_EQ(karp_flatt(4.0, 4.0), 0.0);
    EXPECT_DOUBLE_EQ(karp_flatt(1.0, 8.0), 1.0);
    // Karp and Flatt's own reckoning: (1/s - 1/p) / (1 - 1/p).
    EXPECT_NEAR(karp_flatt(1.95, 2.0), 0.02564, 1e-5);
    EXPECT_LT(karp_flatt(2.2, 2.0), 0.0) << "faster than in proportion";
    for (const double n : {2.0, 8.0, 64.0}) EXPECT_NEAR(karp_flatt(n / (1.0 + 0.07 * (n - 1.0)), n), 0.07, 1e-12);
}

std::vector<Throughput> made_by(double rate, double sigma, double kappa, const std::vector<double>& threads) {
    std::vector<Throughput> points;
    for (const double n : threads) points.push_back({n, rate * n / (1.0 + sigma * (n - 1.0) + kappa * n * (n - 1.0))});
    return points;
}

TEST(Laws, AmdahlsSerialShareIsFound) {
    for (const double sigma : {0.0, 0.013, 0.25, 0.9, 1.0, -0.02}) {
        const LawFit fit = fit_amdahl(made_by(37.5, sigma, 0.0, {1, 2, 4, 8, 16, 32}));
        ASSERT_TRUE(fit.fitted);
        EXPECT_NEAR(fit.rate, 37.5, 1e-6);
        EXPECT_NEAR(fit.sigma, sigma, 1e-8);
        EXPECT_EQ(fit.kappa, 0.0);
        EXPECT_LT(fit.root_mean_square, 1e-8);
    }
}

TEST(Laws, TheUniversalLawsTwoAreFound) {
    for (const double sigma : {0.0, 0.02, 0.3})
        for (const double kappa : {0.0, 0.0001, 0.004}) {
            const LawFit fit = fit_universal(made_by(1200.0, sigma, kappa, {1, 2, 3, 4, 8, 16, 32, 64}));
            ASSERT_TRUE(fit.fitted);
            EXPECT_NEAR(fit.rate, 1200.0, 1e-3);
            EXPECT_NEAR(fit.sigma, sigma, 1e-6);
            EXPECT_NEAR(fit.kappa, kappa, 1e-8);
            for (const double residual : fit.residuals) EXPECT_NEAR(residual, 0.0, 1e-7);
            EXPECT_NEAR(fit.best_threads(), kappa > 0.0 ? std::sqrt((1.0 - sigma) / kappa) : fit.best_threads(), 0.01);
        }
}

/// Errors that are known, and known to be no law's: the residuals show them, and the law is hardly moved.
TEST(Laws, ResidualsAreMeasuredOverFitted) {
    std::vector<Throughput> points = made_by(100.0, 0.05, 0.001, {1, 2, 4, 8, 16, 32});
    const double errors[] = {0.01, -0.01, 0.01, -0.01, 0.01, -0.01};
    for (size_t i = 0; i < points.size(); ++i) points[i].value *= 1.0 + errors[i];
    const LawFit fit = fit_universal(points);
    ASSERT_TRUE(fit.fitted);
    EXPECT_NEAR(fit.sigma, 0.05, 0.012);
    EXPECT_NEAR(fit.kappa, 0.001, 0.0004);
    EXPECT_GT(fit.root_mean_square, 0.004);
    EXPECT_LT(fit.root_mean_square, 0.0101) << "no better than the truth would be no fit";
    for (size_t i = 0; i < points.size(); ++i)
        EXPECT_NEAR(fit.residuals[i], points[i].value / fit.value(points[i].threads) - 1.0, 1e-12);
}

/// What fits best: no small step in any direction is better.
TEST(Laws, TheFitIsALeastOne) {
    const std::vector<Throughput> points = {{1, 10}, {2, 19.1}, {4, 35.2}, {8, 58.0}, {16, 90.0}, {24, 96.0}};
    const LawFit fit = fit_universal(points);
    ASSERT_TRUE(fit.fitted);
    const auto cost = [&](double rate, double sigma, double kappa) {
        double sum = 0.0;
        const std::vector<Throughput> fitted = made_by(rate, sigma, kappa, {1, 2, 4, 8, 16, 24});
        for (size_t i = 0; i < points.size(); ++i) sum += std::pow(std::log(points[i].value / fitted[i].value), 2.0);
        return sum;
    };
    const double best = cost(fit.rate, fit.sigma, fit.kappa);
    for (const double step : {-1e-3, 1e-3}) {
        EXPECT_GT(cost(fit.rate * (1.0 + step), fit.sigma, fit.kappa), best);
        EXPECT_GT(cost(fit.rate, fit.sigma + step, fit.kappa), best);
        EXPECT_GT(cost(fit.rate, fit.sigma, fit.kappa + step * 0.1), best);
    }
}

TEST(Laws, TooFewThreadCountsAreSaidToBe) {
    EXPECT_EQ(fit_amdahl({{1, 10}}).why_not, "needs 2 thread counts, has 1");
    EXPECT_EQ(fit_universal({{1, 10}, {2, 18}, {2, 19}}).why_not, "needs 3 thread counts, has 2");
    EXPECT_FALSE(fit_amdahl({}).fitted);
    EXPECT_FALSE(fit_amdahl({{1, 10}, {2, 0}}).fitted);
    const LawFit exact = fit_amdahl({{1, 10}, {2, 18}});
    ASSERT_TRUE(exact.fitted);
    EXPECT_EQ(exact.points, exact.parameters);
    EXPECT_NEAR(exact.sigma, 1.0 / 9.0, 1e-9);
}

} // namespace
} // namespace fray::demo
