// Output files. Each is written under a temporary name beside its own, and gets its own name when it is whole. So no
// name ever holds half an output, and what was there before stays until then. A file with several names (hard links),
// and one in a folder that takes no other file, is written directly instead.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace fray::demo {

/// An output that is written from front to back. A device, a pipe and standard output are written directly.
class OutputFile {
public:
    /// Throws BadInput if it cannot be opened.
    explicit OutputFile(const std::string& path);
    /// Removes what was written unless `close` was called.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Writes nothing more after an error, which `close` reports.
    void write(std::string_view text);
    /// Gives the file its name. Throws BadInput if anything could not be written; an older file is then unchanged.
    /// Where only the name cannot be given, the temporary file stays, and the error names it.
    void close();
    /// Whether it is written under a temporary name; false for a device, a pipe and standard output.
    bool is_beside() const { return !beside_.empty(); }

private:
    void open_beside();
    void open_directly();
    void discard() noexcept;
    void note_error();

    std::string path_;
    std::string target_; ///< the file to which `path_` leads
    std::string beside_; ///< the temporary name; empty: the target is written directly
    std::FILE* file_ = nullptr;
    int error_ = 0; ///< the first error, as errno
};

/// Returns null for an empty path, which means that the file is not wanted.
std::unique_ptr<OutputFile> open_if_wanted(const std::string& path);

/// Whether the path is a device or a special file. Such a file is written into, and never replaced.
bool is_of_system(const std::string& path);

/// Follows symbolic links, also to a file that does not exist yet. Stops at a path of the system, because a link such
/// as /dev/stdout leads to an open file and not to a name.
std::string target_of(const std::string& path);

/// Completes an output so that an error costs no other output: prints the error to stderr. Returns whether there was
/// none.
bool complete(const std::function<void()>& work);

/// Prints a line to stderr. An error of stderr itself is ignored.
void print_error(std::string_view line);
/// Prints a text without a line break, such as a status line on the terminal, in the same way.
void print_status(std::string_view text);

} // namespace fray::demo
