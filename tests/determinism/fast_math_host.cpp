// A host compiled with -ffast-math -mfma -O3 that uses the same inline functions as fray. Whichever copies of them the
// linker keeps, fray's results must not change.
#include "fray/fray.h"
#include "fray/glm.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fray::test {

float fast_math_host(int count) {
    std::vector<glm::vec2> points;
    for (int i = 0; i < count; ++i)
        points.emplace_back(std::sin(static_cast<float>(i)), std::sqrt(static_cast<float>(i)));
    std::sort(points.begin(), points.end(),
              [](const glm::vec2& a, const glm::vec2& b) { return glm::length(a) < glm::length(b); });
    float sum = 0.0f;
    for (const glm::vec2& p : points) sum += glm::dot(p, glm::normalize(p + glm::vec2(0.1f, 0.2f)));
    std::vector<float> floats(points.size());
    std::vector<uint64_t> keys(points.size());
    for (size_t i = 0; i < points.size(); ++i) {
        floats[i] = std::max(points[i].x, points[i].y);
        keys[i] = static_cast<uint64_t>(floats[i] * 1000.0f + 5000.0f);
    }
    std::sort(keys.begin(), keys.end());
    return sum + static_cast<float>(keys.back()) + from_glm(to_glm({sum, 1.0f})).x;
}

} // namespace fray::test
