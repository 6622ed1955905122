#include "oracle.h"

#include "storage/rules_math.h"
#include "world/world_impl.h"

#include "fray/spatial/grid_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <set>

namespace fray::model {

namespace {

/// Greatest number of agents with the model. With more agents it would take too long, so it is dismissed.
constexpr size_t most_followed = 250;

int64_t in_us(double seconds) { return std::llround(seconds * 1e6); }

template <typename T, typename Field> void note(std::vector<T*>& found, Field& field) {
    if constexpr (std::same_as<Field, T>)
        found.push_back(&field);
    else if constexpr (std::same_as<Field, OrderDef> && std::same_as<T, AgentId>)
        found.push_back(&field.target);
    else if constexpr (std::same_as<Field, SpawnDef> && std::same_as<T, SquadId>)
        found.push_back(&field.squad);
}

/// The fields of type T of the command, of its order and of its new agent.
template <typename T> std::vector<T*> fields_of(AnyCommand& command) {
    std::vector<T*> found;
    visit_command(command, [&](auto& c) {
        if constexpr (requires { all_fields(c); })
            std::apply([&](auto&... field) { (note(found, field), ...); }, all_fields(c));
    });
    return found;
}

} // namespace

std::vector<Vec2*> points_of(AnyCommand& command) {
    std::vector<Vec2*> points;
    if (auto* const c = std::get_if<command::Spawn>(&command)) points.push_back(&c->def.position);
    if (auto* const c = std::get_if<command::Teleport>(&command)) points.push_back(&c->position);
    if (auto* const c = std::get_if<command::SetNavLink>(&command)) points = {&c->def.from, &c->def.to};
    if (auto* const c = std::get_if<SetDetail>(&command))
        for (Vec2& point : c->detail.points) points.push_back(&point);
    for (OrderDef* const order : fields_of<OrderDef>(command))
        if (leads_to_point(order->kind)) points.push_back(&order->point);
    return points;
}

Vec2 heading_along(Vec2 way) { return way == Vec2{} ? Vec2{1.0f, 0.0f} : normalised(way); }

template <typename A, typename B>
void Oracle::same(const std::string& what, const A& engine, const B& expected, Serial about) {
    if (!difference_.empty() || engine == expected) return;
    differ(fmt::format("{}: engine {}, model {}", what, engine, expected), {about});
}

void Oracle::listen(World& world, const WorldDef& def) {
    world_ = &world;
    twin_ = Twin{.model = ReferenceModel(def.seed, def.records_wait_reasons)};
    off_ground_ = def.off_ground;
    snapshots_.clear();
    history_.clear();
    difference_.clear();
    seen_ = 0;
    poses_ = std::make_shared<RepeatedPoses>();
    followed_ = begins_ = true;
    if (add_command_listener(world, *this) != Error::ok) differ("the oracle cannot listen: " + world.error_text());
    begins_ = false;
}

Error Oracle::save(std::vector<std::byte>* out) {
    const Error error = world_->save(out);
    if (error == Error::ok && followed_) snapshots_.insert_or_assign(*out, twin_);
    return error;
}

// ---- What the world accepts -------------------------------------------------------------------------------------

void Oracle::command(std::span<const std::byte> bytes) {
    CallReader reader(bytes, *poses_);
    command::Any heard;
    if (!reader.read(heard)) return differ("not a command");
    visit_command(heard, [this](const auto& c) { this->hear(c); });
}

template <typename C> void Oracle::hear(const C& c) {
    AnyCommand command = c;
    if constexpr (std::is_same_v<C, command::Spawn>) {
        const NewAgent& made = impl_of(*world_).state.input.commands.back().spawned;
        learn(made.serial, made.id);
    }
    for (AgentId* const agent : fields_of<AgentId>(command)) *agent = named(serial_of(*agent));
    file(std::move(command));
}

void Oracle::hear(const command::Begin&) { poses_->coder.reset(); }

/// The first commands of a listener describe a new world, apart from the snapshot.
void Oracle::hear(const command::Restore& c) {
    if (begins_) {
        followed_ = world_->frame() == 0 && world_->spawn_count() == 0 && world_->squads().empty();
    } else {
        const auto found = snapshots_.find({c.snapshot.begin(), c.snapshot.end()});
        followed_ = followed_ && found != snapshots_.end();
        if (followed_) twin_ = found->second;
    }
    note_places();
}

void Oracle::hear(const command::AddMonsters&) {
    std::vector<MonsterDef> all;
    for (size_t i = 0; i < world_->monster_count(); ++i) all.push_back(world_->monster(i));
    twin_.model.add_monsters(all);
}

void Oracle::hear(const command::SetGround&) { twin_.model.set_ground(impl_of(*world_).state.terrain.bare); }

void Oracle::hear(const command::AddSquad& c) {
    twin_.squads.push_back(world_->squads().back().id.value);
    file(AddSquad{c.team, c.def});
}

void Oracle::hear(const command::RemoveSquad& c) {
    file(RemoveSquad{c.squad});
    std::erase(twin_.squads, c.squad.value);
}

void Oracle::hear(const command::Reload& c) {
    file(Reload{{{c.archetypes.begin(), c.archetypes.end()}, {c.monsters.begin(), c.monsters.end()}}});
}

void Oracle::hear(const command::SetHostPoses& c) {
    twin_.host_poses.clear();
    for (size_t i = 0; i < c.poses.count; ++i)
        twin_.host_poses.push_back({serial_of(c.poses.agents[i]), c.poses.positions[i],
                                    c.poses.headings ? std::optional(normalised(c.poses.headings[i])) : std::nullopt});
}

void Oracle::file(AnyCommand command) {
    if (!followed_) return;
    same("a command is accepted", to_string(Error::ok), std::string(to_string(expected(command))), no_serial);
    twin_.pending.push_back({std::move(command)});
    Given& given = twin_.pending.back();
    if (auto* const spawn = std::get_if<command::Spawn>(&given.command)) {
        given.spawned = static_cast<Serial>(world_->spawn_count()) - 1;
        given.moved = move_to_ground(&world_->archetype(spawn->def.archetype), &spawn->def.position);
        followed_ = static_cast<size_t>(world_->spawn_count()) - seen_ + world_->agent_count() <= most_followed;
    }
    if (auto* const teleport = std::get_if<command::Teleport>(&given.command))
        given.moved = move_to_ground(kind_of(model::serial_of(teleport->agent)), &teleport->position);
}

/// Moves the point to the nearest walkable point if fray moves the agent. Returns whether it did.
bool Oracle::move_to_ground(const ArchetypeDef* kind, Vec2* point) const {
    const Ground* own = model().ground();
    if (own == nullptr || kind == nullptr || kind->body.motion == MotionType::host || own->walkable(*point))
        return false;
    return own->nearest(*point, 4.0f * world_extent, point);
}

// ---- What the world has to refuse -------------------------------------------------------------------------------

Error Oracle::expected(const AnyCommand& command) const {
    if (const auto* const c = std::get_if<command::Spawn>(&command))
        return on_ground(&world_->archetype(c->def.archetype), c->def.position);
    if (const auto* const c = std::get_if<command::Teleport>(&command))
        return on_ground(kind_of(model::serial_of(c->agent)), c->position);
    if (const auto* const c = std::get_if<command::SetOrder>(&command)) return expected(c->agent, c->order);
    if (const auto* const c = std::get_if<command::QueueOrder>(&command)) return expected(c->agent, c->order);
    if (const auto* const c = std::get_if<command::AnswerSight>(&command)) // V7a
        return model().is_open(model::serial_of(c->viewer), model::serial_of(c->target)) ? Error::ok : Error::unknown;
    bool fine = true;
    if (const auto* const c = std::get_if<command::SetSquadOrder>(&command)) // A26i, Z2
        fine = c->order.kind != OrderKind::perform && (leads_to_point(c->order.kind) || !c->order.formation.given());
    if (const auto* const c = std::get_if<command::QueueSquadOrder>(&command))
        fine = c->order.kind != OrderKind::perform && !c->order.formation.given();
    if (const auto* const c = std::get_if<command::SetArchetype>(&command)) // A31d
        if (const ArchetypeDef* const def = kind_of(model::serial_of(c->agent))) {
            const ArchetypeDef& next = world_->archetype(c->archetype);
            fine = def->autonomous == next.autonomous && def->engagement.managed == next.engagement.managed;
        }
    const auto waits = [this](const auto& which) {
        return std::any_of(twin_.pending.begin(), twin_.pending.end(),
                           [&](const Given& given) { return which(given.command); });
    };
    if (const auto* const c = std::get_if<command::RemoveNavLink>(&command))
        if (!model().links().contains(c->nav_link) && !waits([&](const AnyCommand& other) {
                const auto* const set = std::get_if<command::SetNavLink>(&other);
                return set != nullptr && set->nav_link == c->nav_link;
            }))
            return Error::unknown;
    if (const auto* const c = std::get_if<RemoveSquad>(&command)) { // A19b
        const uint32_t number = c->squad.value;
        if (std::count(twin_.squads.begin(), twin_.squads.end(), number) == 0) return Error::unknown;
        const bool named = waits([&](AnyCommand other) {
            const std::vector<SquadId*> squads = fields_of<SquadId>(other);
            return std::any_of(squads.begin(), squads.end(), [&](const SquadId* squad) { return *squad == c->squad; });
        });
        const bool known = number <= model().squads().size(); // false: added since the last step
        const std::vector<Serial> members = known ? model().squads()[number - 1].members : std::vector<Serial>{};
        fine =
            !named && std::none_of(members.begin(), members.end(), [this](Serial serial) { return is_living(serial); });
    }
    return fine ? Error::ok : Error::out_of_range;
}

/// An order `perform` needs another agent, and an attack of the agent's present table. Reloads that wait for the next
/// step do not count. A formation is only for orders to squads.
Error Oracle::expected(AgentId agent, const OrderDef& order) const {
    const ArchetypeDef* def = kind_of(model::serial_of(agent));
    if (def == nullptr) return Error::ok;
    const bool in_table = order.attack >= 0 && order.attack < static_cast<int>(def->attacks.size());
    const bool performs = order.kind != OrderKind::perform || (in_table && order.target != agent);
    const bool formed = order.formation.given();
    return performs && !formed && ReferenceModel::can_carry_out(*def, order.kind) ? Error::ok : Error::out_of_range;
}

/// An agent that fray moves must be able to stand at the point, or near it (rule to_ground).
Error Oracle::on_ground(const ArchetypeDef* kind, Vec2 point) const {
    const Ground* own = model().ground();
    Vec2 found;
    const bool off =
        own != nullptr && kind != nullptr && kind->body.motion == MotionType::simulated && !own->walkable(point);
    const bool refused = off && (off_ground_ == OffGround::refuse || !own->nearest(point, 4.0f * world_extent, &found));
    return refused ? Error::off_ground : Error::ok;
}

// ---- Commands by serial -----------------------------------------------------------------------------------------

Error Oracle::give(AnyCommand command) {
    for (AgentId* const agent : fields_of<AgentId>(command)) *agent = id_of(model::serial_of(*agent));
    World& w = *world_;
    if (const auto* const c = std::get_if<AddSquad>(&command)) return w.add_squad(c->team, c->def, nullptr);
    if (const auto* const c = std::get_if<RemoveSquad>(&command)) return w.remove_squad(c->squad);
    if (const auto* const c = std::get_if<SetHostile>(&command)) return w.set_hostile(c->a, c->b, c->hostile);
    if (const auto* const c = std::get_if<SetDetail>(&command)) return w.set_detail(c->detail);
    if (const auto* const c = std::get_if<Reload>(&command))
        return w.reload(c->definitions.archetypes, c->definitions.monsters);
    return visit_command(command, [&w](auto& c) {
        if constexpr (requires { fray::Command(c); })
            return fray::give(w, fray::Command(c));
        else
            return Error::unknown;
    });
}

std::map<Serial, Pose> Oracle::poses() const {
    std::map<Serial, Pose> poses = places_.poses;
    for (const Given& given : twin_.pending) {
        if (const auto* const c = std::get_if<command::Spawn>(&given.command))
            poses[given.spawned] = {c->def.position, normalised(c->def.heading)};
        const auto* const c = std::get_if<command::Teleport>(&given.command);
        if (c == nullptr) continue;
        const Serial serial = model::serial_of(c->agent);
        if (const Agent* const agent = find(serial); agent != nullptr && !agent->living()) continue;
        Pose& pose = poses[serial];
        pose.position = c->position;
        if (c->heading) pose.heading = normalised(*c->heading);
    }
    return poses;
}

// ---- Steps ------------------------------------------------------------------------------------------------------

/// Runs in the model the step that the world has just run, and compares the two. The model moves no agent itself: it
/// takes the engine's positions.
void Oracle::stepped() {
    followed_ = followed_ && difference_.empty() && twin_.model.agents().size() <= most_followed;
    if (!followed_) return;
    const std::vector<Given> commands = std::exchange(twin_.pending, {});
    const std::vector<HostPose> host_poses = std::exchange(twin_.host_poses, {});
    const std::vector<Event> expected = twin_.model.step(commands, dt_, places_.poses, host_poses);
    note_places();
    seen_ = static_cast<size_t>(world_->spawn_count());
    for (auto serial = static_cast<Serial>(twin_.ids.size()); serial < world_->spawn_count(); ++serial)
        learn(serial, world_->find(serial).value_or(AgentId{})); // the agent was summoned
    compare_events(expected);
    if (difference_.empty()) remember(expected);
    compare_event_ids();
    compare_counters();
    compare_rows();
    compare_circles();
    compare_questions();
    compare_squads();
    compare_links();
    compare_target_biases();
    compare_projectiles();
    const auto reloads = [](const Given& given) { return std::holds_alternative<Reload>(given.command); };
    if (std::any_of(commands.begin(), commands.end(), reloads)) compare_definitions();
}

void Oracle::note_places() {
    const auto copy = [](std::span<const Vec2> from) { return std::vector<Vec2>(from.begin(), from.end()); };
    places_ = {{}, copy(world_->positions()), copy(world_->previous_positions()), copy(world_->goals())};
    for (size_t row = 0; row < world_->agent_count(); ++row)
        places_.poses[world_->serials()[row]] = {world_->positions()[row], world_->headings()[row],
                                                 world_->velocities()[row]};
}

// ---- Obstacles --------------------------------------------------------------------------------------------------

/// The model can have obstacles on a GridMap only.
void Oracle::hear(const command::SetObstacle& c) {
    followed_ = followed_ && dynamic_cast<const GridMap*>(world_->ground()) != nullptr;
    if (!followed_) return;
    const uint32_t number = world_->obstacles().back().id.value;
    same("an obstacle is set", true,
         twin_.model.set_obstacle(number, c.obstacle, c.agents, places_.poses, twin_.pending), no_serial);
    compare_ground();
}

void Oracle::hear(const command::RemoveObstacle& c) {
    if (!followed_) return;
    same("an obstacle is removed", true, twin_.model.remove_obstacle(c.obstacle.value, twin_.pending), no_serial);
    compare_ground();
}

/// The obstacles of world and model, the cells that they close, and what follows for islands and ways.
void Oracle::compare_ground() {
    std::string found, expected;
    for (const PlacedObstacle& one : world_->obstacles())
        found += fmt::format("{} ({}, {}) {}; ", one.id.value, one.obstacle.at.x, one.obstacle.at.y,
                             static_cast<int>(one.obstacle.blocks));
    for (const auto& [number, one] : model().obstacles())
        expected += fmt::format("{} ({}, {}) {}; ", number, one.at.x, one.at.y, static_cast<int>(one.blocks));
    same("obstacles", found, expected, no_serial);
    const auto* map = dynamic_cast<const GridMap*>(world_->ground());
    if (map == nullptr) return same("a ground with obstacles is a grid map", model().obstacles().empty(), true, -1);
    const Ground& own = *model().ground();
    std::map<uint32_t, uint32_t> islands, own_islands; // the same islands may have other numbers
    const auto cells = static_cast<uint32_t>(map->columns() * map->lines());
    for (uint32_t cell = 0; cell < cells && difference_.empty(); ++cell) {
        const Vec2 at = map->middle(cell), other = map->middle((cell * 31 + 7) % cells);
        const auto check = [&](const char* what, bool is, bool wanted) {
            if (is != wanted) same(fmt::format("the cell at ({}, {}) {}", at.x, at.y, what), is, wanted, no_serial);
        };
        check("is walkable", map->walkable(at), own.walkable(at));
        const uint32_t island = map->island(at), own_island = own.island(at);
        const bool fits = islands.try_emplace(own_island, island).first->second == island &&
                          own_islands.try_emplace(island, own_island).first->second == own_island;
        check("is on the same island", fits, true);
        check("has a clear way to another", map->clear(at, other), own.clear(at, other));
    }
}

// ---- Moving the origin ------------------------------------------------------------------------------------------

void Oracle::hear(const command::ShiftOrigin& c) {
    if (!followed_) return;
    std::vector<bool> walkable;
    for (const Vec2 position : places_.positions)
        walkable.push_back(model().ground() == nullptr || model().ground()->walkable(position));
    const bool moved = twin_.model.shift_origin(c.by, impl_of(*world_).state.terrain.bare, places_.poses);
    same("the model moves the origin", true, moved, no_serial);
    if (!model().obstacles().empty()) compare_ground();
    compare_shifted(c.by, walkable);
    for (Given& given : twin_.pending)
        for (Vec2* const point : points_of(given.command)) *point = *point + c.by;
    note_places();
}

/// An agent that rounding has put off the ground comes to the nearest walkable point. `walkable`: it was not off the
/// ground before.
Vec2 Oracle::shifted(Vec2 position, Vec2 by, Serial serial, bool walkable) const {
    Vec2 moved = position + by;
    const Agent* const agent = find(serial);
    const bool walks = agent != nullptr && model().archetype_of(*agent).body.motion == MotionType::simulated;
    const Ground* own = model().ground();
    if (own != nullptr && walks && walkable && !own->walkable(moved)) own->nearest(moved, 1.0f, &moved);
    return moved;
}

/// Compares what the host can read immediately after the move. `walkable`: the rows that stood on walkable ground.
void Oracle::compare_shifted(Vec2 by, const std::vector<bool>& walkable) {
    for (size_t row = 0; row < places_.positions.size(); ++row) {
        const Serial serial = world_->serials()[row];
        const Vec2 expected = shifted(places_.positions[row], by, serial, walkable[row]);
        same("position, moved", world_->positions()[row] == expected, true, serial);
        same("position of a frame ago, moved", world_->previous_positions()[row] == places_.previous[row] + by, true,
             serial);
        same("goal, moved", world_->goals()[row] == places_.goals[row] + by, true, serial);
    }
}

// ---- Comparison -------------------------------------------------------------------------------------------------

void Oracle::compare_events(const std::vector<Event>& expected) {
    const std::vector<Event> found = test::flat_events(*world_);
    for (size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
        if (i < found.size() && i < expected.size() && found[i] == expected[i]) continue;
        std::string text = fmt::format("event {} of the frame ({} in the engine, {} in the model)\n", i, found.size(),
                                       expected.size());
        std::vector<Serial> about;
        const size_t first = i > 6 ? i - 6 : 0;
        for (size_t k = first; k < i; ++k) text += fmt::format("    both:   {}\n", in_words(found[k]));
        for (size_t k = i; k < std::min(i + 5, found.size()); ++k)
            text += fmt::format("    engine: {}\n", in_words(found[k]));
        for (size_t k = i; k < std::min(i + 5, expected.size()); ++k)
            text += fmt::format("    model:  {}\n", in_words(expected[k]));
        if (i < found.size()) about.insert(about.end(), {found[i].agent, found[i].target});
        if (i < expected.size()) about.insert(about.end(), {expected[i].agent, expected[i].target});
        return differ(text, about);
    }
}

/// An event names each agent by id and serial. The id is null if the agent was despawned in an earlier step.
void Oracle::compare_event_ids() {
    const auto compare = [this](const EventAgent& one) {
        if (one.id == id_of(one.serial)) return;
        const bool is_there = model().agents().count(one.serial) != 0;
        same("the id in an event is null or that of the agent", !one.id && !is_there, true, one.serial);
    };
    for_each_event(world_->events(), [&](const auto& event) {
        if constexpr (requires { event.agent; }) compare(event.agent);
        if constexpr (requires { event.target; }) compare(event.target);
        if constexpr (requires { event.attacker; }) compare(event.attacker);
        if constexpr (requires { event.killer; }) compare(event.killer);
        if constexpr (requires { event.summoned; }) compare(event.summoned);
        if constexpr (requires { event.leader; }) compare(event.leader);
        if constexpr (requires { event.previous_leader.serial; }) compare(event.previous_leader);
    });
}

void Oracle::compare_counters() {
    const Counters& counts = world_->counters();
    const auto dead = static_cast<uint32_t>(std::count_if(model().agents().begin(), model().agents().end(),
                                                          [](const auto& one) { return one.second.dead; }));
    same("frame", world_->frame(), model().frame(), no_serial);
    same("time in us", in_us(world_->time()), model().now(), no_serial);
    same("overload level", world_->overload_level(), model().overload_level(), no_serial);
    same("commands dropped", counts.commands_dropped, model().commands_dropped(), no_serial);
    same("poses skipped", counts.poses_skipped, model().poses_skipped(), no_serial);
    same("moved to the ground", counts.moved_to_ground, model().moved_to_ground(), no_serial);
    same("dead agents", counts.dead, dead, no_serial);
    same("living agents", counts.living, model().agents().size() - dead, no_serial);
    same("events", counts.events, world_->events().size(), no_serial);
}

void Oracle::compare_rows() {
    if (!difference_.empty()) return;
    same("agents in the world", world_->agent_count(), model().agents().size(), no_serial);
    for (size_t row = 0; row < world_->agent_count() && difference_.empty(); ++row) {
        const Serial serial = world_->serials()[row];
        const Agent* const agent = find(serial);
        if (agent == nullptr) return differ(fmt::format("the model has no agent {}", serial), {serial});
        compare_row(row, *agent);
    }
}

void Oracle::compare_row(size_t row, const Agent& agent) {
    const Serial serial = agent.serial;
    const auto named = [serial](const char* what) { return fmt::format("{} of agent {}", what, serial); };
    same(named("id"), world_->ids()[row] == id_of(serial), true, serial);
    same(named("id by serial"), world_->find(serial) == world_->ids()[row], true, serial);
    same(named("row"), world_->row_of(id_of(serial)) == row, true, serial);
    same(named("state"), to_string(world_->states()[row]), std::string(to_string(agent.state)), serial);
    same(named("health"), world_->healths()[row], agent.health, serial);
    same(named("target"), serial_of(world_->targets()[row]), agent.target, serial);
    same(named("slot"), world_->slots()[row], agent.slot, serial);
    same(named("attack"), world_->attacks()[row], agent.attack_number(), serial);
    same(named("wait slot"), world_->wait_slots()[row], agent.wait_slot, serial);
    same(named("team"), world_->teams()[row], agent.team, serial);
    same(named("archetype"), world_->archetypes()[row], agent.archetype, serial);
    same(named("floor"), world_->floors()[row], agent.floor, serial);
    if (agent.owner != no_serial && agent.spawned_frame + 1 == model().frame()) { // it was summoned in this frame
        const Vec2 apart = world_->headings()[row] - agent.heading;
        same(named("heading as its owner's"), dot(apart, apart) < 1.0e-8f, true, serial); // the host's pose may have
                                                                                          // turned it since
    }
    // An agent that lost its target in resolve_hits keeps its distance band until the next classify_distances. No rule
    // reads it meanwhile.
    if (agent.target != no_serial) same(named("band"), world_->bands()[row], agent.band, serial);
    if (agent.living() && agent.supports && !agent.holding() && agent.target != no_serial &&
        agent.state == AgentState::pursue && agent.update_interval == 1 && agent.pushed_until == 0)
        same(named("goal, its waypoint (rule intend)"),
             fmt::format("{} {}", world_->goals()[row].x, world_->goals()[row].y),
             fmt::format("{} {}", agent.waypoint.x, agent.waypoint.y), serial);
    compare_queries(row, agent);
}

/// The queries by id must agree with the spans and with the model.
void Oracle::compare_queries(size_t row, const Agent& agent) {
    const Serial serial = agent.serial;
    const AgentId id = world_->ids()[row];
    const auto check = [&](const char* what, const auto& found, const auto& expected) {
        if (found != expected) same(fmt::format("{} of agent {}, by id", what, serial), found, expected, serial);
    };
    const auto agree = [&](const char* what, bool equal) { check(what, equal, true); };
    agree("position", world_->position(id) == world_->positions()[row]);
    agree("velocity", world_->velocity(id) == world_->velocities()[row]);
    agree("heading", world_->heading(id) == world_->headings()[row]);
    agree("state", world_->state(id) == world_->states()[row]);
    agree("target", world_->target(id) == world_->targets()[row]);
    agree("health", world_->health(id) == (agent.dead ? 0.0f : world_->healths()[row]));
    agree("team", world_->team(id) == world_->teams()[row]);
    agree("archetype", world_->archetype_of(id) == world_->archetypes()[row]);
    check("squad", world_->squad(id).value_or(SquadId{}).value, model().squad_of(agent).made ? agent.squad : 0u);
    check("update interval", world_->update_interval(id).value_or(0), agent.update_interval);
    check("monster", world_->monster_of(id).value_or(-2), int64_t{agent.monster ? agent.monster->number : -1});
    if (!agent.living()) return;
    check("link for which it heads", world_->nav_link_of(id).value_or(-2),
          agent.heads_for ? agent.heads_for->link : -1);
    compare_orders(agent);
    compare_body(agent);
    compare_threats(agent);
    check("user data", world_->user_data()[row], agent.user_data);
    const CircleCapacity capacities = world_->capacity(id).value_or(CircleCapacity{-1, -1});
    check("grid capacity", capacities.grid_capacity, agent.grid_capacity);
    check("attack capacity", capacities.attack_capacity, agent.attack_capacity);
    agree("closed slots", world_->closed_slots(id) == std::vector<int>(agent.closed.begin(), agent.closed.end()));
    const ViewCone cone = world_->view(id).value_or(ViewCone{{}, -1.0f});
    check("half angle of its view", cone.half_angle, agent.view ? agent.view->half_angle : ViewCone{}.half_angle);
    if (agent.view) agree("direction of its view", cone.direction == agent.view->direction);
}

/// The order of a living agent, and its queue of orders.
void Oracle::compare_orders(const Agent& agent) {
    const AgentId id = id_of(agent.serial);
    const auto check = [&](const std::string& what, const AgentOrder& found, const AgentOrder& expected) {
        if (found == expected) return;
        same(fmt::format("{} of agent {}", what, agent.serial), in_words(found), in_words(expected), agent.serial);
    };
    const OrderDef present = world_->order(id).value_or(OrderDef{});
    AgentOrder found = in_serials(present), expected = agent.order;
    if (agent.holding()) found.point = present.point;       // its post
    if (!expected.repeat) found.delay = expected.delay = 0; // nothing depends on it any more
    check("order", found, expected);
    const std::vector<OrderDef> queued = world_->order_queue(id).value_or(std::vector<OrderDef>{});
    if (queued.size() != agent.order_queue.size())
        return same(fmt::format("number of queued orders of agent {}", agent.serial), queued.size(),
                    agent.order_queue.size(), agent.serial);
    for (size_t i = 0; i < queued.size(); ++i) {
        expected = agent.order_queue[i];
        expected.squad = 0; // the host cannot read it
        check(fmt::format("queued order {}", i), in_serials(queued[i]), expected);
    }
}

/// What the host has made of the body of a living agent (rules set_speed_factor and push).
void Oracle::compare_body(const Agent& agent) {
    const BodyState found = world_->body(id_of(agent.serial)).value_or(BodyState{-1.0f});
    const auto check = [&](const char* what, auto engine, auto expected) {
        if (engine != expected) same(fmt::format("{} of agent {}", what, agent.serial), engine, expected, agent.serial);
    };
    const auto left = [this](int64_t until) { return std::max<int64_t>(until - model().now(), 0); };
    check("speed factor", found.speed_factor, agent.speed_factor);
    check("radius", found.radius, model().radius_of(agent));
    check("avoidance factor", found.avoidance_factor, agent.avoidance_factor);
    check("damage dealt", found.damage_dealt, agent.combat.damage_dealt);
    check("damage taken", found.damage_taken, agent.combat.damage_taken);
    check("attack speed", found.attack_speed, agent.combat.attack_speed);
    check("rest of the protection in us", in_us(found.protection_time_left), left(agent.combat.protected_until));
    check("rest of the stun in us", in_us(found.stun_time_left), left(agent.stunned_until));
    check("rest of the push in us", in_us(found.push_time_left), left(agent.pushed_until));
    const Vec2 apart = found.push_velocity - (left(agent.pushed_until) > 0 ? agent.push : Vec2{});
    check("velocity of the push", dot(apart, apart) < 1.0e-6f, true);
}

/// The threat table of a living agent (rules change_threat and points_of): the attackers that live and have points
/// left.
void Oracle::compare_threats(const Agent& agent) {
    const auto line = [](Serial serial, float points) { return fmt::format("{}: {}; ", serial, points); };
    std::vector<std::pair<float, Serial>> rows;
    for (const auto& [serial, row] : agent.threats) {
        const float points = model().points_of(agent, serial);
        if (points > 0.0f && is_living(serial)) rows.emplace_back(-points, serial);
    }
    std::sort(rows.begin(), rows.end());
    std::string found, expected;
    for (const auto& [points, serial] : rows) expected += line(serial, -points);
    for (const ThreatEntry& threat : world_->threats(id_of(agent.serial)).value_or(std::vector<ThreatEntry>{}))
        found += line(serial_of(threat.attacker), threat.points);
    if (found != expected) same(fmt::format("threat table of agent {}", agent.serial), found, expected, agent.serial);
}

/// What the kind of the order uses, except the post of `hold`.
AgentOrder Oracle::in_serials(const OrderDef& order) const {
    AgentOrder one;
    one.kind = order.kind;
    one.run = order.run;
    if (names_target(order.kind)) one.target = serial_of(order.target);
    one.attack = order.attack;
    if (leads_to_point(order.kind)) one.point = order.point;
    one.repeat = order.repeat;
    one.floor = order.floor;
    if (order.kind == OrderKind::escort) one.distance = order.escort_distance;
    one.delay = microseconds_of(order.delay);
    return one;
}

/// Sight questions are sorted by the viewer's serial, then by distance.
void Oracle::compare_questions() {
    const auto list = [](const std::vector<std::pair<Serial, Serial>>& questions) {
        std::string text;
        for (const auto& [viewer, target] : questions) text += fmt::format("{}: {}; ", viewer, target);
        return text;
    };
    std::vector<std::pair<Serial, Serial>> found;
    for (const SightQuestion& question : world_->sight_questions())
        found.emplace_back(serial_of(question.viewer), serial_of(question.target));
    same("questions of sight", list(found), list(model().sight_questions()), no_serial);
}

void Oracle::compare_squads() {
    const std::span<const SquadInfo> found = world_->squads();
    same("number of squads that the host made", found.size(), twin_.squads.size(), no_serial);
    for (size_t i = 0; i < found.size() && difference_.empty(); ++i) {
        const uint32_t number = twin_.squads[i];
        const Squad& squad = model().squads()[number - 1];
        const auto named = [number](const char* what) { return fmt::format("{} of squad {}", what, number); };
        same(named("number"), found[i].id.value, number, squad.leader);
        same(named("team"), found[i].team, squad.team, squad.leader);
        same(named("leader"), serial_of(found[i].leader), squad.leader, squad.leader);
        same(named("leader, by id"), world_->leader(SquadId{number}) == found[i].leader, true, squad.leader);
        const auto members =
            std::count_if(squad.members.begin(), squad.members.end(), // the model keeps despawned agents
                          [this](Serial serial) { return model().agents().count(serial) != 0; });
        same(named("number of members"), int64_t{found[i].members}, int64_t{members}, squad.leader);
        same(named("move input"), found[i].move_input == squad.move_input, true, squad.leader);
        same(named("move input, by id"), world_->move_input(SquadId{number}) == squad.move_input, true, squad.leader);
        same(named("mood"), to_string(found[i].mood), std::string(to_string(squad.mood)), squad.leader);
        same(named("morale"), found[i].morale, static_cast<float>(squad.morale) / 1000.0f, squad.leader);
    }
}

void Oracle::compare_links() {
    const auto text = [](bool there, const NavLinkDef& def) { return there ? in_words(def) : std::string("none"); };
    for (int number = 0; number < max_nav_links; ++number) {
        const std::optional<NavLinkDef> found = world_->nav_link(number);
        const auto expected = model().links().find(number);
        const bool there = expected != model().links().end();
        if (found.has_value() == there && (!there || *found == expected->second.def)) continue;
        same(fmt::format("link {}", number), text(found.has_value(), found.value_or(NavLinkDef{})),
             text(there, there ? expected->second.def : NavLinkDef{}), no_serial);
    }
}

/// The world has target biases in whole millimetres. Those of dead agents do not matter.
void Oracle::compare_target_biases() {
    for (const auto& [pair, metres] : model().target_biases()) {
        const auto& [serial, viewer] = pair;
        if (!is_living(serial) || (viewer != no_serial && !is_living(viewer))) continue;
        const float found = world_->target_bias(id_of(serial), id_of(viewer)).value_or(-1.0e6f);
        same(fmt::format("target bias of agent {} for agent {}, in mm", serial, viewer),
             std::copysign(millimetres_of(std::abs(found)), found),
             std::copysign(millimetres_of(std::abs(metres)), metres), serial);
    }
}

/// Projectiles are sorted by the time at which they land, then by the order of launching.
void Oracle::compare_projectiles() {
    const auto in_words = [](Serial by, Serial target, int attack, int64_t lands_us, Vec2 from, Vec2 to, float damage,
                             float hit_range) {
        return fmt::format("{} us: by {} at {} with attack {}, from ({}, {}) to ({}, {}), damage {}, hit range {} m",
                           lands_us, by, target, attack, from.x, from.y, to.x, to.y, damage, hit_range);
    };
    std::vector<Projectile> expected = model().projectiles();
    std::stable_sort(expected.begin(), expected.end(),
                     [](const Projectile& a, const Projectile& b) { return a.lands_us < b.lands_us; });
    const std::span<const fray::Projectile> found = world_->projectiles();
    same("number of projectiles", found.size(), expected.size(), no_serial);
    for (size_t i = 0; i < expected.size() && difference_.empty(); ++i) {
        const fray::Projectile& p = found[i];
        const Projectile& q = expected[i];
        same(fmt::format("projectile {}", i),
             in_words(p.shooter_serial, serial_of(p.target), p.attack, in_us(p.landing_time), p.from, p.to, p.damage,
                      p.hit_range),
             in_words(q.by, q.target, q.attack, q.lands_us, q.from, q.homing ? p.to : q.to, q.damage,
                      static_cast<float>(q.hit_range) / 1000.0f),
             q.by);
        const AgentId shooter = model().agents().count(q.by) != 0 ? id_of(q.by) : AgentId{};
        same(fmt::format("shooter of projectile {}", i), p.shooter == shooter, true, q.by);
    }
}

/// After a reload the world must return the definitions as they were given.
void Oracle::compare_definitions() {
    const Definitions& expected = model().definitions();
    same("number of archetypes", world_->archetype_count(), expected.archetypes.size(), no_serial);
    same("number of monsters", world_->monster_count(), expected.monsters.size(), no_serial);
    for (size_t i = 0; i < expected.archetypes.size() && difference_.empty(); ++i)
        same(fmt::format("archetype {} as it was given", i),
             world_->archetype(static_cast<ArchetypeIndex>(i)) == expected.archetypes[i], true, no_serial);
    for (size_t i = 0; i < expected.monsters.size() && difference_.empty(); ++i)
        same(fmt::format("monster {} as it was given", i), world_->monster(i) == expected.monsters[i], true, no_serial);
}

void Oracle::compare_circles() {
    if (!difference_.empty()) return;
    std::vector<Serial> expected, found;
    for (const auto& [serial, circle] : model().circles()) expected.push_back(serial);
    for (const CircleInfo& info : world_->circles()) found.push_back(serial_of(info.target));
    same("circles round", fmt::format("{}", fmt::join(found, " ")), fmt::format("{}", fmt::join(expected, " ")),
         no_serial);
    same("number of circles", world_->counters().circles, expected.size(), no_serial);
    for (size_t i = 0; i < expected.size() && difference_.empty(); ++i)
        compare_circle(world_->circles()[i], model().circles().at(expected[i]));
}

void Oracle::compare_circle(const CircleInfo& info, const Circle& circle) {
    if (!difference_.empty()) return;
    const Serial target = circle.target;
    const Agent& agent = model().agents().at(target);
    const auto named = [target](const char* what) { return fmt::format("{} of the circle round {}", what, target); };
    const std::optional<CircleView> inspected = inspect_circle(*world_, id_of(target));
    if (!inspected) return differ(named("no view"), {target});
    const CircleView& view = *inspected;
    same(named("grid capacity"), view.grid_capacity, model().capacities_of(circle).first, target);
    same(named("attack capacity"), view.attack_capacity, model().capacities_of(circle).second, target);
    same(named("free grid capacity"), view.grid_free, model().grid_free(circle), target);
    same(named("free attack capacity"), view.attack_free, model().attack_free(circle), target);
    same(named("capacities in the list"),
         fmt::format("{} {} {} {}", info.grid_capacity, info.grid_free, info.attack_capacity, info.attack_free),
         fmt::format("{} {} {} {}", view.grid_capacity, view.grid_free, view.attack_capacity, view.attack_free),
         target);
    const auto [wanted, pressure] = model().pressure_of(circle);
    same(named("pressure"), fmt::format("{} {}", info.wanted_pressure, info.pressure),
         fmt::format("{} {}", wanted, pressure), target);
    same(named("counts in the list"), fmt::format("{} {} {}", info.slots, info.holders, info.requesters),
         fmt::format("{} {} {}", view.slots.size(), circle.token_queue.size(), circle.queue.size()), target);

    std::vector<Serial> slots(static_cast<size_t>(model().slots_round(agent.serial)), no_serial);
    for (const auto& [slot, holder] : circle.slots) slots[static_cast<size_t>(slot)] = holder;
    const auto list = [](const auto& serials) { return fmt::format("[{}]", fmt::join(serials, " ")); };
    same(named("slots"), list(serials_of(view.slots)), list(slots), target);
    same(named("queue"), list(serials_of(view.queue)), list(circle.queue), target);
    same(named("token queue"), list(serials_of(view.token_queue)), list(circle.token_queue), target);
    same(named("strikers"), list(serials_of(view.strikers)), list(circle.strikers), target);
    same(named("reserver"), serial_of(view.reserver), circle.reserver, target);
    std::set<int> closed, expected;
    for (size_t slot = 0; slot < view.closed.size(); ++slot) {
        if (view.closed[slot]) closed.insert(static_cast<int>(slot));
        if (model().closed(circle, static_cast<int>(slot))) expected.insert(static_cast<int>(slot));
    }
    same(named("number of slots"), view.closed.size(), slots.size(), target);
    same(named("closed slots"), list(closed), list(expected), target);
}

// ---- Ids and text -----------------------------------------------------------------------------------------------

AgentId Oracle::id_of(Serial serial) const {
    const auto found = twin_.ids.find(serial);
    return found == twin_.ids.end() ? AgentId{} : found->second;
}

Serial Oracle::serial_of(AgentId agent) const {
    if (!agent) return no_serial;
    const auto found = twin_.serials.find({agent.index, agent.generation});
    return found == twin_.serials.end() ? -2 : found->second;
}

void Oracle::learn(Serial serial, AgentId agent) {
    twin_.ids[serial] = agent;
    twin_.serials[{agent.index, agent.generation}] = serial;
}

const Agent* Oracle::find(Serial serial) const {
    const auto agent = model().agents().find(serial);
    return agent != model().agents().end() ? &agent->second : nullptr;
}

const ArchetypeDef* Oracle::kind_of(Serial serial) const {
    if (const Agent* const agent = find(serial)) return &model().archetype_of(*agent);
    for (const Given& given : twin_.pending)
        if (given.spawned == serial && serial != no_serial)
            return &world_->archetype(std::get<command::Spawn>(given.command).def.archetype);
    return nullptr;
}

std::vector<Serial> Oracle::serials_of(std::span<const AgentId> ids) const {
    std::vector<Serial> result;
    for (const AgentId id : ids) result.push_back(serial_of(id));
    return result;
}

bool Oracle::is_living(Serial serial) const {
    const Agent* const agent = find(serial);
    return agent != nullptr && agent->living();
}

void Oracle::remember(const std::vector<Event>& events) {
    for (const Event& event : events) {
        std::deque<std::string>& past = history_[event.agent];
        past.push_back(fmt::format("frame {}: {}", model().frame() - 1, in_words(event)));
        if (past.size() > 16) past.pop_front();
    }
}

void Oracle::differ(const std::string& what, const std::vector<Serial>& about) {
    if (!difference_.empty()) return;
    difference_ =
        fmt::format("engine and model differ at frame {}: {}\n", static_cast<int64_t>(world_->frame()) - 1, what);
    std::set<Serial> agents(about.begin(), about.end());
    agents.erase(no_serial);
    for (const Serial serial : agents) {
        difference_ += describe(serial);
        for (const std::string& line : history_[serial]) difference_ += "    " + line + "\n";
    }
}

/// The agent as the model has it after this frame (before it, if a call was refused).
std::string Oracle::describe(Serial serial) const {
    const Agent* const found = find(serial);
    if (found == nullptr) return fmt::format("  agent {}: not in the world\n", serial);
    const Agent& a = *found;
    const ArchetypeDef& def = model().archetype_of(a);
    std::string text = fmt::format(
        "  agent {}: archetype {} (brain {}, {}, {}, {}), team {}, squad {}, floor {}, at ({}, {}) heading ({}, {}), "
        "state {}, health {}, target {}, slot {}, wait slot {}, {}, {}, {}, "
        "ready at {} us, rests until {} us, now {} us\n",
        serial, a.archetype, def.autonomous, to_string(def.engagement.release_policy),
        to_string(def.engagement.attack_choice), to_string(def.perception.targeting), a.team, a.squad, a.floor,
        a.position.x, a.position.y, a.heading.x, a.heading.y, to_string(a.state), a.health, a.target, a.slot,
        a.wait_slot, a.arrived ? "arrived" : "not arrived",
        a.held_up_since
            ? fmt::format("held up at {} us ({})", *a.held_up_since, model().held_up(a) ? "still" : "no more")
            : "never held up",
        a.token ? fmt::format("token for attack {} (begun {}, steps in until {} us)", a.token->attack, a.token->begun,
                              a.token->begin_until)
                : "no token",
        a.ready_at, a.rest_until, model().now());
    text += "    order: " + in_words(a.order) + "\n";
    for (const AgentOrder& one : a.order_queue) text += "    queued: " + in_words(one) + "\n";
    if (a.heads_for)
        text += fmt::format("    heads for passage {} of link {}\n", a.heads_for->number, a.heads_for->link);
    if (a.over_since) text += fmt::format("    its order is over since {} us\n", *a.over_since);
    if (a.offset) text += fmt::format("    offset ({}, {})\n", a.offset->x, a.offset->y);
    if (a.journey)
        text += fmt::format("    on a journey, {}, mark ({}, {}) since {} us\n",
                            a.journey->blocked ? "blocked" : "not blocked", a.journey->mark ? a.journey->mark->x : 0.0f,
                            a.journey->mark ? a.journey->mark->y : 0.0f, a.journey->since);
    if (a.performance)
        text += fmt::format("    performs attack {} since {} us: {}{}, hit due at {} us, end at {} us\n",
                            a.performance->attack, a.performance->since, a.performance->begun ? "begun" : "steps in",
                            a.performance->replaced ? ", its order was replaced" : "", a.performance->hit_due,
                            a.performance->end_due);
    if (a.stunned_until > 0 || a.own_radius != 0.0f || a.speed_factor != 1.0f)
        text += fmt::format("    body: radius {} m, speed factor {}, stunned until {} us, pushed until {} us\n",
                            model().radius_of(a), a.speed_factor, a.stunned_until, a.pushed_until);
    const auto due = [](const std::optional<int64_t>& clock) { return clock ? fmt::format("{} us", *clock) : "none"; };
    if (def.engagement.relief_time > 0.0)
        text += fmt::format("    relief {} s, its last arrival was at {} us, admitted at {} us\n",
                            def.engagement.relief_time, a.arrived_at, a.admitted_at);
    text += fmt::format("    {}, until {} us, band {}, {}, {}, phase {} of {}, {} heal charges, last reaction in band "
                        "{}, close clock {}, "
                        "run clock {}, stagger {} s\n",
                        def.engagement.managed ? "managed" : "free", a.until, a.band, a.runs ? "runs" : "walks",
                        a.flagged ? "flagged" : "not flagged", a.phase, def.boss.phases.size(), a.heal_charges,
                        a.reaction_band, due(a.close_due), due(a.run_due), def.poise.stagger_time);
    const Squad& squad = model().squad_of(a);
    if (squad.made)
        text += fmt::format(
            "    squad {}: leader {}, follow {} m, at most {} m, control {}, move input ({}, {}); it is {}led, "
            "{}a follower\n",
            a.squad, squad.leader, squad.def.follow_distance, squad.def.max_leader_distance,
            to_string(squad.def.control), squad.move_input.x, squad.move_input.y, model().led(a) ? "" : "not ",
            model().follower(a) ? "" : "not ");
    if (squad.def.morale.enabled)
        text += fmt::format(
            "    morale {} thousandths of a point, {}, it has routed {} times, {} leader; losses {}, leaders lost {}, "
            "kills {}, side hits {}, rear hits {} since the last look\n",
            squad.morale, to_string(squad.mood), squad.routs, squad.appointed ? "appointed" : "succeeding",
            squad.counts.losses, squad.counts.leaders_lost, squad.counts.kills, squad.counts.side_hits,
            squad.counts.rear_hits);
    text += fmt::format(
        "    update interval {} (archetype {}, host {}), {} in frame {}; overload level {} with a budget of "
        "{} updates\n",
        a.update_interval, def.update_interval, a.host_update_interval.value_or(0),
        model().is_updated(a) ? "updated" : "not updated", model().frame(), model().overload_level(),
        model().detail().update_budget);
    if (const Agent* const leader = find(squad.leader); squad.made && leader != nullptr)
        text += fmt::format("    {} mm from its leader\n", millimetres(distance_squared(a.position, leader->position)));
    if (a.owner != no_serial)
        text += fmt::format("    summoned by {}, depth {}, dies with it: {}\n", a.owner, a.depth, a.dies_with_owner);
    if (a.monster) {
        text += fmt::format("    monster {}, its state {} ({}) since {} us, {} s looked at, {} health seen, {}, {} "
                            "patrols done, post ({}, {}) end ({}, {})\n",
                            a.monster->number, a.monster->state, a.monster->fresh ? "fresh" : "not fresh",
                            a.monster->since, a.monster->seconds, a.monster->health_seen,
                            a.monster->goes_out ? "on the way out" : "on the way back", a.monster->patrols,
                            a.monster->post.x, a.monster->post.y, a.monster->end.x, a.monster->end.y);
        const MonsterDef& monster = model().definitions().monsters[static_cast<size_t>(a.monster->number)];
        for (const RunningAct& one : a.monster->running) {
            const ActDef& act = monster.acts[static_cast<size_t>(one.act)];
            text += fmt::format("    act {} by condition {} runs until {}, skills [{}], cd [", one.act, one.condition,
                                due(one.end), fmt::join(act.attacks, ", "));
            for (const ActDef::Cooldown& cooldown : act.cooldowns)
                text += fmt::format("{}: {} s; ", cooldown.attack, cooldown.seconds);
            text += "]\n";
        }
        for (size_t i = 0; i < def.attacks.size(); ++i) {
            const auto own = a.cooldowns.find(static_cast<int>(i));
            text += fmt::format("    attack {} '{}', weight {}, {} s for the agent, its own clock {}\n", i,
                                def.attacks[i].name, def.attacks[i].weight, def.attacks[i].cooldown.agent,
                                own != a.cooldowns.end() ? fmt::format("until {} us", own->second) : "never ran");
        }
    }
    if (const Agent* const target = find(a.target))
        text += fmt::format("    {} mm from its target, seen at {} rad\n",
                            millimetres(distance_squared(a.position, target->position)),
                            bearing(a.position, a.heading, target->position));
    const Agent* const opponent = find(a.circle != no_serial ? a.circle : a.target);
    if (opponent != nullptr) text += describe_reach(a, *opponent);
    const auto circle = model().circles().find(serial);
    if (circle != model().circles().end())
        text += fmt::format("    its circle: capacities {} and {}, queue [{}], token queue [{}], strikers [{}], closed "
                            "[{}], blocked [{}], "
                            "reserver {}, rebalancing due {}, {} slots, {}, surround {}\n",
                            a.grid_capacity, a.attack_capacity, fmt::join(circle->second.queue, " "),
                            fmt::join(circle->second.token_queue, " "), fmt::join(circle->second.strikers, " "),
                            fmt::join(a.closed, " "), fmt::join(circle->second.blocked, " "), circle->second.reserver,
                            circle->second.rebalancing_due, def.circle.slots, to_string(def.circle.rebalance_mode),
                            def.circle.even_spacing);
    return text;
}

/// What follows from the bodies of the two (rules: Bodies and reach).
std::string Oracle::describe_reach(const Agent& agent, const Agent& target) const {
    const ArchetypeDef& def = model().archetype_of(agent);
    std::string text = fmt::format(
        "    against {}: touch {} mm, thresholds {} m, engage range {} mm, chase distance {} mm, unusable clock "
        "{}\n",
        target.serial, model().touch(agent, target), fmt::join(model().thresholds_of(agent, target), " "),
        model().engage_range_of(agent, target), model().chase_distance(agent, target),
        agent.unusable_since ? fmt::format("since {} us", *agent.unusable_since) : "none");
    for (size_t i = 0; i < def.attacks.size(); ++i) {
        const AttackDef& attack = def.attacks[i];
        const std::optional<int64_t> from = model().striking_distance(agent, attack, target);
        text +=
            fmt::format("    attack {}: weight {}, range {} to {} m as given, hit range {} mm, striking distance {}\n",
                        i, attack.weight, attack.range[0], attack.range[1], model().hit_range_of(agent, attack, target),
                        from ? fmt::format("{} mm", *from) : "none");
    }
    if (agent.slot >= 0) {
        const Vec2 place = model().holder_place(agent, target, agent.slot);
        text += fmt::format("    its slot lies at ({}, {}), the approach radius is {} m\n", place.x, place.y,
                            model().approach_radius_of(target));
    }
    return text;
}

std::string in_words(const AgentOrder& order) {
    std::string text = to_string(order.kind);
    if (order.target != no_serial) text += fmt::format(", agent {}", order.target);
    if (order.attack != -1) text += fmt::format(", attack {}", order.attack);
    if (leads_to_point(order.kind) || order.kind == OrderKind::hold)
        text += fmt::format(", ({}, {})", order.point.x, order.point.y);
    if (order.floor) text += fmt::format(" on floor {}", *order.floor);
    if (order.squad != 0) text += fmt::format(", to squad {}", order.squad);
    if (order.kind == OrderKind::escort) text += fmt::format(", distance {} m", order.distance);
    return text + fmt::format(", delay {} us{}", order.delay, order.repeat ? ", repeats" : "");
}

std::string in_words(const NavLinkDef& link) {
    return fmt::format("from ({}, {}) on floor {} to ({}, {}) on floor {}, radius {}, capacity {}, interval {} s, "
                       "cost {}, {}, {}",
                       link.from.x, link.from.y, link.from_floor, link.to.x, link.to.y, link.to_floor, link.radius,
                       link.capacity, link.departure_interval, link.cost, link.bidirectional ? "two-way" : "one-way",
                       link.open ? "open" : "closed");
}

std::string in_words(const Event& event) {
    std::string text = fmt::format("{} of {}", to_string(event.type), event.agent);
    if (event.target != no_serial) text += fmt::format(", target {}", event.target);
    if (event.cause != Cause::none) text += fmt::format(", cause {}", to_string(event.cause));
    if (event.attack >= 0) text += fmt::format(", attack {}", event.attack);
    if (event.slot >= 0) text += fmt::format(", slot {}", event.slot);
    if (event.type == EventType::order || event.type == EventType::order_done)
        text += fmt::format(", {}", to_string(static_cast<OrderKind>(event.a)));
    if (event.type == EventType::wait)
        text += fmt::format(", {}, need {}, free {}", to_string(static_cast<WaitReason>(event.c)), event.a, event.b);
    else if (event.type == EventType::morale)
        text += fmt::format(", squad {}, {} to {}", event.a, to_string(static_cast<SquadMood>(event.b)),
                            to_string(static_cast<SquadMood>(event.c)));
    else if (event.type == EventType::state)
        text += fmt::format(", {} to {}", to_string(static_cast<AgentState>(event.a)),
                            to_string(static_cast<AgentState>(event.b)));
    else if (event.a != 0 || event.b != 0 || event.c != 0)
        text += fmt::format(", a {} b {} c {}", event.a, event.b, event.c);
    if (event.x != 0.0f || event.y != 0.0f) text += fmt::format(", x {} y {}", event.x, event.y);
    return text;
}

} // namespace fray::model
