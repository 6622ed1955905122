// Makes a fuzz scenario from a seed: small, dense crowds with extreme archetypes, and a host that sends commands also
// to agents that attack. Some have a plot: a planned course of events that chance alone does not produce. Designs
// (random/designs.h) are added by chance: brains to about half of all scenarios, reach to three fifths, each other
// design to a quarter to a half. One scenario in eight is a battle of lines instead.
#pragma once

#include "comparison.h"

namespace fray::model {

enum class With : uint8_t { none, by_chance, always };

/// Which designs are added. With `With::none` the scenario of a seed is as if the design did not exist.
struct Designs {
    With battles = With::by_chance; ///< not by chance if brains are always added
    With brains = With::by_chance;
    With reach = With::by_chance;
    With fields = With::by_chance;
    With monsters = With::by_chance;
    With reload = With::by_chance;
    With squads = With::by_chance;
    With morale = With::by_chance;
    With perform = With::by_chance;
    With orders = With::by_chance;
    With bodies = With::by_chance;
    With rearming = With::by_chance;
    With links = With::by_chance;
    With ground = With::by_chance;
    With obstacles = With::by_chance; ///< only with ground; `always` adds ground too, unless that is `none`
    With detail = With::by_chance;
    With health = With::by_chance;
    With origin = With::by_chance;
};

/// `frames` 0: the seed decides, 100 to 400.
FuzzScenario random_fuzz_scenario(uint64_t seed, int frames = 0, const Designs& designs = {});

} // namespace fray::model
