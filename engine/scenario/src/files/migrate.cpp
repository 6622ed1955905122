// Renames keys of version 0.1 in the text of a scenario file. Every other byte stays: comments, layout, the order of
// keys.
//
// The text is read as tokens and not parsed. Outside strings and comments, a bare word of TOML is a key, or true,
// false, a number or a date. So a bare word that has been renamed is always a key, unless it is the name of an
// archetype or a monster that the file defines.
#include "files/renamed_words.h"
#include "fray/scenario.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace fray {
namespace {

using scenario::RenamedWord;

const RenamedWord* renamed(std::string_view word) {
    const auto found = std::find_if(std::begin(scenario::renamed_words), std::end(scenario::renamed_words),
                                    [&](const RenamedWord& one) { return one.old_name == word; });
    return found == std::end(scenario::renamed_words) ? nullptr : found;
}

class Migrator {
public:
    explicit Migrator(std::string_view text) : text_(text) {}

    Migration run() {
        while (at_ < text_.size()) token();
        return std::move(result_);
    }

private:
    static bool is_bare(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

    void token() {
        const char c = text_[at_];
        if (c == '#') return copy(std::min(text_.find('\n', at_), text_.size()));
        if (c == '"' || c == '\'') return string();
        if (is_bare(c)) return word();
        if (c == '\n') {
            ++line_;
            if (depth_ == 0) path_.clear();
            starts_line_ = depth_ == 0;
        } else if (c == '[' && starts_line_) {
            in_header_ = true;
            header_.clear();
            starts_line_ = false;
        } else if (c == ']' && in_header_ && depth_ == 0) {
            in_header_ = text_.substr(at_ + 1, 1) == "]";
        } else if (!in_header_) {
            if (c == '{' || c == '[') ++depth_;
            if (c == '}' || c == ']') --depth_;
            if (c != ' ' && c != '\t' && c != '\r') starts_line_ = false;
        }
        copy(at_ + 1);
    }

    void word() {
        size_t end = at_;
        while (end < text_.size() && is_bare(text_[end])) ++end;
        const std::string_view given = text_.substr(at_, end - at_);
        starts_line_ = false;
        replace(given, end, given, is_name());
        remember(given);
    }

    /// A quoted key, or the command of a script: `do = "stick"`.
    void string() {
        const std::string_view quote = text_.substr(at_, 3) == "\"\"\"" || text_.substr(at_, 3) == "'''"
                                           ? text_.substr(at_, 3)
                                           : text_.substr(at_, 1);
        size_t end = at_ + quote.size();
        while (end < text_.size() && text_.substr(end, quote.size()) != quote)
            end += quote[0] == '"' && text_[end] == '\\' ? 2 : 1;
        end = std::min(end + quote.size(), text_.size());
        line_ += static_cast<int>(
            std::count(text_.begin() + static_cast<ptrdiff_t>(at_), text_.begin() + static_cast<ptrdiff_t>(end), '\n'));
        const size_t inner = at_ + quote.size();
        const std::string_view given =
            text_.substr(inner, end >= inner + quote.size() ? end - quote.size() - inner : 0);
        const size_t next = text_.find_first_not_of(" \t", end);
        const bool is_key =
            in_header_ || (next != std::string_view::npos && (text_[next] == '=' || text_[next] == '.'));
        starts_line_ = false;
        if (is_key || last_key_ == "do")
            replace(given, end, text_.substr(at_, end - at_), is_key && is_name());
        else
            copy(end);
        if (is_key) remember(given);
    }

    /// Is the key at this place a name that the file gives: `[archetypes.NAME]`, or NAME below `[monsters]`?
    bool is_name() const {
        const std::string& before = in_header_ ? header_ : path_.empty() ? header_ : path_;
        return (before == "archetypes" || before == "monsters") && depth_ <= 1;
    }

    void remember(std::string_view key) {
        last_key_ = key;
        std::string& path = in_header_ ? header_ : path_;
        if (in_header_ || depth_ == 0) path += (path.empty() ? "" : ".") + std::string(key);
    }

    /// Copies what ends at `end`, with the new name of `given` if it has one.
    void replace(std::string_view given, size_t end, std::string_view whole, bool is_name) {
        const RenamedWord* found = is_name ? nullptr : renamed(given);
        if (found == nullptr) return copy(end);
        std::string now(whole);
        now.replace(now.find(given), given.size(), found->new_name);
        result_.text += now;
        result_.changes.push_back(fmt::format("{}: '{}' is '{}' now", line_, found->old_name, found->new_name));
        at_ = end;
    }

    void copy(size_t end) {
        result_.text += text_.substr(at_, end - at_);
        at_ = end;
    }

    std::string_view text_;
    size_t at_ = 0;
    int line_ = 1;
    int depth_ = 0; ///< of braces and brackets in a value
    bool starts_line_ = true, in_header_ = false;
    std::string header_, path_; ///< keys of the last header, and of this line before its value
    std::string last_key_;
    Migration result_;
};

} // namespace

Migration migrate_scenario(std::string_view text) { return Migrator(text).run(); }

} // namespace fray
