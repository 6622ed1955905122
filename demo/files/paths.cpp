#include "paths.h"

#include "bad_input.h"
#include "words.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace fray::demo {
namespace {

namespace fs = std::filesystem;

const fs::path& shipped_dir() {
    static const fs::path dir = FRAY_SCENARIO_DIR;
    return dir;
}

} // namespace

std::string from_caller(const std::string& path) {
    const char* caller = std::getenv("FRAY_CALLER_DIR");
    if (!caller || !*caller || path.empty() || fs::path(path).is_absolute()) return path;
    return (fs::path(caller) / path).lexically_normal().string();
}

std::string program_call() {
    const char* script = std::getenv("FRAY_CALLED_AS");
    return script != nullptr && *script != '\0' ? escaped(script) : "fray";
}

std::vector<std::string> shipped_scenarios() {
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(shipped_dir(), error)) {
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string find_scenario(const std::string& given) {
    std::error_code error;
    const std::string path = from_caller(given);
    const bool is_folder = fs::is_directory(path, error); // perhaps the frames of a film of this battle
    if (!is_folder && fs::exists(path, error)) return path;
    const bool name_only = given.find('/') == std::string::npos;
    for (const char* ending : {"", ".toml"}) {
        const fs::path shipped = shipped_dir() / (given + ending);
        if (name_only && fs::is_regular_file(shipped, error)) return shipped.string();
    }
    if (is_folder) throw BadInput(fmt::format("{}: is a folder; allowed: a file", given));
    const std::vector<std::string> names = shipped_scenarios();
    throw BadInput(fmt::format("{}: no such file, and no scenario of this name{}; allowed: a file, or {}", given,
                               scenario::did_you_mean(given, names), fmt::join(names, ", ")));
}

} // namespace fray::demo
