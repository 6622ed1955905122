// Teams and squads.
#include "api.h"
#include "conversions.h"
#include "defs.h"

using namespace fray::c;

fray_error fray_world_add_team(fray_world_id world, const char* name, uint8_t* out) {
    return in_world(world, [&](OpenWorld& w) { return w.world.add_team(&given(name, "name"), out); });
}

fray_error fray_world_hostile(fray_world_id world, uint8_t a, uint8_t b, bool* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = false;
        for (const uint8_t team : {a, b}) known("team", team, w.world.team_count());
        *out = w.world.hostile(a, b);
    });
}

fray_error fray_world_team_name(fray_world_id world, uint8_t team, const char** out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out");
        known("team", team, w.world.team_count());
        *out = w.world.team_name(team).data();
    });
}

fray_error fray_world_add_squad(fray_world_id world, uint8_t team, const fray_squad_def* def, fray_squad_id* out) {
    return in_world(world, [&](OpenWorld& w) {
        fray::SquadId made;
        given(out, "out") = {0};
        const fray::Error e = w.world.add_squad(team, def != nullptr ? from_c(*def) : fray::SquadDef{}, &made);
        out->value = made.value;
        return e;
    });
}
