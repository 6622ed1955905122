// Completion scripts for shells, made from the definitions of the options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace fray::demo {

/// A script for `source <(fray completion bash)`.
std::string bash_completion(const CLI::App& app, const std::vector<std::string>& scenarios);
/// A script for `source <(fray completion zsh)`, or for a file `_fray` in a folder of `fpath`.
std::string zsh_completion(const CLI::App& app, const std::vector<std::string>& scenarios);

} // namespace fray::demo
