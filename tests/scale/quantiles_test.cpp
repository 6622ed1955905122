// Quantiles, checked with figures that are worked out by hand.
#include "statistics/quantiles.h"

#include <gtest/gtest.h>

namespace fray::demo {
namespace {

TEST(Quantiles, AreInterpolatedBetweenValues) {
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

} // namespace
} // namespace fray::demo
