// Fuzz test: compares the engine with the reference model in random scenarios, event by event.
#include "comparison.h"
#include "random/fuzz_scenario.h"
#include "ranks/thread_ranks.h"
#include "repetitions.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace fray::model {
namespace {

uint64_t from_environment(const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(Fuzz, EngineAndModelAgreeInRandomScenarios) {
    const uint64_t first = from_environment("FRAY_FUZZ_FIRST", 1);
    const uint64_t seeds = from_environment("FRAY_FUZZ_SEEDS", test::repetitions(160u, 60u, 60u));
    for (uint64_t seed = first; seed < first + seeds; ++seed) {
        const Verdict verdict = run_both(random_fuzz_scenario(seed));
        ASSERT_TRUE(verdict.same) << verdict.report;
    }
}

TEST(Fuzz, ThreeRanksAndModelAgree) {
    for (uint64_t seed = 1000; seed < 1000 + test::repetitions(30u, 12u, 12u); ++seed) {
        FuzzScenario scenario = random_fuzz_scenario(seed);
        test::ThreadRanks ranks(3);
        scenario.world.communicator = &ranks.leader();
        scenario.world.debug.chunk_size = 8; // so that every rank has a share
        const Verdict verdict = run_both(scenario);
        ASSERT_TRUE(verdict.same) << verdict.report;
    }
}

TEST(Fuzz, ScenariosThatHaveFoundFaults) {
    // An agent under an order `perform` missed an agent that came to its floor.
    const Verdict links = run_both(random_fuzz_scenario(198, 0, {.links = With::always}));
    EXPECT_TRUE(links.same) << links.report;
    // A holder that the host has turned, but not moved, may use an attack.
    const Verdict turned = run_both(random_fuzz_scenario(892));
    EXPECT_TRUE(turned.same) << turned.report;
    // A reload and a new archetype in the same frame, of an agent on patrol.
    const Verdict rearming = run_both(random_fuzz_scenario(181, 0, {.rearming = With::always}));
    EXPECT_TRUE(rearming.same) << rearming.report;
}

} // namespace
} // namespace fray::model
