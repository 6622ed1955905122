#include "fray/battle.h"

#include "army/lookup.h"
#include "battle/check.h"
#include "battle/progress.h"
#include "battle/require.h"
#include "battle/script.h"
#include "battle/spawner.h"
#include "battle/world_time.h"
#include "saturated_cast.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fray {
namespace {

constexpr uint64_t frames_between_looks = 30;

/// The first frame from `frame` on in which a battle looks whether it is over: 1, 31, 61 and so on.
constexpr uint64_t next_look_from(uint64_t frame) {
    return (frame + frames_between_looks - 2) / frames_between_looks * frames_between_looks + 1;
}

/// A number that no other battle of this process has.
uint64_t next_battle() {
    static std::atomic<uint64_t> battles{0};
    return ++battles;
}

/// The numbers of agents by group. Throws BadResult if the groups of the start do not have `agents` agents together.
std::vector<int64_t> counts_for(const Scenario& scenario, int64_t agents) {
    if (agents < 0) refuse(fmt::format("agents: given {}, allowed 0 to {}", agents, max_agents));
    std::vector<int64_t> counts = group_counts(scenario, agents);
    if (agents == 0) return counts;
    int64_t total = 0;
    bool scales = false;
    for (size_t i = 0; i < counts.size(); ++i) {
        const GroupDef& group = scenario.groups[i];
        if (group.spawn_trigger != SpawnTrigger::start) continue;
        total += counts[i];
        scales = scales || group.share > 0.0 || group.count > 1;
    }
    if (total == agents) return counts;
    if (!scales)
        refuse(fmt::format("agents: given {}, allowed {}: no group of this scenario has a share or a count above 1",
                           agents, total));
    refuse(fmt::format("agents: given {}, allowed {} to {}: the groups with fixed counts have {} agents", agents, total,
                       max_agents, total));
}

WorldDef world_def(const Scenario& scenario, const BattleOptions& options) {
    WorldDef def = options.world;
    def.seed = options.seed.value_or(scenario.seed);
    def.hz = scenario.hz;
    def.off_ground = scenario.off_ground;
    return def;
}

void add_teams(World& world, const Scenario& scenario) {
    for (const std::string& team : scenario.teams) require(world.add_team(team), world);
    if (scenario.hostile.empty()) return;
    const auto count = static_cast<TeamIndex>(scenario.teams.size());
    for (TeamIndex a = 0; a < count; ++a) {
        for (TeamIndex b = 0; b < a; ++b) require(world.set_hostile(a, b, false), world);
    }
    const auto index = [&](const std::string& name) {
        return static_cast<TeamIndex>(std::find(scenario.teams.begin(), scenario.teams.end(), name) -
                                      scenario.teams.begin());
    };
    for (const auto& [a, b] : scenario.hostile) require(world.set_hostile(index(a), index(b), true), world);
}

} // namespace

/// The parts of a battle that give commands to its world.
struct Commands {
    scenario::Spawner spawner;
    scenario::ScriptRunner script;
};

struct FRAY_INSIDE Battle::Impl {
    Scenario scenario;
    uint64_t seed;
    std::optional<Commands> commands; ///< empty: the caller gives the commands
    /// It comes after `commands`, so that it is destroyed first: it finishes a step that was begun, and that step reads
    /// the host poses, which are lists of `commands`.
    World world;
    double dt;
    int64_t duration_us;
    bool decided = false;
    uint64_t next_look = next_look_from(0); ///< frame; `over` looks at the agents when it is called then or later
    uint64_t number = next_battle();        ///< marks have it

    /// Throws BadResult.
    Impl(const Scenario& given, const BattleOptions& options)
        : scenario(given),
          seed(options.seed.value_or(given.seed)), commands{{{scenario, counts_for(scenario, options.agents)},
                                                             scenario::ScriptRunner(scenario)}},
          world(World::create(world_def(given, options)).value()), dt(1.0 / scenario.hz),
          duration_us(saturated_cast<int64_t>(scenario.duration * 1e6 + 0.5)) {
        if (scenario.ground) require(world.set_ground(scenario.ground->made), world);
        if (options.prepare) options.prepare(world);
        if (world.archetype_count() + world.team_count() > 0)
            refuse(fmt::format("prepare: given {} archetypes and {} teams, allowed none: the battle adds those of its "
                               "scenario",
                               world.archetype_count(), world.team_count()));
        add_teams(world, scenario);
        for (const ArchetypeDef& archetype : scenario.archetypes) require(world.add_archetype(archetype), world);
        if (!scenario.monsters.empty()) require(world.add_monsters(scenario.monsters), world);
        for (size_t i = 0; i < scenario.nav_links.size(); ++i)
            require(world.set_nav_link(static_cast<int>(i), scenario.nav_links[i]), world);
        commands->spawner.spawn_start(world);
    }

    Impl(const Scenario& given, World&& commanded)
        : scenario(given), seed(commanded.seed()), world(std::move(commanded)), dt(0.0), duration_us(0) {}

    bool one_side_left() const {
        if (commands->script.spawns_more()) return false;
        const std::vector<int64_t> living = count_living();
        for (size_t a = 0; a < living.size(); ++a) {
            for (size_t b = 0; b < living.size(); ++b) {
                const bool foes = world.hostile(static_cast<TeamIndex>(a), static_cast<TeamIndex>(b));
                const int64_t itself = a == b ? 1 : 0; // an agent is no foe of its own
                if (foes && living[a] > 0 && living[b] > itself) return false;
            }
        }
        return true;
    }

    std::vector<int64_t> count_living() const {
        std::vector<int64_t> living(world.team_count(), 0);
        const auto states = world.states();
        const auto teams = world.teams();
        for (size_t row = 0; row < states.size(); ++row) {
            if (states[row] != AgentState::dead) ++living[teams[row]];
        }
        return living;
    }
};

struct FRAY_INSIDE Battle::Mark {
    uint64_t of; ///< the number of its battle
    scenario::Spawner::Mark spawned;
    scenario::ScriptRunner::Progress script;
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;
    bool decided;
    uint64_t next_look;
};

Result<Battle> Battle::create(const Scenario& scenario, const BattleOptions& options) {
    return as_result([&] {
        scenario::check_scenario(scenario);
        return Battle(std::make_unique<Impl>(scenario, options));
    });
}
Battle::Battle(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Battle::Battle(const Scenario& scenario, World&& world) : impl_(std::make_unique<Impl>(scenario, std::move(world))) {}
Battle::~Battle() = default;
Battle::Battle(Battle&&) noexcept = default;
Battle& Battle::operator=(Battle&&) noexcept = default;

World& Battle::world() { return impl_->world; }
const World& Battle::world() const { return impl_->world; }
const Scenario& Battle::scenario() const { return impl_->scenario; }
uint64_t Battle::seed() const { return impl_->seed; }
int64_t Battle::spawn_count() const {
    return impl_->commands ? impl_->commands->spawner.spawn_count() : impl_->world.spawn_count();
}
std::vector<int64_t> Battle::living() const { return impl_->count_living(); }

Result<Reloaded> Battle::reload(const Scenario& changed) {
    Scenario& present = impl_->scenario;
    Reloaded reloaded;
    const auto compare = [&](const char* what, bool same) {
        if (!same) reloaded.left.emplace_back(what);
    };
    compare("hz", present.hz == changed.hz);
    compare("duration", present.duration == changed.duration);
    compare("seed", present.seed == changed.seed);
    compare("agents", present.agents == changed.agents);
    compare("teams", present.teams == changed.teams);
    compare("hostile", present.hostile == changed.hostile);
    compare("ground", present.ground == changed.ground && present.off_ground == changed.off_ground);
    compare("nav_links", present.nav_links == changed.nav_links);
    compare("groups", present.groups == changed.groups);
    compare("script", present.script == changed.script);
    compare("detail", present.detail == changed.detail);
    std::vector<ArchetypeDef> archetypes = present.archetypes;
    for (const ArchetypeDef& def : changed.archetypes) {
        ArchetypeDef* const place = scenario::named(archetypes, def.name);
        if (place == nullptr) {
            reloaded.left.push_back("archetypes." + def.name);
            continue;
        }
        reloaded.archetypes += *place != def;
        *place = def;
    }
    std::vector<MonsterDef> monsters = present.monsters;
    for (const MonsterDef& def : changed.monsters) {
        MonsterDef* const place = scenario::named(monsters, def.name);
        reloaded.monsters += place == nullptr || *place != def;
        if (place == nullptr)
            monsters.push_back(def);
        else
            *place = def;
    }
    const auto add_gone = [&](const char* table, const auto& here, const auto& there) {
        for (const auto& def : here)
            if (scenario::named(there, def.name) == nullptr) reloaded.left.push_back(table + def.name);
    };
    add_gone("archetypes.", present.archetypes, changed.archetypes);
    add_gone("monsters.", present.monsters, changed.monsters);
    if (reloaded.archetypes + reloaded.monsters == 0) return reloaded;
    World& world = impl_->world;
    if (const Error error = world.reload(archetypes, monsters); error != Error::ok)
        return Failure{error, world.error_text()};
    present.archetypes = std::move(archetypes);
    present.monsters = std::move(monsters);
    return reloaded;
}

std::shared_ptr<const Battle::Mark> Battle::mark() const {
    const Impl& impl = *impl_;
    Mark mark{impl.number, {}, {}, impl.scenario.archetypes, impl.scenario.monsters, impl.decided, impl.next_look};
    if (impl.commands) {
        mark.spawned = impl.commands->spawner.mark();
        mark.script = impl.commands->script.progress();
    }
    return std::make_shared<const Mark>(std::move(mark));
}

Result<void> Battle::return_to(const Mark& mark) {
    Impl& impl = *impl_;
    if (mark.of != impl.number) return Failure{Error::unknown, "mark: of another battle; allowed: one of this battle"};
    if (impl.commands) {
        if (!impl.commands->spawner.return_to(mark.spawned))
            return Failure{Error::unknown, "mark: has agents that are not spawned yet; allowed: one of now or before"};
        impl.commands->script.return_to(mark.script);
    }
    impl.scenario.archetypes = mark.archetypes;
    impl.scenario.monsters = mark.monsters;
    impl.decided = mark.decided;
    impl.next_look = mark.next_look;
    return {};
}

std::string Battle::progress() const {
    const Impl& impl = *impl_;
    scenario::BattleProgress progress{{}, {}, impl.decided};
    if (impl.commands) {
        progress.script = impl.commands->script.progress();
        progress.waves = impl.commands->spawner.waves();
    }
    return scenario::to_json(impl.scenario, progress);
}

Result<void> Battle::resume(std::string_view progress) {
    return as_result([&] {
        Impl& impl = *impl_;
        const World& world = impl.world;
        scenario::BattleProgress read = scenario::progress_from_json(impl.scenario, progress, time_us(world));
        std::vector<ArchetypeDef> archetypes;
        for (size_t i = 0; i < world.archetype_count(); ++i)
            archetypes.push_back(world.archetype(static_cast<ArchetypeIndex>(i)));
        for (size_t i = 0; impl.commands && i < impl.scenario.archetypes.size(); ++i)
            if (i >= archetypes.size() || archetypes[i].name != impl.scenario.archetypes[i].name)
                throw BadResult({Error::bad_snapshot, "progress of a battle: the world has other archetypes than the "
                                                      "scenario; allowed: the restored world of that battle"});
        std::vector<MonsterDef> monsters;
        for (size_t i = 0; i < world.monster_count(); ++i) monsters.push_back(world.monster(i));
        // From here on nothing throws, except `take_over` before it changes anything.
        if (impl.commands) {
            impl.commands->spawner.take_over(read.waves);
            impl.commands->script.return_to(std::move(read.script));
        }
        impl.scenario.archetypes.swap(archetypes);
        impl.scenario.monsters.swap(monsters);
        impl.decided = read.decided;
        impl.next_look = next_look_from(world.frame());
    });
}

void Battle::stop_walking(AgentId agent) {
    if (impl_->commands) impl_->commands->script.stop_walking(agent);
}

Result<void> Battle::step() {
    Result<void> given = give_commands();
    return given ? step_world() : given;
}

Result<void> Battle::give_commands() {
    return as_result([&] {
        World& world = impl_->world;
        impl_->commands->script.give(world, impl_->commands->spawner);
        // Only a world without ground asks these questions. Nothing blocks the view there, so every answer is yes.
        for (const SightQuestion& question : world.sight_questions())
            if (world.is_valid(question.viewer) && world.is_valid(question.target))
                require(world.answer_sight(question.viewer, question.target, true), world);
    });
}

Result<void> Battle::step_world() {
    World& world = impl_->world;
    if (const Error error = world.step(impl_->dt); error != Error::ok) return Failure{error, world.error_text()};
    return {};
}

bool Battle::over() {
    const World& world = impl_->world;
    // The duration is rounded to whole steps.
    const auto half_step = saturated_cast<int64_t>(0.5e6 * impl_->dt);
    if (impl_->duration_us > 0 && time_us(world) + half_step >= impl_->duration_us) return true;
    if (world.frame() == 0) return false; // the first step has not spawned the agents yet
    if (!impl_->decided && world.frame() >= impl_->next_look) {
        impl_->decided = impl_->one_side_left();
        impl_->next_look = next_look_from(world.frame() + 1);
    }
    return impl_->decided;
}

} // namespace fray
