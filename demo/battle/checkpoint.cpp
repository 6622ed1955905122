#include "checkpoint.h"

#include "files/bad_input.h"
#include "files/build.h"
#include "files/output.h"
#include "files/paths.h"
#include "fray/recording.h"

#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* what_it_is = "fray_checkpoint";

Json describe(const Battle& battle) {
    return {{"scenario", battle.scenario().name},
            {"seed", battle.seed()},
            {"agents", battle.spawn_count()},
            {"resolved", Json::parse(resolved_json(battle.scenario()))}};
}

/// What differs first between the battle of a checkpoint and this battle; empty: nothing.
std::string difference(const Json& there, const Json& here) {
    const Json changes = Json::diff(there, here);
    if (changes.empty()) return {};
    const std::string path = changes[0].at("path");
    const Json::json_pointer at(path);
    const auto value = [&](const Json& json) { return json.contains(at) ? json.at(at).dump() : "missing"; };
    return fmt::format("{} is {}, of this battle {}", path.substr(1), value(there), value(here));
}

void keep_on_disk(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool kept = file >= 0 && ::fsync(file) == 0;
    const int error = errno;
    if (file >= 0) ::close(file);
    if (!kept) throw BadInput(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
}

/// A new file beside another, with its permissions, until it takes that file's name or is removed.
class Beside {
public:
    explicit Beside(const std::string& path) : path_(path), name_(path + ".XXXXXX") {
        const int file = ::mkostemp(name_.data(), O_CLOEXEC);
        if (file < 0) throw BadInput(fmt::format("{}: cannot be opened for writing: {}", path_, std::strerror(errno)));
        struct stat old {};
        ::fchmod(file, ::stat(path.c_str(), &old) == 0 ? old.st_mode & 07777 : 0644);
        ::close(file);
    }
    ~Beside() {
        if (!name_.empty()) ::unlink(name_.c_str());
    }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

    const std::string& name() const { return name_; }
    void take_its_place() {
        if (::rename(name_.c_str(), path_.c_str()) != 0)
            throw BadInput(fmt::format("{}: cannot be replaced: {}", path_, std::strerror(errno)));
        name_.clear();
    }

private:
    std::string path_, name_;
};

/// The text, with one name of a file in place of another.
std::string renamed(std::string text, const std::string& from, const std::string& to) {
    if (const size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
    return text;
}

} // namespace

Checkpoints::Checkpoints(const std::string& path, double every, const Battle& battle)
    : path_(target_of(from_caller(path))), every_(every), battle_(describe(battle).dump()), number_(number(battle)) {
    struct stat old {};
    const bool is_there = ::stat(path_.c_str(), &old) == 0;
    if (is_of_system(path_) || (is_there && !S_ISREG(old.st_mode)))
        throw BadInput(fmt::format("{}: is not a file; allowed: a file", path_));
    if (is_there && ::access(path_.c_str(), W_OK) != 0)
        throw BadInput(fmt::format("{}: cannot be opened for writing: {}", path_, std::strerror(errno)));
    const Beside can_be_written(path_); // as in `write`; the old checkpoint stays as it is
}

uint64_t Checkpoints::number(const Battle& battle) const {
    // Half a step of tolerance: the sum of the steps may fall short of a whole second.
    return static_cast<uint64_t>(std::floor((battle.world().time() + 0.5 / battle.scenario().hz) / every_));
}

void Checkpoints::frame(const Battle& battle) {
    const uint64_t due = number(battle);
    if (due > number_) write(battle);
    number_ = due;
}

void Checkpoints::write(const Battle& battle) {
    const bool whole = complete([&] {
        Json json = {{what_it_is, 1}, {"version", this_build().version}, {"battle", Json::parse(battle_)}};
        json["progress"] = Json::parse(battle.progress());
        Beside beside(path_);
        const Result<void> saved = save_snapshot(battle.world(), beside.name(), json.dump());
        if (!saved.ok()) throw BadInput(renamed(saved.error_text(), beside.name(), path_));
        keep_on_disk(beside.name());
        beside.take_its_place();
    });
    if (whole) frame_ = battle.world().frame();
    failed_ |= !whole;
}

void Checkpoints::finish(const Battle& battle) {
    if (frame_ != battle.world().frame()) write(battle);
}

void resume(Battle& battle, const std::string& path) {
    const Json here = describe(battle);
    std::string about;
    const Result<void> loaded = load_snapshot(battle.world(), path, &about);
    const Json json = Json::parse(about, nullptr, false);
    if (json.is_object() && json.contains("battle"))
        if (const std::string differs = difference(json["battle"], here); !differs.empty())
            throw BadInput(fmt::format("{}: a checkpoint of another battle: {}", path, differs));
    if (!loaded.ok()) throw BadInput(loaded.error_text());
    if (!json.is_object() || json.value(what_it_is, 0) != 1)
        throw BadInput(fmt::format("{}: a snapshot, not a checkpoint of `fray run`", path));
    const Result<void> resumed = battle.resume(json.value("progress", Json()).dump());
    if (!resumed.ok()) throw BadInput(fmt::format("{}: {}", path, resumed.error_text()));
}

} // namespace fray::demo
