#include "storage/text.h"

#include <cstdio>

namespace fray {
namespace {

/// Size in bytes of the UTF-8 character at the beginning of `text`; 0: no valid character is there.
size_t character_size(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const size_t size = first < 0x80   ? 1
                        : first < 0xc2 ? 0
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                        : first < 0xf5 ? 4
                                       : 0;
    for (size_t i = 1; i < size; ++i)
        if (i >= text.size() || (text[i] & 0xc0) != 0x80) return 0;
    const auto second = static_cast<unsigned char>(size > 1 ? text[1] : 0);
    const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool surrogate = first == 0xed && second > 0x9f, above_10ffff = first == 0xf4 && second > 0x8f;
    return overlong || surrogate || above_10ffff ? 0 : size;
}

void put_escape(std::string& out, const char* format, unsigned code) {
    char buffer[8];
    out.append(buffer, static_cast<size_t>(std::snprintf(buffer, sizeof buffer, format, code)));
}

/// Writes a control character in a form that JSON and TOML understand as well.
void put_control(std::string& out, unsigned code) {
    if (code == '\n')
        out += "\\n";
    else if (code == '\t')
        out += "\\t";
    else
        put_escape(out, "\\u%04x", code);
}

} // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (size_t size = 0; !text.empty(); text.remove_prefix(size)) {
        const auto first = static_cast<unsigned char>(text[0]);
        size = character_size(text);
        const unsigned code = size == 2 ? (first & 0x1fu) << 6 | (static_cast<unsigned char>(text[1]) & 0x3fu) : first;
        if (size == 0) {
            put_escape(out, "\\x%02x", first);
            size = 1;
        } else if (size <= 2 && (code < 0x20 || (code >= 0x7f && code < 0xa0))) {
            put_control(out, code);
        } else {
            out += text.substr(0, size);
        }
    }
    return out;
}

std::string escaped_lines(std::string_view text) {
    std::string out;
    for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        out += escaped(text.substr(0, end)) + '\n';
        text.remove_prefix(end + 1);
    }
    return out + escaped(text);
}

} // namespace fray
