// An output file that is opened before the work begins, and checked when the work is done.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace fray::demo {

class OutputFile {
public:
    /// Throws BadInput if it cannot be opened.
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view text);
    /// Throws BadInput if anything could not be written.
    void close();

private:
    [[noreturn]] void fail(const char* what) const;

    std::string path_;
    std::FILE* file_;
};

/// Returns null for an empty path, which means that the file is not wanted.
std::unique_ptr<OutputFile> open_if_wanted(const std::string& path);

} // namespace fray::demo
