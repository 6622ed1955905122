// What is counted of every agent while a battle goes on: attacks in progress on it, blows, and its end. Fed after every
// step, of events alone; times and sums are whole numbers, so their order makes no difference.
#pragma once

#include "fight/stats.h"

#include <cstdint>
#include <vector>

namespace fray::demo {

/// Times are microseconds of the battle, -1: not yet.
///
/// An attack is in progress from its windup on (event attack) until it ends (attack_end), or its target dies. One that
/// was interrupted and is kept by `interrupt_grace` stays in progress.
struct AgentTally {
    TeamIndex team = 0;
    int64_t spawned_us = -1;
    int64_t ended_us = -1; ///< it died, or was taken away
    bool died = false;
    int64_t first_hurt_us = -1;
    int64_t attacks = 0, hits = 0;
    int64_t damage_thousandths = 0; ///< each blow rounded
    int64_t attacks_us = 0;         ///< of all attacks in progress on it, added up
    int64_t pressed_us = 0;         ///< in which there was at least one

    int32_t in_progress = 0;
    int64_t counted_us = 0;       ///< up to when the two before are counted
    Serial attacking = no_serial; ///< whom its own attack in progress is on
};

class BattleTally {
public:
    static constexpr EventMask events = event_bit(EventType::spawn) | event_bit(EventType::despawn) |
                                        event_bit(EventType::attack) | event_bit(EventType::attack_end) |
                                        event_bit(EventType::hit) | event_bit(EventType::hurt) |
                                        event_bit(EventType::death) | event_bit(EventType::join);

    /// Every step, from the first on.
    void add(const FightFrame& frame);

    /// By serial, counted up to the last step's end.
    std::vector<AgentTally> agents() const;
    int64_t first_attack_us() const { return first_attack_us_; } ///< -1: there was none
    int64_t end_us() const { return end_us_; }

private:
    void event(const Event& e, int64_t now_us);
    void begin_attack(const Event& e, int64_t now_us);
    void end_attack(Serial attacker, int64_t now_us);
    void end(Serial agent, bool died, int64_t now_us);
    AgentTally* find(Serial agent);
    static void count(AgentTally& agent, int64_t until_us);

    std::vector<AgentTally> agents_;
    int64_t first_attack_us_ = -1;
    int64_t end_us_ = 0;
};

} // namespace fray::demo
