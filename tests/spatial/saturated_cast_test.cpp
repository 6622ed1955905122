#include "saturated_cast.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace fray {
namespace {

TEST(SaturatedCast, CutsOffTheFraction) {
    EXPECT_EQ(saturated_cast<int>(2.9f), 2);
    EXPECT_EQ(saturated_cast<int>(-2.9), -2);
    EXPECT_EQ(saturated_cast<uint8_t>(-0.9), 0);
    EXPECT_EQ(saturated_cast<uint32_t>(255.999), 255u);
}

template <typename To, typename From> void expect_limits() {
    using Limits = std::numeric_limits<To>;
    const From infinity = std::numeric_limits<From>::infinity(), most = std::numeric_limits<From>::max();
    for (const From great : {infinity, most}) {
        EXPECT_EQ((saturated_cast<To, From>(great)), Limits::max());
        EXPECT_EQ((saturated_cast<To, From>(-great)), Limits::min());
    }
    EXPECT_EQ((saturated_cast<To, From>(std::numeric_limits<From>::quiet_NaN())), To{0});
    // The first power of two above the greatest number of the target type, and the floating-point number before it.
    const From beyond = std::ldexp(From{1}, Limits::digits);
    EXPECT_EQ((saturated_cast<To, From>(beyond)), Limits::max());
    const From before = std::nextafter(beyond, From{0});
    EXPECT_EQ((saturated_cast<To, From>(before)), static_cast<To>(before));
    const From least = static_cast<From>(Limits::min());
    EXPECT_EQ((saturated_cast<To, From>(least)), Limits::min());
}

TEST(SaturatedCast, ValuesOutOfRangeBecomeTheNearestLimit) {
    expect_limits<int8_t, float>();
    expect_limits<uint8_t, double>();
    expect_limits<int32_t, float>();
    expect_limits<int32_t, double>();
    expect_limits<uint32_t, float>();
    expect_limits<int64_t, float>();
    expect_limits<int64_t, double>();
    expect_limits<uint64_t, double>();
}

} // namespace
} // namespace fray
