// Writes recordings (`run --record`) and replays them (`replay`).
#pragma once

#include "fray/recording.h"
#include "options.h"

namespace fray::demo {

/// Records the battle from now on. The recording stores the scenario and the changes made on the command line. Throws
/// BadInput.
Recorder start_recording(Setup& setup, const BattleChoice& choice, const std::string& path);
/// Closes the recording. Throws BadInput if the file could not be written.
void finish_recording(Recorder& recorder);

/// Whether the file is a recording, to judge by its first bytes.
bool is_recording(const std::string& path);

/// A recording that is replayed frame by frame.
class Replay {
public:
    /// `threads` and `jobs` of the choice count; the recording says the rest. Prints where the recording was cut off.
    /// Throws BadInput.
    Replay(const std::string& path, const BattleChoice& choice, EventMask events, bool wait_reasons);

    const Recording& recording() const { return recording_; }
    Setup& setup() { return setup_; }
    Battle& battle() { return setup_.battle; }
    const Replayer& replayer() const { return replayer_; }
    /// Goes to the frame with this number, which is replayed next. Throws BadInput.
    void seek(uint64_t frame);
    /// Replays a frame. Returns false at the end. Throws BadInput.
    bool step();
    /// Returns whether the battle differs from the recording, and prints where.
    bool differs() const;

private:
    Recording recording_;
    Setup setup_;
    Replayer replayer_;
};

/// Replays a recorded battle and compares the state hashes. Returns the program's exit code: 0, or `broken_promise`
/// where the battle diverges from the recording. Throws BadInput.
int replay(const ReplayOptions& options);

} // namespace fray::demo
