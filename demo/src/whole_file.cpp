#include "whole_file.h"

#include "bad_input.h"
#include "output.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace fray::demo {
namespace {

namespace fs = std::filesystem;

std::string part_of(const std::string& path) { return path + ".part"; }

/// Gone again, however it is left, unless it was moved away.
struct Part {
    std::string path;
    ~Part() {
        std::error_code error;
        fs::remove(path, error);
    }
};

/// What OutputFile says of the part is said of the file.
template <class Work> void in_the_name_of(const std::string& path, Work&& work) {
    try {
        work();
    } catch (const BadInput& error) {
        const std::string text = error.what(), part = part_of(path);
        throw BadInput(text.starts_with(part) ? path + text.substr(part.size()) : text);
    }
}

} // namespace

WholeFile::WholeFile(std::string path) : path_(std::move(path)) {
    if (!wanted()) return;
    std::error_code error;
    const fs::file_status status = fs::status(path_, error);
    if (fs::is_directory(status)) throw BadInput(fmt::format("{}: is a folder; allowed: a file", path_));
    beside_ = !fs::exists(status) || fs::is_regular_file(status);
    if (!beside_) return;
    const Part part{part_of(path_)};
    in_the_name_of(path_, [&] { OutputFile(part.path).close(); });
}

void WholeFile::write(const std::string& text) const {
    if (!wanted()) return;
    if (!beside_) {
        OutputFile file(path_);
        file.write(text);
        return file.close();
    }
    const Part part{part_of(path_)};
    in_the_name_of(path_, [&] {
        OutputFile file(part.path);
        file.write(text);
        file.close();
    });
    if (std::rename(part.path.c_str(), path_.c_str()) != 0)
        throw BadInput(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
}

} // namespace fray::demo
