#include "combat/flights.h"

#include "bodies/bodies.h"
#include "combat/struck.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"
#include "ways/trees.h"
#include "ways/ways.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace fray {
namespace {

constexpr uint32_t projectiles_per_chunk = 64;
constexpr float farthest_shift = 0.5f; ///< m (rule first_on_way)

// ---- Launches -------------------------------------------------------------------------------------------------------

Row first_foe(const CollectView& world, Row row, Row target) {
    const Attack& attack = attack_of(world, row);
    return attack.homing || attack.arc_clear != 0.0f ? target : first_foe_in_line(world, row, target);
}

/// Finds out at whom the shots of this frame are to be aimed, if all enemies need shots. Parallel over shots.
void aim(const CollectView& world, ParallelLoops& loops, Vector<Shot>& shots) {
    constexpr uint32_t shots_per_chunk = 16;
    loops.parallel_for(
        static_cast<uint32_t>(shots.size()), shots_per_chunk, [&](uint32_t, uint32_t begin, uint32_t end) {
            for (Shot& shot : std::span(shots).subspan(begin, end - begin)) {
                if (world.life[shot.target] != Life::living) { // despawned by this frame's apply_commands
                    shot.target = Row::none();
                    continue;
                }
                shot.free = world.orders[shot.row].kind != StoredOrder::perform &&
                            !world.kinds.archetypes[world.archetype[shot.row]].managed;
                if (shot.free) shot.target = first_foe(world, shot.row, shot.target);
            }
        });
}

/// Knows how much damage is in flight, and finds the targets that need more of it.
class Launcher {
public:
    explicit Launcher(const CollectView& world) : world_(world), awaited_(world.combat.settling.awaited) {
        if (awaited_.size() < world_.ids.row.size()) awaited_.resize(world_.ids.row.size(), 0);
        for (const FlyingProjectile& projectile : world_.combat.projectiles) count(projectile);
    }
    ~Launcher() {
        for (const FlyingProjectile& projectile : world_.combat.projectiles)
            if (is_known(projectile)) awaited_[projectile.target.index] = 0;
    }
    Launcher(const Launcher&) = delete;
    Launcher& operator=(const Launcher&) = delete;

    /// The target at which the shot is launched; `Row::none()`: no target needs it.
    Row target_of(const Shot& shot) {
        const bool performs = world_.orders[shot.row].kind == StoredOrder::perform;
        if (shot.target == Row::none() || performs || needs_shot(shot.target)) return shot.target;
        return shot.free ? other_target(shot.row) : Row::none();
    }

    void launch(Row row, Row target, EventWriter& events) {
        const Attack& attack = attack_of(world_, row);
        const AttackFigures& figures = figures_of(world_, row);
        const Vec2 from = world_.position[row], at = world_.position[target];
        const Vec2 aimed =
            attack.homing ? at : meeting_point(from, figures.projectile_mm_per_s, at, world_.velocity[target]);
        const uint64_t bits =
            random_bits(world_.settings.seed, world_.serial[row], world_.clock.frame, RandomPurpose::spread, 0);
        const Vec2 to = scattered(aimed, attack.spread, bits);
        const int64_t mm = millimetres(distance_squared(from, to));
        const int64_t flight = mm * 1'000'000 / figures.projectile_mm_per_s;
        const int64_t due = world_.engagement[row].times.hit_due;
        world_.combat.projectiles.push_back(
            {.from = from,
             .to = to,
             .target = world_.id[target],
             .by = world_.serial[row],
             .attack = world_.attack[row],
             .archetype = world_.archetype[row],
             .launched_us = std::min(due, world_.clock.now),
             .lands_us = due + flight,
             .damage = multiplied(figures.damage, combat_factors(world_, row).damage_dealt),
             .hit_range_mm = hit_range_of_attack(world_, row, target),
             .number = world_.combat.launched,
             .radius = radius_of(world_, row),
             .splash = attack.splash,
             .arc_clear = attack.arc_clear,
             .max_hits = figures.max_hits,
             .floor = world_.floor[row],
             .team = world_.team[row],
             .friendly_fire = attack.friendly_fire,
             .homing = attack.homing});
        count(world_.combat.projectiles.back());
        events.add({.type = EventType::launch,
                    .attack = world_.attack[row],
                    .agent = world_.serial[row],
                    .target = world_.serial[target],
                    .a = static_cast<int32_t>(std::min<int64_t>(flight, INT32_MAX)),
                    .b = static_cast<int32_t>(world_.combat.launched++),
                    .x = to.x,
                    .y = to.y});
    }

private:
    bool is_known(const FlyingProjectile& projectile) const {
        return world_.ids.row_of(projectile.target) != Row::none();
    }
    void count(const FlyingProjectile& projectile) {
        const Row row = world_.ids.row_of(projectile.target);
        if (row == Row::none()) return;
        const float damage = damage_taken(world_, projectile.archetype, projectile.attack, projectile.damage, row);
        awaited_[projectile.target.index] += thousandths(damage);
    }

    bool needs_shot(Row row) const {
        return world_.kinds.archetypes[world_.archetype[row]].host_owns_health ||
               awaited_[world_.id[row].index] < thousandths(world_.health[row]);
    }

    Row other_target(Row row) {
        row_ = row;
        best_ = Row::none();
        least_ = INT32_MAX;
        const Archetype& kind = world_.kinds.archetypes[world_.archetype[row]];
        const int32_t mm = greatest_distance(attack_of(world_, row), reach_of(kind, greatest_touch(world_, row)));
        const float reach = search_reach(static_cast<float>(mm) * 0.001f);
        const auto visit = [](void* self, uint32_t item, float bound_squared) {
            return static_cast<Launcher*>(self)->look_at(item, bound_squared);
        };
        const TeamSet& enemies = world_.kinds.hostile[world_.team[row]];
        search_teams(world_, enemies, world_.position[row], reach * reach, visit, this);
        return best_;
    }

    float look_at(uint32_t id_index, float bound_squared) {
        const Row other = world_.ids.row[id_index];
        if (other == Row::none() || other == row_ || world_.life[other] != Life::living ||
            !world_.kinds.is_hostile(world_.team[row_], world_.team[other]))
            return bound_squared;
        const int32_t mm = distance_mm(world_, row_, other);
        const bool nearer =
            mm < least_ || (mm == least_ && best_ != Row::none() && world_.serial[other] < world_.serial[best_]);
        if (!nearer || !needs_shot(other) || !can_shoot_at(other, mm)) return bound_squared;
        best_ = other;
        least_ = mm;
        const float reach = search_reach(static_cast<float>(mm + 1) * 0.001f);
        return std::min(bound_squared, reach * reach);
    }

    bool can_shoot_at(Row other, int32_t mm) const {
        const Attack& attack = attack_of(world_, row_);
        return in_range(attack, mm, reach_of(world_, row_, other)) &&
               is_within_arc(world_, row_, attack.half_arc, other) && on_same_floor(world_, row_, other) &&
               !is_walled_off(world_, row_, other) &&
               (!attack.needs_clear_line || has_clear_line(world_, row_, other)) &&
               first_foe(world_, row_, other) == other;
    }

    CollectView world_;
    Vector<int64_t>& awaited_;
    // The search at hand.
    Row row_ = Row::none(), best_ = Row::none();
    int32_t least_ = INT32_MAX;
};

/// Merges the projectiles of this frame (from index `before` on) into the sorted list.
void merge_launched(Combat& combat, size_t before) {
    auto& projectiles = combat.projectiles;
    const auto earlier = [](const FlyingProjectile& a, const FlyingProjectile& b) {
        return a.lands_us != b.lands_us ? a.lands_us < b.lands_us : a.number < b.number;
    };
    const auto fresh = projectiles.begin() + static_cast<std::ptrdiff_t>(before);
    std::sort(fresh, projectiles.end(), earlier);
    // A merge from the end. std::inplace_merge would allocate.
    auto& launched = combat.settling.launched;
    launched.assign(fresh, projectiles.end());
    size_t to = projectiles.size(), older = before, newer = launched.size();
    while (newer != 0)
        projectiles[--to] = older != 0 && earlier(launched[newer - 1], projectiles[older - 1]) ? projectiles[--older]
                                                                                               : launched[--newer];
}

// ---- Flights --------------------------------------------------------------------------------------------------------

/// Moves projectiles, one after the other.
class Flight {
public:
    Flight(const CollectView& world, StruckAgents& struck) : world_(world), hits_(struck.hits), found_(struck.found) {}

    void fly(FlyingProjectile& projectile, uint32_t index) {
        its_ = &projectile;
        const Row target = living_target();
        const bool lands = world_.clock.reached(projectile.lands_us);
        if (projectile.homing != 0) {
            if (!lands) return;
        } else if (!find_on_way(lands, target) && !lands) {
            return;
        }
        projectile.ended = 1;
        found_.clear();
        if (projectile.homing == 0 || homes_in(target)) find_struck(target);
        const int64_t due = lands ? projectile.lands_us : world_.clock.now;
        const auto add = [&](Row row, bool misses) {
            hits_.push_back({row, Row::none(), world_.serial[row], projectile.by, due, projectile.damage,
                             projectile.number, index, HostEffect::damage, misses});
        };
        for (const StruckAgent& struck : found_) add(struck.row, false);
        if (found_.empty() && target != Row::none()) add(target, true);
    }

private:
    Row living_target() const {
        const Row row = world_.ids.row_of(its_->target);
        return row != Row::none() && world_.life[row] == Life::living ? row : Row::none();
    }

    bool may_strike(Row row) const {
        return world_.life[row] == Life::living && world_.floor[row] == its_->floor && world_.serial[row] != its_->by &&
               (its_->friendly_fire != 0 || world_.id[row] == its_->target ||
                world_.kinds.is_hostile(its_->team, world_.team[row]));
    }
    bool is_open(const LineEnd& from, Row row) const {
        return !is_walled_off(world_, from, {world_.position[row], radius_of(world_, row)});
    }
    LineEnd launch_point() const { return {its_->from, its_->radius}; }

    /// Where the projectile is at a time (us) of its flight.
    Vec2 place(int64_t time) const {
        const auto flown = static_cast<double>(time - its_->launched_us);
        const auto whole = static_cast<double>(its_->lands_us - its_->launched_us);
        const float share = time == its_->lands_us ? 1.0f : static_cast<float>(flown / whole);
        return its_->from + (its_->to - its_->from) * share;
    }
    /// Where an agent was then, reckoned from its velocity.
    Vec2 place_of(Row row, int64_t time) const {
        const auto since = static_cast<float>(seconds_of(world_.clock.now - time));
        return world_.position[row] - point_on_way({}, world_.velocity[row] * since, farthest_shift);
    }

    /// Visits the agents that the projectile may strike within `distance` (m) of a point, some perhaps twice.
    template <typename Visit> void search(Vec2 at, float distance, Row target, Visit&& visit) {
        struct Search {
            Flight& flight;
            Visit& visit;
        } search{*this, visit};
        const auto look = [](void* context, uint32_t item, float bound_squared) {
            const Search& s = *static_cast<Search*>(context);
            const Row row = s.flight.world_.ids.row[item];
            if (row != Row::none() && s.flight.may_strike(row)) s.visit(row);
            return bound_squared;
        };
        const float reach = search_reach(distance + widest_radius(world_) + farthest_shift);
        const TeamSet& enemies = world_.kinds.hostile[its_->team];
        search_teams(world_, its_->friendly_fire != 0 ? TeamSet::all() : enemies, at, reach * reach, look, &search);
        if (target != Row::none() && may_strike(target)) visit(target); // it may be of a team that is not hostile
    }

    /// Does it strike an agent on its way in this frame (rule first_on_way)? Then `struck_` is the agent, and `at_` and
    /// `time_` are where and when its flight ends; otherwise these are of its landing.
    bool find_on_way(bool lands, Row target) {
        struck_ = Row::none();
        at_ = its_->to;
        time_ = its_->lands_us;
        const int64_t end = lands ? its_->lands_us : world_.clock.now;
        const int64_t begin = std::min(std::max(world_.clock.previous_now, its_->launched_us), end);
        const Vec2 a = place(begin), b = place(end);
        const float clear = its_->arc_clear * its_->arc_clear;
        const auto is_low = [&](Vec2 at) {
            return distance_squared(at, its_->from) <= clear || distance_squared(at, its_->to) <= clear;
        };
        const float half = 0.5f * std::sqrt(distance_squared(a, b));
        if (clear != 0.0f) { // above all agents?
            const float low = search_reach(its_->arc_clear);
            if (distance_squared(a, its_->from) > low * low && distance_squared(b, its_->to) > low * low) return false;
        }
        float least = 2.0f;
        search((a + b) * 0.5f, half, target, [&](Row row) {
            const float share = nearest_share(a - place_of(row, begin), b - place_of(row, end), radius_of(world_, row));
            if (share < 0.0f || share > least || row == struck_) return;
            if (share == least && world_.serial[row] > world_.serial[struck_]) return;
            const Vec2 at = a + (b - a) * share;
            if (clear != 0.0f && !(is_low(at) && world_.kinds.is_hostile(its_->team, world_.team[row]))) return;
            if (!is_open(launch_point(), row)) return;
            struck_ = row;
            least = share;
            at_ = at;
        });
        if (struck_ != Row::none()) time_ = world_.clock.now;
        return struck_ != Row::none();
    }

    bool homes_in(Row target) {
        if (target == Row::none()) return false;
        struck_ = Row::none();
        at_ = world_.position[target];
        time_ = world_.clock.now;
        return its_->floor == world_.floor[target] &&
               millimetres(distance_squared(its_->from, at_)) <= its_->hit_range_mm && is_open(launch_point(), target);
    }

    /// Lists what it strikes where it ends (rule struck_by).
    void find_struck(Row target) {
        const auto add = [&](Row row, uint32_t rank) {
            found_.push_back({rank, millimetres(distance_squared(at_, place_of(row, time_))), world_.serial[row], row});
        };
        if (struck_ != Row::none()) add(struck_, 0);
        if (its_->homing != 0) add(target, 1);
        const auto most = static_cast<size_t>(its_->max_hits);
        if (found_.size() < most && !is_walled_off(world_, launch_point(), {at_, 0.0f})) {
            const int32_t splash = millimetres_of(its_->splash);
            search(at_, its_->splash, target, [&](Row row) {
                if (row == struck_ || (its_->homing != 0 && row == target)) return;
                const int32_t mm = millimetres(distance_squared(at_, place_of(row, time_)));
                if (mm <= splash + millimetres_of(radius_of(world_, row)) && is_open({at_, 0.0f}, row))
                    add(row, row == target ? 1 : 2);
            });
        }
        keep_first(found_, most);
    }

    CollectView world_;
    Vector<PendingHit>& hits_;
    Vector<StruckAgent>& found_;
    // The projectile at hand.
    const FlyingProjectile* its_ = nullptr;
    Row struck_ = Row::none();
    Vec2 at_{};
    int64_t time_ = 0; ///< us
};

} // namespace

void launch_projectiles(const CollectView& world, ParallelLoops& loops, Vector<Shot>& shots) {
    EventWriter events = world.log.writer(FrameSystem::resolve_hits, world.log.open(FrameSystem::resolve_hits, 1));
    if (shots.empty()) return;
    std::sort(shots.begin(), shots.end(), [](const Shot& a, const Shot& b) { return a.by < b.by; });
    aim(world, loops, shots);
    const size_t before = world.combat.projectiles.size();
    Launcher launcher(world);
    for (const Shot& shot : shots) {
        const Row target = launcher.target_of(shot);
        if (target != Row::none()) launcher.launch(shot.row, target, events);
    }
    merge_launched(world.combat, before);
}

void fly_projectiles(const CollectView& world, ParallelLoops& loops, Vector<PendingHit>& hits) {
    auto& projectiles = world.combat.projectiles;
    strike_in_chunks<Flight>(world, loops, static_cast<uint32_t>(projectiles.size()), projectiles_per_chunk, hits,
                             [&](Flight& flight, uint32_t i) { flight.fly(projectiles[i], i); });
}

} // namespace fray
