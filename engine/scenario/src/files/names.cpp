// The names of enum values in scenario files, and the comparison of grounds.
#include "fray/scenario.h"

namespace fray {

const char* to_string(GroupFormation formation) {
    switch (formation) {
    case GroupFormation::block: return "block";
    case GroupFormation::line: return "line";
    case GroupFormation::ring: return "ring";
    case GroupFormation::point: return "point";
    case GroupFormation::companies: return "companies";
    }
    return "?";
}

const char* to_string(SpawnTrigger when) { return when == SpawnTrigger::start ? "start" : "script"; }

const char* to_string(OffGround value) { return value == OffGround::move ? "move" : "refuse"; }

const char* to_string(GroundKind value) { return value == GroundKind::grid ? "grid" : "navmesh"; }

bool operator==(const GroundDef& a, const GroundDef& b) {
    const auto bytes = [](const GroundDef& def) {
        std::vector<std::byte> list;
        if (def.made != nullptr) def.made->write(&list);
        return list;
    };
    return a.map == b.map && a.rows == b.rows && a.navmesh == b.navmesh && a.kind == b.kind &&
           a.agent_radius == b.agent_radius && a.cell_size == b.cell_size && a.at == b.at && bytes(a) == bytes(b);
}

} // namespace fray
