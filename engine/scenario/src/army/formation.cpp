// Computes the positions of a group's agents. All computations are in double and the results are rounded to whole
// millimetres, so that they do not depend on the C library.
#include "fray/scenario.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

constexpr double pi = 3.14159265358979323846;

struct Point {
    double x = 0.0;
    double y = 0.0;
};

/// A rotation by an angle.
class Rotation {
public:
    explicit Rotation(float angle) : cosine_(std::cos(double{angle})), sine_(std::sin(double{angle})) {}
    Point of(Point p) const { return {p.x * cosine_ - p.y * sine_, p.x * sine_ + p.y * cosine_}; }

private:
    double cosine_, sine_;
};

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

int64_t root_up(int64_t n) {
    auto root = saturated_cast<int64_t>(std::sqrt(static_cast<double>(n)));
    while (root * root < n) ++root;
    return std::max<int64_t>(root, 1);
}

struct BlockSize {
    int64_t files;
    int64_t ranks;
};

BlockSize block_of_files(int64_t files, int64_t count) {
    const int64_t kept = std::clamp<int64_t>(files, 1, std::max<int64_t>(count, 1));
    return {kept, divide_up(count, kept)};
}

/// A block about twice as wide as deep.
BlockSize usual_block(int64_t count) { return block_of_files(2 * root_up(divide_up(count, 2)), count); }

BlockSize block_size(const GroupDef& group, int64_t count) {
    if (group.formation == GroupFormation::line) return {std::max<int64_t>(count, 1), 1};
    if (group.files > 0) return block_of_files(group.files, count);
    if (group.ranks > 0) return block_of_files(divide_up(count, group.ranks), count);
    return usual_block(count);
}

struct Place {
    int64_t rank;
    int64_t file;
};

/// The k-th place in a band of `strength` agents. A band is filled file by file. If the last rank is not full, its
/// agents stand in the middle.
Place in_band(int64_t files, int64_t strength, int64_t k) {
    const int64_t depth = strength / files;
    const int64_t deeper = strength % files;
    const int64_t first_deeper = (files - deeper) / 2;
    const int64_t before = first_deeper * depth;
    if (k < before) return {k % depth, k / depth};
    const int64_t among = k - before;
    if (among < deeper * (depth + 1)) return {among % (depth + 1), first_deeper + among / (depth + 1)};
    const int64_t after = among - deeper * (depth + 1);
    return {after % depth, first_deeper + deeper + after / depth};
}

/// Rank and file of the k-th agent. A band is a number of adjacent ranks, about the square root of the squad size. The
/// bands are filled in alternating directions, so that agents with adjacent numbers, and thus a squad, stand together.
Place rank_and_file(const BlockSize& size, int64_t count, int squad, int64_t k) {
    const int64_t depth = std::min(root_up(std::max(squad, 1)), size.ranks);
    const int64_t full = depth * size.files;
    const int64_t band = k / full;
    const int64_t strength = std::min(full, count - band * full);
    const Place place = in_band(size.files, strength, k - band * full);
    return {band * depth + place.rank, band % 2 == 0 ? place.file : size.files - 1 - place.file};
}

/// The position relative to the middle of the group: x is ahead, y to the left.
Point in_block(const GroupDef& group, const BlockSize& size, int64_t count, int64_t k) {
    const Place at = rank_and_file(size, count, group.squad_size, k);
    const Point place = {static_cast<double>(at.rank), static_cast<double>(at.file)};
    const double half_width = 0.5 * static_cast<double>(size.files - 1);
    const double half_depth = 0.5 * static_cast<double>(size.ranks - 1);
    const double across = half_width > 0.0 ? (place.y - half_width) / half_width : 0.0;
    const double ahead = double{group.bow_depth} * (1.0 - across * across);
    return {(half_depth - place.x) * double{group.spacing} + ahead, (half_width - place.y) * double{group.spacing}};
}

/// A ring. If it has a radius and no room for all, the others stand in wider rings round it.
Point in_ring(const GroupDef& group, int64_t count, int64_t k) {
    const double spacing = double{group.spacing};
    double radius = group.radius > 0.0f ? double{group.radius} : spacing * static_cast<double>(count) / (2.0 * pi);
    // A millionth more, so that a ring with the radius that follows from `spacing` is full.
    const auto room = [&] { return std::max<int64_t>(saturated_cast<int64_t>(2.0 * pi * radius / spacing + 1e-6), 1); };
    int64_t others = count;
    for (; group.radius > 0.0f && k >= room() && others > room(); radius += spacing) {
        k -= room();
        others -= room();
    }
    const int64_t here = group.radius > 0.0f ? std::min(others, room()) : count;
    const double angle = 2.0 * pi * static_cast<double>(k) / static_cast<double>(here);
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// Points on a sunflower spiral (Vogel's model), which gives every agent about the same area.
Point in_point(const GroupDef& group, int64_t k) {
    const double golden = pi * (3.0 - std::sqrt(5.0));
    const double radius = double{group.spacing} * std::sqrt(static_cast<double>(k) / pi) * 1.05;
    return {radius * std::cos(golden * static_cast<double>(k)), radius * std::sin(golden * static_cast<double>(k))};
}

/// A square field of cells with a company in each cell. The cell in column c and row r belongs to part (c + r) mod
/// `parts`. If the parts belong to the teams in turn, every company has enemies on all four sides.
Point in_companies(const GroupDef& group, const Rotation& facing, int64_t count, int64_t k) {
    const int64_t company = k / group.company_size;
    const int64_t companies = divide_up(count, group.company_size);
    const int64_t columns = divide_up(root_up(companies * group.parts), group.parts) * group.parts;
    const int64_t rows = divide_up(companies * group.parts, columns);
    const int64_t in_row = columns / group.parts;
    const int64_t row = company / in_row;
    const int64_t column =
        ((group.part - row) % group.parts + group.parts) % group.parts + company % in_row * group.parts;
    const double cell = std::sqrt(double(group.company_size) / double{group.density});
    const int64_t strength = std::min<int64_t>(group.company_size, count - company * group.company_size);
    const Point place = in_block(group, usual_block(strength), strength, k % group.company_size);
    const Point turned = facing.of(place); // `facing` turns each company, but not the field
    return {turned.x + (static_cast<double>(column) - 0.5 * static_cast<double>(columns - 1)) * cell,
            turned.y + (static_cast<double>(row) - 0.5 * static_cast<double>(rows - 1)) * cell};
}

Point in_formation(const GroupDef& group, const BlockSize& size, const Rotation& facing, int64_t count, int64_t k) {
    switch (group.formation) {
    case GroupFormation::ring: return in_ring(group, count, k);
    case GroupFormation::point: return facing.of(in_point(group, k));
    case GroupFormation::companies: return in_companies(group, facing, count, k);
    case GroupFormation::block:
    case GroupFormation::line: break;
    }
    return facing.of(in_block(group, size, count, k));
}

/// A pseudo-random number from -1 to 1. It depends only on the length of the group's name, the agent's number and the
/// axis.
double jitter(const GroupDef& group, int64_t k, uint64_t axis) {
    uint64_t x = static_cast<uint64_t>(k) * 2 + axis + 0x9e3779b97f4a7c15ull * (group.name.size() + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull; // the finaliser of SplitMix64
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    x ^= x >> 31;
    return static_cast<double>(x >> 11) * 0x1p-52 - 1.0;
}

float whole_millimetres(double metres) { return static_cast<float>(std::floor(metres * 1000.0 + 0.5) / 1000.0); }

} // namespace

std::vector<Vec2> formation_positions(const GroupDef& group, int64_t count) {
    const BlockSize size = block_size(group, count);
    const Rotation facing(group.facing);
    std::vector<Vec2> positions(static_cast<size_t>(count));
    for (int64_t k = 0; k < count; ++k) {
        const Point p = in_formation(group, size, facing, count, k);
        const double x = p.x + double{group.jitter} * jitter(group, k, 0);
        const double y = p.y + double{group.jitter} * jitter(group, k, 1);
        positions[static_cast<size_t>(k)] = {whole_millimetres(double{group.at.x} + x),
                                             whole_millimetres(double{group.at.y} + y)};
    }
    return positions;
}

} // namespace fray
