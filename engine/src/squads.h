// Squads: who belongs together, and when they look for targets.
#pragma once

#include "block_pool.h"
#include "fray/id.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fray {

struct Squad {
    PoolArray<uint32_t> members; ///< indices of ids, in spawn order; the dead stay until they are despawned
    Serial founder = no_serial;  ///< its first member; its serial staggers the squad's looks
    uint32_t number = 0;         ///< in the order in which squads were made, from 1; never used again
    TeamIndex team = 0;
    bool lone = false;             ///< made for one who was spawned without a squad: ends with it
    uint8_t attention = 0;         ///< somebody in it has to be looked at by the next alert
    int64_t period = 0;            ///< us, the least alert_every of its members
    int64_t next_look = INT64_MAX; ///< us, when its look is due
};

/// The first time after `after` that lies on a squad's lattice of looks.
inline int64_t next_look_after(const Squad& squad, int64_t after) {
    const int64_t phase = (squad.founder % 16) * squad.period / 16;
    if (after < phase) return phase;
    return phase + ((after - phase) / squad.period + 1) * squad.period;
}

struct Squads {
    BlockPool pool;
    std::vector<Squad> list;
    std::vector<uint32_t> free;                      ///< places in the list of squads that have ended
    std::vector<std::pair<uint32_t, uint32_t>> made; ///< number and place of the squads that the host made, ascending
    uint32_t next_number = 1;

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
        return place;
    }
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
    uint64_t memory() const { return pool.memory() + list.capacity() * sizeof(Squad); }
};

} // namespace fray
