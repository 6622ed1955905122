#include "teller.h"

#include "stage_manager.h"

namespace plain {

namespace {

fray::EventAgent named(fray::Serial serial) { return {.serial = serial}; }

} // namespace

Teller::Known Teller::look_at(const Agent& agent) {
    Known is;
    is.living = agent.alive();
    if (agent.target != nullptr) is.target = agent.target->serial;
    if (agent.at == nullptr) return is;
    is.circle = agent.at->centre().serial;
    is.slot = agent.at->slot_of(agent);
    is.attack = agent.at->attack_of(agent);
    is.arrived = agent.arrived;
    is.swinging = agent.swinging;
    return is;
}

const fray::Events& Teller::tell() {
    const auto& agents = battle_.agents();
    lists_ = {};
    if (was_.empty()) spawns();
    is_.clear();
    for (const auto& agent : agents) is_.push_back(look_at(*agent));
    for (const Chapter chapter :
         {&Teller::targets, &Teller::thinks, &Teller::settles, &Teller::slots, &Teller::tokens}) {
        for (size_t i = 0; i < agents.size(); ++i) (this->*chapter)(*agents[i], was_[i], is_[i]);
    }
    std::swap(was_, is_);
    events_ = {.spawns = lists_.spawns,
               .targets = lists_.targets,
               .requests = lists_.requests,
               .withdrawals = lists_.withdrawals,
               .arrivals = lists_.arrivals,
               .attacks = lists_.attacks,
               .attack_ends = lists_.attack_ends,
               .deaths = lists_.deaths,
               .unslots = lists_.unslots,
               .slots = lists_.slots,
               .tokens = lists_.tokens,
               .order = lists_.order};
    return events_;
}

template <typename Kind> void Teller::add(std::vector<Kind>& list, const Agent& agent, const Known& at) {
    Kind event{.agent = named(agent.serial)};
    if constexpr (requires { event.target; }) event.target = named(at.circle);
    if constexpr (requires { event.attack; }) event.attack = static_cast<int16_t>(at.attack);
    if constexpr (requires { event.slot; }) event.slot = static_cast<int16_t>(at.slot);
    if constexpr (requires { event.weight; }) event.weight = agent.attack_def(at.attack).weight;
    append(list, event);
}

template <typename Kind> void Teller::append(std::vector<Kind>& list, Kind event) {
    event.sequence = static_cast<uint32_t>(lists_.order.size());
    lists_.order.push_back({Kind::type, static_cast<uint32_t>(list.size())});
    list.push_back(event);
}

void Teller::spawns() {
    for (const auto& agent : battle_.agents()) {
        append(lists_.spawns, {.agent = named(agent->serial),
                               .archetype = static_cast<fray::ArchetypeIndex>(agent->archetype.index),
                               .team = static_cast<fray::TeamIndex>(agent->team),
                               .position = agent->position});
        was_.emplace_back();
    }
}

void Teller::targets(const Agent& agent, const Known& was, const Known& is) {
    if (is.target == was.target) return;
    append(lists_.targets, {.agent = named(agent.serial), .target = named(is.target)});
}

void Teller::thinks(const Agent& agent, const Known& was, const Known& is) {
    if (is.arrived && !was.arrived) add(lists_.arrivals, agent, is);
    if (is.swinging && !was.swinging) add(lists_.attacks, agent, is);
    if (was.attack >= 0 && is.attack < 0) add(lists_.attack_ends, agent, was);
    if (was.circle != fray::no_serial && was.slot < 0 && is.circle != was.circle) add(lists_.withdrawals, agent, was);
    if (is.circle != fray::no_serial && is.circle != was.circle) add(lists_.requests, agent, is);
}

void Teller::settles(const Agent& agent, const Known& was, const Known& is) {
    if (was.living && !is.living) append(lists_.deaths, {.agent = named(agent.serial)});
    if (was.slot >= 0 && is.slot < 0) add(lists_.unslots, agent, was);
}

/// After an attack the agent gets a slot again, possibly the same slot.
void Teller::slots(const Agent& agent, const Known& was, const Known& is) {
    if (is.slot < 0) return;
    const bool ended = was.attack >= 0 && is.attack < 0;
    if (was.slot >= 0 && !ended && is.slot == was.slot) return;
    add(lists_.slots, agent, is);
    if (was.slot >= 0) lists_.slots.back().cause = fray::SlotCause::moved;
}

void Teller::tokens(const Agent& agent, const Known& was, const Known& is) {
    if (is.attack < 0 || was.attack >= 0) return;
    add(lists_.tokens, agent, is);
}

} // namespace plain
