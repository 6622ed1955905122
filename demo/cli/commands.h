// The commands of the program that have files of their own. Each returns the program's exit code, and throws BadInput.
#pragma once

#include "options.h"
#include "ranks/ranks.h"

namespace fray::demo {

struct ScaleOptions;

/// The exit code when an invariant is violated, or when a replay's state hash differs from the recording.
inline constexpr int broken_promise = 3;

/// Runs a battle to its end, on all ranks: 0 or `broken_promise`.
int run(RunOptions options, Ranks& ranks);
/// The same for the ranks other than 0, which print and write nothing.
int follow_run(RunOptions options, Ranks& ranks);
/// Shows a battle in a window. Where no window can be opened, it prints the reason and writes a page with the battle
/// instead.
int view(const ViewOptions& options);
/// Films a battle or a recording.
int film(const FilmOptions& options);
/// Runs the battle up to the frame of the picture and draws that frame.
int shot(const BattleChoice& battle, const PictureChoice& choice);
/// Measures how the time of a frame depends on agents and threads: 0, or `broken_promise` when the same battle ended in
/// different states.
int scale(const ScaleOptions& options, const ScaleFiles& names);
/// Lists the scenarios that ship with fray, with the first sentence of each file's opening comment.
int list(bool names_only);
/// Rewrites a scenario file in place, or all files `*.toml` of a folder and its folders, and prints what was renamed. A
/// file stays as it was if the result has errors. All errors are thrown, after all files were looked at.
int migrate(const std::string& path);

} // namespace fray::demo
