#include "frame/agreement.h"

#include "storage/text.h"

#include <array>
#include <stdexcept>

namespace fray {
namespace {

struct Fact {
    const char* name;
    uint64_t value;
};

auto facts_of(const WorldState& state) {
    return std::array{
        Fact{"version of fray's state", state.publication.identity.version},
        Fact{"seed", state.settings.seed},
        Fact{"checksum of definitions and ground", state.publication.identity.definitions},
        Fact{"switch `hash`", uint64_t{state.settings.hash}},
        Fact{"size of chunks", state.settings.chunk_size},
        Fact{"mask of recorded events", state.log.mask},
        Fact{"time, in us", static_cast<uint64_t>(state.clock.now)},
        Fact{"number of agents", state.agents.rows()},
        Fact{"serial of the next agent", static_cast<uint64_t>(state.ids.next_serial)},
        Fact{"state hash", state.publication.state_hash},
    };
}

} // namespace

void agree(WorldState& state) {
    Division& division = state.division;
    if (!division.divided()) return;
    const auto mine = facts_of(state);
    Writer out(division.begin_message(static_cast<size_t>(Exchange::agreement)));
    for (const Fact& fact : mine) out.value(fact.value);
    division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        Reader in(bytes);
        for (const Fact& fact : mine) {
            uint64_t value = 0;
            if (!in.value(value)) return false;
            if (value != fact.value)
                throw std::runtime_error(text("rank ", rank, " has another world: its ", fact.name, " is ", value,
                                              ", that of rank ", division.rank(), " is ", fact.value,
                                              "; all ranks have to make the same calls"));
        }
        return in.at_end();
    });
}

} // namespace fray
