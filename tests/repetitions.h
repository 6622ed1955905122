// How often long tests repeat what they try, which depends on the build.
#pragma once

namespace fray::test {

/// `whole`. In builds that are many times slower (FRAY_SLOW_BUILD) `less`: they look for faults in the code that runs,
/// not for a rare case. `least` in those of them that each change has to pass (FRAY_BRIEF_TESTS).
template <typename T>
constexpr T repetitions([[maybe_unused]] T whole, [[maybe_unused]] T less, [[maybe_unused]] T least) {
#if defined(FRAY_BRIEF_TESTS)
    return least;
#elif defined(FRAY_SLOW_BUILD)
    return less;
#else
    return whole;
#endif
}

} // namespace fray::test
