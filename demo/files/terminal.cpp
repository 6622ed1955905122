#include "terminal.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace fray::demo {
namespace {

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

/// In characters of UTF-8.
size_t width_of(std::string_view text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

bool obeys_escapes(int stream) {
    const char* terminal = std::getenv("TERM");
    return isatty(stream) != 0 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

std::string styled(std::string_view text, Style style, int stream) {
    constexpr std::array<int, 5> codes = {1, 2, 32, 33, 31}; // in the order of Style
    if (!obeys_escapes(stream) || is_set("NO_COLOR")) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<size_t>(style)], text);
}

int columns_of(int stream) {
    winsize size{};
    return ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string two_columns(std::string left, const std::string& right, size_t column, int stream) {
    const auto width = static_cast<size_t>(std::clamp(columns_of(stream), 60, 100)); // longer lines are hard to read
    const std::string indent(column, ' ');
    std::string text = std::move(left);
    text += !text.empty() && text.size() + 2 > column ? "\n" + indent : std::string(column - text.size(), ' ');
    size_t at = column;
    std::istringstream words(right);
    for (std::string word; words >> word; at += word.size() + 1) {
        if (at > column && at + word.size() > width) {
            text += "\n" + indent;
            at = column;
        } else if (at > column) {
            text += ' ';
        }
        text += word;
    }
    return text + "\n";
}

std::string folded_table(const std::vector<std::vector<std::string>>& rows, size_t keys, int stream) {
    const size_t count = rows.front().size(), most = static_cast<size_t>(columns_of(stream));
    std::vector<size_t> widths(count, 0);
    for (const auto& row : rows)
        for (size_t i = 0; i < count; ++i) widths[i] = std::max(widths[i], width_of(row[i]) + 2);
    const size_t of_keys =
        std::accumulate(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(keys), size_t{0});
    std::string text;
    for (size_t from = keys, to = keys; to < count; from = to) {
        size_t width = of_keys;
        while (to < count && (to == from || width + widths[to] <= most)) width += widths[to++];
        if (from != keys) text += "\n";
        for (const auto& row : rows) {
            const auto add = [&](size_t i) { text += std::string(widths[i] - width_of(row[i]), ' ') + row[i]; };
            for (size_t i = 0; i < keys; ++i) add(i);
            for (size_t i = from; i < to; ++i) add(i);
            text += "\n";
        }
    }
    return text;
}

} // namespace fray::demo
