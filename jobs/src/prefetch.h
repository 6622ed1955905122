// Asks for memory before it is needed: who visits few agents, or circles, among very many waits for memory most of its
// time, and may as well wait for several at once. Never changes a result.
#pragma once

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
    asm volatile(""); // g++ 12 takes a function that only prefetches for one without effects, and drops its calls
#endif
}

/// Calls visit(item) for list[0 .. count) in order. Before, and for several items at once, it calls each of `asks` for
/// them, in turn and a few visits apart: each may read what the one before has asked for.
template <typename Item, typename Visit, typename... Asks>
void visit_ahead(const Item* list, uint32_t count, Visit&& visit, Asks&&... asks) {
    constexpr uint32_t apart = 4, first = apart * sizeof...(Asks);
    for (uint32_t i = 0; i < count + first; ++i) {
        uint32_t late = 0;
        const auto turn = [&](auto&& call) {
            if (i >= late && i - late < count) call(list[i - late]);
            late += apart;
        };
        (turn(asks), ...);
        turn(visit);
    }
}

/// For loops over all agents: rows that far ahead are asked for where `visit_ahead` would cost more than it saves.
inline constexpr uint32_t rows_ahead = 16;

} // namespace fray
