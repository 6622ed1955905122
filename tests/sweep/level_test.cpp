// The search for a goal, on figures with a known answer: lines and curves with noise.
#include "statistics/level.h"
#include "statistics/root.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

namespace fray::demo {
namespace {

/// A figure with noise. A seed has a part of the noise in common at all places and another part for each place.
class Noisy {
public:
    using Curve = double (*)(double);

    Noisy(Curve curve, double shared, double own, uint32_t battle)
        : curve_(curve), shared_(shared), own_(own), battle_(battle) {}

    double operator()(double place, size_t seed) const {
        const uint64_t of_battle = battle_ * 1'000'003ull + seed;
        const auto place_bits = static_cast<uint64_t>(std::llround(place * 1e4) + 1);
        return curve_(place) + shared_ * normal(of_battle << 24) + own_ * normal((of_battle << 24) + place_bits);
    }
    Probe probe() const {
        return [this](const std::vector<double>& places, Seeds seeds) {
            std::vector<std::vector<double>> samples;
            for (const double place : places) {
                samples.emplace_back();
                for (size_t i = 0; i < seeds.count; ++i) samples.back().push_back((*this)(place, seeds.first + i));
                fought_ += seeds.count;
            }
            return samples;
        };
    }
    size_t fought() const { return fought_; }

private:
    /// A value of the normal distribution that is a function of `number` (splitmix64; Box and Muller).
    static double normal(uint64_t number) {
        const auto uniform = [&] {
            number += 0x9e3779b97f4a7c15ull;
            uint64_t z = number;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
            return (static_cast<double>((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
        };
        const double radius = std::sqrt(-2.0 * std::log(uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

    Curve curve_;
    double shared_, own_;
    uint32_t battle_;
    mutable size_t fought_ = 0;
};

double rising(double x) { return 0.1 * x; }
double saturating(double x) { return 1.0 - std::exp(-x / 4.0); }
double falling(double x) { return 1.0 / (1.0 + x); }
double hill(double x) { return 1.0 - 0.04 * (x - 5.0) * (x - 5.0); }
double flat(double) { return 0.5; }

TEST(Level, WithoutNoiseItFindsTheRoot) {
    const Noisy line(rising, 0, 0, 1), curve(saturating, 0, 0, 1), down(falling, 0, 0, 1);
    EXPECT_NEAR(find_level(line.probe(), {0, 10}, 0.62, 4).place, 6.2, 1e-9);
    EXPECT_NEAR(find_level(curve.probe(), {0, 12}, 0.6, 4).place, -4.0 * std::log(0.4), 0.02);
    EXPECT_NEAR(find_level(down.probe(), {0, 10}, 0.25, 4).place, 3.0, 0.02);
}

TEST(Level, WholeNumbersStayWhole) {
    const Noisy line(rising, 0, 0, 1);
    const Level level = find_level(line.probe(), {1, 10, true}, 0.62, 4);
    EXPECT_EQ(level.reach, Reach::reached);
    EXPECT_EQ(level.place, 6.0);
    ASSERT_TRUE(level.other);
    EXPECT_EQ(level.other->place, 7.0);
    EXPECT_TRUE(level.nearer_is_sure);
    EXPECT_FALSE(level.sure);
    const Level wide = find_level(line.probe(), {0, 1'000'000, true}, 43'210.07, 2);
    EXPECT_EQ(wide.place, 432'101.0);
    EXPECT_LT(line.fought(), 700u) << "it does not look everywhere";
    EXPECT_EQ(find_level(line.probe(), {3, 4, true}, 0.4, 2).place, 4.0);
}

TEST(Level, AGoalOutOfReachIsReported) {
    const Noisy line(rising, 0.02, 0.02, 3);
    const Level above = find_level(line.probe(), {0, 10}, 1.5, 8);
    EXPECT_EQ(above.reach, Reach::missed);
    EXPECT_EQ(above.place, 10.0);
    EXPECT_NEAR(above.greatest.figure.mean, 1.0, 0.05);
    EXPECT_NEAR(above.least.figure.mean, 0.0, 0.05);
    EXPECT_EQ(find_level(line.probe(), {2, 10, true}, 0.0, 8).place, 2.0);
    EXPECT_EQ(find_level(line.probe(), {2, 10, true}, 0.0, 8).reach, Reach::missed);
    const Noisy nothing([](double) { return std::numeric_limits<double>::quiet_NaN(); }, 0, 0, 1);
    EXPECT_EQ(find_level(nothing.probe(), {0, 10}, 0.5, 8).reach, Reach::unknown);
}

TEST(Level, AFigureIndependentOfThePlaceGivesAWideInterval) {
    const Noisy none(flat, 0.0, 0.2, 5);
    const Level level = find_level(none.probe(), {0, 10}, 0.5, 8);
    ASSERT_NE(level.reach, Reach::missed);
    if (level.reach == Reach::reached) {
        ASSERT_TRUE(level.sure);
        EXPECT_GT(level.sure->high - level.sure->low, 2.0);
    }
}

TEST(Level, OfSeveralCrossingsItTakesOneAndReportsTheNumber) {
    const Noisy two(hill, 0.01, 0.01, 2);
    const Level level = find_level(two.probe(), {0, 9}, 0.5, 8);
    EXPECT_EQ(level.reach, Reach::reached);
    EXPECT_EQ(level.crossings, 2);
    EXPECT_NEAR(hill(level.place), 0.5, 0.02);
}

/// From the first place on the goal to the last there is no crossing.
TEST(Level, APlateauOnTheGoalIsOneCrossing) {
    const auto search = [](double (*figure)(double)) {
        const Noisy noisy(figure, 0, 0, 1);
        return find_level(noisy.probe(), {0, 8, true}, 1.0, 2);
    };
    const Level reached = search([](double x) { return std::clamp((x - 1.0) / 3.0, 0.0, 1.0); });
    EXPECT_EQ(reached.crossings, 1);
    EXPECT_EQ(reached.place, 4.0);
    const Level left = search([](double x) { return std::min(1.0, 7.0 - x); });
    EXPECT_EQ(left.crossings, 1);
    EXPECT_EQ(left.reach, Reach::reached);
    const Level everywhere = search([](double) { return 1.0; });
    EXPECT_EQ(everywhere.crossings, 1);
    EXPECT_EQ(everywhere.reach, Reach::reached);
}

/// Of 400 intervals 95 % contain the true place: 380. The search window depends on the same noise, which costs a few
/// percent.
TEST(Level, TheIntervalContainsTheTruthAsOftenAsItClaims) {
    struct Case {
        Noisy::Curve curve;
        double shared, own, goal, root;
    };
    for (const Case& c :
         {Case{rising, 0.0, 0.2, 0.62, 6.2}, Case{rising, 0.2, 0.05, 0.62, 6.2},
          Case{saturating, 0.03, 0.1, 0.6, -4.0 * std::log(0.4)},
          Case{saturating, 0.0, 0.02, 0.6, -4.0 * std::log(0.4)}, Case{falling, 0.0, 0.05, 0.25, 3.0}}) {
        int held = 0, found = 0;
        double wide = 0.0;
        for (uint32_t battle = 0; battle < 400; ++battle) {
            const Noisy noisy(c.curve, c.shared, c.own, battle);
            const Level level = find_level(noisy.probe(), {0, 12}, c.goal, 8);
            if (level.reach != Reach::reached) continue;
            ++found;
            held += level.sure->has(c.root);
            wide += level.sure->high - level.sure->low;
        }
        EXPECT_GE(found, 396);
        EXPECT_GE(held, found * 91 / 100) << "root " << c.root;
        RecordProperty("held", held);
        std::printf("root %.3f, noise %.2f and %.2f: %d of %d intervals hold it, %.3f wide\n", c.root, c.shared, c.own,
                    held, found, wide / found);
    }
}

/// Lines with slope 1, worked out by hand: they reach 4 at places 3, 2 and 1, their mean line at 2.
TEST(Root, OfLinesIsTheRootOfTheirMean) {
    const std::vector<double> places = {0.0, 1.0, 2.0};
    const Root root = root_of_lines(places, {{1.0, 3.0, 2.0}, {2.0, 4.0, 3.0}, {3.0, 5.0, 4.0}}, 4.0);
    EXPECT_NEAR(root.place, 2.0, 1e-12);
    ASSERT_TRUE(root.sure);
    // All lines have slope 1, so the place has the interval of the height: 3 values with a deviation of 1.
    const double margin = t_975(2) / std::sqrt(3.0);
    EXPECT_NEAR(root.sure->low, 2.0 - margin, 1e-9);
    EXPECT_NEAR(root.sure->high, 2.0 + margin, 1e-9);
}

TEST(Root, OfParabolasIsTheRootOfTheirMean) {
    const std::vector<double> places = {1.0, 2.0, 3.0, 4.0, 5.0};
    std::vector<std::vector<double>> samples; // x^2, the same plus 0.1, the same minus 0.1
    for (const double x : places) samples.push_back({x * x, x * x + 0.1, x * x - 0.1});
    const Root root = root_of_parabolas(places, samples, 7.0, {0.0, 10.0});
    EXPECT_NEAR(root.place, std::sqrt(7.0), 1e-6);
    ASSERT_TRUE(root.sure);
    const double margin = t_975(2) * 0.1 / std::sqrt(3.0);
    EXPECT_NEAR(root.sure->low, std::sqrt(7.0 - margin), 0.002);
    EXPECT_NEAR(root.sure->high, std::sqrt(7.0 + margin), 0.002);
}

} // namespace
} // namespace fray::demo
