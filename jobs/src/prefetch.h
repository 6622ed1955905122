// Prefetches memory before it is needed. A system that visits few agents or circles among very many would wait for
// memory most of its time; with prefetches it waits for several of them at once. A prefetch never changes a result.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <xmmintrin.h>
#endif

namespace fray {

inline void prefetch(const void* address) {
#if defined(_MSC_VER) && !defined(__clang__)
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#else
    __builtin_prefetch(address);
    asm volatile(""); // g++ 12 believes that a function which only prefetches has no effect, and drops calls to it
#endif
}

/// All cache lines of `size` bytes. The memory need not end there.
inline void prefetch_lines(const void* address, size_t size) {
    const auto first = reinterpret_cast<uintptr_t>(address);
    for (size_t at = 0; at < size; at += 64) prefetch(reinterpret_cast<const void*>(first + at));
}

/// Calls visit(item) for list[0 .. count) in order. Each function of `prefetches` is called for an item some visits
/// earlier: the last of them 4 visits before `visit`, the function before it 4 visits before that, and so on. So a
/// function of `prefetches` may read memory that the function before it has prefetched.
template <typename Item, typename Visit, typename... Prefetches>
void visit_ahead(const Item* list, uint32_t count, Visit&& visit, Prefetches&&... prefetches) {
    constexpr uint32_t apart = 4, first = apart * sizeof...(Prefetches);
    for (uint32_t i = 0; i < count + first; ++i) {
        uint32_t late = 0;
        const auto turn = [&](auto&& call) {
            if (i >= late && i - late < count) call(list[i - late]);
            late += apart;
        };
        (turn(prefetches), ...);
        turn(visit);
    }
}

/// Calls visit(i) for [begin, end) in order, and the functions of `prefetches` as `visit_ahead` does, 16 visits apart.
/// For loops over all of a list, in which the processor itself has fetched most of the elements.
template <typename Visit, typename... Prefetches>
void visit_all_ahead(uint32_t begin, uint32_t end, Visit&& visit, Prefetches&&... prefetches) {
    constexpr uint32_t apart = 16, first = apart * sizeof...(Prefetches);
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t ahead = first;
        const auto look = [&](auto&& call) {
            if (ahead < end - i) call(i + ahead);
            ahead -= apart;
        };
        (look(prefetches), ...);
        visit(i);
    }
}

} // namespace fray
