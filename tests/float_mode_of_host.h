// Floating-point modes that a host may have set when it calls fray, on the processors that have such modes.
#pragma once

#include <array>
#include <cstdint>
#if defined(__SSE__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace fray::test {

struct HostMode {
    const char* name;
    uint64_t bits;
};

#if defined(__SSE__) || defined(_M_X64)
inline constexpr std::array host_modes{HostMode{"flush to zero", 0x9fc0}, HostMode{"towards zero, flush", 0xff80},
                                       HostMode{"down", 0x3f80}};
/// Without the flags of exceptions that have happened.
inline uint64_t read_mode() { return _mm_getcsr() & 0xffc0; }
inline void write_mode(uint64_t mode) { _mm_setcsr(static_cast<uint32_t>(mode)); }
#elif defined(__aarch64__)
inline constexpr std::array host_modes{HostMode{"flush to zero", 0x1000000}, HostMode{"towards zero, flush", 0x1c00000},
                                       HostMode{"down", 0x800000}, HostMode{"default NaN", 0x2000000}};
inline uint64_t read_mode() {
    uint64_t mode;
    asm volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
}
inline void write_mode(uint64_t mode) { asm volatile("msr fpcr, %0" : : "r"(mode) : "memory"); }
#else
inline constexpr std::array<HostMode, 0> host_modes{};
inline uint64_t read_mode() { return 0; }
inline void write_mode(uint64_t) {}
#endif

/// The host's mode as long as the object lives.
class HostModeScope {
public:
    explicit HostModeScope(HostMode mode) : before_(read_mode()) { write_mode(mode.bits); }
    ~HostModeScope() { write_mode(before_); }
    HostModeScope(const HostModeScope&) = delete;
    HostModeScope& operator=(const HostModeScope&) = delete;

private:
    uint64_t before_;
};

} // namespace fray::test
