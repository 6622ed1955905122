#include "written_files.h"

#include "fray/text.h"
#include "output.h"
#include "paths.h"
#include "terminal.h"

#include <algorithm>
#include <unistd.h>

namespace fray::demo {

void WrittenFiles::add(const std::string& name, std::string how) {
    if (name.empty() || is_of_system(from_caller(name))) return;
    const std::string shown = escaped(name);
    for (size_t at = 0; (at = how.find("FILE", at)) != std::string::npos; at += shown.size()) how.replace(at, 4, shown);
    files_.emplace_back(shown, std::move(how));
}

bool WrittenFiles::complete(const std::string& name, const std::string& how, const std::function<void()>& work) {
    if (name.empty()) return true;
    const bool whole = demo::complete(work);
    if (whole) add(name, how);
    return whole;
}

std::string WrittenFiles::text() const {
    constexpr size_t most_width = 30; ///< of a name beside which its description stands
    size_t width = 0;
    for (const auto& [name, how] : files_) width = std::max(width, name.size());
    std::string text = files_.empty() ? "" : "Files written:\n";
    for (const auto& [name, how] : files_)
        text += two_columns("  " + name, how, std::min(width, most_width) + 4, STDOUT_FILENO);
    return text;
}

} // namespace fray::demo
