#include "journal.h"

#include "files/bad_input.h"
#include "input_file.h"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string read_all(int file) {
    std::string text;
    char buffer[1 << 16];
    for (ssize_t n = 0; (n = ::read(file, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<size_t>(n));
    return text;
}

} // namespace

Json json_of(const Bout& bout, const RunFigures& run) {
    Json values = Json::array();
    for (const double value : run.values) values.push_back(std::isnan(value) ? Json(nullptr) : Json(value));
    return {{"values", bout.variant}, {"seed", bout.seed}, {"frames", run.frames},
            {"player", run.player},   {"figures", values}, {"hash", fmt::format("{:016x}", run.hash)}};
}

std::pair<Bout, RunFigures> fought_from(const Json& json) {
    Bout bout{json.at("values").get<Variant>(), json.at("seed").get<uint64_t>()};
    RunFigures run;
    run.seed = bout.seed;
    run.frames = json.at("frames").get<int64_t>();
    run.player = json.at("player").get<int64_t>();
    const auto hash = json.at("hash").get<std::string>();
    std::from_chars(hash.data(), hash.data() + hash.size(), run.hash, 16);
    const Json& values = json.at("figures");
    for (size_t i = 0; i < figure_count; ++i)
        run.values[i] = values.at(i).is_null() ? std::numeric_limits<double>::quiet_NaN() : values.at(i).get<double>();
    return {std::move(bout), run};
}

std::string difference(const Json& there, const Json& here) {
    std::string text;
    for (const auto& [key, value] : here.items()) {
        const Json other = there.is_object() && there.contains(key) ? there.at(key) : Json(nullptr);
        if (other == value) continue;
        text += fmt::format("{}{} is {} there, {} here", text.empty() ? "" : "; ", key, other.dump(), value.dump());
    }
    return text;
}

Journal::Journal(std::string path, const Json& sweep) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file_ < 0) fail(fmt::format("cannot be opened for writing: {}", std::strerror(errno)));
    try {
        if (::flock(file_, LOCK_EX | LOCK_NB) != 0) fail("is in use by another sweep");
        Json head = {{"fray_sweep_journal", 1}};
        head.update(sweep);
        read(line_of(head));
    } catch (...) {
        ::close(file_);
        throw;
    }
}

Journal::~Journal() { ::close(file_); }

void Journal::read(const std::string& head) {
    struct stat status {};
    if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) fail("is not a regular file");
    if (static_cast<uint64_t>(status.st_size) > InputLimits::journal)
        fail(fmt::format("has {} bytes; allowed: up to {}", status.st_size, InputLimits::journal));
    const std::string text = read_all(file_);
    const size_t end = text.rfind('\n');
    if (end == std::string::npos && !head.starts_with(text)) fail("exists, but is not a journal of a sweep");
    good_ = end == std::string::npos ? 0 : end + 1;
    size_t number = 0;
    for (size_t from = 0; from < good_;) {
        const size_t to = text.find('\n', from);
        const std::string line = text.substr(from, to - from);
        from = to + 1;
        if (++number > 1) {
            read_line(line, number);
            continue;
        }
        const Json there = Json::parse(line, nullptr, false);
        if (!there.is_object() || !there.contains("fray_sweep_journal"))
            fail("exists, but is not a journal of a sweep");
        if (const std::string differs = difference(there, Json::parse(head)); !differs.empty())
            fail(fmt::format(
                "is the journal of another sweep: {}; name another file with --journal, or remove this file", differs));
    }
    if (good_ < text.size() && ::ftruncate(file_, static_cast<off_t>(good_)) != 0)
        fail(fmt::format("cannot be written: {}", std::strerror(errno)));
    if (good_ == 0) append(head);
    found_ = runs_.size();
}

void Journal::read_line(const std::string& line, size_t number) {
    try {
        runs_.insert(fought_from(Json::parse(line)));
    } catch (const nlohmann::json::exception&) {
        fail(fmt::format("line {} is damaged; remove it, and its battle is fought again", number));
    }
}

const RunFigures* Journal::find(const Bout& bout) const {
    const auto found = runs_.find(bout);
    return found == runs_.end() ? nullptr : &found->second;
}

void Journal::add(const Bout& bout, const RunFigures& run) {
    append(line_of(json_of(bout, run)));
    runs_.emplace(bout, run);
}

/// Writes the line as a whole or not at all: if it does not fit on the disk, the partial line is removed.
void Journal::append(const std::string& line) {
    for (size_t done = 0; done < line.size();) {
        const ssize_t n = ::write(file_, line.data() + done, line.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            const int error = errno;
            if (good_ == 0) {
                remove(); // without a head it is no journal
            } else if (::ftruncate(file_, static_cast<off_t>(good_)) != 0) {
                // then the next sweep drops the partial line when it reads the file
            }
            fail(fmt::format("cannot be written: {}", std::strerror(error)));
        }
        done += static_cast<size_t>(n);
    }
    good_ += line.size();
}

void Journal::remove() { ::unlink(path_.c_str()); }

void Journal::fail(const std::string& what) const { throw BadInput(fmt::format("{}: {}", path_, what)); }

} // namespace fray::demo
