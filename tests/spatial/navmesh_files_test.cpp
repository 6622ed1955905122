// Navmeshes as bytes: a written mesh can be read again, and damaged bytes are refused or give another valid mesh.
#include "detour_tiles.h"
#include "random_maps.h"

#include "fray/spatial/navmesh.h"
#include "repetitions.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

namespace fray {
namespace {

using Bytes = std::vector<std::byte>;

constexpr int damages = test::repetitions(6000, 2000, 2000);

test::HandMesh squares(int tile = 0) {
    test::HandMesh mesh = test::two_squares();
    mesh.tile_x = tile;
    mesh.low[0] = 20.0f * static_cast<float>(tile), mesh.high[0] = mesh.low[0] + 20.0f, mesh.high[2] = 10.0f;
    mesh.jump = {mesh.low[0] + 5.0f, 0.0f, 5.0f, mesh.low[0] + 15.0f, 0.0f, 5.0f};
    return mesh;
}
Bytes tile() { return test::tile_of(squares()); }
Bytes set() { return test::set_of({test::tile_of(squares(0)), test::tile_of(squares(1))}, 20.0f); }

std::string complaint(const Bytes& bytes) {
    const Result<NavMesh> mesh = NavMesh::parse(bytes, "bad.navmesh");
    if (mesh) return "taken";
    EXPECT_EQ(mesh.error(), Error::bad_file);
    return mesh.error_text();
}

template <typename T> Bytes with(Bytes bytes, size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
    return bytes;
}

// Offsets in a tile: dtMeshHeader has 100 bytes, then come corners of 12 bytes, then polygons of 32 bytes.
constexpr size_t header = 100, set_header = 40, set_tile = 8;
constexpr size_t polygon = header + 12 * (6 + 2);

TEST(NavMeshFiles, TilesAndSetsOfDetourAreAccepted) {
    EXPECT_EQ(complaint(tile()), "taken");
    EXPECT_EQ(complaint(set()), "taken");
    const NavMesh mesh = NavMesh::parse(set(), "set").value();
    EXPECT_EQ(mesh.polygon_count(), 4u);
    EXPECT_EQ(mesh.island_count(), 1u);
    EXPECT_TRUE(mesh.clear({1.0f, 5.0f}, {39.0f, 5.0f}));
}

TEST(NavMeshFiles, ErrorsSayWhatWasGivenAndWhatIsAllowed) {
    const std::string bad = "bad.navmesh: ";
    EXPECT_EQ(complaint({}), bad + "not a navmesh: given 0 bytes; allowed: a tile (DNAV) or a set of tiles (MSET)");
    EXPECT_EQ(complaint(with(tile(), 0, 7)), bad + "not a navmesh: given " + std::to_string(tile().size()) +
                                                 " bytes; allowed: a tile (DNAV) or a set of tiles (MSET)");
    EXPECT_EQ(complaint(with(tile(), 4, 6)), bad + "a tile of version 6; allowed: 7");
    EXPECT_EQ(complaint(with(set(), 4, 2)), bad + "a set of tiles of version 2; allowed: 1");
    EXPECT_EQ(complaint(with(set(), 8, 0)), bad + "given 0 tiles; allowed: 1 to 65536");
    EXPECT_EQ(complaint(with(set(), 24, -1.0f)), bad + "tiles of -1.000000 m; allowed: more than 0, to 32768");
    EXPECT_EQ(complaint(with(set(), set_header + set_tile, 7)),
              bad + "tile 0: not a tile of a navmesh: it begins with 7, allowed 1145979222 (DNAV)");
    EXPECT_EQ(complaint(with(tile(), 24, -1)), bad + "polygons: given -1; allowed: 0 to 65535");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(complaint(with(tile(), header, nan)), bad + "a corner at nan; allowed: -32768 to 32768 m");
    EXPECT_EQ(complaint(with(tile(), header + 4, 1e9f)),
              bad + "a corner at 1000000000.000000; allowed: -32768 to 32768 m");
    EXPECT_EQ(complaint(with(tile(), polygon + 4, uint16_t{77})), bad + "polygon 0: names corner 77 of 8");
    EXPECT_EQ(complaint(with(tile(), polygon + 30, uint8_t{2})), bad + "polygon 0: given 2 corners; allowed: 3 to 6");
    EXPECT_EQ(complaint(with(tile(), header, 30.0f)), bad + "polygon 0: is not convex");
    test::HandMesh nowhere = squares();
    nowhere.flags = {0, 0};
    EXPECT_EQ(complaint(test::tile_of(nowhere)), bad + "no polygon can be walked on");
    EXPECT_EQ(complaint(test::set_of({tile(), tile()}, 20.0f)),
              bad + "tile 1 lies at 0, 0, layer 0, where another tile is");
    Bytes shorter = tile();
    shorter.pop_back();
    EXPECT_EQ(complaint(shorter), bad + "ends within its connections off the mesh: given 35 bytes more, "
                                        "needed 36");
    shorter.resize(50);
    EXPECT_EQ(complaint(shorter), bad + "ends within its header: given 50 bytes more, needed 100");
    Bytes longer = set();
    longer.push_back(std::byte{1});
    EXPECT_EQ(complaint(longer), bad + "1 bytes too many at the end");
}

TEST(NavMeshFiles, TooManyPolygonsInOnePlaceAreRefused) {
    test::HandMesh mesh = test::two_squares();
    mesh.polygons.assign(10100, mesh.polygons[0]);
    const Result<NavMesh> heap = NavMesh::parse(test::tile_of(mesh), "heap");
    EXPECT_EQ(heap.error(), Error::bad_file);
    EXPECT_EQ(heap.error_text(),
              "heap: given 10100 polygons of which too many lie in one place, allowed 10 000 in a place");
}

TEST(NavMeshFiles, CanBeLoadedFromDisk) {
    const std::string path = testing::TempDir() + "fray-test.navmesh";
    const Bytes bytes = set();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    EXPECT_EQ(NavMesh::load(path).value().polygon_count(), 4u);
    std::filesystem::remove(path);
    const Result<NavMesh> missing = NavMesh::load(path);
    EXPECT_EQ(missing.error(), Error::bad_file);
    EXPECT_EQ(missing.error_text(), path + ": cannot be opened: No such file or directory");
}

TEST(NavMeshFiles, AWrittenMeshIsReadAgain) {
    std::mt19937 random(31);
    for (int i = 0; i < 20; ++i) {
        const GridMap map = test::walled_map(random, 60, 40, 30, 0.7f, {-3.0f, 5.0f});
        const float radius = 0.1f * static_cast<float>(i % 4);
        const NavMesh mesh = NavMesh::from_grid(map, radius, {.search_nodes = 100 + i}).value();
        Bytes bytes, again;
        ASSERT_TRUE(mesh.write(&bytes));
        const auto other = NavMesh::read(bytes);
        ASSERT_NE(other, nullptr);
        ASSERT_TRUE(other->write(&again));
        EXPECT_EQ(bytes, again);
        for (int k = 0; k < 500; ++k) {
            const Vec2 a = test::point_near(random, map), b = test::point_near(random, map);
            ASSERT_EQ(mesh.island(a), other->island(a));
            ASSERT_EQ(mesh.clear(a, b), other->clear(a, b));
        }
        EXPECT_EQ(NavMesh::read(std::span(bytes).first(bytes.size() - 1)), nullptr);
        EXPECT_NE(read_ground_or_navmesh(bytes), nullptr);
        EXPECT_EQ(read_ground(bytes), nullptr);
        bytes.clear();
        ASSERT_TRUE(map.write(&bytes));
        EXPECT_NE(read_ground_or_navmesh(bytes), nullptr);
        EXPECT_EQ(NavMesh::read(bytes), nullptr);
    }
    EXPECT_EQ(NavMesh::read({}), nullptr);
}

/// Whatever mesh is accepted must answer queries, and no move may leave it.
void walk_about(const NavMesh& mesh, std::mt19937& random) {
    const auto routes = mesh.routes();
    for (int i = 0; i < 5; ++i) {
        std::uniform_real_distribution<float> x(mesh.low().x - 1.0f, mesh.high().x + 1.0f);
        std::uniform_real_distribution<float> y(mesh.low().y - 1.0f, mesh.high().y + 1.0f);
        Vec2 at{};
        if (!mesh.nearest({x(random), y(random)}, 1e6f, &at)) continue;
        const uint32_t island = mesh.island(at);
        ASSERT_NE(island, Ground::no_island);
        for (int step = 0; step < 5; ++step) {
            at = mesh.slide(at, {x(random), y(random)});
            ASSERT_EQ(mesh.island(at), island);
        }
        Wall walls[Ground::max_walls];
        mesh.walls(at, 1.0f, walls);
        Route route{at, {x(random), y(random)}};
        routes->find({}, {&route, 1});
        ASSERT_TRUE(route.found);
    }
}

TEST(NavMeshFiles, DamagedFilesAreRefusedOrGiveAnotherMesh) {
    std::mt19937 random(37);
    Bytes grid;
    ASSERT_TRUE(NavMesh::from_grid(test::walled_map(random, 40, 30, 60)).value().write(&grid));
    grid.erase(grid.begin(), grid.begin() + 8); // what remains is a set of tiles
    int refused = 0, taken = 0;
    for (int i = 0; i < damages; ++i) {
        Bytes bytes = i % 3 == 0 ? tile() : i % 3 == 1 ? set() : grid;
        // Half of the damage is in the first bytes, where the headers are.
        const auto somewhere = [&] {
            return random() % (random() % 2 == 0 ? std::min<size_t>(bytes.size(), 400) : bytes.size());
        };
        if (i % 10 == 0)
            bytes.resize(somewhere());
        else
            for (size_t k = 0; k < 1 + random() % 3; ++k) {
                const size_t at = somewhere();
                bytes[at] = random() % 2 == 0 ? static_cast<std::byte>(random())
                                              : bytes[at] ^ static_cast<std::byte>(1u << random() % 8);
            }
        const Result<NavMesh> mesh = NavMesh::parse(bytes, "damaged");
        ++(mesh ? taken : refused);
        if (mesh) walk_about(*mesh, random);
        if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(refused, damages / 10);
    EXPECT_GT(taken, damages / 10);
}

} // namespace
} // namespace fray
