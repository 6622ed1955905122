#include "toml_editor.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace fray::demo {
namespace {

using Json = nlohmann::json;

bool is_bare(const std::string& key) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    return !key.empty() && std::all_of(key.begin(), key.end(), plain);
}

bool is_number(const std::string& key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Writes a value in the syntax that TOML and JSON share.
std::string quoted(const std::string& text) { return Json(text).dump(); }

/// Writes whole numbers without a fraction where TOML allows either form.
std::string number_text(double number) {
    const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
    return whole ? fmt::format("{}", static_cast<int64_t>(number)) : fmt::format("{}", number);
}

std::string literal(const Json& value) {
    if (value.is_number_float()) return number_text(value.get<double>());
    if (value.is_string()) return quoted(value.get<std::string>());
    if (!value.is_array()) return value.dump();
    std::string list;
    for (const Json& element : value) list += (list.empty() ? "" : ", ") + literal(element);
    return "[" + list + "]";
}

/// Keeps the form of the old text: 2.0 becomes 3.0 and not 3.
std::string literal_like(std::string_view old, const Json& value) {
    const std::string plain = literal(value);
    const bool with_fraction =
        value.is_number() && old.find('.') != std::string_view::npos && plain.find_first_of(".e") == std::string::npos;
    return with_fraction ? plain + ".0" : plain;
}

class Editor {
public:
    explicit Editor(std::string_view text) : text_(text), outline_(text) {}

    std::string change(const TomlPath& path, const Json& value) {
        if (outline_.value(path) != nullptr)
            replace(path, value);
        else
            add(path, value);
        return std::move(text_);
    }

private:
    std::string_view at(TomlSpan span) const {
        return std::string_view(text_).substr(span.begin, span.end - span.begin);
    }

    void replace(const TomlPath& path, const Json& value) {
        if (value.is_array() && !value.empty() && outline_.length(path) == value.size())
            return replace_elements(path, value);
        const TomlSpan span = *outline_.value(path);
        text_.replace(span.begin, span.end - span.begin, literal_like(at(span), value));
    }

    /// Replaces the elements from the last to the first, so that the spans of earlier elements stay valid.
    void replace_elements(const TomlPath& list, const Json& values) {
        for (size_t i = values.size(); i-- > 0;) {
            TomlPath element = list;
            element.push_back(std::to_string(i));
            const TomlSpan span = *outline_.value(element);
            if (!is_same(at(span), values[i]))
                text_.replace(span.begin, span.end - span.begin, literal_like(at(span), values[i]));
        }
    }

    static bool is_same(std::string_view old, const Json& value) {
        if (!value.is_number()) return old == literal(value);
        std::string plain(old);
        std::erase(plain, '_');
        char* end = nullptr;
        const double number = std::strtod(plain.c_str(), &end);
        return *end == '\0' && number == value.get<double>();
    }

    void add(const TomlPath& path, const Json& value) {
        for (size_t depth = path.size(); depth-- > 0;) {
            const TomlPath parent(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth));
            const TomlOutline::Table* table = outline_.table(parent);
            if (table == nullptr) continue;
            const TomlPath rest(path.begin() + static_cast<std::ptrdiff_t>(depth), path.end());
            return insert(*table, fmt::format("{} = {}", key_text(path, rest), literal(value)));
        }
        no_room(path);
    }

    [[noreturn]] static void no_room(const TomlPath& path) {
        throw std::invalid_argument(
            fmt::format("{}: the file has no table in which there is room for it", to_text(path)));
    }

    /// Throws for list elements, which a key cannot create.
    static std::string key_text(const TomlPath& path, const TomlPath& keys) {
        std::string text;
        for (const std::string& key : keys) {
            if (is_number(key)) no_room(path);
            text += (text.empty() ? "" : ".") + (is_bare(key) ? key : quoted(key));
        }
        return text;
    }

    void insert(const TomlOutline::Table& table, const std::string& pair) {
        if (table.braces) {
            const bool tight = table.empty && text_[table.room] != ' ';
            text_.insert(table.room, fmt::format("{}{}{}", table.empty ? " " : ", ", pair, tight ? " " : ""));
            return;
        }
        const std::string end = text_.find("\r\n") != std::string::npos ? "\r\n" : "\n";
        text_.insert(table.room, (table.ends_line ? end : "") + table.indent + pair + end);
    }

    std::string text_;
    TomlOutline outline_;
};

} // namespace

std::string with_change(std::string_view text, const TomlPath& path, const Json& value) {
    return Editor(text).change(path, value);
}

std::string with_changes(std::string text, const TomlChanges& changes) {
    for (const auto& [path, value] : changes) text = with_change(text, path, value);
    return text;
}

std::string to_text(const TomlPath& path) {
    std::string text;
    for (const std::string& key : path)
        text += is_number(key) ? fmt::format("[{}]", key) : (text.empty() ? "" : ".") + key;
    return text;
}

} // namespace fray::demo
