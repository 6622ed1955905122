#include "status_line.h"

#include "output.h"
#include "terminal.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unistd.h>

namespace fray::demo {
namespace {

constexpr auto shown_every = std::chrono::milliseconds(250);
constexpr double known_after = 0.5; ///< s; an earlier estimate of the time left would jump

/// For example "1 h 5 min", "1 min 20 s", "3 s".
std::string duration_text(double seconds) {
    const auto whole = static_cast<int64_t>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

} // namespace

StatusLine::StatusLine(bool wanted) : shown_(wanted && obeys_escapes(STDERR_FILENO)) {}

bool StatusLine::due() {
    const Clock::time_point now = Clock::now();
    if (!shown_ || now < next_) return false;
    next_ = now + shown_every;
    return true;
}

void StatusLine::show(std::string_view text) const {
    if (!shown_) return;
    size_t length = std::min(text.size(), static_cast<size_t>(columns_of(STDERR_FILENO) - 1));
    while (length > 0 && length < text.size() && (text[length] & 0xC0) == 0x80) --length; // a whole UTF-8 character
    print_status(fmt::format("\r\x1b[K{}", text.substr(0, length)));
}

void StatusLine::clear() const {
    if (shown_) print_status("\r\x1b[K");
}

std::string StatusLine::time_left(double done, double all) const {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (done <= 0.0 || done > all || seconds < known_after) return {};
    return fmt::format("about {} left", duration_text(seconds * (all - done) / done));
}

} // namespace fray::demo
