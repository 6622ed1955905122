// Snapshots: World::save and World::restore. A snapshot holds a head (magic number, version, manifest), definitions,
// clocks, ids, every column of the state, squads, circles and waiting commands, and a checksum at its end. Most
// functions here are templates over the archive (definitions/archive.h): the same function writes and reads a part.
#include "world/snapshot.h"

#include "bodies/bodies.h"
#include "circles/circle_archive.h"
#include "circles/circle_queue.h"
#include "definitions/archive.h"
#include "frame/invariants.h"
#include "storage/text.h"
#include "world/manifest.h"
#include "world/snapshot_check.h"
#include "world/world_impl.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace fray {

/// Writes or reads a waiting command. `definition` of a list of commands calls this by overload resolution.
template <typename Archive> bool definition(Archive& archive, WaitingCommand& waiting) {
    auto number = static_cast<uint8_t>(waiting.command.index());
    if (!archive.value(number)) return false;
    if constexpr (Archive::reading)
        if (!command::become(waiting.command, number)) return false;
    const auto walk = [&](auto&... fields) { return (definition(archive, fields) && ...); };
    auto& [id, serial, squad] = waiting.spawned;
    return visit_command(waiting.command, [&](auto& c) { return std::apply(walk, all_fields(c)); }) &&
           (!std::holds_alternative<command::Spawn>(waiting.command) || walk(id, serial, squad)) &&
           (stand_of(waiting).position == nullptr || walk(waiting.moved));
}

namespace {

constexpr uint64_t magic = 0x3130594152460a0dull; // its bytes in memory are "\r\nFRAY01"
constexpr uint32_t version = 44;

uint64_t mixed(uint64_t sum, uint64_t value) { return (std::rotl(sum, 23) ^ value) * 0x9e3779b97f4a7c15ull; }

/// The optional columns that definitions or commands enable, and that stay enabled when nothing needs them any more.
constexpr Field lasting_fields[] = {Field::brain,          Field::user_move,  Field::led_path, Field::body,
                                    Field::march,          Field::monster,    Field::threats,  Field::impact_speed,
                                    Field::fighting_since, Field::kept_attack};

/// The definitions of a world, and some results of compiling them. These results depend on earlier definitions, so they
/// cannot be restored by compiling again.
struct SavedKinds {
    Definitions definitions;
    AttackClasses classes;
    std::vector<uint8_t> brains;                            ///< for each archetype: 1 if it has brain columns
    std::vector<std::pair<ArchetypeIndex, uint16_t>> pairs; ///< for each monster table: its archetype and monster
    uint16_t columns = 0;                                   ///< a bit for each of `lasting_fields` that is enabled

    explicit SavedKinds(const WorldState& state)
        : definitions{{state.kinds.archetype_defs.begin(), state.kinds.archetype_defs.end()}, state.kinds.monster_defs},
          classes(state.kinds.classes) {
        for (size_t i = 0; i < std::size(lasting_fields); ++i)
            columns |= static_cast<uint16_t>(state.agents.registry.enabled(lasting_fields[i]) << i);
        for (const Archetype& archetype : state.kinds.archetypes) brains.push_back(archetype.has_brain_columns);
        for (const MonsterTable& table : state.kinds.monster_tables) pairs.emplace_back(table.archetype, table.monster);
    }
    friend bool operator==(const SavedKinds&, const SavedKinds&) = default;
};

template <typename Archive> bool kinds(Archive& archive, SavedKinds& kinds) {
    return definition(archive, kinds.definitions) && definition(archive, kinds.classes) && archive.list(kinds.brains) &&
           archive.list(kinds.pairs) && archive.value(kinds.columns);
}

bool kinds(Writer& writer, const WorldState& state) {
    SavedKinds saved(state);
    return kinds(writer, saved);
}

/// Are these definitions valid, of the archetypes of the world, and do all names refer to something? `classes`: attack
/// classes that there are besides.
bool are_valid(const Definitions& all, AttackClasses classes, const WorldState& state) {
    const auto& present = state.kinds.archetype_defs;
    for (size_t i = 0; i < all.archetypes.size(); ++i) {
        const ArchetypeDef& def = all.archetypes[i];
        if (i >= present.size() || def.name != present[i].name || def.autonomous != present[i].autonomous ||
            def.engagement.managed != present[i].engagement.managed || !validate(def).empty() ||
            unknown_state(state.kinds, def) != nullptr)
            return false;
        classes.add(def);
    }
    return validate(all.archetypes, all.monsters).empty() && classes.names.size() <= max_attack_classes;
}

/// Checks that the definitions are valid, and that all indices are in range.
bool is_whole(const SavedKinds& kinds, const WorldState& state) {
    const size_t count = state.kinds.archetype_defs.size();
    return kinds.definitions.archetypes.size() == count && kinds.brains.size() == count &&
           kinds.classes.shared.size() == kinds.classes.names.size() && kinds.pairs.size() < no_monster &&
           are_valid(kinds.definitions, kinds.classes, state) &&
           std::all_of(kinds.pairs.begin(), kinds.pairs.end(), [&](const auto& pair) {
               return pair.first < count && pair.second < kinds.definitions.monsters.size();
           });
}

/// Reads the definitions. If they differ from those of the world (because of a reload), installs them.
bool kinds(Reader& reader, WorldState& state) {
    const SavedKinds present(state);
    SavedKinds saved(state);
    if (!kinds(reader, saved)) return false;
    if (saved == present) return true;
    if (!is_whole(saved, state)) return false;
    for (size_t i = 0; i < std::size(lasting_fields); ++i)
        state.agents.registry.enable(lasting_fields[i], (saved.columns >> i & 1) != 0);
    state.kinds.classes = saved.classes;
    for (size_t i = 0; i < state.kinds.archetypes.size(); ++i) {
        state.kinds.archetypes[i].has_brain_columns = saved.brains[i] != 0;
        put_archetype(state.kinds, i, saved.definitions.archetypes[i]);
    }
    state.kinds.monster_defs = saved.definitions.monsters;
    state.kinds.monster_tables.clear();
    for (const auto& [archetype, monster] : saved.pairs) {
        state.kinds.monster_tables.emplace_back();
        state.kinds.monster_tables.back().archetype = archetype;
        state.kinds.monster_tables.back().monster = monster;
    }
    refresh(state);
    return true;
}

/// Writes or reads the reloads that wait for the next step.
template <typename Archive> bool reloads(Archive& archive, WorldState& state) {
    uint64_t count = state.input.reloads.size();
    if (!archive.value(count)) return false;
    if constexpr (Archive::reading) {
        if (count > archive.left() / (2 * sizeof(uint64_t))) return false; // the sizes of its two lists
        state.input.reloads.resize(count);
    }
    return std::all_of(state.input.reloads.begin(), state.input.reloads.end(),
                       [&](Definitions& all) { return definition(archive, all); });
}

/// Could the host have given the reloads that wait?
bool reloads_are_sound(const WorldState& state) {
    const auto same_name = [](const MonsterDef& a, const MonsterDef& b) { return a.name == b.name; };
    const auto& present = state.kinds.monster_defs;
    return std::all_of(state.input.reloads.begin(), state.input.reloads.end(), [&](const Definitions& all) {
        return all.monsters.size() >= present.size() && are_valid(all, state.kinds.classes, state) &&
               std::equal(present.begin(), present.end(), all.monsters.begin(), same_name);
    });
}

template <typename Archive> bool squads(Archive& archive, Squads& squads) {
    uint64_t count = squads.list.size();
    if (!archive.value(count) || count > UINT32_MAX) return false;
    if constexpr (Archive::reading) {
        squads.list.clear();
        squads.pool.clear();
    }
    for (uint64_t i = 0; i < count; ++i) {
        if constexpr (Archive::reading) squads.list.emplace_back();
        Squad& squad = squads.list[i];
        if (!archive.array(squad.members, squads.pool) || !archive.value(squad.founder) ||
            !archive.value(squad.number) || !archive.value(squad.team) || !archive.value(squad.lone) ||
            !archive.value(squad.attention) || !archive.value(squad.scan_interval) || !archive.value(squad.next_scan) ||
            !archive.value(squad.traits))
            return false;
    }
    return archive.list(squads.free) && archive.list(squads.made) && archive.list(squads.traits) &&
           archive.list(squads.morales);
}

template <typename Archive> bool circles(Archive& archive, Circles& circles) {
    uint64_t count = circles.all().size();
    if (!archive.value(count) || count > UINT32_MAX) return false;
    if constexpr (Archive::reading) {
        circles.clear();
        if (count > archive.left() / (1 + 2 * sizeof(uint32_t) + 2 * sizeof(int64_t))) return false; // gaps take that
    }
    for (uint64_t i = 0; i < count; ++i) {
        Circle& c = Archive::reading ? circles.add() : circles.to_save(static_cast<uint32_t>(i));
        if (!circle(archive, c, circles.pool)) return false;
        if constexpr (Archive::reading) {
            if (c.in_use) c.token_queue.reserve(circles.pool, c.slots.size);
            circles.marks.target.push_back(c.target_serial);
            circles.marks.holder_moved.push_back(0);
        }
    }
    return archive.list(circles.free) && archive.list(circles.marks.dirty) &&
           archive.list(circles.marks.target_moved) && archive.list(circles.marks.due) &&
           archive.list(circles.marks.tokens_due);
}

/// Maps the serials of all agents, and of those that the next step will spawn. Returns false if a serial is not sound.
bool index_serials(WorldState& state) {
    IdTable& ids = state.ids;
    ids.by_serial.clear();
    const auto index = [&](Serial serial, AgentId id) {
        if (serial < 0 || serial >= ids.next_serial || ids.by_serial.find(serial) != no_index) return false;
        ids.by_serial.insert(serial, id.index);
        return true;
    };
    for (Row row{0}; row < state.agents.rows(); ++row)
        if (!index(state.agents.serial[row], state.agents.id[row])) return false;
    for (const WaitingCommand& waiting : state.input.commands)
        if (std::holds_alternative<command::Spawn>(waiting.command) &&
            !index(waiting.spawned.serial, waiting.spawned.id))
            return false;
    return true;
}

/// Rebuilds the circles' queues from the columns of the requesters. Returns false if two requesters have one number.
bool restore_queues(WorldState& state) {
    Agents& agents = state.agents;
    std::vector<Row> requesters;
    for (Row row{0}; row < state.agents.rows(); ++row)
        if (agents.role[row] == Role::requester) requesters.push_back(row);
    const auto place = [&](Row row) {
        return std::pair{agents.engagement[row].circle, agents.joined[row].queue_number};
    };
    std::sort(requesters.begin(), requesters.end(), [&](Row a, Row b) { return place(a) < place(b); });
    const auto same = [&](Row a, Row b) { return place(a) == place(b); };
    if (std::adjacent_find(requesters.begin(), requesters.end(), same) != requesters.end()) return false;
    for (Circle& circle : state.circles.change_all())
        for (Lane& lane : circle.lanes) lane = {.weight = lane.weight, .too_heavy_since = lane.too_heavy_since};
    for (const Row row : requesters) {
        const int64_t number = agents.joined[row].queue_number;
        CircleQueue(state, agents.engagement[row].circle).restore(row, number);
    }
    return true;
}

/// Writes or reads a list with one array for each id: cooldown clocks of agents, running acts, spent conditions.
template <typename Archive, typename ById> bool by_id(Archive& archive, ById& arrays) {
    uint64_t count = arrays.by_id.size();
    if (!archive.value(count) || count > UINT32_MAX) return false;
    if constexpr (Archive::reading) {
        if (count > archive.left() / sizeof(uint32_t)) return false;
        arrays.by_id.clear();
        arrays.pool.clear();
        arrays.by_id.resize(count);
    }
    for (auto& array : arrays.by_id)
        if (!archive.array(array, arrays.pool)) return false;
    return true;
}

template <typename Archive> bool columns(Archive& archive, ColumnRegistry& registry) {
    uint64_t rows = registry.rows();
    if (!archive.value(rows) || rows > UINT32_MAX) return false;
    if constexpr (Archive::reading) {
        uint64_t row_bytes = 0;
        for (const ColumnBase* column : registry.columns())
            if (column->persist() != Persist::derived) row_bytes += column->element_size();
        if (rows > archive.left() / row_bytes) return false;
        registry.resize(0);
        registry.resize(rows);
    }
    for (ColumnBase* column : registry.columns())
        if (column->persist() != Persist::derived && !archive.bytes(column->bytes(), rows * column->element_size()))
            return false;
    return true;
}

template <typename Archive> bool ids(Archive& archive, IdTable& table) {
    return archive.list(table.generation) && archive.list(table.row) && archive.list(table.valid) &&
           archive.list(table.free);
}

/// Writes or reads host poses that wait for the next step. Saving reads them from the host's memory. Restoring stores
/// them in lists of the world, to which `input.poses` then points.
bool poses(Writer& writer, FrameInput& input) {
    const auto list = [&](const auto& elements, size_t count) {
        writer.value(static_cast<uint64_t>(count));
        for (size_t i = 0; i < count; ++i) writer.value(elements[i]);
    };
    const HostPoses& poses = input.poses;
    list(poses.agents, poses.count);
    list(poses.positions, poses.count);
    list(poses.headings, poses.headings ? poses.count : 0);
    return true;
}

bool poses(Reader& reader, FrameInput& input) {
    if (!reader.list(input.restored_agents) || !reader.list(input.restored_positions) ||
        !reader.list(input.restored_headings))
        return false;
    const size_t count = input.restored_agents.size(), headings = input.restored_headings.size();
    if (input.restored_positions.size() != count || (headings != 0 && headings != count)) return false;
    input.poses = HostPoses::packed(input.restored_agents, input.restored_positions, input.restored_headings);
    return true;
}

/// Writes or reads everything except the definitions and the large lists.
template <typename Archive> bool rest(Archive& archive, WorldImpl& w) {
    WorldState& state = w.state;
    return reloads(archive, state) && archive.value(state.clock.frame) && archive.value(state.clock.now) &&
           archive.value(state.clock.rest) && archive.value(state.clock.previous_now) &&
           archive.value(state.clock.previous_dt) && archive.value(state.clock.recent_nows) &&
           archive.value(state.ids.next_serial) && archive.value(state.agents.fixed_hash) &&
           archive.value(state.publication.state_hash) && archive.value(w.leftover) &&
           archive.list(state.kinds.hostile) && archive.value(state.kinds.removed_teams) &&
           archive.list(state.kinds.population) && definition(archive, state.input.commands) &&
           archive.value(state.input.spawns) && definition(archive, state.input.detail) &&
           archive.value(state.input.sets_detail) && definition(archive, state.lod.def) &&
           archive.value(state.lod.intervals_set) && archive.value(state.lod.budget) && poses(archive, state.input) &&
           archive.value(state.squads.next_number) && archive.value(state.squads.any_follow) &&
           archive.value(state.squads.any_escort) && archive.value(state.squads.move_inputs) &&
           archive.value(state.squads.unsteady) && archive.value(state.squads.hash) && archive.list(state.cooldowns) &&
           archive.list(state.target_infos.list) && archive.list(state.limited_attacks.list) &&
           archive.list(state.combat.bonds) && archive.list(state.bodies.teams) &&
           archive.value(state.combat.somebody_fell) && archive.list(state.perception.sight_questions) &&
           archive.list(state.perception.open_questions) && archive.list(state.combat.projectiles) &&
           archive.value(state.combat.launched) && archive.list(state.perception.target_biases) &&
           archive.list(state.journeys.list) && state.order_queues.archive(archive) && state.links.archive(archive) &&
           state.marches.archive(archive) && state.crossings.archive(archive) &&
           archive.list(state.terrain.obstacles) && archive.value(state.terrain.last_obstacle) &&
           archive.list(state.terrain.changes);
}

template <typename Archive> bool walk(Archive& archive, WorldImpl& w) {
    WorldState& state = w.state;
    return kinds(archive, state) && rest(archive, w) && ids(archive, state.ids) &&
           columns(archive, state.agents.registry) && squads(archive, state.squads) &&
           circles(archive, state.circles) && by_id(archive, state.agent_clocks) && by_id(archive, state.acts) &&
           by_id(archive, state.spent);
}

} // namespace

uint32_t snapshot_version() { return version; }

uint64_t checksum(std::span<const std::byte> data) {
    uint64_t sum = data.size();
    for (size_t at = 0; at < data.size(); at += 8) {
        uint64_t word = 0;
        std::memcpy(&word, data.data() + at, std::min<size_t>(8, data.size() - at));
        sum = mixed(sum, word);
    }
    return sum;
}

void write_kinds(std::vector<std::byte>& out, const WorldState& state) {
    out.clear();
    Writer writer(out);
    kinds(writer, state);
}
bool read_kinds(std::span<const std::byte> bytes, WorldState& state) {
    Reader reader(bytes);
    return kinds(reader, state) && reader.at_end();
}
void write_rest(std::vector<std::byte>& out, WorldImpl& w) {
    out.clear();
    Writer writer(out);
    rest(writer, w);
}
bool read_rest(std::span<const std::byte> bytes, WorldImpl& w) {
    Reader reader(bytes);
    return rest(reader, w) && reader.at_end();
}

Error World::save(std::vector<std::byte>* out) const {
    const Error answer = impl_->attempt([&](WorldImpl& w) -> Error {
        w.save(*out);
        return Error::ok;
    });
    if (answer != Error::ok) out->clear();
    return answer;
}

void WorldImpl::save(std::vector<std::byte>& out) {
    out.clear();
    const MemoryUse use = state.memory();
    out.reserve(use.columns + use.circles + use.squads); // about as much as is written, so that it is seldom copied
    Writer writer(out);
    writer.value(magic);
    writer.value(version);
    Manifest manifest = manifest_of(state);
    definition(writer, manifest);
    walk(writer, *this);
    writer.value(checksum(out));
}

namespace {

/// Checks the head and the checksum of a snapshot, and that the snapshot's manifest is that of this world. Leaves
/// `reader` at the beginning of the state.
Error check_head(const WorldImpl& w, std::span<const std::byte> snapshot, Reader& reader) {
    uint64_t sum = 0;
    if (snapshot.size() < sizeof sum) return w.fail(Error::bad_snapshot, "snapshot: cut off before its checksum");
    const auto body = snapshot.first(snapshot.size() - sizeof sum);
    std::memcpy(&sum, body.data() + body.size(), sizeof sum);
    uint64_t given_magic = 0;
    uint32_t given_version = 0;
    reader = Reader(body);
    if (!reader.value(given_magic) || given_magic != magic)
        return w.fail(Error::bad_snapshot, "not a snapshot: bad magic number at byte 0");
    if (sum != checksum(body)) return w.fail(Error::bad_snapshot, "snapshot: damaged, its checksum does not match");
    if (!reader.value(given_version) || given_version != version)
        return w.fail(Error::bad_snapshot,
                      text("snapshot: of version ", given_version, ", this library reads version ", version));
    Manifest manifest;
    if (!definition(reader, manifest))
        return w.fail(Error::bad_snapshot, "snapshot: cut off in the list of archetypes, teams and columns");
    const std::string found = difference(manifest, manifest_of(w.state));
    return found.empty() ? Error::ok : w.fail(Error::bad_snapshot, "snapshot: of another world: " + found);
}

/// Checks what was read, and makes what follows from it. Returns the first fault; empty if there is none.
std::string complete(WorldImpl& w) {
    WorldState& state = w.state;
    if (!state.order_queues.make_index(state.ids.row.size())) return "a queue of orders is not whole";
    if (!state.links.make_index(state.ids.row.size())) return "an agent is on two trips";
    if (std::string fault = check_restored(state); !fault.empty()) return fault;
    if (!index_serials(state)) return "a serial is given twice";
    if (!restore_queues(state)) return "a place in the queue of a circle is given twice";
    if (!crossings_are_sound(state)) return "the crossings do not fit the ground";
    if (!w.obstacles_are_sound()) return "an obstacle is not sound";
    if (!is_leftover(w.leftover)) return "the time that is left over is not sound";
    if (!reloads_are_sound(state)) return "a reload that waits is not sound";
    if (std::string fault = w.check_waiting(); !fault.empty()) return fault;
    state.agents.hash_is_kept = false;
    return first_breach(state);
}

} // namespace

Error World::restore(std::span<const std::byte> snapshot) {
    // A world that is dead because of an invalid snapshot can be restored from a valid snapshot, which replaces
    // everything that was read before.
    if (impl_->half_restored) impl_->dead = false;
    Reader reader({});
    Error answer = impl_->attempt([&](WorldImpl& w) { return check_head(w, snapshot, reader); });
    if (answer == Error::ok)
        answer = impl_->change([&](WorldImpl& w) -> Error {
            const bool unsure = std::exchange(w.half_restored, true); // the ground may lack its obstacles
            const Vector<PlacedObstacle> obstacles = w.state.terrain.obstacles;
            const bool whole = walk(reader, w) && reader.at_end();
            if (const std::string fault = whole ? complete(w) : "a part has another size"; !fault.empty()) {
                // The checksum matched, so the snapshot was forged. The world's previous state is lost.
                static_cast<void>(w.die(("the snapshot is forged: " + fault).c_str()));
                return Error::bad_snapshot;
            }
            find_listed_bodies(w.state);
            if (unsure || obstacles != w.state.terrain.obstacles)
                w.put_obstacles(Vector<PlacedObstacle>(w.state.terrain.obstacles));
            w.state.agents.forget_previous_positions();
            w.state.trees.rebuild = true;
            w.state.grid.forget();
            w.state.trees.side_list.clear();
            w.state.log.clear();
            w.state.publication.events.clear();
            w.state.order.set_sorted(w.state.agents.rows());
            w.tell(command::Restore{snapshot});
            w.remember_columns();
            w.half_restored = false;
            ++w.jumps;
            return Error::ok;
        });
    if (impl_->half_restored) impl_->dead = true;
    return answer;
}

} // namespace fray
