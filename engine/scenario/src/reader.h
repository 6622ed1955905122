// Reads TOML tables into the structs that fields.h lists, and notes everything that is wrong with them.
#pragma once

#include "fields.h"
#include "presets.h"
#include "problems.h"
#include "toml.h"
#include "words.h"

#include <array>
#include <fmt/format.h>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fray::scenario {

/// What may be named, collected before anything is read, so that order in the file does not matter.
struct KnownNames {
    std::vector<std::string> archetypes, teams, groups, monsters;

    const std::vector<std::string>& of(Names names) const;
};

class Reader {
public:
    Reader(Problems& problems, const KnownNames& names, const toml::table& table, std::string place);

    void flag(const char* key, bool& out, const char*);
    template <class T> void number(const char* key, T& out, const Range& range, const char*);
    void number_or_unlimited(const char* key, float& out, const Range& range, const char*);
    template <class T> void whole(const char* key, T& out, const Range& range, const char*);
    void text(const char* key, std::string& out, const char*);
    template <class E>
    void word(const char* key, E& out, std::initializer_list<E> words, std::initializer_list<const char*> later,
              const char*);
    template <class T, size_t n>
    void numbers(const char* key, std::array<T, n>& out, const Range& range, Sorted sorted, const char*);
    /// Angles are degrees in files, under the key with `_deg`.
    void angle(const char* key, float& out, const Range& range, const char*);
    void angle_within(const char* key, float& out, const Range& range, const char*);
    void angles(const char* key, std::array<float, 2>& out, const Range& range, const char*);
    void point(const char* key, Vec2& out, const char*);
    void points(const char* key, std::vector<Vec2>& out, const char*);
    void wholes(const char* key, std::vector<int>& out, const Range& range, const char*);
    void reference(const char* key, std::string& out, Names names, const char*);
    void names(const char* key, std::vector<std::string>& out, int most, const char*);
    void pairs(const char* key, std::vector<std::pair<std::string, std::string>>& out, Names names, const char*);
    void preset(const char* key, CircleDef& out, const char*);
    /// The preset's circle is what the archetype's own keys of `circle` change.
    void preset(const char* key, ArchetypeDef& out, const char*);
    /// A free archetype starts from other figures.
    void staged(const char* key, ArchetypeDef& out, const char*);
    void weights(const char* key, ReactionWeights& out, const char*);
    void texts(const char* key, std::vector<std::string>& out, const char*);
    template <class D> void optional(const char* key, std::optional<D>& out, const char* doc);
    void optional_flag(const char* key, std::optional<bool>& out, const char* doc);
    void optional_number(const char* key, std::optional<float>& out, const Range& range, const char* doc);
    void limits(const char* key, std::vector<ClassLimit>& out, const Range& range, const char*);
    template <class D> void object(const char* key, D& out, const char*);
    template <class D> void list(const char* key, std::vector<D>& out, const char*);
    void table(const char* key, std::vector<ArchetypeDef>& out, int most, const char*);
    void monsters(const char* key, std::vector<MonsterDef>& out, int most, const char*);

    void required(const char* key);
    void one_of(std::initializer_list<const char*> keys);
    template <class T> void relation(const char* key, T value, Relation relation, const char* other, T than);
    /// `what`, a dotted path below this table, may be more than 0 only where there is a key `other`.
    void needs(const char* what, double value, const char* other);
    void arguments(CommandKind kind);

    /// Every key that none of the calls above asked for is unknown.
    void finish();

private:
    const toml::node* find(const std::string& key);
    void wrong(const toml::node& node, std::string_view key, std::string_view what);
    void wrong_type(const toml::node& node, std::string_view key, std::string_view allowed);
    bool read_number(const toml::node& node, std::string_view key, double* out, std::string_view allowed);
    /// `T`: the type of the field, in which its limits are.
    template <class T>
    bool read_in_range(const toml::node& node, std::string_view key, double* out, const Range& range);
    bool read_point(const toml::node& node, std::string_view key, Vec2* out);
    bool read_name(const toml::node& node, std::string_view key, Names names, std::string* out);
    const toml::array* read_array(const toml::node& node, std::string_view key, size_t size, std::string_view allowed);
    bool read_whole(const toml::node& node, std::string_view key, int64_t* out, const Range& range);
    int read_word(const toml::node& node, std::string_view key, const std::vector<std::string>& words,
                  std::initializer_list<const char*> later);
    const Preset* read_preset(const char* key);
    bool preset_circle(const char* key, const Preset& preset, const toml::table& given, CircleDef* out);
    void related(std::string_view key, const std::string& value, std::string_view how, std::string_view other,
                 const std::string& than);
    std::string place_of(std::string_view key) const;
    bool has(std::string_view key) const { return table_.contains(key); }

    Problems& problems_;
    const KnownNames& names_;
    const toml::table& table_;
    std::string place_;
    std::vector<std::string> known_;
    std::vector<std::string> broken_; ///< keys with an error of their own
};

/// `an integer`, `a string` …
std::string type_text(const toml::node& node);

template <class T> void Reader::number(const char* key, T& out, const Range& range, const char*) {
    double value = 0.0;
    if (const toml::node* node = find(key); node && read_in_range<T>(*node, key, &value, range)) {
        out = static_cast<T>(value);
    }
}

template <class T>
bool Reader::read_in_range(const toml::node& node, std::string_view key, double* out, const Range& range) {
    if (!read_number(node, key, out, to_text(range))) return false;
    if (range.contains(static_cast<T>(*out))) return true;
    wrong(node, key, fmt::format("is {}; allowed: {}", to_text(*out), to_text(range)));
    return false;
}

template <class T> void Reader::whole(const char* key, T& out, const Range& range, const char*) {
    int64_t value = 0;
    if (const toml::node* node = find(key); node && read_whole(*node, key, &value, range)) out = static_cast<T>(value);
}

template <class E>
void Reader::word(const char* key, E& out, std::initializer_list<E> words, std::initializer_list<const char*> later,
                  const char*) {
    const toml::node* node = find(key);
    if (!node) return;
    std::vector<std::string> texts;
    for (const E word : words) texts.push_back(to_string(word));
    const int chosen = read_word(*node, key, texts, later);
    if (chosen >= 0) out = *(words.begin() + chosen);
}

template <class T, size_t n>
void Reader::numbers(const char* key, std::array<T, n>& out, const Range& range, Sorted sorted, const char*) {
    const toml::node* node = find(key);
    const toml::array* array = node ? read_array(*node, key, n, fmt::format("{} numbers", n)) : nullptr;
    if (!array) return;
    for (size_t i = 0; i < n; ++i) {
        double value = 0.0;
        if (!read_in_range<T>((*array)[i], fmt::format("{}[{}]", key, i), &value, range)) return;
        out[i] = static_cast<T>(value);
    }
    for (size_t i = 1; i < n; ++i) {
        const bool right = sorted == Sorted::ascending ? out[i - 1] < out[i] : out[i - 1] <= out[i];
        if (right) continue;
        const char* allowed = sorted == Sorted::ascending ? "more than the one before" : "at least the one before";
        return wrong((*array)[i], fmt::format("{}[{}]", key, i),
                     fmt::format("is {}; allowed: {} ({})", to_text(out[i]), allowed, to_text(out[i - 1])));
    }
}

template <class D> void Reader::object(const char* key, D& out, const char*) {
    const toml::node* node = find(key);
    if (!node) return;
    const toml::table* table = node->as_table();
    if (!table) return wrong_type(*node, key, "a table");
    Reader inner(problems_, names_, *table, place_of(key));
    describe(inner, out);
    inner.finish();
}

template <class D> void Reader::optional(const char* key, std::optional<D>& out, const char* doc) {
    if (has(key)) out.emplace();
    D unused;
    object(key, out ? *out : unused, doc);
}

template <class D> void Reader::list(const char* key, std::vector<D>& out, const char*) {
    const toml::node* node = find(key);
    if (!node) return;
    const toml::array* array = node->as_array();
    if (!array) return wrong_type(*node, key, "a list of tables");
    for (size_t i = 0; i < array->size(); ++i) {
        const toml::table* table = (*array)[i].as_table();
        if (!table) {
            wrong_type((*array)[i], fmt::format("{}[{}]", key, i), "a table");
            continue;
        }
        const auto name = (*table)["name"].template value<std::string>();
        const std::string place = name ? fmt::format("{}.{}", key, printable(*name)) : fmt::format("{}[{}]", key, i);
        Reader inner(problems_, names_, *table, place_of(place));
        describe(inner, out.emplace_back());
        inner.finish();
    }
}

template <class T> void Reader::relation(const char* key, T value, Relation relation, const char* other, T than) {
    const bool holds = relation == Relation::at_least ? value >= than : value > than;
    if (holds) return;
    related(key, to_text(value), relation == Relation::at_least ? "at least" : "more than", other, to_text(than));
}

} // namespace fray::scenario
