#include "engagement/exchange_circles.h"

#include "circles/circle_archive.h"
#include "ranks/differences.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace fray {
namespace {

/// An archive that writes to memory that has room for everything.
class RoomyWriter {
public:
    explicit RoomyWriter(std::byte* to) : at_(to) {}
    static constexpr bool reading = false;

    template <typename T> bool value(const T& v) { return bytes(&v, sizeof v); }
    template <typename T> bool array(const PoolArray<T>& v, BlockPool&) {
        return value(v.size) && bytes(v.data, v.size * sizeof(T));
    }
    const std::byte* at() const { return at_; }

private:
    bool bytes(const void* data, size_t size) {
        if (size != 0) std::memcpy(at_, data, size);
        at_ += size;
        return true;
    }
    std::byte* at_;
};

/// Writes or reads all that planning may change of a circle.
template <typename Archive> bool planned(Archive& archive, Circles& all, uint32_t number) {
    Circle& circle = Archive::reading ? all.change(number) : all.to_save(number);
    return fray::circle(archive, circle, all.pool) && archive.value(circle.queued) &&
           archive.value(all.marks.due[number]) && archive.value(all.marks.tokens_due[number]);
}

/// All that planning may change of a circle, as words: the number of bytes that follow, and these.
void describe(Circles& all, uint32_t number, Vector<std::byte>& words) {
    const Circle& circle = all[number];
    words.resize(2 * sizeof(uint32_t) + sizeof circle + 2 * sizeof(int64_t) + circle.slots.size * sizeof(Slot) +
                 circle.lanes.size * sizeof(Lane) + circle.token_queue.size * sizeof(uint32_t) +
                 circle.strikers.size * sizeof(uint32_t) + circle.cooldowns.size * sizeof(CooldownRecord));
    RoomyWriter out(words.data() + sizeof(uint32_t));
    planned(out, all, number);
    const auto written = static_cast<size_t>(out.at() - words.data());
    assert(written + sizeof(uint32_t) <= words.size());
    const auto size = static_cast<uint32_t>(written - sizeof(uint32_t));
    std::memcpy(words.data(), &size, sizeof size);
    std::memset(words.data() + written, 0, sizeof(uint32_t));
    words.resize(words_of(written) * sizeof(uint32_t));
}

/// Has planning changed the circle of this element of `Proposals::keys`?
uint8_t& is_changed(Proposals& all, const uint64_t& key) {
    return all.changed[static_cast<size_t>(&key - all.keys.data())];
}

/// Reads how a circle has changed, and changes it. False: the bytes are damaged.
bool read_circle(Reader& in, const CircleExchange& world, CircleMessage& message, uint32_t number) {
    describe(world.circles, number, message.before);
    uint32_t count = 0, size = 0;
    if (!in.value(count) || count == 0 || count / 4 > in.left()) return false;
    message.before.resize(count * sizeof(uint32_t), std::byte{});
    if (!read_differences(in, message.before.data(), count)) return false;
    std::memcpy(&size, message.before.data(), sizeof size);
    if (words_of(sizeof size + size_t{size}) != count) return false;
    Reader its({message.before.data() + sizeof size, size});
    return planned(its, world.circles, number) && its.at_end();
}

/// Reads the circles of a chunk: of the keys from `begin` to `end`. False: the bytes are damaged.
bool read_circles(Reader& in, const CircleExchange& world, CircleMessage& message, size_t begin, size_t end) {
    const auto is_told = [&](const uint64_t& key) { return is_changed(world.proposals, key) != 0; };
    bool sound = true;
    visit_ahead(
        world.proposals.keys.data() + begin, static_cast<uint32_t>(end - begin),
        [&](const uint64_t& key) {
            sound =
                sound && (!is_told(key) || (has_circle(key) && read_circle(in, world, message, circle_of_key(key))));
        },
        [&](const uint64_t& key) {
            if (!is_told(key) || !has_circle(key)) return;
            world.circles.prefetch(circle_of_key(key));
            prefetch(&world.circles.marks.due[circle_of_key(key)]);
            prefetch(&world.circles.marks.tokens_due[circle_of_key(key)]);
        },
        [&](const uint64_t& key) {
            if (is_told(key) && has_circle(key)) world.circles.prefetch_arrays(circle_of_key(key));
        });
    return sound && in.at_end();
}

/// Writes or reads what a chunk of keys has decided, besides the columns of agents and the circles themselves.
template <typename Archive>
bool results_of_chunk(Archive& archive, const CircleExchange& world, uint32_t number,
                      const std::array<uint32_t, commit_phases>& first_buffers) {
    ManagerScratch& scratch = world.proposals.chunks[number];
    for (const uint32_t first : first_buffers)
        if (!archive.list(world.log.buffer(FrameSystem::commit, first + number))) return false;
    return archive.list(scratch.deferred) && archive.list(scratch.over) && archive.value(scratch.slots_given) &&
           archive.value(scratch.tokens_given) && archive.value(scratch.switches) && archive.value(scratch.thefts);
}

/// Writes or reads which circles of a chunk planning has changed, and how. `begin`, `end`: the keys of the chunk.
bool circles_of_chunk(Writer& out, const CircleExchange& world, CircleMessage& message, size_t begin, size_t end) {
    return out.bytes(&world.proposals.changed[begin], end - begin) &&
           out.value(static_cast<uint32_t>(message.mine.size())) && out.bytes(message.mine.data(), message.mine.size());
}
bool circles_of_chunk(Reader& in, const CircleExchange& world, CircleMessage& message, size_t begin, size_t end) {
    uint32_t size = 0;
    if (!in.bytes(&world.proposals.changed[begin], end - begin) || !in.value(size)) return false;
    const std::byte* const bytes = in.take(size);
    if (bytes == nullptr) return false;
    Reader its({bytes, size});
    return read_circles(its, world, message, begin, end);
}

const FieldSet& fields_of_plans() {
    static const FieldSet fields = fields_written(access_of<PlanSystem>());
    return fields;
}

} // namespace

CircleTeller::CircleTeller(const CircleExchange& world, uint32_t chunk) : world_(world) {
    if (!world.division.divided()) return;
    message_ = &world.proposals.messages[chunk];
    message_->mine.clear();
}

void CircleTeller::take_note(uint64_t key) {
    if (has_circle(key)) describe(world_.circles, circle_of_key(key), message_->before);
}

void CircleTeller::write(const uint64_t& key) {
    if (!has_circle(key)) return;
    const Vector<std::byte>& after = message_->after;
    describe(world_.circles, circle_of_key(key), message_->after);
    if (after == message_->before) return;
    is_changed(world_.proposals, key) = 1;
    Writer out(message_->mine);
    const size_t count = after.size() / sizeof(uint32_t);
    out.value(static_cast<uint32_t>(count));
    message_->before.resize(after.size(), std::byte{});
    write_differences(out, after.data(), message_->before.data(), count);
}

void begin_circle_exchange(const CircleExchange& world, uint32_t chunks) {
    if (!world.division.divided()) return;
    Proposals& all = world.proposals;
    all.changed.assign(all.keys.size(), 0);
    if (all.messages.size() < chunks) all.messages.resize(chunks);
}

void exchange_circles(const CircleExchange& world, ParallelLoops& loops, uint32_t size, Share share,
                      const std::array<uint32_t, commit_phases>& first_buffers) {
    if (!world.division.divided()) return;
    Proposals& all = world.proposals;
    exchange_chunks(
        world, loops, Exchange::circles, all.used_chunks, share,
        [&](auto& archive) {
            return written_rows(archive, world, loops, fields_of_plans(), all_rows(world),
                                [&](auto& its, const Vector<Row>& rows) {
                                    return lists_of_agents(its, world.agents, rows, world.agent_clocks);
                                });
        },
        [&](auto& archive, uint32_t chunk) {
            const size_t begin = size_t{chunk} * size, end = std::min(begin + size, all.keys.size());
            return circles_of_chunk(archive, world, all.messages[chunk], begin, end) &&
                   results_of_chunk(archive, world, chunk, first_buffers);
        });
}

void exchange_proposals(const CircleExchange& world, ParallelLoops& loops, Share share) {
    if (!world.division.divided()) return;
    auto& chunks = world.perception.alert_scratch;
    exchange_chunks(
        world, loops, Exchange::proposals, static_cast<uint32_t>(chunks.size()), share, [](auto&) { return true; },
        [&](auto& archive, uint32_t i) {
            return archive.list(chunks[i].changes) && archive.value(chunks[i].slot_queries);
        });
}

} // namespace fray
