#include "ranks/circle_exchange.h"

#include "circles/circle_archive.h"
#include "ranks/differences.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace fray {
namespace {

constexpr uint32_t circles_a_piece = 1 << 12, marks_a_piece = 1 << 14;

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

/// Writes or reads all that a divided loop may change of a circle.
template <typename Archive> bool changeable(Archive& archive, Circles& all, uint32_t number) {
    Circle& circle = Archive::reading ? all.change(number) : all.to_save(number);
    return fray::circle(archive, circle, all.pool) && archive.value(circle.queued) &&
           archive.value(all.marks.due[number]) && archive.value(all.marks.tokens_due[number]);
}

/// All that a divided loop may change of a circle, as words: the number of bytes that follow, and these.
void describe(Circles& all, uint32_t number, Vector<std::byte>& words) {
    const Circle& circle = all[number];
    words.resize(2 * sizeof(uint32_t) + sizeof circle + 2 * sizeof(int64_t) + circle.slots.size * sizeof(Slot) +
                 circle.lanes.size * sizeof(Lane) + circle.token_queue.size * sizeof(uint32_t) +
                 circle.strikers.size * sizeof(uint32_t) + circle.cooldowns.size * sizeof(CooldownRecord));
    RoomyWriter out(words.data() + sizeof(uint32_t));
    changeable(out, all, number);
    const auto written = static_cast<size_t>(out.at() - words.data());
    assert(written + sizeof(uint32_t) <= words.size());
    const auto size = static_cast<uint32_t>(written - sizeof(uint32_t));
    std::memcpy(words.data(), &size, sizeof size);
    std::memset(words.data() + written, 0, sizeof(uint32_t));
    words.resize(words_of(written) * sizeof(uint32_t));
}

/// Gives the words so many more or fewer; new words are 0.
void resize(PoolArray<uint32_t>& words, BlockPool& pool, uint32_t count) {
    words.reserve(pool, count);
    if (count > words.size) std::fill(words.end(), words.begin() + count, 0u);
    words.size = count;
}

std::byte* bytes_of(PoolArray<uint32_t>& words) { return reinterpret_cast<std::byte*>(words.data); }

// A message has a head for each circle of the piece that may have changed: its number in the piece and two bits; then
// for each that is not as it was last told the number of its words, if it has another, and the differences.
using Head = ToldPiece::Head;
constexpr Head is_another = 1, has_other_size = 2, number_step = 4;
static_assert(circles_a_piece * number_step - 1 <= 0xffff);

/// The circles of a piece, as numbers.
Share circles_of(const Circles& all, uint32_t piece) {
    const uint32_t begin = piece * circles_a_piece;
    return {begin, std::min(begin + circles_a_piece, static_cast<uint32_t>(all.all().size()))};
}

/// Calls visit(head, number of the circle) for each head, and prefetches the circles and what was told of them.
template <typename Visit>
void for_each_head(const Circles& all, const ToldCircles& told, uint32_t begin, const Vector<Head>& heads,
                   Visit&& visit) {
    const auto number_of = [begin](Head head) { return begin + head / number_step; };
    visit_ahead(
        heads.data(), static_cast<uint32_t>(heads.size()), [&](Head head) { visit(head, number_of(head)); },
        [&](Head head) {
            const uint32_t number = number_of(head);
            all.prefetch(number);
            prefetch(&told.last[number]);
            prefetch(&all.marks.due[number]);
            prefetch(&all.marks.tokens_due[number]);
        },
        [&](Head head) {
            all.prefetch_arrays(number_of(head));
            prefetch(told.last[number_of(head)].data);
        });
}

bool circles_of_piece(Writer& out, Circles& all, ToldCircles& told, uint32_t piece) {
    ToldPiece& its = told.pieces[piece];
    const Share range = circles_of(all, piece);
    its.heads.clear();
    for (uint32_t i = range.begin; i < range.end; ++i)
        if ((all.hashes.changed[i] & row_to_tell) != 0)
            its.heads.push_back(static_cast<Head>((i - range.begin) * number_step));
    its.bodies.clear();
    Writer bodies(its.bodies);
    size_t visited = 0;
    for_each_head(all, told, range.begin, its.heads, [&](Head, uint32_t number) {
        Head& head = its.heads[visited++];
        PoolArray<uint32_t>& last = told.last[number];
        describe(all, number, its.words);
        const auto count = static_cast<uint32_t>(its.words.size() / sizeof(uint32_t));
        const bool resized = count != last.size;
        if (!resized && std::memcmp(its.words.data(), last.data, its.words.size()) == 0) return;
        head |= resized ? is_another | has_other_size : is_another;
        if (resized) bodies.value(count);
        resize(last, told.pool, count);
        write_differences(bodies, its.words.data(), bytes_of(last), count);
        std::memcpy(last.data, its.words.data(), its.words.size());
    });
    return out.list(its.heads) && out.bytes(its.bodies.data(), its.bodies.size());
}

bool circles_of_piece(Reader& in, Circles& all, ToldCircles& told, uint32_t piece) {
    Vector<Head>& heads = told.pieces[piece].heads;
    const Share range = circles_of(all, piece);
    const auto is_known = [&](Head head) { return head / number_step < range.end - range.begin; };
    if (!in.list(heads) || !std::all_of(heads.begin(), heads.end(), is_known)) return false;
    bool sound = true;
    for_each_head(all, told, range.begin, heads, [&](Head head, uint32_t number) {
        PoolArray<uint32_t>& last = told.last[number];
        uint32_t count = last.size;
        sound = sound && ((head & has_other_size) == 0 || in.value(count)) && count != 0 &&
                ((head & is_another) == 0 || count / 32 <= in.left());
        if (!sound) return;
        if ((head & is_another) != 0) {
            resize(last, told.pool, count);
            sound =
                read_differences(in, bytes_of(last), count) && words_of(sizeof(uint32_t) + size_t{last[0]}) == count;
            if (!sound) return;
        }
        Reader its({bytes_of(last) + sizeof(uint32_t), last[0]});
        sound = changeable(its, all, number) && its.at_end();
    });
    return sound;
}

/// Writes which of the circles are marked in this frame, or marks those that are marked on another rank, in parallel.
template <typename Archive>
bool told_marks(Archive& archive, Vector<uint32_t>& marks, Pieces& pieces, ParallelLoops& loops, uint64_t frame) {
    const auto count = static_cast<uint32_t>(marks.size());
    return pieces.each(archive, loops, {0, ParallelLoops::chunk_count(count, marks_a_piece)},
                       [&](auto& its, uint32_t piece) {
                           const uint32_t begin = piece * marks_a_piece, end = std::min(begin + marks_a_piece, count);
                           if constexpr (Archive::reading) {
                               while (!its.at_end()) {
                                   uint32_t i = 0;
                                   if (!its.value(i) || i < begin || i >= end) return false;
                                   Circles::stamp(marks[i], frame);
                               }
                           } else {
                               for (uint32_t i = begin; i < end; ++i)
                                   if (marks[i] == Circles::mark_of(frame)) its.value(i);
                           }
                           return true;
                       });
}

template <typename Archive>
bool told(Archive& archive, Circles& circles, ToldCircles& told, Pieces& pieces, ParallelLoops& loops, uint64_t frame) {
    for (auto* marks : {&circles.marks.dirty, &circles.marks.target_moved, &circles.marks.holder_moved})
        if (!told_marks(archive, *marks, pieces, loops, frame)) return false;
    const auto count = static_cast<uint32_t>(circles.all().size());
    const uint32_t size = ParallelLoops::chunk_count(count, circles_a_piece);
    if (told.last.size() < count) told.last.resize(count);
    if (told.pieces.size() < size) told.pieces.resize(size);
    return pieces.each(archive, loops, {0, size},
                       [&](auto& its, uint32_t piece) { return circles_of_piece(its, circles, told, piece); });
}

} // namespace

uint64_t ToldCircles::memory() const {
    uint64_t sum = pool.memory() + last.capacity() * sizeof(last[0]) + pieces.capacity() * sizeof(ToldPiece);
    for (const ToldPiece& its : pieces)
        sum += its.heads.capacity() * sizeof(Head) + its.words.capacity() + its.bodies.capacity();
    return sum;
}

void clear_marks(Circles& circles, ParallelLoops& loops) {
    uint8_t* const changed = circles.hashes.changed.data();
    loops.parallel_for(static_cast<uint32_t>(circles.all().size()), 1 << 16,
                       [&](uint32_t, uint32_t begin, uint32_t end) {
                           for (uint32_t i = begin; i < end; ++i) changed[i] &= row_written;
                       });
}

bool told_circles(Writer& out, Circles& circles, ToldCircles& told, Pieces& pieces, ParallelLoops& loops,
                  uint64_t frame) {
    return fray::told(out, circles, told, pieces, loops, frame);
}
bool told_circles(Reader& in, Circles& circles, ToldCircles& told, Pieces& pieces, ParallelLoops& loops,
                  uint64_t frame) {
    return fray::told(in, circles, told, pieces, loops, frame);
}

} // namespace fray
