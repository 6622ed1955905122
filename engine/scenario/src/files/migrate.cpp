// Renames keys and script commands in the text of a scenario file. Every other byte stays: comments,
// layout, the order of keys.
//
// The text is read as tokens and not parsed. At each token the path of its key is known, `archetypes.NAME.period` for
// example. The path tells keys from values, and the keys of the format from names that the file gives.
#include "files/migrate.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace fray {
namespace {

using scenario::RenamedWord;
using scenario::WordPlace;

using Path = std::vector<std::string>; ///< keys from the root of the file; elements of lists add no key

/// Whether the keys of the table at `path` are names that the file chooses, such as those of archetypes.
bool has_own_names(const Path& path) {
    const bool class_limits = path.size() == 4 && path[0] == "archetypes" && path[3] == "class_limits";
    return path == Path{"archetypes"} || path == Path{"monsters"} || class_limits;
}

/// Whether renamed words of this place apply to the keys of the table at `path`.
bool is_key_of(WordPlace place, const Path& path) {
    switch (place) {
    case WordPlace::key: return !has_own_names(path);
    case WordPlace::archetype: return path.size() == 2 && path[0] == "archetypes";
    case WordPlace::group: return path == Path{"groups"};
    case WordPlace::detail: return path == Path{"detail"};
    case WordPlace::command: break;
    }
    return false;
}

class Migrator {
public:
    Migrator(std::string_view text, std::span<const RenamedWord> renamed) : text_(text), renamed_(renamed) {}

    Migration run() {
        while (at_ < text_.size()) token();
        return std::move(result_);
    }

private:
    /// A level of nesting: the part of the file below the last header, an inline table, or a list.
    struct Level {
        bool is_table = true;
        size_t keys = 0; ///< number of keys in the path of the level
    };

    static bool is_bare(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

    void token() {
        const char c = text_[at_];
        if (c == '#') return copy(std::min(text_.find('\n', at_), text_.size()));
        if (c == '"' || c == '\'') return string();
        if (is_bare(c)) return word();
        switch (c) {
        case '\n': new_line(); break;
        case '=': in_value_ = true; break;
        case ',': next_element(); break;
        case '[': in_value_ ? open(false) : begin_header(); break;
        case '{': open(true); break;
        case ']': in_header_ ? end_header() : close(); break;
        case '}': close(); break;
        default: break;
        }
        copy(at_ + 1);
    }

    void new_line() {
        ++line_;
        if (levels_.size() > 1) return; // inside a list
        in_header_ = false;
        next_element();
    }
    /// Ends an element. The next token is a key of a table, or an element of a list.
    void next_element() {
        path_.resize(std::min(path_.size(), levels_.back().keys));
        in_value_ = !levels_.back().is_table;
    }
    void open(bool is_table) {
        levels_.push_back({is_table, path_.size()});
        in_value_ = !is_table;
    }
    void close() {
        next_element();
        if (levels_.size() > 1) levels_.pop_back();
        in_value_ = true;
    }
    void begin_header() {
        if (!in_header_) path_.clear();
        in_header_ = true;
    }
    void end_header() { levels_.front().keys = path_.size(); }

    void word() {
        size_t end = at_;
        while (end < text_.size() && is_bare(text_[end])) ++end;
        const std::string_view given = text_.substr(at_, end - at_);
        in_value_ ? copy(end) : key(given, given);
    }

    /// Copies a quoted key, or a quoted value such as a script command: `do = "walk"`.
    void string() {
        const std::string_view three = text_.substr(at_, 3);
        const std::string_view quote = three == "\"\"\"" || three == "'''" ? three : three.substr(0, 1);
        const size_t inner = at_ + quote.size();
        size_t end = inner;
        while (end < text_.size() && text_.substr(end, quote.size()) != quote)
            end += quote[0] == '"' && text_[end] == '\\' ? 2 : 1;
        // A text in triple quotes may end with one or two quotes of its own.
        while (quote.size() == 3 && text_.substr(std::min(end + 3, text_.size()), 1) == quote.substr(0, 1)) ++end;
        end = std::min(end, text_.size());
        const std::string_view given = text_.substr(std::min(inner, end), end - std::min(inner, end));
        const std::string_view whole = text_.substr(at_, end + quote.size() - at_);
        const int line = line_;
        line_ += static_cast<int>(std::count(whole.begin(), whole.end(), '\n'));
        if (!in_value_) return key(given, whole);
        const bool is_command = path_ == Path{"script", "do"};
        replace(given, whole, line,
                [&](const RenamedWord& word) { return is_command && word.place == WordPlace::command; });
    }

    void key(std::string_view given, std::string_view whole) {
        replace(given, whole, line_, [&](const RenamedWord& word) { return is_key_of(word.place, path_); });
        path_.emplace_back(given);
    }

    /// Copies `whole`, the token with its quotes. `given`, the text inside, gets its new name if a renamed word
    /// applies.
    template <typename Applies>
    void replace(std::string_view given, std::string_view whole, int line, Applies&& applies) {
        const auto found = std::find_if(renamed_.begin(), renamed_.end(), [&](const RenamedWord& word) {
            return word.old_name == given && applies(word);
        });
        if (found == renamed_.end()) return copy(at_ + whole.size());
        std::string now(whole);
        now.replace(now.find(given), given.size(), found->new_name);
        result_.text += now;
        result_.changes.push_back(fmt::format("{}: '{}' is '{}' now", line, found->old_name, found->new_name));
        at_ += whole.size();
    }

    void copy(size_t end) {
        result_.text += text_.substr(at_, end - at_);
        at_ = end;
    }

    std::string_view text_;
    std::span<const RenamedWord> renamed_;
    size_t at_ = 0;
    int line_ = 1;
    std::vector<Level> levels_{Level{}}; ///< from the outside in; never empty; the first is the file
    Path path_;                          ///< path of the key or value at `at_`
    bool in_value_ = false, in_header_ = false;
    Migration result_;
};

} // namespace

Migration scenario::rename_words(std::string_view text, std::span<const RenamedWord> renamed) {
    return Migrator(text, renamed).run();
}

// Nothing is released yet, so no word has an older name.
Migration migrate_scenario(std::string_view text) { return scenario::rename_words(text, {}); }

} // namespace fray
