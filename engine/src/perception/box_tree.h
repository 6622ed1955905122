// BoxTree: points along a Z curve (Morton order), and a hierarchy of boxes over runs of them. It is built in linear
// time, for use within a frame, and its memory is used again.
#pragma once

#include "host_memory.h"
#include "saturated_cast.h"

#include "fray/spatial/vec2.h"

#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace fray {

/// `Item` has a `position`. `Summary` says what the items of a box have in common: it is made from an item, and `add`
/// joins it with the summary of other items.
template <typename Item, typename Summary> class BoxTree {
public:
    static constexpr uint32_t run = 16; ///< items below a node of the last row

    struct Node {
        Vec2 low{1.0f}, high{-1.0f}; ///< m; an empty node has low > high
        Summary summary{};
        bool is_empty() const { return low.x > high.x; }
    };

    /// Builds the tree over make(number) for the numbers in `numbers`; at(number) is the item's position. Uses up
    /// `numbers`.
    template <typename At, typename Make> void build(Vector<uint64_t>& numbers, At&& at, Make&& make) {
        order(numbers, at);
        items_.clear();
        for (const uint64_t key : numbers) items_.push_back(make(static_cast<uint32_t>(key)));
        numbers.clear();
        summarise();
    }
    /// Computes all boxes and summaries anew.
    void summarise() {
        const auto count = static_cast<uint32_t>(items_.size());
        width_ = std::bit_ceil(std::max((count + run - 1) / run, 1u));
        nodes_.assign(2 * size_t{width_}, Node{});
        for (uint32_t i = 0; i < count; ++i)
            add(nodes_[width_ + i / run], {items_[i].position, items_[i].position, Summary(items_[i])});
        for (uint32_t i = width_ - 1; i > 0; --i)
            for (const uint32_t child : {2 * i, 2 * i + 1})
                if (!nodes_[child].is_empty()) add(nodes_[i], nodes_[child]);
    }

    /// The nodes form a heap: the root is node 1, and the children of node i are 2 i and 2 i + 1.
    const Node& node(uint32_t number) const { return nodes_[number]; }
    bool is_last(uint32_t number) const { return number >= width_; }
    /// The items below a node that is not empty are begin_of(number), ... end_of(number) - 1.
    uint32_t begin_of(uint32_t number) const { return (number * leaves_below(number) - width_) * run; }
    uint32_t end_of(uint32_t number) const {
        return std::min(((number + 1) * leaves_below(number) - width_) * run, static_cast<uint32_t>(items_.size()));
    }
    void reserve_like(const BoxTree& other) {
        items_.reserve(other.items_.capacity());
        nodes_.reserve(other.nodes_.capacity());
        sorted_.reserve(other.sorted_.capacity());
    }
    uint64_t memory() const {
        return items_.capacity() * sizeof(Item) + nodes_.capacity() * sizeof(Node) +
               sorted_.capacity() * sizeof(uint64_t);
    }
    Vector<Item>& items() { return items_; }
    const Vector<Item>& items() const { return items_; }

private:
    /// The number of nodes of the last row below a node.
    uint32_t leaves_below(uint32_t number) const { return width_ >> (std::bit_width(number) - 1); }

    static void add(Node& node, const Node& other) {
        if (node.is_empty()) {
            node = other;
            return;
        }
        node.low = glm::min(node.low, other.low);
        node.high = glm::max(node.high, other.high);
        node.summary.add(other.summary);
    }

    /// Moves the 16 low bits of x to the even bit positions.
    static uint32_t spread_bits(uint32_t x) {
        x = (x | x << 8) & 0x00ff00ff;
        x = (x | x << 4) & 0x0f0f0f0f;
        x = (x | x << 2) & 0x33333333;
        return (x | x << 1) & 0x55555555;
    }

    /// Puts the numbers in the order of their positions on the Z curve, which is in their upper halves then.
    template <typename At> void order(Vector<uint64_t>& numbers, At&& at) {
        if (numbers.size() <= run) return;
        Vec2 low = at(static_cast<uint32_t>(numbers[0])), high = low;
        for (const uint64_t number : numbers) {
            low = glm::min(low, at(static_cast<uint32_t>(number)));
            high = glm::max(high, at(static_cast<uint32_t>(number)));
        }
        const float cells = 65535.0f / std::max({high.x - low.x, high.y - low.y, 1e-3f});
        for (uint64_t& number : numbers) {
            const Vec2 cell = (at(static_cast<uint32_t>(number)) - low) * cells;
            const auto bits = [](float v) { return spread_bits(std::min(saturated_cast<uint32_t>(v), 65535u)); };
            number = uint64_t{bits(cell.x) | bits(cell.y) << 1} << 32 | number;
        }
        if (numbers.size() < 256) return std::sort(numbers.begin(), numbers.end());
        for (const unsigned shift : {32u, 43u, 54u}) sort_by_digit(numbers, shift);
    }

    /// A pass of a radix sort.
    void sort_by_digit(Vector<uint64_t>& numbers, unsigned shift) {
        constexpr uint64_t digits = 2048;
        std::array<uint32_t, digits> cursors{};
        for (const uint64_t number : numbers) ++cursors[number >> shift & (digits - 1)];
        uint32_t sum = 0;
        for (uint32_t& cursor : cursors) {
            const uint32_t count = cursor;
            cursor = sum;
            sum += count;
        }
        sorted_.resize(numbers.size());
        for (const uint64_t number : numbers) sorted_[cursors[number >> shift & (digits - 1)]++] = number;
        numbers.swap(sorted_);
    }

    Vector<Item> items_;
    Vector<Node> nodes_;
    Vector<uint64_t> sorted_; ///< scratch
    uint32_t width_ = 1;      ///< nodes in the last row
};

} // namespace fray
