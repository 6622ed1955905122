// How often long tests repeat what they try, which depends on the build.
#pragma once

namespace fray::test {

/// `whole`. In builds that are many times slower (FRAY_SLOW_BUILD) `less`: they look for faults in the code that runs,
/// not for a rare case. Each change has to pass two builds that repeat less: there it is `less` in the fast one
/// (FRAY_FEWER_REPETITIONS), and `least` in the slow one (FRAY_BRIEF_TESTS).
template <typename T>
constexpr T repetitions([[maybe_unused]] T whole, [[maybe_unused]] T less, [[maybe_unused]] T least) {
#if defined(FRAY_BRIEF_TESTS)
    return least;
#elif defined(FRAY_SLOW_BUILD) || defined(FRAY_FEWER_REPETITIONS)
    return less;
#else
    return whole;
#endif
}

} // namespace fray::test
