// A line on the terminal that is rewritten while long work goes on.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace fray::demo {

class StatusLine {
public:
    /// Shows nothing unless `wanted`, or where stderr is no terminal that can rewrite a line.
    explicit StatusLine(bool wanted);

    /// Whether it is time to show a new text: four times a second. Use it to save the work of making the text.
    bool due();
    /// Replaces the line. The text is cut to the width of the terminal.
    void show(std::string_view text) const;
    void clear() const;

    /// For example "about 1 min 20 s left": `done` of `all` parts took the time since this object was made. Empty while
    /// nothing is known.
    std::string time_left(double done, double all) const;

private:
    using Clock = std::chrono::steady_clock;

    bool shown_;
    Clock::time_point begin_ = Clock::now(), next_{};
};

} // namespace fray::demo
