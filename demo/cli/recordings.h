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

/// Replays a recorded battle and compares the state hashes. Returns the program's exit code: 0, or `broken_promise`
/// where the battle diverges from the recording. Throws BadInput.
int replay(const ReplayOptions& options);

} // namespace fray::demo
