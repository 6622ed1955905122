// Sleepers finds the sleeping agents for which locomotion has nothing to do, many at a time. In a large melee they are
// nine of ten agents, so this decides what such an agent costs.
#pragma once

#include "locomotion/motion.h"

#include <array>
#include <cstdint>
#include <span>

namespace fray {

/// us: the time between two checks of a standing agent that no other agent stands in its place, times the frames of its
/// update interval.
constexpr int64_t room_every = 266'667;

/// What tells which agents have nothing to do.
struct SleeperView : Views<Read<column::serial, column::life, column::slot, column::body>,
                           ReadOwn<column::sleep, column::wake, column::moved, column::update_interval,
                                   column::attack_phase, column::target>,
                           const IdTable, const Clock, const Kinds> {
    using Views::Views;
};

class Sleepers {
public:
    static constexpr uint32_t most_rows = 512;

    /// `intervals_vary`: false if every agent is updated in every frame.
    Sleepers(const SleeperView& world, bool intervals_vary);

    /// Finds such agents among at most `most_rows` rows: those that `Mover::turn_of` lets sleep, and of which
    /// `Mover::rest` would change no column, and those that stand until their next update. It may leave some out.
    /// Returns how many of those that it found are updated in this frame.
    uint32_t find(uint32_t first, uint32_t last);
    /// The rows of the last `find` with any other agent, ascending.
    std::span<const Row> others() const { return {rows_.data(), row_count_}; }

private:
    /// Marks the sleeping agents as if the update intervals of all were 1.
    void find_sleepers();
    /// Marks the agents with longer intervals that stand until their next update, and no others of these.
    void find_waiting();
    /// Leaves out the sleepers with a target that has lost its slot. Returns their number.
    uint32_t wake_watchers();

    SleeperView world_;
    const Row* row_of_; ///< by index of id
    uint32_t frame_;
    bool intervals_vary_;
    bool may_wait_; ///< fray moves all agents, and none is stunned
    Period checks_;
    uint32_t first_ = 0, count_ = 0; ///< the rows of the last `find`
    // By row from `first_`: 1 if the agent is any other; 1 if it sleeps and its interval is 1.
    std::array<uint8_t, most_rows> others_, sleepers_;
    std::array<Row, most_rows> rows_; ///< of the other agents
    uint32_t row_count_ = 0;
};

} // namespace fray
