#include "whole_file.h"

#include "bad_input.h"
#include "output.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace fray::demo {
namespace {

/// Returns 0 or errno.
int write_all(int file, const std::string& text) {
    for (size_t done = 0; done < text.size();) {
        const ssize_t wrote = ::write(file, text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return errno;
        done += static_cast<size_t>(wrote);
    }
    return ::fsync(file) == 0 ? 0 : errno;
}

/// Returns 0 or errno. After an error it leaves no file.
int write_new(std::string& path, mode_t mode, const std::string& text) {
    const int file = ::mkstemp(path.data());
    if (file < 0) return errno;
    int error = write_all(file, text);
    if (error == 0 && ::fchmod(file, mode) != 0) error = errno;
    if (::close(file) != 0 && error == 0) error = errno;
    if (error != 0) ::unlink(path.c_str());
    return error;
}

mode_t mode_of_new() {
    const mode_t hidden = ::umask(0);
    ::umask(hidden);
    return 0666 & ~hidden;
}

/// The file to which a symbolic link leads.
std::string target_of(const std::string& path) {
    std::error_code unresolved;
    const std::filesystem::path real = std::filesystem::canonical(path, unresolved);
    return unresolved ? path : real.string();
}

std::string complaint(const std::string& path, int error) {
    struct stat old {};
    return fmt::format("{}: cannot be written: {}{}", path, std::strerror(error),
                       ::stat(path.c_str(), &old) == 0 ? "; the file is as it was" : "");
}

} // namespace

std::string read_whole(const std::string& path, std::string* text) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::ostringstream read;
    const int opening = errno;
    if (!file || std::filesystem::is_directory(path) || !(read << file.rdbuf() || file.peek() == EOF))
        return fmt::format("{}: cannot be read: {}", path, std::strerror(opening != 0 ? opening : EIO));
    *text = read.str();
    return "";
}

std::string replace_whole(const std::string& path, const std::string& text) {
    const std::string target = target_of(path);
    struct stat old {};
    const bool is_there = ::stat(target.c_str(), &old) == 0;
    if (is_there && ::access(target.c_str(), W_OK) != 0) return complaint(path, errno);
    const mode_t mode = is_there ? old.st_mode & 07777 : mode_of_new();
    std::string beside = target + ".XXXXXX";
    int error = write_new(beside, mode, text);
    if (error == 0 && ::rename(beside.c_str(), target.c_str()) != 0) {
        error = errno;
        ::unlink(beside.c_str());
    }
    return error == 0 ? "" : complaint(path, error);
}

bool is_of_system(const std::string& path) { return path.starts_with("/dev/") || path.starts_with("/proc/"); }

WholeFile::WholeFile(std::string path) : path_(std::move(path)) {
    if (!wanted()) return;
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path_, error);
    if (std::filesystem::is_directory(status)) throw BadInput(fmt::format("{}: is a folder; allowed: a file", path_));
    beside_ = !is_of_system(path_) && (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status));
    if (!beside_) return;
    if (std::filesystem::exists(status) && ::access(path_.c_str(), W_OK) != 0) throw BadInput(complaint(path_, errno));
    std::string tried = target_of(path_) + ".XXXXXX";
    if (const int refused = write_new(tried, 0600, ""); refused != 0) throw BadInput(complaint(path_, refused));
    ::unlink(tried.c_str());
}

void WholeFile::write(const std::string& text) const {
    if (!wanted()) return;
    if (beside_) {
        if (const std::string error = replace_whole(path_, text); !error.empty()) throw BadInput(error);
        return;
    }
    OutputFile file(path_);
    file.write(text);
    file.close();
}

} // namespace fray::demo
