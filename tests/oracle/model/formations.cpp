// Formations of squads: the places of the members (rules: A26i to A26m).
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fray::model {

namespace {

Vec2 left_of(Vec2 v) { return {-v.y, v.x}; }

int rounded_up(int n, int divisor) { return (n + divisor - 1) / divisor; }

/// A26j.
int files_of(const SquadFormation& shape, int n) { return shape.files != 0 ? shape.files : rounded_up(n, shape.ranks); }

/// A26l.
void sort_along(std::span<Agent*> members, Vec2 direction) {
    std::sort(members.begin(), members.end(), [direction](const Agent* a, const Agent* b) {
        const float along_a = glm::dot(a->position, direction), along_b = glm::dot(b->position, direction);
        return along_a != along_b ? along_a > along_b : a->serial < b->serial;
    });
}

/// A26m: D.
Vec2 place_direction(const SquadFormation& shape, Vec2 march) {
    const Vec2 facing = shape.facing == Vec2{} ? march : normalised(shape.facing);
    return glm::dot(facing, march) < 0.0f ? Vec2{-facing.x, -facing.y} : facing;
}

/// A26m: how far the place of number `i` of `count` is from the middle, in spacings.
float from_middle(int i, int count) { return 0.5f * static_cast<float>(count - 1) - static_cast<float>(i); }

} // namespace

/// Notes the formation of the order, if it has one, and returns its number; 0: it has none.
int ReferenceModel::note_formation(const command::SetSquadOrder& c) {
    if (!leads_to_point(c.order.kind) || !c.order.formation.given()) return 0;
    formations_.push_back({c.order.formation, c.squad.value, c.order.point});
    return static_cast<int>(formations_.size());
}

/// A26i, for all formations of this frame.
void ReferenceModel::find_places() {
    for (size_t i = 0; i < formations_.size(); ++i) {
        std::vector<Agent*> members;
        for (auto& [serial, agent] : agents_)
            if (agent.living() && agent.order.formation == static_cast<int>(i) + 1) members.push_back(&agent);
        if (members.empty()) {
            ++tally_["formation: no member has this order any more"];
            continue;
        }
        tally_formation(formations_[i], members);
        find_places(formations_[i], members);
        for (Agent* const member : members) {
            member->journey->patience = 60'000'000; // D19
            member->order.formed = true;
        }
    }
    formations_.clear();
    for (auto& [serial, agent] : agents_) {
        if (agent.order.formation != 0) agent.order.squad = 0; // A26 gives no point
        agent.order.formation = 0;
    }
}

/// A26j to A26m. `members` are sorted by serial.
void ReferenceModel::find_places(const Formation& formation, const std::vector<Agent*>& members) {
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

/// A26k: where the march begins.
Vec2 ReferenceModel::march_begin(const Formation& formation, const Agent& first_member) const {
    const auto leading = agents_.find(leader(formation.squad));
    return leading != agents_.end() ? leading->second.position : first_member.position;
}

/// A26k.
Vec2 ReferenceModel::march_direction(const Formation& formation, const Agent& first_member) const {
    const Vec2 from = march_begin(formation, first_member);
    if (formation.point != from) return normalised(formation.point - from);
    return formation.shape.facing != Vec2{} ? normalised(formation.shape.facing) : Vec2{1.0f, 0.0f};
}

/// For the tally: counts the kinds of formations and of squads.
void ReferenceModel::tally_formation(const Formation& formation, const std::vector<Agent*>& members) {
    const auto leading = agents_.find(leader(formation.squad));
    const auto is_member = [&](const Agent* one) { return leading != agents_.end() && one->serial == leading->first; };
    const int n = static_cast<int>(members.size());
    const int files = files_of(formation.shape, n);
    ++tally_[formation.shape.files != 0 ? "formation: files" : "formation: ranks"];
    ++tally_["formation: of " + (n < 6 ? std::to_string(n) : std::string("6 or more"))];
    if (rounded_up(n, files) < formation.shape.ranks) ++tally_["formation: fewer ranks than ordered"];
    if (n > files && n % files != 0) ++tally_["formation: the last rank is short"];
    if (leading == agents_.end()) ++tally_["formation: without a leader"];
    if (leading != agents_.end() && !leading->second.living()) ++tally_["formation: the leader has just gone"];
    if (leading != agents_.end() && std::none_of(members.begin(), members.end(), is_member))
        ++tally_["formation: the leader has another order"];
    for (const Agent* one : members)
        if (one->squad != formation.squad) ++tally_["formation: a member has left the squad"];
    tally_direction(formation, *members.front());
}

void ReferenceModel::tally_direction(const Formation& formation, const Agent& first_member) {
    const Vec2 facing = formation.shape.facing;
    const bool stays = formation.point == march_begin(formation, first_member);
    if (stays && facing == Vec2{}) ++tally_["formation: the point is the leader's position, no facing"];
    if (stays && facing != Vec2{}) ++tally_["formation: the point is the leader's position, facing"];
    if (stays || facing == Vec2{}) return;
    const float along = glm::dot(normalised(facing), march_direction(formation, first_member));
    ++tally_[along < 0.0f ? "formation: turns about" : "formation: turns to its facing"];
}

} // namespace fray::model
