#include "toml_outline.h"

#include <algorithm>

namespace fray::demo {

/// Scans a text once, statement by statement.
class TomlOutline::Scanner {
public:
    Scanner(std::string_view text, TomlOutline& out) : text_(text), out_(out) {}

    void run() {
        out_.tables_[section_] = {false, at_ = byte_order_mark(), true, "", false};
        for (skip_space(); more(); skip_space()) {
            if (peek() == '[')
                header();
            else
                key_and_value();
        }
    }

private:
    // ---- Characters

    size_t byte_order_mark() const { return text_.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0; }
    bool more() const { return at_ < text_.size(); }
    char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool starts(std::string_view with) const { return text_.substr(at_, with.size()) == with; }
    void skip_blanks() {
        while (peek() == ' ' || peek() == '\t') ++at_;
    }
    void skip_line() { skip_to("\n"); }
    /// Skips blanks, line ends and comments.
    void skip_space() {
        while (more()) {
            if (peek() == '#')
                skip_line();
            else if (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')
                ++at_;
            else
                return;
        }
    }
    /// Skips up to one of these characters.
    void skip_to(std::string_view ends) {
        while (more() && ends.find(peek()) == std::string_view::npos) ++at_;
    }

    // ---- Keys

    std::string quoted_key() {
        const char quote = peek();
        const size_t begin = at_ + 1;
        skip_text();
        std::string key(text_.substr(begin, at_ - 1 - begin));
        return quote == '"' ? unescaped(key) : key;
    }
    /// Handles the escapes that names in scenarios need. A key with other escapes is not found.
    static std::string unescaped(const std::string& key) {
        std::string plain;
        for (size_t i = 0; i < key.size(); ++i) {
            if (key[i] == '\\' && i + 1 < key.size() && (key[i + 1] == '"' || key[i + 1] == '\\')) ++i;
            plain += key[i];
        }
        return plain;
    }
    std::string bare_key() {
        const size_t begin = at_;
        skip_to(" \t\r\n.=]}");
        return std::string(text_.substr(begin, at_ - begin));
    }
    std::vector<std::string> dotted_key() {
        std::vector<std::string> keys;
        while (true) {
            skip_blanks();
            keys.push_back(peek() == '"' || peek() == '\'' ? quoted_key() : bare_key());
            skip_blanks();
            if (peek() != '.') return keys;
            ++at_;
        }
    }

    // ---- Statements

    void header() {
        const bool of_list = starts("[[");
        at_ += of_list ? 2 : 1;
        section_ = resolved(dotted_key(), of_list);
        end_statement(true, "");
    }
    /// Goes to the next line, where the section has room for another key.
    void end_statement(bool empty, const std::string& indent) {
        skip_line();
        const bool ends = !more();
        if (more()) ++at_;
        out_.tables_[section_] = {false, at_, empty, indent, ends};
    }

    /// The path of dotted keys. For a list of tables made by headers, inserts the index of its last element.
    TomlPath resolved(const std::vector<std::string>& keys, bool of_list) {
        TomlPath path;
        for (size_t i = 0; i < keys.size(); ++i) {
            path.push_back(keys[i]);
            const bool last = i + 1 == keys.size();
            if (last && of_list) {
                size_t& length = out_.lengths_[path];
                path.push_back(std::to_string(length++));
            } else if (const auto list = out_.lengths_.find(path); !last && list != out_.lengths_.end()) {
                path.push_back(std::to_string(list->second - 1));
            }
        }
        return path;
    }

    void key_and_value() {
        const size_t line = text_.rfind('\n', at_ == 0 ? 0 : at_ - 1);
        const size_t begin = line == std::string_view::npos ? byte_order_mark() : line + 1;
        const std::string indent(text_.substr(begin, at_ - begin));
        pair(section_);
        end_statement(false, indent);
    }

    void pair(const TomlPath& table) {
        TomlPath path = table;
        for (std::string& key : dotted_key()) path.push_back(std::move(key));
        if (peek() == '=') ++at_;
        skip_blanks();
        value(path);
    }

    // ---- Values

    void value(const TomlPath& path) {
        const size_t begin = at_;
        if (peek() == '[')
            list(path);
        else if (peek() == '{')
            braces(path);
        else if (peek() == '"' || peek() == '\'')
            skip_text();
        else
            skip_to(" \t\r\n,]}#");
        if (at_ == begin && more()) ++at_; // not valid TOML: skips a character to make progress
        out_.values_[path] = {begin, at_};
    }

    /// Reads what stands between the opening bracket, where it begins, and the closing one.
    template <class Read> void elements(char closing, Read read) {
        ++at_;
        for (skip_space(); more() && peek() != closing; skip_space()) {
            if (peek() == ',')
                ++at_;
            else
                read();
        }
        if (more()) ++at_;
    }

    void list(const TomlPath& path) {
        size_t count = 0;
        elements(']', [&] {
            TomlPath element = path;
            element.push_back(std::to_string(count++));
            value(element);
        });
        out_.lengths_[path] = count;
    }

    void braces(const TomlPath& path) {
        Table table{true, at_ + 1, true, "", false};
        elements('}', [&] {
            pair(path);
            table.room = at_;
            table.empty = false;
        });
        out_.tables_[path] = table;
    }

    void skip_text() {
        const char quote = peek();
        const std::string three(3, quote);
        const bool many_lines = starts(three);
        at_ += many_lines ? 3 : 1;
        while (more()) {
            if (quote == '"' && peek() == '\\') {
                at_ += 2;
            } else if (many_lines && starts(three)) {
                at_ += 3;
                while (peek() == quote) ++at_; // quotes may directly precede the closing quotes
                break;
            } else if (!many_lines && peek() == quote) {
                ++at_;
                break;
            } else {
                ++at_;
            }
        }
        at_ = std::min(at_, text_.size());
    }

    std::string_view text_;
    TomlOutline& out_;
    size_t at_ = 0;
    TomlPath section_;
};

TomlOutline::TomlOutline(std::string_view text) { Scanner(text, *this).run(); }

const TomlSpan* TomlOutline::value(const TomlPath& path) const {
    const auto found = values_.find(path);
    return found == values_.end() ? nullptr : &found->second;
}

const TomlOutline::Table* TomlOutline::table(const TomlPath& path) const {
    const auto found = tables_.find(path);
    return found == tables_.end() ? nullptr : &found->second;
}

size_t TomlOutline::length(const TomlPath& list) const {
    const auto found = lengths_.find(list);
    return found == lengths_.end() ? 0 : found->second;
}

} // namespace fray::demo
