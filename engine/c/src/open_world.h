// A world as the C interface keeps it, with all that has to live as long.
#pragma once

#include "fray/fray_c.h"

#include "fray/jobs.h"
#include "fray/rollback.h"
#include "fray/world.h"

#include <memory>
#include <string>
#include <vector>

namespace fray::c {

/// A state of the user's, as its function is called.
struct StateContext {
    fray_state_fn decide;
    void* context;
    fray_world_id world;
};

/// Recordings and replays of a world; with fray_recording only (recordings.cpp).
struct Tapes {
    virtual ~Tapes() = default;
};

struct OpenWorld {
    explicit OpenWorld(const fray_world_def& def);

    // In this order: the world may have a step to end when it goes, and its tapes listen to it.
    std::unique_ptr<JobSystem> jobs;
    std::vector<std::unique_ptr<StateContext>> states;
    World world;
    std::unique_ptr<Rollback> rollback; ///< made by fray_world_keep_frames
    std::unique_ptr<Tapes> tapes;       ///< made when they are first used
    fray_world_id id = {};
    bool begun = false; ///< between step_begin and step_end

    std::string error; ///< of the last call that was refused
    // What was handed out last, or is used again.
    std::string text;
    std::vector<std::byte> snapshot;
    World::CircleView circle;
};

} // namespace fray::c
