// The public class World: making a world, adding what exists in it, stepping, and reading columns. Its other functions
// are in the files beside this: commands.cpp, host_poses.cpp, origin.cpp, snapshot.cpp, queries.cpp.
#include "commands/reload.h"
#include "commands/spawning.h"
#include "definitions/field_check.h"
#include "world/manifest.h"
#include "world/snapshot.h"
#include "world/snapshot_check.h"
#include "world/world_impl.h"

#include "float_mode.h"
#include "frame/hash.h"
#include "fray/fatal.h"
#include "squads/following.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"
#include "storage/text.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>

namespace fray {
namespace {

void run_frame(void* frame) { static_cast<Frame*>(frame)->run(); }

/// Describes the first error in a WorldDef; empty if there is none.
std::string check_def(const WorldDef& def) {
    const FloatMode float_mode;
    FieldCheck check("WorldDef.");
    describe(check, def);
    if (check.complaint().empty() && (def.allocator.allocate == nullptr) != (def.allocator.free == nullptr))
        return "WorldDef.allocator: given one function, allowed both or neither";
    if (check.complaint().empty() && def.communicator != nullptr && def.communicator->rank() != 0)
        return text("WorldDef.communicator: given rank ", def.communicator->rank(),
                    ", allowed 0: the other ranks call `follow`");
    return check.complaint();
}

/// Does the command need this squad of the host?
bool names(const Command& command, SquadId squad) {
    return visit_command(command, [&](const auto& c) {
        if constexpr (requires { c.squad.value; })
            return c.squad == squad;
        else if constexpr (requires { c.def.squad; })
            return c.def.squad == squad;
        else
            return false;
    });
}

bool names(const Command& command, TeamIndex team) {
    return visit_command(command, [&](const auto& c) {
        if constexpr (requires { c.team; })
            return c.team == team;
        else if constexpr (requires { c.def.team; })
            return c.def.team == team;
        else
            return false;
    });
}

} // namespace

// ---- Making a world -------------------------------------------------------------------------------------------------

Result<World> World::create(const WorldDef& def) try {
    if (std::string complaint = check_def(def); !complaint.empty())
        return Failure{Error::out_of_range, std::move(complaint)};
    std::unique_ptr<JobSystem> jobs;
    if (def.jobs == nullptr) {
        auto made = make_tbb_jobs({.threads = def.threads});
        if (!made) return Failure{made.error(), made.error_text()};
        jobs = std::move(*made);
    }
    auto memory = std::make_unique<Memory>(def.allocator);
    const MemoryScope scope(memory.get());
    auto impl = std::make_unique<WorldImpl>(std::move(memory));
    WorldImpl& w = *impl;
    w.def = def;
    w.jobs = def.jobs == nullptr ? jobs.get() : def.jobs;
    w.own_jobs = std::move(jobs);
    Settings& settings = w.state.settings;
    settings.seed = def.seed;
    settings.hash = def.hashes;
    settings.wait_reasons = def.records_wait_reasons;
    settings.tree_interval = def.tree_interval;
    settings.sort_interval = def.sort_interval;
    if (def.debug.chunk_size != 0) settings.chunk_size = def.debug.chunk_size;
    settings.shuffle_storage = def.debug.shuffle_storage;
    settings.profiler = def.profiler;
    w.state.log.mask = def.event_mask;
    plan_hash(w.state.agents);
    w.frame = std::make_unique<Frame>(w.state, *w.jobs, *w.memory, def.debug.shuffle_chunks);
    if (def.communicator != nullptr) w.lead();
    return World(std::move(impl));
} catch (const std::bad_alloc&) {
    return Failure{Error::out_of_memory, "out of memory"};
} catch (const std::exception& exception) { // of the communicator
    return Failure{Error::dead, exception.what()};
}

World::World(std::unique_ptr<WorldImpl> impl) : impl_(std::move(impl)) {}
World::~World() { end(); }

void World::end() noexcept {
    if (!impl_) return;
    if (impl_->stepping) static_cast<void>(step_end()); // the host can no longer read the result
    if (impl_->def.communicator != nullptr) impl_->dismiss_ranks();
}
World::World(World&&) noexcept = default;
World& World::operator=(World&& other) noexcept {
    end();
    impl_ = std::move(other.impl_);
    return *this;
}

Error World::add_state(const StateDef& def, AgentState* out) {
    return impl_->accept(command::AddState{def.name}, [&](WorldImpl& w) -> Error {
        auto& defs = w.state.kinds.states;
        if (defs.size() == max_user_states) return w.fail(Error::full, text("states: at most ", max_user_states));
        if (def.name.empty() || def.decide == nullptr)
            return w.fail(Error::out_of_range, text("state '", def.name, "': needs a name and a function"));
        bool taken = find_name(defs, def.name) != defs.size();
        for (int i = 0; i < state_count; ++i) taken = taken || def.name == to_string(static_cast<AgentState>(i));
        if (taken) return w.fail(Error::out_of_range, text("state '", def.name, "': the name is taken already"));
        if (out != nullptr) *out = static_cast<AgentState>(first_user_state + defs.size());
        defs.push_back(def);
        ++w.state.kinds.manifest_version;
        return Error::ok;
    });
}

Error World::add_archetype(const ArchetypeDef& def, ArchetypeIndex* out) {
    return impl_->accept(command::AddArchetype{&def}, [&](WorldImpl& w) -> Error {
        if (w.state.kinds.archetypes.size() == max_archetypes)
            return w.fail(Error::full, text("archetypes: at most ", max_archetypes));
        if (std::string complaint = validate(def); !complaint.empty())
            return w.fail(Error::out_of_range, text("archetype '", def.name, "': ", complaint));
        if (const std::string* const state = unknown_state(w.state.kinds, def); state != nullptr)
            return w.fail(Error::unknown, text("archetype '", def.name, "': states: no state '", *state, "'"));
        if (!def.monster.empty()) // collecting all definitions takes long
            if (std::string complaint = check_follower(definitions_to_be(w.state), def); !complaint.empty())
                return w.fail(Error::out_of_range, complaint);
        AttackClasses classes = classes_to_be(w.state);
        classes.add(def);
        if (classes.names.size() > max_attack_classes)
            return w.fail(Error::full, text("archetype '", def.name, "': attack classes: at most ", max_attack_classes,
                                            " in a world"));
        if (out != nullptr) *out = static_cast<ArchetypeIndex>(w.state.kinds.archetypes.size());
        put_archetype(w.state.kinds, w.state.kinds.archetypes.size(), def);
        ++w.state.kinds.manifest_version;
        refresh(w.state);
        return Error::ok;
    });
}

Error World::add_monsters(std::span<const MonsterDef> defs) {
    return impl_->accept(command::AddMonsters{defs}, [&](WorldImpl& w) -> Error {
        if (std::string complaint = check_monsters(w.state.kinds, defs); !complaint.empty())
            return w.fail(Error::out_of_range, complaint);
        if (w.state.agents.rows() != 0 || !w.state.input.commands.empty() || !w.state.input.reloads.empty())
            return w.fail(Error::out_of_range, "monsters: added after the first command; allowed: before");
        w.state.kinds.monster_defs.insert(w.state.kinds.monster_defs.end(), defs.begin(), defs.end());
        refresh(w.state);
        return Error::ok;
    });
}

Error World::set_ground(std::shared_ptr<const Ground> ground) {
    return impl_->change([&](WorldImpl& w) -> Error {
        if (w.state.agents.rows() != 0 || !w.state.input.commands.empty())
            return w.fail(Error::out_of_range,
                          "ground: set while there are agents or waiting commands; allowed: without");
        std::vector<std::byte> bytes;
        if (const Error e = w.stand_on(std::move(ground), &bytes); e != Error::ok) return e;
        for (const Field field : {Field::island, Field::path})
            w.state.agents.registry.enable(field, w.state.terrain.ground != nullptr);
        refresh(w.state);
        w.tell(command::SetGround{bytes});
        return Error::ok;
    });
}

Error WorldImpl::stand_on(std::shared_ptr<const Ground> ground, std::vector<std::byte>* bytes) {
    const bool written = ground == nullptr || ground->write(bytes);
    if (!written && is_heard()) return fail_ground();
    state.locomotion.route_finder = ground ? ground->routes() : nullptr;
    state.terrain.bare = state.terrain.ground = std::move(ground);
    find_crossings(state);
    state.terrain.obstacles.clear();
    state.terrain.solid.set({});
    state.terrain.changes.clear();
    state.terrain.checksum = state.terrain.bare == nullptr ? 0 : !written ? 1 : checksum(*bytes) | 2;
    ++state.kinds.manifest_version;
    return Error::ok;
}

Error WorldImpl::fail_ground() const {
    return fail(Error::unknown,
                "ground: its class does not implement Ground::write, which listeners and recordings need");
}

const Ground* World::ground() const { return impl_->state.terrain.ground.get(); }

Error World::add_team(std::string_view name, TeamIndex* out) {
    return impl_->accept(command::AddTeam{name}, [&](WorldImpl& w) -> Error {
        Kinds& kinds = w.state.kinds;
        size_t team = 0;
        while (team < kinds.team_names.size() && !kinds.removed_teams.has(static_cast<TeamIndex>(team))) ++team;
        if (team == max_teams) return w.fail(Error::full, text("teams: at most ", max_teams));
        if (team == kinds.team_names.size()) {
            kinds.hostile.emplace_back();
            kinds.team_names.emplace_back();
        }
        const auto added = static_cast<TeamIndex>(team);
        kinds.team_names[team] = name;
        kinds.removed_teams.set(added, false);
        for (size_t i = 0; i < kinds.team_names.size(); ++i) {
            const auto other = static_cast<TeamIndex>(i);
            if (other != added && kinds.has_team(other)) kinds.set_hostile(added, other, true);
        }
        w.state.trees.rebuild = true;
        ++kinds.manifest_version;
        if (out != nullptr) *out = added;
        return Error::ok;
    });
}

Error World::remove_team(TeamIndex team) {
    return impl_->accept(command::RemoveTeam{team}, [&](WorldImpl& w) -> Error {
        Kinds& kinds = w.state.kinds;
        if (!kinds.has_team(team)) return w.fail(Error::unknown, "remove_team: " + kinds.missing_team(team));
        const TeamIndex* const teams = w.state.agents.team.data();
        if (const auto agents = std::count(teams, teams + w.state.agents.rows(), team); agents != 0)
            return w.fail(Error::out_of_range, text("remove_team: team ", int{team}, " has ", agents,
                                                    " living and dead agents, allowed a team without any"));
        for (const auto& [number, index] : w.state.squads.made)
            if (w.state.squads.list[index].team == team)
                return w.fail(Error::out_of_range, text("remove_team: team ", int{team}, " has squad ", number,
                                                        ", allowed a team without squads"));
        for (const WaitingCommand& waiting : w.state.input.commands)
            if (names(waiting.command, team))
                return w.fail(Error::out_of_range, text("remove_team: team ", int{team},
                                                        ": a command that waits for the next step names it"));
        for (size_t other = 0; other < kinds.team_names.size(); ++other)
            kinds.set_hostile(team, static_cast<TeamIndex>(other), false);
        kinds.team_names[team].clear();
        kinds.removed_teams.set(team, true);
        if (team < w.state.bodies.teams.size()) w.state.bodies.teams[team] = {};
        std::erase_if(w.state.combat.projectiles, [&](const FlyingProjectile& shot) { return shot.team == team; });
        ++kinds.manifest_version;
        return Error::ok;
    });
}

Error World::set_hostile(TeamIndex a, TeamIndex b, bool hostile) {
    return impl_->accept(command::SetHostile{a, b, hostile}, [&](WorldImpl& w) -> Error {
        for (const TeamIndex team : {a, b})
            if (!w.state.kinds.has_team(team))
                return w.fail(Error::unknown, "set_hostile: " + w.state.kinds.missing_team(team));
        w.state.kinds.set_hostile(a, b, hostile);
        w.state.perception.quiet.forget();
        return Error::ok;
    });
}

namespace {

/// The morale of a new squad.
SquadMorale morale_of(const MoraleDef& def, uint32_t squad_index) {
    return {.squad = squad_index,
            .losses = millimetres_of(def.loss_penalty),
            .flank = millimetres_of(def.flank_penalty),
            .rear = millimetres_of(def.rear_penalty),
            .kills = millimetres_of(def.kill_bonus),
            .leader = millimetres_of(def.leader_penalty),
            .leadership = millimetres_of(def.leadership_rate),
            .recovery = millimetres_of(def.recovery_rate),
            .fear = millimetres_of(def.fear_rate),
            .waver = millimetres_of(def.waver_threshold),
            .rout = millimetres_of(def.rout_threshold),
            .rally = millimetres_of(def.rally_threshold),
            .fear_radius_squared = def.fear_radius * def.fear_radius,
            .rallies = static_cast<uint8_t>(def.max_rallies)};
}

} // namespace

Error World::add_squad(TeamIndex team, SquadId* out) { return add_squad(team, {}, out); }

Error World::add_squad(TeamIndex team, const SquadDef& def, SquadId* out) {
    return impl_->accept(command::AddSquad{team, def}, [&](WorldImpl& w) -> Error {
        if (!w.state.kinds.has_team(team))
            return w.fail(Error::unknown, "add_squad: " + w.state.kinds.missing_team(team));
        if (std::string complaint = validate(def); !complaint.empty())
            return w.fail(Error::out_of_range, "add_squad: " + complaint);
        const uint32_t squad_index = w.state.squads.create(team, false);
        SquadTraits& traits = *w.state.squads.traits_of(squad_index);
        traits.follow_mm = millimetres_of(def.follow_distance);
        traits.half_mm = millimetres_of(def.follow_distance * 0.5f);
        traits.max_mm = millimetres_of(def.max_leader_distance);
        traits.control = def.control;
        traits.ahead = def.lookahead_distance;
        traits.renew = microseconds_of(def.lookahead_interval);
        if (def.morale.enabled) {
            traits.morale = static_cast<uint32_t>(w.state.squads.morales.size());
            w.state.squads.morales.push_back(morale_of(def.morale, squad_index));
        }
        w.state.squads.any_follow = w.state.squads.any_follow || traits.follow_mm != 0;
        if (def.control == SquadControl::paths && !w.state.agents.registry.enabled(Field::led_path)) {
            w.state.agents.registry.enable(Field::led_path, true);
            plan_hash(w.state.agents);
        }
        if (out != nullptr) *out = {w.state.squads.list[squad_index].number};
        return Error::ok;
    });
}

Error World::remove_squad(SquadId squad) {
    return impl_->accept(command::RemoveSquad{squad}, [&](WorldImpl& w) -> Error {
        const uint32_t squad_index = w.state.squads.find(squad);
        if (squad_index == Squads::none)
            return w.fail(Error::unknown, text("remove_squad: squad ", squad.value, ": not made by add_squad"));
        Agents& agents = w.state.agents;
        auto members = std::vector<uint32_t>(w.state.squads.list[squad_index].members.begin(),
                                             w.state.squads.list[squad_index].members.end());
        const auto serial = [&](uint32_t index) { return agents.serial[w.state.ids.row[index]]; };
        std::sort(members.begin(), members.end(), [&](uint32_t a, uint32_t b) { return serial(a) < serial(b); });
        const auto living = std::count_if(members.begin(), members.end(), [&](uint32_t index) {
            return agents.life[w.state.ids.row[index]] == Life::living;
        });
        if (living != 0)
            return w.fail(Error::out_of_range, text("remove_squad: squad ", squad.value, " has ", living,
                                                    " living members; they have to leave or join another first"));
        for (const WaitingCommand& waiting : w.state.input.commands)
            if (names(waiting.command, squad))
                return w.fail(Error::out_of_range, text("remove_squad: squad ", squad.value,
                                                        ": a command that waits for the next step names it"));
        for (const uint32_t index : members) {
            const Row row = w.state.ids.row[index];
            leave_squad(w.state, row);
            agents.fixed_hash -= hash_fixed(agents, row);
            agents.squad.change(row) = w.state.squads.create(agents.team[row], true);
            agents.fixed_hash += hash_fixed(agents, row);
            enter_squad(w.state, agents.squad[row], row, w.state.clock.previous_now);
        }
        fray::remove_squad(w.state.squads, squad_index);
        return Error::ok;
    });
}

Error World::add_column_bytes(std::string_view name, size_t size, size_t align, const void* initial, UserColumn* out) {
    return impl_->change([&](WorldImpl& w) -> Error {
        const bool aligned = align != 0 && align <= 16 && (align & (align - 1)) == 0 && size % align == 0;
        if (size == 0 || !aligned || initial == nullptr)
            return w.fail(Error::out_of_range, text("column '", name, "': given ", size, " bytes, aligned to ", align,
                                                    initial == nullptr ? ", without initial value" : "",
                                                    "; allowed 1, 2, 4, 8 or 16 to align to, and a multiple of that"));
        auto column = std::make_unique<UserColumnStore>(w.state.agents.registry, std::string(name), size, initial);
        column->resize(w.state.agents.rows());
        w.state.agents.user_columns.push_back(std::move(column));
        ++w.state.kinds.manifest_version;
        plan_hash(w.state.agents);
        if (out != nullptr) out->value = static_cast<uint32_t>(w.state.agents.user_columns.size());
        w.tell(command::AddColumn{name, w.state.agents.user_columns.back()->initial()});
        return Error::ok;
    });
}

void* World::column_bytes(UserColumn column, size_t size) {
    WorldImpl& w = *impl_;
    if (column.value == 0 || column.value > w.state.agents.user_columns.size())
        throw std::invalid_argument(
            text("user column ", column.value, ": there are ", w.state.agents.user_columns.size()));
    UserColumnStore& store = *w.state.agents.user_columns[column.value - 1];
    if (store.element_size() != size)
        throw std::invalid_argument(
            text("user column '", store.name(), "': element of ", size, " bytes asked, has ", store.element_size()));
    return store.bytes();
}

Error WorldImpl::die(const char* why) noexcept {
    dead = true;
    stepping = false;
    state.drop_everything();
    ++changes; // the lists for the host are out of date
    try {
        return fail(Error::dead, text("the world is dead: ", why, ", in the middle of a change"));
    } catch (...) {
        return Error::dead; // no memory left for the error text
    }
}

// ---- Time -----------------------------------------------------------------------------------------------------------

namespace {

/// Brings up to date what this rank tells the others about itself (frame/agreement.h).
void know_identity(WorldImpl& w) {
    Publication::Identity& identity = w.state.publication.identity;
    const Kinds& kinds = w.state.kinds;
    if (identity.kinds_version == kinds.version && identity.manifest_version == kinds.manifest_version) return;
    identity.kinds_version = kinds.version;
    identity.manifest_version = kinds.manifest_version;
    identity.version = snapshot_version();
    std::vector<std::byte> bytes;
    write_kinds(bytes, w.state);
    Manifest manifest = manifest_of(w.state);
    Writer out(bytes);
    definition(out, manifest);
    identity.definitions = checksum(bytes);
}

} // namespace

Error WorldImpl::begin_frame(double dt) {
    const FloatMode float_mode;
    if (!std::isfinite(dt)) return fail(Error::not_finite, text("step: dt given ", dt));
    if (dt < 0.0 || dt > 1.0) return fail(Error::out_of_range, text("step: dt given ", dt, ", allowed 0 to 1 s"));
    state.clock.begin_frame(dt);
    if (state.division.divided()) know_identity(*this);
    for (CallNotes& to : notes) note_columns(to);
    tell(command::Step{dt});
    if (def.communicator != nullptr) send_commands();
    return Error::ok;
}

void WorldImpl::note_exchanges() {
    const auto traffic = state.division.take_traffic();
    exchange_stats = {};
    for (size_t number = 0; number <= message_of_agreement; ++number) {
        const Division::Traffic& its = traffic[number];
        const size_t i = number < most_divided_loops ? number / most_loops_of_system
                                                     : exchange_of_commands + number - message_of_commands;
        exchange_stats.sent[i] += its.sent;
        exchange_stats.received[i] += its.received;
        exchange_stats.work_ns[i] += its.work;
        exchange_stats.most_work_ns[i] += its.most_work;
        exchange_stats.wait_ns[i] += its.wait;
        exchange_stats.copy_ns[i] += its.copy;
    }
}

Error WorldImpl::end_frame() {
    frame->rethrow();
    note_exchanges();
    remember_columns();
    for (size_t i = 0; i < notes.size(); ++i) notes[i].listener->stepped();
#ifdef FRAY_CHECK_ACCESS
    if (state.clock.frame % 8 == 0)
        if (const std::string breach = check_restored(state); !breach.empty())
            fatal(text("frame ", state.clock.frame - 1, ": the world would refuse its own snapshot: ", breach));
#endif
    for (const FsmOutput& out : state.behaviour.decisions)
        if (!out.failure.empty())
            return fail(Error::state_failed, text("frame ", state.clock.frame - 1, ": ",
                                                  std::string(out.failure.begin(), out.failure.end())));
    return Error::ok;
}

Error World::set_jobs(JobSystem* jobs, int threads) {
    return impl_->change([&](WorldImpl& w) -> Error {
        if (threads < 0 || threads > 1024)
            return w.fail(Error::out_of_range, text("threads: given ", threads, ", allowed 1 to 1024, or 0 for all"));
        std::unique_ptr<JobSystem> own;
        if (jobs == nullptr) {
            auto made = make_tbb_jobs({.threads = threads});
            if (!made) return w.fail(made.error(), made.error_text());
            own = std::move(*made);
        }
        w.jobs = jobs == nullptr ? own.get() : jobs;
        w.frame->set_jobs(*w.jobs);
        w.own_jobs = std::move(own);
        return Error::ok;
    });
}

Error World::step(double dt) {
    return impl_->change_in_hosts_mode([&](WorldImpl& w) -> Error {
        if (const Error e = w.begin_frame(dt); e != Error::ok) return e;
        w.stepping = true;
        w.jobs->execute(run_frame, w.frame.get());
        w.stepping = false;
        return w.end_frame();
    });
}

Error World::step_begin(double dt) {
    return impl_->change_in_hosts_mode([&](WorldImpl& w) -> Error {
        if (const Error e = w.begin_frame(dt); e != Error::ok) return e;
        w.stepping = true;
        w.started = w.jobs->start(run_frame, w.frame.get());
        return Error::ok;
    });
}

Error World::step_end() {
    WorldImpl& w = *impl_;
    if (current_memory == w.memory.get()) return Error::stepping; // called from a task of the step
    if (!w.stepping) {
        const Error e = w.fail(Error::stepping, "step_end without step_begin");
        w.log(e);
        return e;
    }
    CaughtException thrown; // an exception of the host's job system
    thrown.guard([&] {
        if (w.started != nullptr)
            w.jobs->finish(w.started);
        else
            w.jobs->execute(run_frame, w.frame.get());
    });
    w.is_over();
    return w.change_in_hosts_mode([&](WorldImpl& ended) -> Error {
        thrown.rethrow();
        return ended.end_frame();
    });
}

Error World::advance(double elapsed, int* steps) {
    if (steps != nullptr) *steps = 0;
    return impl_->change_in_hosts_mode([&](WorldImpl& w) -> Error {
        if (const Error e = w.add_leftover(elapsed); e != Error::ok) return e;
        const double dt = w.regular_step();
        const double enough = dt * (1.0 - 1e-4); // else the rounding of sums would lose or delay a step
        if (w.leftover < enough) w.state.publication.events.clear(); // nothing happens in this call
        Error e = Error::ok; // if a user state throws, the step is completed, and no further step is made
        for (int made = 0; w.leftover >= enough && e == Error::ok; ++made) {
            w.keep_leftover(w.leftover - dt);
            w.state.publication.keep_events = made != 0; // the host reads the events of all steps afterwards
            e = step(dt);
            w.state.publication.keep_events = false;
            if (steps != nullptr) ++*steps;
        }
        return e;
    });
}

double WorldImpl::regular_step() const {
    const FloatMode float_mode;
    return 1.0 / def.hz;
}

Error WorldImpl::add_leftover(double elapsed) {
    const FloatMode float_mode;
    if (!(elapsed >= 0.0 && elapsed <= 10.0))
        return fail(std::isfinite(elapsed) ? Error::out_of_range : Error::not_finite,
                    text("advance: given ", elapsed, ", allowed 0 to 10 s"));
    keep_leftover(std::min(leftover + elapsed, most_leftover));
    return Error::ok;
}

void WorldImpl::keep_leftover(double seconds) {
    leftover = seconds;
    tell(command::KeepLeftover{seconds});
}

// ---- Reading --------------------------------------------------------------------------------------------------------

double World::accumulated_time() const { return std::max(impl_->leftover, 0.0); }

size_t World::agent_count() const { return impl_->state.agents.rows(); }
int64_t World::spawn_count() const { return impl_->state.ids.next_serial; }

// Outside of systems, access to columns is not checked.
#define FRAY_SPAN(type, name, column)                                                                                  \
    std::span<const type> World::name() const { return {impl_->state.agents.column.data(), agent_count()}; }
FRAY_SPAN(AgentId, ids, id)
FRAY_SPAN(Serial, serials, serial)
FRAY_SPAN(Vec2, positions, position)
FRAY_SPAN(Vec2, previous_positions, next_position)
FRAY_SPAN(Vec2, velocities, velocity)
FRAY_SPAN(Vec2, headings, heading)
FRAY_SPAN(Vec2, goals, goal)
FRAY_SPAN(AgentState, states, state)
FRAY_SPAN(uint8_t, bands, band)
FRAY_SPAN(AgentId, targets, target)
FRAY_SPAN(int16_t, slots, slot)
FRAY_SPAN(int16_t, attacks, attack)
FRAY_SPAN(int16_t, wait_slots, wait_slot)
FRAY_SPAN(float, healths, health)
FRAY_SPAN(TeamIndex, teams, team)
FRAY_SPAN(ArchetypeIndex, archetypes, archetype)
FRAY_SPAN(int16_t, floors, floor)
FRAY_SPAN(uint64_t, user_data, user_data)
#undef FRAY_SPAN

std::span<const float> World::preferred_speeds() const {
    const WorldState& state = impl_->state;
    return {state.agents.preferred_speed.data(), state.kinds.guides_host ? agent_count() : 0};
}
std::span<const Vec2> World::facings() const {
    const WorldState& state = impl_->state;
    return {state.agents.facing.data(), state.kinds.guides_host ? agent_count() : 0};
}

std::span<const SightQuestion> World::sight_questions() const { return impl_->state.perception.sight_questions; }
const Events& World::events() const { return impl_->state.publication.events.view(); }
const Counters& World::counters() const { return impl_->state.counters; }
const Profile& World::profile() const { return impl_->state.profile; }
uint64_t World::frame() const { return impl_->state.clock.frame; }
double World::time() const { return seconds_of(impl_->state.clock.now); }
int World::overload_level() const { return static_cast<int>(impl_->state.lod.budget.doublings); }
uint64_t World::state_hash() const { return hashes() ? impl_->state.publication.state_hash : 0; }
uint64_t World::seed() const { return impl_->def.seed; }
double World::hz() const { return impl_->def.hz; }
bool World::hashes() const { return impl_->def.hashes; }
const DetailDef& World::detail() const { return impl_->state.lod.def; }
EventMask World::event_mask() const { return impl_->state.log.mask; }
const ArchetypeDef& World::archetype(ArchetypeIndex i) const { return impl_->state.kinds.archetype_defs.at(i); }
std::string_view World::state_name(AgentState state) const {
    if (!is_user_state(state)) return to_string(state);
    const auto& defs = impl_->state.kinds.states;
    const size_t number = static_cast<size_t>(state) - first_user_state;
    return number < defs.size() ? std::string_view(defs[number].name) : "?";
}
size_t World::monster_count() const { return impl_->state.kinds.monster_defs.size(); }
const MonsterDef& World::monster(size_t number) const { return impl_->state.kinds.monster_defs.at(number); }
size_t World::archetype_count() const { return impl_->state.kinds.archetype_defs.size(); }
std::string_view World::team_name(TeamIndex i) const { return impl_->state.kinds.team_names.at(i); }
size_t World::team_count() const { return impl_->state.kinds.team_names.size(); }
bool World::hostile(TeamIndex a, TeamIndex b) const {
    if (a >= team_count() || b >= team_count())
        throw std::out_of_range(text("team ", int{std::max(a, b)}, ": there are ", team_count()));
    return impl_->state.kinds.is_hostile(a, b);
}
const std::string& World::error_text() const { return impl_->error; }
Error World::set_event_mask(EventMask mask) {
    return impl_->change([&](WorldImpl& w) -> Error {
        w.state.log.mask = mask;
        return Error::ok;
    });
}

const ExchangeStats& World::exchange_stats() const { return impl_->exchange_stats; }

MemoryUse World::memory() const {
    MemoryUse use = impl_->state.memory();
    use.allocated = impl_->memory->bytes();
    return use;
}

} // namespace fray
