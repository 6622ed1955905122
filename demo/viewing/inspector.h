// Describes an agent in words: its state, its target, what it holds, why it waits, and its last events.
#pragma once

#include "agent_log.h"
#include "fray/battle.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fray::demo {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// Empty: the agent does not exist now.
Facts facts_of(const World& world, Serial agent);
/// For example `#12 archer`.
std::string name_of(const World& world, Serial agent);
/// Why the agent waits, in a sentence; empty: it does not wait.
std::string why_text(const World& world, Serial agent);
/// What the label beside an agent says: its name, what it does or why it waits, and how full a circle is. `circle`: the
/// target of that circle; null: it is left out. Without the circle there are two lines.
std::vector<std::string> label_lines(const World& world, Serial agent, AgentId circle);
/// For example `state approach -> combat` or `wait grid 3/1 of #4`.
std::string event_text(const World& world, const AnyEvent& event);

/// The row of an agent. Empty: the agent does not exist now.
std::optional<size_t> row_of(const World& world, Serial agent);

} // namespace fray::demo
