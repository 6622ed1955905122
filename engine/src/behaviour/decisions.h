// What the state machines have decided in a frame, for the systems after them.
#pragma once

#include "definitions/monsters.h"
#include "fray/states.h"
#include "host_memory.h"
#include "storage/agents.h"

#include <cstdint>
#include <mutex>
#include <string>

namespace fray {

/// Whom an act called: of one think, in the order of calling.
struct SummonWish {
    uint32_t owner_row;
    Serial owner;
    Act::Call call;
};

/// What one chunk of think decided.
struct ThinkOutput {
    List<uint32_t> awake;    ///< rows to be visited
    List<uint32_t> requests; ///< rows that ask at their target's circle
    List<uint32_t> returns;  ///< rows that end an attack, or give up what they have on their circle
    List<uint32_t> hits;     ///< rows whose hit is due
    List<SummonWish> wishes;
    List<List<uint32_t>> user; ///< rows to be decided on, by state of the user's
    List<uint32_t> user_targets;
    List<StateWriter::Decision> user_decisions;
    List<uint32_t> ended; ///< rows of free ones whose attack is over
    uint32_t thinks = 0;
    uint32_t attacks = 0; ///< windups started

    /// Room for what a chunk may well come to, so that steady frames do not have to make it.
    ThinkOutput() {
        for (auto* list : {&awake, &requests, &returns, &hits, &ended}) list->reserve(128);
    }
    void clear() {
        awake.clear();
        requests.clear();
        returns.clear();
        hits.clear();
        ended.clear();
        wishes.clear();
        for (auto& rows : user) rows.clear();
        thinks = attacks = 0;
    }
};

/// What a state of the user's has thrown in a frame: that of the first chunk.
struct StateFailure {
    std::mutex mutex;
    std::string text;
    uint32_t chunk = ~0u; ///< ~0u: nothing was thrown
};

struct Behaviour {
    List<ThinkOutput> decisions; ///< by chunk
    StateFailure failure;
};

} // namespace fray
