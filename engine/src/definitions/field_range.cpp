// FieldRange: compares values with the range of a field, and prints ranges.
#include "fray/fields.h"

#include "float_mode.h"
#include "saturated_cast.h"
#include "storage/shortest_digits.h"

#include <cmath>
#include <cstdio>
#include <limits>

namespace fray {
namespace {

/// Is `value` the number of type T that is nearest to `bound`?
template <typename T> bool is_nearest(T value, double bound) {
    const double here = static_cast<double>(value);
    const double below = static_cast<double>(std::nextafter(value, -std::numeric_limits<T>::infinity()));
    const double above = static_cast<double>(std::nextafter(value, std::numeric_limits<T>::infinity()));
    return here >= bound ? here == bound || (below < bound && here - bound <= bound - below)
                         : above > bound && bound - here <= above - bound;
}

template <typename T> bool is_too_small(T value) {
    return value != T{0} && std::abs(value) < static_cast<T>(least_size);
}

template <typename T> bool is_within(const FieldRange& range, T value) {
    const FloatMode float_mode;
    if (std::isnan(value) || is_too_small(value)) return false;
    if (range.also && is_nearest(value, *range.also)) return true;
    if (std::isinf(value)) return range.unlimited && value > T{0};
    const bool at_least = is_nearest(value, range.least), at_greatest = is_nearest(value, range.greatest);
    return (at_least ? !range.open : static_cast<double>(value) > range.least) &&
           (at_greatest || static_cast<double>(value) < range.greatest);
}

/// Prints a number. Whole numbers have neither a decimal point nor an exponent.
std::string digits_of(double number) {
    char digits[32];
    const bool whole = number == std::floor(number) && std::abs(number) < 1e16;
    if (whole) return {digits, digits + std::snprintf(digits, sizeof digits, "%.0f", number)};
    return {digits, put_shortest_digits(digits, number)};
}

} // namespace

bool FieldRange::contains(float value) const { return is_within(*this, value); }
bool FieldRange::contains(double value) const { return is_within(*this, value); }
bool FieldRange::contains(int64_t value) const {
    if (also && *also == std::floor(*also) && value == saturated_cast<int64_t>(*also)) return true;
    const double first = open ? std::floor(least) + 1.0 : std::ceil(least);
    return value >= saturated_cast<int64_t>(first) && value <= saturated_cast<int64_t>(std::floor(greatest));
}

std::string to_text(const FieldRange& range) {
    const std::string also = range.also ? digits_of(*range.also) + ", or " : range.all_zero ? "all 0, or " : "";
    const std::string least = digits_of(range.least);
    if (!std::isfinite(range.greatest)) return also + (range.open ? "more than " : "at least ") + least;
    if (range.open) return also + "more than " + least + ", at most " + digits_of(range.greatest);
    return also + least + " to " + digits_of(range.greatest);
}

std::string to_text(const FieldRange& range, double given) {
    const FloatMode float_mode;
    return to_text(range) + (is_too_small(given) ? ", and not between 0 and " + digits_of(least_size) : "");
}

} // namespace fray
