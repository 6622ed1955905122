// Lists that C and the engine share without a copy: layouts.cpp asserts that their structs have the same layout. The
// host reads the engine's lists (`seen_as`), and the engine reads the host's lists (`read_as`).
#pragma once

#include "fray/fray_c.h"

#include "fray/debug_draw.h"
#include "fray/network.h"
#include "fray/world.h"

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace fray::c {

/// A list of the engine's structs as a list of the C structs with the same layout.
template <typename C, typename D> const C* seen_as(std::span<const D> list) {
    static_assert(sizeof(C) == sizeof(D) && alignof(C) == alignof(D) && std::is_trivially_copyable_v<D>);
    return reinterpret_cast<const C*>(list.data());
}

/// A list of the engine as a list of C.
template <typename C, typename D> void show(std::span<const D> from, const C*& list, size_t& count) {
    list = seen_as<C>(from);
    count = from.size();
}
template <typename C, typename D> void show(const std::vector<D>& from, const C*& list, size_t& count) {
    show(std::span<const D>(from), list, count);
}

/// A list of C structs as a list of the engine's structs with the same layout.
template <typename D, typename C> const D* read_as(const C* list) {
    static_assert(sizeof(C) == sizeof(D) && alignof(C) == alignof(D) && std::is_trivially_copyable_v<D>);
    return reinterpret_cast<const D*>(list);
}

/// The lists of a step.
fray_events lists_of(const Events& events);

} // namespace fray::c
