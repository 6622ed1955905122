// Which of the attacks that fit (rules: Choice).
#pragma once

#include "definitions/definitions_layer.h"

#include <span>

namespace fray {

/// `fitting`: numbers of attacks in table order, at least one. Answers one of them, for an agent in this frame.
int choose_attack(const DefinitionsLayer& core, const Archetype& archetype, Serial serial,
                  std::span<const uint8_t> fitting);

} // namespace fray
