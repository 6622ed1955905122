// Places labels so that they cross neither marks nor each other, and stay inside the picture. The pages' labels.js has
// the same method. In pixels, x to the right and y down.
#pragma once

#include "fray/defs.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace fray::demo {

/// A rectangle of the picture.
struct LabelBox {
    Vec2 low{}, high{};

    bool overlaps(const LabelBox& other) const {
        return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y;
    }
    /// The point of the box that is nearest to `point`.
    Vec2 nearest(Vec2 point) const;
};

class Labels {
public:
    /// Begins a picture. Its field lies between these corners.
    void begin(Vec2 low, Vec2 high);
    /// Labels keep off this disc.
    void block(Vec2 centre, float radius);
    void block(const LabelBox& box);

    /// The place of a label that is led to a disc by a line: where it and the line cover least, then near the disc, and
    /// where it was in the last picture if that is as good. It is always inside the field. `key`: tells labels apart
    /// from picture to picture. `sizes`: of the label and of shorter forms of it, of which the first is taken that
    /// covers nothing, else the last. Its place and the line's are then taken.
    struct Led {
        LabelBox box;
        size_t size = 0; ///< index in `sizes`
    };
    Led led(int64_t key, Vec2 centre, float radius, std::span<const Vec2> sizes);
    /// The first free place of a text beside a disc, which is then taken. Empty: there is no room.
    std::optional<LabelBox> beside(Vec2 centre, float radius, Vec2 size);

private:
    struct Cells {
        int left, right, top, bottom; ///< all of them belong to it
    };
    struct Best {
        float cost;
        LabelBox box;
    };

    Cells cells_of(const LabelBox& box) const;
    size_t index_of(int row, int column) const {
        return static_cast<size_t>(row) * static_cast<size_t>(columns_) + static_cast<size_t>(column);
    }
    int covered(const LabelBox& box) const;
    template <class Visit> void for_cells_between(Vec2 from, float radius, Vec2 to, Visit visit) const;
    int crossed(Vec2 from, float radius, Vec2 to) const;
    bool is_inside(const LabelBox& box) const;
    LabelBox search(int64_t key, Vec2 centre, float radius, Vec2 size) const;
    void consider(Vec2 corner, float bonus, Vec2 centre, float radius, Vec2 size, Best& best) const;

    Vec2 low_{}, high_{};
    int columns_ = 0, rows_ = 0;
    std::vector<uint8_t> taken_;          ///< the cells that are taken, row by row
    std::map<int64_t, Vec2> last_, this_; ///< offsets of led labels from their disc, by key
};

} // namespace fray::demo
