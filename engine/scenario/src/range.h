// Which numbers a key takes.
#pragma once

#include "saturated_cast.h"

#include <cstdint>
#include <limits>
#include <string>

namespace fray::scenario {

struct Range {
    double least = 0.0;
    double greatest = std::numeric_limits<double>::infinity();
    bool open = false; ///< `least` itself is not allowed

    /// Compared in the type of the field: 0.01f is within 0.01 to 1.
    template <class T> bool contains(T x) const {
        const T lowest = nearest_of<T>(least);
        return (open ? x > lowest : x >= lowest) && x <= nearest_of<T>(greatest);
    }
};

constexpr Range at_least(double least) { return {least, std::numeric_limits<double>::infinity(), false}; }
constexpr Range more_than(double least) { return {least, std::numeric_limits<double>::infinity(), true}; }
constexpr Range between(double least, double greatest) { return {least, greatest, false}; }
constexpr Range above(double least, double greatest) { return {least, greatest, true}; }

/// `0 to 100`, `more than 0`, `more than 0, at most 3600`, `at least 0`.
std::string to_text(const Range& range);

/// How the numbers of one list must follow each other.
enum class Sorted : uint8_t { ascending, not_descending };

/// What one key must be compared with another.
enum class Relation : uint8_t { at_least, more_than };

} // namespace fray::scenario
