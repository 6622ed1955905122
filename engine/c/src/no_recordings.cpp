// Replaces recordings.cpp if fray_recording is not built.
#include "api.h"

namespace fray::c {
namespace {

fray_error unsupported() {
    return note(FRAY_ERROR_UNSUPPORTED, "recordings: this library was built without FRAY_RECORDING", nullptr);
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_start_recording(fray_world_id, const char*, const fray_recording_def*) { return unsupported(); }
fray_error fray_world_stop_recording(fray_world_id) { return unsupported(); }
fray_error fray_read_recording_info(const char*, fray_recording_info*) { return unsupported(); }
fray_error fray_world_start_replay(fray_world_id, const char*, const fray_state_def*, size_t) { return unsupported(); }
fray_error fray_world_replay_step(fray_world_id, bool*) { return unsupported(); }
fray_error fray_world_replay_seek(fray_world_id, uint64_t) { return unsupported(); }
fray_error fray_world_replay_divergence(fray_world_id, const char**) { return unsupported(); }
fray_error fray_world_stop_replay(fray_world_id) { return unsupported(); }
fray_error fray_world_save_file(fray_world_id, const char*) { return unsupported(); }
fray_error fray_world_restore_file(fray_world_id, const char*) { return unsupported(); }
