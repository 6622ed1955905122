// Where the host's bodies are, read from the host's own memory as it lies there: positions within structs, of two or
// three coordinates, or arrays of coordinates. Nothing is copied before `ingest`. The functions here: on any thread.
#pragma once

#include "fray/id.h"
#include "fray/spatial/vec2.h"

#include <cstddef>
#include <functional>
#include <ranges>
#include <span>
#include <type_traits>

namespace fray {

/// Elements in memory of the host's, one every `stride` bytes.
template <typename T> struct Strided {
    const T* first = nullptr;  ///< aligned as a T
    size_t stride = sizeof(T); ///< bytes; sizeof(T) at least, a multiple of alignof(T)

    /// Element i, unchecked.
    const T& operator[](size_t i) const {
        return *reinterpret_cast<const T*>(reinterpret_cast<const std::byte*>(first) + i * stride);
    }
};

/// A part of each element of a list, a vector say: `strided(bodies, &Body::id)`, or, where the part lies deeper,
/// `strided(bodies, [](const Body& b) -> const float& { return b.position[2]; })`.
template <std::ranges::contiguous_range List, typename Part>
requires std::ranges::borrowed_range<List>
auto strided(List&& list, Part part) {
    using Element = std::ranges::range_value_t<List>;
    using Found = std::invoke_result_t<Part, const Element&>;
    static_assert(std::is_lvalue_reference_v<Found>, "the part has to be one of the element, not a copy");
    const Element* const elements = std::ranges::data(list);
    return Strided<std::remove_cvref_t<Found>>{std::ranges::empty(list) ? nullptr : &std::invoke(part, elements[0]),
                                               sizeof(Element)};
}

/// Points whose two coordinates need not be neighbours: of a body in 3D with y up they are x and z, where packed points
/// would have to be copied out first.
struct StridedPoints {
    Strided<float> x{}, y{};

    /// Point i, unchecked.
    Vec2 operator[](size_t i) const { return {x[i], y[i]}; }
    explicit operator bool() const { return x.first != nullptr || y.first != nullptr; }
};

/// The poses of `count` agents (World::set_host_poses): the first of each list is the first agent's.
struct HostPoses {
    size_t count = 0;
    Strided<AgentId> agents{};
    StridedPoints positions{}; ///< m
    StridedPoints headings{};  ///< of any length but 0; without: headings stay as they are

    /// Of packed arrays, which hold as many; `headings` may be empty.
    static HostPoses packed(std::span<const AgentId> agents, std::span<const Vec2> positions,
                            std::span<const Vec2> headings = {}) {
        const auto points = [](std::span<const Vec2> list) {
            return StridedPoints{strided(list, &Vec2::x), strided(list, &Vec2::y)};
        };
        return {agents.size(), {agents.data()}, points(positions), points(headings)};
    }
};

} // namespace fray
