#include "kd_forest.h"

#include <nanoflann.hpp>

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

constexpr uint32_t tile_points = 4096;
constexpr size_t leaf_points = 10;

/// What nanoflann asks a data set.
struct TilePoints {
    const KdPoint* data = nullptr;
    size_t count = 0;
    size_t kdtree_get_point_count() const { return count; }
    float kdtree_get_pt(uint32_t i, int32_t axis) const { return axis == 0 ? data[i].position.x : data[i].position.y; }
    template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
};

/// Stands in for nanoflann's allocator, which frees and allocates at every build.
class NodePool {
public:
    template <typename T> T* allocate() {
        if (used_ == nodes_per_block * blocks_.size())
            blocks_.push_back(std::make_unique<std::byte[]>(nodes_per_block * sizeof(T)));
        T* const node = reinterpret_cast<T*>(blocks_[used_ / nodes_per_block].get()) + used_ % nodes_per_block;
        ++used_;
        return node;
    }
    void free_all() { used_ = 0; }
    uint64_t memory(size_t node_size) const { return blocks_.size() * nodes_per_block * node_size; }

private:
    static constexpr size_t nodes_per_block = 512;
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    size_t used_ = 0;
};

using Metric = nanoflann::L2_Simple_Adaptor<float, TilePoints>;

/// nanoflann's builder over a tile, with memory that is used again. The search is our own: nanoflann's compares with
/// `<` and remembers the worst distance for a whole leaf, we need ties, and a bound that grows with the drift.
class Tree : public nanoflann::KDTreeBaseClass<Tree, Metric, TilePoints, 2, uint32_t> {
public:
    NodePool pool; // hides the base's
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

    const KdPoint* leaf(const Node& node) const { return in_leaf_order_.data() + node.node_type.lr.left; }
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

    std::vector<KdPoint> in_leaf_order_;
};

/// One search: the bound, in true and in stale distances, and whom to tell.
struct Search {
    float at[2];
    float drift;
    float bound_squared;
    float stale_squared;
    KdForest::Visit visit;
    void* context;

    void set_bound(float squared) {
        bound_squared = squared;
        const float reach = std::sqrt(squared) + drift;
        stale_squared = reach * reach * 1.0001f + 1e-5f; // outwards, beyond all rounding on the way
    }
    void see(const KdPoint& point) {
        const float dx = point.position.x - at[0];
        const float dy = point.position.y - at[1];
        if (dx * dx + dy * dy > stale_squared) return;
        const float bound = visit(context, point.item, bound_squared);
        if (bound != bound_squared) set_bound(bound);
    }
};

float gap(float value, float low, float high) { return value < low ? low - value : value > high ? value - high : 0.0f; }

/// `gaps` are the distances to the node's box on both axes.
void search_node(Search& search, const Tree& tree, const Tree::Node& node, float gap_x, float gap_y) {
    if (node.child1 == nullptr) {
        const KdPoint* const points = tree.leaf(node);
        const size_t count = node.node_type.lr.right - node.node_type.lr.left;
        for (size_t i = 0; i < count; ++i) search.see(points[i]);
        return;
    }
    const auto& split = node.node_type.sub;
    const float value = search.at[split.divfeat];
    const float to_low = value - split.divlow;   // > 0: outside the lower child
    const float to_high = split.divhigh - value; // > 0: outside the upper child
    const bool low_first = to_low < to_high;
    const Tree::Node& near = low_first ? *node.child1 : *node.child2;
    const Tree::Node& far = low_first ? *node.child2 : *node.child1;
    search_node(search, tree, near, gap_x, gap_y);
    const float step = std::max(low_first ? to_high : to_low, 0.0f);
    (split.divfeat == 0 ? gap_x : gap_y) = std::max(split.divfeat == 0 ? gap_x : gap_y, step);
    if (gap_x * gap_x + gap_y * gap_y <= search.stale_squared) search_node(search, tree, far, gap_x, gap_y);
}

} // namespace

struct KdForest::Tile {
    Tree tree;
};

KdForest::KdForest() = default;
KdForest::~KdForest() = default;
KdForest::KdForest(KdForest&&) noexcept = default;
KdForest& KdForest::operator=(KdForest&&) noexcept = default;

void KdForest::build(Loops& loops, std::span<const uint32_t> group_end) {
    group_tiles_.assign(1, 0);
    uint32_t tiles = 0;
    uint32_t begin = 0;
    for (const uint32_t end : group_end) {
        tiles += Loops::chunk_count(end - begin, tile_points);
        group_tiles_.push_back(tiles);
        begin = end;
    }
    while (tiles_.size() < tiles) tiles_.push_back(std::make_unique<Tile>());
    loops.chunks(tiles, 1, [&](uint32_t tile, uint32_t, uint32_t) {
        uint32_t group = 0;
        while (group_tiles_[group + 1] <= tile) ++group;
        const uint32_t group_begin = group == 0 ? 0 : group_end[group - 1];
        const uint32_t first = group_begin + (tile - group_tiles_[group]) * tile_points;
        tiles_[tile]->tree.build(&points_[first], std::min(tile_points, group_end[group] - first));
    });
}

float KdForest::nearest(uint32_t group, Vec2 at, float bound_squared, float drift, Visit visit, void* context) const {
    if (group + 1 >= group_tiles_.size()) return bound_squared;
    Search search{{at.x, at.y}, drift, 0, 0, visit, context};
    search.set_bound(bound_squared);
    const uint32_t begin = group_tiles_[group];
    const uint32_t end = group_tiles_[group + 1];
    const auto gaps = [&](uint32_t tile) -> Vec2 {
        const Tree& tree = tiles_[tile]->tree;
        return {gap(at.x, tree.low[0], tree.high[0]), gap(at.y, tree.low[1], tree.high[1])};
    };
    // The nearest tile first: what it finds mostly rules the others out.
    uint32_t first = end;
    float least = search.stale_squared;
    for (uint32_t tile = begin; tile < end; ++tile) {
        const Vec2 g = gaps(tile);
        const float squared = g.x * g.x + g.y * g.y;
        if (squared > least) continue;
        least = squared;
        first = tile;
    }
    if (first == end) return bound_squared;
    const auto search_tile = [&](uint32_t tile) {
        const Vec2 g = gaps(tile);
        if (g.x * g.x + g.y * g.y <= search.stale_squared)
            search_node(search, tiles_[tile]->tree, *tiles_[tile]->tree.root_node, g.x, g.y);
    };
    search_tile(first);
    for (uint32_t tile = begin; tile < end; ++tile)
        if (tile != first) search_tile(tile);
    return search.bound_squared;
}

uint64_t KdForest::memory() const {
    uint64_t bytes = points_.capacity() * sizeof(KdPoint);
    for (const auto& tile : tiles_) bytes += tile->tree.memory();
    return bytes;
}

} // namespace fray
