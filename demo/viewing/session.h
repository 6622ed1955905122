// A battle that can go back in time: it keeps images of the world at intervals, and all inputs since the oldest image.
#pragma once

#include "agent_log.h"
#include "fray/battle.h"
#include "fray/rollback.h"
#include "picture/recent.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace fray::demo {

class Session {
public:
    /// Changes the battle between two steps: commands to its world, or a reload. It must have the same effect whenever
    /// it is applied to the same battle. Throws BadResult if the battle rejects it.
    using Input = std::function<void(Battle&)>;

    /// `battle` must be before its first step. `memory` limits the images, in bytes, but at least two images are kept.
    explicit Session(Battle&& battle, uint64_t memory = uint64_t{1} << 30);

    Battle& battle() { return battle_; }
    const Battle& battle() const { return battle_; }
    const World& world() const { return battle_.world(); }
    const AgentLog& log() const { return log_; }
    const Recent& recent() const { return recent_; }

    /// Applies an input before the next step and records it. If the input throws, the exception passes on and nothing
    /// is recorded. After going back, it discards all recorded inputs of later frames.
    void give(const Input& input);

    /// A step in two parts, so that the caller can draw meanwhile. Between the two parts the battle must not be
    /// accessed. Inputs recorded for this frame are applied again. Throws BadResult if Battle::step returns an error.
    void step_begin();
    void step_end();
    void step();

    uint64_t frame() const { return world().frame(); } ///< the frame of the next step
    uint64_t latest() const { return latest_; }        ///< the highest frame reached
    uint64_t earliest() const;                         ///< the earliest frame for `go_back`
    /// Goes back to the state before the step of this frame, which must lie between `earliest` and the present frame.
    /// Returns false if it cannot; nothing has changed then.
    bool go_back(uint64_t frame);

    uint64_t memory() const { return images_.memory(); } ///< bytes of the images
    uint64_t interval() const { return interval_; }      ///< frames between two images

private:
    void repeat_inputs();
    void forget_later_inputs();
    void keep_image();

    Battle battle_;
    Rollback images_;
    std::map<uint64_t, std::shared_ptr<const Battle::Mark>> marks_; ///< marks of the battle, by frame; one per image
    uint64_t interval_;
    std::map<uint64_t, std::vector<Input>> inputs_; ///< recorded inputs, by frame
    size_t repeated_ = 0;                           ///< inputs of this frame that were applied already
    uint64_t latest_ = 0;
    AgentLog log_;
    Recent recent_;
};

} // namespace fray::demo
