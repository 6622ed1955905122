// Collects the errors of a scenario file, or its warnings.
#pragma once

#include "files/toml.h"

#include <string>
#include <string_view>
#include <vector>

namespace fray::scenario {

class Problems {
public:
    /// `kind` is printed before each message, for example `warning: `.
    explicit Problems(std::string file, std::string kind = "") : file_(std::move(file)), kind_(std::move(kind)) {}

    /// `where` is a position in the file, or in a change from the command line. `place` is the key, such as
    /// `groups.NAME`.
    void add(const toml::source_region& where, std::string_view place, std::string_view what);

    bool empty() const { return problems_.empty(); }
    /// Messages `file:line:column: kind place: what`, without adjacent duplicates. Problems of changes come first, the
    /// others in the order of the file.
    std::vector<std::string> sorted() const;

private:
    struct Problem {
        bool in_file;
        toml::source_position position;
        std::string text;
    };

    std::string file_;
    std::string kind_;
    std::vector<Problem> problems_;
};

} // namespace fray::scenario
