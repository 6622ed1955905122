// The switch of the mutants, included before each mutated source.
#pragma once

#include <type_traits>

/// For each mutant: not 0 if it is live, or if the test program notes which mutants it reaches.
extern unsigned char fray_mutants[];
bool fray_mutant_is_live(unsigned number);

/// Is this mutant live? Never at compile time.
constexpr bool fray_mutant(unsigned number) {
    if (std::is_constant_evaluated()) return false;
    return __builtin_expect(fray_mutants[number] != 0, 0) && fray_mutant_is_live(number);
}
