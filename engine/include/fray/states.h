// States of the user's own, beside the built-in ones: a function that decides for many agents at once (rules: The
// user's states; engine/docs/states.md). Batch and writer are for the call that was given them, on its thread.
#pragma once

#include "fray/api.h"
#include "fray/defs.h"
#include "fray/events.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace fray {

/// How fast one goes.
enum class Gait : uint8_t { stand, walk, run };

/// Stands in `StateBatch::target_rows` for no target.
inline constexpr uint32_t no_row = ~0u;

/// The agents that a state decides on, and what it may look at. Spans have an element for every row of the world, as
/// things were when think began, and are valid during the call.
struct StateBatch {
    std::span<const uint32_t> rows;             ///< of the agents: element i is agent i of the batch
    std::span<const uint32_t> target_rows;      ///< by i: of its target; no_row: it has none
    std::span<const Vec2> positions;            ///< by row, m
    std::span<const Vec2> headings;             ///< by row, unit vectors
    std::span<const float> healths;             ///< by row; only of the batch's own agents
    std::span<const Serial> serials;            ///< by row
    std::span<const ArchetypeIndex> archetypes; ///< by row
    int64_t time_us = 0;                        ///< the frame's start
    uint64_t frame = 0;

    size_t size() const { return rows.size(); }
    /// Of agent i of the batch.
    Vec2 position(size_t i) const { return positions[rows[i]]; }
    /// Has agent i of the batch a target?
    bool has_target(size_t i) const { return target_rows[i] != no_row; }
    Vec2 target_position(size_t i) const { return positions[target_rows[i]]; } ///< of one that has a target
};

/// What a state decides, agent by agent. Said of nothing, an agent goes on as it was told last, and is asked again in
/// the next frame.
class FRAY_API StateWriter {
public:
    /// On one agent; written by the functions below.
    struct Decision {
        Vec2 goal;
        double wait = 0.0; ///< s
        State next = State::idle;
        Gait gait = Gait::stand;
        bool moves = false, leaves = false;
        uint8_t unused[4] = {}; ///< no padding: debug builds compare bytes
    };

    /// The library makes them.
    explicit StateWriter(std::span<Decision> decisions, void* world) : decisions_(decisions), world_(world) {}

    /// It stands, until told otherwise.
    void stand(size_t i) { decisions_[i].moves = true, decisions_[i].gait = Gait::stand; }
    /// Until told otherwise. `goal` finite, within the world.
    void go(size_t i, Vec2 goal, Gait gait) {
        decisions_[i].moves = true;
        decisions_[i].goal = goal;
        decisions_[i].gait = gait;
    }
    /// Not to be asked again for so long (s, 0 to 3600), unless it is hurt, gets another target or an order.
    void wait(size_t i, double seconds) { decisions_[i].wait = seconds; }
    /// Back to the machine (State::idle or State::pursue), or into another state of the user's; in the next frame.
    void next(size_t i, State state) { decisions_[i].leaves = true, decisions_[i].next = state; }
    /// Elements of a user column by row, of which the batch's own may be changed. Throws std::invalid_argument for a
    /// column that is not there, or of another size.
    template <typename T> std::span<T> column(uint32_t user_column) {
        size_t rows = 0;
        void* const data = column_bytes(user_column, sizeof(T), &rows);
        return {static_cast<T*>(data), rows};
    }
    /// The same where the type is known only when the program runs; `*rows` is how many elements there are.
    void* column_bytes(uint32_t user_column, size_t size, size_t* rows) const;

private:
    std::span<Decision> decisions_;
    void* world_;
};

/// Called on many threads at once, each time for other agents. What it says of an agent must depend on that agent and
/// on what it may look at alone: not on the rows, on who else is in the batch, or on the order. Debug builds call it
/// twice, split otherwise and the other way round, and abort naming the agent whose decision differs. If it throws, the
/// batch goes on as it was, and `World::step` answers `state_failed` after the frame.
using StateFunction = void (*)(void* context, const StateBatch& batch, StateWriter& out);

/// A state, for `World::add_state`.
struct StateDef {
    std::string name{};
    StateFunction decide = nullptr;
    void* context = nullptr; ///< not owned, outlives the world
};

} // namespace fray
