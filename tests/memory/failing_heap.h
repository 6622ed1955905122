// A heap of the whole process that fails when it is told to, libraries of others included.
#pragma once

#include <cstdint>

namespace fray::test {

/// From construction on the n-th request for memory (from 0) fails; with `forever` all that follow, too. While no
/// FailingHeap lives, memory is had as usual. One at a time.
class FailingHeap {
public:
    FailingHeap(int64_t n, bool forever);
    ~FailingHeap();
    FailingHeap(const FailingHeap&) = delete;
    FailingHeap& operator=(const FailingHeap&) = delete;

    static int64_t requests(); ///< since the last FailingHeap was made
};

} // namespace fray::test
