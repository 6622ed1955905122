#include "output.h"

#include "bad_input.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace fray::demo {
namespace {

mode_t mode_of_new() {
    const mode_t hidden = ::umask(0);
    ::umask(hidden);
    return 0666 & ~hidden;
}

bool same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

/// Opens a device, a pipe or an open file of this process. Standard output and standard error are duplicated: opened
/// again by name, a file behind them would be written from its start.
int open_special(const std::string& path) {
    struct stat wanted {};
    if (::stat(path.c_str(), &wanted) == 0)
        for (const int standard : {STDOUT_FILENO, STDERR_FILENO}) {
            struct stat there {};
            if (::fstat(standard, &there) == 0 && same_file(there, wanted))
                return ::fcntl(standard, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        }
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

} // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), target_(target_of(path)) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(target_, error);
    if (std::filesystem::is_directory(status)) throw BadInput(fmt::format("{}: is a folder; allowed: a file", path_));
    const bool by_name = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
    // A loop of links leads to no file: opening it directly says so.
    const bool is_loop = std::filesystem::is_symlink(target_, error) && !std::filesystem::exists(status);
    by_name && !is_loop && !is_of_system(target_) ? open_beside() : open_directly();
    if (file_ == nullptr)
        throw BadInput(fmt::format("{}: cannot be opened for writing: {}", path_, std::strerror(error_)));
}

OutputFile::~OutputFile() {
    if (file_ != nullptr) discard();
}

void OutputFile::open_beside() {
    struct stat old {};
    const bool is_there = ::stat(target_.c_str(), &old) == 0;
    if (is_there && ::access(target_.c_str(), W_OK) != 0) return note_error();
    // Another name of the file would keep the old content.
    if (is_there && old.st_nlink > 1) return open_directly();
    beside_ = target_ + ".XXXXXX";
    const int file = ::mkostemp(beside_.data(), O_CLOEXEC);
    if (file < 0) { // the folder takes no new file, or the name becomes too long
        beside_.clear();
        return open_directly();
    }
    // It goes to the old file's owner where that is allowed; that comes first, because it may clear bits of the mode.
    const bool owned = !is_there || ::fchown(file, old.st_uid, old.st_gid) == 0 || errno == EPERM;
    if (owned && ::fchmod(file, is_there ? old.st_mode & 07777 : mode_of_new()) == 0) file_ = ::fdopen(file, "wb");
    if (file_ != nullptr) return;
    note_error();
    ::close(file);
    ::unlink(beside_.c_str());
}

void OutputFile::open_directly() {
    const int file = open_special(target_);
    if (file >= 0) file_ = ::fdopen(file, "wb");
    if (file_ != nullptr) return;
    note_error();
    if (file >= 0) ::close(file);
}

void OutputFile::write(std::string_view text) {
    if (error_ == 0 && std::fwrite(text.data(), 1, text.size(), file_) != text.size()) note_error();
}

void OutputFile::close() {
    if (std::fflush(file_) != 0) note_error();
    if (is_beside() && error_ == 0 && ::fsync(::fileno(file_)) != 0) note_error();
    if (std::fclose(std::exchange(file_, nullptr)) != 0) note_error();
    if (is_beside() && error_ == 0 && ::rename(beside_.c_str(), target_.c_str()) != 0) {
        const std::string reason = std::strerror(errno);
        throw BadInput(fmt::format("{}: cannot be replaced: {}; what was written is in {}", path_, reason, beside_));
    }
    if (error_ == 0) return;
    struct stat old {};
    const bool is_kept = is_beside() && ::stat(target_.c_str(), &old) == 0;
    discard();
    throw BadInput(fmt::format("{}: cannot be written: {}{}", path_, std::strerror(error_),
                               is_kept ? "; the file is as it was" : ""));
}

void OutputFile::discard() noexcept {
    if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
    if (is_beside()) ::unlink(beside_.c_str());
}

void OutputFile::note_error() {
    if (error_ == 0) error_ = errno != 0 ? errno : EIO;
}

std::unique_ptr<OutputFile> open_if_wanted(const std::string& path) {
    return path.empty() ? nullptr : std::make_unique<OutputFile>(path);
}

bool is_of_system(const std::string& path) {
    if (path.starts_with("/dev/shm/")) return false; // ordinary files in memory
    return path.starts_with("/dev/") || path.starts_with("/proc/");
}

std::string target_of(const std::string& path) {
    constexpr int most_links = 40; // as in Linux
    std::filesystem::path target = path;
    std::error_code error;
    for (int links = 0; links < most_links && !is_of_system(target) && std::filesystem::is_symlink(target, error);
         ++links)
        target = target.parent_path() / std::filesystem::read_symlink(target, error);
    return target.string();
}

bool complete(const std::function<void()>& work) {
    try {
        work();
        return true;
    } catch (const BadInput& error) {
        print_error(error.what());
    } catch (const std::exception& error) {
        print_error(fmt::format("fray: {}", escaped(error.what())));
    }
    return false;
}

void print_error(std::string_view line) { print_status(fmt::format("{}\n", line)); }

void print_status(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

} // namespace fray::demo
