// How a battle goes for those who fight it: who gets its turn, how long they wait, how they stand. Fed after every
// step.
#pragma once

#include "figures.h"
#include "fray/world.h"

#include <cstdint>
#include <queue>
#include <span>
#include <vector>

namespace fray::demo {

/// What a step shows. Times are those of the frame's start and end.
struct FightFrame {
    int64_t now_us = 0;
    int64_t end_us = 0;
    std::span<const Event> events;
    std::span<const Serial> serials; ///< one a row
    std::span<const Vec2> positions; ///< after the step
};

/// Of the step that was just made.
FightFrame fight_frame(const World& world);

/// Follows every agent by its events and its position alone; see figures.h for what comes out.
///
/// Roles. From its request on an agent is an asker, from its slot on a holder, until it withdraws, loses its target or
/// its slot, dies or goes.
///
/// Waits. For a slot: from the request, be it its own or that of one who was put back, to the slot. For a permit: the
/// time in which it is ready (it has arrived, and its recovery is over), added up since it got a slot or since its
/// last attack ended, until the permit; on the way to another slot it does not wait for a permit. A wait that ends
/// otherwise, or has not ended, counts for the longest only.
class FightStats {
public:
    /// The events that it needs.
    static constexpr EventMask events =
        event_bit(EventType::spawn) | event_bit(EventType::despawn) | event_bit(EventType::target) |
        event_bit(EventType::request) | event_bit(EventType::withdraw) | event_bit(EventType::arrive) |
        event_bit(EventType::attack) | event_bit(EventType::attack_end) | event_bit(EventType::death) |
        event_bit(EventType::unslot) | event_bit(EventType::slot) | event_bit(EventType::permit) |
        event_bit(EventType::capacity);

    explicit FightStats(const std::vector<ArchetypeDef>& archetypes);

    /// All archetypes, when there are more of them.
    void know(std::span<const ArchetypeDef> archetypes);
    size_t archetypes() const { return kinds_.size(); }
    /// Who is there before the first step that is added.
    void know(Serial agent, ArchetypeIndex archetype);
    /// Every step from then on.
    void add(const FightFrame& frame);
    /// What was counted so far; who holds, asks and waits stays known, and since when.
    void forget();

    /// `listed`: a target whose circle is among those that are listed, however few fight there.
    FightFigures figures(Serial listed = no_serial) const;

private:
    enum class Role : uint8_t { none, asker, holder };

    struct Kind {
        std::vector<int64_t> recoveries; ///< by attack, us
        int lightest;                    ///< attack weight; a very great one without attacks
        int attack_capacity, slots;
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
        Serial circle = no_serial; ///< where it asks or holds
        Serial permit = no_serial; ///< where it has a permit
        int permit_weight = 0;
        int64_t role_since = 0;
        int64_t asks_since = -1;
        int64_t ready_since = -1;
        int64_t ready_before = 0;  ///< us of the same wait, before its slot was exchanged
        int64_t recovered = 0;     ///< when its recovery is over
        int64_t inside_since = -1; ///< inside the approach ring without a slot
        int64_t outward_at = -1;
        Stint stint;
    };

    struct Circle {
        Serial target = no_serial;
        CircleTally tally;
        int64_t since = 0; ///< up to when `tally` is counted
        int capacity = 0, in_use = 0, askers = 0;
        bool waited_for = false; ///< somebody ready waits there who could attack
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
    void event(const Event& e);
    void walk();
    void measure_angles();

    void on_spawn(const Event& e);
    void on_target(Fighter& f, const Event& e);
    void on_request(Fighter& f, const Event& e);
    void on_slot(Fighter& f, const Event& e);
    void exchange(Fighter& f, const Event& e);
    void become_ready(Fighter& f);
    void on_arrive(Fighter& f, const Event& e);
    void on_permit(Fighter& f, const Event& e);
    void on_attack_end(Fighter& f, const Event& e);
    void on_gone(Fighter& f, Serial agent);

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
    std::vector<Fighter> fighters_; ///< by serial
    std::vector<Circle> circles_;
    std::vector<int32_t> circle_of_; ///< by serial of the target, in circles_; -1: none
    std::vector<Vec2> position_, before_,
        long_before_; ///< by serial: after this step, the one before, the one before that
    std::vector<size_t> touched_;
    std::priority_queue<Timer> timers_;
    std::vector<Stint> stints_;
    std::vector<Wait> waits_;
    int64_t now_ = 0, end_ = 0;
};

/// All that a world has.
std::vector<ArchetypeDef> archetypes_of(const World& world);

} // namespace fray::demo
