// A host that is compiled with -ffast-math -mfma and uses the same inline functions as fray. The tests compile it in
// several ways (tests/CMakeLists.txt). Whichever copies of the functions the linker keeps, fray's results must not
// change.
#include "host_battle.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace fray::test {
namespace {

#ifdef GLM_FORCE_DEFAULT_ALIGNED_GENTYPES
static_assert(!std::is_same_v<glm::vec2, Vec2> && alignof(glm::vec2) > alignof(Vec2), "a host with aligned vectors");
#else
static_assert(std::is_same_v<glm::vec2, Vec2>);
#endif

/// Calls inline functions of glm and of the standard library, so that the object has copies of them.
float work(int count) {
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i)
        points.emplace_back(std::sin(static_cast<float>(i)), std::sqrt(static_cast<float>(i)));
    std::sort(points.begin(), points.end(), [](Vec2 a, Vec2 b) { return glm::length(a) < glm::length(b); });
    float sum = 0.0f;
    for (const Vec2 p : points) sum += glm::dot(p, glm::normalize(p + Vec2(0.1f, 0.2f)) * 2.0f - p);
    std::vector<float> floats(points.size());
    std::vector<uint64_t> keys(points.size());
    for (size_t i = 0; i < points.size(); ++i) {
        floats[i] = std::max(points[i].x, points[i].y);
        keys[i] = static_cast<uint64_t>(floats[i] * 1000.0f + 5000.0f);
    }
    std::sort(keys.begin(), keys.end());
    return sum + static_cast<float>(keys.back());
}

} // namespace

std::vector<uint64_t> fast_math_host() {
    volatile float keep = work(1000);
    static_cast<void>(keep);
    return host_battle();
}

} // namespace fray::test
