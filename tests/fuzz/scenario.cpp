// Scenarios: any text is refused with an error that says where, or it is a battle that runs.
#include "fuzz/fuzz.h"
#include "fuzz/look.h"

#include "fray/battle.h"
#include "fray/scenario.h"

#include <string_view>

namespace fray::fuzz {
namespace {

/// Scripts may shout, and a battle of many agents takes long.
void run(std::string_view text) {
    static_cast<void>(migrate_scenario(text));
    const ScenarioResult read = parse_scenario(text, "fuzz.toml", {}, false);
    if (!read.ok()) return;
    const auto jobs = make_serial_jobs();
    auto made = Battle::create(read.scenario, {.agents = 30, .world = {.jobs = jobs.get()}});
    if (!made) return expect(!made.error_text().empty(), "refused without a word");
    Battle& battle = *made;
    for (int i = 0; i < 20 && !battle.over(); ++i)
        if (const auto stepped = battle.step(); !stepped)
            return expect(!stepped.error_text().empty(), "refused without a word");
    look_at(battle.world());
}

} // namespace
} // namespace fray::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fray::fuzz::run({reinterpret_cast<const char*>(data), size});
    return 0;
}
