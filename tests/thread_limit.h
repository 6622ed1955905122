// Sets how many threads oneTBB may use. It would not use more than the machine has cores.
#pragma once

#include <cstddef>

#ifdef FRAY_TBB
#include <oneapi/tbb/global_control.h>
#endif

namespace fray::test {

/// The limit as long as the object lives; nothing if fray was built without oneTBB.
class ThreadLimit {
public:
#ifdef FRAY_TBB
    explicit ThreadLimit(size_t most) : limit_(oneapi::tbb::global_control::max_allowed_parallelism, most) {}

private:
    oneapi::tbb::global_control limit_;
#else
    explicit ThreadLimit(size_t) {}
#endif
};

} // namespace fray::test
