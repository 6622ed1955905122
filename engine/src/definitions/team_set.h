// A set of teams, with a bit for each.
#pragma once

#include "fray/defs.h"
#include "fray/id.h"

#include <array>
#include <cstdint>
#include <span>

namespace fray {

class TeamSet {
public:
    static constexpr TeamSet all() {
        TeamSet set;
        set.words_.fill(~uint64_t{0});
        return set;
    }
    /// The teams of a list.
    static constexpr TeamSet of(std::span<const TeamIndex> teams) {
        TeamSet set;
        for (const TeamIndex team : teams) set.set(team, true);
        return set;
    }

    constexpr bool has(TeamIndex team) const { return (words_[team / 64] >> team % 64 & 1) != 0; }
    constexpr void set(TeamIndex team, bool in) {
        const uint64_t bit = uint64_t{1} << team % 64;
        words_[team / 64] = in ? words_[team / 64] | bit : words_[team / 64] & ~bit;
    }
    /// Whether it has no team from `count` on.
    constexpr bool is_below(size_t count) const {
        for (size_t team = count; team < max_teams; ++team)
            if (has(static_cast<TeamIndex>(team))) return false;
        return true;
    }

private:
    std::array<uint64_t, max_teams / 64> words_{};
};

static_assert(max_teams % 64 == 0 && max_teams - 1 <= UINT8_MAX, "TeamIndex numbers all teams");

} // namespace fray
