// Sets: disjoint sets (union-find).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace fray {

/// Disjoint sets of the numbers below a count. The lowest number in a set stands for the set.
class Sets {
public:
    explicit Sets(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
    uint32_t first(uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(uint32_t a, uint32_t b) {
        if (parent_[a] == parent_[b]) return;
        a = first(a), b = first(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<uint32_t> parent_;
};

} // namespace fray
