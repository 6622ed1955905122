// Measures how much of a crowd fights: whether the agents in contact with an enemy attack, whether holders reach their
// slots, and what becomes of attack tokens. It reads the events and positions of every step.
#pragma once

#include "figures.h"
#include "fray/world.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fray::demo {

class MeleeStats {
public:
    /// The event types that MeleeStats needs.
    static constexpr EventMask events =
        event_bits(EventType::attack, EventType::attack_end, EventType::arrive, EventType::slot, EventType::unslot,
                   EventType::token, EventType::stagger, EventType::morale);

    /// Adds a step. Call it after every step.
    void add(const World& world);
    /// Clears the figures so far. Times that have begun go on.
    void forget();
    MeleeFigures figures(const World& world) const;

private:
    struct Fighter {
        int64_t contact_since = -1; ///< us, begin of the present 4 s with an enemy within 2.2 m; -1: none
        int64_t near_since = -1;    ///< us, since when an enemy has been within 3 m; -1: none is
        int64_t attacked_at = -1;   ///< us, when it last began an attack; -1: never
        int64_t excused_until = -1; ///< us, when it last was staggered, rested after a relief, wavered or routed
        int64_t slot_at = -1;       ///< us, when it got the slot to which it is on the way; -1: none
        int64_t in_time_until = 0;  ///< us, the latest time for arriving there
        bool token_unused = false;  ///< it has a token, and no attack has begun with it

        void excuse(int64_t until) { excused_until = std::max(excused_until, until); }
    };

    Fighter& fighter(Serial serial);
    void read_events(const World& world, int64_t now);
    void end_way(Fighter& fighter, bool in_time);
    void excuse_unsteady(const World& world, int64_t now);
    void sample(const World& world, int64_t now);
    void sample_agent(Fighter& fighter, bool contact, bool near, int64_t now);

    std::vector<Fighter> fighters_; ///< by serial
    std::vector<float> arrivals_;   ///< s
    MeleeFigures figures_;
    bool begun_ = false; ///< an attack has begun
};

} // namespace fray::demo
