#include "perception/target_search.h"
#include "bodies/monster_acts.h"
#include "perception/target_biases.h"

#include "squads/following.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"
#include "terrain/reach.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace fray {
namespace {

/// m: the alert radius of the monster's present state; `otherwise` if that state has none, or the agent is no monster.
float alert_of(const SearchView& world, Row row, float otherwise) {
    const MonsterState* const state = monster_state_of(world.kinds, world.monster.data(), row);
    return state != nullptr && state->alert > 0.0f ? state->alert : otherwise;
}

/// Does the member fight only enemies that it notices itself (`Targeting::self`), or that have hurt it?
bool alone(const SearchView& world, const AlertMember& self) {
    const Targeting targeting = world.kinds.archetypes[world.archetype[self.row]].targeting;
    return targeting == Targeting::self || targeting == Targeting::threat;
}

constexpr int32_t no_room = -1;
constexpr int32_t one_step = 1000; ///< mm: how much nearer a step brings an agent to an enemy at hand (rule at_hand)

/// The free grid capacity of the target's circle; `no_room` if a requester reserves there.
int32_t free_grid(const SearchView& world, Row row) {
    const uint32_t circle = world.as_target[row].own_circle;
    if (circle == no_index) return world.as_target[row].capacity.grid_capacity;
    return world.circles[circle].reserving() ? no_room : world.circles[circle].grid_free;
}

// A search has three functions. `visit` gets the agents without target bias, mostly near agents first, and returns the
// new bound in m^2. `finish` is called next. `visit_preferred` then gets the agents with a bias, at any distance. Where
// many agents have a bias, `visit_by_key` gets all agents instead, and the bound is so much wider that no agent with a
// bias can be nearer by its key beyond it. For a search that heeds no bias (`heeds_bias`), agents with a bias are like
// others.
//
// A search for candidates has more. `wants_room` says whether enemies without room are no candidates, and `restart`
// lets the search begin again.

constexpr size_t few_biases = 16; ///< so many agents with a bias are visited one by one

/// m^2: an agent farther away goes after an agent with the key `mm`, if biases bring none nearer by more than
/// `most_mm`.
float bound_of_key(int32_t mm, int32_t most_mm) {
    const float reach = static_cast<float>(std::max<int64_t>(int64_t{mm} + most_mm + 1, 0)) * 0.001f;
    return reach * reach * 1.0001f;
}

/// A search for candidates. It goes through all enemies, or through those that the squad has noticed.
struct CandidateSearch {
    const SearchView& world;
    const SquadView& squad;
    const AlertMember& self;
    bool shares = false;  ///< the member fights what others of its squad notice
    bool noticed = false; ///< the squad notices all enemies that are visited
    bool stopped = false; ///< it has to begin again, among the noticed enemies

    bool candidate(Row row) const { return noticed ? squad.could_fight(self, row) : squad.candidate(self, row); }
    /// The new bound after an enemy that is no candidate.
    float miss(float bound_squared) {
        if (noticed || !shares || !squad.gives_up()) return bound_squared;
        stopped = true;
        return 0.0f;
    }
};

/// Finds the first candidate by key.
struct NearestSearch : CandidateSearch {
    SquadView::Among among;
    SquadView::Found best{};

    static constexpr bool heeds_bias = true;
    bool wants_room() const { return among != SquadView::Among::all && among != SquadView::Among::shots; }
    void restart() { best = {}; }
    float visit(Row row, float bound_squared) {
        const float squared = distance_squared(self.position, world.position[row]);
        if (squared > bound_squared) return bound_squared;
        const Serial serial = world.serial[row];
        if (best.row != Row::none() && squared == best.squared && serial > best.serial) return bound_squared;
        if (!counts(row)) return miss(bound_squared);
        best = {row, squared, serial, 0};
        return squared;
    }
    bool counts(Row row) const {
        using enum SquadView::Among;
        const bool shoots = among == shots || among == shots_with_room;
        if (shoots && !squad.in_reach(self, row)) return false;
        if (!candidate(row) || (wants_room() && !squad.has_room(self, row))) return false;
        return shoots ? squad.has_shot(self, row) : among != at_hand || squad.at_hand(self, row);
    }
    void finish() {
        if (best.row != Row::none()) best.mm = millimetres(best.squared);
    }
    bool is_better(const SquadView::Found& found) const {
        return best.row == Row::none() || SquadView::before(found, best);
    }
    void visit_preferred(Row row) {
        const SquadView::Found found = squad.key_of(self, row);
        if (is_better(found) && counts(row)) best = found;
    }
    float visit_by_key(Row row, float bound_squared, int32_t most_bias) {
        const SquadView::Found found = squad.key_of(self, row);
        if (!is_better(found)) return bound_squared;
        if (!counts(row)) return miss(bound_squared);
        best = found;
        return std::min(bound_squared, bound_of_key(best.mm, most_bias));
    }
};

/// Finds the first `most` enemies by key that the member sees.
struct SightSearch {
    const SearchView& world;
    const SquadView& squad;
    const AlertMember& self;
    size_t most;
    SquadView::Seen seen{};

    static constexpr bool heeds_bias = true;
    float visit(Row row, float bound_squared) {
        const float squared = distance_squared(self.position, world.position[row]);
        if (squared > bound_squared || !squad.sees(self, row)) return bound_squared;
        add({row, squared, world.serial[row], 0});
        return seen.count == most ? seen.nearest[most - 1].squared : bound_squared;
    }
    void finish() {
        for (size_t i = 0; i < seen.count; ++i) seen.nearest[i].mm = millimetres(seen.nearest[i].squared);
    }
    void visit_preferred(Row row) { visit_by_key(row, 0.0f, 0); }
    float visit_by_key(Row row, float bound_squared, int32_t most_bias) {
        if (squad.sees(self, row)) add(squad.key_of(self, row));
        return seen.count == most ? std::min(bound_squared, bound_of_key(seen.nearest[most - 1].mm, most_bias))
                                  : bound_squared;
    }

private:
    void add(const SquadView::Found& found) {
        auto& list = seen.nearest;
        if (seen.count == most && !SquadView::before(found, list[most - 1])) return;
        const Row row = found.row;
        const auto end = list.begin() + static_cast<std::ptrdiff_t>(seen.count);
        // An agent may be in the trees and on the side list at once, and so be visited twice.
        if (std::any_of(list.begin(), end, [row](const SquadView::Found& f) { return f.row == row; })) return;
        const auto at = std::upper_bound(list.begin(), end, found, SquadView::before);
        std::move_backward(at, seen.count == most ? end - 1 : end, seen.count == most ? end : end + 1);
        *at = found;
        seen.count = std::min(seen.count + 1, most);
    }
};

/// Finds the nearest open slot. The slots of a circle are at the approach radius from its target, so targets are
/// searched that much farther out.
struct SlotSearch : CandidateSearch {
    Row not_row;
    int32_t weight;
    float widest;    ///< m: the greatest approach radius of any target
    int32_t most_mm; ///< distance to the best slot so far; at first, the greatest distance allowed
    SquadView::OpenSlot best{};

    static constexpr bool wants_room() { return true; }
    void restart() {} // an enemy that is visited again changes nothing
    float visit(Row row, float bound_squared) {
        if (row == not_row) return bound_squared;
        if (free_grid(world, row) < weight) return miss(bound_squared);
        const Vec2 centre = world.position[row];
        const CircleShape& shape = world.kinds.archetypes[world.archetype[row]].circle;
        const float reach = static_cast<float>(most_mm + 1) * 0.001f + shape.approach_radius;
        if (distance_squared(self.position, centre) > reach * reach * 1.0001f) return bound_squared;
        if (!candidate(row)) return miss(bound_squared);
        look_at_slots(row, centre, shape);
        return bound();
    }

    /// m^2: a target farther away has no slot that is near enough.
    float bound() const {
        const float reach = static_cast<float>(most_mm + 1) * 0.001f + widest;
        return reach * reach * 1.0001f;
    }

    static constexpr bool heeds_bias = false;

    void look_at_slots(Row row, Vec2 centre, const CircleShape& shape) {
        const uint32_t number = world.as_target[row].own_circle;
        const Circle* const circle = number == no_index ? nullptr : &world.circles[number];
        const TargetInfo* const info = circle == nullptr ? world.target_infos.find(world.id[row].index) : nullptr;
        const uint32_t slots = slots_round(world, shape, row);
        for (uint32_t slot = 0; slot < slots; ++slot) {
            if (circle != nullptr ? !circle->slots[slot].open() : info != nullptr && info->closed.has(slot)) continue;
            const Vec2 place = centre + offset_on_ring(shape.approach_radius, slot, slots);
            const int32_t mm = millimetres(distance_squared(self.position, place));
            if (!is_better(row, static_cast<int>(slot), mm)) continue;
            // A circle knows which slots the ground blocks. For a target without a circle the ground is tested here.
            // This test comes last because it is slow.
            if (circle == nullptr && world.terrain.ground != nullptr && is_blocked(world, row, place)) continue;
            best = {row, static_cast<int>(slot), mm};
            most_mm = mm;
        }
    }

private:
    bool is_better(Row row, int slot, int32_t mm) const {
        if (mm > most_mm) return false;
        if (best.target_row == Row::none() || mm != best.mm) return true;
        if (slot != best.slot) return slot < best.slot;
        return world.serial[row] < world.serial[best.target_row];
    }
};

} // namespace

void SquadView::gather(const Squad& squad) {
    members_.clear();
    may_follow_ = world_.squads.any_follow || world_.squads.any_escort;
    traits_ = may_follow_ && squad.traits != Squads::none ? &world_.squads.traits[squad.traits] : nullptr;
    for (const uint32_t index : squad.members) {
        const Row row = world_.ids.row[index];
        if (row == Row::none() || world_.life[row] != Life::living) continue;
        const Archetype& a = world_.kinds.archetypes[world_.archetype[row]];
        const float alert = alert_of(world_, row, a.alert);
        members_.push_back({row, world_.position[row], alert * alert, alert, world_.floor[row],
                            world_.terrain.ground == nullptr ? Ground::no_island : world_.island[row],
                            world_.orders[row].kind == StoredOrder::hold,
                            world_.orders[row].kind == StoredOrder::advance,
                            a.needs_line_of_sight && world_.terrain.ground != nullptr});
    }
    tested_ = misses_ = 0;
    most_tested_ = 8 * members_.size() + 256;
    most_misses_ = 2 * members_.size() + 256;
    has_watchers_ = has_noticed_ = has_rooms_ = false;
    reach_ = most_alert_squared_ = 0.0f;
    low_ = high_ = members_.empty() ? Vec2{} : members_[0].position;
    for (const AlertMember& m : members_) {
        reach_ = std::max(reach_, (std::sqrt(distance_squared(members_[0].position, m.position)) + m.alert) * 1.0001f);
        most_alert_squared_ = std::max(most_alert_squared_, m.alert_squared);
        low_ = glm::min(low_, m.position);
        high_ = glm::max(high_, m.position);
    }
}

float SquadView::gap_to_enemies(float most) const {
    struct Search {
        const SearchView& world;
        const TeamSet& hostile;
        Vec2 at;
        float squared; // of the distance to the nearest enemy
    };
    const float farthest = reach_ + most;
    Search search{world_, world_.kinds.hostile[world_.team[members_[0].row]], members_[0].position,
                  farthest * farthest};
    const auto visit = [](void* context, uint32_t item, float) {
        Search& s = *static_cast<Search*>(context);
        const Row row = s.world.ids.row[item];
        if (row != Row::none() && s.world.life[row] == Life::living && s.hostile.has(s.world.team[row]))
            s.squared = std::min(s.squared, distance_squared(s.at, s.world.position[row]));
        return s.squared;
    };
    search_teams(world_, search.hostile, search.at, search.squared, visit, &search);
    return std::sqrt(search.squared) * 0.9999f - reach_;
}

bool SquadView::is_apart(const AlertMember& self, Row row) const {
    return self.island != Ground::no_island && apart(self.island, world_.island[row]);
}

bool SquadView::in_reach(const AlertMember& self, Row row) const { return has_in_reach(world_, self.row, row); }

bool SquadView::has_shot(const AlertMember& self, Row row) const {
    const Archetype& kind = world_.kinds.archetypes[world_.archetype[self.row]];
    if (!in_reach(self, row) || !kind.needs_lines) return in_reach(self, row);
    const Reach reach = reach_of(world_, self.row, row);
    const int32_t mm = distance_mm(world_, self.row, row);
    const auto needs_none = [&](const Attack& a) { return !a.needs_clear_line && in_range(a, mm, reach); };
    return std::any_of(kind.attacks.begin(), kind.attacks.end(), needs_none) || clear_place(world_, self.row, row);
}

bool SquadView::at_hand(const AlertMember& self, Row row) const {
    const Archetype& kind = world_.kinds.archetypes[world_.archetype[self.row]];
    const Reach reach = reach_of(world_, self.row, row);
    const int32_t mm = millimetres(distance_squared(self.position, world_.position[row]));
    return mm <= greatest_reach(kind, reach) + one_step && has_free_way(self, row);
}

bool SquadView::has_free_way(const AlertMember& self, Row row) const {
    const Archetype& other = world_.kinds.archetypes[world_.archetype[row]];
    const int32_t mm = least_striking_distance(world_.kinds.archetypes[world_.archetype[self.row]], other.circle,
                                               reach_of(world_, self.row, row));
    if (mm == no_striking_distance) return false;
    const Vec2 place = point_before(world_.position[row], self.position, mm);
    return !other.fights_in_slots() ||
           is_way_free(*ways_, self.row, row, point_on_way(self.position, place, looks_ahead));
}

int32_t SquadView::farthest_reach(const AlertMember& self) const {
    const Archetype& kind = world_.kinds.archetypes[world_.archetype[self.row]];
    // It does not become less when touch grows.
    const int32_t most_touch =
        millimetres_of(radius_of(world_, self.row, kind)) + millimetres_of(widest_radius(world_));
    return greatest_reach(kind, reach_of(kind, most_touch));
}

bool SquadView::could_fight(const AlertMember& self, Row row) const {
    return world_.life[row] == Life::living && world_.floor[row] == self.floor && !is_apart(self, row) &&
           !is_held_back(self, row);
}

bool SquadView::is_held_back(const AlertMember& self, Row row) const {
    return (self.holds || (self.advances && is_out_of_reach(self, row)) ||
            (may_follow_ && is_far_from_leader(self, row))) &&
           !in_reach(self, row);
}

/// Is this row off the ground, and too far from it to be struck from anywhere on the member's island?
bool SquadView::is_out_of_reach(const AlertMember& self, Row row) const {
    if (self.island == Ground::no_island || world_.island[row] != Ground::no_island) return false;
    const Archetype& kind = world_.kinds.archetypes[world_.archetype[self.row]];
    const float reach = static_cast<float>(greatest_reach(kind, reach_of(world_, self.row, row))) * 0.001f;
    Vec2 found{};
    return !world_.terrain.ground->nearest(world_.position[row], reach, &found, self.island);
}

/// Does the member follow an agent without a brain, and is this row farther from that than the member may fight? Its
/// order may have ended in this frame, so it is looked at anew.
bool SquadView::is_far_from_leader(const AlertMember& self, Row row) const {
    const Following following = following_of(world_, traits_, self.row, world_.orders[self.row]);
    if (!following.follows() || world_.kinds.archetypes[world_.archetype[following.leader]].brain) return false;
    return millimetres(distance_squared(world_.position[row], world_.position[following.leader])) > following.most;
}

/// Is there no wall between the member and this row?
bool SquadView::has_view(const AlertMember& member, Row row) const { return !is_walled_off(world_, member.row, row); }

/// Does the member notice this row, which is on its floor? `seen`: members with `needs_line_of_sight` have to see it.
bool SquadView::notices(const AlertMember& member, Row row, bool seen) const {
    return distance_squared(member.position, world_.position[row]) <= member.alert_squared &&
           (!seen || !member.looks || has_view(member, row));
}

/// `seen`: members with `needs_line_of_sight` have to see the row.
bool SquadView::is_noticed(const AlertMember& self, Row row, bool seen) const {
    if (!could_fight(self, row)) return false;
    if (notices(self, row, seen)) return true;
    if (alone(world_, self)) return false;
    return any_notices(row, seen);
}

/// Does any member on the row's floor notice it?
bool SquadView::any_notices(Row row, bool seen) const {
    const int16_t floor = world_.floor[row];
    const Vec2 at = world_.position[row];
    // No member is nearer than the box around all of them: in floats, too, because rounding keeps the order.
    if (distance_squared(at, glm::clamp(at, low_, high_)) > most_alert_squared_) return false;
    const auto notices_it = [&](const AlertMember& m) { return m.floor == floor && notices(m, row, seen); };
    // In a large squad the member that noticed the last enemy mostly notices its neighbour, too.
    if (last_to_notice_ < members_.size() && notices_it(members_[last_to_notice_])) return true;
    if (has_watchers_ || tested_ > most_tested_) {
        build_watchers();
        const uint32_t first = first_watcher({at, row, floor, seen}, 1);
        if (first == no_index) return false;
        last_to_notice_ = memory_.watchers.items()[first].member;
        return true;
    }
    const auto found = std::find_if(members_.begin(), members_.end(), notices_it);
    tested_ += static_cast<size_t>(found - members_.begin());
    if (found == members_.end()) return false;
    last_to_notice_ = static_cast<size_t>(found - members_.begin());
    return true;
}

void SquadView::build_watchers() const {
    if (has_watchers_) return;
    has_watchers_ = true;
    memory_.numbers.clear();
    for (uint32_t i = 0; i < members_.size(); ++i) memory_.numbers.push_back(i);
    memory_.watchers.build(
        memory_.numbers, [&](uint32_t i) { return members_[i].position; },
        [&](uint32_t i) {
            const AlertMember& m = members_[i];
            return Watcher{m.position, m.alert_squared, i, m.floor, m.looks};
        });
}

/// The first of the watchers below a node that notices an enemy; no_index: none does. Bounds hold in floats, too,
/// because rounding keeps the order.
uint32_t SquadView::first_watcher(const Enemy& enemy, uint32_t number) const {
    const auto& tree = memory_.watchers;
    const auto& node = tree.node(number);
    const WatchersOfBox& all = node.summary;
    if (node.is_empty() || (!all.several_floors && all.floor != enemy.floor) ||
        distance_squared(enemy.at, glm::clamp(enemy.at, node.low, node.high)) > all.most_squared)
        return no_index;
    if (!all.several_floors && !(enemy.seen && all.any_looks)) {
        const Vec2 farthest = glm::max(glm::abs(enemy.at - node.low), glm::abs(enemy.at - node.high));
        if (glm::dot(farthest, farthest) <= all.least_squared) return tree.begin_of(number);
    }
    if (!tree.is_last(number)) {
        const uint32_t first = first_watcher(enemy, 2 * number);
        return first != no_index ? first : first_watcher(enemy, 2 * number + 1);
    }
    for (uint32_t i = tree.begin_of(number); i < tree.end_of(number); ++i) {
        const Watcher& watcher = tree.items()[i];
        if (watcher.floor == enemy.floor && distance_squared(watcher.position, enemy.at) <= watcher.alert_squared &&
            (!enemy.seen || !watcher.looks || has_view(members_[watcher.member], enemy.row)))
            return i;
    }
    return no_index;
}

/// Lists all enemies that any member notices.
void SquadView::list_noticed() const {
    if (has_noticed_) return;
    has_noticed_ = true;
    build_watchers();
    memory_.numbers.clear();
    list_noticed_below(1);
    memory_.noticed.build(
        memory_.numbers, [&](uint32_t number) { return world_.position[Row(number)]; },
        [&](uint32_t number) {
            const Row row(number);
            return NoticedEnemy{world_.position[row], row, INT32_MAX, world_.floor[row],
                                world_.terrain.ground == nullptr ? Ground::no_island : world_.island[row]};
        });
}

/// Lists the enemies that the watchers below a node notice, but no watcher before them, so that each comes once. The
/// node is divided until its watchers stand as near together as they see, down to single watchers.
void SquadView::list_noticed_below(uint32_t number) const {
    const auto& tree = memory_.watchers;
    const auto& node = tree.node(number);
    if (node.is_empty()) return;
    const float size = glm::max(node.high.x - node.low.x, node.high.y - node.low.y);
    if (size * size <= node.summary.most_squared)
        return list_noticed_by(tree.begin_of(number), tree.end_of(number), node.low, node.high,
                               node.summary.most_squared);
    if (!tree.is_last(number)) {
        list_noticed_below(2 * number);
        return list_noticed_below(2 * number + 1);
    }
    for (uint32_t i = tree.begin_of(number); i < tree.end_of(number); ++i) {
        const Watcher& watcher = tree.items()[i];
        list_noticed_by(i, i + 1, watcher.position, watcher.position, watcher.alert_squared);
    }
}

/// The same for the watchers begin to end - 1, which stand in the box.
void SquadView::list_noticed_by(uint32_t begin, uint32_t end, Vec2 low, Vec2 high, float alert_squared) const {
    struct Visited {
        const SquadView& squad;
        TeamIndex team;
        uint32_t begin, end;
    };
    const auto visit = [](void* context, uint32_t item, float bound_squared) {
        const Visited& v = *static_cast<const Visited*>(context);
        const SearchView& world = v.squad.world_;
        const Row row = world.ids.row[item];
        if (row == Row::none() || world.life[row] != Life::living || !world.kinds.is_hostile(v.team, world.team[row]))
            return bound_squared;
        const uint32_t first = v.squad.first_watcher({world.position[row], row, world.floor[row], true}, 1);
        if (v.begin <= first && first < v.end) v.squad.memory_.numbers.push_back(row.number());
        return bound_squared;
    };
    const Vec2 centre = (low + high) * 0.5f;
    const Vec2 corner = glm::max(centre - low, high - centre);
    const float reach = std::sqrt(glm::dot(corner, corner)) + std::sqrt(alert_squared);
    Visited visited{*this, world_.team[members_[0].row], begin, end};
    search_teams(world_, world_.kinds.hostile[visited.team], centre, reach * reach * 1.0001f, visit, &visited);
}

/// Completes the tree of noticed enemies with the room that each has.
void SquadView::learn_rooms() const {
    if (has_rooms_) return;
    has_rooms_ = true;
    for (NoticedEnemy& enemy : memory_.noticed.items()) enemy.room = room_at(enemy.row, 1);
    memory_.noticed.summarise();
}

float SquadView::sight_of(Row row) const {
    return alert_of(world_, row, world_.kinds.archetypes[world_.archetype[row]].sight);
}

bool SquadView::sees(const AlertMember& self, Row row) const {
    if (!could_fight(self, row)) return false;
    const Archetype& archetype = world_.kinds.archetypes[world_.archetype[self.row]];
    const Vec2 at = world_.position[row];
    const float sight = sight_of(self.row);
    if (distance_squared(self.position, at) > sight * sight) return false;
    const float seen_at = bearing(self.position, world_.heading[self.row], at);
    if (!(-archetype.half_fov <= seen_at && seen_at <= archetype.half_fov)) return false;
    return !archetype.needs_line_of_sight || has_view(self, row);
}

/// Visits the noticed enemies below a node that the member may fight, that have room for agents of a weight, and that
/// lie within the bound (m^2), mostly near enemies first. Returns the last bound.
float SquadView::search_noticed(const AlertMember& self, int32_t weight, uint32_t number, float bound_squared,
                                KdForest::Visit visit, void* context) const {
    const auto& tree = memory_.noticed;
    const auto& node = tree.node(number);
    const auto gap_squared = [&](uint32_t of) {
        return distance_squared(self.position, glm::clamp(self.position, tree.node(of).low, tree.node(of).high));
    };
    const NoticedInBox& all = node.summary;
    if (node.is_empty() || gap_squared(number) > bound_squared || all.most_room < weight ||
        (!all.several_floors && all.floor != self.floor) ||
        (self.island != Ground::no_island && apart(self.island, all.island)))
        return bound_squared;
    if (tree.is_last(number)) {
        for (uint32_t i = tree.begin_of(number); i < tree.end_of(number); ++i) {
            const NoticedEnemy& enemy = tree.items()[i];
            if (enemy.room >= weight && distance_squared(self.position, enemy.position) <= bound_squared)
                bound_squared = visit(context, world_.id[enemy.row].index, bound_squared);
        }
        return bound_squared;
    }
    const bool empty = tree.node(2 * number + 1).is_empty();
    const uint32_t second = empty || gap_squared(2 * number) <= gap_squared(2 * number + 1) ? 1 : 0;
    bound_squared = search_noticed(self, weight, 2 * number + 1 - second, bound_squared, visit, context);
    return search_noticed(self, weight, 2 * number + second, bound_squared, visit, context);
}

/// Passes to a search all agents that are hostile to the member and may lie within the bound (m^2).
template <typename Search> void SquadView::search(Search& search, float bound_squared) const {
    const TeamIndex team = world_.team[search.self.row];
    const uint32_t me = world_.id[search.self.row].index;
    const auto& perception = world_.perception;
    const bool biased = Search::heeds_bias && !perception.target_biases.empty();
    struct Visited {
        Search& search;
        bool biased, by_key;
        int32_t most_bias; ///< mm
    } visited{search, biased, false, 0};
    if (biased && target_biases_by(world_, me).size() + target_biases_by(world_, no_index).size() > few_biases) {
        visited.by_key = true;
        visited.most_bias = perception.most_shared_bias + perception.most_own_bias;
        const float reach = std::sqrt(std::max(bound_squared, 0.0f)) + static_cast<float>(visited.most_bias) * 0.001f;
        bound_squared = reach * reach * 1.0001f;
    }
    const auto visit = [](void* context, uint32_t item, float bound) {
        const Visited& v = *static_cast<Visited*>(context);
        Search& s = v.search;
        const Row row = s.world.ids.row[item];
        // The agent may have been despawned since the trees were built, and its id may have been reused.
        if (row == Row::none() || row == s.self.row ||
            !s.world.kinds.is_hostile(s.world.team[s.self.row], s.world.team[row]))
            return bound;
        if constexpr (Search::heeds_bias) {
            if (v.by_key) return s.visit_by_key(row, bound, v.most_bias);
            if (v.biased && target_bias_of(s.world, s.world.id[s.self.row].index, item) != 0) return bound;
        }
        return s.visit(row, bound);
    };
    if constexpr (std::is_base_of_v<CandidateSearch, Search>) {
        search.shares = !alone(world_, search.self);
        search.noticed = search.shares && has_noticed_;
        if (!search.noticed)
            search_teams(world_, world_.kinds.hostile[team], search.self.position, bound_squared, visit, &visited);
        if (search.stopped) search.restart();
        if (search.noticed || search.stopped) {
            search.noticed = true;
            list_noticed();
            if (search.wants_room()) learn_rooms();
            const int32_t room = search.wants_room()
                                     ? world_.kinds.archetypes[world_.archetype[search.self.row]].grid_weight
                                     : INT32_MIN;
            search_noticed(search.self, room, 1, bound_squared, visit, &visited);
        }
        search.noticed = false; // what follows are any agents
    } else {
        search_teams(world_, world_.kinds.hostile[team], search.self.position, bound_squared, visit, &visited);
    }
    if constexpr (Search::heeds_bias) {
        if (visited.by_key) return;
        search.finish();
        if (!biased) return;
        // Distance does not bound the keys of agents with a bias: each is visited.
        for (const uint32_t by : {me, no_index})
            for (const TargetBias& target_bias : target_biases_by(world_, by)) {
                const Row row = world_.ids.row[target_bias.target];
                if (row == Row::none() || row == search.self.row ||
                    target_bias_of(world_, me, target_bias.target) == 0 ||
                    !world_.kinds.is_hostile(team, world_.team[row]))
                    continue;
                search.visit_preferred(row);
            }
    }
}

SquadView::Seen SquadView::nearest_seen(const AlertMember& self, size_t most) const {
    SightSearch s{world_, *this, self, most};
    const float sight = sight_of(self.row);
    search(s, sight * sight);
    return s.seen;
}

SquadView::Found SquadView::key_of(const AlertMember& self, Row row) const {
    const float squared = distance_squared(self.position, world_.position[row]);
    int32_t mm = millimetres(squared);
    if (!world_.perception.target_biases.empty())
        mm -= target_bias_of(world_, world_.id[self.row].index, world_.id[row].index);
    return {row, squared, world_.serial[row], mm};
}

SquadView::Found SquadView::most_threatening(const ThreatView& world, const AlertMember& self) const {
    Found best;
    float most = 0.0f;
    for (const ThreatTable::Entry& threat : world.threats[self.row].rows) {
        const float points = points_now(world, self.row, threat);
        if (!(points > 0.0f) || points < most) continue;
        const Row row = world_.ids.row_of_serial(threat.attacker);
        if (row == Row::none() || !world_.kinds.is_hostile(world_.team[self.row], world_.team[row]) ||
            !could_fight(self, row))
            continue;
        const Found found = key_of(self, row);
        if (points == most && !before(found, best)) continue;
        best = found;
        most = points;
    }
    return best;
}

bool SquadView::has_room(const AlertMember& self, Row row) const {
    const int32_t weight = world_.kinds.archetypes[world_.archetype[self.row]].grid_weight;
    return room_at(row, weight) >= weight;
}

/// The greatest grid weight for which there is room at this row's circle. If that is less than `least`: any such
/// number.
int32_t SquadView::room_at(Row row, int32_t least) const {
    const int32_t room = free_grid(world_, row);
    if (room < least) return room;
    const uint32_t circle = world_.as_target[row].own_circle;
    if (circle != no_index) return world_.circles[circle].any_open_slot() ? room : no_room;
    const TargetInfo* const info = world_.target_infos.find(world_.id[row].index);
    if (info == nullptr && world_.terrain.ground == nullptr) return room;
    const CircleShape& shape = world_.kinds.archetypes[world_.archetype[row]].circle;
    const Vec2 centre = world_.position[row];
    const uint32_t slots = shape.slots_for(world_.as_target[row].capacity);
    for (uint32_t slot = 0; slot < slots; ++slot) {
        if (info != nullptr && info->closed.has(slot)) continue;
        if (world_.terrain.ground == nullptr ||
            !is_blocked(world_, row, centre + offset_on_ring(shape.approach_radius, slot, slots)))
            return room;
    }
    return no_room;
}

SquadView::Found SquadView::nearest(const AlertMember& self, Among among) const {
    if (self.holds) return nearest(self, farthest_reach(self), among);
    // Every candidate lies within the reach of the squad around its first member.
    float reach = self.alert;
    if (!alone(world_, self))
        reach = std::max(reach, std::sqrt(distance_squared(self.position, members_[0].position)) + reach_);
    return nearest_within(self, reach * reach * 1.0001f, among);
}

SquadView::Found SquadView::nearest(const AlertMember& self, int32_t most_mm, Among among) const {
    const float reach = static_cast<float>(most_mm + 1) * 0.001f;
    return nearest_within(self, most_mm < 0 ? -1.0f : reach * reach * 1.0001f, among);
}

SquadView::Found SquadView::nearest_within(const AlertMember& self, float bound_squared, Among among) const {
    NearestSearch s{{world_, *this, self}, among};
    search(s, bound_squared);
    return s.best;
}

SquadView::OpenSlot SquadView::nearest_open_slot(const AlertMember& self, Row not_row, int32_t most_mm) const {
    const int32_t weight = world_.kinds.archetypes[world_.archetype[self.row]].grid_weight;
    SlotSearch s{{world_, *this, self}, not_row, weight, widest_approach_radius(world_), most_mm};
    search(s, s.bound());
    return s.best;
}

SquadView::OpenSlot SquadView::slot_in_reach(const AlertMember& self) const {
    return slot_at(self, nearest(self, farthest_reach(self), Among::shots_with_room));
}

SquadView::OpenSlot SquadView::slot_at_hand(const AlertMember& self) const {
    return slot_at(self, nearest(self, farthest_reach(self) + one_step, Among::at_hand));
}

/// The open slot nearest to the member, at the circle of the enemy that was found.
SquadView::OpenSlot SquadView::slot_at(const AlertMember& self, const Found& found) const {
    if (found.row == Row::none()) return {};
    const Archetype& kind = world_.kinds.archetypes[world_.archetype[self.row]];
    SlotSearch s{{world_, *this, self}, Row::none(), kind.grid_weight, 0.0f, INT32_MAX};
    s.look_at_slots(found.row, world_.position[found.row], world_.kinds.archetypes[world_.archetype[found.row]].circle);
    return s.best;
}

void count_queries(const Views<Counters>& world, uint32_t queries) { world.counters.kd_queries += queries; }

float widest_approach_radius(const Views<const Kinds>& world) {
    float widest = 0.0f;
    for (size_t i = 0; i < world.kinds.archetypes.size(); ++i)
        if (world.kinds.population[i] != 0) widest = std::max(widest, world.kinds.archetypes[i].circle.approach_radius);
    return widest;
}

} // namespace fray
