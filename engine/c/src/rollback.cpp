#include "api.h"

using namespace fray::c;

fray_error fray_world_keep_frames(fray_world_id world, int frames) {
    return in_world(world, [&](OpenWorld& w) {
        w.rollback = nullptr;
        if (frames == 0) return;
        try {
            w.rollback = std::make_unique<fray::Rollback>(w.world, frames);
        } catch (const std::invalid_argument& e) {
            throw Refused{FRAY_ERROR_OUT_OF_RANGE, e.what()};
        }
    });
}

namespace {

fray::Rollback& rollback_of(OpenWorld& w) {
    if (w.rollback == nullptr) throw Refused{FRAY_ERROR_UNKNOWN, "rollback: fray_world_keep_frames was not called"};
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
        *out = w.rollback != nullptr && w.rollback->keeps(frame);
    });
}
