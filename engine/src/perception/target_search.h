// Whom a member of a squad may fight: exact searches in the trees (rules: alert, Candidates; commit, Change of target).
#pragma once

#include "perception/perception_layer.h"

namespace fray {

/// The living members of one squad, as its searches need them. Memory is used again.
class SquadView {
public:
    SquadView(const PerceptionLayer& core, List<AlertMember>& members) : core_(core), members_(members) {}

    void gather(const Squad& squad);
    const List<AlertMember>& members() const { return members_; }

    struct Found {
        uint32_t row = no_index;
        float squared = 0.0f;
        Serial serial = no_serial;
        int32_t mm = 0; ///< that of its key: less what is preferred
    };
    /// The one of two that goes first (rules: alert, Nearest).
    static bool before(const Found& a, const Found& b) {
        if (a.mm != b.mm) return a.mm < b.mm;
        return a.squared != b.squared ? a.squared < b.squared : a.serial < b.serial;
    }
    /// Is this row among the member's candidates, hostility apart?
    bool candidate(const AlertMember& self, uint32_t row) const;
    /// Are the member and this row on different islands?
    bool is_apart(const AlertMember& self, uint32_t row) const;
    /// A row's key.
    Found key_of(const AlertMember& self, uint32_t row) const;
    /// Whom a search is for: all candidates, or those at whose circle there is room for the member.
    enum class Among : uint8_t { all, with_room };
    /// The nearest candidate.
    Found nearest(const AlertMember& self, Among among = Among::all) const;
    /// The same, if its key's millimetres are at most so many; else perhaps another, or none.
    Found nearest(const AlertMember& self, int32_t most_mm, Among among = Among::all) const;
    /// Is there room for the member at this row's circle?
    bool has_room(const AlertMember& self, uint32_t row) const;

    /// m: within which it sees, by `Targeting::sight`.
    float sight_of(uint32_t row) const;
    /// Does the member see this row, hostility apart? (Rules: Sight.)
    bool sees(const AlertMember& self, uint32_t row) const;
    /// The nearest that it sees, at most four, the nearest first.
    struct Seen {
        std::array<Found, 4> nearest;
        size_t count = 0;
    };
    Seen nearest_seen(const AlertMember& self, size_t most) const;

    struct OpenSlot {
        uint32_t target_row = no_index;
        int slot = -1;
        int32_t mm = 0;
    };
    /// Of the candidates but `not_row`: the nearest open slot where the weight fits and nobody reserves, no farther
    /// than `most_mm`.
    OpenSlot nearest_open_slot(const AlertMember& self, uint32_t not_row, int32_t most_mm) const;

private:
    Found nearest_within(const AlertMember& self, float bound_squared, Among among) const;
    template <typename Search> void search(Search& search, float bound_squared) const;

    const PerceptionLayer& core_;
    List<AlertMember>& members_;
    float reach_ = 0.0f; ///< m from the first member beyond which nobody notices anything
};

/// Searches that were made, for the counters.
void count_queries(PerceptionLayer& core, uint32_t queries);
/// Visits all agents of some teams (bits) that may lie within the bound, some perhaps twice (KdForest::nearest); dead
/// ones, and ids that were given anew, among them.
void search_teams(const PerceptionLayer& core, uint64_t teams, Vec2 at, float bound_squared, KdForest::Visit visit,
                  void* context);
/// The widest approach radius of anybody who is there, in metres.
float widest_approach_radius(const PerceptionLayer& core);

} // namespace fray
