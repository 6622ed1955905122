// A world of the C interface, with all objects that must live as long as the world, and what makes these objects.
#pragma once

#include "fray/fray_c.h"

#include "fray/communicator.h"
#include "fray/debug_draw.h"
#include "fray/jobs.h"
#include "fray/network.h"
#include "fray/rollback.h"
#include "fray/world.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fray::c {

/// The context with which the engine calls a user state: the host's function and its world.
struct StateContext {
    fray_state_fn decide;
    void* context;
    fray_world_id world;
};

using StateContexts = std::vector<std::unique_ptr<StateContext>>;

// These functions throw Refused for invalid arguments.
/// Makes the job system that runs a world's steps: one of fray, or calls of the C functions of the host's scheduler. No
/// exception leaves a task (jobs/src/parallel.h). The arguments are as in fray_world_def.
std::unique_ptr<JobSystem> make_jobs(fray_jobs kind, int threads, bool pin, const fray_host_jobs& host);
/// The host's functions as a Communicator of the engine. Null if `def` has none: then a world has a single process.
std::unique_ptr<Communicator> make_communicator(const fray_communicator& def);
/// Converts a user state of a world; a null id: of a world without one. The result refers to a context that is added to
/// `contexts`, so it must not outlive them.
StateDef state_def(StateContexts& contexts, fray_world_id world, const fray_state_def& def);
std::vector<StateDef> state_defs(StateContexts& contexts, fray_world_id world, const fray_state_def* states,
                                 size_t count);

/// Base class of `AllTapes` (recordings.cpp), which holds the recording and the replay of a world. It lets OpenWorld
/// own them without the headers of fray_recording.
struct Tapes {
    virtual ~Tapes() = default;
};

struct OpenWorld {
    explicit OpenWorld(const fray_world_def& def);

    // The order of these members matters, because the last is destroyed first. The world's destructor may end a step,
    // which needs `jobs`, `ranks` and `states`. `tapes` refers to the world, so it is destroyed before the world.
    std::unique_ptr<JobSystem> jobs;
    std::unique_ptr<Communicator> ranks; ///< null: this process is alone
    StateContexts states;
    fray_profiler profiler; ///< the world's profiler calls these functions
    World world;
    std::optional<Rollback> rollback;   ///< made by fray_world_keep_frames
    std::optional<Broadcast> broadcast; ///< made by fray_world_broadcast
    std::unique_ptr<Tapes> tapes;       ///< null: neither a recording nor a replay was started yet
    fray_world_id id = {};
    bool begun = false; ///< a step was begun and is not ended yet

    std::string error; ///< text of the last refused call
    // Buffers: results that the caller still reads, and memory that later calls use again.
    std::string text;
    std::vector<std::byte> snapshot, packet;
    fray_events events = {};
    DrawLists drawn;
};

} // namespace fray::c
