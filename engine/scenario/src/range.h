// Which numbers a key takes.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace fray::scenario {

struct Range {
    double least = 0.0;
    double greatest = std::numeric_limits<double>::infinity();
    bool open = false; ///< `least` itself is not allowed

    bool contains(double x) const { return (open ? x > least : x >= least) && x <= greatest; }
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
