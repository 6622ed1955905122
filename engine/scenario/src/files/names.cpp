// The names of enum values in scenario files, and the comparison of grounds.
#include "fray/scenario.h"

namespace fray {

const char* to_string(Formation formation) {
    switch (formation) {
    case Formation::block: return "block";
    case Formation::line: return "line";
    case Formation::ring: return "ring";
    case Formation::point: return "point";
    case Formation::companies: return "companies";
    }
    return "?";
}

const char* to_string(When when) { return when == When::start ? "start" : "script"; }

const char* to_string(OffGround value) { return value == OffGround::move ? "move" : "refuse"; }

const char* to_string(GroundKind value) { return value == GroundKind::grid ? "grid" : "navmesh"; }

bool operator==(const GroundDef& a, const GroundDef& b) {
    const auto bytes = [](const GroundDef& def) {
        std::vector<std::byte> list;
        if (def.made != nullptr) def.made->write(&list);
        return list;
    };
    return a.map == b.map && a.rows == b.rows && a.navmesh == b.navmesh && a.as == b.as && a.radius == b.radius &&
           a.cell == b.cell && a.at == b.at && bytes(a) == bytes(b);
}

} // namespace fray
