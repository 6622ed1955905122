// Where everything lies in a TOML text: which bytes are a value, and where a table has room for one more. For an editor
// that changes a value and nothing else.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fray::demo {

/// Keys from the root on; elements of lists go by their number.
using TomlPath = std::vector<std::string>;

/// Bytes of a text.
struct TomlSpan {
    size_t begin = 0, end = 0;
};

/// A text that is valid TOML.
class TomlOutline {
public:
    /// Of a text that a TOML parser has taken: what is wrong with it is not said here, and is found in no place.
    explicit TomlOutline(std::string_view text);

    /// A table that has room for a key: under a header, or in braces.
    struct Table {
        bool braces = false;
        size_t room = 0;        ///< braces: after the last value, or after the opening one. Else: where a line begins
        bool empty = true;      ///< has no key of its own
        std::string indent{};   ///< before the keys under a header
        bool ends_line = false; ///< the text ends before `room` without a line's end
    };

    /// Null: there is no such value.
    const TomlSpan* value(const TomlPath& path) const;
    /// Null: it has no header and no braces of its own.
    const Table* table(const TomlPath& path) const;
    /// Elements of a list; 0: there is none.
    size_t length(const TomlPath& list) const;

private:
    class Scanner;
    std::map<TomlPath, TomlSpan> values_;
    std::map<TomlPath, Table> tables_;
    std::map<TomlPath, size_t> lengths_;
};

} // namespace fray::demo
