// std::atomic_ref, also where the standard library has none: libc++ before version 19, which is Apple's and that of
// WebAssembly.
#pragma once

#include <atomic>

namespace fray {

#ifdef __cpp_lib_atomic_ref
using std::atomic_ref;
#else
/// The operations that fray uses, for integers. Order is always relaxed, whatever is asked for.
template <typename T> class atomic_ref {
public:
    explicit atomic_ref(T& value) : value_(&value) {}

    T load(std::memory_order) const { return __atomic_load_n(value_, __ATOMIC_RELAXED); }
    void store(T value, std::memory_order) const { __atomic_store_n(value_, value, __ATOMIC_RELAXED); }
    T fetch_add(T more, std::memory_order) const { return __atomic_fetch_add(value_, more, __ATOMIC_RELAXED); }
    T fetch_or(T bits, std::memory_order) const { return __atomic_fetch_or(value_, bits, __ATOMIC_RELAXED); }
    bool compare_exchange_weak(T& expected, T value, std::memory_order) const {
        return __atomic_compare_exchange_n(value_, &expected, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }

private:
    T* value_;
};
#endif

} // namespace fray
