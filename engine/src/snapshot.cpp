// Saving and restoring a world in memory: clock, ids, every state column, squads, circles, waiting commands.
#include "circle_queue.h"
#include "world_impl.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace fray {
namespace {

constexpr uint64_t magic = 0x3130594152460a0dull; // "\r\nFRAY01", seen from the other end
constexpr uint32_t version = 3;

/// Walks over the state and writes it.
class Writer {
public:
    explicit Writer(std::vector<std::byte>& out) : out_(out) {}
    static constexpr bool reading = false;

    bool bytes(const void* data, size_t size) {
        const size_t at = out_.size();
        out_.resize(at + size);
        if (size != 0) std::memcpy(out_.data() + at, data, size);
        return true;
    }
    template <typename T> bool value(const T& v) { return bytes(&v, sizeof v); }
    template <typename T> bool list(const std::vector<T>& v) {
        return value(static_cast<uint64_t>(v.size())) && bytes(v.data(), v.size() * sizeof(T));
    }
    template <typename T> bool array(const PoolArray<T>& v, BlockPool&) {
        return value(v.size) && bytes(v.data, v.size * sizeof(T));
    }

private:
    std::vector<std::byte>& out_;
};

/// Walks over the state and reads it; answers false where the snapshot ends too early.
class Reader {
public:
    explicit Reader(std::span<const std::byte> in) : in_(in) {}
    static constexpr bool reading = true;

    bool bytes(void* data, size_t size) {
        if (size > in_.size() - at_) return false;
        if (size != 0) std::memcpy(data, in_.data() + at_, size);
        at_ += size;
        return true;
    }
    template <typename T> bool value(T& v) { return bytes(&v, sizeof v); }
    template <typename T> bool list(std::vector<T>& v) {
        uint64_t size = 0;
        if (!value(size) || size > (in_.size() - at_) / sizeof(T)) return false;
        v.resize(size);
        return bytes(v.data(), size * sizeof(T));
    }
    template <typename T> bool array(PoolArray<T>& v, BlockPool& pool) {
        uint32_t size = 0;
        if (!value(size) || size > (in_.size() - at_) / sizeof(T)) return false;
        v = {};
        v.reserve(pool, size);
        v.size = size;
        return bytes(v.data, size * sizeof(T));
    }
    bool at_end() const { return at_ == in_.size(); }

private:
    std::span<const std::byte> in_;
    size_t at_ = 0;
};

uint64_t mixed(uint64_t sum, uint64_t value) { return (std::rotl(sum, 23) ^ value) * 0x9e3779b97f4a7c15ull; }

/// A sum over values of any kind that have no padding.
class Fingerprint {
public:
    template <typename... Values> void add(const Values&... values) { (add_one(values), ...); }
    uint64_t sum = 1;

private:
    void add_one(const std::string& text) {
        add_one(text.size());
        for (const char c : text) sum = mixed(sum, static_cast<uint8_t>(c));
    }
    template <typename T, size_t n> void add_one(const std::array<T, n>& values) {
        for (const T& value : values) add_one(value);
    }
    template <typename T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void add_one(const T& value) {
        uint64_t word = 0;
        std::memcpy(&word, &value, sizeof value);
        sum = mixed(sum, word);
    }
};

void add(Fingerprint& f, const AttackDef& a) {
    f.add(a.name, a.weight, a.damage, a.range, a.angle, a.windup, a.duration, a.recovery, a.score, a.cooldown.agent,
          a.cooldown.archetype, a.cooldown.uses, a.cooldown.global, a.cooldown.scope, a.attack_class);
}

void add(Fingerprint& f, const ReactionDef& d) {
    for (const auto* table : {&d.table, &d.hurt})
        for (const ReactionWeights& weights : *table) f.add(weights.stay, weights.combat, weights.heal);
}

void add(Fingerprint& f, const PhaseDef& d) {
    f.add(d.below, d.attacks.size());
    for (const std::string& name : d.attacks) f.add(name);
    f.add(d.reactions.has_value(), d.super_armour.has_value(), d.super_armour.value_or(false), d.walk_speed.has_value(),
          d.walk_speed.value_or(0.0f), d.run_speed.has_value(), d.run_speed.value_or(0.0f));
    if (d.reactions) add(f, *d.reactions);
}

void add(Fingerprint& f, const ArchetypeDef& d) {
    f.add(d.name, d.brain, d.health, d.radius, d.walk_speed, d.run_speed, d.turn_rate, d.grid_weight, d.release,
          d.choice, d.targeting, d.motion, d.bands, d.alert, d.attack_start, d.effective, d.alert_every,
          d.target_margin, d.target_dwell);
    const CircleDef& c = d.circle;
    f.add(c.slots, c.grid_capacity, c.attack_capacity, c.attack_radius, c.approach_radius, c.roam_gap, c.arrive,
          c.patience, c.permit_patience, c.reach_limit, c.attack_timeout, c.rebalance, c.switch_gain, c.switch_dwell,
          c.steal, c.steal_after, c.outside, c.surround, c.attack_gap, c.rest, c.hold_limit, c.interrupt_grace,
          c.offscreen_limit, c.class_limits.size());
    for (const ClassLimit& limit : c.class_limits) f.add(limit.attack_class, limit.permits);
    f.add(d.staged, d.sight, d.fov, d.line_of_sight, d.stagger, d.super_armour, d.reacts, d.timed, d.timers.run,
          d.timers.close, d.slide_back.time, d.slide_back.distance, d.heal.below, d.heal.flasks, d.heal.time,
          d.heal.amount);
    add(f, d.reactions);
    f.add(d.phases.size());
    for (const PhaseDef& phase : d.phases) add(f, phase);
    f.add(d.monster, d.attacks.size());
    for (const AttackDef& attack : d.attacks) add(f, attack);
}

void add(Fingerprint& f, const ConditionDef& d) { f.add(d.op, d.value, d.act, d.duration, d.chance); }

void add(Fingerprint& f, const ActDef& d) {
    f.add(d.name, d.state, d.color, d.skills.size(), d.cooldowns.size(), d.buffs.size(), d.talk.size(), d.calls.size());
    for (const std::string& skill : d.skills) f.add(skill);
    for (const ActDef::Cooldown& cooldown : d.cooldowns) f.add(cooldown.attack, cooldown.seconds);
    for (const int buff : d.buffs) f.add(buff);
    for (const ActDef::Call& call : d.calls) f.add(call.archetype, call.monster, call.count, call.dies_with_owner);
}

void add(Fingerprint& f, const MonsterDef& d) {
    f.add(d.name, d.summon_depth, d.states.size(), d.acts.size());
    for (const MonsterStateDef& state : d.states) {
        f.add(state.name, state.action, state.patrol_distance, state.patrol_count, state.pose);
        for (const auto* list : {&state.once, &state.blood, &state.time}) {
            f.add(list->size());
            for (const ConditionDef& condition : *list) add(f, condition);
        }
    }
    for (const ActDef& act : d.acts) add(f, act);
}

/// What a world must have in common with the one that was saved: seed, archetypes, teams, columns.
uint64_t fingerprint_of(const Core& core) {
    Fingerprint f;
    f.add(core.settings.seed, core.archetype_defs.size());
    for (const ArchetypeDef& def : core.archetype_defs) add(f, def);
    f.add(core.monster_defs.size());
    for (const MonsterDef& def : core.monster_defs) add(f, def);
    for (const std::string& name : core.team_names) f.add(name);
    for (const ColumnBase* column : core.agents.registry.columns()) f.add(column->name(), column->element_size());
    return f.sum;
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
            !archive.value(squad.attention) || !archive.value(squad.period) || !archive.value(squad.next_look))
            return false;
    }
    return archive.list(squads.free) && archive.list(squads.made) && archive.value(squads.next_number);
}

template <typename Archive> bool circle(Archive& archive, Circle& c, BlockPool& pool) {
    if (!archive.value(c.in_use)) return false;
    if (!c.in_use) return true;
    return archive.value(c.target) && archive.value(c.target_serial) && archive.value(c.archetype) &&
           archive.value(c.rebalance_due) && archive.value(c.reslot_due) && archive.value(c.closed_slots) &&
           archive.value(c.reserver) && archive.value(c.gap_until) && archive.value(c.front) && archive.value(c.back) &&
           archive.value(c.grid_capacity) && archive.value(c.attack_capacity) && archive.value(c.grid_free) &&
           archive.value(c.attack_free) && archive.array(c.slots, pool) && archive.array(c.lanes, pool) &&
           archive.array(c.ring, pool) && archive.array(c.strikers, pool) && archive.array(c.cooldowns, pool);
}

template <typename Archive> bool circles(Archive& archive, Circles& circles) {
    uint64_t count = circles.list.size();
    if (!archive.value(count) || count > UINT32_MAX) return false;
    if constexpr (Archive::reading) circles.clear();
    for (uint64_t i = 0; i < count; ++i) {
        if constexpr (Archive::reading) circles.list.emplace_back();
        Circle& c = circles.list[i];
        if (!circle(archive, c, circles.pool)) return false;
        if constexpr (Archive::reading)
            if (c.in_use) c.ring.reserve(circles.pool, c.slots.size);
    }
    return archive.list(circles.free) && archive.list(circles.visits.touched) && archive.list(circles.visits.moved) &&
           archive.list(circles.visits.due);
}

/// The queues are in the columns of those who wait: they line up again.
bool restore_queues(Core& core) {
    Agents& agents = core.agents;
    for (uint32_t row = 0; row < core.rows(); ++row) {
        const uint32_t index = agents.id.any()[row].index;
        const uint32_t circle = agents.circle.any()[row];
        const bool known = index < core.ids.row.size() && core.ids.row[index] == row &&
                           agents.archetype.any()[row] < core.archetypes.size();
        if (!known || (circle != no_index && (circle >= core.circles.list.size() || !core.circles.list[circle].in_use)))
            return false;
        if (agents.role.any()[row] == Role::asker && circle == no_index) return false;
    }
    std::vector<uint32_t> askers;
    for (uint32_t row = 0; row < core.rows(); ++row)
        if (agents.role.any()[row] == Role::asker) askers.push_back(row);
    std::sort(askers.begin(), askers.end(), [&](uint32_t a, uint32_t b) {
        const uint32_t circle_a = agents.circle.any()[a], circle_b = agents.circle.any()[b];
        return circle_a != circle_b ? circle_a < circle_b : agents.joined.any()[a] < agents.joined.any()[b];
    });
    for (Circle& circle : core.circles.list)
        for (Lane& lane : circle.lanes) lane = {.weight = lane.weight, .too_heavy_since = lane.too_heavy_since};
    for (const uint32_t row : askers) {
        const int64_t number = agents.joined.any()[row];
        CircleQueue(core, agents.circle.any()[row]).restore(row, number);
    }
    return true;
}

/// Arrays of single agents: their clocks, the acts that run on them.
template <typename Archive, typename ById> bool by_id(Archive& archive, ById& arrays) {
    uint64_t count = arrays.by_id.size();
    if (!archive.value(count) || count > UINT32_MAX) return false;
    if constexpr (Archive::reading) {
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
           archive.list(table.free) && archive.list(table.index_of_serial);
}

/// Host poses that wait for the next step: the host's own memory when saved, ours when restored.
bool poses(Writer& writer, FrameInput& input) {
    const auto list = [&](auto span) {
        return writer.value(static_cast<uint64_t>(span.size())) && writer.bytes(span.data(), span.size_bytes());
    };
    return list(input.pose_agents) && list(input.pose_positions) && list(input.pose_headings);
}

bool poses(Reader& reader, FrameInput& input) {
    if (!reader.list(input.restored_agents) || !reader.list(input.restored_positions) ||
        !reader.list(input.restored_headings))
        return false;
    input.pose_agents = input.restored_agents;
    input.pose_positions = input.restored_positions;
    input.pose_headings = input.restored_headings;
    return true;
}

template <typename Archive> bool walk(Archive& archive, World::Impl& w) {
    Core& core = w.core;
    return archive.value(core.frame) && archive.value(core.now) && archive.value(core.previous_now) &&
           archive.value(core.next_serial) && archive.value(core.fixed_hash) && archive.value(core.state_hash) &&
           archive.value(w.leftover_us) && archive.list(core.hostile) && archive.list(core.population) &&
           archive.list(core.input.commands) && archive.list(core.input.slot_sets) && poses(archive, core.input) &&
           ids(archive, core.ids) && columns(archive, core.agents.registry) && squads(archive, core.squads) &&
           circles(archive, core.circles) && archive.list(core.cooldowns) && by_id(archive, core.agent_clocks) &&
           archive.list(core.target_infos.list) && by_id(archive, core.acts) && archive.list(core.bonds) &&
           archive.value(core.somebody_fell) && archive.list(core.sight_questions);
}

/// A sum over the whole, so that a flipped bit is seen before anything is read.
uint64_t checksum(std::span<const std::byte> data) {
    uint64_t sum = data.size();
    for (size_t at = 0; at < data.size(); at += 8) {
        uint64_t word = 0;
        std::memcpy(&word, data.data() + at, std::min<size_t>(8, data.size() - at));
        sum = mixed(sum, word);
    }
    return sum;
}

} // namespace

Error World::save(std::vector<std::byte>* out) const {
    const Impl& w = *impl_;
    if (const Error e = w.check_idle(); e != Error::ok) return e;
    out->clear();
    Writer writer(*out);
    writer.value(magic);
    writer.value(version);
    writer.value(fingerprint_of(w.core));
    walk(writer, const_cast<Impl&>(w)); // the walk is one for both ways; a writer only reads
    writer.value(checksum(*out));
    return Error::ok;
}

Error World::restore(std::span<const std::byte> snapshot) {
    Impl& w = *impl_;
    if (const Error e = w.check_idle(); e != Error::ok) return e;
    uint64_t sum = 0;
    if (snapshot.size() < sizeof sum) return w.fail(Error::bad_snapshot, "snapshot: too short to be one");
    const auto body = snapshot.first(snapshot.size() - sizeof sum);
    std::memcpy(&sum, body.data() + body.size(), sizeof sum);
    uint64_t given_magic = 0;
    uint32_t given_version = 0;
    uint64_t fingerprint = 0;
    Reader reader(body);
    if (!reader.value(given_magic) || given_magic != magic) return w.fail(Error::bad_snapshot, "snapshot: not one");
    if (sum != checksum(body)) return w.fail(Error::bad_snapshot, "snapshot: damaged, its checksum does not match");
    if (!reader.value(given_version) || given_version != version)
        return w.fail(Error::bad_snapshot, "snapshot: of version " + std::to_string(given_version) +
                                               ", this library reads version " + std::to_string(version));
    if (!reader.value(fingerprint) || fingerprint != fingerprint_of(w.core))
        return w.fail(Error::bad_snapshot,
                      "snapshot: of a world with another seed, other archetypes, teams or columns");
    if (!walk(reader, w) || !reader.at_end() || !restore_queues(w.core))
        // Its checksum matched: it was made to deceive, and what was here before is gone.
        return w.fail(Error::bad_snapshot, "snapshot: forged, its parts do not fit; the world cannot be used");
    w.core.rebuild_trees = true;
    w.core.side_list.clear();
    w.core.log.clear();
    w.core.unordered_rows = 0;
    return Error::ok;
}

} // namespace fray
