// The command log: passes on every command that changes a world, as bytes that another world can replay. Recordings
// (fray/recording.h) and lock-step netcode are built on it.
//
// Threads: the functions of this header may be called by one thread at a time, between steps.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/error.h"
#include "fray/states.h"

#include <cstddef>
#include <span>

namespace fray {

class World;

/// Receives every command that a world has accepted, as bytes that `replay_command` understands. Its functions are
/// called on the thread that gives the command. They must not change the world, or add or remove another listener.
class FRAY_API CommandListener {
public:
    virtual ~CommandListener() = default;
    virtual void command(std::span<const std::byte> bytes) = 0; ///< `bytes` are valid during the call; must not throw
    virtual void stepped() = 0; ///< called after each step; may read the world; must not throw
};

/// Adds a listener, which from now on receives every command that changes the world. First it receives the commands
/// that turn a new world of the same seed and hz into this world; the last of them restores a snapshot. Each further
/// call with the same listener passes on these first commands again. What the host writes into user columns is passed
/// on with the next step. A world can have several listeners; they are told in the order in which they were added.
/// `unknown`: the ground cannot be written (Ground::write). `out_of_memory`: it does not listen now.
FRAY_API Error add_command_listener(World& world, CommandListener& listener);

/// Removes a listener; also from a dead world. Does nothing if it does not listen. `stepping`: a step runs.
FRAY_API Error remove_command_listener(World& world, CommandListener& listener);

/// Replays a command that a listener has received. `bad_call`: these are not the bytes of a command. Any other
/// result is that of the command. `states` are the user states that the commands may name. They are matched by name,
/// because the bytes do not hold functions.
FRAY_API Error replay_command(World& world, std::span<const std::byte> bytes, std::span<const StateDef> states = {});

} // namespace fray

#include "fray/end_header.h"
