#include "world/command_log.h"

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

bool PoseCoder::read(Reader& reader, Vector<AgentId>& agents, Vector<Vec2>& positions, Vector<Vec2>& headings) {
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

// ---- Commands -------------------------------------------------------------------------------------------------------

bool CallReader::read(command::Any& command) {
    const auto read_fields = [&](auto& c) {
        return std::apply([&](auto&... field) { return (read_field(field) && ...); }, all_fields(c));
    };
    return reader_.value(number_) && become(command, number_) && visit_command(command, read_fields) &&
           reader_.at_end();
}

// ---- Listening ------------------------------------------------------------------------------------------------------

Error add_command_listener(World& world, CommandListener& listener) {
    WorldImpl& impl = impl_of(world);
    const Error answer = impl.attempt([&](WorldImpl& w) -> Error {
        const WorldState& state = w.state;
        std::vector<std::byte> ground;
        if (state.terrain.bare != nullptr && !state.terrain.bare->write(&ground)) return w.fail_ground();
        const auto found = w.notes_to(listener);
        CallNotes& notes = found != w.notes.end() ? *found : w.notes.emplace_back(listener);
        notes = CallNotes(listener);
        notes.tell(command::Begin{});
        if (state.terrain.ground != nullptr) notes.tell(command::SetGround{ground});
        for (const StateDef& def : state.kinds.states) notes.tell(command::AddState{def.name});
        for (const auto& column : state.agents.user_columns)
            notes.tell(command::AddColumn{column->name(), column->initial()});
        for (const ArchetypeDef& def : state.kinds.archetype_defs) notes.tell(command::AddArchetype{&def});
        if (!state.kinds.monster_defs.empty()) notes.tell(command::AddMonsters{state.kinds.monster_defs});
        const size_t teams = state.kinds.team_names.size();
        for (const std::string& name : state.kinds.team_names) notes.tell(command::AddTeam{name});
        for (size_t i = 0; i < teams; ++i)
            if (const auto team = static_cast<TeamIndex>(i); !state.kinds.has_team(team))
                notes.tell(command::RemoveTeam{team});
        std::vector<std::byte> snapshot;
        w.save(snapshot);
        notes.tell(command::Restore{snapshot});
        w.remember_columns(notes);
        return Error::ok;
    });
    if (answer == Error::out_of_memory) impl.forget(listener); // it has received only a part of the world
    return answer;
}

Error remove_command_listener(World& world, CommandListener& listener) {
    WorldImpl& impl = impl_of(world);
    if (impl.stepping) return impl.check_idle();
    impl.forget(listener);
    return Error::ok;
}

std::vector<CallNotes>::iterator WorldImpl::notes_to(const CommandListener& listener) {
    return std::find_if(notes.begin(), notes.end(), [&](const CallNotes& one) { return one.listener == &listener; });
}

void WorldImpl::forget(const CommandListener& listener) {
    if (const auto found = notes_to(listener); found != notes.end()) notes.erase(found);
}

void WorldImpl::tell(const Command& command) {
    visit_command(command, [&](const auto& c) { tell(c); });
}

void WorldImpl::tell_of_restore() {
    if (!is_heard()) return;
    std::vector<std::byte> snapshot;
    save(snapshot);
    tell(command::Restore{snapshot});
    remember_columns();
    if (state.division.divided()) state.agents.forget_previous_positions(); // as the other ranks will, which restore it
}

void WorldImpl::remember_columns() {
    for (CallNotes& to : notes) remember_columns(to);
}

void WorldImpl::remember_columns(CallNotes& to) {
    to.told_columns.resize(state.agents.user_columns.size());
    for (size_t i = 0; i < to.told_columns.size(); ++i) {
        const UserColumnStore& column = *state.agents.user_columns[i];
        to.told_columns[i].assign(column.bytes(), column.bytes() + column.element_size() * state.agents.rows());
    }
}

/// Tells the listener which elements of user columns the host has changed since the last step.
void WorldImpl::note_columns(CallNotes& to) {
    for (size_t i = 0; i < state.agents.user_columns.size(); ++i) {
        const UserColumnStore& column = *state.agents.user_columns[i];
        const size_t size = column.element_size(), rows = state.agents.rows();
        std::vector<uint32_t> changed;
        std::vector<std::byte> elements;
        for (uint32_t row = 0; row < rows; ++row) {
            const std::byte* const element = column.bytes() + row * size;
            const bool told = i < to.told_columns.size() && to.told_columns[i].size() == rows * size;
            const std::byte* const before = told ? to.told_columns[i].data() + row * size : column.initial().data();
            if (std::memcmp(element, before, size) == 0) continue;
            changed.push_back(state.agents.id[Row(row)].index);
            elements.insert(elements.end(), element, element + size);
        }
        if (!changed.empty()) to.tell(command::WriteColumn{static_cast<uint32_t>(i), changed, elements});
    }
}

// ---- Replaying ------------------------------------------------------------------------------------------------------

namespace {

/// Executes a recorded command, with the same checks as the original call.
class Repetition {
public:
    Repetition(World& world, WorldImpl& impl, std::span<const StateDef> states)
        : world_(world), impl_(impl), state_(impl.state), states_(states) {}

    Error operator()(const Command& c) { return impl_.give(c); }
    Error operator()(const command::Begin&) {
        impl_.repeated_poses.coder.reset();
        return Error::ok;
    }
    Error operator()(const command::AddState& c) {
        const size_t place = find_name(states_, c.name);
        if (place != states_.size()) return world_.add_state(states_[place]);
        return impl_.fail(Error::unknown, text("state '", c.name, "': the host does not provide it"));
    }
    Error operator()(const command::AddArchetype& c) { return world_.add_archetype(*c.def); }
    Error operator()(const command::AddMonsters& c) { return world_.add_monsters(c.defs); }
    Error operator()(const command::AddTeam& c) { return world_.add_team(c.name); }
    Error operator()(const command::SetHostile& c) { return world_.set_hostile(c.a, c.b, c.hostile); }
    Error operator()(const command::RemoveTeam& c) { return world_.remove_team(c.team); }
    Error operator()(const command::RemoveSquad& c) { return world_.remove_squad(c.squad); }
    Error operator()(const command::AddSquad& c) { return world_.add_squad(c.team, c.def, nullptr); }
    Error operator()(const command::AddColumn& c) {
        if (c.initial.empty()) return Error::bad_call;
        return world_.add_column_bytes(c.name, c.initial.size(), 1, c.initial.data(), nullptr);
    }
    Error operator()(const command::WriteColumn& c) {
        if (c.column >= state_.agents.user_columns.size()) return Error::bad_call;
        UserColumnStore& column = *state_.agents.user_columns[c.column];
        const size_t size = column.element_size();
        if (c.elements.size() != c.agents.size() * size) return Error::bad_call;
        for (size_t i = 0; i < c.agents.size(); ++i) {
            const Row row = c.agents[i] < state_.ids.row.size() ? state_.ids.row[c.agents[i]] : Row::none();
            if (row == Row::none()) return Error::bad_call;
            std::memcpy(column.bytes() + row.number() * size, c.elements.data() + i * size, size);
        }
        return Error::ok;
    }
    /// Does nothing if the host has already set a ground with the same bytes, even if it is of another class.
    Error operator()(const command::SetGround& c) {
        if (!c.ground.empty() && state_.terrain.checksum == (checksum(c.ground) | 2)) return Error::ok;
        std::shared_ptr<const Ground> ground;
        if (const Error e = read_ground_of(c.ground, &ground); e != Error::ok) return e;
        return world_.set_ground(std::move(ground));
    }
    Error operator()(const command::ShiftOrigin& c) {
        std::shared_ptr<const Ground> ground;
        if (const Error e = read_ground_of(c.ground, &ground); e != Error::ok) return e;
        return world_.shift_origin(c.by, std::move(ground));
    }
    Error operator()(const command::SetObstacle& c) { return world_.set_obstacle(c.obstacle, nullptr, c.agents); }
    Error operator()(const command::RemoveObstacle& c) { return world_.remove_obstacle(c.obstacle); }
    Error operator()(const command::SetDetail& c) { return world_.set_detail(*c.detail); }
    Error operator()(const command::Reload& c) { return world_.reload(c.archetypes, c.monsters); }
    Error operator()(const command::SetHostPoses& c) {
        if (const Error e = world_.set_host_poses(c.poses); e != Error::ok) return e;
        // The world now points to the memory of these lists, so the world must own them until the step.
        impl_.repeated_poses.agents.swap(state_.input.restored_agents);
        impl_.repeated_poses.positions.swap(state_.input.restored_positions);
        impl_.repeated_poses.headings.swap(state_.input.restored_headings);
        return Error::ok;
    }
    Error operator()(const command::Step& c) { return world_.step(c.dt); }
    Error operator()(const command::KeepLeftover& c) {
        if (!is_leftover(c.seconds)) return Error::bad_call;
        impl_.keep_leftover(c.seconds);
        return Error::ok;
    }
    Error operator()(const command::Restore& c) { return world_.restore(c.snapshot); }

private:
    /// Leaves `*out` null if `bytes` is empty.
    Error read_ground_of(std::span<const std::byte> bytes, std::shared_ptr<const Ground>* out) {
        if (bytes.empty()) return Error::ok;
        const GroundReader read = impl_.def.read_ground != nullptr ? impl_.def.read_ground : read_ground;
        *out = read(bytes);
        if (*out != nullptr) return Error::ok;
        return impl_.fail(Error::unknown, "ground: of a kind that WorldDef::read_ground does not know, or damaged; "
                                          "allowed: a grid map, a navmesh with fray_navmesh's reader, or the same "
                                          "ground, set before");
    }

    World& world_;
    WorldImpl& impl_;
    WorldState& state_;
    std::span<const StateDef> states_;
};

} // namespace

Error replay_command(World& world, std::span<const std::byte> bytes, std::span<const StateDef> states) {
    return impl_of(world).change([&](WorldImpl& w) -> Error {
        CallReader reader(bytes, w.repeated_poses);
        command::Any command;
        const Error e = reader.read(command) ? visit_command(command, Repetition(world, w, states)) : Error::bad_call;
        if (e != Error::bad_call) return e;
        return w.fail(e, text("command ", reader.number(), ": not a command, or cut off"));
    });
}

} // namespace fray
