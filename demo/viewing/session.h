// A battle that one can go back in: images of the world at intervals, and all that was done to it since.
#pragma once

#include "agent_log.h"
#include "fray/battle.h"
#include "fray/rollback.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace fray::demo {

class Session {
public:
    /// What somebody does to the battle between two steps: commands to its world, a reload. Must do the same each time
    /// that it is done to the same battle. Throws std::invalid_argument where the battle refuses it.
    using Input = std::function<void(Battle&)>;

    /// The battle stands before its first step; `memory` is what the images may take, in bytes; two there
    /// are always.
    explicit Session(Battle&& battle, uint64_t memory = uint64_t{1} << 30);

    Battle& battle() { return battle_; }
    const Battle& battle() const { return battle_; }
    const World& world() const { return battle_.world(); }
    const AgentLog& log() const { return log_; }

    /// Before the next step. Throws what it throws, and is then not part of what was done. After going back: what was
    /// done from here on is done no more.
    void give(const Input& input);

    /// One step, in two parts for those who draw meanwhile: between them nobody may look at the battle. What was done
    /// before this frame the last time is done again. Throws as Battle::step.
    void step_begin();
    void step_end();
    void step();

    uint64_t frame() const { return world().frame(); } ///< of the next step
    uint64_t latest() const { return latest_; }        ///< the farthest that it has come
    uint64_t earliest() const;                         ///< how far `go_back` can go
    /// Goes back to before the step of this frame, at least `earliest`, at most now. False: it cannot, and nothing has
    /// changed.
    bool go_back(uint64_t frame);

    uint64_t memory() const { return images_->memory(); } ///< bytes of images
    uint64_t interval() const { return interval_; }       ///< frames between two

private:
    void repeat_inputs();
    void forget_later_inputs();
    void keep_image();

    Battle battle_;
    std::unique_ptr<Rollback> images_;
    std::map<uint64_t, std::shared_ptr<const Battle::Mark>> marks_; ///< by frame, one for each image
    uint64_t interval_ = 1;
    std::map<uint64_t, std::vector<Input>> inputs_; ///< by frame
    size_t repeated_ = 0;                           ///< of the inputs of this frame
    uint64_t latest_ = 0;
    AgentLog log_;
};

} // namespace fray::demo
