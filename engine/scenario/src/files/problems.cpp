#include "files/problems.h"

#include "fray/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace fray::scenario {

void Problems::add(const toml::source_region& where, std::string_view place, std::string_view what) {
    const bool in_file = !where.path || *where.path == file_;
    const std::string subject = place.empty() ? "" : fmt::format("{}: ", place);
    const auto line = std::max<toml::source_index>(where.begin.line, 1);
    const auto column = std::max<toml::source_index>(where.begin.column, 1);
    const std::string at = in_file ? fmt::format("{}:{}:{}", file_, line, column) : *where.path;
    problems_.push_back({in_file, {line, column}, escaped(fmt::format("{}: {}{}{}", at, kind_, subject, what))});
}

std::vector<std::string> Problems::sorted() const {
    std::vector<Problem> problems = problems_;
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
        return std::tuple(a.in_file, a.position.line, a.position.column) <
               std::tuple(b.in_file, b.position.line, b.position.column);
    });
    std::vector<std::string> lines;
    for (Problem& problem : problems) {
        if (lines.empty() || lines.back() != problem.text) lines.push_back(std::move(problem.text));
    }
    return lines;
}

} // namespace fray::scenario
