// Which enemies a member of a squad may fight: exact searches in the trees (rules.md, Candidates and Change of target).
//
// A candidate is a living enemy on the member's storey that it can reach over the ground, and that some member of its
// squad notices (team alert). Candidates are compared by a key: the distance in mm less the target bias, then the
// squared distance, then the serial. So each search has a single result, for any number of threads.
#pragma once

#include "perception/perception_layer.h"

namespace fray {

/// The living members of a squad, and searches on their behalf. The list of members belongs to the caller, so that its
/// memory is used again. It reads the world and writes only that list; each thread has its own view.
class SquadView {
public:
    SquadView(const PerceptionLayer& layer, Vector<AlertMember>& members) : layer_(layer), members_(members) {}

    /// Makes the list of members. All searches below are about this squad.
    void gather(const Squad& squad);
    const Vector<AlertMember>& members() const { return members_; }

    /// A result with its key; row no_index: nothing was found.
    struct Found {
        uint32_t row = no_index;
        float squared = 0.0f; ///< m^2, the distance without bias
        Serial serial = no_serial;
        int32_t mm = 0; ///< the distance less the target bias
    };
    /// True: a comes before b by their keys (rules.md, Nearest).
    static bool before(const Found& a, const Found& b) {
        if (a.mm != b.mm) return a.mm < b.mm;
        return a.squared != b.squared ? a.squared < b.squared : a.serial < b.serial;
    }
    /// Is this row a candidate for the member? The caller has to check that it is hostile.
    bool candidate(const AlertMember& self, uint32_t row) const;
    /// Are the member and this row on different islands of the ground?
    bool is_apart(const AlertMember& self, uint32_t row) const;
    Found key_of(const AlertMember& self, uint32_t row) const;
    /// What a search considers: all candidates, or only those with room for the member at their circle.
    enum class Among : uint8_t { all, with_room };
    /// The first hostile candidate by key.
    Found nearest(const AlertMember& self, Among among = Among::all) const;
    /// The same if its key has at most `most_mm`. Otherwise the result may be another candidate, or none. The smaller
    /// the bound, the faster the search.
    Found nearest(const AlertMember& self, int32_t most_mm, Among among = Among::all) const;
    /// Is there room for the member at this row's circle: grid weight, an open slot, and no requester that reserves?
    bool has_room(const AlertMember& self, uint32_t row) const;

    /// m: the radius within which the agent of a row sees, for `Targeting::sight`.
    float sight_of(uint32_t row) const;
    /// Does the member see this row (rules.md, Sight)? The caller has to check that it is hostile.
    bool sees(const AlertMember& self, uint32_t row) const;
    /// Enemies that an agent sees, sorted by key.
    struct Seen {
        std::array<Found, 4> nearest;
        size_t count = 0;
    };
    /// The first `most` enemies by key, 1 to 4, that the member sees.
    Seen nearest_seen(const AlertMember& self, size_t most) const;

    struct OpenSlot {
        uint32_t target_row = no_index; ///< no_index: none was found
        int slot = -1;
        int32_t mm = 0; ///< from the member to the slot; target bias does not count
    };
    /// The nearest open slot at the circle of any candidate but `not_row`, at most `most_mm` away. The circle must have
    /// enough free grid weight, and no requester that reserves. Ties: the lower slot, then the lower serial.
    OpenSlot nearest_open_slot(const AlertMember& self, uint32_t not_row, int32_t most_mm) const;

private:
    Found nearest_within(const AlertMember& self, float bound_squared, Among among) const;
    template <typename Search> void search(Search& search, float bound_squared) const;

    const PerceptionLayer& layer_;
    Vector<AlertMember>& members_;
    float reach_ = 0.0f; ///< m from the first member: no member notices anything beyond
};

/// Adds to the counter of tree searches.
void count_queries(PerceptionLayer& layer, uint32_t queries);
/// Visits all agents of some teams (a bit for each team) that may lie within the bound (m^2), see KdForest::nearest.
/// `visit` has to check each item: it may be visited twice, be dead, be of another team, or be an id that was reused.
void search_teams(const PerceptionLayer& layer, uint64_t teams, Vec2 at, float bound_squared, KdForest::Visit visit,
                  void* context);
/// The greatest approach radius of any archetype that has agents in the world, in metres.
float widest_approach_radius(const PerceptionLayer& layer);

} // namespace fray
