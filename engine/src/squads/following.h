// Leaders, and those who follow them or are led by the stick (rules: Squads; seed 003).
#pragma once

#include "squads/squads_layer.h"

namespace fray {

/// All changes of a squad's leader and stick go through here.
void set_leader(SquadsLayer& core, uint32_t squad, uint32_t index);
void set_stick(SquadsLayer& core, uint32_t squad, Vec2 stick);

/// From now on this member leads; nothing happens if it does already.
void lead(SquadsLayer& core, uint32_t squad, uint32_t row, Serial before, EventWriter& events);

/// Its leader is no more, or has left: the living member with the lowest serial leads, or nobody.
void succeed(SquadsLayer& core, uint32_t squad, Serial before, EventWriter& events);

/// At ingest's end: whoever may be led by a stick that is held looks and thinks in this frame.
void attend_sticks(SquadsLayer& core);

/// At ingest's end: who was sent with his squad goes where he stands to its leader, seen from where that goes.
void keep_formations(SquadsLayer& core);

/// Does the stick of its squad lead an agent? The columns are those that both alert and think may read.
bool is_led(const SquadsLayer& core, const SquadTraits& traits, uint32_t row, bool brain, OrderKind order, State state,
            int16_t attack);

/// mm from its leader, or -1: it is no follower (rules: Squads).
int32_t follower_distance(const SquadsLayer& core, const SquadTraits& traits, uint32_t row, OrderKind order);

/// Is this one of the states which a follower leaves when it is too far from its leader?
inline bool fights(State state) {
    return state == State::pursue || state == State::roam || state == State::approach || state == State::combat;
}

} // namespace fray
