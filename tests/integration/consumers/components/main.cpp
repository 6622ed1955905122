// Uses every component: what it makes, and what it refuses.
#include <fray/battle.h>
#include <fray/recording.h>
#include <fray/spatial/grid_map.h>
#include <fray/spatial/navmesh.h>

#include <vector>

namespace {

bool finds_no_recording() { return fray::Recording::open("no such file").error() == fray::Error::bad_file; }

bool makes_a_mesh() {
    const fray::Result<fray::GridMap> map = fray::GridMap::create(4, 4, std::vector<uint8_t>(16, 1));
    if (!map) return false;
    const fray::Result<fray::NavMesh> mesh = fray::NavMesh::from_grid(*map);
    if (!mesh) return false;
    const fray::Ground& ground = *mesh;
    return dynamic_cast<const fray::NavMesh*>(&ground) && ground.walkable({2.0f, 2.0f});
}

/// The exception of the library comes to the program as what it is.
bool catches_by_type() {
    try {
        fray::NavMesh::load("no such file").value();
    } catch (const fray::BadResult& bad) {
        return bad.error() == fray::Error::bad_file;
    }
    return false;
}

} // namespace

int main() {
    const bool refused = !fray::parse_scenario("unknown = 1", "a.toml").ok();
    return refused && finds_no_recording() && makes_a_mesh() && catches_by_type() ? 0 : 1;
}
