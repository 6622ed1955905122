// Lists of fields: which fields a definition has, and which values they may hold. fray/lists.h has the lists.
// Checks, scenario files, the C API and recordings read them. Editors and bindings may read them too.
//
// A list is a function `describe(visitor, def, others...)`. It calls the visitor in the order of the struct. `others`
// are structs with fields of the same names, such as the structs of the C API. The calls are:
//
// - `visitor(key, range, text, def.field, others.field...)` for numbers, enums and lists, which have a range.
// - `visitor(key, text, def.field, others.field...)` for fields without a range.
// - `visitor.name(def.name, ...)` for the name of the definition, which is its key in files.
// - `visitor.reference(key, names, text, def.field, ...)` for the name of another definition.
// - `visitor.required(key)` for a field that files must give.
// - `describe_component(visitor, key, text, def.component, ...)` for a component.
// - `visitor.relation(...)` and `visitor.needs(...)` for conditions between fields.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

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

/// The required order of the numbers in an array.
enum class Sorted : uint8_t { no, ascending, not_descending };

/// A number of a definition is 0, or at least so far from 0, whatever its range says. The inverse or the square of a
/// smaller one could not be computed with.
inline constexpr double least_size = 1e-9;

/// The values that a field may have: a number, each number of an array, or an enumerator. For a list of definitions it
/// is the number of elements. Numbers must be finite, except with `unlimited`.
struct FieldRange {
    double least = -std::numeric_limits<double>::infinity();
    double greatest = std::numeric_limits<double>::infinity();
    bool open = false;            ///< `least` itself is not allowed
    bool degrees = false;         ///< the field is in radians, but the range and files are in degrees
    bool unlimited = false;       ///< infinity is allowed too; files call it "unlimited"
    std::optional<double> also{}; ///< a value outside the range that is allowed too
    Sorted sorted = Sorted::no;
    bool all_zero = false; ///< an array of zeros is allowed too

    /// Returns whether the value is allowed. Bounds are rounded to the type of the value: 0.01f is within 0.01 to 1.
    /// The thread's floating-point mode has no influence.
    FRAY_API bool contains(float value) const;
    /// Returns whether a double is allowed.
    FRAY_API bool contains(double value) const;
    /// Returns whether an integer is allowed.
    FRAY_API bool contains(int64_t value) const;
    /// Returns whether an integer of any type is allowed.
    template <std::integral T> bool contains(T value) const {
        constexpr int64_t most = std::numeric_limits<int64_t>::max();
        return contains(std::cmp_less(value, most) ? static_cast<int64_t>(value) : most);
    }
    /// Converts a range in degrees to radians, the unit of the field.
    constexpr FieldRange in_radians() const {
        constexpr double degree = 3.14159265358979323846 / 180.0;
        FieldRange range = *this;
        range.least *= degree;
        range.greatest *= degree;
        if (range.also) *range.also *= degree;
        range.degrees = false;
        return range;
    }
};

/// Describes a range in words: `0 to 100`, `more than 0`, `more than 0, at most 3600`, `0, or 0.1 to 1000`. The words
/// do not say that infinity is allowed (`unlimited`), nor in which order an array must be (`sorted`).
FRAY_API std::string to_text(const FieldRange& range);
/// Describes what is allowed instead of `given`, a value that the range does not contain.
FRAY_API std::string to_text(const FieldRange& range, double given);

/// Functions that make ranges.
namespace range {

/// `least` or more.
constexpr FieldRange at_least(double least) { return {.least = least}; }
/// More than `least`.
constexpr FieldRange more_than(double least) { return {.least = least, .open = true}; }
/// From `least` to `greatest`, both included.
constexpr FieldRange between(double least, double greatest) { return {.least = least, .greatest = greatest}; }
/// More than `least`, at most `greatest`.
constexpr FieldRange above(double least, double greatest) {
    return {.least = least, .greatest = greatest, .open = true};
}
/// The enumerators from the first to `last`, both included.
template <typename E> constexpr FieldRange up_to(E last) { return between(0, static_cast<double>(last)); }

/// The range is in degrees, as in files; the field is in radians.
constexpr FieldRange degrees(FieldRange range) {
    range.degrees = true;
    return range;
}
/// Infinity is allowed too.
constexpr FieldRange or_unlimited(FieldRange range) {
    range.unlimited = true;
    return range;
}
/// `value` is allowed too.
constexpr FieldRange or_also(double value, FieldRange range) {
    range.also = value;
    return range;
}
/// An array of zeros is allowed too.
constexpr FieldRange or_all_zero(FieldRange range) {
    range.all_zero = true;
    return range;
}
/// Each number of an array must be more than the number before it.
constexpr FieldRange ascending(FieldRange range) {
    range.sorted = Sorted::ascending;
    return range;
}
/// Each number of an array must be at least the number before it.
constexpr FieldRange not_descending(FieldRange range) {
    range.sorted = Sorted::not_descending;
    return range;
}

} // namespace range

/// The kind of definition that a text field names.
enum class Names : uint8_t { archetype, team, group, monster };

/// The condition between a field and another field.
enum class Relation : uint8_t { at_least, more_than };

/// Empty functions for the calls that many visitors ignore. A visitor derives from this struct and defines the calls
/// that it needs, and always the two calls for fields.
struct FieldVisitor {
    /// @cond the calls of a list
    template <typename... T> void name(T&...) {}
    template <typename... T> void reference(const char*, Names, const char*, T&...) {}
    void required(const char*) {}
    template <typename T> void relation(const char*, T, Relation, const char*, T) {}
    template <typename T, typename Text> void needs(const char*, T, const char*, const Text&) {}
    /// @endcond
};

/// A visitor that treats all fields alike: it calls `each(def.field, others.field...)` for every field. It ignores
/// conditions between fields.
template <typename Each> class ForEachField : public FieldVisitor {
public:
    /// `each` takes a field of `def` and the same field of each of the other structs.
    explicit ForEachField(Each each) : each_(each) {}

    /// @cond the functions that every list calls
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
/// Returns the range of a field: `range_of<CircleDef>("slots")`. For a field without a range, or an unknown key, it
/// returns FieldRange{}.
template <typename Def> FieldRange range_of(std::string_view key) {
    RangeFinder finder(key);
    const Def defaults;
    describe(finder, defaults);
    return finder.found;
}

/// Visits a component of a definition: a struct with fields that belong to the definition itself, as in scenario files.
/// A visitor with a function `component(key, text, def, others...)` treats it as a struct of its own.
template <typename V, typename D, typename... C>
void describe_component(V&& v, const char* key, const char* text, D& d, C&... c) {
    if constexpr (requires { v.component(key, text, d, c...); })
        v.component(key, text, d, c...);
    else
        describe(v, d, c...);
}

/// `T` is `Def` or `const Def`.
template <typename T, typename Def>
concept FieldsOf = std::is_same_v<std::remove_const_t<T>, Def>;

} // namespace fray

#include "fray/end_header.h"
