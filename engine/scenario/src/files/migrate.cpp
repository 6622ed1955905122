// Gives the keys and words of a scenario file their new names (engine/docs/changes.md, section Renames). Every other
// byte stays: comments, layout, the order of keys.
//
// The text is read as tokens and not parsed. At each token the path of its key is known, `archetypes.NAME.circle` for
// example. The path tells keys from values, and the keys of the format from names that the file gives.
#include "fray/scenario.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace fray {
namespace {

/// A row of the list. `table`: the struct `where` stands in files at the path `old_name`. `field`, `key`: a key of that
/// struct. `word`: a value of the key `where`, STRUCT::KEY.
struct Row {
    std::string_view kind, where, old_name, new_name;
};
constexpr Row rows[] = {
#include "renames.inc"
};

using Path = std::vector<std::string>; ///< keys from the root of the file; elements of lists add no key

/// Whether a path fits a pattern such as `monsters.*.state_*`.
bool fits(std::string_view pattern, const Path& path) {
    if (pattern == "(the file)") return path.empty();
    for (const std::string& key : path) {
        if (pattern.empty()) return false;
        const std::string_view part = pattern.substr(0, pattern.find('.'));
        pattern.remove_prefix(std::min(part.size() + 1, pattern.size()));
        const bool fits_begin = part.back() == '*' && key.substr(0, part.size() - 1) == part.substr(0, part.size() - 1);
        if (part != key && !fits_begin) return false;
    }
    return pattern.empty();
}

/// Whether the struct of this name stands at the path.
bool is_at(std::string_view name, const Path& path) {
    return std::any_of(std::begin(rows), std::end(rows), [&](const Row& row) {
        return row.kind == "table" && row.where == name && fits(row.old_name, path);
    });
}

/// The new name of `given`, a key of the table at `path`; empty: it stays. `number`: its value is a number.
std::string new_key(std::string_view given, const Path& path, bool number) {
    const std::string_view degrees = given.size() > 4 && given.substr(given.size() - 4) == "_deg" ? "_deg" : "";
    const std::string_view name = given.substr(0, given.size() - degrees.size());
    for (const Row& row : rows) {
        if ((row.kind != "field" && row.kind != "key") || row.old_name == row.new_name) continue;
        const size_t needs = row.old_name.find(" (a number)");
        if (needs != row.old_name.npos && !number) continue;
        const std::string_view old_name = row.old_name.substr(0, needs);
        if (old_name.substr(old_name.find('.') + 1) != name) continue;
        Path table = path;
        // `conds.blood`: a key of a table inside the struct
        if (const size_t dot = old_name.find('.'); dot != old_name.npos) {
            if (table.empty() || table.back() != old_name.substr(0, dot)) continue;
            table.pop_back();
        }
        if (is_at(row.where, table)) return std::string(row.new_name) + std::string(degrees);
    }
    return {};
}

/// The new name of `given`, the value of the key at `path`; empty: it stays.
std::string new_word(std::string_view given, const Path& path) {
    for (const Row& row : rows) {
        if (row.kind != "word" || row.old_name != given || path.empty()) continue;
        const size_t colons = row.where.find("::");
        const Path table(path.begin(), path.end() - 1);
        if (path.back() == row.where.substr(colons + 2) && is_at(row.where.substr(0, colons), table))
            return std::string(row.new_name);
    }
    return {};
}

class Migrator {
public:
    explicit Migrator(std::string_view text) : text_(text) {}

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

    /// Copies a quoted key, or a quoted value such as a script command: `do = "stick"`.
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
        replace(given, whole, line, new_word(given, path_));
    }

    void key(std::string_view given, std::string_view whole) {
        size_t value = text_.find_first_not_of(" \t", at_ + whole.size());
        if (value != text_.npos && text_[value] == '=') value = text_.find_first_not_of(" \t", value + 1);
        const bool number =
            value != text_.npos && std::string_view("0123456789+-.").find(text_[value]) != std::string_view::npos;
        replace(given, whole, line_, new_key(given, path_, number));
        path_.emplace_back(given);
    }

    /// Copies `whole`, the token with its quotes. The text inside, `given`, becomes `now`, unless that is empty. What
    /// follows a comma in `now` is another key of the table.
    void replace(std::string_view given, std::string_view whole, int line, std::string now) {
        if (now.empty()) return copy(at_ + whole.size());
        const size_t comma = std::min(now.find(", "), now.size());
        std::string token(whole);
        token.replace(token.find(given), given.size(), now.substr(0, comma));
        if (comma < now.size()) token += (levels_.size() > 1 ? ", " : "\n") + now.substr(comma + 2);
        result_.text += token;
        result_.changes.push_back(fmt::format("{}: '{}' is '{}' now", line, given, now));
        at_ += whole.size();
    }

    void copy(size_t end) {
        result_.text += text_.substr(at_, end - at_);
        at_ = end;
    }

    std::string_view text_;
    size_t at_ = 0;
    int line_ = 1;
    std::vector<Level> levels_{Level{}}; ///< from the outside in; never empty; the first is the file
    Path path_;                          ///< path of the key or value at `at_`
    bool in_value_ = false, in_header_ = false;
    Migration result_;
};

} // namespace

Migration migrate_scenario(std::string_view text) { return Migrator(text).run(); }

} // namespace fray
