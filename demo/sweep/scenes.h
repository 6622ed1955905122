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

/// The scenario's file is read once; what is in it then holds for the whole sweep.
class Scenes {
public:
    /// `choice` and `axes` outlive this; `choice.sets` is not looked at. Throws BadInput.
    Scenes(const BattleChoice& choice, const std::vector<Axis>& axes, std::string player, std::string team);

    /// Throws BadInput with all that is wrong with a variant. What is only warned about is kept.
    void check(const Variant& variant);
    /// Says on stderr what variants were warned about, each warning once.
    void print_warnings() const;

    /// On any thread. Who holds a scene keeps it for others who ask meanwhile.
    std::shared_ptr<const Scene> of(const Variant& variant) const;

    const std::string& text() const { return text_; }

private:
    ScenarioResult read(const Variant& variant) const;

    const BattleChoice& choice_;
    const std::vector<Axis>& axes_;
    std::string player_, team_;
    std::string path_, text_;
    std::vector<std::string> warnings_;
    mutable std::mutex mutex_;
    mutable std::map<Variant, std::weak_ptr<const Scene>> known_;
};

} // namespace fray::demo
