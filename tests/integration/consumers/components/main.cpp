// Uses every component, and catches its exceptions by type.
#include <fray/battle.h>
#include <fray/recording.h>
#include <fray/spatial/grid_map.h>
#include <fray/spatial/navmesh.h>

namespace {

bool finds_no_recording() {
    try {
        fray::Recording("no such file");
    } catch (const fray::RecordingError&) {
        return true;
    }
    return false;
}

bool makes_a_mesh() {
    const fray::GridMap map(4, 4, std::vector<uint8_t>(16, 1));
    const fray::NavMesh mesh = fray::NavMesh::from_grid(map);
    const fray::Ground& ground = mesh;
    return dynamic_cast<const fray::NavMesh*>(&ground) && ground.walkable({2.0f, 2.0f});
}

} // namespace

int main() {
    const bool refused = !fray::parse_scenario("unknown = 1", "a.toml").ok();
    return refused && finds_no_recording() && makes_a_mesh() ? 0 : 1;
}
