// Recordings of battles: `run --record`, `replay`.
#pragma once

#include "fray/recording.h"
#include "options.h"

namespace fray::demo {

/// From now on, with the scenario and what the command line changed about it. Throws BadInput.
std::unique_ptr<Recorder> start_recording(Setup& setup, const BattleChoice& choice, const std::string& path);
/// Null: there is none. Throws BadInput: it could not be written.
void finish_recording(Recorder* recorder);

/// Fights a recorded battle again, and compares. The program's exit code: 0, or `broken_promise` where it went
/// otherwise than recorded. Throws BadInput.
int replay(const ReplayOptions& options);

} // namespace fray::demo
