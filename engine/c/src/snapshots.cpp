// Snapshots in the caller's memory, and images of the last frames. Snapshots in files are in recordings.cpp.
#include "api.h"

using namespace fray::c;

namespace {

fray::Rollback& rollback_of(OpenWorld& w) {
    if (!w.rollback) throw Refused{FRAY_ERROR_UNKNOWN, "rollback: fray_world_keep_frames was not called"};
    return *w.rollback;
}

} // namespace

fray_error fray_world_save(fray_world_id world, void* buffer, size_t capacity, size_t* size) {
    return in_world(world, [&](OpenWorld& w) {
        given(size, "size") = 0;
        const fray::Error e = w.world.save(&w.snapshot);
        if (e != fray::Error::ok) return e;
        copy_bytes("snapshot", w.snapshot, buffer, capacity, size);
        return fray::Error::ok;
    });
}

fray_error fray_world_restore(fray_world_id world, const void* snapshot, size_t size) {
    return in_world(world, Use::frame, [&](OpenWorld& w) {
        if (snapshot == nullptr) throw Refused{FRAY_ERROR_NULL_POINTER, "snapshot: given null"};
        return w.world.restore({static_cast<const std::byte*>(snapshot), size});
    });
}

fray_error fray_world_keep_frames(fray_world_id world, int frames) {
    return in_world(world, [&](OpenWorld& w) {
        std::optional<fray::Rollback> next;
        if (frames != 0) next = value_of(fray::Rollback::create(w.world, frames));
        w.rollback = std::move(next);
    });
}

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
