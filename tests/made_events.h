// Events made by hand, for tests of code that reads the events of a step.
#pragma once

#include "fray/events.h"

#include <cstdint>
#include <tuple>
#include <vector>

namespace fray::test {

/// An agent in an event that has a serial but a null id.
inline EventAgent agent(Serial serial) { return {{}, serial}; }

/// Keeps events of all kinds, in the order in which they are added.
class MadeEvents {
public:
    template <typename... Kinds> explicit MadeEvents(Kinds... events) { (add(events), ...); }

    /// The reference is valid until the next event of the same kind is added.
    template <typename Kind> Kind& add(Kind event) {
        auto& list = std::get<std::vector<Kind>>(lists_);
        event.sequence = static_cast<uint32_t>(order_.size());
        order_.push_back({Kind::type, static_cast<uint32_t>(list.size())});
        return list.emplace_back(event);
    }
    void clear() {
        std::apply([](auto&... list) { (list.clear(), ...); }, lists_);
        order_.clear();
    }
    /// All events added so far. The result is valid until an event is added.
    Events events() const {
        Events all;
        event_lists(all) = std::apply([](const auto&... list) { return std::tuple(std::span(list)...); }, lists_);
        all.order = order_;
        return all;
    }

private:
    template <typename... Kinds>
    static std::tuple<std::vector<Kinds>...> vectors_of(const std::tuple<std::span<const Kinds>&...>&);

    decltype(vectors_of(event_lists(std::declval<Events&>()))) lists_;
    std::vector<EventRef> order_;
};

} // namespace fray::test
