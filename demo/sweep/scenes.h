// The variants of a sweep as scenarios.
#pragma once

#include "axes.h"
#include "battle/setup.h"
#include "fray/scenario.h"
#include "player.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace fray::demo {

struct Scene {
    Scenario scenario;
    Player player;
};

/// Reads the scenario's file once; later changes to the file do not affect the sweep.
class Scenes {
public:
    /// `choice` and `axes` must outlive this object; `choice.sets` is ignored. Throws BadInput.
    Scenes(const BattleChoice& choice, const std::vector<Axis>& axes, std::string player, std::string team);

    /// Checks a variant and keeps its warnings. Throws BadInput with all its errors.
    void check(const Variant& variant);
    /// Prints the warnings of all variants to stderr, each warning once.
    void print_warnings() const;

    /// The scene of a variant. Thread-safe: while a caller holds a scene, other callers get the same object.
    std::shared_ptr<const Scene> of(const Variant& variant) const;

    const std::string& text() const { return text_; }
    /// The scenario's file and the files that the checked variants name.
    const FileUses& inputs() const { return inputs_; }

private:
    ScenarioResult read(const Variant& variant) const;

    const BattleChoice& choice_;
    const std::vector<Axis>& axes_;
    std::string player_, team_;
    std::string path_, text_;
    FileUses inputs_;
    std::vector<std::string> warnings_;
    mutable std::mutex mutex_;
    mutable std::map<Variant, std::weak_ptr<const Scene>> known_;
};

} // namespace fray::demo
