// CellLists: a list of numbers for each cell of a raster. Copies share what they do not change.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace fray {

class CellLists {
public:
    std::span<const uint32_t> operator[](uint32_t cell) const {
        const uint32_t* const block = blocks_[cell / width].get();
        const uint32_t k = cell % width;
        return {block + block[k], block + block[k + 1]};
    }
    /// `each(put)` must call put(cell, number) for all entries, for each cell in ascending order of numbers. It is
    /// called twice: first to count, then to fill. Throws std::length_error if there are more than `most_entries`.
    template <typename Each> void build(size_t cells, Each&& each) {
        std::vector<uint32_t> first(cells + 1);
        uint64_t entries = 0;
        each([&](uint32_t cell, uint32_t) {
            if (++entries > most_entries) throw std::length_error("CellLists: too many entries");
            ++first[cell + 1];
        });
        for (size_t i = 0; i < cells; ++i) first[i + 1] += first[i];
        std::vector<uint32_t> items(first.back()), next(first.begin(), first.end() - 1);
        each([&](uint32_t cell, uint32_t number) { items[next[cell]++] = number; });
        blocks_.clear();
        for (size_t cell = 0; cell < cells; cell += width) {
            Block block;
            const size_t end = std::min(cell + width, cells);
            block.items.assign(items.begin() + first[cell], items.begin() + first[end]);
            for (size_t k = 0; k <= width; ++k) block.first[k] = first[std::min(cell + k, end)] - first[cell];
            blocks_.push_back(block.packed());
        }
        changed_.assign(blocks_.size(), 0);
    }

    /// A number that a cell's list gets or loses.
    struct Edit {
        uint32_t cell = 0, number = 0;
        bool added = false;
        uint64_t order = 0; ///< where it comes in the list, if it is added
    };
    /// Makes the edits, and sorts them by cell. `order_of(number)` is the order of a number that stays. A list may lose
    /// a number and get the same number again.
    template <typename OrderOf> void edit(std::vector<Edit>& edits, OrderOf&& order_of);
    /// Bytes. Unless this is the raster of the bare floor, lists that were never changed are left out.
    uint64_t memory(bool is_bare) const {
        uint64_t bytes = blocks_.capacity() * (sizeof(blocks_[0]) + 1);
        for (size_t i = 0; i < blocks_.size(); ++i)
            if (is_bare || changed_[i] != 0) bytes += blocks_[i][width] * sizeof(uint32_t);
        return bytes;
    }

private:
    static constexpr size_t width = 64; ///< cells of a block
    static constexpr uint64_t most_entries = 1 << 28;

    /// The lists of some cells.
    struct Block {
        std::array<uint32_t, width + 1> first{}; ///< by cell: where its list begins; and the end of the last
        std::vector<uint32_t> items;

        /// All in one piece of memory: places count from its begin.
        std::shared_ptr<const uint32_t[]> packed() const {
            std::shared_ptr<uint32_t[]> all(new uint32_t[first.size() + items.size()]);
            for (size_t k = 0; k < first.size(); ++k) all[k] = first[k] + static_cast<uint32_t>(first.size());
            std::copy(items.begin(), items.end(), all.get() + first.size());
            return all;
        }
    };

    std::vector<std::shared_ptr<const uint32_t[]>> blocks_;
    std::vector<uint8_t> changed_; ///< by block: 1 if it is not that of the bare floor
};

template <typename OrderOf> void CellLists::edit(std::vector<Edit>& edits, OrderOf&& order_of) {
    std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
        if (a.cell != b.cell) return a.cell < b.cell;
        return a.added != b.added ? b.added : a.added ? a.order < b.order : a.number < b.number;
    });
    std::vector<std::pair<uint64_t, uint32_t>> list; // by order
    for (auto edit = edits.begin(); edit != edits.end();) {
        const size_t changed = edit->cell / width;
        Block block;
        for (size_t k = 0; k < width; ++k) {
            const auto cell = static_cast<uint32_t>(changed * width + k);
            const uint32_t* const old = blocks_[changed].get();
            const std::span<const uint32_t> before(old + old[k], old + old[k + 1]);
            if (edit == edits.end() || edit->cell != cell) {
                block.items.insert(block.items.end(), before.begin(), before.end());
            } else {
                list.clear();
                const auto lost = edit;
                while (edit != edits.end() && edit->cell == cell && !edit->added) ++edit;
                for (const uint32_t number : before)
                    if (std::none_of(lost, edit, [number](const Edit& e) { return e.number == number; }))
                        list.emplace_back(order_of(number), number);
                for (; edit != edits.end() && edit->cell == cell; ++edit) list.emplace_back(edit->order, edit->number);
                std::sort(list.begin(), list.end());
                for (const auto& [order, number] : list) block.items.push_back(number);
            }
            block.first[k + 1] = static_cast<uint32_t>(block.items.size());
        }
        blocks_[changed] = block.packed();
        changed_[changed] = 1;
    }
}

} // namespace fray
