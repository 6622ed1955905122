#include "terminal.h"

#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace fray::demo {
namespace {

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

} // namespace

bool obeys_escapes(int stream) {
    const char* terminal = std::getenv("TERM");
    return isatty(stream) != 0 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

bool shows_colours(int stream) { return obeys_escapes(stream) && !is_set("NO_COLOR"); }

std::string styled(std::string_view text, Style style, int stream) {
    constexpr std::array<int, 5> codes = {1, 2, 32, 33, 31}; // in the order of Style
    if (!shows_colours(stream)) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<size_t>(style)], text);
}

int columns_of(int stream) {
    winsize size{};
    return ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace fray::demo
