#include "arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace fray::demo {
namespace {

/// Names under which the program is called: installed, and from the source tree.
constexpr const char* called = "fray demo/run";

/// A text in single quotes for a shell.
std::string quoted(const std::string& text) {
    std::string all = "'";
    for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return all + "'";
}

std::string bash_options(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options_of(command, false)) names.push_back(names_of(*option).back());
    return fmt::format("{}", fmt::join(names, " "));
}

/// What completes the value of an option or an argument; `true` completes nothing, for example a number.
std::string bash_act(const CLI::Option& option) {
    const std::vector<std::string> words = words_of(option);
    if (!words.empty()) return fmt::format("_fray_words '{}'", fmt::join(words, " "));
    if (option.get_type_name() == scenario_value) return "_fray_scenarios";
    return option.get_type_name() == file_value ? "_fray_files" : "true";
}

/// The part of a script that completes the values of a command's options.
std::string bash_values(const CLI::App& command) {
    std::map<std::string, std::vector<std::string>> options; // by what completes their values
    for (const CLI::Option* option : options_of(command, false))
        if (takes_value(*option))
            for (const std::string& name : names_of(*option))
                options[bash_act(*option)].push_back(fmt::format("'{} {}'", command.get_name(), name));
    std::string text;
    for (const auto& [act, names] : options)
        text += fmt::format("    {})\n        {}\n        return\n        ;;\n", fmt::join(names, " | "), act);
    return text;
}

/// The part of a script that completes a command's options and arguments.
std::string bash_arguments(const CLI::App& command) {
    std::string act = "true";
    for (const CLI::Option* option : options_of(command, true)) act = bash_act(*option);
    return fmt::format("    {}) _fray_complete '{}' {} ;;\n", command.get_name(), bash_options(command), act);
}

/// An option as `_arguments` of zsh describes it.
std::string zsh_option(const CLI::Option& option) {
    const auto plain = [](const std::string& text, const char* special) {
        std::string all;
        for (const char c : text)
            all += (std::string(special).find(c) != std::string::npos ? "\\" : "") + std::string(1, c);
        return all;
    };
    std::string value;
    if (takes_value(option)) {
        const std::vector<std::string> words = words_of(option);
        const std::string type = option.get_type_name();
        const std::string act = !words.empty()           ? fmt::format("({})", fmt::join(words, " "))
                                : type == file_value     ? "_files"
                                : type == scenario_value ? "_fray_scenarios"
                                                         : " ";
        value = fmt::format(":{}:{}", plain(type, ":\\"), act);
    }
    if (option.get_positional()) return quoted("*" + value);
    std::string specs;
    for (const std::string& name : names_of(option)) {
        const bool equals = name.starts_with("--") && !value.empty();
        specs += (specs.empty() ? "" : " ") + quoted(fmt::format("{}{}[{}]{}", name, equals ? "=" : "",
                                                                 plain(option.get_description(), "[]:\\"), value));
    }
    return specs;
}

} // namespace

std::string bash_completion(const CLI::App& app, const std::vector<std::string>& scenarios) {
    std::vector<std::string> names;
    std::string values, commands;
    for (const CLI::App* command : commands_of(app)) {
        names.push_back(command->get_name());
        values += bash_values(*command);
        commands += bash_arguments(*command);
    }
    return fmt::format(R"(# Completion of fray for bash. Load it with: source <(fray completion bash)
_fray_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }}
_fray_files() {{ compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }}
_fray_scenarios() {{
    compopt -o filenames
    mapfile -t COMPREPLY < <(
        compgen -W '{0}' -- "$current"
        compgen -d -- "$current"
        compgen -f -X '!*.toml' -- "$current"
    )
}}
_fray_complete() {{
    case $current in
    -*) _fray_words "$1" ;;
    *) "${{@:2}}" ;;
    esac
}}
_fray() {{
    local current=${{COMP_WORDS[COMP_CWORD]}}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _fray_words '{1} {2}'
        return
    fi
    case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{3}    esac
    case ${{COMP_WORDS[1]}} in
{4}    esac
}}
complete -F _fray {5}
)",
                       fmt::join(scenarios, " "), fmt::join(names, " "), bash_options(app), values, commands, called);
}

std::string zsh_completion(const CLI::App& app, const std::vector<std::string>& scenarios) {
    std::string descriptions, commands;
    for (const CLI::App* command : commands_of(app)) {
        descriptions += fmt::format("        {}\n", quoted(command->get_name() + ":" + command->get_description()));
        std::string specs;
        for (const bool positional : {false, true})
            for (const CLI::Option* option : options_of(*command, positional))
                specs += " \\\n            " + zsh_option(*option);
        commands += fmt::format("    {})\n        _arguments{}\n        ;;\n", command->get_name(), specs);
    }
    return fmt::format(R"(#compdef fray
# Completion of fray for zsh. Load it with: source <(fray completion zsh)
_fray_scenarios() {{
    _alternative 'scenarios:scenario:({0})' 'files:file:_files -g "*.toml"'
}}
_fray() {{
    local -a commands=(
{1}    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{2}    esac
}}
if [ "$funcstack[1]" = _fray ]; then
    _fray "$@"
else
    compdef _fray {3}
fi
)",
                       fmt::join(scenarios, " "), descriptions, commands, called);
}

} // namespace fray::demo
