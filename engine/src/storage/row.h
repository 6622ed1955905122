// The row of an agent: a type of its own, so that a row is not taken for an index of an id, a serial or a count.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>

namespace fray {

/// A row of the agents' columns (agents.h). Neither a row nor a number silently becomes the other.
class Row {
public:
    constexpr Row() = default;
    constexpr explicit Row(uint32_t number) : number_(number) {}
    /// To count, and to index lists that are no columns.
    constexpr uint32_t number() const { return number_; }
    /// No agent's.
    static constexpr Row none() { return Row(~0u); }
    constexpr Row& operator++() {
        ++number_;
        return *this;
    }
    constexpr Row operator+(uint32_t count) const { return Row(number_ + count); }
    constexpr Row operator-(uint32_t count) const { return Row(number_ - count); }
    friend constexpr auto operator<=>(Row, Row) = default;
    friend constexpr bool operator==(Row, Row) = default;
    /// With the end of a range of rows; an int is refused.
    constexpr std::strong_ordering operator<=>(std::same_as<uint32_t> auto end) const { return number_ <=> end; }

private:
    uint32_t number_; // as of a number: not set unless it is given
};

} // namespace fray
