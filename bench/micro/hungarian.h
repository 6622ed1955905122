// The textbook assignment for comparison: the Hungarian method with potentials in O(rows^2 columns), after the
// well-known implementation of e-maxx (cp-algorithms.com). Like that implementation, it allocates vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fray {

/// rows <= columns. Writes each row's column to `out` and returns the total cost. Of several optimal assignments it
/// finds any.
inline int64_t hungarian(const int32_t* cost, int rows, int columns, int16_t* out) {
    const int64_t far = std::numeric_limits<int64_t>::max();
    const auto n = static_cast<std::size_t>(rows), m = static_cast<std::size_t>(columns);
    std::vector<int64_t> u(n + 1), v(m + 1);
    std::vector<std::size_t> p(m + 1), way(m + 1);
    for (std::size_t i = 1; i <= n; ++i) {
        p[0] = i;
        std::size_t j0 = 0;
        std::vector<int64_t> minv(m + 1, far);
        std::vector<char> used(m + 1, 0);
        do {
            used[j0] = 1;
            const std::size_t i0 = p[j0];
            int64_t delta = far;
            std::size_t j1 = 0;
            for (std::size_t j = 1; j <= m; ++j) {
                if (used[j]) continue;
                const int64_t reduced = cost[(i0 - 1) * m + j - 1] - u[i0] - v[j];
                if (reduced < minv[j]) minv[j] = reduced, way[j] = j0;
                if (minv[j] < delta) delta = minv[j], j1 = j;
            }
            for (std::size_t j = 0; j <= m; ++j)
                if (used[j])
                    u[p[j]] += delta, v[j] -= delta;
                else
                    minv[j] -= delta;
            j0 = j1;
        } while (p[j0] != 0);
        do {
            const std::size_t j1 = way[j0];
            p[j0] = p[j1];
            j0 = j1;
        } while (j0 != 0);
    }
    for (std::size_t j = 1; j <= m; ++j)
        if (p[j] != 0) out[p[j] - 1] = static_cast<int16_t>(j - 1);
    return -v[0];
}

} // namespace fray
