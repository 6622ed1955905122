// What there is to say of one agent, in words: what it does, whom it fights, what it holds, why it waits, and what
// happened to it last.
#pragma once

#include "agent_log.h"
#include "fray/battle.h"

#include <string>
#include <utility>
#include <vector>

namespace fray::demo {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// Empty: there is no such agent now.
Facts facts_of(const World& world, Serial agent);
/// `#12 archer`.
std::string name_of(const World& world, Serial agent);
/// Why it waits, in a sentence; empty: it does not.
std::string why_text(const World& world, Serial agent);
/// `state approach → combat`; `refuse grid 3/1 of #4`.
std::string event_text(const World& world, const Event& event);

} // namespace fray::demo
