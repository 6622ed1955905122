// Saving and restoring a world in memory: clock, ids, every state column, squads, circles, waiting commands.
#include "world_impl.h"

#include <algorithm>
#include <cstring>

namespace fray {
namespace {

constexpr uint64_t magic = 0x3130594152460a0dull; // "\r\nFRAY01", seen from the other end
constexpr uint32_t version = 1;

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

/// What a world must have in common with the one that was saved.
struct Likeness {
    uint64_t seed = 0;
    uint64_t archetypes = 0; ///< a sum over their names and tables
    uint32_t teams = 0;
    uint32_t columns = 0;
    uint64_t column_bytes = 0;

    friend bool operator==(const Likeness&, const Likeness&) = default;
};

uint64_t mixed(uint64_t sum, uint64_t value) { return (sum ^ value) * 0x9e3779b97f4a7c15ull + (sum >> 29); }

Likeness likeness_of(const Core& core) {
    Likeness like;
    like.seed = core.settings.seed;
    like.archetypes = core.archetypes.size();
    for (const ArchetypeDef& def : core.archetype_defs) {
        for (const char c : def.name) like.archetypes = mixed(like.archetypes, static_cast<uint8_t>(c));
        like.archetypes = mixed(like.archetypes, def.attacks.size());
        like.archetypes = mixed(like.archetypes, static_cast<uint64_t>(def.circle.slots));
    }
    like.teams = static_cast<uint32_t>(core.team_names.size());
    like.columns = static_cast<uint32_t>(core.agents.registry.columns().size());
    for (const ColumnBase* column : core.agents.registry.columns()) like.column_bytes += column->element_size();
    return like;
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
        if (!archive.array(squad.members, squads.pool) || !archive.value(squad.founder) || !archive.value(squad.team) ||
            !archive.value(squad.attention) || !archive.value(squad.period) || !archive.value(squad.next_look))
            return false;
    }
    return true;
}

template <typename Archive> bool circle(Archive& archive, Circle& c, BlockPool& pool) {
    if (!archive.value(c.in_use)) return false;
    if (!c.in_use) return true;
    return archive.value(c.target) && archive.value(c.target_serial) && archive.value(c.archetype) &&
           archive.value(c.again) && archive.value(c.grid_capacity) && archive.value(c.attack_capacity) &&
           archive.value(c.grid_free) && archive.value(c.attack_free) && archive.array(c.slots, pool) &&
           archive.array(c.queue, pool) && archive.array(c.ring, pool) && archive.array(c.cooldowns, pool);
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
    return archive.list(circles.free) && archive.list(circles.again);
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

template <typename Archive> bool walk(Archive& archive, World::Impl& w) {
    Core& core = w.core;
    return archive.value(core.frame) && archive.value(core.now) && archive.value(core.previous_now) &&
           archive.value(core.next_serial) && archive.value(core.fixed_hash) && archive.value(core.state_hash) && archive.value(w.leftover_us) &&
           archive.list(core.hostile) && archive.list(core.input.commands) && ids(archive, core.ids) &&
           columns(archive, core.agents.registry) && squads(archive, core.squads) && circles(archive, core.circles);
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
    writer.value(likeness_of(w.core));
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
    Likeness like;
    Reader reader(body);
    if (!reader.value(given_magic) || given_magic != magic) return w.fail(Error::bad_snapshot, "snapshot: not one");
    if (sum != checksum(body)) return w.fail(Error::bad_snapshot, "snapshot: damaged, its checksum does not match");
    if (!reader.value(given_version) || given_version != version)
        return w.fail(Error::bad_snapshot, "snapshot: of version " + std::to_string(given_version) +
                                               ", this library reads version " + std::to_string(version));
    if (!reader.value(like) || like != likeness_of(w.core))
        return w.fail(Error::bad_snapshot, "snapshot: of a world with another seed, other archetypes, teams or columns");
    if (!walk(reader, w) || !reader.at_end())
        return w.fail(Error::bad_snapshot, "snapshot: ends too early; the world cannot be used");
    w.core.rebuild_trees = true;
    w.core.side_list.clear();
    w.core.log.clear();
    w.core.unordered_rows = 0;
    return Error::ok;
}

} // namespace fray
