// What functions of C do with the results of World's functions.
#pragma once

#include "conversions.h"
#include "defs.h"
#include "layouts.h"

#include <bit>
#include <optional>
#include <type_traits>

namespace fray::c {

/// Sets `*skipped` to 0, unless the pointer is null, and returns the pointer.
inline size_t* cleared(size_t* skipped) {
    if (skipped != nullptr) *skipped = 0;
    return skipped;
}

/// A value of C for one of the engine.
template <typename C, typename D> C as_c(const D& value) {
    if constexpr (std::is_arithmetic_v<C>)
        return static_cast<C>(value);
    else if constexpr (requires { to_c(value); })
        return to_c(value);
    else
        return std::bit_cast<C>(value); // layouts.cpp asserts that both have the same layout
}

template <typename C, typename D> void hand_out(const D& value, C* out) { given(out, "out") = as_c<C>(value); }

/// Returns a list of the engine to the caller, without a copy.
template <typename C, typename D> void hand_out(std::span<const D> list, const C** out, size_t* count) {
    show(list, given(out, "out"), given(count, "count"));
}

template <typename T> fray_view view_of(std::span<const T> column) {
    return {column.empty() ? nullptr : column.data(), column.size(), sizeof(T)};
}
/// Throws Refused if there is no such column.
fray_view column_of(const World& world, fray_column column);

/// Writes what was found about an agent to `*out`; notes FRAY_ERROR_STALE_ID if there is no such agent.
template <typename C, typename D> fray_error hand_out(OpenWorld& w, const std::optional<D>& found, C* out) {
    given(out, "out") = {};
    if (!found) return no_agent(w);
    *out = as_c<C>(*found);
    return FRAY_OK;
}

/// Writes what was found about a squad to `*out`; notes FRAY_ERROR_UNKNOWN if there is no such squad.
template <typename C, typename D> fray_error hand_out_of_squad(OpenWorld& w, const std::optional<D>& found, C* out) {
    given(out, "out") = {};
    if (!found) return note(FRAY_ERROR_UNKNOWN, "squad: null, or not made by fray_world_add_squad", &w);
    *out = as_c<C>(*found);
    return FRAY_OK;
}

/// Copies a list about an agent to the host's memory. `out` null and `capacity` 0: only counts.
template <typename List, typename Out>
fray_error copy_out(OpenWorld& w, const char* what, const std::optional<List>& list, Out* out, size_t capacity,
                    size_t* count) {
    given(count, "count") = 0;
    if (!list) return no_agent(w);
    copy_list(what, *list, out, capacity, count, [](const auto& element) { return as_c<Out>(element); });
    return FRAY_OK;
}

} // namespace fray::c
