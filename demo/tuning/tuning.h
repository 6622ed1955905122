// The tuned archetypes of a scenario, and the file that they are read from and saved to.
#pragma once

#include "figures.h"
#include "fray/scenario.h"
#include "toml_editor.h"

#include <string>
#include <vector>

namespace fray::demo {

/// The text of a scenario's file with changes. The tuned values are always what the loader reads from the changed text,
/// so the saved file gives the same scenario.
class Tuning {
public:
    /// `sets` are the command line's changes to the file. Changes of archetype values become changes of the tuning, and
    /// are saved with them. Throws std::invalid_argument with the loader's message.
    Tuning(std::string path, std::string text, std::vector<std::string> sets);

    const Scenario& scenario() const { return scenario_; }
    /// The tunable values, with the changes applied.
    const std::vector<Tunable>& figures() const { return figures_; }
    /// The differences from the file, by path.
    const TomlChanges& changes() const { return changes_; }
    bool is_changed(const TomlPath& path) const { return changes_.contains(path); }
    const std::string& path() const { return path_; }

    /// Sets a value. Returns an empty text on success. Otherwise returns the loader's error message, and nothing
    /// changes.
    std::string set(const TomlPath& path, const nlohmann::json& value);
    /// Restores the file's value. Returns an error message as `set` does.
    std::string take_back(const TomlPath& path);
    std::string take_all_back();

    /// The result of saving.
    struct Saved {
        bool done = false;
        bool differs = false; ///< another program changed the file: nothing was written, and the caller may call
                              ///< `overwrite` or `reload`
        std::string message;
    };
    /// Writes the changes to the file, if the file has not changed since it was read.
    Saved save();
    /// Writes the changes to the file as it is now, over its values of these keys.
    Saved overwrite();
    /// Drops the changes and reads the file again.
    Saved reload();

private:
    struct Read;
    Read read(const std::string& text, const TomlChanges& changes) const;
    std::string take(TomlChanges changes, const TomlPath& touched);
    Saved write(const std::string& text);

    std::string path_;
    std::string text_; ///< the file's text when it was last read or written
    std::vector<std::string> sets_;
    TomlChanges changes_;
    std::vector<Tunable> in_file_; ///< the values according to `text_` and `sets_`
    Scenario scenario_;
    std::vector<Tunable> figures_;
};

} // namespace fray::demo
