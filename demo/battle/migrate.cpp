#include "migrate.h"

#include "files/bad_input.h"
#include "files/ending.h"
#include "files/whole_file.h"
#include "fray/scenario.h"
#include "fray/text.h"

#include <fmt/format.h>

namespace fray::demo {

int migrate(const std::string& path) {
    std::string text;
    if (const std::string error = read_whole(path, &text); !error.empty()) throw BadInput(error);
    const Migration migration = migrate_scenario(text);
    const ScenarioResult result = parse_scenario(migration.text, path);
    if (!result.ok()) throw BadInput(result.errors);
    if (migration.changes.empty()) {
        fmt::print("{}: nothing to rename\n", escaped(path));
        return 0;
    }
    const Ending ending; // a signal does not leave a temporary file
    if (const std::string error = replace_whole(path, migration.text); !error.empty()) throw BadInput(error);
    for (const std::string& change : migration.changes) fmt::print("{}:{}\n", escaped(path), change);
    return 0;
}

} // namespace fray::demo
