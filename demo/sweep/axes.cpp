#include "axes.h"

#include "files/bad_input.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>
#include <string_view>

namespace fray::demo {
namespace {

/// Splits a list at its commas, except commas inside brackets and quotes.
class Splitter {
public:
    explicit Splitter(const std::string& text) : text_(text) {}

    std::vector<std::string> parts(std::string_view list) {
        std::vector<std::string> all(1);
        for (const char c : list) {
            if (c == ',' && depth_ == 0 && quote_ == '\0') {
                all.emplace_back();
                continue;
            }
            look(c);
            all.back() += c;
        }
        if (quote_ != '\0' || depth_ != 0)
            throw BadInput(fmt::format("--set {}: a bracket or quote is left open", text_));
        return all;
    }

private:
    void look(char c) {
        if (quote_ != '\0') {
            const bool ends = c == quote_ && !escaped_;
            escaped_ = quote_ == '"' && c == '\\' && !escaped_;
            if (ends) quote_ = '\0';
            return;
        }
        if (c == '"' || c == '\'') quote_ = c;
        if (c == '[' || c == '{') ++depth_;
        if (c == ']' || c == '}') --depth_;
        if (depth_ < 0) throw BadInput(fmt::format("--set {}: a bracket is closed that was not opened", text_));
    }

    const std::string& text_;
    int depth_ = 0;
    char quote_ = '\0';
    bool escaped_ = false;
};

std::string trimmed(const std::string& text) {
    const size_t from = text.find_first_not_of(" \t"), to = text.find_last_not_of(" \t");
    return from == std::string::npos ? std::string() : text.substr(from, to - from + 1);
}

bool looks_like_a_range(const std::string& value) {
    return value.find(':') != std::string::npos && value.find_first_not_of("0123456789+-.eE: ") == std::string::npos;
}

struct Steps {
    double low = 0.0, high = 0.0, step = 0.0;

    /// The number of values. The small addend absorbs the rounding error of steps that are not exact in binary.
    double count() const { return std::floor((high - low) / step + 1e-9) + 1.0; }
};

Steps steps_in(const std::string& value, const std::string& text) {
    const auto refuse = [&](const char* what) {
        throw BadInput(
            fmt::format("--set {}: '{}': {}; allowed: lo:hi:step with lo <= hi and step > 0", text, value, what));
    };
    const size_t first = value.find(':'), second = value.find(':', first + 1);
    if (second == std::string::npos) refuse("has no step");
    const auto low = number_in(trimmed(value.substr(0, first)));
    const auto high = number_in(trimmed(value.substr(first + 1, second - first - 1)));
    const auto step = number_in(trimmed(value.substr(second + 1)));
    if (!low || !high || !step) refuse("is not made of numbers");
    if (*low > *high) refuse("begins above its end");
    if (!(*step > 0.0)) refuse("has a step that is not greater than 0");
    return {*low, *high, *step};
}

void add_steps(Axis& axis, const Steps& steps, const std::string& text, int64_t most) {
    const double count = steps.count();
    if (count > static_cast<double>(most))
        throw BadInput(fmt::format(
            "--set {}: {:.0f} values; allowed: up to {} battles in all, or as many as --most says", text, count, most));
    for (double i = 0.0; i < count; i += 1.0) axis.values.push_back(number_text(steps.low + i * steps.step));
}

/// Throws if a value is listed twice; 1 and 1.0 are the same value.
void refuse_repeated(const Axis& axis) {
    std::set<std::string> seen;
    for (const std::string& value : axis.values) {
        const std::optional<double> number = number_in(value);
        if (!seen.insert(number ? number_text(*number, 17) : value).second)
            throw BadInput(fmt::format("--set {}: the value {} is given twice", axis.key, value));
    }
}

} // namespace

std::optional<double> number_in(const std::string& text) {
    const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const char* end = text.data() + text.size();
    double value = 0.0;
    const auto [stopped, error] = std::from_chars(begin, end, value);
    if (begin == end || error != std::errc() || stopped != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::string number_text(double value, int digits) { return fmt::format("{:.{}g}", value == 0.0 ? 0.0 : value, digits); }

Axis parse_axis(const std::string& text, int64_t most) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw BadInput(fmt::format("--set {}: allowed: KEY=value, KEY=a,b,c or KEY=lo:hi:step", text));
    Axis axis{text.substr(0, equals), {}};
    for (const std::string& part : Splitter(text).parts(std::string_view(text).substr(equals + 1))) {
        const std::string value = trimmed(part);
        if (value.empty())
            throw BadInput(fmt::format("--set {}: a value is missing; allowed: KEY=value, KEY=a,b,c or KEY=lo:hi:step; "
                                       "\"\" is the empty text",
                                       text));
        if (looks_like_a_range(value))
            add_steps(axis, steps_in(value, text), text, most);
        else
            axis.values.push_back(value);
    }
    refuse_repeated(axis);
    return axis;
}

std::vector<Axis> parse_axes(const std::vector<std::string>& texts, int64_t most) {
    std::vector<Axis> axes;
    for (const std::string& text : texts) {
        Axis axis = parse_axis(text, most);
        const auto same = [&](const Axis& other) { return other.key == axis.key; };
        if (std::any_of(axes.begin(), axes.end(), same))
            throw BadInput(fmt::format("--set {}: given twice; allowed: all its values in one --set", axis.key));
        axes.push_back(std::move(axis));
    }
    return axes;
}

int64_t variant_count(const std::vector<Axis>& axes) {
    constexpr int64_t largest = std::numeric_limits<int64_t>::max();
    int64_t count = 1;
    for (const Axis& axis : axes) {
        const auto values = static_cast<int64_t>(axis.values.size());
        count = count > largest / values ? largest : count * values;
    }
    return count;
}

std::vector<Variant> variants_of(const std::vector<Axis>& axes) {
    std::vector<Variant> all(1);
    for (const Axis& axis : axes) {
        std::vector<Variant> longer;
        for (const Variant& variant : all)
            for (const std::string& value : axis.values) {
                longer.push_back(variant);
                longer.back().push_back(value);
            }
        all = std::move(longer);
    }
    return all;
}

std::vector<std::string> sets_of(const std::vector<Axis>& axes, const Variant& variant) {
    std::vector<std::string> sets;
    for (size_t i = 0; i < axes.size(); ++i) sets.push_back(axes[i].key + "=" + variant[i]);
    return sets;
}

} // namespace fray::demo
