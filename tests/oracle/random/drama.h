// A random drama from a seed: small crowds with extreme archetypes, close together, and a host that meddles, also with
// those who attack. Some have a plot, for what chance alone does not bring about. Designs (random/designs.h) come in by
// chance: brains in about half of all dramas, each of the others in a quarter to two fifths.
#pragma once

#include "judge.h"

namespace fray::model {

enum class With : uint8_t { none, by_chance, always };

/// `With::none` leaves a seed's drama as it would be if there were no such design.
struct Designs {
    With brains = With::by_chance;
    With fields = With::by_chance;
    With monsters = With::by_chance;
    With reload = With::by_chance;
    With squads = With::by_chance;
    With ground = With::by_chance;
    With detail = With::by_chance;
    With health = With::by_chance;
    With origin = With::by_chance;
};

/// `frames` 0: as many as the seed says, 100 to 400.
Drama random_drama(uint64_t seed, int frames = 0, const Designs& designs = {});

} // namespace fray::model
