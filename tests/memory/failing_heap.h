// A heap of the whole process, third-party libraries included, that fails on demand.
#pragma once

#include <cstdint>

namespace fray::test {

/// From its construction on, the n-th request for memory (counted from 0) fails. With `forever` all later requests fail
/// too. While no FailingHeap exists, memory is available as usual. Two must not exist at the same time.
class FailingHeap {
public:
    FailingHeap(int64_t n, bool forever);
    ~FailingHeap();
    FailingHeap(const FailingHeap&) = delete;
    FailingHeap& operator=(const FailingHeap&) = delete;

    static int64_t requests(); ///< since the last FailingHeap was constructed
};

} // namespace fray::test
