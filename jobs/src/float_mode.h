// FloatMode sets the floating-point mode of fray's tasks for the calling thread: round to nearest, denormals kept, no
// traps. Results then do not depend on the mode of the host, which the destructor restores.
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
        // This also drops the exception flags that fray's arithmetic has raised.
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
