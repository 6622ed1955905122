// FloatMode sets the floating-point mode of fray's tasks for the calling thread: round to nearest, denormals kept, no
// traps. Results then do not depend on the mode of the host, which the destructor restores.
#pragma once

#include <cfloat>
#include <cstdint>

#if defined(__SSE__) || defined(_M_X64)
#include <xmmintrin.h>
#elif defined(__aarch64__) || defined(_M_ARM64)
#ifdef _MSC_VER
#include <intrin.h>
#endif
#elif !defined(__wasm__) // WebAssembly has one mode, and it is fray's
#error "fray: the floating-point mode of this processor is not known (jobs/src/float_mode.h)"
#endif

namespace fray {
namespace {

// Otherwise a float is computed in a wider type, and rounds in another way.
static_assert(FLT_EVAL_METHOD == 0, "fray needs float arithmetic in float: on 32-bit x86, -msse2 -mfpmath=sse");

#if defined(__SSE__) || defined(_M_X64)

/// The register MXCSR: the mode, and the exception flags that arithmetic has raised.
struct FloatRegister {
    static constexpr uint32_t own = 0x1f80; // all exceptions masked, nearest, no flush-to-zero, no denormals-are-zero
    static constexpr uint32_t flags = 0x3f; // raising them anew takes long, so FloatMode leaves them raised
    static uint32_t read() { return _mm_getcsr(); }
    static void write(uint32_t mode) { _mm_setcsr(mode); }
};

#elif defined(__aarch64__) || defined(_M_ARM64)

/// The register FPCR. The exception flags are in another register, and stay as the arithmetic leaves them.
struct FloatRegister {
    static constexpr uint64_t own = 0; // nothing trapped, nearest, no flush-to-zero, NaNs propagated
    static constexpr uint64_t flags = 0;
#ifdef _MSC_VER
    static uint64_t read() { return static_cast<uint64_t>(_ReadStatusReg(0x5a20)); }
    static void write(uint64_t mode) { _WriteStatusReg(0x5a20, static_cast<int64_t>(mode)); }
#else
    static uint64_t read() {
        uint64_t mode;
        asm volatile("mrs %0, fpcr" : "=r"(mode));
        return mode;
    }
    static void write(uint64_t mode) { asm volatile("msr fpcr, %0" : : "r"(mode) : "memory"); }
#endif
};

#else

struct FloatRegister {
    static constexpr uint32_t own = 0, flags = 0;
    static uint32_t read() { return own; }
    static void write(uint32_t) {}
};

#endif

class FloatMode {
public:
    FloatMode() : saved_(FloatRegister::read()) {
        if ((saved_ & ~FloatRegister::flags) != FloatRegister::own) FloatRegister::write(FloatRegister::own);
    }
    ~FloatMode() {
        // Where the register holds exception flags, this also drops those that fray's arithmetic has raised.
        if (FloatRegister::read() != saved_) FloatRegister::write(saved_);
    }
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;

private:
    decltype(FloatRegister::read()) saved_;
};

} // namespace
} // namespace fray
