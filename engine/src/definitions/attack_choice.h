// Chooses among the attacks that an agent may use now (rules.md, Choice, and Random numbers).
#pragma once

#include "definitions/kinds.h"
#include "storage/clock.h"
#include "storage/settings.h"

#include <span>

namespace fray {

/// Returns one of the attacks `fitting`, chosen by the rule `archetype.choice`. `fitting` holds numbers of attacks in
/// table order, at least one. Random choices depend only on the world's seed, the agent's serial and the frame.
int choose_attack(const Views<const Settings, const Clock>& world, const Archetype& archetype, Serial serial,
                  std::span<const uint8_t> fitting);

} // namespace fray
