#pragma once

#include "fray/text.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace fray::demo {

/// The exit code for BadInput, and where an output could not be written.
inline constexpr int exit_bad_input = 2;

/// An error that the caller can correct. The program prints it and exits with `exit_bad_input`.
class BadInput : public std::runtime_error {
public:
    /// A single line. It may contain any characters, which are escaped.
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
