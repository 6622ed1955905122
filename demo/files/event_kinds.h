// Helps code that handles events of many kinds.
#pragma once

#include "fray/events.h"

#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace fray::demo {

/// Combines functions for different argument types into one visitor for events of several kinds.
template <typename... Functions> struct Overloaded : Functions... { using Functions::operator()...; };
template <typename... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

template <typename... Lists> std::variant<typename Lists::value_type...> any_of_lists(const std::tuple<Lists&...>&);
/// An event of any kind.
using AnyEvent = decltype(any_of_lists(event_lists(std::declval<Events&>())));

/// The agent to which an event happens; for a move input, the leader of the squad. no_serial: there is none.
template <typename Kind> Serial agent_of(const Kind& event) {
    if constexpr (std::is_same_v<Kind, MoveInputEvent>)
        return event.leader.serial;
    else if constexpr (requires { event.agent; })
        return event.agent.serial;
    else
        return no_serial;
}

} // namespace fray::demo
