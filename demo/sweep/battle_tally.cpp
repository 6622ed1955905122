#include "battle_tally.h"

#include <cmath>

namespace fray::demo {

void BattleTally::add(const FightFrame& frame) {
    for (const Event& e : frame.events) event(e, frame.now_us);
    end_us_ = frame.end_us;
}

std::vector<AgentTally> BattleTally::agents() const {
    std::vector<AgentTally> all = agents_;
    for (AgentTally& agent : all)
        if (agent.spawned_us >= 0 && agent.ended_us < 0) count(agent, end_us_);
    return all;
}

void BattleTally::event(const Event& e, int64_t now_us) {
    if (e.type == EventType::spawn) {
        if (static_cast<size_t>(e.agent) >= agents_.size()) agents_.resize(static_cast<size_t>(e.agent) + 1);
        AgentTally& agent = agents_[static_cast<size_t>(e.agent)];
        agent.team = static_cast<TeamIndex>(e.c);
        agent.spawned_us = agent.counted_us = now_us;
        return;
    }
    AgentTally* const agent = find(e.agent);
    if (agent == nullptr) return;
    switch (e.type) {
    case EventType::attack: return begin_attack(e, now_us);
    case EventType::attack_end: return end_attack(e.agent, now_us);
    case EventType::hit:
        if (AgentTally* const target = find(e.target)) ++target->hits;
        return;
    case EventType::hurt:
        if (agent->first_hurt_us < 0) agent->first_hurt_us = now_us;
        agent->damage_thousandths += std::llround(double{e.x} * 1000.0);
        return;
    case EventType::death: return end(e.agent, true, now_us);
    case EventType::despawn: return end(e.agent, false, now_us);
    case EventType::join: agent->team = static_cast<TeamIndex>(e.c); return;
    default: return;
    }
}

void BattleTally::begin_attack(const Event& e, int64_t now_us) {
    if (first_attack_us_ < 0) first_attack_us_ = now_us;
    AgentTally& attacker = *find(e.agent);
    // An attack that begins anew within the grace after an interruption is the same attack.
    if (attacker.attacking == e.target) return;
    end_attack(e.agent, now_us);
    AgentTally* const target = find(e.target);
    if (target == nullptr || target->ended_us >= 0) return;
    count(*target, now_us);
    ++target->attacks;
    ++target->in_progress;
    attacker.attacking = e.target;
}

void BattleTally::end_attack(Serial attacker, int64_t now_us) {
    AgentTally& from = *find(attacker);
    if (AgentTally* const target = find(from.attacking); target != nullptr && target->ended_us < 0) {
        count(*target, now_us);
        --target->in_progress;
    }
    from.attacking = no_serial;
}

void BattleTally::end(Serial agent, bool died, int64_t now_us) {
    AgentTally& tally = *find(agent);
    if (tally.ended_us >= 0) return; // a dead agent that is removed
    count(tally, now_us);
    tally.ended_us = now_us;
    tally.died = died;
}

AgentTally* BattleTally::find(Serial agent) {
    const bool known = agent >= 0 && static_cast<size_t>(agent) < agents_.size();
    return known ? &agents_[static_cast<size_t>(agent)] : nullptr;
}

void BattleTally::count(AgentTally& agent, int64_t until_us) {
    const int64_t time = until_us - agent.counted_us;
    agent.attacks_us += time * agent.in_progress;
    if (agent.in_progress > 0) agent.pressed_us += time;
    agent.counted_us = until_us;
}

} // namespace fray::demo
