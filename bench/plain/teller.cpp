#include "teller.h"

#include "stage_manager.h"

namespace plain {

using fray::EventType;

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

std::span<const fray::Event> Teller::tell() {
    const auto& agents = battle_.agents();
    events_.clear();
    if (was_.empty()) spawns();
    is_.clear();
    for (const auto& agent : agents) is_.push_back(look_at(*agent));
    for (const Chapter chapter :
         {&Teller::targets, &Teller::thinks, &Teller::settles, &Teller::slots, &Teller::tokens}) {
        for (size_t i = 0; i < agents.size(); ++i) (this->*chapter)(*agents[i], was_[i], is_[i]);
    }
    std::swap(was_, is_);
    return events_;
}

void Teller::add(EventType type, const Agent& agent, const Known& place, fray::Cause cause) {
    events_.push_back({.type = type,
                       .cause = cause,
                       .attack = static_cast<int16_t>(place.attack),
                       .slot = static_cast<int16_t>(place.slot),
                       .agent = agent.serial,
                       .target = place.circle});
}

void Teller::spawns() {
    for (const auto& agent : battle_.agents()) {
        events_.push_back({.type = EventType::spawn,
                           .c = static_cast<int16_t>(agent->team),
                           .agent = agent->serial,
                           .a = agent->archetype.index,
                           .x = agent->position.x,
                           .y = agent->position.y});
        was_.emplace_back();
    }
}

void Teller::targets(const Agent& agent, const Known& was, const Known& is) {
    if (is.target == was.target) return;
    events_.push_back({.type = EventType::target, .agent = agent.serial, .target = is.target});
}

void Teller::thinks(const Agent& agent, const Known& was, const Known& is) {
    if (is.arrived && !was.arrived) add(EventType::arrive, agent, is);
    if (is.swinging && !was.swinging) add(EventType::attack, agent, is);
    if (was.attack >= 0 && is.attack < 0) add(EventType::attack_end, agent, was);
    if (was.circle != fray::no_serial && was.slot < 0 && is.circle != was.circle) add(EventType::withdraw, agent, was);
    if (is.circle != fray::no_serial && is.circle != was.circle) add(EventType::request, agent, is);
}

void Teller::settles(const Agent& agent, const Known& was, const Known& is) {
    if (was.living && !is.living) add(EventType::death, agent, {});
    if (was.slot >= 0 && is.slot < 0) add(EventType::unslot, agent, was);
}

/// After an attack the agent gets a slot again, possibly the same slot.
void Teller::slots(const Agent& agent, const Known& was, const Known& is) {
    if (is.slot < 0) return;
    if (was.slot < 0) return add(EventType::slot, agent, is, fray::Cause::admitted);
    const bool ended = was.attack >= 0 && is.attack < 0;
    if (ended || is.slot != was.slot) add(EventType::slot, agent, is, fray::Cause::moved);
}

void Teller::tokens(const Agent& agent, const Known& was, const Known& is) {
    if (is.attack < 0 || was.attack >= 0) return;
    add(EventType::token, agent, is);
    events_.back().a = agent.attack_def(is.attack).weight;
}

} // namespace plain
