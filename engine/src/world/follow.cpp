// Rank 0 and the ranks that follow it (fray/follow.h). Before each step rank 0 sends the commands that it was given
// since the last, as a listener would receive them; the last of them is the step itself. The other ranks replay them.
#include "fray/follow.h"

#include "fray/command_log.h"
#include "storage/text.h"
#include "world/snapshot.h"
#include "world/world_impl.h"

#include <optional>
#include <stdexcept>
#include <utility>

namespace fray {
namespace {

/// What rank 0 wants of the others; the first byte of its message.
enum class Wish : uint8_t { step, end };

/// Reads what rank 0 sends before everything else: its version, then its WorldDef.
void read_def(std::span<const std::byte> bytes, WorldDef& def) {
    Reader in(bytes);
    uint32_t version = 0;
    if (!in.value(version) || version != snapshot_version())
        throw std::runtime_error(text("rank 0 has version ", version, " of a world's state, this rank has version ",
                                      snapshot_version(), "; allowed: the same fray on all ranks"));
    const WorldDef own = def;
    if (!definition(in, def) || !in.at_end()) throw std::runtime_error("rank 0 sent a WorldDef that cannot be read");
    def.threads = own.threads;
    def.memory_budget = own.memory_budget;
}

} // namespace

void WorldImpl::lead() {
    std::vector<std::byte> bytes;
    Writer out(bytes);
    out.value(snapshot_version());
    definition(out, def);
    def.communicator->all_gather(bytes);
    state.division.join(def.communicator);
    notes.emplace_back(for_ranks);
}

void WorldImpl::send_commands() {
    Writer out(state.division.begin_message(message_of_commands));
    out.value(Wish::step);
    out.value(state.log.mask);
    out.bytes(for_ranks.waiting.data(), for_ranks.waiting.size());
    state.division.exchange([](uint32_t, std::span<const std::byte> bytes) { return bytes.empty(); });
    for_ranks.waiting.clear();
}

void WorldImpl::dismiss_ranks() noexcept {
    CaughtException unheard; // the world is gone in any case
    unheard.guard([&] {
        if (state.division.broken()) return;
        Writer out(state.division.begin_message(message_of_commands));
        out.value(Wish::end);
        state.division.exchange([](uint32_t, std::span<const std::byte>) { return true; });
    });
}

bool WorldImpl::replay_commands(World& world, std::span<const StateDef> states, Error* answer) {
    std::vector<std::byte> received;
    state.division.begin_message(message_of_commands);
    state.division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        if (rank == 0) received.assign(bytes.begin(), bytes.end());
        return true;
    });
    Reader in(received);
    Wish wish{};
    if (!in.value(wish)) throw std::runtime_error("rank 0 sent commands that cannot be read");
    if (wish == Wish::end) return false;
    if (!in.value(state.log.mask)) throw std::runtime_error("rank 0 sent commands that cannot be read");
    while (!in.at_end() && *answer == Error::ok) {
        uint64_t size = 0;
        const std::byte* const bytes = in.value(size) ? in.take(static_cast<size_t>(size)) : nullptr;
        if (bytes == nullptr) throw std::runtime_error("rank 0 sent commands that cannot be read");
        const Error its = replay_command(world, {bytes, static_cast<size_t>(size)}, states);
        if (its != Error::state_failed) *answer = its; // a failed user state has failed on all ranks
    }
    return true;
}

Error follow(Communicator& communicator, const WorldDef& own, std::span<const StateDef> states, std::string* why) {
    Error error = communicator.rank() == 0 ? Error::out_of_range : Error::ok;
    Division before; // tells the others of a failure before there is a world
    Division* division = &before;
    std::optional<World> world;
    CaughtException failure;
    failure.guard([&] {
        if (error != Error::ok) throw std::runtime_error("follow: rank 0 leads");
        const std::span<const std::byte> first = communicator.all_gather({})[0];
        before.join(&communicator);
        WorldDef def = own;
        def.communicator = nullptr;
        read_def(first, def);
        Result<World> made = World::create(def);
        error = made ? Error::ok : made.error();
        if (error != Error::ok) throw std::runtime_error(made.error_text());
        world.emplace(std::move(*made));
        WorldImpl& impl = impl_of(*world);
        division = &impl.state.division;
        division->join(&communicator);
        while (impl.replay_commands(*world, states, &error))
            if (error != Error::ok) throw std::runtime_error(std::string(world->error_text()));
    });
    if (!failure) return Error::ok;
    division->send_failure(failure);
    if (why != nullptr) *why = failure.text();
    return error == Error::ok ? Error::dead : error;
}

} // namespace fray
