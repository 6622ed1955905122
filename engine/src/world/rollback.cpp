// Rollback: keeps images of a world and goes back to them. An image holds the columns, large lists and pools as they
// lie in memory, copied by all threads; the rest is written as in a snapshot (snapshot.h). Pointers into pools stay
// valid, because the pools' slabs never move.
#include "fray/rollback.h"

#include "bodies/bodies.h"
#include "storage/rules_math.h"
#include "storage/text.h"
#include "world/manifest.h"
#include "world/snapshot.h"

#include <algorithm>
#include <deque>
#include <stdexcept>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fray {
namespace {

/// A range of the world's memory.
struct Region {
    std::byte* live;
    size_t size; ///< bytes
};

constexpr size_t piece_bytes = size_t{1} << 17; ///< bytes: a task copies at most so many
/// Size of a cache line in bytes. Each region of an image begins at a multiple of this, as non-temporal stores require.
constexpr size_t line = 64;

/// The bytes that a region of `size` bytes takes in an image.
size_t room_for(size_t size) { return (size + line - 1) / line * line; }

/// Copies to memory that will not be read soon. Non-temporal stores keep the copy out of the caches, and avoid reading
/// the destination's cache lines first.
void keep(std::byte* to, const std::byte* from, size_t size) {
    size_t at = 0;
#ifdef __SSE2__
    for (; at + line <= size; at += line) {
        __m128i words[4];
        for (int i = 0; i < 4; ++i) words[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at) + i);
        for (int i = 0; i < 4; ++i) _mm_stream_si128(reinterpret_cast<__m128i*>(to + at) + i, words[i]);
    }
    _mm_sfence();
#endif
    if (at < size) std::memcpy(to + at, from + at, size - at);
}

/// A part of a region, copied by one task.
struct Piece {
    std::byte* live;
    size_t offset, size; ///< bytes; `offset` is the position in the image
};

/// Visits the lists that grow with the number of agents. They are copied byte by byte.
template <typename Visit> void visit_lists(WorldState& state, Visit&& visit) {
    visit(state.ids.generation);
    visit(state.ids.row);
    visit(state.ids.free);
    state.ids.by_serial.for_each_list(visit);
    visit(state.ids.valid);
    state.circles.for_each_list(visit);
    visit(state.squads.list);
    visit(state.squads.free);
    visit(state.squads.made);
    visit(state.squads.traits);
    visit(state.squads.morales);
    visit(state.agent_clocks.by_id);
    visit(state.acts.by_id);
    visit(state.spent.by_id);
}
template <typename Visit> void visit_pools(WorldState& state, Visit&& visit) {
    for (BlockPool* pool :
         {&state.circles.pool, &state.squads.pool, &state.agent_clocks.pool, &state.acts.pool, &state.spent.pool})
        visit(*pool);
}

template <typename T> Region region_of(Vector<T>& list) {
    static_assert(std::is_trivially_copyable_v<T> || std::is_same_v<T, std::pair<uint32_t, uint32_t>>);
    return {reinterpret_cast<std::byte*>(list.data()), list.size() * sizeof(T)};
}

/// The definitions as `write_kinds` writes them, and the versions of what they were written from. Images share them
/// until a definition changes.
struct SharedKinds {
    uint64_t version = 0;         ///< Kinds::version
    uint64_t columns_version = 0; ///< ColumnRegistry::version
    std::vector<std::byte> bytes;
};

} // namespace

struct FRAY_INSIDE Rollback::Image {
    uint64_t frame = 0;
    uint64_t number = 0;           ///< number among all images of the world, of all Rollback objects; from 1
    uint64_t manifest_version = 0; ///< Kinds::manifest_version
    std::shared_ptr<const Manifest> manifest;
    double moved = 0.0;                         ///< m: Drift::sum when the image was made
    uint32_t shifts = 0;                        ///< Terrain::shifts when the image was made
    std::shared_ptr<const Ground> ground, bare; ///< with and without obstacles
    size_t rows = 0;
    std::shared_ptr<const SharedKinds> kinds;
    std::vector<std::byte> rest;
    Vector<size_t> sizes; ///< sizes of the lists, in the order of visit_lists
    Vector<BlockPool::Mark> pools;
    struct alignas(line) Line {
        Line() {} // leaves the bytes uninitialised, because they are written before they are read
        std::byte bytes[line];
    };
    Vector<Line> lines; ///< the contents of all regions, one after the other

    std::byte* at(size_t offset) { return reinterpret_cast<std::byte*>(lines.data()) + offset; }
    const std::byte* at(size_t offset) const { return reinterpret_cast<const std::byte*>(lines.data()) + offset; }
    /// Discards the contents. Reserves slightly more than needed, because a battle grows from frame to frame.
    void make_room(size_t bytes) {
        const size_t needed = room_for(bytes) / line;
        if (lines.capacity() < needed) {
            free_memory(lines);
            lines.reserve(needed + needed / 8);
        }
        lines.resize(needed);
    }

    /// In bytes, without what images share.
    uint64_t memory() const {
        return rest.capacity() + sizes.capacity() * sizeof(size_t) + pools.capacity() * sizeof(BlockPool::Mark) +
               lines.capacity() * line;
    }
};

struct FRAY_INSIDE Rollback::Impl final : ImageKeeper {
    WorldImpl* world;
    size_t most;
    uint64_t manifest_version = 0;            ///< of `manifest`
    std::shared_ptr<const Manifest> manifest; ///< manifest of the last image; null if there was no image yet
    std::shared_ptr<const SharedKinds> kinds; ///< definitions when `present_kinds` was last called; or null
    std::deque<Image> images;                 ///< sorted by age, the oldest first
    std::vector<Image> spare;                 ///< discarded images; their memory is reused
    std::vector<Region> regions;
    std::vector<Piece> pieces;
    Vector<uint32_t> displaced; ///< indices of ids: see find_displaced
    Vector<Vector<uint32_t>> chunk_displaced;

    Impl(WorldImpl& w, size_t frames) : world(&w), most(frames) {
        spare.reserve(most + 1); // so that an image can be discarded when no memory is left
        w.image_keepers.push_back(this);
    }
    ~Impl() { std::erase(world->image_keepers, this); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    WorldState& state() { return world->state; }
    std::deque<Image>::iterator find(uint64_t frame) {
        return std::find_if(images.begin(), images.end(), [=](const Image& image) { return image.frame == frame; });
    }
    /// Keeps the memory of an image for the next, but not what it shares with others.
    void discard(Image& image) noexcept {
        image.ground = image.bare = nullptr;
        image.kinds = nullptr;
        spare.push_back(std::move(image));
    }
    void forget_from(std::deque<Image>::iterator first) noexcept {
        for (auto image = first; image != images.end(); ++image) discard(*image);
        images.erase(first, images.end());
    }
    /// When any Rollback of the world goes back to an image, the marks of pools in younger images become invalid
    /// (BlockPool). So this discards all images younger than image `number`.
    void forget_after(uint64_t number) noexcept override {
        forget_from(
            std::find_if(images.begin(), images.end(), [=](const Image& image) { return image.number > number; }));
    }
    /// Is an image still valid? World::restore makes it invalid, because it clears the pools to which the image refers.
    /// Replacing the ground makes it invalid, too (`shift_origin`).
    bool lasted(const Image& image) {
        size_t i = 0;
        bool lasted = image.bare == state().terrain.bare;
        visit_pools(state(), [&](const BlockPool& pool) { lasted &= pool.holds(image.pools[i++]); });
        return lasted;
    }
    /// Describes the first difference between the manifest of the image and that of the world; empty if there is none.
    std::string changed_since(const Image& image) {
        if (image.manifest_version == state().kinds.manifest_version) return {};
        return difference(*image.manifest, manifest_of(state()));
    }
    const std::shared_ptr<const Manifest>& present_manifest() {
        if (manifest == nullptr || manifest_version != state().kinds.manifest_version) {
            manifest = std::make_shared<const Manifest>(manifest_of(state()));
            manifest_version = state().kinds.manifest_version;
        }
        return manifest;
    }
    const std::shared_ptr<const SharedKinds>& present_kinds() {
        const uint64_t version = state().kinds.version, columns_version = state().agents.registry.version();
        if (kinds == nullptr || kinds->version != version || kinds->columns_version != columns_version) {
            auto written = std::make_shared<SharedKinds>(SharedKinds{version, columns_version, {}});
            write_kinds(written->bytes, state());
            kinds = std::move(written);
        }
        return kinds;
    }

    void list_regions(const Image& image);
    template <typename Copy> void copy_all(Copy&& copy);
    void find_displaced(const Image& image, double drift);
    void keep_trees(const Image& image);
    Error put_back(Image& image);
};

/// Fills `regions` and `pieces` with the world's memory that an image contains, in the order of the image. The world's
/// lists must have the same sizes as in the image.
void Rollback::Impl::list_regions(const Image& image) {
    regions.clear();
    for (ColumnBase* column : state().agents.registry.columns())
        regions.push_back({column->bytes(), image.rows * column->element_size()});
    visit_lists(state(), [&](auto& list) { regions.push_back(region_of(list)); });
    size_t i = 0;
    visit_pools(state(), [&](BlockPool& pool) {
        pool.visit_blocks(image.pools[i++], [&](std::byte* block, size_t size) { regions.push_back({block, size}); });
    });
    pieces.clear();
    size_t offset = 0;
    for (const Region& region : regions)
        for (size_t at = 0; at < region.size; at += piece_bytes) {
            const size_t size = std::min(piece_bytes, region.size - at);
            pieces.push_back({region.live + at, offset, size});
            offset += at + size == region.size ? room_for(size) : size;
        }
}

template <typename Copy> void Rollback::Impl::copy_all(Copy&& copy) {
    ParallelLoops loops(*world->jobs, 0);
    const auto all = [&] {
        loops.parallel_for(static_cast<uint32_t>(pieces.size()), 1,
                           [&](uint32_t i, uint32_t, uint32_t) { copy(pieces[i]); });
    };
    world->jobs->execute(all);
}

Result<Rollback> Rollback::create(World& world, int frames) try {
    if (frames < 1 || frames > 1024)
        return Failure{Error::out_of_range, text("Rollback.frames: given ", frames, ", allowed 1 to 1024")};
    const MemoryScope scope(impl_of(world).memory.get());
    return Rollback(std::make_unique<Impl>(impl_of(world), static_cast<size_t>(frames)));
} catch (const std::bad_alloc&) {
    return Failure{Error::out_of_memory, "out of memory"};
}

Rollback::Rollback(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Rollback::~Rollback() = default;
Rollback::Rollback(Rollback&&) noexcept = default;
Rollback& Rollback::operator=(Rollback&&) noexcept = default;

Error Rollback::save() {
    Impl& r = *impl_;
    return r.world->attempt([&](WorldImpl& w) -> Error {
        WorldState& state = w.state;
        r.forget_from(std::find_if(r.images.begin(), r.images.end(),
                                   [&](const Image& image) { return image.frame >= state.clock.frame; }));
        if (r.images.size() == r.most) {
            r.discard(r.images.front());
            r.images.pop_front();
        }
        Image image;
        if (!r.spare.empty()) {
            image = std::move(r.spare.back());
            r.spare.pop_back();
        }
        image.frame = state.clock.frame;
        image.number = ++w.images_made;
        image.manifest = r.present_manifest();
        image.manifest_version = r.manifest_version;
        image.moved = state.trees.drift.sum();
        image.shifts = state.terrain.shifts;
        image.ground = state.terrain.ground;
        image.bare = state.terrain.bare;
        image.rows = state.agents.rows();
        image.kinds = r.present_kinds();
        write_rest(image.rest, w);
        image.sizes.clear();
        visit_lists(state, [&](const auto& list) { image.sizes.push_back(list.size()); });
        image.pools.clear();
        visit_pools(state, [&](const BlockPool& pool) { image.pools.push_back(pool.mark()); });
        r.list_regions(image);
        image.make_room(r.pieces.empty() ? 0 : r.pieces.back().offset + r.pieces.back().size);
        r.copy_all([&](const Piece& p) { keep(image.at(p.offset), p.live, p.size); });
        r.images.push_back(std::move(image));
        return Error::ok;
    });
}

/// Fills `displaced` with the living agents of the image for which the present search trees would be wrong. These are
/// agents that are now more than `drift` from their position in the image, are of another team, or are not living.
/// `drift` (m) is how far any agent may have moved since the image. Call this before the image is copied back.
void Rollback::Impl::find_displaced(const Image& image, double drift) {
    // Find the columns in the image by walking through it as `list_regions` does.
    const Agents& agents = state().agents;
    size_t offset = 0;
    const std::byte *ids = nullptr, *lives = nullptr, *teams = nullptr, *positions = nullptr;
    for (const ColumnBase* column : state().agents.registry.columns()) {
        const std::byte* const there = image.at(offset);
        if (column == &agents.id) ids = there;
        if (column == &agents.life) lives = there;
        if (column == &agents.team) teams = there;
        if (column == &agents.position) positions = there;
        offset += room_for(image.rows * column->element_size());
    }
    constexpr uint32_t chunk_rows = 8192;
    const auto rows = static_cast<uint32_t>(image.rows);
    chunk_displaced.resize(std::max<size_t>(chunk_displaced.size(), ParallelLoops::chunk_count(rows, chunk_rows)));
    for (auto& list : chunk_displaced) list.clear();
    const auto far = static_cast<float>(drift * drift);
    const auto element = [](const std::byte* column, Row row, auto value) {
        std::memcpy(&value, column + row.number() * sizeof value, sizeof value);
        return value;
    };
    ParallelLoops loops(*world->jobs, 0);
    const auto all = [&] {
        loops.parallel_for(rows, chunk_rows, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            for (Row row{begin}; row < end; ++row) {
                if (element(lives, row, Life{}) != Life::living) continue;
                const AgentId id = element(ids, row, AgentId{});
                const Row now = state().ids.row_of(id);
                const bool stands = now != Row::none() && agents.life[now] == Life::living &&
                                    agents.team[now] == element(teams, row, TeamIndex{}) &&
                                    distance_squared(agents.position[now], element(positions, row, Vec2{})) <= far;
                if (!stands) chunk_displaced[chunk].push_back(id.index);
            }
        });
    };
    world->jobs->execute(all);
    displaced.clear();
    for (const auto& list : chunk_displaced) displaced.insert(displaced.end(), list.begin(), list.end());
}

/// Keeps the search trees if their items still exist, otherwise marks them to be rebuilt. Search results stay exact,
/// because `Trees::drift` widens the searches, and displaced agents are put on the side list.
void Rollback::Impl::keep_trees(const Image& image) {
    Drift& all = state().trees.drift;
    const double drift = (all.reach() - image.moved) * 1.0001;
    // False: ids were added since the image was made, and the trees may contain ids that do not exist after going back.
    const bool known = image.sizes[1] == state().ids.row.size();
    if (!known || state().trees.rebuild || drift < 0.0 || state().terrain.shifts != image.shifts) {
        state().trees.rebuild = true;
        return;
    }
    find_displaced(image, drift);
    state().trees.side_list.insert(state().trees.side_list.end(), displaced.begin(), displaced.end());
    all.widen(drift + all.margin()); // so the margin may shrink again
}

Error Rollback::Impl::put_back(Image& image) {
    if (present_kinds() != image.kinds && kinds->bytes != image.kinds->bytes) {
        if (!read_kinds(image.kinds->bytes, state())) return Error::bad_snapshot;
        state().trees.rebuild = true;
    }
    const bool other_ground = image.ground != state().terrain.ground;
    if (other_ground) {
        state().locomotion.route_finder = image.ground->routes();
        state().terrain.ground = image.ground;
    }
    keep_trees(image);
    state().grid.forget();
    state().perception.quiet.forget();
    state().agents.registry.resize(image.rows);
    size_t i = 0;
    visit_lists(state(), [&](auto& list) { list.resize(image.sizes[i++]); });
    i = 0;
    visit_pools(state(), [&](BlockPool& pool) { pool.go_back(image.pools[i++]); });
    list_regions(image);
    copy_all([&](const Piece& p) { std::memcpy(p.live, image.at(p.offset), p.size); });
    state().circles.hash_all();
    state().agents.hash_is_kept = false;
    find_listed_bodies(state());
    const bool whole = read_rest(image.rest, *world) && state().order_queues.make_index(state().ids.row.size()) &&
                       state().links.make_index(state().ids.row.size());
    if (other_ground) state().terrain.solid.set(state().terrain.obstacles);
    return whole ? Error::ok : Error::bad_snapshot;
}

Error Rollback::restore(uint64_t frame) {
    Impl& r = *impl_;
    return r.world->change([&](WorldImpl& w) -> Error {
        const auto image = r.find(frame);
        if (image == r.images.end() || !r.lasted(*image))
            return w.fail(Error::unknown,
                          text("rollback: frame ", frame, " is not kept",
                               r.images.empty()
                                   ? text("; no frame is")
                                   : text("; frames ", r.images.front().frame, " to ", r.images.back().frame,
                                          " are, those saved since the last World::restore, or "
                                          "shift_origin with a ground")));
        if (const std::string found = r.changed_since(*image); !found.empty())
            return w.fail(Error::bad_snapshot, text("rollback: frame ", frame, " is of another world: ", found));
        for (ImageKeeper* const keeper : w.image_keepers) keeper->forget_after(image->number);
        if (r.put_back(*image) != Error::ok) throw std::logic_error("an image of a rollback was incomplete");
        w.state.log.clear();
        w.state.publication.events.clear();
        w.state.order.set_sorted(w.state.agents.rows());
        ++w.jumps;
        w.tell_of_restore();
        return Error::ok;
    });
}

bool Rollback::keeps(uint64_t frame) const {
    const auto image = impl_->find(frame);
    return image != impl_->images.end() && impl_->lasted(*image) && impl_->changed_since(*image).empty();
}

uint64_t Rollback::memory() const {
    uint64_t sum = 0;
    // Images in a row mostly have the same ground and definitions.
    const Ground* counted = impl_->state().terrain.ground.get();
    const SharedKinds* counted_kinds = nullptr;
    for (const Image& image : impl_->images) {
        sum += image.memory();
        if (image.kinds.get() != counted_kinds) sum += image.kinds->bytes.capacity();
        counted_kinds = image.kinds.get();
        if (image.ground != image.bare && image.ground.get() != counted) sum += image.ground->memory();
        counted = image.ground.get();
    }
    for (const Image& image : impl_->spare) sum += image.memory();
    return sum;
}

} // namespace fray
