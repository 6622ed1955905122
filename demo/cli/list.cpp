#include "commands.h"

#include "files/bad_input.h"
#include "files/paths.h"
#include "files/terminal.h"
#include "files/whole_file.h"
#include "fray/text.h"

#include <cctype>
#include <fmt/format.h>
#include <numeric>
#include <sstream>
#include <unistd.h>

namespace fray::demo {
namespace {

/// The comment that the text opens with, without its marks, as one line.
std::string opening_comment(const std::string& text) {
    std::string comment;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with("# ");)
        comment += line.substr(comment.empty() ? 2 : 1);
    return comment;
}

/// Up to the first full stop before a capital letter or a backtick: "0 A.D. (its" is no end.
std::string first_sentence(const std::string& text) {
    for (size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1))
        if (const char next = at + 2 < text.size() ? text[at + 2] : '.';
            std::isupper(static_cast<unsigned char>(next)) != 0 || next == '`')
            return text.substr(0, at + 1);
    return text;
}

std::string list_line(const std::string& name) {
    std::string text;
    if (const std::string error = read_whole(find_scenario(name), &text); !error.empty()) throw BadInput(error);
    BattleChoice choice;
    choice.scenario = name;
    choice.quiet = true;
    const std::vector<int64_t> counts = group_counts(read_scenario(choice).scenario);
    const int64_t agents = std::accumulate(counts.begin(), counts.end(), int64_t{0});
    return two_columns(fmt::format("{:<14}  {:>7}", name, agents), escaped(first_sentence(opening_comment(text))), 25,
                       STDOUT_FILENO);
}

} // namespace

int list(bool names_only) {
    std::string text = names_only ? "" : fmt::format("{:<14}  {:>7}\n", "scenario", "agents");
    for (const std::string& name : shipped_scenarios()) text += names_only ? name + "\n" : list_line(name);
    if (!names_only)
        text +=
            fmt::format("\n'{0} view NAME' shows a battle while it runs, '{0} run NAME' runs it.\n", program_call());
    fmt::print("{}", text);
    return 0;
}

} // namespace fray::demo
