#pragma once

#include "fray/text.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace fray::demo {

/// What the caller can mend: the program says so and exits 2.
class BadInput : public std::runtime_error {
public:
    /// A line; what it names may hold any characters.
    explicit BadInput(const std::string& line) : std::runtime_error(escaped(line)) {}
    explicit BadInput(const std::vector<std::string>& lines) : std::runtime_error(joined(lines)) {}

private:
    static std::string joined(const std::vector<std::string>& lines) {
        std::string text;
        for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + escaped(line);
        return text;
    }
};

} // namespace fray::demo
