#include "commands.h"

#include "files/bad_input.h"
#include "files/ending.h"
#include "files/whole_file.h"
#include "fray/scenario.h"
#include "fray/text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace fray::demo {
namespace {

/// The scenario files of a folder and its folders, in the order of their names.
std::vector<std::string> scenarios_in(const std::string& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().extension() == ".toml") paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Rewrites a file, and adds what is wrong with it to `errors`.
void rewrite(const std::string& path, std::vector<std::string>& errors) {
    std::string text;
    if (const std::string error = read_whole(path, &text); !error.empty()) return errors.push_back(error);
    const Migration migration = migrate_scenario(text);
    const ScenarioResult result = parse_scenario(migration.text, path);
    if (!result.ok()) {
        errors.insert(errors.end(), result.errors.begin(), result.errors.end());
        return;
    }
    if (migration.changes.empty()) return fmt::print("{}: nothing to rename\n", escaped(path));
    if (const std::string error = replace_whole(path, migration.text); !error.empty()) return errors.push_back(error);
    for (const std::string& change : migration.changes) fmt::print("{}:{}\n", escaped(path), change);
}

} // namespace

int migrate(const std::string& path) {
    const Ending ending; // a signal does not leave a temporary file
    std::vector<std::string> errors;
    std::error_code none;
    if (std::filesystem::is_directory(path, none)) {
        for (const std::string& file : scenarios_in(path)) rewrite(file, errors);
    } else {
        rewrite(path, errors);
    }
    if (!errors.empty()) throw BadInput(errors);
    return 0;
}

} // namespace fray::demo
