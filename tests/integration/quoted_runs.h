// Reads the tables and quoted commands of a page, for tests that compare them with the program.
#pragma once

#include <cstddef>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fray::test {

inline std::vector<std::string> page_lines(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + ": cannot be opened");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

/// The texts between backticks.
inline std::vector<std::string> in_backticks(std::string_view text) {
    std::vector<std::string> all;
    for (size_t from = text.find('`'); from != std::string_view::npos; from = text.find('`', from)) {
        const size_t to = text.find('`', from + 1);
        if (to == std::string_view::npos) break;
        all.emplace_back(text.substr(from + 1, to - from - 1));
        from = to + 1;
    }
    return all;
}

/// The cells of a table row, without surrounding blanks. Empty if the line is not a row.
inline std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> all;
    if (line.size() < 2 || line.front() != '|') return all;
    std::istringstream row(line.substr(1));
    for (std::string cell; std::getline(row, cell, '|');) {
        const size_t from = cell.find_first_not_of(' '), to = cell.find_last_not_of(' ');
        all.push_back(from == std::string::npos ? std::string() : cell.substr(from, to - from + 1));
    }
    return all;
}

struct Table {
    size_t line = 0;                            ///< of its head; counted from 1
    std::string heading;                        ///< the last heading before it
    std::vector<std::vector<std::string>> rows; ///< the head first; without the line of dashes
};

inline std::vector<Table> tables(const std::vector<std::string>& lines) {
    std::vector<Table> all;
    std::string heading;
    bool inside = false;
    for (size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].starts_with("#")) heading = lines[i].substr(lines[i].find_first_not_of("# "));
        const std::vector<std::string> row = cells(lines[i]);
        if (row.empty()) {
            inside = false;
            continue;
        }
        if (!inside) all.push_back({.line = i + 1, .heading = heading, .rows = {}});
        inside = true;
        if (row.front().find_first_not_of('-') != std::string::npos || row.front().empty())
            all.back().rows.push_back(row);
    }
    return all;
}

/// A command and lines of its output: a ```text block of the page that begins with `$ fray `.
struct Answered {
    size_t line = 0;
    std::string arguments; ///< of the command `fray`
    std::vector<std::string> lines;
};

inline std::vector<Answered> answers(const std::vector<std::string>& lines) {
    constexpr std::string_view prompt = "$ fray ";
    std::vector<Answered> all;
    for (size_t i = 0; i + 1 < lines.size(); ++i) {
        if (lines[i] != "```text" || !lines[i + 1].starts_with(prompt)) continue;
        all.push_back({.line = i + 2, .arguments = lines[i + 1].substr(prompt.size()), .lines = {}});
        for (i += 2; i < lines.size() && lines[i] != "```"; ++i) all.back().lines.push_back(lines[i]);
    }
    return all;
}

} // namespace fray::test
