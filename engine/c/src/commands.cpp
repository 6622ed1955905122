// Functions of World that C calls in another way. The others are in world_functions.cpp, which is generated.
#include "conversions.h"
#include "defs.h"

#include <algorithm>
#include <span>
#include <vector>

using namespace fray::c;

fray_error fray_world_spawn(fray_world_id world, const fray_spawn_def* def, fray_agent_id* out) {
    return in_world(world, [&](OpenWorld& w) {
        fray::AgentId made;
        if (out != nullptr) *out = {0, 0};
        const fray::Error e = w.world.spawn(from_c(given(def, "def")), &made);
        if (out != nullptr) *out = agent(made);
        return e;
    });
}

fray_error fray_world_spawn_many(fray_world_id world, const fray_spawn_def* defs, size_t count, fray_agent_id* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(defs, count, "defs");
        if (out != nullptr) std::fill_n(out, count, fray_agent_id{0, 0});
        std::vector<fray::SpawnDef> spawns;
        spawns.reserve(count);
        for (size_t i = 0; i < count; ++i) spawns.push_back(from_c(defs[i]));
        std::vector<fray::AgentId> made(count);
        const fray::Error e = w.world.spawn(spawns, made);
        if (e == fray::Error::ok && out != nullptr)
            std::transform(made.begin(), made.end(), out, [](fray::AgentId id) { return agent(id); });
        return e;
    });
}

fray_error fray_world_set_host_poses(fray_world_id world, const fray_host_poses* poses) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_host_poses(host_poses(given(poses, "poses"))); });
}

fray_error fray_world_nav_link(fray_world_id world, int link, fray_nav_link_def* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = {};
        const auto found = w.world.nav_link(link);
        if (!found) return note(FRAY_ERROR_UNKNOWN, "link: there is none of this number", &w);
        *out = to_c(*found);
        return FRAY_OK;
    });
}
