#include "tuning.h"

#include "files/whole_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>

namespace fray::demo {
namespace {

constexpr const char* archetypes_word = "archetypes.";

bool is_of_archetypes(const std::string& set) { return set.starts_with(archetypes_word); }

/// The value at the path; for a list element, its list.
const Tunable* figure_of_change(const std::vector<Tunable>& figures, TomlPath path) {
    if (const Tunable* figure = find_figure(figures, path)) return figure;
    if (path.empty()) return nullptr;
    path.pop_back();
    return find_figure(figures, path);
}

} // namespace

struct Tuning::Read {
    Scenario scenario;
    std::string errors; ///< empty: none
};

Tuning::Tuning(std::string path, std::string text, std::vector<std::string> sets)
    : path_(std::move(path)), text_(std::move(text)), sets_(std::move(sets)) {
    Read given = read(text_, {});
    if (!given.errors.empty()) throw std::invalid_argument(given.errors);
    scenario_ = std::move(given.scenario);
    figures_ = figures_of(scenario_);
    std::erase_if(sets_, [&](const std::string& set) {
        if (!is_of_archetypes(set)) return false;
        const Tunable* figure = figure_of_change(figures_, path_of_change(scenario_, set.substr(0, set.find('='))));
        if (figure != nullptr) changes_[figure->path] = figure->value;
        return figure != nullptr;
    });
    in_file_ = changes_.empty() ? figures_ : figures_of(read(text_, {}).scenario);
}

Tuning::Read Tuning::read(const std::string& text, const TomlChanges& changes) const {
    try {
        ScenarioResult result = parse_scenario(with_changes(text, changes), path_, sets_, false);
        return {std::move(result.scenario), fmt::format("{}", fmt::join(result.errors, "\n"))};
    } catch (const std::invalid_argument& error) {
        return {{}, error.what()};
    }
}

std::string Tuning::set(const TomlPath& path, const nlohmann::json& value) {
    TomlChanges changes = changes_;
    changes[path] = value;
    return take(std::move(changes), path);
}

std::string Tuning::take_back(const TomlPath& path) {
    TomlChanges changes = changes_;
    changes.erase(path);
    return take(std::move(changes), path);
}

std::string Tuning::take_all_back() { return take({}, {}); }

std::string Tuning::take(TomlChanges changes, const TomlPath& touched) {
    // A value that equals the file's value is not a change, so that the file keeps its own notation.
    const auto wanted = changes.find(touched);
    const Tunable* before = find_figure(in_file_, touched);
    if (wanted != changes.end() && before != nullptr && is_same_value(before->value, wanted->second)) {
        TomlChanges without = changes;
        without.erase(touched);
        const Read as_file = read(text_, without);
        const std::vector<Tunable> figures = figures_of(as_file.scenario);
        const Tunable* found = find_figure(figures, touched);
        if (as_file.errors.empty() && found != nullptr && is_same_value(found->value, before->value)) changes = without;
    }
    Read changed = read(text_, changes);
    if (!changed.errors.empty()) return changed.errors;
    std::vector<Tunable> figures = figures_of(changed.scenario);
    for (const auto& [path, value] : changes) {
        const Tunable* figure = find_figure(figures, path);
        if (figure == nullptr || !is_same_value(figure->value, value))
            return fmt::format("{}: not changed: another change, or --set, overrides it", to_text(path));
    }
    changes_ = std::move(changes);
    scenario_ = std::move(changed.scenario);
    figures_ = std::move(figures);
    return "";
}

Tuning::Saved Tuning::save() {
    std::string now;
    if (const std::string error = read_whole(path_, &now); !error.empty()) return {false, false, error};
    if (now != text_) return {false, true, fmt::format("{}: has been changed on disk meanwhile", path_)};
    if (changes_.empty()) return {true, false, fmt::format("{}: nothing to save", path_)};
    return write(now);
}

Tuning::Saved Tuning::overwrite() {
    std::string now;
    if (const std::string error = read_whole(path_, &now); !error.empty()) return {false, false, error};
    return write(now);
}

Tuning::Saved Tuning::write(const std::string& text) {
    const Read tuned = read(text, changes_);
    if (!tuned.errors.empty()) return {false, false, tuned.errors + "\nnothing was written"};
    const std::string changed = with_changes(text, changes_);
    // Parses the scenario again, now with ground and groups.
    const ScenarioResult loaded = parse_scenario(changed, path_, sets_);
    if (!loaded.ok()) return {false, false, fmt::format("{}\nnothing was written", fmt::join(loaded.errors, "\n"))};
    const std::vector<Tunable> figures = figures_of(loaded.scenario);
    for (const auto& [path, value] : changes_) {
        const Tunable* figure = find_figure(figures, path);
        if (figure == nullptr || !is_same_value(figure->value, value))
            return {false, false,
                    fmt::format("{}: the written file would not have this value; nothing was written", to_text(path))};
    }
    if (text == text_ && resolved_json(loaded.scenario) != resolved_json(scenario_))
        return {false, false,
                fmt::format("{}: the written file would not give the tuned values; nothing was written", path_)};
    if (const std::string error = replace_whole(path_, changed); !error.empty()) return {false, false, error};
    const size_t count = changes_.size();
    text_ = changed;
    changes_.clear();
    scenario_ = tuned.scenario;
    in_file_ = figures_ = figures_of(scenario_);
    return {true, false, fmt::format("{}: saved, {} value{} changed", path_, count, count == 1 ? "" : "s")};
}

Tuning::Saved Tuning::reload() {
    std::string now;
    if (const std::string error = read_whole(path_, &now); !error.empty()) return {false, false, error};
    Read changed = read(now, {});
    if (!changed.errors.empty()) return {false, false, changed.errors + "\nnot reloaded: the battle goes on as it was"};
    text_ = std::move(now);
    changes_.clear();
    scenario_ = std::move(changed.scenario);
    in_file_ = figures_ = figures_of(scenario_);
    return {true, false, fmt::format("{}: reloaded", path_)};
}

} // namespace fray::demo
