// What a sweep changes: keys of the scenario, and the values that each takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

/// A key with its values as `fray run --set` takes them.
struct Axis {
    std::string key;
    std::vector<std::string> values;
};

/// One value an axis, in the axes' order.
using Variant = std::vector<std::string>;

/// `KEY=a,b,c`, `KEY=lo:hi:step` or both mixed; commas inside [], {} and quotes belong to the value. A range has its
/// ends, as far as its steps meet them; whole numbers stay whole. Throws BadInput: no value, one twice, a range that is
/// none, or more than `most` values.
Axis parse_axis(const std::string& text, int64_t most);

/// All of them; throws BadInput as well where a key is given twice.
std::vector<Axis> parse_axes(const std::vector<std::string>& texts, int64_t most);

/// How many variants there are; no more than the largest number.
int64_t variant_count(const std::vector<Axis>& axes);
/// All of them, the last axis the quickest to change. Without an axis: one, without a value.
std::vector<Variant> variants_of(const std::vector<Axis>& axes);
/// As arguments of `--set`.
std::vector<std::string> sets_of(const std::vector<Axis>& axes, const Variant& variant);

/// A number, and nothing but it.
std::optional<double> number_in(const std::string& text);
/// The shortest text of a number with at most so many digits that count.
std::string number_text(double value, int digits = 12);

} // namespace fray::demo
