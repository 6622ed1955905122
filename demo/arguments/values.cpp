#include "arguments.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace fray::demo {
namespace {

constexpr const char* between_words = " or ";

template <typename T> bool reads(const std::string& text, T* value) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, *value);
    return error == std::errc() && stop == end;
}

template <typename T> CLI::Option* takes_range(CLI::Option* option, T least, T most, const std::string& unit) {
    const std::string range = fmt::format("{} to {}", least, most);
    const auto check = [=](const std::string& given) {
        T value{};
        if (reads(given, &value) && value >= least && value <= most) return std::string();
        return fmt::format("given '{}'; allowed: {}{}", given, range, unit.empty() ? "" : " (" + unit + ")");
    };
    return option->type_name(unit.empty() ? range : unit)->check(CLI::Validator(check, ""));
}

} // namespace

CLI::Option* takes_whole(CLI::Option* option, int64_t least, int64_t most, const std::string& unit) {
    return takes_range(option, least, most, unit);
}

CLI::Option* takes_number(CLI::Option* option, double least, double most, const std::string& unit) {
    return takes_range(option, least, most, unit);
}

CLI::Option* takes_seed(CLI::Option* option) {
    return takes_range<uint64_t>(option, 0, std::numeric_limits<uint64_t>::max(), "number");
}

CLI::Option* takes_word(CLI::Option* option, const std::vector<std::string>& words) {
    const std::string allowed = fmt::format("{}", fmt::join(words, between_words));
    const auto check = [=](const std::string& given) {
        const bool known = std::find(words.begin(), words.end(), given) != words.end();
        return known ? std::string() : fmt::format("given '{}'; allowed: {}", given, allowed);
    };
    return option->type_name(allowed)->check(CLI::Validator(check, ""));
}

CLI::Option* takes_file(CLI::Option* option) {
    const auto check = [](const std::string& given) {
        return given.empty() ? "given ''; allowed: the name of a file" : std::string();
    };
    return option->type_name(file_value)->check(CLI::Validator(check, ""));
}

std::vector<std::string> names_of(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}

bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

std::vector<std::string> words_of(const CLI::Option& option) {
    std::vector<std::string> words;
    const std::string name = option.get_type_name(), between = between_words;
    if (name.find(between) == std::string::npos) return words;
    size_t from = 0;
    for (size_t at = 0; (at = name.find(between, from)) != std::string::npos; from = at + between.size())
        words.push_back(name.substr(from, at - from));
    words.push_back(name.substr(from));
    return words;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& command, bool positional) {
    return command.get_options([=](const CLI::Option* option) {
        return !option->get_group().empty() && option->get_positional() == positional;
    });
}

} // namespace fray::demo
