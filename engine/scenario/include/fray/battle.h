// A battle runs a scenario: it makes the world, gives the commands of the script, and decides when the battle is over.
// The program, the benchmarks and the tests all run scenarios with it. One thread at a time may use a battle, as with
// its world. Several threads may call its const functions at once between steps, as long as no thread changes it.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/scenario.h"
#include "fray/world.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fray {

/// Settings of a battle that its scenario does not contain.
struct BattleOptions {
    /// Total number of agents at the start, as in `group_counts`; 0: the number in the scenario. `out_of_range`: the
    /// groups cannot make up this number.
    int64_t agents = 0;
    std::optional<uint64_t> seed{}; ///< replaces the scenario's seed
    WorldDef world{};               ///< `seed`, `hz` and `off_ground` are replaced by the scenario's
    /// Called with the new world before the battle adds anything to it, so that the host can add its columns and
    /// states. It must add neither archetypes nor teams (`out_of_range`), because the battle numbers those of its
    /// scenario from 0. May be empty.
    std::function<void(World&)> prepare{};
};

/// The result of a reload.
struct Reloaded {
    int archetypes = 0, monsters = 0; ///< how many of them change with the next step
    /// Other keys that differ: `groups` and so on, archetypes with a new name (`archetypes.NAME`), and archetypes and
    /// monsters that the changed scenario no longer has (`monsters.NAME`). Only a new battle applies them.
    std::vector<std::string> left{};
};

/// A running scenario.
class FRAY_API Battle {
public:
    /// Makes the world of a scenario that `load_scenario` or `parse_scenario` has accepted. The error text names the
    /// value given and the values allowed. Of a scenario made by hand it checks only some fields of the groups and the
    /// script: names, numbers, missing points.
    static Result<Battle> create(const Scenario& scenario, const BattleOptions& options = {});
    /// Wraps a world that the caller commands and steps, for example a replay. `step`, `give_commands`, `step_world`
    /// and `over` must not be called then.
    Battle(const Scenario& scenario, World&& world);
    ~Battle();
    Battle(Battle&&) noexcept;
    Battle& operator=(Battle&&) noexcept;

    World& world();
    const World& world() const;
    const Scenario& scenario() const;
    uint64_t seed() const;

    /// Gives the script's commands that are due, then makes one step of 1 / hz seconds. It answers all sight questions
    /// of the world with true (only a world without ground asks any). The error is that of the command or step that the
    /// world refuses. Then no step is made, and the battle cannot go on sensibly: the commands before the failed
    /// command were given, the commands after it were not, and of a group a part may have it. The next call repeats the
    /// failed command, except a `spawn` that has spawned a part of its agents, and then gives the others.
    Result<void> step();
    /// The two parts of `step`, in this order, for a caller that measures the step or runs it as a job of the host.
    ///
    /// While a command `path` or `evade` runs, `give_commands` calls World::set_host_poses for the agents that the
    /// script moves. That replaces the poses that the host has set for the next step. A host call after `give_commands`
    /// replaces those of the script. So a host that moves agents of its own, such as a player, needs a script without
    /// such commands, or calls `stop_walking` for every agent that the script walks.
    Result<void> give_commands();
    Result<void> step_world();

    /// Replaces archetypes and monsters by those of a changed scenario, with effect from the next step (rules.md,
    /// Reloading). If the world refuses them, nothing changes. An archetype with a new name is not added: it needs a
    /// new battle. Archetypes and monsters that the changed scenario no longer has stay as they are.
    Result<Reloaded> reload(const Scenario& changed);

    /// The state of a battle outside its world: how much of the script was given, which agents the script walks, which
    /// agents were spawned, and the present archetypes and monsters. It is small, whatever the number of agents.
    struct Mark;
    /// Call it between steps, before the commands of the next step are given.
    std::shared_ptr<const Mark> mark() const;
    /// Goes back to a mark. The host must already have restored the world to the moment of the mark (Rollback,
    /// World::restore); the script then continues from there. `unknown`: a mark of another battle, or a mark with
    /// agents that are no longer spawned, because the battle has gone back to an earlier mark since.
    Result<void> return_to(const Mark& mark);
    /// What a mark holds, as JSON, for a new battle of the same scenario with the same seed and number of agents, in
    /// this process or in another. Archetypes and monsters are left out: the world's snapshot has them. Call it like
    /// `mark`.
    std::string progress() const;
    /// Goes on from the progress of another battle. The host must already have restored that battle's world. Call it
    /// before the first step. `bad_snapshot`: not the progress of a battle of this scenario at the world's time. After
    /// an error nothing has changed.
    Result<void> resume(std::string_view progress);
    /// The script stops walking the agent until another of its commands does so. Use it when a player takes over the
    /// agent. While the script walks other agents, poses that the host sets are replaced: see `give_commands`.
    void stop_walking(AgentId agent);

    /// True when the duration is over, or when no two living agents are hostile to each other and the script spawns no
    /// more agents. It looks at the agents only in frames 1, 31, 61 and so on, or at the first call after such a frame.
    bool over();

    /// Agents that the groups and the script have spawned so far. Agents that monsters summon are not among them: every
    /// serial is below `world().spawn_count()`. With a world that the caller commands it is `world().spawn_count()`.
    int64_t spawn_count() const;
    /// Living agents of each team, counted at the call.
    std::vector<int64_t> living() const;

private:
    struct Impl;
    explicit Battle(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

} // namespace fray

#include "fray/end_header.h"
