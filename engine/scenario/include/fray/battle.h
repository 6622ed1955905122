// A battle: the world of a scenario, its host commands, and when it is over. The program, the benches and the tests
// all run scenarios with it. One thread at a time uses a battle, as its world; its const functions from many at once
// between steps, as long as nobody changes it.
#pragma once

#include "fray/api.h"
#include "fray/scenario.h"
#include "fray/world.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fray {

/// What a battle has that its scenario does not say.
struct BattleOptions {
    int64_t agents = 0;             ///< 0: as the scenario says; see `group_counts`
    std::optional<uint64_t> seed{}; ///< instead of the scenario's
    WorldDef world{};               ///< `seed` and `hz` are the scenario's
    /// Called with the new world, before anything is added to it: the host's columns and states. May be empty.
    std::function<void(World&)> prepare{};
};

/// What came of a changed scenario.
struct Reloaded {
    int archetypes = 0, monsters = 0; ///< that are different with the next step
    std::vector<std::string> left{};  ///< what else is different: `groups` and the like; only a new battle has it
};

/// A scenario that is fought.
class FRAY_API Battle {
public:
    /// Throws std::invalid_argument, naming what was given and what is allowed.
    explicit Battle(const Scenario& scenario, const BattleOptions& options = {});
    /// A world that somebody else commands and steps, a replay for example; neither `step` nor `over` are for it.
    Battle(const Scenario& scenario, World&& world);
    ~Battle();
    Battle(Battle&&) noexcept;
    Battle& operator=(Battle&&) noexcept;

    World& world();
    const World& world() const;
    const Scenario& scenario() const;
    uint64_t seed() const;

    /// Gives the script's commands that are due, then makes one step of 1 / hz. Throws std::invalid_argument where the
    /// world refuses either.
    void step();
    /// The same in two parts, for those who time the step or have it done as a host job.
    void give_commands();
    void step_world();

    /// With the next step, archetypes and monsters are those of a changed scenario (rules: Reloading). Throws
    /// std::invalid_argument, saying why not, and leaves all as it is. Archetypes of new names come with a new battle.
    Reloaded reload(const Scenario& changed);

    /// How far it is, beside its world: what of the script was given, who walks where, who was spawned, and how
    /// archetypes and monsters are. Small, whatever the number of agents.
    struct Mark;
    /// Between steps, before the commands of the next one are given.
    std::shared_ptr<const Mark> mark() const;
    /// For a host that goes back: its world is again as it was when the mark was made (Rollback, World::restore), and
    /// the script goes on from there. Throws std::invalid_argument for a mark of another battle, and for one with
    /// agents that this battle has not spawned: it has gone back since.
    void return_to(const Mark& mark);
    /// The script walks the agent no further, until a command of it does again: for players who take it over.
    void let_go(AgentId agent);

    /// The duration is over, or no living agent is hostile to another living one and the script spawns no more.
    /// Looks at the agents once every 30 frames.
    bool over();

    /// Agents spawned so far; serials are below it.
    int64_t spawned() const;
    /// Living agents by team, counted now.
    std::vector<int64_t> living() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace fray
