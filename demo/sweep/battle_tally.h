// Counts attacks in progress, hits and the end of every agent while a battle goes on. It reads the events of every
// step. All times and sums are whole numbers, so the order of summation does not matter.
#pragma once

#include "fight/stats.h"

#include <cstdint>
#include <vector>

namespace fray::demo {

/// What an agent did and suffered in a battle. Times are microseconds of simulated time; -1: not yet.
///
/// An attack is in progress from its windup (event attack) until it ends (attack_end) or its target dies. An
/// interrupted attack that `interrupt_grace_time` keeps alive stays in progress.
struct AgentTally {
    TeamIndex team = 0;
    int64_t spawned_us = -1;
    int64_t ended_us = -1; ///< time at which the agent died or was removed
    bool died = false;
    int64_t first_hurt_us = -1;
    int64_t attacks = 0, hits = 0;
    int64_t damage_thousandths = 0; ///< sum of the damage of its hits; each hit is rounded
    int64_t attacks_us = 0;         ///< time of all attacks in progress on it, summed over the attacks
    int64_t pressed_us = 0;         ///< time with at least one attack in progress on it

    int32_t in_progress = 0;
    int64_t counted_us = 0;       ///< the time up to which `attacks_us` and `pressed_us` are counted
    Serial attacking = no_serial; ///< the target of its own attack in progress
};

class BattleTally {
public:
    static constexpr EventMask events =
        event_bits(EventType::spawn, EventType::despawn, EventType::attack, EventType::attack_end, EventType::hit,
                   EventType::hurt, EventType::death, EventType::join);

    /// Adds a step. Call it for every step, from the first.
    void add(const FightFrame& frame);

    /// By serial, counted up to the end of the last step.
    std::vector<AgentTally> agents() const;
    int64_t first_attack_us() const { return first_attack_us_; } ///< -1: there was no attack
    int64_t end_us() const { return end_us_; }

private:
    void on(const SpawnEvent& e, int64_t now_us);
    void on(AgentTally& agent, const AttackEvent& e, int64_t now_us);
    void on(AgentTally& agent, const AttackEndEvent& e, int64_t now_us);
    void on(AgentTally& agent, const HitEvent& e, int64_t now_us);
    void on(AgentTally& agent, const HurtEvent& e, int64_t now_us);
    void on(AgentTally& agent, const DeathEvent& e, int64_t now_us);
    void on(AgentTally& agent, const DespawnEvent& e, int64_t now_us);
    void on(AgentTally& agent, const JoinEvent& e, int64_t now_us);
    void end_attack(AgentTally& attacker, int64_t now_us);
    static void end(AgentTally& agent, bool died, int64_t now_us);
    AgentTally* find(Serial agent);
    static void count(AgentTally& agent, int64_t until_us);

    std::vector<AgentTally> agents_;
    int64_t first_attack_us_ = -1;
    int64_t end_us_ = 0;
};

} // namespace fray::demo
