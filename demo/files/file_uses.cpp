#include "file_uses.h"

#include "bad_input.h"
#include "output.h"

#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fray::demo {

FileUses::FileUses() {
    for (const auto& [file, what] : {std::pair(STDOUT_FILENO, "standard output"), {STDERR_FILENO, "standard error"}}) {
        struct stat status {};
        if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode))
            known_.emplace(Id{status.st_dev, status.st_ino, {}}, Known{what, Use::write_through});
    }
}

void FileUses::reads(const std::string& path, const std::string& what) { add(path, what, Use::read); }

void FileUses::writes(const std::string& path, const std::string& what) {
    add(path, what, is_of_system(target_of(path)) ? Use::write_through : Use::write);
}

bool FileUses::find_id(const std::string& path, Id* id) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        *id = {status.st_dev, status.st_ino, {}};
        return S_ISREG(status.st_mode);
    }
    const std::filesystem::path target = target_of(path);
    const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
    if (::stat(folder.c_str(), &status) != 0) return false;
    *id = {status.st_dev, status.st_ino, target.filename()};
    return true;
}

void FileUses::add(const std::string& path, const std::string& what, Use use) {
    Id id;
    if (path.empty() || !find_id(path, &id)) return;
    const auto [other, added] = known_.emplace(id, Known{what, use});
    if (added || (use == other->second.use && use != Use::write)) return;
    throw BadInput(fmt::format("{} {}: the same file as {}; allowed: another file", what, path, other->second.what));
}

} // namespace fray::demo
