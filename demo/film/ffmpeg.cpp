// Films that ffmpeg encodes: it reads raw frames from a socket and writes a temporary file, which becomes the film.
#include "files/bad_input.h"
#include "files/ending.h"
#include "files/whole_file.h"
#include "sink.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fray::demo {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> arguments(const std::string& path, FilmFormat format, const FilmFormatDef& def) {
    std::vector<std::string> all;
    const auto add = [&](std::vector<std::string> more) { all.insert(all.end(), more.begin(), more.end()); };
    add({"ffmpeg", "-hide_banner", "-loglevel", "error", "-y"});
    add({"-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt::format("{}x{}", def.width, def.height)});
    add({"-r", fmt::format("{:g}", def.fps), "-i", "pipe:0"});
    switch (format) {
    case FilmFormat::webp:
        add({"-c:v", "libwebp_anim", "-lossless", "0", "-quality", fmt::format("{}", def.quality), "-compression_level",
             "5", "-loop", "0", "-f", "webp"});
        break;
    case FilmFormat::gif:
        add({"-filter_complex", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none", "-loop",
             "0", "-f", "gif"});
        break;
    default: // from quality to the constant rate factor of H.264: 75 is 24, 100 is 16
        add({"-c:v", "libx264", "-preset", "veryfast", "-crf", fmt::format("{}", 48 - (def.quality * 32) / 100),
             "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"});
    }
    add({path});
    return all;
}

/// A file without content in the folder of temporary files, which is removed at the end.
class TemporaryFile {
public:
    TemporaryFile() : path_((fs::temp_directory_path() / "fray-film-XXXXXX").string()) {
        file_ = ::mkostemp(path_.data(), O_CLOEXEC);
        if (file_ < 0) throw BadInput(fmt::format("{}: cannot be opened for writing: {}", path_, std::strerror(errno)));
    }
    ~TemporaryFile() {
        ::close(file_);
        ::unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    int file() const { return file_; }
    const std::string& path() const { return path_; }
    std::string text() const {
        std::ifstream in(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::string path_;
    int file_ = -1;
};

class FilmFile : public FilmSink {
public:
    FilmFile(const std::string& path, FilmFormat format, const FilmFormatDef& def) : path_(path), file_(path) {
        int sockets[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
            throw BadInput(fmt::format("{}: ffmpeg cannot be started: {}", path_, std::strerror(errno)));
        frames_ = sockets[0];
        start(arguments(made_.path(), format, def), sockets[1]);
        ::close(sockets[1]);
    }
    ~FilmFile() override {
        if (process_ <= 0) return;
        ::kill(process_, SIGKILL);
        wait();
    }

    void add(const Canvas& frame) override {
        const std::vector<uint8_t> pixels = frame.pixels();
        for (size_t sent = 0; sent < pixels.size();) {
            // No SIGPIPE if ffmpeg is gone: `finish` says why.
            const ssize_t now = ::send(frames_, pixels.data() + sent, pixels.size() - sent, MSG_NOSIGNAL);
            if (now < 0 && errno == EINTR) continue;
            if (now < 0) finish();
            if (now < 0) throw BadInput(fmt::format("{}: ffmpeg ended before the film", path_));
            sent += static_cast<size_t>(now);
        }
    }

    void finish() override {
        const int code = wait();
        if (code != 0) {
            std::string said = said_.text();
            while (said.ends_with('\n')) said.pop_back();
            said.erase(0, said.rfind('\n') + 1);
            throw BadInput(fmt::format("{}: ffmpeg has failed (exit code {}){}{}; an older file is unchanged", path_,
                                       code, said.empty() ? "" : ": ", said));
        }
        file_.write(made_.text());
    }

private:
    void start(const std::vector<std::string>& words, int input) {
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&files, said_.file(), STDERR_FILENO);
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        // A group of its own: Ctrl+C ends this program, which then lets ffmpeg complete the film.
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
        sigset_t defaults;
        sigemptyset(&defaults);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&defaults, signal);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        std::vector<char*> raw;
        for (const std::string& word : words) raw.push_back(const_cast<char*>(word.c_str()));
        raw.push_back(nullptr);
        const int error = ::posix_spawnp(&process_, "ffmpeg", &files, &attributes, raw.data(), environ);
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
        if (error == 0) return;
        process_ = 0;
        throw BadInput(fmt::format("{}: ffmpeg cannot be started: {}", path_, std::strerror(error)));
    }

    /// Ends the input and waits for ffmpeg. Returns its exit code.
    int wait() {
        if (frames_ >= 0) ::close(std::exchange(frames_, -1));
        int status = 0;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        process_ = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : exit_code_of(WTERMSIG(status));
    }

    std::string path_;
    WholeFile file_;
    TemporaryFile made_, said_;
    int frames_ = -1; ///< the socket that ffmpeg reads
    pid_t process_ = 0;
};

} // namespace

std::unique_ptr<FilmSink> film_file(const std::string& path, FilmFormat format, const FilmFormatDef& def) {
    return std::make_unique<FilmFile>(path, format, def);
}

} // namespace fray::demo
