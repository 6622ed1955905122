#include "battle_tally.h"

#include <cmath>

namespace fray::demo {

void BattleTally::add(const FightFrame& frame) {
    for_each_event(frame.events, [&](const auto& e) {
        if constexpr (requires { on(e, frame.now_us); }) {
            on(e, frame.now_us);
        } else if constexpr (requires(AgentTally & agent) { on(agent, e, frame.now_us); }) {
            if (AgentTally* const agent = find(e.agent.serial)) on(*agent, e, frame.now_us);
        }
    });
    end_us_ = frame.end_us;
}

std::vector<AgentTally> BattleTally::agents() const {
    std::vector<AgentTally> all = agents_;
    for (AgentTally& agent : all)
        if (agent.spawned_us >= 0 && agent.ended_us < 0) count(agent, end_us_);
    return all;
}

void BattleTally::on(const SpawnEvent& e, int64_t now_us) {
    const auto serial = static_cast<size_t>(e.agent.serial);
    if (serial >= agents_.size()) agents_.resize(serial + 1);
    AgentTally& agent = agents_[serial];
    agent.team = e.team;
    agent.spawned_us = agent.counted_us = now_us;
}

void BattleTally::on(AgentTally& attacker, const AttackEvent& e, int64_t now_us) {
    if (first_attack_us_ < 0) first_attack_us_ = now_us;
    // An attack that begins anew within the grace after an interruption is the same attack.
    if (attacker.attacking == e.target.serial) return;
    end_attack(attacker, now_us);
    AgentTally* const target = find(e.target.serial);
    if (target == nullptr || target->ended_us >= 0) return;
    count(*target, now_us);
    ++target->attacks;
    ++target->in_progress;
    attacker.attacking = e.target.serial;
}

void BattleTally::on(AgentTally& attacker, const AttackEndEvent&, int64_t now_us) { end_attack(attacker, now_us); }

void BattleTally::on(AgentTally&, const HitEvent& e, int64_t) {
    if (AgentTally* const target = find(e.target.serial)) ++target->hits;
}

void BattleTally::on(AgentTally& agent, const HurtEvent& e, int64_t now_us) {
    if (agent.first_hurt_us < 0) agent.first_hurt_us = now_us;
    agent.damage_thousandths += std::llround(double{e.amount} * 1000.0);
}

void BattleTally::on(AgentTally& agent, const DeathEvent&, int64_t now_us) { end(agent, true, now_us); }

void BattleTally::on(AgentTally& agent, const DespawnEvent&, int64_t now_us) { end(agent, false, now_us); }

void BattleTally::on(AgentTally& agent, const JoinEvent& e, int64_t) { agent.team = e.team; }

void BattleTally::end_attack(AgentTally& attacker, int64_t now_us) {
    if (AgentTally* const target = find(attacker.attacking); target != nullptr && target->ended_us < 0) {
        count(*target, now_us);
        --target->in_progress;
    }
    attacker.attacking = no_serial;
}

void BattleTally::end(AgentTally& agent, bool died, int64_t now_us) {
    if (agent.ended_us >= 0) return; // a dead agent that is removed
    count(agent, now_us);
    agent.ended_us = now_us;
    agent.died = died;
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
