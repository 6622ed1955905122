#include "arguments.h"

#include "fray/text.h"
#include "words.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fray::demo {
namespace {

/// The command that the line names; the program itself if it names none.
const CLI::App& command_of(const CLI::App& app) {
    const std::vector<CLI::App*> parsed = app.get_subcommands();
    return parsed.empty() ? app : *parsed.front();
}

std::string name_of(const CLI::App& app, const CLI::App& command) {
    return &command == &app ? app.get_name() : app.get_name() + " " + command.get_name();
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options_of(command, false))
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::string unknown_option(const CLI::App& command, const std::string& given, const std::string& name) {
    const std::string option = given.substr(0, given.find('='));
    return fmt::format("there is no option '{}'{}; '{} --help' shows the options that are allowed",
                       scenario::printable(option), scenario::did_you_mean(option, option_names(command)), name);
}

std::string unexpected(const CLI::App& app, const CLI::App& command, const std::string& given,
                       const std::string& name) {
    if (&command != &app)
        return fmt::format("'{}' is one argument too many; '{} --help' shows what is allowed",
                           scenario::printable(given), name);
    const std::vector<std::string> commands = command_names(app);
    std::vector<std::string> known = option_names(app); // `fray help` means `fray --help`
    known.insert(known.begin(), commands.begin(), commands.end());
    return fmt::format("there is no command '{}'{}; allowed: {}", scenario::printable(given),
                       scenario::did_you_mean(given, known), fmt::join(commands, ", "));
}

/// The option that the error's text begins with; null: none.
const CLI::Option* option_of(const CLI::App& command, const std::string& text) {
    return command.get_option_no_throw(text.substr(0, text.find_first_of(": ")));
}

std::string missing(const CLI::App& command, const std::string& text) {
    const CLI::Option* option = option_of(command, text);
    if (option == nullptr) return text;
    const std::string name = option->get_name();
    const std::string what =
        option->get_positional() ? option->get_description() : fmt::format("<{}>", option->get_type_name());
    return fmt::format("{} is missing: {}", option->get_positional() ? fmt::format("<{}>", name) : name, what);
}

std::string wrong_number_of_values(const CLI::App& command, const std::string& text) {
    const CLI::Option* option = option_of(command, text);
    if (option == nullptr) return text;
    const std::string name = option->get_name(), type = option->get_type_name();
    if (!takes_value(*option)) return fmt::format("{} takes no value", name);
    const size_t given = option->results().size();
    const int allowed = option->get_expected_max();
    if (given > static_cast<size_t>(allowed))
        return fmt::format("{} is given {} values; allowed: {} ({})", name, given, allowed, type);
    return fmt::format("{} needs {}: {}", name, allowed > 1 ? fmt::format("{} values", allowed) : "a value", type);
}

/// A value that is no value of its option. Only flags come here: the values of other options are checked before.
std::string not_converted(const CLI::App& command, const std::string& text) {
    const CLI::Option* option = option_of(command, text.substr(std::min(text.find("--"), text.size())));
    return option == nullptr ? text : fmt::format("{} takes no value", option->get_name());
}

/// An option was given without another that it needs.
std::string other_missing(const CLI::App& command, const std::string& text) {
    const CLI::Option* option = option_of(command, text);
    if (option == nullptr) return text;
    std::vector<std::string> needed;
    for (const CLI::Option* other : option->get_needs())
        if (other->count() == 0)
            needed.push_back(takes_value(*other) ? fmt::format("{} <{}>", other->get_name(), other->get_type_name())
                                                 : other->get_name());
    return fmt::format("{} is allowed only together with {}", option->get_name(), fmt::join(needed, " and "));
}

std::string explained(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error,
                      const std::string& name) {
    // An unknown word explains the other errors.
    std::vector<std::string> left = app.remaining(true);
    std::erase(left, "--");
    const auto option = std::find_if(left.begin(), left.end(),
                                     [](const std::string& word) { return word.size() > 1 && word.front() == '-'; });
    if (option != left.end()) return unknown_option(command, *option, name);
    if (!left.empty()) return unexpected(app, command, left.front(), name);
    const std::string text = error.what();
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) return missing(command, text);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return wrong_number_of_values(command, text);
    if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return not_converted(command, text);
    if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) return other_missing(command, text);
    return text;
}

} // namespace

std::string mistake(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = command_of(app);
    const std::string name = name_of(app, command);
    return escaped(fmt::format("{}: {}", name, explained(app, command, error, name)));
}

} // namespace fray::demo
