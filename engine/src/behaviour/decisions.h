// What the state machines have decided in a frame, as lists for later systems: resolve_hits reads the hits, releases
// and requests; commit reads the summons.
#pragma once

#include "definitions/monsters.h"
#include "fray/states.h"
#include "host_memory.h"
#include "storage/agents.h"
#include "storage/fields.h"

#include <cstdint>

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

/// An unmanaged agent wants to begin an attack of a class that is limited at its target's circle.
struct AttackWish {
    Row row;
    int32_t attack; ///< number in its table
};

/// What a chunk of agents has decided in evaluate_fsm.
struct FsmOutput {
    Vector<Row> awake;    ///< rows of awake agents, which are evaluated
    Vector<Row> requests; ///< rows of agents that request a slot at their target's circle
    Vector<Row> returns;  ///< rows of agents that end an attack, or give up what they have at their circle
    Vector<Row> hits;     ///< rows of agents with a hit that is due
    Vector<SummonRequest> summons;
    Vector<AttackWish> wishes;
    Vector<Vector<uint32_t>> user;                ///< by user state: rows of its agents, as numbers (StateBatch)
    Vector<uint32_t> user_targets;                ///< scratch memory of user_states.cpp
    Vector<StateWriter::Decision> user_decisions; ///< scratch memory of user_states.cpp
    Vector<Row> ended;                            ///< rows of unmanaged agents that have ended their attack
    uint32_t evaluations = 0;                     ///< number of agents evaluated
    uint32_t attacks = 0;                         ///< number of attacks that began
    Vector<char> failure;                         ///< what the function of a user state has thrown; empty: nothing

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
        wishes.clear();
        for (auto& rows : user) rows.clear();
        evaluations = attacks = 0;
        failure.clear();
    }
    /// Writes or reads what later code uses. False: the bytes are damaged.
    template <typename Archive> bool results(Archive& archive) {
        return archive.list(requests) && archive.list(returns) && archive.list(hits) && archive.list(summons) &&
               archive.list(wishes) && archive.list(ended) && archive.value(evaluations) && archive.value(attacks) &&
               archive.list(failure);
    }
};

struct Behaviour {
    Vector<FsmOutput> decisions; ///< by chunk
};

FRAY_PART(Behaviour, behaviour, Field::decisions);

} // namespace fray
