// Which enemies a member of a squad may fight: exact searches in the trees (rules.md, Candidates and Change of target).
//
// A candidate is a living enemy on the member's floor that it can reach over the ground, and that some member of its
// squad notices (team alert). Candidates are compared by a key: the distance in mm less the target bias, then the
// squared distance, then the serial. So each search has a single result, for any number of threads.
#pragma once

#include "circles/circle_views.h"
#include "perception/squad_memories.h"
#include "perception/threats.h"
#include "squads/squads.h"
#include "storage/views.h"
#include "ways/ways.h"

namespace fray {

/// For code that looks for enemies and open slots on behalf of a squad.
struct SearchView
    : Views<LineView, Read<column::heading, column::island, column::orders, column::monster, column::as_target>,
            const Terrain, const Squads, const Circles, const TargetInfos, const Perception> {
    using Views::Views;
};

/// The living members of a squad, and searches on their behalf. The caller owns the memory, so that it is used again. A
/// view reads the world and writes only that memory. Each thread has its own view.
///
/// A search asks the trees of the teams for enemies, near enemies first, and tests whether a member of the squad
/// notices them. That is dear where many near enemies are no candidates: no member notices them, they are on another
/// island, or they have no room. When the searches for a squad have met enough of these, the view lists all enemies
/// that the squad notices in a tree of their own. All further searches for the squad use that tree. The results are the
/// same.
class SquadView {
public:
    /// `ways`: for searches of open slots and for `has_free_way`; without them it may be null. They must outlive the
    /// view.
    SquadView(const SearchView& world, SquadMemory& memory, const WayView* ways = nullptr)
        : world_(world), ways_(ways), memory_(memory), members_(memory.members) {}

    /// Lists the living members of a squad. All searches below are for members of this squad.
    void gather(const Squad& squad);
    const Vector<AlertMember>& members() const { return members_; }
    /// m: no enemy of the squad is nearer than that beyond the distance within which its members notice enemies. At
    /// most `most`. 0 or less: they may notice one. The squad must have a living member.
    float gap_to_enemies(float most) const;

    /// The agent that a search has found, with its key; row Row::none(): the search found none.
    struct Found {
        Row row = Row::none();
        float squared = 0.0f; ///< m^2, the distance without bias
        Serial serial = no_serial;
        int32_t mm = 0; ///< the distance less the target bias
    };
    /// True: a comes before b by their keys (rules.md, Nearest).
    static bool before(const Found& a, const Found& b) {
        if (a.mm != b.mm) return a.mm < b.mm;
        return a.squared != b.squared ? a.squared < b.squared : a.serial < b.serial;
    }
    /// Could the member fight this row if it noticed it? The caller has to check that it is hostile.
    bool could_fight(const AlertMember& self, Row row) const;
    /// Is this row a candidate for the member? The caller has to check that it is hostile.
    bool candidate(const AlertMember& self, Row row) const { return is_noticed(self, row, true); }
    /// May the member keep this row as its target? As `candidate`, but no agent has to see it (rule in_line).
    bool may_keep(const AlertMember& self, Row row) const { return is_noticed(self, row, false); }
    /// Has the member this row in reach (rule in_reach)?
    bool in_reach(const AlertMember& self, Row row) const;
    /// Has the member this row in reach, and, if its attacks there need one, a clear line from a place at hand (rule
    /// has_shot)?
    bool has_shot(const AlertMember& self, Row row) const;
    /// Has the member this row at hand: does a step bring it into reach, on a way that is free (rule at_hand)?
    bool at_hand(const AlertMember& self, Row row) const;
    /// Is the way of the member to the place from which it strikes this row free, or the first 6 m of it (rule
    /// at_hand)?
    bool has_free_way(const AlertMember& self, Row row) const;
    /// Do the member's order (rule held_back_from) or its leader's distance (rule held_back_from) keep it from this
    /// row?
    bool is_held_back(const AlertMember& self, Row row) const;
    /// mm: no agent that the member has in reach is farther away.
    int32_t farthest_reach(const AlertMember& self) const;
    /// Are the member and this row on different islands of the ground?
    bool is_apart(const AlertMember& self, Row row) const;
    Found key_of(const AlertMember& self, Row row) const;
    /// What a search considers: all candidates, those at which the member has a shot (rule has_shot), those with room
    /// for the member at their circle, or of these only those at which it has a shot, or which it has at hand (rule
    /// at_hand).
    enum class Among : uint8_t { all, shots, with_room, shots_with_room, at_hand };
    /// The first hostile candidate by key.
    Found nearest(const AlertMember& self, Among among = Among::all) const;
    /// The first hostile candidate by key, if its `mm` is at most `most_mm`. Otherwise the result may be another
    /// candidate, or none. The smaller the bound, the faster the search.
    Found nearest(const AlertMember& self, int32_t most_mm, Among among = Among::all) const;
    /// The first by threat (rule most_threatening) of the hostile attackers in the member's threat table that it could
    /// fight. Without such an attacker: row Row::none(). `world` is a parameter, because not every system that has a
    /// SquadView may read threat tables.
    Found most_threatening(const ThreatView& world, const AlertMember& self) const;
    /// Is there room for the member at this row's circle: grid weight, an open slot, and no requester that reserves?
    bool has_room(const AlertMember& self, Row row) const;
    /// Counts an enemy that a search has met and that was no candidate. True: the searches for this squad have met so
    /// many of them that this search shall end, and start again in the tree of the noticed enemies.
    bool gives_up() const { return ++misses_ == most_misses_; }

    /// m: the radius within which the agent of this row sees enemies (`Targeting::sight`).
    float sight_of(Row row) const;
    /// Does the member see this row (rules.md, Sight)? The caller has to check that it is hostile.
    bool sees(const AlertMember& self, Row row) const;
    /// Enemies that an agent sees, sorted by key.
    struct Seen {
        std::array<Found, 4> nearest;
        size_t count = 0;
    };
    /// The first enemies by key that the member sees: `most` of them at most (1 to 4).
    Seen nearest_seen(const AlertMember& self, size_t most) const;

    struct OpenSlot {
        Row target_row = Row::none(); ///< Row::none(): none was found
        int slot = -1;
        int32_t mm = 0; ///< from the member to the slot; target bias does not count
    };
    /// The open slot nearest to the member, at most `most_mm` away, at the circle of any candidate except `not_row`.
    /// The circle must have enough free grid capacity, and no requester that reserves. Ties: the lower slot, then the
    /// target's lower serial.
    OpenSlot nearest_open_slot(const AlertMember& self, Row not_row, int32_t most_mm) const;
    /// The open slot at the circle of the nearest hostile candidate by key that the member has in reach and that has
    /// room for it: the nearest of that circle's open slots.
    OpenSlot slot_in_reach(const AlertMember& self) const;
    /// As `slot_in_reach`, of the candidates that the member has at hand.
    OpenSlot slot_at_hand(const AlertMember& self) const;

private:
    /// What `first_watcher` has to know of an enemy. `seen`: members with `needs_line_of_sight` have to see it.
    struct Enemy {
        Vec2 at{};
        Row row;
        int16_t floor;
        bool seen;
    };
    OpenSlot slot_at(const AlertMember& self, const Found& found) const;
    bool is_out_of_reach(const AlertMember& self, Row row) const;
    bool is_far_from_leader(const AlertMember& self, Row row) const;
    bool is_noticed(const AlertMember& self, Row row, bool seen) const;
    bool any_notices(Row row, bool seen) const;
    bool notices(const AlertMember& member, Row row, bool seen) const;
    bool has_view(const AlertMember& member, Row row) const;
    int32_t room_at(Row row, int32_t least) const;
    Found nearest_within(const AlertMember& self, float bound_squared, Among among) const;
    template <typename Search> void search(Search& search, float bound_squared) const;
    float search_noticed(const AlertMember& self, int32_t weight, uint32_t number, float bound_squared,
                         KdForest::Visit visit, void* context) const;
    void build_watchers() const;
    uint32_t first_watcher(const Enemy& enemy, uint32_t number) const;
    void list_noticed() const;
    void list_noticed_below(uint32_t number) const;
    void list_noticed_by(uint32_t begin, uint32_t end, Vec2 low, Vec2 high, float alert_squared) const;
    void learn_rooms() const;

    SearchView world_;
    const WayView* ways_;
    SquadMemory& memory_;
    Vector<AlertMember>& members_;
    bool may_follow_ = false;             ///< some agent of the world follows another
    const SquadTraits* traits_ = nullptr; ///< of the squad, if so
    float reach_ = 0.0f;                  ///< m, around the first member: no member notices an enemy farther away
    float most_alert_squared_ = 0.0f;     ///< m^2: of all members
    Vec2 low_{}, high_{};                 ///< m: the box around all members
    mutable size_t last_to_notice_ = 0;   ///< in `members_`: where to look first for a member that notices an enemy
    mutable size_t tested_ = 0;           ///< members that were tested in vain for whether they notice an enemy
    size_t most_tested_ = 0;              ///< when `tested_` is greater, the tree of the watchers is built
    mutable size_t misses_ = 0;           ///< see `gives_up`
    size_t most_misses_ = 0;              ///< when `misses_` is as great, the noticed enemies are listed
    // What the memory holds for the present members:
    mutable bool has_watchers_ = false, has_noticed_ = false, has_rooms_ = false;
};

/// Adds to the counter of tree searches.
void count_queries(const Views<Counters>& world, uint32_t queries);
/// The greatest approach radius of any archetype that has agents in the world, in metres.
float widest_approach_radius(const Views<const Kinds>& world);

} // namespace fray
