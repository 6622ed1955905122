#include "world/calls.h"

#include "storage/text.h"
#include "world/world_impl.h"

#include <algorithm>
#include <cstring>

namespace fray {

// ---- Poses ----------------------------------------------------------------------------------------------------------

void PoseCoder::write(Writer& writer, const HostPoses& poses) {
    const size_t count = poses.count, words = count * (poses.headings ? 6 : 4);
    words_.resize(words);
    auto put = [&, at = size_t{0}](const auto& list) mutable {
        for (size_t i = 0; i < count; ++i, at += 2) {
            const auto element = list[i];
            static_assert(sizeof element == 2 * sizeof(uint32_t));
            std::memcpy(words_.data() + at, &element, sizeof element);
        }
    };
    put(poses.agents);
    put(poses.positions);
    if (poses.headings) put(poses.headings);
    last_.resize(words, 0);
    planes_.resize(words * 4);
    for (size_t i = 0; i < words; ++i) {
        const uint32_t change = words_[i] ^ last_[i];
        for (size_t plane = 0; plane < 4; ++plane)
            planes_[plane * words + i] = static_cast<std::byte>(change >> (8 * plane));
    }
    last_.swap(words_);
    writer.value(static_cast<uint64_t>(count));
    writer.value(static_cast<uint8_t>(static_cast<bool>(poses.headings)));
    writer.bytes(planes_.data(), planes_.size());
}

bool PoseCoder::read(Reader& reader, List<AgentId>& agents, List<Vec2>& positions, List<Vec2>& headings) {
    uint64_t count = 0;
    uint8_t has_headings = 0;
    if (!reader.value(count) || !reader.value(has_headings) || count > reader.left() / 16) return false;
    const size_t words = count * (has_headings != 0 ? 6 : 4);
    if (words * 4 > reader.left()) return false;
    planes_.resize(words * 4);
    if (!reader.bytes(planes_.data(), planes_.size())) return false;
    last_.resize(words, 0);
    for (size_t i = 0; i < words; ++i)
        for (size_t plane = 0; plane < 4; ++plane)
            last_[i] ^= static_cast<uint32_t>(planes_[plane * words + i]) << (8 * plane);
    auto take = [&, at = size_t{0}](auto& list, size_t size) mutable {
        list.resize(size);
        const size_t bytes = size * sizeof(list[0]);
        if (bytes != 0) std::memcpy(static_cast<void*>(list.data()), last_.data() + at, bytes);
        at += bytes / sizeof(uint32_t);
    };
    take(agents, count);
    take(positions, count);
    take(headings, has_headings != 0 ? count : 0);
    return true;
}

// ---- Telling --------------------------------------------------------------------------------------------------------

Error World::listen(CallListener* listener) {
    if (listener == nullptr && !impl_->stepping) { // also of a world that has died
        impl_->notes.listener = nullptr;
        impl_->told_columns.clear();
        return Error::ok;
    }
    const Error answer = impl_->attempt([&](Impl& w) -> Error {
        if (w.notes.listener != nullptr && listener != w.notes.listener)
            return w.fail(Error::full, "listen: another listener is there, allowed one at a time");
        const WorldState& core = w.core;
        std::vector<std::byte> ground;
        if (core.terrain.ground != nullptr && !core.terrain.ground->write(&ground)) return w.fail_ground();
        w.notes.listener = listener;
        w.told_columns.clear();
        w.notes.poses.reset();
        w.notes.note(Call::begin);
        if (core.terrain.ground != nullptr) w.notes.note(Call::set_ground, std::span<const std::byte>(ground));
        for (const StateDef& def : core.kinds.states) w.notes.note(Call::add_state, std::string_view(def.name));
        for (const auto& column : core.agents.user_columns)
            w.notes.note(Call::add_column, std::string_view(column->name()), column->initial());
        for (const ArchetypeDef& def : core.kinds.archetype_defs) w.notes.note(Call::add_archetype, def);
        if (!core.kinds.monster_defs.empty())
            w.notes.note(Call::add_monsters, std::span<const MonsterDef>(core.kinds.monster_defs));
        for (const std::string& name : core.kinds.team_names) w.notes.note(Call::add_team, std::string_view(name));
        std::vector<std::byte> snapshot;
        w.save(snapshot);
        w.notes.note(Call::restore, std::span<const std::byte>(snapshot));
        w.remember_columns();
        return Error::ok;
    });
    if (answer == Error::out_of_memory) impl_->notes.listener = nullptr; // it has heard a part only
    return answer;
}

void World::Impl::tell_of_restore() {
    if (notes.listener == nullptr) return;
    std::vector<std::byte> snapshot;
    save(snapshot);
    notes.note(Call::restore, std::span<const std::byte>(snapshot));
    remember_columns();
}

void World::Impl::remember_columns() {
    if (notes.listener == nullptr) return;
    told_columns.resize(core.agents.user_columns.size());
    for (size_t i = 0; i < told_columns.size(); ++i) {
        const UserColumnStore& column = *core.agents.user_columns[i];
        told_columns[i].assign(column.bytes(), column.bytes() + column.element_size() * core.agents.rows());
    }
}

/// What the host has written into its columns since the last step.
void World::Impl::note_columns() {
    if (notes.listener == nullptr) return;
    for (size_t i = 0; i < core.agents.user_columns.size(); ++i) {
        const UserColumnStore& column = *core.agents.user_columns[i];
        const size_t size = column.element_size(), rows = core.agents.rows();
        std::vector<uint32_t> changed;
        std::vector<std::byte> elements;
        for (size_t row = 0; row < rows; ++row) {
            const std::byte* const element = column.bytes() + row * size;
            const bool told = i < told_columns.size() && told_columns[i].size() == rows * size;
            const std::byte* const before = told ? told_columns[i].data() + row * size : column.initial().data();
            if (std::memcmp(element, before, size) == 0) continue;
            changed.push_back(core.agents.id.any()[row].index);
            elements.insert(elements.end(), element, element + size);
        }
        if (changed.empty()) continue;
        notes.note(Call::write_column, static_cast<uint32_t>(i), std::span<const uint32_t>(changed),
                   std::span<const std::byte>(elements));
    }
}

// ---- Repeating ------------------------------------------------------------------------------------------------------

namespace {

template <typename T> bool read(Reader& reader, T& value) { return definition(reader, value); }
bool read(Reader& reader, std::vector<std::byte>& bytes) { return reader.list(bytes); }

/// Reads what the function takes, and calls it.
template <typename... Args> Error carry_out(Reader& reader, World& world, Error (*call)(World&, Args...)) {
    std::tuple<typename Kept<std::remove_cvref_t<Args>>::Type...> args;
    const auto read_all = [&](auto&... arg) { return (read(reader, arg) && ...); };
    if (!std::apply(read_all, args) || !reader.at_end()) return Error::bad_call;
    return std::apply([&](auto&... arg) { return call(world, arg...); }, args);
}

using Bytes = std::span<const std::byte>;

Error carry_out(Reader& reader, World& world, Call call) {
    const auto by = [&](auto function) { return carry_out(reader, world, +function); };
    switch (call) {
    case Call::add_archetype: return by([](World& w, const ArchetypeDef& def) { return w.add_archetype(def); });
    case Call::add_monsters: return by([](World& w, std::span<const MonsterDef> defs) { return w.add_monsters(defs); });
    case Call::add_team: return by([](World& w, std::string_view name) { return w.add_team(name); });
    case Call::set_hostile:
        return by([](World& w, TeamIndex a, TeamIndex b, bool hostile) { return w.set_hostile(a, b, hostile); });
    case Call::add_squad:
        return by([](World& w, TeamIndex team, const SquadDef& def) { return w.add_squad(team, def, nullptr); });
    case Call::spawn: return by([](World& w, const SpawnDef& def) { return w.spawn(def); });
    case Call::despawn: return by([](World& w, AgentId agent) { return w.despawn(agent); });
    case Call::join: return by([](World& w, AgentId agent, SquadId squad) { return w.join(agent, squad); });
    case Call::place: return by([](World& w, AgentId agent, Vec2 at) { return w.place(agent, at); });
    case Call::place_facing:
        return by([](World& w, AgentId agent, Vec2 at, Vec2 heading) { return w.place(agent, at, heading); });
    case Call::order: return by([](World& w, AgentId agent, const Order& order) { return w.order(agent, order); });
    case Call::order_squad:
        return by([](World& w, SquadId squad, const Order& order) { return w.order(squad, order); });
    case Call::lead: return by([](World& w, AgentId agent) { return w.lead(agent); });
    case Call::stick: return by([](World& w, SquadId squad, Vec2 direction) { return w.stick(squad, direction); });
    case Call::prefer:
        return by([](World& w, AgentId target, float metres, AgentId who) { return w.prefer(target, metres, who); });
    case Call::damage:
        return by([](World& w, AgentId agent, float amount, AgentId who) { return w.damage(agent, amount, who); });
    case Call::capacity:
        return by([](World& w, AgentId target, int grid, int attack) { return w.capacity(target, grid, attack); });
    case Call::close_slots:
        return by([](World& w, AgentId target, std::span<const int> slots) { return w.close_slots(target, slots); });
    case Call::view:
        return by([](World& w, AgentId target, Vec2 way, float half) { return w.view(target, way, half); });
    case Call::answer_sight:
        return by(
            [](World& w, AgentId viewer, AgentId target, bool seen) { return w.answer_sight(viewer, target, seen); });
    case Call::report: return by([](World& w, AgentId agent, AttackReport what) { return w.report(agent, what); });
    case Call::reload:
        return by([](World& w, std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters) {
            return w.reload(archetypes, monsters);
        });
    case Call::set_detail: return by([](World& w, const DetailDef& detail) { return w.set_detail(detail); });
    case Call::set_period: return by([](World& w, AgentId agent, int frames) { return w.set_period(agent, frames); });
    case Call::set_health: return by([](World& w, AgentId agent, float health) { return w.set_health(agent, health); });
    case Call::step: return by([](World& w, double dt) { return w.step(dt); });
    case Call::restore: return by([](World& w, Bytes snapshot) { return w.restore(snapshot); });
    default: return Error::bad_call;
    }
}

} // namespace

Error World::repeat_call(std::span<const std::byte> call, std::span<const StateDef> states) {
    return impl_->change([&](Impl& w) -> Error {
        Reader reader(call);
        Call kind = Call::count;
        const auto bad = [&] {
            return w.fail(Error::bad_call, text("call ", static_cast<int>(kind), ": not one, or cut off"));
        };
        if (!reader.value(kind) || kind >= Call::count) return bad();
        switch (kind) {
        case Call::begin: w.repeated_poses.reset(); return reader.at_end() ? Error::ok : bad();
        case Call::add_state: {
            std::string name;
            if (!definition(reader, name) || !reader.at_end()) return bad();
            const size_t place = find_name(states, name);
            if (place == states.size())
                return w.fail(Error::unknown, text("state '", name, "': the host does not bring it"));
            return add_state(states[place]);
        }
        case Call::add_column: {
            std::string name;
            std::vector<std::byte> initial;
            if (!definition(reader, name) || !reader.list(initial) || initial.empty() || !reader.at_end()) return bad();
            return add_column_bytes(name, initial.size(), 1, initial.data(), nullptr);
        }
        case Call::write_column: return w.repeat_column(reader) ? Error::ok : bad();
        case Call::host_poses: {
            FrameInput& input = w.core.input;
            auto& agents = w.repeated_agents;
            auto &positions = w.repeated_positions, &headings = w.repeated_headings;
            if (!w.repeated_poses.read(reader, agents, positions, headings) || !reader.at_end()) return bad();
            if (const Error e = set_host_poses(agents, positions, headings); e != Error::ok) return e;
            agents.swap(input.restored_agents); // what was set keeps its memory
            positions.swap(input.restored_positions);
            headings.swap(input.restored_headings);
            return Error::ok;
        }
        case Call::set_ground: {
            std::vector<std::byte> bytes;
            if (!reader.list(bytes) || !reader.at_end()) return bad();
            return w.repeat_ground(*this, bytes);
        }
        case Call::shift_origin: {
            Vec2 by;
            std::vector<std::byte> bytes;
            if (!definition(reader, by) || !reader.list(bytes) || !reader.at_end()) return bad();
            std::shared_ptr<const Ground> ground;
            if (const Error e = w.read_ground_of(bytes, &ground); e != Error::ok) return e;
            return shift_origin(by, std::move(ground));
        }
        case Call::leftover: {
            int64_t leftover = 0;
            if (!reader.value(leftover) || !reader.at_end()) return bad();
            w.keep_leftover(leftover);
            return Error::ok;
        }
        default: {
            const Error e = carry_out(reader, *this, kind);
            return e == Error::bad_call ? bad() : e;
        }
        }
    });
}

bool World::Impl::repeat_column(Reader& reader) {
    uint32_t number = 0;
    std::vector<uint32_t> agents;
    std::vector<std::byte> elements;
    if (!reader.value(number) || !reader.list(agents) || !reader.list(elements) || !reader.at_end()) return false;
    if (number >= core.agents.user_columns.size()) return false;
    UserColumnStore& column = *core.agents.user_columns[number];
    const size_t size = column.element_size();
    if (elements.size() != agents.size() * size) return false;
    for (size_t i = 0; i < agents.size(); ++i) {
        const uint32_t row = agents[i] < core.ids.row.size() ? core.ids.row[agents[i]] : no_index;
        if (row == no_index) return false;
        std::memcpy(column.bytes() + row * size, elements.data() + i * size, size);
    }
    return true;
}

} // namespace fray
