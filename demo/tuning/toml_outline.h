// Locates everything in a TOML text: the bytes of each value, and where a table has room for another key. An editor
// uses it to change a value and nothing else.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fray::demo {

/// Keys from the root; list elements by index.
using TomlPath = std::vector<std::string>;

/// A range of bytes in a text.
struct TomlSpan {
    size_t begin = 0, end = 0;
};

/// The outline of a valid TOML text.
class TomlOutline {
public:
    /// `text` must have passed a TOML parser. Errors in it are not reported; values that the scan misses are not found.
    explicit TomlOutline(std::string_view text);

    /// A table in which a key can be inserted: under a header or in braces.
    struct Table {
        bool braces = false;
        size_t room = 0; ///< where a key can be inserted: in braces after the last value or the opening brace, else at
                         ///< the start of a line
        bool empty = true;      ///< has no key of its own
        std::string indent{};   ///< indentation of the keys under a header
        bool ends_line = false; ///< the text ends before `room` without a line end
    };

    /// The bytes of a value; null: there is no such value.
    const TomlSpan* value(const TomlPath& path) const;
    /// A table; null: the table has no header or braces of its own.
    const Table* table(const TomlPath& path) const;
    /// The number of elements; 0: there is no such list.
    size_t length(const TomlPath& list) const;

private:
    class Scanner;
    std::map<TomlPath, TomlSpan> values_;
    std::map<TomlPath, Table> tables_;
    std::map<TomlPath, size_t> lengths_;
};

} // namespace fray::demo
