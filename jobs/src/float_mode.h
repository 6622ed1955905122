// The floating-point mode of fray's tasks: round to nearest, denormals kept, no traps. Restores the host's.
#pragma once

#include <cstdint>
#include <xmmintrin.h>

namespace fray {
namespace {

class FloatMode {
public:
    FloatMode() : saved_(_mm_getcsr()) {
        if (saved_ != own) _mm_setcsr(own);
    }
    ~FloatMode() {
        // The exception flags that our arithmetic raised are not the host's business either.
        if (_mm_getcsr() != saved_) _mm_setcsr(saved_);
    }
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;

private:
    static constexpr uint32_t own = 0x1f80; // all exceptions masked, nearest, no flush-to-zero, no denormals-are-zero
    uint32_t saved_;
};

} // namespace
} // namespace fray
