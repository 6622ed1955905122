// Checkpoints (`run --checkpoint`): the battle so far in a file, from which `run --resume` goes on, with any number of
// threads and ranks.
#pragma once

#include "fray/battle.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fray::demo {

class Checkpoints {
public:
    /// `path`: the file, as the user gave it; `every`: s of world time. Throws BadInput if the file cannot be written.
    Checkpoints(const std::string& path, double every, const Battle& battle);

    /// Call it after every step. Writes a checkpoint if one is due. If that fails, prints an error, and the battle goes
    /// on; the last checkpoint stays.
    void frame(const Battle& battle);
    /// Call it after the last step. Writes a checkpoint, unless the last is of this frame.
    void finish(const Battle& battle);

    bool written() const { return frame_.has_value(); } ///< there is one of this run
    bool failed() const { return failed_; }             ///< not all could be written

private:
    uint64_t number(const Battle& battle) const;
    void write(const Battle& battle);

    std::string path_;
    double every_;                  ///< s of world time
    std::string battle_;            ///< what the battle is, as JSON: only the same battle can go on from a checkpoint
    uint64_t number_ = 0;           ///< how many were due so far
    std::optional<uint64_t> frame_; ///< that of the last checkpoint of this run
    bool failed_ = false;
};

/// Takes a new battle to where a checkpoint was written. Throws BadInput if it is of another battle.
void resume(Battle& battle, const std::string& path);

} // namespace fray::demo
