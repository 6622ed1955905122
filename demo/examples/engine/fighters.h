// The game's own entities: a Fighter for each agent of fray, with what the game alone knows of it, here its animation.
// fray says in events what happens to an agent; the fighter plays the clip that belongs to it.
#pragma once

#include "battle.h"

#include <array>
#include <deque>
#include <vector>

namespace game {

/// What the upper body plays. The legs stand, walk or run by the speed of the agent, whatever the clip is.
enum class Clip : uint8_t { none, windup, recover, stagger, fall };

struct Fighter {
    fray::AgentId agent{}; ///< null: this place of the table is free
    Kind kind{};
    Team team{};
    Clip clip = Clip::none;
    double began = 0.0;                        ///< s, when the clip began
    double strikes_at = 0.0;                   ///< s, when the attack that it winds up for hits
    double ends = 0.0;                         ///< s, when the clip ends
    double hurt = -1.0;                        ///< s, when it was hurt last
    fray::Vec2 facing_before{}, facing{};      ///< at the beginning and at the end of the last step
    float stride_before = 0.0f, stride = 0.0f; ///< rad, phase of the legs, in the same way
    float pace = 0.0f;                         ///< 0: stands, 1: runs; follows the speed smoothly
};

/// Counts for the test of this example: does the animation strike when fray does?
struct StrikeCount {
    int animated = 0; ///< strikes that the animation has shown
    int in_fray = 0;  ///< hits, misses and launches of fray
    int together = 0; ///< of those, at the moment of the animation's strike
};

/// A step of fray that has just been made.
struct Step {
    const fray::World& world;
    double now = 0.0; ///< s, the time of its events: World::time before the step
    double dt = 0.0;  ///< s
};

class Fighters {
public:
    static constexpr double lies_for = 15.0; ///< s, from the death of an agent until the game despawns it

    /// The kinds of events that `hear` reads, for `WorldDef::event_mask`: fray need not record the others.
    static fray::EventMask heard_events();

    /// Reads the events and the motion of a step. Call it after each step, because the next step replaces the events.
    void hear(const Step& step);
    /// Despawns agents that have been dead for a while. Call it between steps.
    void bury(fray::World& world);

    /// The fighter of an agent; null: there is none. Valid until the next `hear`.
    const Fighter* find(fray::AgentId agent) const;
    const std::array<int, team_count>& living() const { return living_; }
    const StrikeCount& strikes() const { return strikes_; }

private:
    void on(const fray::SpawnEvent& event, const Step& step);
    void on(const fray::DespawnEvent& event, const Step& step);
    void on(const fray::AttackEvent& event, const Step& step);
    void on(const fray::AttackEndEvent& event, const Step& step);
    void on(const fray::HitEvent& event, const Step& step) { on_hit(event.agent, event.projectile, step); }
    void on(const fray::MissEvent& event, const Step& step) { on_hit(event.agent, event.projectile, step); }
    void on(const fray::LaunchEvent& event, const Step& step) { strike(event.agent, step); }
    void on(const fray::HurtEvent& event, const Step& step);
    void on(const fray::StaggerEvent& event, const Step& step);
    void on(const fray::DeathEvent& event, const Step& step);
    template <typename Other> void on(const Other&, const Step&) {} // a kind of event that this game does not use

    /// The fighter of an agent, unless there is none or it is dead.
    Fighter* living_fighter(fray::AgentId agent);
    /// A projectile hits long after the attacker's strike, which was the launch.
    void on_hit(fray::AgentId attacker, uint32_t projectile, const Step& step) {
        if (projectile == fray::no_projectile) strike(attacker, step);
    }
    void strike(fray::AgentId attacker, const Step& step);
    void animate(const Step& step);

    struct Corpse {
        fray::AgentId agent{};
        double died = 0.0; ///< s
    };

    std::vector<Fighter> fighters_; ///< by AgentId::index
    std::deque<Corpse> corpses_;    ///< in the order of dying
    std::array<int, team_count> living_{};
    StrikeCount strikes_;
};

} // namespace game
