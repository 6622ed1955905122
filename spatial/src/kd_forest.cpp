#include "kd_forest.h"

#include "gap.h"

#include <nanoflann.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace fray {
namespace {

constexpr uint32_t tile_points = 4096;
constexpr size_t most_tile_points = 4 * tile_points; ///< of a tile to which points were added
constexpr size_t leaf_points = 10;
constexpr size_t block_points = 16; ///< room in a leaf that points were added to
constexpr int most_depth = 48;      ///< a tree with a deeper leaf is built anew
constexpr uint32_t no_item = ~0u;   ///< the item of a point that was removed
constexpr float nowhere = 1e30f;    ///< m

/// The tiles [first, first + count).
struct TileRange {
    uint32_t first, count;
};
/// Part number `share` of `size` tiles that are divided into `shares` parts of about the same size.
TileRange tiles_of_share(uint32_t size, uint32_t share, uint32_t shares) {
    const auto begin_of = [&](uint32_t n) { return static_cast<uint32_t>(uint64_t{size} * n / shares); };
    return {begin_of(share), begin_of(share + 1) - begin_of(share)};
}

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
        if (used_ == nodes_per_block * blocks_.size()) add_block<T>();
        T* const node = reinterpret_cast<T*>(blocks_[used_ / nodes_per_block].data()) + used_ % nodes_per_block;
        ++used_;
        return node;
    }
    void free_all() { used_ = 0; }
    /// Makes room for this many nodes.
    template <typename T> void reserve(size_t nodes) {
        while (nodes_per_block * blocks_.size() < nodes) add_block<T>();
    }
    uint64_t memory(size_t node_size) const { return blocks_.size() * nodes_per_block * node_size; }

private:
    template <typename T> void add_block() { blocks_.emplace_back(nodes_per_block * sizeof(T) / sizeof(Unit)); }

    static constexpr size_t nodes_per_block = 128;
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
        built_ = live_ = count;
        has_added_ = false;
    }

    /// Makes room for this many points, so that `build` hardly ever allocates memory.
    void reserve(size_t count) {
        vAcc.reserve(count);
        in_leaf_order_.reserve(count);
        pool.reserve<Node>(count * 2 / 5); // measured: 0.25 to 0.38 nodes a point
    }
    void build_or_clear(const KdPoint* points, size_t count) {
        if (count == 0)
            clear();
        else
            build(points, count);
    }

    /// Adds a point to a leaf. `gone(point)`: the point can be removed. False: the tree must be built anew, because it
    /// has grown too much.
    template <typename Gone> bool insert(const KdPoint& point, Gone&& gone) {
        if (built_ == 0 || live_ > 2 * built_ + 64 || in_leaf_order_.size() > 6 * built_ + 1024) return false;
        has_added_ = true;
        const float at[] = {point.position.x, point.position.y};
        for (int axis = 0; axis < 2; ++axis) {
            low[axis] = std::min(low[axis], at[axis]);
            high[axis] = std::max(high[axis], at[axis]);
        }
        Node* node = root_node;
        for (int depth = 0; depth < most_depth; ++depth) {
            if (node->child1 != nullptr) {
                node = child_for(*node, at, point.item);
                continue;
            }
            if (add_to_leaf(*node, point, gone)) return true;
            split(*node);
        }
        return false;
    }
    /// Removes points for which gone(point) is true. Keeps all boxes.
    template <typename Gone> void remove_if(Gone&& gone) { remove_if(0, in_leaf_order_.size(), gone); }
    size_t live() const { return live_; }         ///< number of points that have not been removed
    bool has_added() const { return has_added_; } ///< were points added since it was built?

    /// Calls move(point) for each point, which sets its new position or removes it (`no_item`), and computes all boxes
    /// anew. Which points share a leaf stays as it is.
    template <typename Move> void refit(Move&& move) {
        live_ = 0;
        refit(*root_node, move, low, high);
    }

    const KdPoint* leaf(const Node& node) const { return in_leaf_order_.data() + node.node_type.lr.left; }
    const Vector<KdPoint>& points() const { return in_leaf_order_; }
    void clear() {
        in_leaf_order_.clear();
        built_ = live_ = 0;
        has_added_ = false;
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

    /// The child of a node to which a new point goes. Widens its bound.
    static Node* child_for(Node& node, const float (&at)[2], uint32_t item) {
        auto& its = node.node_type.sub;
        const float value = at[its.divfeat], to_low = value - its.divlow, to_high = its.divhigh - value;
        // Points that coincide go to both sides, so that the tree does not become too deep.
        if (to_low != to_high ? to_low < to_high : item % 2 == 0) {
            its.divlow = std::max(its.divlow, value);
            return node.child1;
        }
        its.divhigh = std::min(its.divhigh, value);
        return node.child2;
    }

    /// False: the leaf is full.
    template <typename Gone> bool add_to_leaf(Node& node, const KdPoint& point, Gone&& gone) {
        auto& its = node.node_type.lr;
        const auto take = [&](uint32_t item) {
            for (size_t i = its.left; i < its.right; ++i)
                if (in_leaf_order_[i].item == item) return in_leaf_order_[i] = point, true;
            return false;
        };
        if (take(point.item)) return true; // an earlier position of the same item
        ++live_;
        if (take(no_item)) return true;
        if (its.left >= built_ && its.right - its.left < block_points) return in_leaf_order_[its.right++] = point, true;
        if (its.left < built_) { // moves to a block with more room
            const size_t count = its.right - its.left, block = in_leaf_order_.size();
            in_leaf_order_.resize(block + block_points, {{}, no_item});
            std::copy_n(in_leaf_order_.begin() + static_cast<std::ptrdiff_t>(its.left), count,
                        in_leaf_order_.begin() + static_cast<std::ptrdiff_t>(block));
            std::for_each_n(in_leaf_order_.begin() + static_cast<std::ptrdiff_t>(its.left), count,
                            [](KdPoint& old) { old.item = no_item; });
            its.left = block;
            its.right = block + count;
            in_leaf_order_[its.right++] = point;
            return true;
        }
        remove_if(its.left, its.right, gone);
        if (take(no_item)) return true;
        --live_;
        return false;
    }

    /// Makes two leaves of a full leaf, in blocks of their own.
    void split(Node& node) {
        const auto first = in_leaf_order_.begin() + static_cast<std::ptrdiff_t>(node.node_type.lr.left);
        KdPoint points[block_points];
        std::copy_n(first, block_points, points);
        Vec2 least = points[0].position, most = least;
        for (const KdPoint& point : points) {
            least = {std::min(least.x, point.position.x), std::min(least.y, point.position.y)};
            most = {std::max(most.x, point.position.x), std::max(most.y, point.position.y)};
        }
        const int axis = most.x - least.x >= most.y - least.y ? 0 : 1;
        const auto along = [&](const KdPoint& point) { return axis == 0 ? point.position.x : point.position.y; };
        std::sort(points, points + block_points, [&](const KdPoint& a, const KdPoint& b) {
            return along(a) != along(b) ? along(a) < along(b) : a.item < b.item;
        });
        constexpr size_t half = block_points / 2;
        std::copy_n(points, half, first);
        const size_t block = in_leaf_order_.size();
        Node* const children[] = {pool.allocate<Node>(), pool.allocate<Node>()};
        for (Node* const child : children) child->child1 = child->child2 = nullptr;
        children[0]->node_type.lr.left = node.node_type.lr.left;
        children[0]->node_type.lr.right = node.node_type.lr.left + half;
        children[1]->node_type.lr.left = block;
        children[1]->node_type.lr.right = block + half;
        std::for_each(first + half, first + block_points, [](KdPoint& moved) { moved.item = no_item; });
        in_leaf_order_.resize(block + block_points, {{}, no_item});
        std::copy_n(points + half, half, in_leaf_order_.begin() + static_cast<std::ptrdiff_t>(block));
        node.child1 = children[0];
        node.child2 = children[1];
        node.node_type.sub.divfeat = axis;
        node.node_type.sub.divlow = along(points[half - 1]);
        node.node_type.sub.divhigh = along(points[half]);
    }

    template <typename Gone> void remove_if(size_t begin, size_t end, Gone&& gone) {
        for (size_t i = begin; i < end; ++i) {
            KdPoint& point = in_leaf_order_[i];
            if (point.item == no_item || !gone(point)) continue;
            point.item = no_item;
            --live_;
        }
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
                ++live_;
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

    /// The points of each leaf, side by side. Leaves that points were added to are behind the others, each in a block
    /// of `block_points`.
    Vector<KdPoint> in_leaf_order_;
    size_t built_ = 0; ///< number of points when the tree was built
    size_t live_ = 0;  ///< number of points that have not been removed
    bool has_added_ = false;
};

} // namespace

struct KdForest::Tile {
    Tree tree;
    uint32_t group = 0;
    double moved = 0.0; ///< m, Drift::sum when the tile was refreshed
};

/// Where the items of a tile are now.
class KdForest::Present {
public:
    Present(const Tile& tile, double moved, Locate locate, const void* context);
    /// False: the item no longer belongs to the tile's group, or is farther from its old position than it can have
    /// walked.
    bool find(const KdPoint& point, Vec2& now) const {
        const Vec2 then = point.position;
        if (!locate_(context_, group_, point.item, now)) return false;
        const float dx = now.x - then.x, dy = now.y - then.y;
        return dx * dx + dy * dy <= farthest_;
    }

private:
    uint32_t group_;
    float farthest_; ///< m^2
    Locate locate_;
    const void* context_;
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

KdForest::Present::Present(const Tile& tile, double moved, Locate locate, const void* context)
    : group_(tile.group), farthest_(Search::outwards(static_cast<float>(moved - tile.moved) * 1.0001f + 1e-3f)),
      locate_(locate), context_(context) {}

KdForest::KdForest() = default;
KdForest::~KdForest() = default;
KdForest::KdForest(KdForest&&) noexcept = default;
KdForest& KdForest::operator=(KdForest&&) noexcept = default;

void KdForest::build(ParallelLoops& loops, std::span<const uint32_t> group_end, const Drift& drift) {
    groups_.clear();
    built_ = group_end.empty() ? 0 : group_end.back();
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
        tile.moved = drift.sum();
        if (group.tiles > 2) tile.tree.reserve(tile_points); // `deal_out` may fill it
        if (number + 1 == group.first_tile + group.tiles) return tile.tree.clear();
        const uint32_t group_begin = tile.group == 0 ? 0 : group_end[tile.group - 1];
        const uint32_t first = group_begin + (number - group.first_tile) * tile_points;
        tile.tree.build(&points_[first], std::min(tile_points, group_end[tile.group] - first));
    });
    free_memory(points_);
    dealt_.resize(tile_count_ / deal_steps + 1);
    for (auto& points : dealt_) points.reserve(size_t{2} * tile_points);
    refresh_boxes();
    spread_when_built_ = spread_;
}

void KdForest::refresh(ParallelLoops& loops, uint32_t share, uint32_t shares, const Drift& drift, Locate locate,
                       const void* context) {
    const TileRange tiles = tiles_of_share(tile_count_, share, shares);
    if (tiles.count == 0) return;
    loops.parallel_for(tiles.count, 1, [&](uint32_t i, uint32_t, uint32_t) {
        Tile& tile = *tiles_[tiles.first + i];
        const Present present(tile, drift.reach(), locate, context);
        tile.moved = drift.sum();
        if (tile.tree.points().empty()) return;
        tile.tree.refit([&](KdPoint& point) {
            if (!present.find(point, point.position)) point.item = no_item;
        });
    });
    refresh_boxes();
}

void KdForest::deal_out(ParallelLoops& loops, uint64_t step, const Drift& drift, Locate locate, const void* context) {
    const auto share = static_cast<uint32_t>(step % deal_steps), odd = static_cast<uint32_t>(step / deal_steps % 2);
    const TileRange tiles = tiles_of_share(tile_count_, share, deal_steps);
    if (tiles.count == 0) return;
    // Every second tile, each with the next; in the next round the others. So points get on from tile to tile.
    loops.parallel_for(tiles.count, 1, [&](uint32_t i, uint32_t, uint32_t) {
        Tile& tile = *tiles_[tiles.first + i];
        const uint32_t place = tiles.first + i - groups_[tile.group].first_tile;
        if (place % 2 != odd || place + 1 == groups_[tile.group].tiles) return;
        deal_out(tile, *tiles_[tiles.first + i + 1], dealt_[i], drift, locate, context);
    });
    refresh_boxes();
}

void KdForest::deal_out(Tile& tile, Tile& next, Vector<KdPoint>& points, const Drift& drift, Locate locate,
                        const void* context) {
    points.clear();
    for (const Tile* each : {&tile, &next}) {
        const Present present(*each, drift.reach(), locate, context);
        Vec2 now;
        for (const KdPoint& point : each->tree.points())
            if (point.item != no_item && present.find(point, now)) points.push_back({now, point.item});
    }
    if (tile.tree.has_added() || next.tree.has_added()) { // an item may be there twice, at its old and its new position
        std::sort(points.begin(), points.end(), [](const KdPoint& a, const KdPoint& b) { return a.item < b.item; });
        points.erase(std::unique(points.begin(), points.end(),
                                 [](const KdPoint& a, const KdPoint& b) { return a.item == b.item; }),
                     points.end());
    }
    Vec2 low{nowhere, nowhere}, high{-nowhere, -nowhere};
    for (const KdPoint& point : points) {
        low = {std::min(low.x, point.position.x), std::min(low.y, point.position.y)};
        high = {std::max(high.x, point.position.x), std::max(high.y, point.position.y)};
    }
    const bool along_x = high.x - low.x >= high.y - low.y;
    const size_t here = points.size() <= tile_points ? points.size() : points.size() / 2;
    std::nth_element(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(here), points.end(),
                     [&](const KdPoint& a, const KdPoint& b) {
                         return along_x ? a.position.x < b.position.x : a.position.y < b.position.y;
                     });
    tile.tree.build_or_clear(points.data(), here);
    next.tree.build_or_clear(points.data() + here, points.size() - here);
    tile.moved = next.moved = drift.sum();
}

bool KdForest::add(std::span<const uint32_t> groups, std::span<const KdPoint> points, const Drift& drift, Locate locate,
                   const void* context) {
    if (points.size() > 64 + built_ / 8) return false;
    for (const uint32_t group : groups)
        if (group >= groups_.size()) return false;
    for (size_t i = 0; i < points.size(); ++i) {
        const Group& group = groups_[groups[i]];
        Tile& tile = *tiles_[group.first_tile + tile_for(group, points[i].position)];
        const Present present(tile, drift.reach(), locate, context);
        const auto gone = [&](const KdPoint& point) {
            Vec2 now;
            return !present.find(point, now);
        };
        if (tile.tree.insert(points[i], gone)) continue;
        if (tile.tree.live() > most_tile_points) return false;
        // Points that were added earlier keep their stale positions, so `moved` of the tile stays as it is.
        if (tile.tree.live() == 0) tile.moved = drift.sum();
        tile.tree.remove_if(gone);
        points_.assign(1, points[i]);
        for (const KdPoint& earlier : tile.tree.points())
            if (earlier.item != no_item && earlier.item != points[i].item) points_.push_back(earlier);
        tile.tree.build(points_.data(), points_.size());
    }
    refresh_boxes();
    return true;
}

/// The tile of a group that contains the point in its box. If there is none, the tile of the group for added points.
uint32_t KdForest::tile_for(const Group& group, Vec2 at) const {
    const Box* const boxes = boxes_.data() + group.first_box;
    const auto distance = [&](uint32_t node) {
        const Box& box = boxes[node];
        return std::max(gap(at.x, box.low.x, box.high.x), gap(at.y, box.low.y, box.high.y));
    };
    uint32_t node = 1;
    while (node < group.width) node = 2 * node + (distance(2 * node) <= distance(2 * node + 1) ? 0 : 1);
    return node - group.width < group.tiles && distance(node) == 0.0f ? node - group.width : group.tiles - 1;
}

/// Updates the boxes of all tiles from their trees, and the boxes above them in the hierarchy.
void KdForest::refresh_boxes() {
    oldest_ = tile_count_ == 0 ? 0.0 : tiles_[0]->moved;
    spread_ = 0.0;
    for (const Group& group : groups_) {
        Box* const boxes = boxes_.data() + group.first_box;
        for (uint32_t i = 0; i < group.tiles; ++i) {
            const Tile& tile = *tiles_[group.first_tile + i];
            const Tree& tree = tile.tree;
            boxes[group.width + i] = {{tree.low[0], tree.low[1]}, {tree.high[0], tree.high[1]}};
            if (tree.low[0] <= tree.high[0]) spread_ += (tree.high[0] - tree.low[0]) + (tree.high[1] - tree.low[1]);
            oldest_ = std::min(oldest_, tile.moved);
        }
        for (uint32_t i = group.width - 1; i > 0; --i) {
            const Box &a = boxes[2 * i], &b = boxes[2 * i + 1];
            boxes[i] = {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
                        {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
        }
    }
}

float KdForest::nearest(uint32_t group, Vec2 at, float bound_squared, const Drift& drift, Visit visit,
                        void* context) const {
    if (group >= groups_.size() || bound_squared < 0.0f) return bound_squared;
    Search search{{at.x, at.y}, drift.reach(), 0.0f, visit, context};
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
    for (const auto& points : dealt_) bytes += points.capacity() * sizeof(KdPoint);
    return bytes;
}

} // namespace fray
