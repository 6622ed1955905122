// What is wrong with a command line, in one line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fray::demo {

/// Says what was given and what is allowed, and what was probably meant. `app` has thrown `error`. Control characters
/// are escaped.
std::string mistake(const CLI::App& app, const CLI::ParseError& error);

} // namespace fray::demo
