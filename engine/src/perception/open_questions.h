// Questions of sight that the host may still answer (rule scan_by_sight).
#pragma once

#include "perception/perception.h"

#include <cstdint>

namespace fray {

/// Call at the end of acquire_targets: this frame's questions are open, and those of more than a second ago no more.
/// `now`: us.
void keep_open_questions(Perception& perception, int64_t now);

/// Is the question open at `now` (us)?
bool is_open(const Perception& perception, const SightQuestion& question, int64_t now);

/// The order of `Perception::open_questions`.
bool goes_before(const SightQuestion& a, const SightQuestion& b);

} // namespace fray
