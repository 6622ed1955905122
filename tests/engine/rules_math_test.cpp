#include "storage/rules_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace fray {
namespace {

TEST(RulesMath, SineAndCosineKeepTheirStatedError) {
    for (int i = -20000; i <= 20000; ++i) {
        const float angle = static_cast<float>(i) * (2.0f * pi / 20000.0f);
        const Vec2 v = unit_vector(angle);
        ASSERT_NEAR(v.x, std::cos(static_cast<double>(angle)), 1e-6) << angle;
        ASSERT_NEAR(v.y, std::sin(static_cast<double>(angle)), 1e-6) << angle;
    }
}

TEST(RulesMath, AnglesKeepTheirStatedError) {
    for (int i = -9999; i <= 10000; ++i) {
        const double angle = i * (3.14159265358979 / 10000);
        const Vec2 v{static_cast<float>(3.0 * std::cos(angle)), static_cast<float>(3.0 * std::sin(angle))};
        ASSERT_NEAR(angle_of(v), std::atan2(static_cast<double>(v.y), static_cast<double>(v.x)), 2e-6) << angle;
    }
    EXPECT_EQ(angle_of({0.0f, 0.0f}), 0.0f);
}

TEST(RulesMath, SlotsStandEvenlyOnTheRing) {
    for (int slots = 1; slots <= 256; ++slots)
        for (int slot = 0; slot < slots; ++slot) {
            const Vec2 p = slot_position({100.0f, -50.0f}, 4.0f, slot, slots);
            const double angle = 2.0 * 3.14159265358979 * slot / slots;
            ASSERT_NEAR(p.x, 100.0 + 4.0 * std::cos(angle), 2e-5);
            ASSERT_NEAR(p.y, -50.0 + 4.0 * std::sin(angle), 2e-5);
        }
}

TEST(RulesMath, DistancesAreRoundedToMillimetres) {
    EXPECT_EQ(millimetres(0.0f), 0);
    EXPECT_EQ(millimetres(4.0f), 2000);
    EXPECT_EQ(millimetres(distance_squared({0, 0}, {3, 4})), 5000);
    EXPECT_EQ(millimetres(1.4996f * 1.4996f), 1500);
    EXPECT_EQ(millimetres_of(0.5f), 500);
    EXPECT_EQ(microseconds_of(1.0 / 60.0), 16667);
}

TEST(RulesMath, BearingsAreSignedFromTheHeading) {
    EXPECT_NEAR(bearing({0, 0}, {1, 0}, {5, 0}), 0.0f, 1e-6);
    EXPECT_NEAR(bearing({0, 0}, {1, 0}, {0, 5}), pi / 2, 2e-6);
    EXPECT_NEAR(bearing({0, 0}, {0, 1}, {5, 0}), -pi / 2, 2e-6);
}

TEST(RulesMath, RandomNumbersDependOnEveryArgumentAndAreEven) {
    const auto bits = [](uint64_t seed, Serial serial, uint64_t frame, uint32_t count) {
        return random_bits(seed, serial, frame, RandomPurpose::attack_choice, count);
    };
    EXPECT_NE(bits(1, 2, 3, 4), bits(2, 2, 3, 4));
    EXPECT_NE(bits(1, 2, 3, 4), bits(1, 3, 3, 4));
    EXPECT_NE(bits(1, 2, 3, 4), bits(1, 2, 4, 4));
    EXPECT_NE(bits(1, 2, 3, 4), bits(1, 2, 3, 5));
    std::map<uint32_t, int> seen;
    for (int serial = 0; serial < 100; ++serial)
        for (uint64_t frame = 0; frame < 600; ++frame) ++seen[random_below(bits(7, serial, frame, 0), 6)];
    for (const auto& [value, count] : seen) EXPECT_NEAR(count, 10000, 400) << value;
}

} // namespace
} // namespace fray
