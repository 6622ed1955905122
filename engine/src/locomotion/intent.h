// Intent: where an agent wants to be, how fast it goes there, and with which avoidance priority.
//
// Model. A managed agent that fights may not enter the engagement circle of its target without a token or a slot. Where
// it goes therefore depends on what it holds. With an attack token it steps in to the striking distance
// of its attack. With a slot it runs to the slot on the approach ring. Without either it waits outside on the roam
// ring. Unmanaged agents walk straight to their target. The radii of the rings are those of the target's archetype
// (`CircleShape`), the speeds those of the agent's own archetype and phase. The rules are in engine/docs/rules.md:
// Outside (W), Holders around a target that holds a slot (K), and Motion (Y1 to Y8).
//
// Sources. The attack ring and the approach ring are those of "Beyond the Kung-Fu Circle" (Game AI Pro, chapter 28),
// and so is waiting outside in front of a slot (`RoamMode::flank`). The roam ring and patrolling along it come from the
// kung-fu circle that the chapter extends. Its jitter, and backing off from inside it, are fray's.
//
// The first row that applies to an agent decides:
//
// |     | agent                         | goal                                  | speed        | priority      |
// |-----|-------------------------------|---------------------------------------|--------------|---------------|
// | 1.  | led by move input (Q3, Q10)   | a point ahead; `paths`: its own point | run * input  | walks         |
// | 2.  | state follow or return        | its squad's leader                    | run          | walks         |
// | 2a. | state rout                    | a point ahead in its squad's flight   | run          | walks         |
// | 3.  | order move                    | the order's point, or a place near it | walk; run    | walks         |
// | 4.  | user state                    | what its function said                | as told      | walks, stands |
// | 5.  | state patrol                  | the end of its patrol                 | walk         | walks         |
// | 6.  | no target, or order stand     | where it is                           | 0            | stands        |
// | 7.  | state stagger                 | where it is                           | 0            | stands        |
// | 8.  | state heal                    | where it is                           | 0            | stands        |
// | 9.  | state backstep                | straight away from the target         | backstep (a) | presses       |
// | 10. | unmanaged, pursue             | its target, up to the chase distance  | its gait     | walks (b)     |
// | 11. | unmanaged, other states       | where it is                           | 0            | stands        |
// | 12. | holds a slot, not in attack   | its slot, until it has arrived        | run          | presses (c)   |
// | 12a.| pursue, supports (C9.12)      | its waypoint                          | run          | walks         |
// | 13. | pursue beyond the roam radius | its target                            | run          | waits (e)     |
// | 14. | pursue within it; roam        | outside: see (d)                      | (d)          | (d)           |
// | 15. | attack, stepping in           | its striking distance, straight ahead | run          | strikes       |
// | 16. | other states                  | where it is                           | 0            | stands        |
//
// Facing: the goal in rows 1 to 5, the target from row 8 on. In rows 6 and 7 the agent keeps its heading. A user state
// that stands faces the target, if there is a target.
//
// Arrival: in rows 2 to 5, and at a point of its own in row 1, an agent within 0.4 m of its goal has the
// priority `arrived` and moves at 0.5 m/s at most.
//
//  (a) At once, without acceleration. In the last frame the speed is reduced, so that the distance is exact.
//  (b) While its target is behind it, it turns in place. Within the chase distance (J9) it stands.
//  (c) Once it is at its slot, it stands. A holder too wide for the ring stands outside the ring (J8). If its target
//      holds a slot itself, the holder may stand farther from its own slot (K1).
//  (d) It rests and tires (Y8a), nearer than the roam radius - 0.8 m: outwards, run, slips. Others:
//      Inside the approach ring + 0.25 m, or nearer than the roam radius - 0.8 m: outwards, run, presses.
//      Else with `patrol`: to the roam ring, walk (run beyond 5 m), walks; along it at half the walk speed.
//      Else with `flank`: around the ring to its wait slot, walk (run beyond 2 m), waits.
//      Rules W1 to W5 have the details; the constants are in intent.cpp.
//  (e) It has no place to keep, and where it gets no farther it has no reason to press: it rests (Y34).
//
// Goals that move. A place at a target or at a leader moves with it: the intent has its mean velocity (rules.md, Y1a).
//
// An intent ignores neighbours and the ground: steering and paths handle these. It uses positions of the frame's start,
// and states, slots and tokens as commit has left them in this frame. Units are metres and metres per second.
#pragma once

#include "definitions/reach.h"
#include "locomotion/locomotion_layer.h"

namespace fray {

/// Where an agent wants to go, and how.
struct Intent {
    Vec2 goal{};        ///< m
    float speed = 0.0f; ///< m/s, on the way; the agent brakes before the goal
    AvoidancePriority priority = AvoidancePriority::stands;
    Vec2 facing{};        ///< m: the point that the agent turns to; its own position: it keeps its heading
    bool leaps = false;   ///< the agent moves at `speed` at once, without acceleration (backstep)
    Vec2 goal_velocity{}; ///< m/s: the agent brakes relative to it, and meets the goal where it is going to be
};

/// Finds the intent of single agents. It reads the columns that the system `locomotion` declares (`locomotion_access`),
/// of the agent itself and of others, and writes none. Each thread has its own.
class IntentFinder {
public:
    explicit IntentFinder(const LocomotionLayer& layer)
        : layer_(layer), agents_(layer.agents), position_(agents_.position.any()) {}

    Intent intend(uint32_t row, const Archetype& archetype, Vec2 here);

private:
    /// Sets the speeds below: those of the agent's phase, else of its archetype.
    void know_speeds(uint32_t row, const Archetype& archetype);
    Intent fight(uint32_t row, uint32_t target_row, const Archetype& archetype, Vec2 here) const;
    /// m/s: the speed of an agent that approaches its goal at `closing` m/s while the goal moves with `velocity` (m/s).
    float keeping_up(float closing, Vec2 velocity) const;
    Intent be_pushed(const BodyChange& body, Vec2 here) const;
    Intent go_as_led(uint32_t row, const SquadTraits& traits, Vec2 here) const;
    Intent flee(const SquadTraits& traits, Vec2 here) const;
    Intent to_leader(uint32_t row, Vec2 here) const;
    Intent keep_post(Vec2 post, Vec2 here, AgentId target) const;
    Intent keep_up(const MarchPlace& place, Vec2 here) const;
    Intent go_to_link(uint32_t row, float speed, Vec2 here) const;
    Intent go_to_point(uint32_t row, Vec2 point, float speed, Vec2 here) const;
    Intent go_as_told(uint32_t row, Vec2 here, AgentId target) const;
    Intent patrol_to_and_fro(uint32_t row, Vec2 here) const;
    Intent chase(uint32_t row, uint32_t target_row, const Archetype& archetype, Vec2 here) const;
    Intent slide(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there) const;
    static Intent stand(Vec2 here, Vec2 facing);
    static Intent walk_to(Vec2 goal, float speed, Vec2 here, Vec2 facing);
    Intent wait_outside(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there,
                        const CircleShape& shape) const;
    static float give_way_radius(const CircleShape& shape);
    Intent flank(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape,
                 float radius, Vec2 outward, Vec2 moves) const;
    Intent patrol(Vec2 there, float radius, float distance, Vec2 outward, Vec2 moves) const;
    float jitter_of(uint32_t row) const;
    Intent hold(uint32_t row, uint32_t target_row, const Archetype& archetype, Vec2 here,
                const CircleShape& shape) const;
    Intent close_in(const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape,
                    const Reach& reach) const;
    Intent attack(uint32_t row, const Archetype& archetype, const Archetype& other, Vec2 here, Vec2 there) const;

    const LocomotionLayer& layer_;
    const Agents& agents_;
    const Vec2* position_;
    float walk_speed_ = 0.0f, run_speed_ = 0.0f; ///< m/s, of the agent at hand
    float speed_factor_ = 1.0f;                  ///< of the agent at hand; the speeds above contain it
};

} // namespace fray
