#include "peers.h"

#include "scale/clock.h"

#ifdef FRAY_BATTLES_DETOUR
#include "detour_crowd.h"
#endif

namespace fray::bench {

double time_orca(const Crowd& crowd, const peers::OrcaDef& def, int steps, int threads) {
    peers::OrcaCrowd orca(def);
    orca.set_agents(crowd.positions, crowd.velocities, crowd.radii, crowd.max_speeds);
    std::vector<Vec2> preferred;
    double ns = 0.0;
    for (int i = 0; i < steps; ++i) {
        aim(crowd, orca.positions(), preferred);
        orca.set_preferred_velocities(preferred);
        const auto begin = demo::Clock::now();
        orca.step(static_cast<float>(1.0 / crowd.hz), threads);
        ns += demo::ns_since(begin);
    }
    return ns * 1e-6 / steps;
}

#ifdef FRAY_BATTLES_DETOUR
std::optional<double> time_detour(const Crowd& crowd, int steps) {
    if (crowd.size() > motion::DetourCrowd::most_agents) return std::nullopt;
    motion::Scene scene;
    scene.name = "crowd";
    for (size_t i = 0; i < crowd.size(); ++i) {
        const bool stands = crowd.speeds[i] == 0.0f;
        scene.walkers.push_back({.start = crowd.positions[i],
                                 .goal = stands ? crowd.positions[i] : crowd.goals[i],
                                 .radius = crowd.radii[i],
                                 .speed = stands ? crowd.max_speeds[i] : crowd.speeds[i],
                                 .stands = stands});
    }
    motion::DetourCrowd detour(scene, {.quality = motion::DetourDef::Quality::low});
    double ns = 0.0;
    for (int i = 0; i < steps; ++i) {
        detour.step();
        ns += static_cast<double>(detour.cost().whole);
    }
    return ns * 1e-6 / steps;
}
#else
std::optional<double> time_detour(const Crowd&, int) { return std::nullopt; }
#endif

} // namespace fray::bench
