#include "kd_forest.h"

#include "gap.h"

#include <nanoflann.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace fray {
namespace {

constexpr uint32_t tile_points = 4096;
constexpr size_t leaf_points = 10;
constexpr uint32_t no_item = ~0u; ///< the item of a point that was removed
constexpr float nowhere = 1e30f;  ///< m

/// The data set interface of nanoflann.
struct TilePoints {
    const KdPoint* data = nullptr;
    size_t count = 0;
    size_t kdtree_get_point_count() const { return count; }
    float kdtree_get_pt(uint32_t i, int32_t axis) const { return axis == 0 ? data[i].position.x : data[i].position.y; }
    template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
};

/// Replaces nanoflann's pool allocator, which frees and allocates at every build. This pool keeps its blocks.
class NodePool {
public:
    template <typename T> T* allocate() {
        if (used_ == nodes_per_block * blocks_.size()) blocks_.emplace_back(nodes_per_block * sizeof(T) / sizeof(Unit));
        T* const node = reinterpret_cast<T*>(blocks_[used_ / nodes_per_block].data()) + used_ % nodes_per_block;
        ++used_;
        return node;
    }
    void free_all() { used_ = 0; }
    uint64_t memory(size_t node_size) const { return blocks_.size() * nodes_per_block * node_size; }

private:
    static constexpr size_t nodes_per_block = 512;
    struct alignas(16) Unit {
        std::byte bytes[16];
    };
    Vector<Vector<Unit>> blocks_;
    size_t used_ = 0;
};

using Metric = nanoflann::L2_Simple_Adaptor<float, TilePoints>;

/// The tree of a tile: nanoflann's builder with memory that is reused, and a search of our own. nanoflann's search does
/// not fit. It compares with `<`, which misses ties; it reads the bound only once per leaf; and its bound leaves no
/// room for the drift.
class Tree : public nanoflann::KDTreeBaseClass<Tree, Metric, TilePoints, 2, uint32_t> {
public:
    NodePool pool; // hides the pool of the base class
    TilePoints dataset;
    float low[2], high[2];

    void build(const KdPoint* points, size_t count) {
        dataset = {points, count};
        pool.free_all();
        m_leaf_max_size = leaf_points;
        m_size = m_size_at_index_build = count;
        dim = 2;
        vAcc.resize(count);
        for (uint32_t i = 0; i < count; ++i) vAcc[i] = i;
        measure();
        root_node = divideTree(*this, 0, count, root_bbox);
        in_leaf_order_.resize(count);
        for (size_t i = 0; i < count; ++i) in_leaf_order_[i] = points[vAcc[i]];
    }

    /// Calls move(point) for each point, which sets its new position or removes it (`no_item`), and computes all boxes
    /// anew. Which points share a leaf stays as it is.
    template <typename Move> void refit(Move&& move) { refit(*root_node, move, low, high); }

    const KdPoint* leaf(const Node& node) const { return in_leaf_order_.data() + node.node_type.lr.left; }
    const Vector<KdPoint>& points() const { return in_leaf_order_; }
    void clear() {
        in_leaf_order_.clear();
        std::fill_n(low, 2, nowhere);
        std::fill_n(high, 2, -nowhere);
    }
    uint64_t memory() const {
        return pool.memory(sizeof(Node)) + vAcc.capacity() * sizeof(uint32_t) +
               in_leaf_order_.capacity() * sizeof(KdPoint);
    }

private:
    void measure() {
        for (int axis = 0; axis < 2; ++axis) low[axis] = high[axis] = dataset.kdtree_get_pt(0, axis);
        for (uint32_t i = 1; i < dataset.count; ++i)
            for (int axis = 0; axis < 2; ++axis) {
                low[axis] = std::min(low[axis], dataset.kdtree_get_pt(i, axis));
                high[axis] = std::max(high[axis], dataset.kdtree_get_pt(i, axis));
            }
        for (int axis = 0; axis < 2; ++axis) root_bbox[static_cast<size_t>(axis)] = {low[axis], high[axis]};
    }

    template <typename Move> void refit(Node& node, Move&& move, float (&node_low)[2], float (&node_high)[2]) {
        if (node.child1 == nullptr) {
            std::fill_n(node_low, 2, nowhere);
            std::fill_n(node_high, 2, -nowhere);
            for (size_t i = node.node_type.lr.left; i < node.node_type.lr.right; ++i) {
                KdPoint& point = in_leaf_order_[i];
                if (point.item == no_item) continue;
                move(point);
                if (point.item == no_item) continue;
                const float at[] = {point.position.x, point.position.y};
                for (int axis = 0; axis < 2; ++axis) {
                    node_low[axis] = std::min(node_low[axis], at[axis]);
                    node_high[axis] = std::max(node_high[axis], at[axis]);
                }
            }
            return;
        }
        float other_low[2], other_high[2];
        refit(*node.child1, move, node_low, node_high);
        refit(*node.child2, move, other_low, other_high);
        auto& split = node.node_type.sub;
        split.divlow = node_high[split.divfeat];
        split.divhigh = other_low[split.divfeat];
        for (int axis = 0; axis < 2; ++axis) {
            node_low[axis] = std::min(node_low[axis], other_low[axis]);
            node_high[axis] = std::max(node_high[axis], other_high[axis]);
        }
    }

    Vector<KdPoint> in_leaf_order_;
};

} // namespace

struct KdForest::Tile {
    Tree tree;
    uint32_t group = 0;
    double moved = 0.0; ///< m, value of `moved` when the tile was refreshed
};

/// The state of a search: the bound, both for true positions and for the stale positions in the trees, and the
/// callback.
struct KdForest::Search {
    float at[2];
    double moved;
    float widest_drift; ///< m, drift of the tile with the stalest positions
    Visit visit;
    void* context;
    float bound_squared = 0.0f;  ///< m^2, bound for true positions
    float widest_squared = 0.0f; ///< m^2, bound for stale positions with the widest drift
    float drift = 0.0f;          ///< m, drift of the tile that is being searched
    float stale_squared = 0.0f;  ///< m^2, bound for stale positions of that tile

    /// The square of `reach`, enlarged by more than all rounding errors of the search.
    static float outwards(float reach) { return reach * reach * 1.0001f + 1e-5f; }
    void set_bound(float squared) {
        bound_squared = squared;
        const float reach = std::sqrt(squared);
        widest_squared = outwards(reach + widest_drift);
        stale_squared = outwards(reach + drift);
    }
    const Tree& enter(const Tile& tile) {
        drift = drift_since(tile.moved);
        stale_squared = outwards(std::sqrt(bound_squared) + drift);
        return tile.tree;
    }
    Vec2 gaps(const Box& box) const { return {gap(at[0], box.low.x, box.high.x), gap(at[1], box.low.y, box.high.y)}; }
    float drift_since(double then) const { return static_cast<float>(moved - then) * 1.0001f; }
    void see(const KdPoint& point) {
        const float dx = point.position.x - at[0];
        const float dy = point.position.y - at[1];
        if (dx * dx + dy * dy > stale_squared || point.item == no_item) return;
        const float bound = visit(context, point.item, bound_squared);
        if (bound != bound_squared) set_bound(bound);
    }

    /// `gap_x` and `gap_y` are the distances to the node's box along both axes, m.
    void search_node(const Tree& tree, const Tree::Node& node, float gap_x, float gap_y) {
        if (node.child1 == nullptr) {
            const KdPoint* const points = tree.leaf(node);
            const size_t count = node.node_type.lr.right - node.node_type.lr.left;
            for (size_t i = 0; i < count; ++i) see(points[i]);
            return;
        }
        const auto& split = node.node_type.sub;
        const float value = at[split.divfeat];
        const float to_low = value - split.divlow;   // > 0: outside the lower child
        const float to_high = split.divhigh - value; // > 0: outside the upper child
        const bool low_first = to_low < to_high;
        const Tree::Node& near = low_first ? *node.child1 : *node.child2;
        const Tree::Node& far = low_first ? *node.child2 : *node.child1;
        search_node(tree, near, gap_x, gap_y);
        const float step = std::max(low_first ? to_high : to_low, 0.0f);
        (split.divfeat == 0 ? gap_x : gap_y) = std::max(split.divfeat == 0 ? gap_x : gap_y, step);
        if (gap_x * gap_x + gap_y * gap_y <= stale_squared) search_node(tree, far, gap_x, gap_y);
    }
};

KdForest::KdForest() = default;
KdForest::~KdForest() = default;
KdForest::KdForest(KdForest&&) noexcept = default;
KdForest& KdForest::operator=(KdForest&&) noexcept = default;

void KdForest::build(ParallelLoops& loops, std::span<const uint32_t> group_end, double moved) {
    groups_.clear();
    tile_count_ = 0;
    uint32_t boxes = 0;
    for (uint32_t g = 0, begin = 0; g < group_end.size(); begin = group_end[g++]) {
        const uint32_t tiles = ParallelLoops::chunk_count(group_end[g] - begin, tile_points) + 1;
        groups_.push_back({tile_count_, tiles, std::bit_ceil(tiles), boxes});
        tile_count_ += tiles;
        boxes += 2 * groups_.back().width;
    }
    boxes_.assign(boxes, {{nowhere, nowhere}, {-nowhere, -nowhere}});
    while (tiles_.size() < tile_count_) tiles_.push_back(make_own<Tile>());
    loops.parallel_for(tile_count_, 1, [&](uint32_t number, uint32_t, uint32_t) {
        Tile& tile = *tiles_[number];
        tile.group = 0;
        while (number >= groups_[tile.group].first_tile + groups_[tile.group].tiles) ++tile.group;
        const Group& group = groups_[tile.group];
        tile.moved = moved;
        if (number + 1 == group.first_tile + group.tiles) return tile.tree.clear();
        const uint32_t group_begin = tile.group == 0 ? 0 : group_end[tile.group - 1];
        const uint32_t first = group_begin + (number - group.first_tile) * tile_points;
        tile.tree.build(&points_[first], std::min(tile_points, group_end[tile.group] - first));
    });
    refresh_boxes();
}

void KdForest::refresh(ParallelLoops& loops, uint32_t share, uint32_t shares, double moved, Locate locate,
                       const void* context) {
    const auto begin_of = [&](uint32_t n) { return static_cast<uint32_t>(uint64_t{tile_count_} * n / shares); };
    const uint32_t first = begin_of(share), count = begin_of(share + 1) - first;
    if (count == 0) return;
    loops.parallel_for(count, 1, [&](uint32_t i, uint32_t, uint32_t) {
        Tile& tile = *tiles_[first + i];
        const auto drift = static_cast<float>(moved - tile.moved) * 1.0001f;
        const float farthest = Search::outwards(drift + 1e-3f);
        tile.moved = moved;
        if (tile.tree.points().empty()) return;
        tile.tree.refit([&](KdPoint& point) {
            const Vec2 then = point.position;
            if (!locate(context, tile.group, point.item, point.position)) {
                point.item = no_item;
                return;
            }
            const float dx = point.position.x - then.x, dy = point.position.y - then.y;
            if (dx * dx + dy * dy > farthest) point.item = no_item;
        });
    });
    refresh_boxes();
}

bool KdForest::add(std::span<const uint32_t> groups, std::span<const KdPoint> points, double moved) {
    const auto tile_of = [this](uint32_t group) -> Tile& {
        return *tiles_[groups_[group].first_tile + groups_[group].tiles - 1];
    };
    for (const uint32_t group : groups)
        if (group >= groups_.size() || tile_of(group).tree.points().size() + points.size() > tile_points) return false;
    for (uint32_t group = 0; group < groups_.size(); ++group) {
        Tile& tile = tile_of(group);
        points_.clear();
        for (size_t i = 0; i < points.size(); ++i)
            if (groups[i] == group) points_.push_back(points[i]);
        if (points_.empty()) continue;
        // Points that were added earlier keep their stale positions, so `moved` of the tile stays as it is.
        if (tile.tree.points().empty()) tile.moved = moved;
        for (const KdPoint& earlier : tile.tree.points())
            if (earlier.item != no_item) points_.push_back(earlier);
        tile.tree.build(points_.data(), points_.size());
    }
    refresh_boxes();
    return true;
}

/// Updates the boxes of all tiles from their trees, and the boxes above them in the hierarchy.
void KdForest::refresh_boxes() {
    oldest_ = tile_count_ == 0 ? 0.0 : tiles_[0]->moved;
    for (const Group& group : groups_) {
        Box* const boxes = boxes_.data() + group.first_box;
        for (uint32_t i = 0; i < group.tiles; ++i) {
            const Tile& tile = *tiles_[group.first_tile + i];
            const Tree& tree = tile.tree;
            boxes[group.width + i] = {{tree.low[0], tree.low[1]}, {tree.high[0], tree.high[1]}};
            oldest_ = std::min(oldest_, tile.moved);
        }
        for (uint32_t i = group.width - 1; i > 0; --i) {
            const Box &a = boxes[2 * i], &b = boxes[2 * i + 1];
            boxes[i] = {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
                        {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
        }
    }
}

float KdForest::nearest(uint32_t group, Vec2 at, float bound_squared, double moved, Visit visit, void* context) const {
    if (group >= groups_.size() || bound_squared < 0.0f) return bound_squared;
    Search search{{at.x, at.y}, moved, 0.0f, visit, context};
    search.widest_drift = search.drift_since(oldest_);
    search.set_bound(bound_squared);
    const Vec2 gaps = search.gaps(boxes_[groups_[group].first_box + 1]);
    search_boxes(search, groups_[group], 1, gaps.x * gaps.x + gaps.y * gaps.y);
    return search.bound_squared;
}

/// Searches the nearer child first, because the points found there mostly exclude the other child.
void KdForest::search_boxes(Search& search, const Group& group, uint32_t node, float gap_squared) const {
    if (gap_squared > search.widest_squared) return;
    const Box* const boxes = boxes_.data() + group.first_box;
    if (node >= group.width) {
        if (node - group.width >= group.tiles) return; // no tile: an empty box; only an infinite bound gets here
        const Tree& tree = search.enter(*tiles_[group.first_tile + node - group.width]);
        if (gap_squared > search.stale_squared || tree.points().empty()) return;
        const Vec2 gaps = search.gaps(boxes[node]);
        return search.search_node(tree, *tree.root_node, gaps.x, gaps.y);
    }
    const auto gap_of = [&](uint32_t child) {
        const Vec2 gaps = search.gaps(boxes[child]);
        return gaps.x * gaps.x + gaps.y * gaps.y;
    };
    const float low = gap_of(2 * node), high = gap_of(2 * node + 1);
    const uint32_t second = low <= high ? 1 : 0;
    search_boxes(search, group, 2 * node + 1 - second, std::min(low, high));
    search_boxes(search, group, 2 * node + second, std::max(low, high));
}

uint64_t KdForest::memory() const {
    uint64_t bytes = points_.capacity() * sizeof(KdPoint) + boxes_.capacity() * sizeof(Box);
    for (const auto& tile : tiles_) bytes += tile->tree.memory();
    return bytes;
}

} // namespace fray
