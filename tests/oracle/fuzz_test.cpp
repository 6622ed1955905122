// Fuzz test: compares the engine with the reference model in random scenarios, event by event.
#include "comparison.h"
#include "random/fuzz_scenario.h"

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
#ifdef FRAY_SLOW_BUILD
    const uint64_t seeds = from_environment("FRAY_FUZZ_SEEDS", 60);
#else
    const uint64_t seeds = from_environment("FRAY_FUZZ_SEEDS", 160);
#endif
    for (uint64_t seed = first; seed < first + seeds; ++seed) {
        const Verdict verdict = run_both(random_fuzz_scenario(seed));
        ASSERT_TRUE(verdict.same) << verdict.report;
    }
}

} // namespace
} // namespace fray::model
