// Checks a definition against the ranges in its list of fields (fray/fields.h).
#pragma once

#include "fray/lists.h"
#include "storage/text.h"

#include <string>
#include <string_view>
#include <utility>

namespace fray {

/// A visitor for `describe` that finds the first field with a value out of its range. Its error text, the complaint,
/// names the field, the value given and the values allowed: `circle.slots: given 0, allowed 1 to 256`.
class FieldCheck : public FieldVisitor {
public:
    /// `prefix` precedes the names of fields in complaints.
    explicit FieldCheck(std::string prefix = {}) : prefix_(std::move(prefix)) {}

    template <typename T> void operator()(std::string_view key, const FieldRange& range, const char*, const T& value) {
        if constexpr (std::is_enum_v<T>) {
            number(key, range, static_cast<int>(value));
        } else if constexpr (std::is_arithmetic_v<T>) {
            number(key, range, value);
        } else if constexpr (requires { value.has_value(); }) {
            if (value) number(key, range, *value);
        } else if constexpr (requires { std::tuple_size<T>::value; }) {
            numbers(key, range, value);
        } else {
            number(key, range, value.size());
            elements(key, value);
        }
    }
    template <typename T> void operator()(std::string_view key, const char*, const T& value) {
        if constexpr (requires { value.has_value(); }) {
            if (value) (*this)(key, "", *value);
        } else if constexpr (requires { value[0]; }) {
            elements(key, value);
        } else if constexpr (requires { describe(*this, value); }) {
            within(prefix_ + std::string(key) + ".", value);
        }
        if constexpr (std::is_same_v<T, ReactionWeights>)
            that(key, int64_t{value.stay} + value.combat + value.heal > 0, "one of the weights must be more than 0");
    }
    template <typename T> void relation(std::string_view key, T value, Relation relation, const char* other, T than) {
        if (relation == Relation::at_least ? value >= than : value > than) return;
        complain(key, value, text(relation == Relation::at_least ? "at least " : "more than ", than, " (", other, ")"));
    }
    void needs(std::string_view key, double value, std::string_view other, const std::string& given) {
        that(key, value == 0.0 || !given.empty(), text("needs a ", other));
    }

    /// Stores a complaint with the text `rule` if `ok` is false. For rules that a list of fields cannot express.
    void that(std::string_view key, bool ok, std::string_view rule) {
        if (complaint_.empty() && !ok) complaint_ = text(prefix_, key, ": ", rule);
    }
    template <typename T> void complain(std::string_view key, const T& given, std::string_view allowed) {
        that(key, false, text("given ", given, ", allowed ", allowed));
    }
    /// The first complaint; empty if all is well.
    const std::string& complaint() const { return complaint_; }

private:
    template <typename T> void number(std::string_view key, const FieldRange& range, T value) {
        const FieldRange own = range.degrees ? range.in_radians() : range;
        if (complaint_.empty() && !own.contains(value)) complain(key, value, to_text(own, static_cast<double>(value)));
    }
    template <typename T, size_t n>
    void numbers(std::string_view key, const FieldRange& range, const std::array<T, n>& values) {
        if (range.all_zero && values == std::array<T, n>{}) return;
        for (size_t i = 0; i < n; ++i) {
            const std::string place = text(key, "[", i, "]");
            number(place, range, values[i]);
            if (i == 0 || range.sorted == Sorted::no) continue;
            const Relation follows = range.sorted == Sorted::ascending ? Relation::more_than : Relation::at_least;
            relation(place, values[i], follows, "the value before", values[i - 1]);
        }
    }
    template <typename List> void elements(std::string_view key, const List& list) {
        if constexpr (requires { describe(*this, list[0]); })
            for (size_t i = 0; i < list.size() && complaint_.empty(); ++i)
                within(text(prefix_, key, "[", i, "]."), list[i]);
    }
    template <typename T> void within(std::string prefix, const T& value) {
        prefix_.swap(prefix);
        describe(*this, value);
        prefix_.swap(prefix);
    }

    std::string prefix_, complaint_;
};

} // namespace fray
