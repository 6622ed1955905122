// Reads TOML tables into the structs that fields.h lists, and collects all their errors.
#pragma once

#include "files/fields.h"
#include "files/presets.h"
#include "files/problems.h"
#include "files/toml.h"
#include "files/words.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <fmt/format.h>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fray::scenario {

/// The names that a file defines, in its order. They are collected before anything else is read, so that the order in
/// the file does not matter.
struct KnownNames {
    std::vector<std::string> archetypes, teams, groups, monsters;

    const std::vector<std::string>& of(Names names) const;
};

class Reader {
public:
    Reader(Problems& problems, const KnownNames& names, const toml::table& table, std::string place);

    template <class T> void operator()(const char* key, const FieldRange& range, const char*, T& out);
    template <class T> void operator()(const char* key, const char*, T& out);
    void name(const std::string&) {} // the name is the key of the table
    void reference(const char* key, Names names, const char*, std::string& out);
    template <std::unsigned_integral T> void reference(const char* key, Names names, const char*, T& out);
    void table(const char* key, std::vector<std::string>& out, int most, const char*);
    void table(const char* key, std::vector<std::pair<std::string, std::string>>& out, int, const char*);
    void preset(const char* key, CircleDef& out, const char*);
    /// Sets `out` to the preset's values. Keys that are read later change them.
    void preset(const char* key, ArchetypeDef& out, const char*);
    /// An archetype that gives reactions, or timers, has them, unless `reacts`, or `timed`, says otherwise.
    void switches(ArchetypeDef& out);
    void table(const char* key, std::vector<ArchetypeDef>& out, int most, const char*);
    void table(const char* key, std::vector<MonsterDef>& out, int most, const char*);

    void required(const char* key);
    void one_of(std::initializer_list<const char*> keys);
    template <class T> void relation(const char* key, T value, Relation relation, const char* other, T than);
    /// Reports an error if `value` is more than 0 and the table has no key `other`. `what` is the dotted path of the
    /// value below this table.
    void needs(const char* what, double value, const char* other, const std::string&);
    /// Reads the word of a command. The keys after it are its own.
    void command(ScriptCommand& out);
    void arguments(const CommandDef& read);

    /// Reports every key of the table that no call has asked for, as an unknown key.
    void finish();

protected:
    // Each of these functions reads fields of a single type.
    void flag(const char* key, bool& out);
    template <class T> void number(const std::string& key, T& out, const FieldRange& range);
    void number_or_unlimited(const char* key, float& out, const FieldRange& range);
    template <class T> void whole(const std::string& key, T& out, const FieldRange& range);
    void text(const char* key, std::string& out);
    template <class E> void word(const char* key, E& out, const FieldRange& range);
    template <class T, size_t n> void numbers(const std::string& key, std::array<T, n>& out, const FieldRange& range);
    /// The key of an angle in a file, which has it in degrees.
    static std::string in_degrees(const char* key) { return std::string(key) + "_deg"; }
    void angle(const char* key, float& out, const FieldRange& range);
    void angle(const char* key, std::array<float, 2>& out, const FieldRange& range);
    void point(const char* key, Vec2& out);
    void points(const char* key, std::vector<Vec2>& out);
    void wholes(const char* key, std::vector<int>& out, const FieldRange& range);
    void weights(const char* key, ReactionWeights& out);
    void agent(const std::string& key, ScriptAgent& out);
    void texts(const char* key, std::vector<std::string>& out);
    /// A table of classes: each has a number within the range.
    template <class D, class T> void classes(const char* key, std::vector<D>& out, const char* field, T D::*number);
    template <class T, class Read> void given(const char* key, std::optional<T>& out, Read read);
    template <class D> void object(const char* key, D& out);
    template <class D> void list(const char* key, std::vector<D>& out);

    const toml::node* find(const std::string& key);
    /// Calls `read` with each element of a list and its place, or reports that the node is not `what`, a list.
    template <class Read> void each(const toml::node& node, std::string_view key, std::string_view what, Read read);
    void wrong(const toml::node& node, std::string_view key, std::string_view what);
    void wrong_type(const toml::node& node, std::string_view key, std::string_view allowed);
    bool read_number(const toml::node& node, std::string_view key, double* out, std::string_view allowed);
    /// Reads a number for a field of type `T`. It is compared with the range after conversion to `T`.
    template <class T>
    bool read_in_range(const toml::node& node, std::string_view key, double* out, const FieldRange& range);
    bool read_point(const toml::node& node, std::string_view key, Vec2* out);
    bool read_name(const toml::node& node, std::string_view key, Names names, std::string* out);
    const toml::array* read_array(const toml::node& node, std::string_view key, size_t size, std::string_view allowed);
    bool read_whole(const toml::node& node, std::string_view key, int64_t* out, const FieldRange& range);
    int read_word(const toml::node& node, std::string_view key, const std::vector<std::string>& words);
    static const std::vector<std::string>& keys_of_commands();
    /// An error if not exactly one of two keys of a command is given.
    void need_one(const std::string& key, const std::string& other);
    const Preset* read_preset(const char* key, const std::vector<std::string>& names);
    void related(std::string_view key, const std::string& value, std::string_view how, std::string_view other,
                 const std::string& than);
    std::string place_of(std::string_view key) const;
    bool has(std::string_view key) const { return table_.contains(key); }

    Problems& problems_;
    const KnownNames& names_;
    const toml::table& table_;
    std::string place_;
    std::vector<std::string> known_;  ///< keys that were asked for
    std::vector<std::string> broken_; ///< keys with an error of their own
    std::string command_;             ///< the word of the command that is read
    std::vector<std::string> needed_; ///< keys that the command needs
};

/// The keys of a table, in the order of the file.
std::vector<const toml::key*> keys_in_order(const toml::table& table);

/// The value of a node as text for errors, for example `a table`, `the number 5` or `the text 'sight'`.
std::string type_text(const toml::node& node);

template <class T> void Reader::operator()(const char* key, const FieldRange& range, const char*, T& out) {
    if constexpr (std::is_enum_v<T>)
        word(key, out, range);
    else if constexpr (std::is_integral_v<T>)
        whole(key, out, range);
    else if constexpr (std::is_same_v<T, std::optional<float>>)
        range.degrees ? given(in_degrees(key).c_str(), out, [&](float& value) { angle(key, value, range); })
                      : given(key, out, [&](float& value) { number(key, value, range); });
    else if constexpr (std::is_same_v<T, std::optional<int>>)
        given(key, out, [&](int& value) { whole(key, value, range); });
    else if constexpr (std::is_same_v<T, std::vector<int>>)
        wholes(key, out, range);
    else if constexpr (std::is_same_v<T, std::vector<ClassLimit>>)
        classes(key, out, "max_tokens", &ClassLimit::max_tokens);
    else if constexpr (std::is_same_v<T, std::vector<DamageFactor>>)
        classes(key, out, "factor", &DamageFactor::factor);
    else if constexpr (requires { out.push_back({}); })
        list(key, out);
    else if constexpr (requires { angle(key, out, range); }) {
        if (range.degrees) return angle(key, out, range);
        if constexpr (std::is_same_v<T, float>)
            range.unlimited ? number_or_unlimited(key, out, range) : number(key, out, range);
        else
            numbers(key, out, range);
    } else if constexpr (std::is_floating_point_v<T>)
        number(key, out, range);
    else
        numbers(key, out, range);
}

template <class T> void Reader::operator()(const char* key, const char*, T& out) {
    if constexpr (std::is_same_v<T, bool>)
        flag(key, out);
    else if constexpr (std::is_same_v<T, std::optional<bool>>)
        given(key, out, [&](bool& value) { flag(key, value); });
    else if constexpr (std::is_same_v<T, std::string>)
        text(key, out);
    else if constexpr (std::is_same_v<T, std::vector<std::string>>)
        texts(key, out);
    else if constexpr (std::is_same_v<T, Vec2>)
        point(key, out);
    else if constexpr (std::is_same_v<T, std::vector<Vec2>>)
        points(key, out);
    else if constexpr (std::is_same_v<T, ReactionWeights>)
        weights(key, out);
    else if constexpr (std::is_same_v<T, ScriptAgent>)
        agent(key, out);
    else if constexpr (requires { out.push_back({}); })
        list(key, out);
    else if constexpr (requires { out.has_value(); })
        given(key, out, [&](auto& value) { object(key, value); });
    else
        object(key, out);
}

/// Reads a name as its index in the file.
template <std::unsigned_integral T> void Reader::reference(const char* key, Names names, const char*, T& out) {
    std::string name;
    const toml::node* node = find(key);
    if (!node || !read_name(*node, key, names, &name)) return;
    const std::vector<std::string>& known = names_.of(names);
    out = static_cast<T>(std::find(known.begin(), known.end(), name) - known.begin());
}

/// Sets `out` if the key exists, even if `read` has reported an error in its value.
template <class T, class Read> void Reader::given(const char* key, std::optional<T>& out, Read read) {
    T value{};
    read(value);
    if (has(key)) out = std::move(value);
}

template <class T> void Reader::number(const std::string& key, T& out, const FieldRange& range) {
    double value = 0.0;
    if (const toml::node* node = find(key); node && read_in_range<T>(*node, key, &value, range)) {
        out = static_cast<T>(value);
    }
}

template <class T>
bool Reader::read_in_range(const toml::node& node, std::string_view key, double* out, const FieldRange& range) {
    if (!read_number(node, key, out, to_text(range))) return false;
    if (range.contains(static_cast<T>(*out))) return true;
    wrong(node, key, fmt::format("is {}; allowed: {}", to_text(*out), to_text(range, *out)));
    return false;
}

template <class T> void Reader::whole(const std::string& key, T& out, const FieldRange& range) {
    int64_t value = 0;
    if (const toml::node* node = find(key); node && read_whole(*node, key, &value, range)) out = static_cast<T>(value);
}

template <class E> void Reader::word(const char* key, E& out, const FieldRange& range) {
    const toml::node* node = find(key);
    const int chosen = node ? read_word(*node, key, words_of<E>(range)) : -1;
    if (chosen >= 0) out = static_cast<E>(chosen);
}

template <class T, size_t n>
void Reader::numbers(const std::string& key, std::array<T, n>& out, const FieldRange& range) {
    const toml::node* node = find(key);
    const toml::array* array = node ? read_array(*node, key, n, fmt::format("{} numbers", n)) : nullptr;
    if (!array) return;
    const auto is_zero = [](const toml::node& element) {
        return element.is_number() && *element.value<double>() == 0.0;
    };
    if (range.all_zero && std::all_of(array->begin(), array->end(), is_zero)) return out.fill(T{});
    for (size_t i = 0; i < n; ++i) {
        double value = 0.0;
        if (!read_in_range<T>((*array)[i], fmt::format("{}[{}]", key, i), &value, range)) return;
        out[i] = static_cast<T>(value);
    }
    for (size_t i = 1; i < n && range.sorted != Sorted::no; ++i) {
        const bool right = range.sorted == Sorted::ascending ? out[i - 1] < out[i] : out[i - 1] <= out[i];
        if (right) continue;
        const char* allowed =
            range.sorted == Sorted::ascending ? "more than the value before" : "at least the value before";
        return wrong((*array)[i], fmt::format("{}[{}]", key, i),
                     fmt::format("is {}; allowed: {} ({})", to_text(out[i]), allowed, to_text(out[i - 1])));
    }
}

template <class D> void Reader::object(const char* key, D& out) {
    const toml::node* node = find(key);
    if (!node) return;
    const toml::table* table = node->as_table();
    if (!table) return wrong_type(*node, key, "a table");
    Reader inner(problems_, names_, *table, place_of(key));
    describe_keys(inner, out);
    inner.finish();
}

template <class Read>
void Reader::each(const toml::node& node, std::string_view key, std::string_view what, Read read) {
    const toml::array* array = node.as_array();
    if (!array) return wrong_type(node, key, what);
    for (size_t i = 0; i < array->size(); ++i) read((*array)[i], fmt::format("{}[{}]", key, i));
}

template <class D> void Reader::list(const char* key, std::vector<D>& out) {
    const toml::node* node = find(key);
    if (!node) return;
    each(*node, key, "a list of tables", [&](const toml::node& element, const std::string& at) {
        const toml::table* table = element.as_table();
        if (!table) return wrong_type(element, at, "a table");
        const auto name = (*table)["name"].template value<std::string>();
        Reader inner(problems_, names_, *table, place_of(name ? fmt::format("{}.{}", key, printable(*name)) : at));
        describe_keys(inner, out.emplace_back());
        inner.finish();
    });
}

template <class T> void Reader::relation(const char* key, T value, Relation relation, const char* other, T than) {
    const bool holds = relation == Relation::at_least ? value >= than : value > than;
    if (holds) return;
    related(key, to_text(value), relation == Relation::at_least ? "at least" : "more than", other, to_text(than));
}

} // namespace fray::scenario
