// A scenario's archetypes as they are tuned, and the file that they come from and go back to.
#pragma once

#include "figures.h"
#include "fray/scenario.h"
#include "toml_editor.h"

#include <string>
#include <vector>

namespace fray::demo {

/// The text of a scenario's file with changes to it. What is tuned is always what the changed text says, read by the
/// loader: so a saved file gives the same scenario.
class Tuning {
public:
    /// `sets` are the command line's changes to the file; those of archetypes' figures are taken for changes of the
    /// tuning's own, and saved with them. Throws std::invalid_argument with what the loader says.
    Tuning(std::string path, std::string text, std::vector<std::string> sets);

    const Scenario& scenario() const { return scenario_; }
    /// As they are tuned.
    const std::vector<Tunable>& figures() const { return figures_; }
    /// By path: what is different from the file.
    const TomlChanges& changes() const { return changes_; }
    bool is_changed(const TomlPath& path) const { return changes_.contains(path); }
    const std::string& path() const { return path_; }

    /// Empty: done. Else what the loader has against it, and nothing has changed.
    std::string set(const TomlPath& path, const nlohmann::json& value);
    /// The same, to what the file says.
    std::string take_back(const TomlPath& path);
    std::string take_all_back();

    /// What came of saving.
    struct Saved {
        bool done = false;
        bool differs = false; ///< somebody else has changed the file: `overwrite`, `reload`, or leave it
        std::string message;
    };
    /// Writes the changes to the file, if it is still the one that was read.
    Saved save();
    /// Writes the changes to the file as it is now, over what it says of these figures.
    Saved overwrite();
    /// Drops the changes and takes what the file says now.
    Saved reload();

private:
    struct Read;
    Read read(const std::string& text, const TomlChanges& changes) const;
    std::string take(TomlChanges changes, const TomlPath& touched);
    Saved write(const std::string& text);

    std::string path_;
    std::string text_; ///< of the file, as it was read or written last
    std::vector<std::string> sets_;
    TomlChanges changes_;
    std::vector<Tunable> in_file_; ///< as `text_` and `sets_` say
    Scenario scenario_;
    std::vector<Tunable> figures_;
};

} // namespace fray::demo
