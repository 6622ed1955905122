#include "scenes.h"

#include "files/bad_input.h"
#include "files/output.h"
#include "files/paths.h"

#include <algorithm>

namespace fray::demo {

Scenes::Scenes(const BattleChoice& choice, const std::vector<Axis>& axes, std::string player, std::string team)
    : choice_(choice), axes_(axes), player_(std::move(player)), team_(std::move(team)),
      path_(find_scenario(choice.scenario)) {
    // The file alone may be invalid where each variant corrects it, so its errors are ignored here.
    const ScenarioResult result = load_scenario(path_);
    if (result.text.empty()) throw BadInput(result.errors);
    text_ = result.text;
}

ScenarioResult Scenes::read(const Variant& variant) const {
    ScenarioResult result = parse_scenario(text_, path_, sets_of(axes_, variant));
    if (!result.ok()) throw BadInput(result.errors);
    return result;
}

void Scenes::check(const Variant& variant) {
    const ScenarioResult result = read(variant);
    find_player(result.scenario, choice_.agents, player_, team_);
    add_inputs(inputs_, path_, result.scenario);
    for (const std::string& warning : result.warnings)
        if (std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end()) warnings_.push_back(warning);
}

void Scenes::print_warnings() const {
    for (const std::string& warning : warnings_) print_error(warning);
}

std::shared_ptr<const Scene> Scenes::of(const Variant& variant) const {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<const Scene>& known = known_[variant];
    if (auto scene = known.lock()) return scene;
    ScenarioResult result = read(variant);
    const Player player = find_player(result.scenario, choice_.agents, player_, team_);
    auto scene = std::make_shared<const Scene>(Scene{std::move(result.scenario), player});
    known = scene;
    return scene;
}

} // namespace fray::demo
