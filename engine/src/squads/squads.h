// Squads: who belongs together, and when they look for targets.
#pragma once

#include "fray/defs.h"
#include "fray/id.h"
#include "host_memory.h"
#include "storage/block_pool.h"

#include <algorithm>
#include <utility>

namespace fray {

/// What only squads of the host's making have.
struct SquadTraits {
    uint32_t leader = ~0u;                          ///< index of its id; ~0u: nobody
    int32_t follow_mm = 0, half_mm = 0, max_mm = 0; ///< follow_mm 0: nobody follows
    Vec2 stick;                                     ///< (0, 0): let go
    int64_t renew = 0;                              ///< us
    float ahead = 0.0f;                             ///< m
    Control control = Control::leader;
    uint8_t unused[3] = {};

    bool held() const { return stick.x != 0.0f || stick.y != 0.0f; }
    /// Does nobody follow, because the stick moves them?
    bool stick_moves_all() const { return control != Control::leader && held(); }
};

struct Squad {
    PoolArray<uint32_t> members; ///< indices of ids, as they came; the dead stay until they are despawned
    Serial founder = no_serial;  ///< its first member; its serial staggers the squad's looks
    uint32_t number = 0;         ///< in the order in which squads were made, from 1; never used again
    TeamIndex team = 0;
    bool lone = false;             ///< made for one who was spawned without a squad: ends with it
    uint8_t attention = 0;         ///< somebody in it has to be looked at by the next alert
    int64_t period = 0;            ///< us, the least alert_every of its members
    int64_t next_look = INT64_MAX; ///< us, when its look is due
    uint32_t traits = ~0u;         ///< its place in Squads::traits; ~0u: it has none
    uint32_t unused = 0;
};

/// The first time after `after` that lies on a squad's lattice of looks.
inline int64_t next_look_after(const Squad& squad, int64_t after) {
    const int64_t phase = (squad.founder % 16) * squad.period / 16;
    if (after < phase) return phase;
    return phase + ((after - phase) / squad.period + 1) * squad.period;
}

/// An agent that has been sent with its squad, to its place in it.
struct FormationMove {
    uint32_t agent; ///< index of its id
    uint32_t squad;
    Vec2 point; ///< the leader's
};

struct Squads {
    BlockPool pool;
    List<Squad> list;
    List<uint32_t> free;                      ///< places in the list of squads that have ended
    List<std::pair<uint32_t, uint32_t>> made; ///< number and place of the squads that the host made, ascending
    List<SquadTraits> traits;                 ///< of these, in the same order
    bool any_follow = false;                  ///< in some squad
    uint32_t sticks = 0;                      ///< held
    uint64_t hash = 0;                        ///< sum over the leaders and sticks that there are
    uint32_t next_number = 1;
    List<FormationMove> formations; ///< of this frame's ingest

    static constexpr uint32_t none = ~0u;

    /// A new squad's place.
    uint32_t create(TeamIndex team, bool lone) {
        uint32_t place = static_cast<uint32_t>(list.size());
        if (free.empty())
            list.emplace_back();
        else {
            place = free.back();
            free.pop_back();
        }
        list[place].number = next_number++;
        list[place].team = team;
        list[place].lone = lone;
        if (lone) return place;
        made.emplace_back(list[place].number, place);
        list[place].traits = static_cast<uint32_t>(traits.size());
        traits.emplace_back();
        return place;
    }
    /// Null: it has none.
    const SquadTraits* traits_of(uint32_t place) const {
        return list[place].traits == none ? nullptr : &traits[list[place].traits];
    }
    SquadTraits* traits_of(uint32_t place) {
        return list[place].traits == none ? nullptr : &traits[list[place].traits];
    }
    /// Does somebody follow his leader, or is some stick held? If not, nobody minds the traits of his squad.
    bool any_ties() const { return any_follow || sticks != 0; }
    /// Of a squad that the host made; none: there is no such.
    uint32_t find(SquadId id) const {
        const auto found = std::lower_bound(made.begin(), made.end(), std::pair{id.value, 0u});
        return found != made.end() && found->first == id.value ? found->second : none;
    }
    /// A lone squad whose member is gone.
    void end(uint32_t place) {
        list[place].members.give_back(pool);
        list[place] = {};
        free.push_back(place);
    }
    uint32_t count() const { return static_cast<uint32_t>(list.size() - free.size()); }
    uint64_t memory() const {
        return pool.memory() + list.capacity() * sizeof(Squad) + traits.capacity() * sizeof(SquadTraits);
    }
};

} // namespace fray
