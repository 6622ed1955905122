// Linked with a test program and the mutated sources. The environment says what it does:
//   FRAY_MUTANT=NUMBER          this mutant is live
//   FRAY_MUTANTS_REACHED=FILE   writes a line for each test: its name, its processor time in ms, the mutants it reaches
#include "mutant.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

unsigned char fray_mutants[FRAY_MUTANTS_COUNT];

namespace {

enum : unsigned char { off, noting, live };
FILE* report = nullptr;

class Listener : public testing::EmptyTestEventListener {
    void OnTestEnd(const testing::TestInfo& test) override {
        const std::clock_t now = std::clock();
        std::fprintf(report, "%s.%s %d", test.test_suite_name(), test.name(),
                     static_cast<int>(1000 * (now - std::exchange(before_, now)) / CLOCKS_PER_SEC));
        for (unsigned i = 0; i < FRAY_MUTANTS_COUNT; ++i)
            if (fray_mutants[i] == off) std::fprintf(report, " %u", i);
        std::fprintf(report, "\n");
        std::fflush(report);
        std::memset(fray_mutants, noting, sizeof fray_mutants);
    }
    std::clock_t before_ = 0;
};

const bool begun = [] {
    if (const char* const number = std::getenv("FRAY_MUTANT")) fray_mutants[std::atoi(number)] = live;
    const char* const path = std::getenv("FRAY_MUTANTS_REACHED");
    if (path == nullptr) return true;
    report = std::fopen(path, "w");
    if (report == nullptr) std::abort();
    std::memset(fray_mutants, noting, sizeof fray_mutants);
    testing::UnitTest::GetInstance()->listeners().Append(new Listener);
    return true;
}();

} // namespace

bool fray_mutant_is_live(unsigned number) {
    if (fray_mutants[number] == noting) fray_mutants[number] = off;
    return fray_mutants[number] == live;
}
