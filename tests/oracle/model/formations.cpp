// Formations of squads: the places of the members.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace fray::model {

// # Formations
// An order `move` or `advance` of `set_squad_order` may have a *formation*: `files` or `ranks` (one of the two), a
// `spacing` and a `facing`. Left of (x, y) is (-y, x).
//
// *Example.* Five agents at (0, 0), (0, 1), (0, 2), (1, 0), (1, 1) get an order to (10, 0) with 2 files and a spacing
// of 2 m. The leader is the first, so the march direction is (1, 0). The agents at x = 1 are rank 0; the left is (0,
// 1), so the agent at (1, 1) is file 0. Rank 1 is the first two of the others by serial, (0, 1) before (0, 0), and rank
// 2 the agent at (0, 2). Rank 0 stands at (12, 1) and (12, -1), rank 1 at (10, 1) and (10, -1), and rank 2, a single
// agent, at (8, 0).

namespace {

Vec2 left_of(Vec2 v) { return {-v.y, v.x}; }

int rounded_up(int n, int divisor) { return (n + divisor - 1) / divisor; }

/// With `ranks`, files is N / ranks; R is N / files, the number of ranks that N members fill. Both are rounded up. The
/// last rank holds what is left.
int files_of(const SquadFormation& shape, int n) { return shape.files != 0 ? shape.files : rounded_up(n, shape.ranks); }

/// The greatest dot(position, direction) (float) comes first; ties: the lower serial.
void sort_along(std::span<Agent*> members, Vec2 direction) {
    std::sort(members.begin(), members.end(), [direction](const Agent* a, const Agent* b) {
        const float along_a = glm::dot(a->position, direction), along_b = glm::dot(b->position, direction);
        return along_a != along_b ? along_a > along_b : a->serial < b->serial;
    });
}

/// F is `normalised(facing)`, or the march direction d if the facing is (0, 0). The formation faces D: F, or -F if
/// dot(F, d) < 0. Then it *turns about* at its point.
Vec2 place_direction(const SquadFormation& shape, Vec2 march) {
    const Vec2 facing = shape.facing == Vec2{} ? march : normalised(shape.facing);
    return glm::dot(facing, march) < 0.0f ? Vec2{-facing.x, -facing.y} : facing;
}

// How far the place of number `i` of `count` is from the middle, in spacings.
float from_middle(int i, int count) { return 0.5f * static_cast<float>(count - 1) - static_cast<float>(i); }

} // namespace

// Notes the formation of the order, if it has one, and returns its number; 0: it has none.
int ReferenceModel::note_formation(const command::SetSquadOrder& c) {
    if (!leads_to_point(c.order.kind) || !c.order.formation.given()) return 0;
    formations_.push_back({c.order.formation, c.squad.value, c.order.point});
    return static_cast<int>(formations_.size());
}

/// Every member, the leader too, has a place as its own point. Places are found with own points (`find_own_points`),
/// for the living agents that still have this order, also if they have left the squad since. Such a journey is
/// *blocked* only after 60 s. The event order names the order's point p. A squad that gets a new order leaves its
/// formation; orders from the queue keep the offsets.
void ReferenceModel::find_formation_places() {
    for (size_t i = 0; i < formations_.size(); ++i) {
        std::vector<Agent*> members;
        for (auto& [serial, agent] : agents_)
            if (agent.living() && agent.order.formation == static_cast<int>(i) + 1) members.push_back(&agent);
        if (members.empty()) continue;
        assign_places(formations_[i], members);
        for (Agent* const member : members) {
            member->journey->patience = 60'000'000;
            member->order.formed = true;
        }
    }
    formations_.clear();
    for (auto& [serial, agent] : agents_) {
        if (agent.order.formation != 0) agent.order.squad = 0; // it has its own point
        agent.order.formation = 0;
    }
}

/// The members are sorted along the march direction (`sort_along`): the first, as many as there are files, are rank 0,
/// the next rank 1, and so on. Each rank is sorted along the left of that direction into files 0, 1, and so on. The
/// place of file f in rank r, which has m files, is p + D * (spacing * (0.5 * (R - 1) - r)) + left of D * (spacing *
/// (0.5 * (m - 1) - f)) (all float), kept inside the world. D is that of `place_direction`, R that of `files_of`.
void ReferenceModel::assign_places(const Formation& formation, const std::vector<Agent*>& members) {
    const int n = static_cast<int>(members.size());
    const int files = files_of(formation.shape, n);
    const int ranks = rounded_up(n, files);
    const Vec2 march = march_direction(formation, *members.front());
    const Vec2 ahead = place_direction(formation.shape, march);
    const float spacing = formation.shape.spacing;
    std::vector<Agent*> sorted = members;
    sort_along(sorted, march);
    for (int r = 0; r < ranks; ++r) {
        const int begin = r * files;
        const int m = std::min(files, n - begin);
        const std::span<Agent*> rank(sorted.data() + begin, static_cast<size_t>(m));
        sort_along(rank, left_of(march));
        for (int f = 0; f < m; ++f)
            rank[static_cast<size_t>(f)]->order.point =
                within_world(formation.point + ahead * (spacing * from_middle(r, ranks)) +
                             left_of(ahead) * (spacing * from_middle(f, m)));
    }
}

/// A march begins where the squad's leader is; without a leader, where the first of these members by serial is.
Vec2 ReferenceModel::march_begin(const Formation& formation, const Agent& first_member) const {
    const auto leading = agents_.find(leader(formation.squad));
    return leading != agents_.end() ? leading->second.position : first_member.position;
}

/// The *march direction* is `normalised(p - begin of the march)`. If the two are the same, it is `normalised(facing)`,
/// or (1, 0) if the facing is (0, 0).
Vec2 ReferenceModel::march_direction(const Formation& formation, const Agent& first_member) const {
    const Vec2 from = march_begin(formation, first_member);
    if (formation.point != from) return normalised(formation.point - from);
    return formation.shape.facing != Vec2{} ? normalised(formation.shape.facing) : Vec2{1.0f, 0.0f};
}

} // namespace fray::model
