// Ground as bytes, for recordings and for comparing two grounds. The bytes of a grid map are a header with its kind,
// size and position, then the lengths of runs of cells: not walkable, walkable, not walkable, and so on in turn. If the
// map has water, the runs of cells that are not water and that are follow in the same way.
#include "fray/spatial/grid_map.h"

#include <cmath>
#include <cstring>

namespace fray {
namespace {

constexpr uint32_t grid_kind = 0x64697267; // "grid"

struct Header {
    uint32_t kind = grid_kind;
    int32_t columns = 0, lines = 0;
    float cell = 0.0f;
    Vec2 low{};
};

/// Writes seven bits per byte, the lowest bits first. The highest bit of a byte says that more bytes follow.
void append_length(std::vector<std::byte>& out, size_t length) {
    for (; length > 127; length >>= 7) out.push_back(static_cast<std::byte>(128 | (length & 127)));
    out.push_back(static_cast<std::byte>(length));
}

/// Appends the lengths of runs of `count` cells, of which `is(i)` says whether they are of the second kind.
template <typename Is> void append_runs(std::vector<std::byte>& out, size_t count, Is&& is) {
    bool second = false;
    size_t length = 0;
    for (size_t i = 0; i < count; ++i) {
        if (is(i) != second) {
            append_length(out, length);
            second = !second;
            length = 0;
        }
        ++length;
    }
    append_length(out, length);
}

/// Reads the lengths of runs.
class Runs {
public:
    explicit Runs(std::span<const std::byte> bytes) : bytes_(bytes) {}

    /// False: the bytes end, or the bytes here are not a length.
    bool next(size_t* length) {
        *length = 0;
        for (unsigned shift = 0; at_ < bytes_.size() && shift < 35; shift += 7) {
            const auto byte = static_cast<size_t>(bytes_[at_++]);
            *length |= (byte & 127) << shift;
            if (byte < 128) return true;
        }
        return false;
    }
    /// Calls take(i) for the cells of the second kind, of `count` cells. False: the bytes are not such runs.
    template <typename Take> bool cells(size_t count, Take&& take) {
        bool second = false;
        for (size_t i = 0; i < count; second = !second) {
            size_t length = 0;
            if (!next(&length) || length > count - i) return false;
            for (; length > 0; --length, ++i)
                if (second) take(i);
        }
        return true;
    }
    bool at_end() const { return at_ == bytes_.size(); }

private:
    std::span<const std::byte> bytes_;
    size_t at_ = 0;
};

} // namespace

bool GridMap::write(std::vector<std::byte>* out) const {
    const Header header{.columns = columns_, .lines = lines_, .cell = cell_, .low = low_};
    const auto* const bytes = reinterpret_cast<const std::byte*>(&header);
    out->insert(out->end(), bytes, bytes + sizeof header);
    append_runs(*out, islands_.size(), [&](size_t cell) { return islands_[cell] != no_island; });
    if (!water_.empty()) append_runs(*out, water_.size(), [&](size_t cell) { return water_[cell] != 0; });
    return true;
}

std::shared_ptr<const GridMap> GridMap::read(std::span<const std::byte> bytes) {
    Header header;
    if (bytes.size() < sizeof header) return nullptr;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.kind != grid_kind || header.columns < 1 || header.columns > max_side || header.lines < 1 ||
        header.lines > max_side)
        return nullptr;
    const size_t count = static_cast<size_t>(header.columns) * static_cast<size_t>(header.lines);
    std::vector<uint8_t> cells(count, wall);
    Runs runs(bytes.subspan(sizeof header));
    bool good = runs.cells(count, [&](size_t cell) { cells[cell] = passable; });
    if (good && !runs.at_end()) good = runs.cells(count, [&](size_t cell) { cells[cell] = water; });
    if (!good || !runs.at_end()) return nullptr;
    Result<GridMap> made = create(header.columns, header.lines, std::move(cells), header.cell, header.low);
    return made ? std::make_shared<GridMap>(std::move(*made)) : nullptr;
}

std::shared_ptr<const Ground> read_ground(std::span<const std::byte> bytes) { return GridMap::read(bytes); }

} // namespace fray
