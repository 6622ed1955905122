// The text of `--help`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fray::demo {

/// Lays out `--help`: the purpose, the usage, then arguments, options and commands in their groups. Headings are bold
/// where standard output shows colours.
class Help : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

} // namespace fray::demo
