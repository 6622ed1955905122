// The axes of a sweep: keys of the scenario, and the values that each key takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

/// A key with its values, in the syntax of `fray run --set`.
struct Axis {
    std::string key;
    std::vector<std::string> values;
};

/// A value per axis, in the order of the axes.
using Variant = std::vector<std::string>;

/// Parses `KEY=a,b,c`, `KEY=lo:hi:step` or a mixture of both. Commas inside [], {} and quotes belong to the value. A
/// range includes both ends if its steps meet the upper end; whole numbers stay whole. Throws BadInput if there is no
/// value, a value is repeated, a range is invalid, or there are more than `most` values.
Axis parse_axis(const std::string& text, int64_t most);

/// Parses several axes. Throws BadInput also where a key is given twice.
std::vector<Axis> parse_axes(const std::vector<std::string>& texts, int64_t most);

/// The number of variants, clamped to the largest int64_t.
int64_t variant_count(const std::vector<Axis>& axes);
/// All variants; the last axis changes the fastest. Without axes there is a single variant without values.
std::vector<Variant> variants_of(const std::vector<Axis>& axes);
/// The variant as arguments of `--set`.
std::vector<std::string> sets_of(const std::vector<Axis>& axes, const Variant& variant);

/// The number that the whole text represents; none if it is not a number.
std::optional<double> number_in(const std::string& text);
/// The shortest text of a number with at most `digits` significant digits.
std::string number_text(double value, int digits = 12);

} // namespace fray::demo
