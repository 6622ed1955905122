#include "repetitions.h"
#include "storage/rules_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

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

TEST(RulesMath, AStepInFloatIsTheRateThatItStandsFor) {
    for (int hz = 1; hz <= 1000; ++hz) EXPECT_EQ(step_of(1.0f / static_cast<float>(hz)), 1.0 / hz);
    for (const double dt : {0.0, 1e-6, 0.0123, 0.016, 1.001 / 60.0, 0.03333}) EXPECT_EQ(step_of(dt), dt);
}

TEST(RulesMath, TimeDoesNotDriftAndTimersAreDueInTheirFrame) {
    for (const double hz : {10.0, 24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 60000.0 / 1001.0, 70.0, 75.0, 90.0, 120.0, 144.0,
                            165.0, 240.0, 1000.0}) {
        const double dt = 1.0 / hz;
        const auto hour = static_cast<size_t>(test::repetitions(3600.0, 600.0, 600.0) * hz + 0.5);
        std::vector<int64_t> nows = {0};
        double rest = 0.0;
        for (size_t i = 1; i <= hour; ++i) add_time(nows.emplace_back(nows.back()), rest, dt);
        EXPECT_NEAR(static_cast<double>(nows[hour]), static_cast<double>(hour) * dt * 1e6, 0.51) << hz;
        const auto due_after = [&](size_t begin, double seconds) {
            size_t frame = begin;
            while (nows[frame] + due_slack(dt) < nows[begin] + microseconds_of(seconds)) ++frame;
            return frame - begin;
        };
        for (size_t begin = 0; begin + 501 < hour; begin += hour / 97)
            for (size_t k = begin % 7 + 1; k <= 500; k += 7) {
                const double frames = static_cast<double>(k);
                ASSERT_EQ(due_after(begin, frames * dt), k) << hz;
                ASSERT_EQ(due_after(begin, (frames + 1e-4) * dt), k) << hz;
                ASSERT_EQ(due_after(begin, (frames - 0.1) * dt), k) << hz;
                ASSERT_EQ(due_after(begin, (frames + 0.1) * dt), k + 1) << hz;
            }
        ASSERT_EQ(due_after(1, static_cast<double>(hour - 2) * dt), hour - 2) << hz;
    }
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
