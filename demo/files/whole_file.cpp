#include "whole_file.h"

#include "bad_input.h"
#include "input_file.h"

#include <fmt/format.h>

namespace fray::demo {

std::string read_whole(const std::string& path, std::string* text) {
    const std::string error = read_input(path, InputLimits::scenario, text);
    return error.empty() ? "" : fmt::format("{}: {}", path, error);
}

std::string replace_whole(const std::string& path, const std::string& text) {
    try {
        OutputFile file(path);
        file.write(text);
        file.close();
        return "";
    } catch (const BadInput& error) {
        return error.what();
    }
}

WholeFile::WholeFile(std::string path) : path_(std::move(path)) {
    if (!wanted()) return;
    auto file = std::make_unique<OutputFile>(path_);
    if (!file->is_beside()) direct_ = std::move(file);
}

void WholeFile::write(std::string_view text) {
    if (!wanted()) return;
    const std::unique_ptr<OutputFile> file = direct_ ? std::move(direct_) : std::make_unique<OutputFile>(path_);
    file->write(text);
    file->close();
}

} // namespace fray::demo
