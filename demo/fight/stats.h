// Measures the fairness and quality of a fight: how often each agent attacks, how long agents wait, and how they stand
// around their targets. It reads the events and positions of every step.
#pragma once

#include "figures.h"
#include "fray/world.h"

#include <cstdint>
#include <queue>
#include <span>
#include <vector>

namespace fray::demo {

/// The part of a step that FightStats reads. Its times are the start and the end of the frame.
struct FightFrame {
    int64_t now_us = 0;
    int64_t end_us = 0;
    const Events& events;
    std::span<const Serial> serials; ///< serial of the agent in each row
    std::span<const Vec2> positions; ///< positions of the agents after the step, by row
};

/// The frame of the last step.
FightFrame fight_frame(const World& world);

/// Follows every agent by its events and positions only. The results are described in figures.h.
///
/// Roles: an agent is a requester from its request on, and a holder from its slot on. The role ends when it withdraws,
/// loses its target or its slot, dies or is removed.
///
/// Waits for a slot run from the request to the slot, also when the manager put the agent back into the queue. A wait
/// for an attack token is the time in which the agent is ready: it has arrived and its recovery is over. That time is
/// summed from the slot, or from the end of the last attack, until the token. An agent on its way to another slot does
/// not wait for a token. A wait that ends in another way, or has not ended, counts only for the longest wait.
class FightStats {
public:
    /// The event types that FightStats needs.
    static constexpr EventMask events =
        event_bits(EventType::spawn, EventType::despawn, EventType::target, EventType::request, EventType::withdraw,
                   EventType::arrive, EventType::attack, EventType::attack_end, EventType::death, EventType::unslot,
                   EventType::slot, EventType::token, EventType::capacity, EventType::archetype);

    explicit FightStats(const std::vector<ArchetypeDef>& archetypes);

    /// Sets the list of all archetypes. Call it again after the world has got new archetypes.
    void know(std::span<const ArchetypeDef> archetypes);
    size_t archetypes() const { return kinds_.size(); }
    /// Registers an agent that exists before the first added step.
    void know(Serial agent, ArchetypeIndex archetype);
    /// Adds a step. Call it after every step.
    void add(const FightFrame& frame);
    /// Clears the figures so far. Roles and waits in progress stay, but their time counts from now on.
    void forget();

    /// `listed`: a target that is always among the listed circles, even if few agents fight there.
    FightFigures figures(Serial listed = no_serial) const;

private:
    enum class Role : uint8_t { none, requester, holder };

    struct Kind {
        std::vector<int64_t> recoveries; ///< us, recovery time of each attack
        int lightest;                    ///< the least attack weight of all attacks; without attacks the maximum of int
        CircleCapacity capacity;
        int slots; ///< 0: as many as the grid capacity
        float approach_radius;
    };

    struct Fighter {
        ArchetypeIndex archetype = 0;
        Role role = Role::none;
        bool living = false;
        bool arrived = false;
        bool ready = false;
        int16_t slot = -1;
        Serial target = no_serial;
        Serial circle = no_serial; ///< the circle where it requests or holds a slot
        Serial token = no_serial;  ///< the circle where it has an attack token
        int token_weight = 0;
        int64_t role_since = 0;
        int64_t asks_since = -1;
        int64_t ready_since = -1;
        int64_t ready_before = 0;  ///< us, time of the present wait for a token before the last change of slot
        int64_t recovered = 0;     ///< us, time at which the agent's recovery ends
        int64_t inside_since = -1; ///< us, time since which the agent has been inside the approach radius without a
                                   ///< slot; -1: it is not inside
        /// us, time at which the agent first stepped outwards after `inside_since`; -1: not yet.
        int64_t outward_at = -1;
        Stint stint;
    };

    struct Circle {
        Serial target = no_serial;
        CircleTally tally;
        int64_t since = 0; ///< the time up to which `tally` is counted
        CircleCapacity capacity;
        int in_use = 0, requesters = 0;
        bool waited_for = false; ///< whether a ready holder waits although capacity is free
        bool touched = false;
        std::vector<Serial> holders;
    };

    struct Timer {
        int64_t due;
        Serial agent;
        friend bool operator<(const Timer& a, const Timer& b) { return a.due > b.due; }
    };

    void take_positions(const FightFrame& frame);
    void timers();
    void walk();
    void measure_angles();

    void on(const SpawnEvent& e);
    void on(const CapacityEvent& e);
    static void on(Fighter& f, const ArchetypeEvent& e);
    void on(Fighter& f, const TargetEvent& e);
    void on(Fighter& f, const RequestEvent& e);
    void on(Fighter& f, const WithdrawEvent& e);
    void on(Fighter& f, const SlotEvent& e);
    void on(Fighter& f, const UnslotEvent& e);
    void on(Fighter& f, const ArriveEvent& e);
    void on(Fighter& f, const TokenEvent& e);
    void on(Fighter& f, const AttackEvent& e);
    void on(Fighter& f, const AttackEndEvent& e);
    void on(Fighter& f, const DeathEvent& e);
    void on(Fighter& f, const DespawnEvent& e);
    void exchange(Fighter& f, const SlotEvent& e);
    void become_ready(Fighter& f);
    void end(Fighter& f, Serial agent);

    Circle& circle(Serial target);
    Circle& touch(Serial target);
    static void count(Circle& circle, int64_t until);
    bool waited_for(const Circle& circle) const;
    void measure_gaps(Circle& circle);
    bool stands_still(Serial target) const;
    void set_role(Fighter& f, Role role, Serial circle, Serial agent);
    void stop_asking(Fighter& f, Serial agent, bool finished);
    void stop_waiting(Fighter& f, Serial agent, bool finished);
    void begin_stint(Fighter& f, Serial circle, Serial agent);
    void follow_inside(Fighter& f, Serial agent);
    static void end_inside(Fighter& f, int64_t at);
    static int64_t ready_for(const Fighter& f, int64_t until);
    static void credit(Fighter& f, int64_t until);

    std::vector<Kind> kinds_;
    std::vector<Fighter> fighters_; ///< indexed by serial
    std::vector<Circle> circles_;
    std::vector<int32_t> circle_of_; ///< index into `circles_` by the target's serial; -1: none
    std::vector<Vec2> position_, before_,
        long_before_; ///< positions by serial: after this step, one step before, and two steps before
    std::vector<size_t> touched_;
    std::priority_queue<Timer> timers_;
    std::vector<Stint> stints_;
    std::vector<Wait> waits_;
    int64_t now_ = 0, end_ = 0;
};

/// All archetypes of the world.
std::vector<ArchetypeDef> archetypes_of(const World& world);

} // namespace fray::demo
