// The command line in general: values of options, the text of `--help`, what is wrong with a command line, and
// completion. Which options there are, `cli` says.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace fray::demo {

// ---- Values of options: each kind has a readable name, which `--help` shows, and a check with an error that says what
// is allowed. Completion follows from the names too.

inline constexpr const char* file_value = "file";         ///< completed with files
inline constexpr const char* scenario_value = "scenario"; ///< and with the scenarios that ship with fray

/// The option takes whole numbers of a range. `unit` is what help shows; empty: the range.
CLI::Option* takes_whole(CLI::Option* option, int64_t least, int64_t most, const std::string& unit = "");
/// The same for numbers with a fraction.
CLI::Option* takes_number(CLI::Option* option, double least, double most, const std::string& unit);
/// The option takes the seed of a battle.
CLI::Option* takes_seed(CLI::Option* option);
/// The option takes one of these words.
CLI::Option* takes_word(CLI::Option* option, const std::vector<std::string>& words);
/// The option takes the name of a file, which is not empty.
CLI::Option* takes_file(CLI::Option* option);

/// The names as they are given: `-o`, then `--output`.
std::vector<std::string> names_of(const CLI::Option& option);
/// Whether the option takes a value; false: it is a flag.
bool takes_value(const CLI::Option& option);
/// The words of an option that takes one of several; empty: it takes something else.
std::vector<std::string> words_of(const CLI::Option& option);
/// The commands, and the options of a command or its arguments, without those that are hidden.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
std::vector<const CLI::Option*> options_of(const CLI::App& command, bool positional);

// ---- Texts

/// Lays out `--help`: the purpose, the usage, then arguments, options and commands in their groups. Headings are bold
/// where standard output shows colours.
class Help : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

/// Says what was given and what is allowed, and what was probably meant. `app` has thrown `error`. Control characters
/// are escaped.
std::string mistake(const CLI::App& app, const CLI::ParseError& error);

/// A script for `source <(fray completion bash)`.
std::string bash_completion(const CLI::App& app, const std::vector<std::string>& scenarios);
/// A script for `source <(fray completion zsh)`, or for a file `_fray` in a folder of `fpath`.
std::string zsh_completion(const CLI::App& app, const std::vector<std::string>& scenarios);

} // namespace fray::demo
