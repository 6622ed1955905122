#include "ranks/rank_observer.h"

#include <algorithm>

namespace fray {
namespace {

bool writes(const FieldSet& written, Field field) { return written[static_cast<size_t>(field)]; }

/// Writes or reads a list for each of these agents. False: the bytes are damaged.
template <typename Archive, typename ById>
bool lists_of_agents(Archive& archive, const Agents& agents, const Vector<Row>& rows, ById& lists) {
    if (lists.by_id.empty()) return true; // no agent of the world has such a list
    for (const Row row : rows) {
        const uint32_t index = agents.id[row].index;
        if (index >= lists.by_id.size()) continue; // it has none, on all ranks
        if (!archive.array(lists.by_id[index], lists.pool)) return false;
    }
    return true;
}

} // namespace

uint64_t RankMemory::memory() const {
    uint64_t sum = pieces.memory() + circles.memory() + rows.capacity() * sizeof(ToldRows) +
                   squads.capacity() * sizeof(SquadNews) + changed_squads.capacity() * sizeof(uint32_t) +
                   buffers.capacity() * sizeof(EventLog::Opened);
    for (const ToldRows& its : rows) sum += its.memory();
    return sum;
}

void RankObserver::run(ParallelLoops& loops, const DividedLoop& loop) {
    note(loops, loop);
    Division& division = world_.division;
    const Share share =
        division.run(loops, loop.number, loop.count, loop.size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            if (loop.every_row) note_rows(world_.agents, loop.written, {begin, end}, world_.rank_memory.rows[chunk]);
            loop.body(chunk, begin, end);
        });
    Writer out(division.begin_message(loop.number));
    tell(out, loops, loop, share);
    division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        Reader in(bytes);
        return tell(in, loops, loop, division.share_of(loop.number, rank, loop.chunks())) && in.at_end();
    });
}

/// Notes what it needs to see what the loop writes.
void RankObserver::note(ParallelLoops& loops, const DividedLoop& loop) {
    RankMemory& memory = world_.rank_memory;
    if (loop.every_row && memory.rows.size() < loop.chunks()) memory.rows.resize(loop.chunks());
    memory.buffers.clear();
    for (; opened_ < world_.log.opened().size(); ++opened_) {
        const EventLog::Opened& its = world_.log.opened()[opened_];
        // Code between two loops has buffers, too.
        if (its.count >= loop.chunks() && world_.log.is_empty(its)) memory.buffers.push_back(its);
    }
    clear_marks(world_.agents, loops);
    if (writes(loop.written, Field::circles)) clear_marks(world_.circles, loops);
    if (!writes(loop.written, Field::squads)) return;
    memory.squads.resize(world_.squads.list.size());
    for (uint32_t i = 0; i < memory.squads.size(); ++i) memory.squads[i] = news_of(i);
}

/// Writes what this rank's share of the loop has written, or reads that of another rank. False: the bytes are damaged.
template <typename Archive>
bool RankObserver::tell(Archive& archive, ParallelLoops& loops, const DividedLoop& loop, Share share) {
    RankMemory& memory = world_.rank_memory;
    return (loop.every_row || rows(archive, loops, loop.written)) &&
           (!writes(loop.written, Field::circles) ||
            told_circles(archive, world_.circles, memory.circles, memory.pieces, loops, world_.clock.frame)) &&
           (!writes(loop.written, Field::squads) || squads(archive)) &&
           memory.pieces.each(archive, loops, share,
                              [&](auto& its, uint32_t number) { return chunk(its, loop, number); });
}

/// The rows that were written, with the lists of their agents.
template <typename Archive> bool RankObserver::rows(Archive& archive, ParallelLoops& loops, const FieldSet& written) {
    const uint32_t all = world_.agents.rows(), size = std::max(4096u, all / 64); // small pieces take longer in all
    const uint32_t pieces = ParallelLoops::chunk_count(all, size);
    Vector<ToldRows>& told = world_.rank_memory.rows;
    if (told.size() < pieces) told.resize(pieces);
    return world_.rank_memory.pieces.each(archive, loops, {0, pieces}, [&](auto& its, uint32_t i) {
        if (!told_rows(its, world_.agents, written, {i * size, std::min(i * size + size, all)}, Base::zero, told[i]))
            return false;
        const auto lists = [&](Field field, auto& of_agents) {
            return !writes(written, field) || lists_of_agents(its, world_.agents, told[i].others(), of_agents);
        };
        return lists(Field::acts, world_.acts) && lists(Field::acts, world_.spent) &&
               lists(Field::cooldowns, world_.agent_clocks);
    });
}

SquadNews RankObserver::news_of(uint32_t squad) const {
    const Squad& its = world_.squads.list[squad];
    return {its.next_scan, world_.perception.quiet.to_tell(squad), its.attention};
}

/// The squads that the loop has changed.
template <typename Archive> bool RankObserver::squads(Archive& archive) {
    Vector<uint32_t>& changed = world_.rank_memory.changed_squads;
    Vector<Squad>& all = world_.squads.list;
    if constexpr (!Archive::reading) {
        changed.clear();
        for (uint32_t i = 0; i < all.size(); ++i)
            if (!(news_of(i) == world_.rank_memory.squads[i])) changed.push_back(i);
    }
    if (!archive.list(changed)) return false;
    return std::all_of(changed.begin(), changed.end(), [&](uint32_t i) {
        return i < all.size() && archive.value(all[i].next_scan) && archive.value(all[i].attention) &&
               archive.value(world_.perception.quiet.to_tell(i));
    });
}

/// What a chunk has written: its rows, if it visits all of them, its events and its results.
template <typename Archive> bool RankObserver::chunk(Archive& archive, const DividedLoop& loop, uint32_t number) {
    if (loop.every_row) {
        const Share rows{number * loop.size, std::min(number * loop.size + loop.size, loop.count)};
        if (!told_rows(archive, world_.agents, loop.written, rows, Base::noted, world_.rank_memory.rows[number]))
            return false;
    }
    for (const EventLog::Opened& its : world_.rank_memory.buffers)
        if (!archive.list(world_.log.buffer(its.system, its.first + number))) return false;
    if constexpr (Archive::reading)
        return loop.read(archive, number);
    else
        return loop.write(archive, number);
}

} // namespace fray
