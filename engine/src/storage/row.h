// The row of an agent: a type of its own, so that a row is not taken for an index of an id, a serial or a count.
#pragma once

#include <cstdint>

namespace fray {

/// A row of the agents' columns (agents.h). It becomes a number wherever one is needed, to index a list or to count. A
/// number never becomes a row silently.
class Row {
public:
    constexpr Row() = default;
    constexpr explicit Row(uint32_t number) : number_(number) {}
    constexpr operator uint32_t() const { return number_; }
    /// No agent's.
    static constexpr Row none() { return Row(~0u); }
    constexpr Row& operator++() {
        ++number_;
        return *this;
    }

private:
    uint32_t number_; // as of a number: not set unless it is given
};

} // namespace fray
