// Recordings, replays, and snapshots in files.
#include "api.h"
#include "defs.h"

#include "fray/recording.h"

#include <optional>
#include <utility>

namespace fray::c {
namespace {

/// A replay. It must not be moved, because the replayer refers to the recording.
struct Replay {
    Recording recording;
    std::optional<Replayer> replayer{};
};

struct AllTapes final : Tapes {
    std::optional<Recorder> recorder;
    std::unique_ptr<Replay> replay;
};

AllTapes& tapes_of(OpenWorld& w) {
    if (w.tapes == nullptr) w.tapes = std::make_unique<AllTapes>();
    return static_cast<AllTapes&>(*w.tapes);
}

Replayer& replayer_of(OpenWorld& w) {
    AllTapes& tapes = tapes_of(w);
    if (tapes.replay == nullptr) throw Refused{FRAY_ERROR_UNKNOWN, "replay: none was started"};
    return *tapes.replay->replayer;
}

RecorderDef recorder_def(const fray_recording_def* def) {
    if (def == nullptr) return {};
    initialised(def, "recording_def");
    return {.snapshot_interval = def->snapshot_interval,
            .sums_interval = def->sums_interval,
            .level = def->level,
            .about = text_or_empty(def->about)};
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_start_recording(fray_world_id world, const char* path, const fray_recording_def* def) {
    return in_world(world, [&](OpenWorld& w) {
        const char* const file = &given(path, "path");
        auto& recorder = tapes_of(w).recorder;
        if (recorder) throw Refused{FRAY_ERROR_FULL, "recording: another is running"};
        recorder = value_of(fray::Recorder::create(w.world, file, recorder_def(def)));
    });
}

fray_error fray_world_stop_recording(fray_world_id world) {
    return in_world(world, [&](OpenWorld& w) {
        auto recorder = std::exchange(tapes_of(w).recorder, std::nullopt);
        if (!recorder) throw Refused{FRAY_ERROR_UNKNOWN, "recording: none was started"};
        value_of(recorder->close());
    });
}

fray_error fray_read_recording_info(const char* path, fray_recording_info* out) {
    return answer([&] {
        const char* const file = &given(path, "path");
        given(out, "out") = {};
        const auto recording = value_of(fray::Recording::open(file));
        *out = {recording.seed(), recording.hz(), recording.first_frame(), recording.frames(), recording.bytes()};
    });
}

fray_error fray_world_start_replay(fray_world_id world, const char* path, const fray_state_def* states,
                                   size_t state_count) {
    return in_world(world, [&](OpenWorld& w) {
        const char* const file = &given(path, "path");
        AllTapes& tapes = tapes_of(w);
        if (tapes.replay != nullptr) throw Refused{FRAY_ERROR_FULL, "replay: another is running"};
        auto defs = state_defs(w.states, w.id, states, state_count);
        auto replay = std::make_unique<Replay>(Replay{value_of(fray::Recording::open(file))});
        replay->replayer = value_of(fray::Replayer::create(replay->recording, w.world, std::move(defs)));
        tapes.replay = std::move(replay);
    });
}

fray_error fray_world_replay_step(fray_world_id world, bool* more) {
    return in_world(world, Use::frame, [&](OpenWorld& w) {
        given(more, "more") = false;
        *more = value_of(replayer_of(w).step());
    });
}

fray_error fray_world_replay_seek(fray_world_id world, uint64_t frame) {
    return in_world(world, Use::frame, [&](OpenWorld& w) { value_of(replayer_of(w).seek(frame)); });
}

fray_error fray_world_replay_divergence(fray_world_id world, const char** text) {
    return in_world(world, [&](OpenWorld& w) {
        given(text, "text") = nullptr;
        const auto& found = replayer_of(w).divergence();
        if (!found) return;
        w.text = to_string(*found);
        *text = w.text.c_str();
    });
}

fray_error fray_world_stop_replay(fray_world_id world) {
    return in_world(world, [&](OpenWorld& w) {
        replayer_of(w); // throws if none was started
        tapes_of(w).replay = nullptr;
    });
}

fray_error fray_world_save_file(fray_world_id world, const char* path) {
    return in_world(world, [&](OpenWorld& w) { value_of(fray::save_snapshot(w.world, &given(path, "path"))); });
}

fray_error fray_world_restore_file(fray_world_id world, const char* path) {
    return in_world(world, Use::frame,
                    [&](OpenWorld& w) { value_of(fray::load_snapshot(w.world, &given(path, "path"))); });
}
