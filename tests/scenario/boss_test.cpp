// The soulslike boss in its scenario, over 26 seeds.
#include "fray/battle.h"
#include "fray/jobs.h"
#include "fray/scenario.h"

#include <gtest/gtest.h>

#include <array>

namespace fray {
namespace {

using Counts = std::array<std::array<int, 3>, 3>; ///< of reactions, by distance band

/// How often the boss reacts, with and without need of healing.
std::array<Counts, 2> reactions(const std::vector<std::string>& changes) {
    const ScenarioResult result = load_scenario(FRAY_SCENARIO_DIR "/boss.toml", changes);
    const auto jobs = make_serial_jobs();
    std::array<Counts, 2> counts{};
    for (uint64_t seed = 1; seed <= 26 && result.ok(); ++seed) {
        Battle battle = Battle::create(result.scenario, {.seed = seed, .world = {.jobs = jobs.get()}}).value();
        while (!battle.over()) {
            battle.step().value();
            for (const ReactEvent& e : battle.world().events().reactions)
                ++counts[e.hurt][static_cast<size_t>(e.band)][static_cast<size_t>(e.reaction)];
        }
    }
    return counts;
}

TEST(Boss, ReactsAsOftenAsItsWeightsSay) {
    const ReactionDef weights;                           // the defaults, which are those of the soulslike boss
    constexpr double critical[] = {0.0, 10.828, 13.816}; // chi-squared, p = 0.001, by degrees of freedom
    // The second boss heals often and little, and so stays in need of healing.
    const std::array<Counts, 2> counts = {
        reactions({})[0], reactions({"archetypes.boss.heal={ charges = 100, restored_share = 0.02 }"})[1]};
    for (const bool need : {false, true}) {
        for (size_t band = 0; band < 3; ++band) {
            SCOPED_TRACE(testing::Message() << "band " << band << ", need " << need);
            const ReactionWeights& w = (need ? weights.hurt : weights.table)[band];
            const double shares[] = {w.stay / 100.0, w.combat / 100.0, w.heal / 100.0};
            const std::array<int, 3>& given = counts[need][band];
            const int count = given[0] + given[1] + given[2];
            EXPECT_GE(count, 15);
            double sum = 0.0;
            int kinds = 0;
            for (size_t i = 0; i < 3; ++i) {
                const double expected = shares[i] * count;
                if (shares[i] == 0.0) {
                    EXPECT_EQ(given[i], 0) << "reaction " << i;
                    continue;
                }
                ++kinds;
                sum += (given[i] - expected) * (given[i] - expected) / expected;
            }
            if (kinds > 1) {
                EXPECT_LT(sum, critical[kinds - 1]);
            }
        }
    }
}

} // namespace
} // namespace fray
