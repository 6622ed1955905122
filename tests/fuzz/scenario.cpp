// Scenarios: any text is refused with an error that says where, or it is a battle that runs.
#include "fuzz/fuzz.h"
#include "fuzz/look.h"

#include "fray/battle.h"
#include "fray/scenario.h"

#include <numeric>
#include <string_view>
#include <vector>

namespace fray::fuzz {

/// Scripts may shout, and a battle of many agents takes long.
void run(Input input) {
    const std::string_view text(reinterpret_cast<const char*>(input.rest().data()), input.rest().size());
    static_cast<void>(migrate_scenario(text));
    const ScenarioResult read = parse_scenario(text, "fuzz.toml", {}, false);
    if (!read.ok()) return;
    const auto jobs = make_serial_jobs();
    auto made = Battle::create(read.scenario, {.agents = 30, .world = {.jobs = jobs.get()}});
    const std::vector<int64_t> counts = group_counts(read.scenario);
    // Perhaps no group can be made larger or smaller.
    if (!made && std::accumulate(counts.begin(), counts.end(), int64_t{0}) < 1000)
        made = Battle::create(read.scenario, {.world = {.jobs = jobs.get()}});
    if (!made) return expect(!made.error_text().empty(), "refused without a word");
    Battle& battle = *made;
    for (int i = 0; i < 20 && !battle.over(); ++i)
        if (const auto stepped = battle.step(); !stepped)
            return expect(!stepped.error_text().empty(), "refused without a word");
    look_at(battle.world());
}

} // namespace fray::fuzz
