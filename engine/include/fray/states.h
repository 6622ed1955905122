// User states: states of the host in addition to the built-in states. A state is a function that decides for a batch of
// agents at once (engine/docs/states.md; engine/docs/rules.md, User states).
//
// Threads: fray calls the function of a state on many threads at once, each time for other agents. A batch and its
// writer may be used only during the call, on its thread.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/defs.h"
#include "fray/events.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace fray {

/// How fast an agent moves: not at all, with its `walk_speed`, or with its `run_speed`.
enum class Gait : uint8_t { stand, walk, run };

/// Means "no target" in `StateBatch::target_rows`.
inline constexpr uint32_t no_row = ~0u;

/// The agents that a state decides on, and the data that it may read. The spans show the world at the beginning of
/// evaluate_fsm and are valid during the call. `rows` and `target_rows` have an element for each agent of the batch.
/// The other spans have an element for every row of the world.
struct StateBatch {
    std::span<const uint32_t> rows;             ///< row of agent i of the batch
    std::span<const uint32_t> target_rows;      ///< row of the target of agent i; no_row: it has none
    std::span<const Vec2> positions;            ///< by row, m
    std::span<const Vec2> headings;             ///< by row, unit vectors
    std::span<const float> healths;             ///< by row; only the agents of the batch may be read
    std::span<const Serial> serials;            ///< by row
    std::span<const ArchetypeIndex> archetypes; ///< by row
    double time = 0.0;                          ///< world time at the start of the frame, s
    uint64_t frame = 0;

    size_t size() const { return rows.size(); } ///< number of agents in the batch
    /// Position of agent i of the batch, m.
    Vec2 position(size_t i) const { return positions[rows[i]]; }
    /// Whether agent i of the batch has a target.
    bool has_target(size_t i) const { return target_rows[i] != no_row; }
    /// Position of the target of agent i, m. The agent must have a target.
    Vec2 target_position(size_t i) const { return positions[target_rows[i]]; }
};

/// Receives the decisions of a state for the agents of a batch. An agent without a decision continues with its last
/// decision, and the state decides on it again in the next frame. `i` is the index of the agent in the batch and is not
/// checked.
class FRAY_API StateWriter {
public:
    /// The decision on an agent, written by the functions below.
    struct Decision {
        Vec2 goal{};
        double wait = 0.0; ///< s
        AgentState next = AgentState::idle;
        Gait gait = Gait::stand;
        bool moves = false, leaves = false; ///< `moves`: goal and gait are set; `leaves`: next is set
        uint8_t unused[4] = {};             ///< avoids padding, because debug builds compare bytes
    };

    /// Only the library makes writers.
    explicit StateWriter(std::span<Decision> decisions, void* world) : decisions_(decisions), world_(world) {}

    /// Agent i stands until another decision.
    void stand(size_t i) { decisions_[i].moves = true, decisions_[i].gait = Gait::stand; }
    /// Agent i goes to `goal` until another decision. `goal` in m, finite, within world_extent.
    void move_to(size_t i, Vec2 goal, Gait gait) {
        decisions_[i].moves = true;
        decisions_[i].goal = goal;
        decisions_[i].gait = gait;
    }
    /// The state need not decide on agent i for `seconds` (0 to 3600). It decides earlier if the agent is hurt, gets
    /// another target or gets an order.
    void wait(size_t i, double seconds) { decisions_[i].wait = seconds; }
    /// Agent i leaves the state for AgentState::idle, AgentState::pursue or another user state, in which it continues
    /// in the next frame.
    void next(size_t i, AgentState state) { decisions_[i].leaves = true, decisions_[i].next = state; }
    /// The elements of a user column, by row. The function may change only the elements of the batch's agents.
    /// `user_column` is `UserColumn::value`. Throws std::invalid_argument if there is no such column, or if its
    /// elements are of another size.
    template <typename T> std::span<T> column(uint32_t user_column) {
        size_t rows = 0;
        void* const data = column_bytes(user_column, sizeof(T), &rows);
        return {static_cast<T*>(data), rows};
    }
    /// The elements of a user column of a type that is known at run time only: `size` is the size of an element in
    /// bytes. `*rows` becomes the number of elements.
    void* column_bytes(uint32_t user_column, size_t size, size_t* rows) const;

private:
    std::span<Decision> decisions_;
    void* world_;
};

/// The function of a state. It is called on many threads at once, each time for other agents. Its decision on an agent
/// may depend only on that agent and on the data that it may read. It must not depend on row numbers, on the other
/// agents of the batch, or on their order. Debug builds call it twice, the second time in two parts and in reverse
/// order. They abort if a decision differs and name the agent. If the function throws, or a decision is out of range,
/// the agents of the batch go on as before. `World::step` then finishes the frame and returns `state_failed`.
using StateFunction = void (*)(void* context, const StateBatch& batch, StateWriter& out);

/// A user state for `World::add_state`.
struct StateDef {
    std::string name{};             ///< not empty, and not the name of another state, built-in states included
    StateFunction decide = nullptr; ///< not null
    void* context = nullptr;        ///< passed to `decide`; not owned, must outlive the world
};

} // namespace fray

#include "fray/end_header.h"
