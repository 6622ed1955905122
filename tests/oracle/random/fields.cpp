#include "engine/random_fields.h"
#include "random/designs.h"
#include "random/dice.h"

namespace fray::model {

void add_fields(FuzzScenario& fuzz_scenario) {
    constexpr double share = 0.03; // share of the changed fields: three or four fields of an archetype
    constexpr int most_slots_of_the_model = 20;
    Dice dice(fuzz_scenario.seed ^ 0x6a09e667f3bcc909ull);
    for (ArchetypeDef& def : fuzz_scenario.archetypes) {
        for (int attempt = 0; attempt < 8; ++attempt) {
            ArchetypeDef other = def;
            describe(test::RandomFields(dice.bits(), share), other);
            // Fields that the rest of the scenario relies on.
            other.engagement.managed = def.engagement.managed;
            other.autonomous = def.autonomous;
            other.body.motion = def.body.motion;
            other.body.host_owns_health = def.body.host_owns_health;
            other.circle.slots = std::min(other.circle.slots, most_slots_of_the_model);
            if (other.circle.slots == 0)
                other.circle.grid_capacity = std::min(other.circle.grid_capacity, most_slots_of_the_model);
            if (!validate(other).empty()) continue; // the new values break a constraint between fields
            def = other;
            break;
        }
    }
}

} // namespace fray::model
