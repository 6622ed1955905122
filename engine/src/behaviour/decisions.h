// What the state machines have decided in a frame, as lists for later systems: resolve_hits reads the hits, releases
// and requests; commit reads the summons.
#pragma once

#include "definitions/monsters.h"
#include "fray/states.h"
#include "host_memory.h"
#include "storage/agents.h"
#include "storage/fields.h"

#include <cstdint>
#include <mutex>
#include <string>

namespace fray {

/// Is this a timed state (rules.md, Timed states)?
inline bool is_timed(AgentState state) {
    return state == AgentState::stagger || state == AgentState::backstep || state == AgentState::heal;
}

/// A summons by a monster's act. The summons of an agent are in the order in which its acts asked for them.
struct SummonRequest {
    Row owner_row;
    Serial owner;
    Act::Call call;
};

/// What a chunk of agents has decided in evaluate_fsm.
struct FsmOutput {
    Vector<Row> awake;    ///< rows of awake agents, which are evaluated
    Vector<Row> requests; ///< rows of agents that request a slot at their target's circle
    Vector<Row> returns;  ///< rows of agents that end an attack, or give up what they have at their circle
    Vector<Row> hits;     ///< rows of agents with a hit that is due
    Vector<SummonRequest> summons;
    Vector<Vector<uint32_t>> user;                ///< by user state: rows of its agents, as numbers (StateBatch)
    Vector<uint32_t> user_targets;                ///< scratch memory of user_states.cpp
    Vector<StateWriter::Decision> user_decisions; ///< scratch memory of user_states.cpp
    Vector<Row> ended;                            ///< rows of unmanaged agents that have ended their attack
    uint32_t evaluations = 0;                     ///< number of agents evaluated
    uint32_t attacks = 0;                         ///< number of attacks that began

    /// Reserves what a chunk usually needs, so that steady frames do not allocate.
    FsmOutput() {
        for (auto* list : {&awake, &requests, &returns, &hits, &ended}) list->reserve(128);
    }
    void clear() {
        awake.clear();
        requests.clear();
        returns.clear();
        hits.clear();
        ended.clear();
        summons.clear();
        for (auto& rows : user) rows.clear();
        evaluations = attacks = 0;
    }
};

/// The exception that the function of a user state has thrown in a frame. If several chunks threw, the exception of the
/// chunk with the lowest number is kept.
struct StateFailure {
    std::mutex mutex;
    std::string text;
    uint32_t chunk = ~0u; ///< ~0u: nothing was thrown in this frame
};

struct Behaviour {
    Vector<FsmOutput> decisions; ///< by chunk
    StateFailure failure;
};

FRAY_PART(Behaviour, behaviour, Field::decisions);

} // namespace fray
