#include "engagement/exchange_circles.h"

#include "circles/circle_archive.h"
#include "ranks/differences.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace fray {
namespace {

using Group = CircleMessage::Group;

/// What a reader may read beyond the end of a message.
constexpr size_t read_beyond = most_difference_bytes<Group> + 3;

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
void describe(Circles& all, uint32_t number, Vector<Group>& words) {
    const Circle& circle = all[number];
    const size_t most = sizeof(uint32_t) + sizeof circle + 2 * sizeof(int64_t) + circle.slots.size * sizeof(Slot) +
                        circle.lanes.size * sizeof(Lane) + circle.token_queue.size * sizeof(uint32_t) +
                        circle.strikers.size * sizeof(uint32_t) + circle.cooldowns.size * sizeof(CooldownRecord);
    words.resize(most / sizeof(Group) + 1);
    auto* const begin = reinterpret_cast<std::byte*>(words.data());
    RoomyWriter out(begin + sizeof(uint32_t));
    planned(out, all, number);
    const auto written = static_cast<size_t>(out.at() - begin);
    assert(written <= words.size() * sizeof(Group));
    const auto size = static_cast<uint32_t>(written - sizeof(uint32_t));
    std::memcpy(begin, &size, sizeof size);
    words.resize((written + sizeof(Group) - 1) / sizeof(Group));
    std::memset(begin + written, 0, words.size() * sizeof(Group) - written);
}

Group group_at(const Vector<Group>& words, size_t i) { return i < words.size() ? words[i] : Group{}; }

/// Has planning changed the circle of this element of `Proposals::keys`?
uint8_t& is_changed(Proposals& all, const uint64_t& key) {
    return all.changed[static_cast<size_t>(&key - all.keys.data())];
}

/// Reads the circles of a chunk.
class CircleReader {
public:
    /// `read_beyond` more bytes must follow.
    CircleReader(const CircleExchange& world, CircleMessage& message, std::span<const std::byte> bytes)
        : world_(world), message_(message), at_(bytes.data()), end_(at_ + bytes.size()) {}

    /// `begin`, `end`: the keys of the chunk. False: the message is damaged.
    bool read(size_t begin, size_t end) {
        const auto changed = [&](const uint64_t& key) { return is_changed(world_.proposals, key) != 0; };
        bool sound = true;
        visit_ahead(
            world_.proposals.keys.data() + begin, static_cast<uint32_t>(end - begin),
            [&](const uint64_t& key) { sound = sound && (!changed(key) || (has_circle(key) && circle(key))); },
            [&](const uint64_t& key) {
                if (!changed(key) || !has_circle(key)) return;
                world_.circles.prefetch(circle_of_key(key));
                prefetch(&world_.circles.marks.due[circle_of_key(key)]);
                prefetch(&world_.circles.marks.tokens_due[circle_of_key(key)]);
            },
            [&](const uint64_t& key) {
                if (changed(key) && has_circle(key)) world_.circles.prefetch_arrays(circle_of_key(key));
            });
        return sound && at_ == end_;
    }

private:
    bool circle(uint64_t key) {
        const uint32_t number = circle_of_key(key);
        describe(world_.circles, number, message_.before);
        Vector<Group>& words = message_.after;
        words.clear();
        uint32_t size = 0;
        for (size_t groups = 1; words.size() < groups;) {
            if (at_ >= end_) return false;
            DifferenceReader in(at_);
            words.push_back(group_at(message_.before, words.size()));
            in.difference(words.back());
            at_ = in.at();
            size = words[0][0];
            groups = (size + sizeof size + sizeof(Group) - 1) / sizeof(Group);
        }
        Reader in({reinterpret_cast<const std::byte*>(words.data()) + sizeof size, size});
        return planned(in, world_.circles, number) && in.at_end();
    }

    CircleExchange world_;
    CircleMessage& message_;
    const std::byte *at_, *end_;
};

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
    return bytes != nullptr && in.left() >= read_beyond && // the chunk's results follow
           CircleReader(world, message, {bytes, size}).read(begin, end);
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
    const Vector<Group>& after = message_->after;
    describe(world_.circles, circle_of_key(key), message_->after);
    if (after == message_->before) return;
    is_changed(world_.proposals, key) = 1;
    Vector<std::byte>& bytes = message_->mine;
    const size_t begin = bytes.size();
    bytes.resize(begin + after.size() * most_difference_bytes<Group> + read_beyond);
    DifferenceWriter out(bytes.data() + begin);
    for (size_t i = 0; i < after.size(); ++i) out.difference(after[i], group_at(message_->before, i));
    bytes.resize(static_cast<size_t>(out.at() - bytes.data()));
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
