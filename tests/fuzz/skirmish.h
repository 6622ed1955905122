// A small fight in which as much as possible goes on, for the fuzzers: bosses, monsters that summon, projectiles,
// squads with leaders, morale and marches, routes, obstacles, changed bodies, and calls that wait for the next step. It
// is the same in each run.
#pragma once

#include "fray/fray.h"

#include <memory>
#include <vector>

namespace fray::fuzz {

inline constexpr double frame_time = 1.0 / 30.0;
/// Steps a second of `advance`: few, because inputs advance by up to ten seconds at once.
inline constexpr double advance_hz = 2.0;

/// The user state of the skirmish: what a world needs that is to have archetypes of it.
std::vector<StateDef> skirmish_states();

/// A world on one thread with the kinds of the skirmish: states, columns, archetypes, monsters, teams. `ground`: with
/// two rooms and two doors between them.
struct Skirmish {
    explicit Skirmish(bool ground);

    std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    World world;

    /// Spawns about thirty agents in squads.
    void spawn();
    /// Gives the calls of this frame and steps.
    void step();
    void live(int frames) {
        for (int i = 0; i < frames; ++i) step();
    }
    /// Calls of every kind that wait for the next step.
    void give_waiting_calls();

private:
    void give_calls(uint64_t frame);
    AgentId agent(int number) const;

    std::vector<SquadId> squads_;
    std::vector<AgentId> posed_;
    std::vector<Vec2> poses_;
};

} // namespace fray::fuzz
