// Host poses: positions and headings of the agents that the host moves (World::set_host_poses, engine/docs/motion.md).
// fray reads them directly from the host's memory: from structs, from 2D or 3D vectors, or from arrays of coordinates.
// Nothing is copied before apply_commands, the first system of the next step.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

#include "fray/id.h"
#include "fray/spatial/vec2.h"

#include <cstddef>
#include <span>
#include <type_traits>

namespace fray {

/// A list of elements in the host's memory, at intervals of `stride` bytes.
template <typename T> struct Strided {
    const T* first = nullptr;  ///< aligned like a T
    size_t stride = sizeof(T); ///< bytes: at least sizeof(T), a multiple of alignof(T)

    /// Element i. The index is not checked.
    const T& operator[](size_t i) const {
        return *reinterpret_cast<const T*>(reinterpret_cast<const std::byte*>(first) + i * stride);
    }
};

/// Makes a Strided list of a member of each element of a list in contiguous memory, such as a vector or a span.
/// For a member: `strided(bodies, &Body::id)`.
/// For a nested member: `strided(bodies, [](const Body& b) -> const float& { return b.position[2]; })`.
template <typename List, typename Part> auto strided(List& list, Part part) {
    const auto* const elements = std::data(list);
    using Element = std::remove_cvref_t<decltype(*elements)>;
    using Found = std::invoke_result_t<Part, const Element&>;
    static_assert(std::is_lvalue_reference_v<Found>, "the part has to be one of the element, not a copy");
    Strided<std::remove_cvref_t<Found>> result{nullptr, sizeof(Element)};
    if (std::size(list) == 0) return result;
    if constexpr (std::is_member_object_pointer_v<Part>)
        result.first = &(elements->*part);
    else
        result.first = &part(*elements);
    return result;
}

/// Points with separate lists for the two coordinates, which need not be adjacent in memory. With 3D bodies and y up
/// they are x and z, so the host need not copy them into packed points (fray/spatial/vec2.h says when that swaps left
/// and right).
struct StridedPoints {
    Strided<float> x{}, y{};

    /// Point i. The index is not checked.
    Vec2 operator[](size_t i) const { return {x[i], y[i]}; }
    explicit operator bool() const { return x.first != nullptr || y.first != nullptr; }
};

/// The poses of `count` agents (World::set_host_poses). Element i of each list belongs to agent i.
struct HostPoses {
    size_t count = 0;
    Strided<AgentId> agents{};
    StridedPoints positions{}; ///< m
    StridedPoints headings{};  ///< of any length but 0; empty: headings stay as they are

    /// Makes poses from packed arrays of equal length; `headings` may be empty.
    static HostPoses packed(std::span<const AgentId> agents, std::span<const Vec2> positions,
                            std::span<const Vec2> headings = {}) {
        const auto points = [](std::span<const Vec2> list) {
            return StridedPoints{strided(list, &Vec2::x), strided(list, &Vec2::y)};
        };
        return {agents.size(), {agents.data()}, points(positions), points(headings)};
    }
};

} // namespace fray

#include "fray/end_header.h"
