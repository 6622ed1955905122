// A skirmish that is put back to where it was after each input of a fuzzer.
#pragma once

#include "fuzz/skirmish.h"

#include "fray/rollback.h"

#include <memory>
#include <optional>
#include <vector>

namespace fray::fuzz {

class Stage {
public:
    /// Lives for so many frames before the first input.
    Stage(bool ground, int frames);

    World& world() { return skirmish_->world; }
    /// Puts the world back. If an input has changed what a rollback cannot change back, it makes another world.
    void reset();

private:
    void make();
    void keep();

    bool ground_;
    std::vector<std::byte> snapshot_;
    std::unique_ptr<Skirmish> skirmish_;
    std::optional<Rollback> rollback_;
    uint64_t frame_ = 0;
};

/// Stages of all kinds.
Stage& stage(size_t number);

} // namespace fray::fuzz
