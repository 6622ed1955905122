#include "fray/spatial/navmesh.h"

#include "detour.h"
#include "fray/spatial/grid_map.h"
#include "input_file.h"
#include "mesh_builder.h"
#include "navmesh_routes.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

namespace fray {
namespace {

struct Header {
    uint32_t kind = 0x326d766e; // "nvm2"
    int32_t search_nodes = 0;
    uint32_t open_gaps = 0;
    uint32_t map_bytes = 0; // before the tiles
};

using DataResult = Result<std::shared_ptr<const NavMesh::Data>>;

/// Makes the data of a mesh from the tiles that `tiles()` returns. If `tiles()`, or a function that uses the tiles,
/// throws std::invalid_argument, the result is the error `wrong`.
template <typename Tiles>
DataResult make_data(const std::string& name, const NavMesh::Options& options, Error wrong, Tiles&& tiles,
                     std::shared_ptr<const GridMap> map = nullptr) {
    if (options.search_nodes < NavMesh::least_nodes || options.search_nodes > NavMesh::most_nodes)
        return Failure{Error::out_of_range, name + ": search_nodes: given " + std::to_string(options.search_nodes) +
                                                ", allowed 16 to 1048576"};
    try {
        return std::shared_ptr<const NavMesh::Data>(
            std::make_shared<NavMesh::Data>(tiles(), name, options, std::move(map)));
    } catch (const std::invalid_argument& bad) {
        return Failure{wrong, bad.what()};
    } catch (const std::bad_alloc&) {
        return Failure{Error::out_of_memory, "out of memory"};
    }
}

/// Makes Detour's mesh. Throws std::invalid_argument, also if no polygon is walkable.
DetourMesh mesh_of(const TileSet& tiles, const std::string& name) {
    DetourMesh mesh = make_detour_mesh(tiles, name);
    for (int t = 0; t < mesh->getMaxTiles(); ++t) {
        const dtMeshTile* const tile = std::as_const(*mesh).getTile(t);
        for (int i = 0; tile->header != nullptr && i < tile->header->polyCount; ++i)
            if (tile->polys[i].flags != 0) return mesh;
    }
    throw std::invalid_argument(name + ": no polygon can be walked on");
}

} // namespace

NavMesh::Data::Data(TileSet set, const std::string& name, const Options& how, std::shared_ptr<const GridMap> walls)
    : options(how), map(std::move(walls)), tiles(std::move(set)), floor(*mesh_of(tiles, name), name) {}

NavMesh::NavMesh(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
NavMesh::NavMesh(const NavMesh&) = default;
NavMesh& NavMesh::operator=(const NavMesh&) = default;
NavMesh::~NavMesh() = default;

Result<NavMesh> NavMesh::from_grid(const GridMap& map, float radius, const Options& options) {
    DataResult data = make_data(
        "NavMesh", options, Error::out_of_range, [&] { return tiles_of(map, radius); },
        map.has_water() ? std::make_shared<const GridMap>(map) : nullptr);
    if (!data) return Failure{data.error(), data.error_text()};
    return NavMesh(std::move(*data));
}
Result<NavMesh> NavMesh::from_grid(const GridMap& map, float radius) { return from_grid(map, radius, {}); }

Result<NavMesh> NavMesh::parse(std::span<const std::byte> bytes, const std::string& name, const Options& options) {
    DataResult data = make_data(name, options, Error::bad_file, [&] { return read_tiles(bytes, name); });
    if (!data) return Failure{data.error(), data.error_text()};
    return NavMesh(std::move(*data));
}
Result<NavMesh> NavMesh::parse(std::span<const std::byte> bytes, const std::string& name) {
    return parse(bytes, name, {});
}

Result<NavMesh> NavMesh::load(const std::string& path, const Options& options) {
    std::string text;
    if (const std::string error = read_input(path, InputLimits::navmesh, &text); !error.empty())
        return Failure{Error::bad_file, path + ": " + error};
    return parse(std::as_bytes(std::span(text)), path, options);
}
Result<NavMesh> NavMesh::load(const std::string& path) { return load(path, {}); }

uint32_t NavMesh::polygon_count() const { return data_->floor.polygon_count(); }
uint32_t NavMesh::island_count() const { return data_->floor.island_count(); }
Vec2 NavMesh::low() const { return vec(data_->floor.low()); }
Vec2 NavMesh::high() const { return vec(data_->floor.high()); }
bool NavMesh::has_floors(Vec2* at) const {
    const std::optional<Spot> found = (data_->bare != nullptr ? data_->bare : data_)->floor.floors();
    if (found) *at = vec(*found);
    return found.has_value();
}
float NavMesh::hair() const { return static_cast<float>(data_->floor.hair()); }

uint32_t NavMesh::island(Vec2 at) const { return data_->floor.island(at); }
void NavMesh::islands(std::span<const Vec2> at, std::span<uint32_t> found) const {
    const Floor& floor = data_->floor;
    for (size_t i = 0; i < at.size(); ++i) found[i] = floor.island(at[i]);
}
bool NavMesh::clear(Vec2 a, Vec2 b) const { return data_->floor.clear(a, b); }
bool NavMesh::lets_through(Vec2 a, Vec2 b) const {
    return data_->options.open_gaps || (data_->map != nullptr ? data_->map->lets_through(a, b) : clear(a, b));
}
Vec2 NavMesh::slide(Vec2 from, Vec2 to) const { return data_->floor.slide(from, to); }
void NavMesh::slide(std::span<const Vec2> from, std::span<Vec2> to) const {
    const Floor& floor = data_->floor;
    for (size_t i = 0; i < from.size(); ++i) to[i] = floor.slide(from[i], to[i]);
}
bool NavMesh::nearest(Vec2 at, float reach, Vec2* found, uint32_t island) const {
    return data_->floor.nearest(at, reach, found, island);
}
uint32_t NavMesh::walls(Vec2 at, float reach, Wall (&found)[max_walls]) const {
    return data_->floor.walls(at, reach, found);
}
ChangedGround NavMesh::with_obstacles(std::span<const Obstacle> all, std::span<const Obstacle> changed,
                                      const Ground& before) const {
    const std::shared_ptr<const Data> mesh = data_->bare != nullptr ? data_->bare : data_;
    std::shared_ptr<const Data> made = mesh;
    if (!all.empty()) {
        const std::unique_ptr<Floor> floor =
            fray::with_obstacles(mesh->floor, static_cast<const NavMesh&>(before).data_->floor, all, changed);
        if (floor == nullptr) return {};
        made = std::make_shared<const Data>(mesh, std::move(*floor));
    }
    Spot low = mesh->floor.high(), high = mesh->floor.low();
    for (const Obstacle& obstacle : changed) {
        const Footprint rectangle(obstacle);
        low = {std::min(low.x, rectangle.low.x), std::min(low.y, rectangle.low.y)};
        high = {std::max(high.x, rectangle.high.x), std::max(high.y, rectangle.high.y)};
    }
    const double beside = 4.0 * mesh->floor.hair(); // more than rounding changes beside an obstacle
    const Spot out = {beside, beside};
    return {std::shared_ptr<const NavMesh>(new NavMesh(std::move(made))), vec(low - out), vec(high + out)};
}

std::unique_ptr<RouteFinder> NavMesh::routes() const { return std::make_unique<NavMeshRoutes>(data_); }

bool NavMesh::extent(Vec2* low, Vec2* high) const {
    *low = this->low(), *high = this->high();
    return true;
}

uint64_t NavMesh::memory() const {
    uint64_t bytes = sizeof *data_ + data_->floor.memory();
    for (const auto& tile : data_->tiles.tiles) bytes += tile.capacity();
    if (data_->map != nullptr) bytes += data_->map->memory();
    return bytes;
}

// ---- Reading and writing --------------------------------------------------------------------------------------------

bool NavMesh::write(std::vector<std::byte>* out) const {
    if (data_->bare != nullptr) return false;
    Header header{.search_nodes = data_->options.search_nodes, .open_gaps = data_->options.open_gaps};
    const size_t at = out->size();
    out->resize(at + sizeof header);
    if (data_->map != nullptr) data_->map->write(out);
    header.map_bytes = static_cast<uint32_t>(out->size() - at - sizeof header);
    std::memcpy(out->data() + at, &header, sizeof header);
    append_tiles(data_->tiles, out);
    return true;
}

std::shared_ptr<const NavMesh> NavMesh::read(std::span<const std::byte> bytes) {
    Header header;
    const uint32_t kind = header.kind;
    if (bytes.size() < sizeof header) return nullptr;
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes = bytes.subspan(sizeof header);
    if (header.kind != kind || header.open_gaps > 1 || header.map_bytes > bytes.size()) return nullptr;
    std::shared_ptr<const GridMap> map;
    if (header.map_bytes != 0 && (map = GridMap::read(bytes.first(header.map_bytes))) == nullptr) return nullptr;
    const Options options{.search_nodes = header.search_nodes, .open_gaps = header.open_gaps != 0};
    DataResult data = make_data(
        "NavMesh", options, Error::bad_file, [&] { return read_tiles(bytes.subspan(header.map_bytes), "NavMesh"); },
        std::move(map));
    return data ? std::shared_ptr<const NavMesh>(new NavMesh(std::move(*data))) : nullptr;
}

std::shared_ptr<const Ground> read_ground_or_navmesh(std::span<const std::byte> bytes) {
    if (std::shared_ptr<const Ground> ground = NavMesh::read(bytes)) return ground;
    return read_ground(bytes);
}

} // namespace fray
