// Snapshots in the caller's memory. Snapshots in files are in recordings.cpp.
#include "api.h"

using namespace fray::c;

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
