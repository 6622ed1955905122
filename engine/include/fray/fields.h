// What the fields of a definition may hold. defs.h lists the fields of every definition once, below its struct:
// checks, files, the C API and recordings follow from these lists, and editors and bindings may read them too.
//
// A list is a function `describe(visitor, def, others...)` that calls, in the struct's order,
//     visitor(key, range, text, def.field, others.field...)    for numbers, enums and lists, which have a range
//     visitor(key, text, def.field, others.field...)           for everything else
//     visitor.name(def.name, ...)                              for the name under which files keep it in a table
//     visitor.reference(key, names, text, def.field, ...)      for the name of something else
//     visitor.required(key), .relation(...), .needs(...)       for what holds between fields
// `others` are structs with fields of the same names, such as those of the C API. Any thread.
#pragma once

#include "fray/api.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace fray {

/// How the numbers of one array follow each other.
enum class Sorted : uint8_t { no, ascending, not_descending };

/// Which values a number, or each number of a list, may have; for an enum: its enumerators; for a list of definitions:
/// how many there may be. Numbers are finite, but for `unlimited`.
struct FieldRange {
    double least = -std::numeric_limits<double>::infinity();
    double greatest = std::numeric_limits<double>::infinity();
    bool open = false;            ///< `least` itself is not allowed
    bool degrees = false;         ///< the field is in radians, the range and files are in degrees
    bool unlimited = false;       ///< infinity is allowed too; files say "unlimited"
    std::optional<double> also{}; ///< a value outside that is allowed too
    Sorted sorted = Sorted::no;

    /// Compared in the type of the field, whatever the thread rounds to: 0.01f is within 0.01 to 1.
    FRAY_API bool contains(float value) const;
    /// Of a double.
    FRAY_API bool contains(double value) const;
    /// Of a whole number.
    FRAY_API bool contains(int64_t value) const;
    /// Of a whole number of any type.
    template <std::integral T> bool contains(T value) const {
        constexpr int64_t most = std::numeric_limits<int64_t>::max();
        return contains(std::cmp_less(value, most) ? static_cast<int64_t>(value) : most);
    }
    /// The range of the field itself, where files have degrees.
    constexpr FieldRange in_radians() const {
        constexpr double degree = 3.14159265358979323846 / 180.0;
        FieldRange range = *this;
        range.least *= degree;
        range.greatest *= degree;
        range.degrees = false;
        return range;
    }
};

/// `0 to 100`, `more than 0`, `more than 0, at most 3600`, `0, or 0.1 to 1000`.
FRAY_API std::string to_text(const FieldRange& range);

/// Ranges by their words.
namespace range {

/// `least` and more.
constexpr FieldRange at_least(double least) { return {.least = least}; }
/// What is more than `least`.
constexpr FieldRange more_than(double least) { return {.least = least, .open = true}; }
/// Both ends are allowed.
constexpr FieldRange between(double least, double greatest) { return {.least = least, .greatest = greatest}; }
/// More than `least`, at most `greatest`.
constexpr FieldRange above(double least, double greatest) {
    return {.least = least, .greatest = greatest, .open = true};
}
/// At most so many elements.
constexpr FieldRange at_most(double count) { return between(0, count); }
/// The enumerators from the first to `last`.
template <typename E> constexpr FieldRange up_to(E last) { return between(0, static_cast<double>(last)); }

/// Radians, which files give in degrees.
constexpr FieldRange degrees(FieldRange range) {
    range.degrees = true;
    return range;
}
/// Infinity, too.
constexpr FieldRange or_unlimited(FieldRange range) {
    range.unlimited = true;
    return range;
}
/// One more value.
constexpr FieldRange or_also(double value, FieldRange range) {
    range.also = value;
    return range;
}
/// Each number of an array is more than the one before.
constexpr FieldRange ascending(FieldRange range) {
    range.sorted = Sorted::ascending;
    return range;
}
/// Each number of an array is at least the one before.
constexpr FieldRange not_descending(FieldRange range) {
    range.sorted = Sorted::not_descending;
    return range;
}

} // namespace range

/// What a text names.
enum class Names : uint8_t { archetype, team, group, monster };

/// How one field must compare with another.
enum class Relation : uint8_t { at_least, more_than };

/// The calls that many visitors have no use for. A visitor that derives from this one defines those that it needs, and
/// the two of fields.
struct FieldVisitor {
    template <typename... T> void name(T&...) {}
    template <typename... T> void reference(const char*, Names, const char*, T&...) {}
    void required(const char*) {}
    template <typename T> void relation(const char*, T, Relation, const char*, T) {}
    template <typename T, typename Text> void needs(const char*, T, const char*, const Text&) {}
};

/// A visitor for which all fields are alike: `each(def.field, others.field...)`. Relations between fields do not matter
/// to it.
template <typename Each> class ForEachField : public FieldVisitor {
public:
    /// `each`: a function of one field, or of as many as there are structs.
    explicit ForEachField(Each each) : each_(each) {}

    /// @cond the calls of every list
    template <typename... T> void operator()(const char*, const FieldRange&, const char*, T&... field) {
        each_(field...);
    }
    template <typename... T> void operator()(const char*, const char*, T&... field) { each_(field...); }
    template <typename... T> void name(T&... field) { each_(field...); }
    template <typename... T> void reference(const char*, Names, const char*, T&... field) { each_(field...); }
    /// @endcond

private:
    Each each_;
};

/// @cond
/// A visitor that finds the range of a field.
struct RangeFinder : FieldVisitor {
    explicit RangeFinder(std::string_view name) : key(name) {}

    std::string_view key;
    FieldRange found{};

    template <typename T> void operator()(std::string_view name, const FieldRange& range, const char*, const T&) {
        if (name == key) found = range;
    }
    template <typename T> void operator()(const char*, const char*, const T&) {}
};

/// @endcond
/// The range of a definition's field that has one: `range_of<CircleDef>("slots")`.
template <typename Def> FieldRange range_of(std::string_view key) {
    RangeFinder finder(key);
    const Def defaults;
    describe(finder, defaults);
    return finder.found;
}

template <typename T, typename Def>
concept FieldsOf = std::is_same_v<std::remove_const_t<T>, Def>;

} // namespace fray
