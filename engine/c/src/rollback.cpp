#include "api.h"

using namespace fray::c;

fray_error fray_world_keep_frames(fray_world_id world, int frames) {
    return in_world(world, [&](OpenWorld& w) {
        std::optional<fray::Rollback> next;
        if (frames != 0) next = value_of(fray::Rollback::create(w.world, frames));
        w.rollback = std::move(next);
    });
}

namespace {

fray::Rollback& rollback_of(OpenWorld& w) {
    if (!w.rollback) throw Refused{FRAY_ERROR_UNKNOWN, "rollback: fray_world_keep_frames was not called"};
    return *w.rollback;
}

} // namespace

fray_error fray_world_keep_frame(fray_world_id world) {
    return in_world(world, [&](OpenWorld& w) { return rollback_of(w).save(); });
}

fray_error fray_world_go_back(fray_world_id world, uint64_t frame) {
    return in_world(world, Use::frame, [&](OpenWorld& w) { return rollback_of(w).restore(frame); });
}

fray_error fray_world_keeps_frame(fray_world_id world, uint64_t frame, bool* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = false;
        *out = w.rollback && w.rollback->keeps(frame);
    });
}
