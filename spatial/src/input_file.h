// Reads files as a whole, up to a limit: a device or a wrong file must not fill the memory.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#ifdef _WIN32
#include <cstdio>
#include <filesystem>
#include <memory>
#else
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace fray {

/// The greatest sizes of files that are read as a whole, in bytes.
struct InputLimits {
    static constexpr uint64_t scenario = uint64_t{64} << 20;
    static constexpr uint64_t map = uint64_t{257} << 20; ///< the greatest map has 16384 rows of as many cells
    static constexpr uint64_t navmesh = uint64_t{1} << 30;
    static constexpr uint64_t journal = uint64_t{4} << 30; ///< of a sweep: millions of battles
};

/// The reason of the last failed call of the system.
inline std::string system_reason(const char* what) { return std::string(what) + std::strerror(errno); }
inline std::string limit_text(uint64_t most) {
    return "up to " + std::to_string(most) + " (" + std::to_string(most >> 20) + " MiB)";
}

#ifdef _WIN32

/// Reads the file `path`, which is in UTF-8, into `*text`. Returns what is wrong; empty: nothing.
inline std::string read_input(const std::string& path, uint64_t most, std::string* text) {
    const std::filesystem::path place(std::u8string(path.begin(), path.end()));
    std::error_code unknown;
    const std::filesystem::file_status status = std::filesystem::status(place, unknown);
    if (std::filesystem::is_directory(status)) return "is a folder; allowed: a file";
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return "is a device; allowed: a file";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(_wfopen(place.c_str(), L"rb"), std::fclose);
    if (file == nullptr) return system_reason("cannot be opened: ");
    text->clear();
    constexpr size_t piece = size_t{1} << 16;
    while (text->size() <= most) {
        const size_t before = text->size();
        text->resize(before + piece);
        const size_t size = std::fread(text->data() + before, 1, piece, file.get());
        text->resize(before + size);
        if (size < piece && std::ferror(file.get()) != 0) return system_reason("cannot be read: ");
        if (size < piece && text->size() <= most) return "";
    }
    const uint64_t bytes = std::filesystem::file_size(place, unknown);
    return "has " + std::to_string(bytes) + " bytes; allowed: " + limit_text(most);
}

#else

/// A file or a pipe that is read as a whole.
class InputFile {
public:
    explicit InputFile(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    ~InputFile() {
        if (file_ >= 0) ::close(file_);
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::string read(uint64_t most, std::string* text) {
        struct stat status {};
        if (file_ < 0 || ::fstat(file_, &status) != 0) return system_reason("cannot be opened: ");
        if (S_ISDIR(status.st_mode)) return "is a folder; allowed: a file";
        if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) return "is a device; allowed: a file or a pipe";
        if (S_ISREG(status.st_mode) && static_cast<uint64_t>(status.st_size) > most)
            return "has " + std::to_string(status.st_size) + " bytes; allowed: " + limit_text(most);
        text->clear();
        if (S_ISFIFO(status.st_mode) && !has_writer(text)) return "is a pipe that no program writes to";
        while (text->size() <= most) {
            const ssize_t size = read_piece(text);
            if (size == 0) return "";
            if (size < 0 && errno == EAGAIN) wait_for_content(-1);
            if (size < 0 && errno != EAGAIN && errno != EINTR) return system_reason("cannot be read: ");
        }
        return "has more bytes than allowed: " + limit_text(most);
    }

private:
    /// Returns what `read` returns.
    ssize_t read_piece(std::string* text) {
        constexpr size_t piece = size_t{1} << 16;
        const size_t before = text->size();
        text->resize(before + piece);
        const ssize_t size = ::read(file_, text->data() + before, piece);
        const int error = errno;
        text->resize(before + (size > 0 ? static_cast<size_t>(size) : 0));
        errno = error;
        return size;
    }

    /// Returns whether the writer of a pipe has closed it.
    bool wait_for_content(int ms) {
        pollfd wanted{file_, POLLIN, 0};
        ::poll(&wanted, 1, ms);
        return (wanted.revents & POLLHUP) != 0;
    }

    /// A pipe without a writer reads as empty. Waits a while for the writer to open it.
    bool has_writer(std::string* text) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        while (read_piece(text) == 0) {
            if (wait_for_content(10)) return true;
            if (std::chrono::steady_clock::now() > end) return false;
        }
        return true;
    }

    int file_;
};

/// Reads the file `path` into `*text`. Returns what is wrong; empty: nothing.
inline std::string read_input(const std::string& path, uint64_t most, std::string* text) {
    return InputFile(path).read(most, text);
}

#endif

} // namespace fray
