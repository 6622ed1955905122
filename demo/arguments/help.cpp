#include "arguments.h"

#include "files/terminal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace fray::demo {
namespace {

constexpr size_t option_column = 32, command_column = 14;

std::string heading(const std::string& text) { return "\n" + styled(text + ":", Style::bold, STDOUT_FILENO) + "\n"; }

std::string placeholder(const CLI::Option& option) {
    return takes_value(option) ? fmt::format(" <{}>", option.get_type_name()) : "";
}

std::string option_line(const CLI::Option& option) {
    const bool positional = option.get_positional();
    const std::string name =
        positional ? option.get_name() : fmt::format("{}{}", fmt::join(names_of(option), ", "), placeholder(option));
    std::string description = option.get_description();
    for (const CLI::Option* needed : option.get_needs()) description += fmt::format(" (with {})", needed->get_name());
    return two_columns("  " + name, description, option_column, STDOUT_FILENO);
}

std::string usage(const CLI::App& app, const std::string& name) {
    std::string text = name;
    const bool has_commands = !app.get_subcommands([](const CLI::App*) { return true; }).empty();
    if (has_commands) return text + " <command> [options]";
    for (const CLI::Option* option : options_of(app, true)) {
        const bool several = option->get_expected_max() > 1;
        const std::string argument = fmt::format("<{}>{}", option->get_name(true, false), several ? "..." : "");
        text += option->get_required() ? " " + argument : " [" + argument + "]";
    }
    return text + " [options]";
}

/// The options of a group, or the positional arguments.
std::string option_group(const CLI::App& app, const std::string& title, bool positional) {
    std::string lines;
    for (const CLI::Option* option : options_of(app, positional))
        if (positional || option->get_group() == title) lines += option_line(*option);
    return lines.empty() ? lines : heading(title) + lines;
}

std::string command_groups(const CLI::App& app) {
    std::string text, group;
    for (const CLI::App* command : commands_of(app)) {
        if (command->get_group() != group) text += heading(group = command->get_group());
        text += two_columns("  " + command->get_name(), command->get_description(), command_column, STDOUT_FILENO);
    }
    return text;
}

} // namespace

std::string Help::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const {
    std::string text = app->get_description() + "\n\n";
    text += styled("Usage:", Style::bold, STDOUT_FILENO) + " " + usage(*app, name) + "\n";
    text += option_group(*app, "Arguments", true);
    text += command_groups(*app);
    const std::vector<std::string> groups = app->get_groups();
    const std::string general = app->get_help_ptr() != nullptr ? app->get_help_ptr()->get_group() : "";
    for (const std::string& group : groups)
        if (group != general) text += option_group(*app, group, false);
    text += option_group(*app, general, false); // last, though it is defined first
    const std::string footer = app->get_footer();
    return footer.empty() ? text : text + "\n" + footer + "\n";
}

} // namespace fray::demo
