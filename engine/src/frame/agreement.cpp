#include "frame/agreement.h"

#include "frame/hash.h"
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
    };
}

/// The agent for which alone a column differs, as far as the sums tell; no_serial: there are several, or none.
Serial differing_agent(const WorldState& state, const ColumnSum& a, const ColumnSum& b) {
    for (const Serial serial : std::span(state.agents.serial.data(), state.agents.rows()))
        if ((a.sum - b.sum) * (2 * static_cast<uint64_t>(serial) + 1) == a.by_serial - b.by_serial) return serial;
    return no_serial;
}

/// Names the first column in which another rank's state differs. All ranks call it.
[[noreturn]] void complain_of_difference(WorldState& state) {
    Division& division = state.division;
    const std::vector<ColumnSum> mine = sum_columns(state);
    Writer out(division.begin_message(message_of_agreement));
    for (const ColumnSum& column : mine) {
        out.value(column.sum);
        out.value(column.by_serial);
    }
    division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        Reader in(bytes);
        for (const ColumnSum& column : mine) {
            ColumnSum its;
            if (!in.value(its.sum) || !in.value(its.by_serial)) return false;
            if (its == ColumnSum{{}, column.sum, column.by_serial}) continue;
            const Serial agent = differing_agent(state, column, its);
            throw std::runtime_error(text("frame ", state.clock.frame, ": rank ", rank, " has another state than rank ",
                                          division.rank(), " in '", column.name, "'",
                                          agent == no_serial ? std::string() : text(" of agent ", agent)));
        }
        return true;
    });
    throw std::runtime_error(text("frame ", state.clock.frame, ": another rank has another state hash"));
}

} // namespace

void agree(WorldState& state) {
    Division& division = state.division;
    if (!division.divided()) return;
    const auto mine = facts_of(state);
    Writer out(division.begin_message(message_of_agreement));
    for (const Fact& fact : mine) out.value(fact.value);
    out.value(state.publication.state_hash);
    bool same = true;
    division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        Reader in(bytes);
        for (const Fact& fact : mine) {
            uint64_t value = 0;
            if (!in.value(value)) return false;
            if (value != fact.value)
                throw std::runtime_error(text("rank ", rank, " has another world: its ", fact.name, " is ", value,
                                              ", that of rank ", division.rank(), " is ", fact.value));
        }
        uint64_t hash = 0;
        if (!in.value(hash)) return false;
        same = same && hash == state.publication.state_hash;
        return in.at_end();
    });
    if (!same) complain_of_difference(state);
}

} // namespace fray
