#include "sink.h"

#include "files/bad_input.h"
#include "files/output.h"
#include "picture/png.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace fray::demo {
namespace {

namespace fs = std::filesystem;

class FrameFolder : public FilmSink {
public:
    explicit FrameFolder(const std::string& path) : path_(path) {
        std::error_code error;
        fs::create_directories(path_, error);
        if (error || !fs::is_directory(path_))
            throw BadInput(fmt::format("{}: the folder cannot be made: {}", path_,
                                       error ? error.message() : std::strerror(ENOTDIR)));
        if (::access(path_.c_str(), W_OK | X_OK) != 0)
            throw BadInput(fmt::format("{}: the folder cannot be written into: {}", path_, std::strerror(errno)));
        if (fs::exists(frame_name(1), error))
            throw BadInput(fmt::format("{}: the folder has the frames of another film (00001.png); allowed: an empty "
                                       "folder",
                                       path_));
    }

    void add(const Canvas& frame) override {
        OutputFile file(frame_name(++frames_));
        file.write(png(frame));
        file.close();
    }
    void finish() override {}

private:
    std::string frame_name(int64_t number) const {
        return (fs::path(path_) / fmt::format("{:05}.png", number)).string();
    }

    std::string path_;
    int64_t frames_ = 0;
};

} // namespace

FilmFormat film_format(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error) || path.ends_with('/')) return FilmFormat::folder;
    const std::string ending = fs::path(path).extension().string();
    if (ending.empty()) return FilmFormat::folder;
    if (ending == ".mp4") return FilmFormat::mp4;
    if (ending == ".webp") return FilmFormat::webp;
    if (ending == ".gif") return FilmFormat::gif;
    throw BadInput(fmt::format("{}: no film has the ending {}; allowed: .mp4, .webp, .gif, or a folder for PNG frames",
                               path, ending));
}

bool is_in_path(const std::string& program) {
    const char* const path = std::getenv("PATH");
    const std::string folders = path != nullptr ? path : "/usr/bin:/bin";
    for (size_t at = 0; at <= folders.size();) {
        const size_t end = std::min(folders.find(':', at), folders.size());
        const std::string file = folders.substr(at, end - at) + "/" + program;
        std::error_code error;
        if (fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0) return true;
        at = end + 1;
    }
    return false;
}

std::unique_ptr<FilmSink> film_folder(const std::string& path) { return std::make_unique<FrameFolder>(path); }

} // namespace fray::demo
