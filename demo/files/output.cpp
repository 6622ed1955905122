#include "output.h"

#include "bad_input.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>

namespace fray::demo {

OutputFile::OutputFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
    if (!file_) fail("cannot be opened for writing");
}

OutputFile::~OutputFile() {
    if (file_) std::fclose(file_);
}

void OutputFile::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail("cannot be written");
}

void OutputFile::close() {
    std::FILE* const file = file_;
    file_ = nullptr;
    if (std::fclose(file) != 0) fail("cannot be written");
}

void OutputFile::fail(const char* what) const {
    throw BadInput(fmt::format("{}: {}: {}", path_, what, std::strerror(errno)));
}

std::unique_ptr<OutputFile> open_if_wanted(const std::string& path) {
    return path.empty() ? nullptr : std::make_unique<OutputFile>(path);
}

} // namespace fray::demo
