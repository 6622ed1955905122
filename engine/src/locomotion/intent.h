// Intent: where an agent wants to be, how fast it goes there, and with which avoidance priority.
//
// Sources. The attack ring and the approach ring are those of "Beyond the Kung-Fu Circle" (Game AI Pro, chapter 28),
// and so is waiting outside in front of a slot (`RoamMode::flank`). The roam ring and patrolling along it come from the
// kung-fu circle that the chapter extends. Its jitter, and backing off from inside it, are fray's.
//
// An intent ignores neighbours and the ground: steering and paths handle these. It uses positions of the frame's start,
// and states, slots and tokens as commit has left them in this frame. Units are metres and metres per second.
#pragma once

#include "locomotion/motion.h"
#include "terrain/reach.h"

#include <optional>

namespace fray {

// # Motion
// Motion decides nothing by itself: the reference model takes the engine's positions as they are. These rules say what
// a host sees of it; they stand above functions of the engine. A tick is a 60th of a second.

// ## Where to
// Speeds are those of the agent's archetype or phase, times its speed factor.

/// Where an agent wants to go, and how.
struct Intent {
    Vec2 goal{};        ///< m
    float speed = 0.0f; ///< m/s, on the way; the agent brakes before the goal
    AvoidancePriority priority = AvoidancePriority::stands;
    Vec2 facing{};         ///< m: the point that the agent turns to; its own position: it keeps its heading
    bool leaps = false;    ///< the agent moves at `speed` at once, without acceleration (backstep)
    bool straight = false; ///< it does not avoid others, and only stops at them (lunge)
    Vec2 goal_velocity{};  ///< m/s: the agent brakes relative to it, and meets the goal where it is going to be
    bool seeks = false;    ///< it stands only because it has found no place for a clear line yet
};

/// What the intent of an agent follows from.
struct IntentView
    : Views<WallView,
            Read<column::id, column::serial, column::team, column::floor, column::life, column::mean_velocity,
                 column::slot, column::march, column::orders, column::as_target>,
            ReadOwn<column::heading, column::state, column::squad, column::target, column::support, column::band,
                    column::engagement, column::wait_place, column::wait_slot, column::arrived, column::attack,
                    column::velocity, column::attack_phase, column::brain, column::led_path, column::user_move,
                    column::monster>,
            const Settings, const IdTable, const Squads, const Circles, const Links, const Trees, RowCount> {
    using Views::Views;
};

/// us: for how long before its hit a begun attack no longer turns. Its attack speed when it began follows from how long
/// it lasts after the hit.
inline int64_t aimed_for(const CombatFactorView& world, Row row, const Attack& attack, const AttackTimes& times) {
    const int64_t rest = attack.duration - attack.windup, lasts = times.end_due - times.hit_due;
    if (rest == lasts) return attack.aimed_for;
    if (rest == 0) return attack_time(world, row, attack.aimed_for);
    return saturated_cast<int64_t>(static_cast<double>(attack.aimed_for) * static_cast<double>(lasts) /
                                   static_cast<double>(rest));
}

/// Finds the intent of single agents. Each thread has its own.
class IntentFinder {
public:
    explicit IntentFinder(const IntentView& world) : world_(world) {}

    /// Rule: The first row that applies to an agent decides.
    ///
    /// | agent | goal | speed | priority |
    /// |---|---|---|---|
    /// | stunned | where it is, or where it is pushed (`move_as_pushed`) | of the push | stands, presses |
    /// | led by move input | a point ahead; with control `paths` a point of its own | run * input | walks |
    /// | state follow or return | its leader, or the agent that it escorts | run | walks |
    /// | state rout | a point ahead in its squad's flight (`flee`) | run | walks |
    /// | order move | its point (`go_to_point`) | walk, or run | walks |
    /// | user state | what the state's function said | as told | walks, stands |
    /// | state patrol | the end of its patrol | walk | walks |
    /// | order hold (1) | its post (`keep_post`) | walk | walks |
    /// | order advance, no target, not in attack (1) | its point (`go_to_point`) | walk | walks |
    /// | in a windup that no longer tracks, or riding (1) | ahead, or where it is (`swing`) | | presses, stands |
    /// | no target, or order stand | where it is | | stands |
    /// | pursue, and supports | its waypoint | run | walks |
    /// | state stagger or heal | where it is | | stands |
    /// | state backstep | straight away from its target (`slide`) | of the backstep | presses |
    /// | performs an attack | the striking distance (`attack`) | run | strikes |
    /// | unmanaged, pursue | its target (`chase`) | its gait | walks |
    /// | unmanaged, combat | where it is, or its target (`keep_up_with`) | run | stands, walks |
    /// | unmanaged, other states | where it is | | stands |
    /// | holds a slot, not in attack (2) | its slot (`hold`) | run | presses |
    /// | pursue, beyond the roam radius | its target | run | waits |
    /// | pursue, within it; roam | outside (`wait_outside`) | | |
    /// | attack | the striking distance (`attack`) | run | strikes |
    /// | other states | where it is | | stands |
    ///
    /// (1) But not in stagger, heal or backstep. (2) Also in the frame in which it gets the slot.
    ///
    /// Within 0.4 m of its goal an agent of the priority *walks* is *arrived* instead, and goes at 0.5 m/s at most (but
    /// not in a chase or in flight, to a post, or led without a point of its own). Agents face their target in a fight,
    /// on a post and while they heal, otherwise where they go. Stunned, staggered, ordered to stand, or standing
    /// without a target they keep their heading. A walker whose goal is at a target or a leader keeps up with it,
    /// brakes relative to it, and heads it off (`average_velocities`).
    Intent intend(Row row, const Archetype& archetype, Vec2 here);

private:
    /// Sets the speeds below: those of the agent's phase, else of its archetype.
    void know_speeds(Row row, const Archetype& archetype);
    Intent fight(Row row, Row target_row, const Archetype& archetype, Vec2 here) const;
    /// m/s: the speed of an agent that approaches its goal at `closing` m/s while the goal moves with `velocity` (m/s).
    float keeping_up(float closing, Vec2 velocity) const;
    /// Rule: A stunned agent stands. A pushed agent moves with the velocity of the push until the push ends; others and
    /// walls hold it up as they hold up a walker.
    Intent move_as_pushed(const BodyChange& body, Vec2 here) const;
    Intent go_as_led(Row row, const SquadTraits& traits, Vec2 here) const;
    /// Rule: The flight of a squad is the sum of the vectors to each living member from its target, and from the
    /// holders at its circle. It is made anew at each look at which the squad routs. If it is 0, the direction stays;
    /// at first it is (1, 0).
    Intent flee(const SquadTraits& traits, Vec2 here) const;
    Intent to_leader(Row row, Vec2 here) const;
    /// Rule: An agent goes to its post if it is more than 0.4 m away, and stands otherwise.
    Intent keep_post(Vec2 post, Vec2 here, AgentId target) const;
    /// Rule: A member of a march walks to its place, and runs if it is behind. More than 3 m ahead of it, it waits.
    Intent keep_up(const MarchPlace& place, Vec2 here) const;
    /// Rule: An agent that is bound for another floor goes to the entrance of the passage for which it heads, and
    /// stands if it heads for none. It does not march or gather.
    Intent go_to_link(Row row, float speed, Vec2 here) const;
    /// Rule: With a formation an agent marches first (`go_on_marches`), then goes to its point and turns to the
    /// formation's facing. If it gathers (`find_places`), it goes to its place, and faces the point there.
    Intent go_to_point(Row row, Vec2 point, float speed, Vec2 here) const;
    Intent go_as_told(Row row, Vec2 here, AgentId target) const;
    Intent patrol_to_and_fro(Row row, Vec2 here) const;
    /// Rule: The agent stops at its `chase_distance`, where it reaches well, and with reactions in band 0 where all
    /// attacks of its table reach the target (`close_to_target`); but not where it is walled off from it, nor where an
    /// attack in range would miss its target because that goes away (`will_reach`). It turns in place while the way is
    /// more than 90 degrees off its heading.
    Intent chase(Row row, Row target_row, const Archetype& archetype, Vec2 here) const;
    /// Rule: In combat the agent stands. It runs to its target while an attack in range would miss that because it goes
    /// away (`will_reach`).
    Intent keep_up_with(Row row, Row target_row, const Archetype& archetype, Vec2 here) const;
    bool reaches_in_time(Row row, const Archetype& archetype, const Reach& reach, int32_t mm, Vec2 way,
                         Vec2 moves) const;
    /// Rule: The agent moves by the backstep's `distance` in its `duration`, without acceleration, facing the target.
    Intent slide(Row row, const Archetype& archetype, Vec2 here, Vec2 there) const;
    static Intent stand(Vec2 here, Vec2 facing);
    static Intent walk_to(Vec2 goal, float speed, Vec2 here, Vec2 facing);
    /// Rule: An agent that rests, has `relief_time`, and is nearer than the roam radius - 0.8 m runs straight outwards,
    /// and *slips*. Otherwise, inside the approach ring, and up to 0.25 m outside it, it runs straight outwards, and
    /// *presses*. Else it does as `roam_mode` says (`flank`, `patrol`), and faces its target. While the target walks,
    /// the ring walks with it: speeds on it are added to that of the target, up to the run speed.
    ///
    /// *Example.* The approach radius is 4 m, the roam gap 2 m, the jitter +0.2 m, and the target stands at (0, 0). The
    /// agent stands at (9, 0). With `patrol` it walks to (6.2, 0), and goes on through (0, 6.2) and (-6.2, 0). With
    /// `flank` and a place at (-6, 0), it walks around the target. At 4.2 m it runs straight outwards, at 5 m it backs
    /// off, and at 5.3 m it does neither.
    Intent wait_outside(Row row, const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape) const;
    static float give_way_radius(const CircleShape& shape);
    /// Rule: The agent walks around the target to its place before its wait slot (`WaitFiles`), and runs while that is
    /// more than 2 m away; without a wait slot to the roam ring where it is. If its target fights in slots, it stands
    /// within 3 radii of its place. While it is more than 1 m nearer to the
    /// target than its place it *presses*, otherwise it *waits*. Nearer than the roam radius - 0.8 m it backs off,
    /// running: the farther out, the more it moves along the ring towards its wait slot.
    Intent flank(Row row, const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape, Vec2 outward,
                 Vec2 moves) const;
    /// Rule: The roam ring has the roam radius, plus a jitter of the agent's own, up to 0.5 m either way. The agent
    /// walks to the ring, and runs while it is more than 5 m outside it. There it goes round counter-clockwise at half
    /// its walk speed (*walks*). Nearer than the roam radius - 0.8 m it runs straight outwards (*presses*).
    Intent patrol(Vec2 there, float radius, float distance, Vec2 outward, Vec2 moves) const;
    float jitter_of(Row row) const;
    /// Rule: A holder runs to its slot (`holder_place`) and stands there, within 80 mm of it, or within
    /// `arrival_radius` while it recovers; it keeps up with it while the target walks. With a token it does as in state
    /// attack. Once arrived:
    ///
    /// - If its target fights in slots, is not walled off, and is in reach or within the `approach_distance` +
    ///   mm(`arrival_radius`), it *closes in*: it goes to the least striking distance of its attacks, and stands within
    ///   150 mm of it, or nearer. If its greatest reach exceeds the approach distance, it stands where it is.
    /// - Otherwise, if its target holds a slot itself, it stands until its distance to the target exceeds approach
    ///   radius + 2 pi approach radius / n, with n slots: slots are aligned with the world, and pairs and rings of
    ///   agents would chase each other's slots for ever.
    ///
    /// *Example.* With 8 slots and an approach radius of 4 m the limit is 4 + 3.142 = 7.142 m.
    Intent hold(Row row, Row target_row, const Archetype& archetype, Vec2 here, const CircleShape& shape) const;
    /// Rule: An agent with a greatest reach (`greatest_reach`) beyond its `approach_distance` has a distance of its
    /// own: from the range[0] of its attack that reaches farthest, the least of several, to the greatest reach, each
    /// 0.5 m within, but at most at their middle; and nearer than that by a length of its own, up to 3 m, so that there
    /// is room for many. As a holder that is so far from its target and not walled off from it it stays where it is,
    /// but lets friends through (*waits*), and otherwise runs straight inwards or outwards (*presses*). If this
    /// distance ends outside the roam ring, it waits so, too (*waits*).
    ///
    /// *Example.* An archer with a range of 8 to 30 m gets a slot at a circle with an approach radius of 4 m. It shoots
    /// as soon as it is within 30 m, and comes as near as 26.5 to 29.5 m. When its target comes nearer than 8.5 m, it
    /// runs back.
    Intent keep_distance(Row row, const OwnDistance& own, Vec2 here, Vec2 there, AvoidancePriority priority) const;
    /// Rule: An agent that would stand in a fight, and that has an attack in range which needs a clear line, seeks one
    /// while its unusable clock runs, or as an unmanaged agent when it has recovered. Of the places from which it would
    /// have a line (`has_shot`) it runs to the nearest (*presses*). If there is none, it walks towards its target
    /// (*waits*) down to two thirds of its greatest reach, where it stands until there is one.
    Intent seek_line(Row row, Row target_row, const Archetype& archetype, const Reach& reach, Intent otherwise) const;
    Intent close_in(const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape,
                    const Reach& reach) const;
    /// Rule: In the first part of its windup (`tracking`) an agent turns with its target. After that it no longer turns
    /// until its hit. Meanwhile it steps by the `lunge` of its attack along its heading, without acceleration. If the
    /// attack `keeps_speed`, the agent goes on along its heading at the speed that it has, until the attack ends.
    std::optional<Intent> swing(Row row, const Archetype& archetype, Vec2 here, AgentId target) const;
    /// Rule: The agent runs to the `striking_distance` of its attack until the attack can begin, then stands: nearer,
    /// if its target would else be out of reach at the hit (`will_reach`). Without a striking distance it runs to the
    /// greatest distance at which the attack may begin; while it is walled off, or if the attack `keeps_speed`, to the
    /// target itself. For a performed attack the striking distance is that without an `attack_radius`.
    Intent attack(Row row, const Archetype& archetype, const Archetype& other, Vec2 here, Vec2 there) const;

    IntentView world_;
    float walk_speed_ = 0.0f, run_speed_ = 0.0f; ///< m/s, of the agent at hand
    float speed_factor_ = 1.0f;                  ///< of the agent at hand; the speeds above contain it
};

} // namespace fray
