// Projectiles: launches, flights, and what they strike.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <tuple>

namespace fray::model {

// # Projectiles
// The hit of an attack with `projectile_speed` (not 0) launches a projectile. As resolve_hits begins, the projectiles
// of this frame are launched, in the order of the shooters' serials. They are numbered in this order, from 0 on. Then
// all projectiles fly on (`fly`).

/// The hit is aimed at the target that any hit of the attacker is aimed at. If that is gone, there is no launch. The
/// attack of an agent that is still under its order `perform` is launched at it in any case. Otherwise, an unmanaged
/// agent aims at the `first_foe`. If that needs no more shots (`needs_shot`), it aims at the `other_target`. If there
/// is none, nothing is launched, and the attack goes on without it.
void ReferenceModel::launch_projectiles() {
    std::map<Serial, PendingHit> shots;
    std::erase_if(pending_hits_, [&](const PendingHit& pending) {
        const bool is_shot = pending.kind == PendingHit::Kind::hit && figures_of(pending).projectile_speed > 0.0f;
        if (is_shot) shots[pending.by] = pending;
        return is_shot;
    });
    for (auto& [serial, shot] : shots) {
        if (agents_.at(shot.target).gone) continue;
        const Agent& shooter = agents_.at(serial);
        const bool free = !shooter.performing() && !archetype_of(shooter).engagement.managed;
        if (free) shot.target = first_foe(shot, agents_.at(shot.target)).serial;
        if (!shooter.performing() && !needs_shot(agents_.at(shot.target))) {
            const Agent* const other = free ? other_target(shot) : nullptr;
            if (other == nullptr) continue;
            shot.target = other->serial;
        }
        launch(shot);
    }
}

/// The *first foe* of a shot at a target is the one that it is to strike: with a straight flight (no `arc_clear`, no
/// `homing`) the nearest (mm, then serial) living agent in the line from the shooter to the target
/// (`in_line_of_attack`) that is hostile to the shooter's team, if there is one; otherwise the target.
const Agent& ReferenceModel::first_foe(const PendingHit& shot, const Agent& target) const {
    const Agent& shooter = agents_.at(shot.by);
    const AttackDef& attack = attack_def(shooter, shot.attack);
    const Agent* first = nullptr;
    if (attack.homing || attack.arc_clear != 0.0f) return target;
    for (const auto& [serial, third] : agents_)
        if (third.living() && hostile_[shooter.team][third.team] &&
            in_line_of_attack(shooter.position, target, third, shot.by) &&
            (first == nullptr || distance_mm(shooter, third) < distance_mm(shooter, *first)))
            first = &third;
    return first != nullptr ? *first : target;
}

/// An agent *needs a shot* if the damage of all projectiles in flight that are aimed at it (`damage_taken`) is less
/// than its health. Both are counted in thousandths, and the damage of each is rounded. An agent whose archetype has
/// `host_owns_health` always needs one.
///
/// *Example.* Four archers hit in the same frame, with a damage of 10 each. Their target has a health of 20. Two shots
/// are launched at it. The others are launched at the enemies next to it.
bool ReferenceModel::needs_shot(const Agent& target) const {
    if (archetype_of(target).body.host_owns_health) return true;
    int64_t awaited = 0;
    for (const Projectile& projectile : projectiles_) {
        if (projectile.target != target.serial) continue;
        PendingHit pending;
        pending.kind = PendingHit::Kind::projectile;
        pending.target = target.serial;
        pending.attack = projectile.attack;
        pending.amount = projectile.damage;
        pending.projectile = projectile;
        awaited += thousandths(damage_taken(pending));
    }
    return awaited < thousandths(target.health);
}

/// A managed agent has no other target than that of its circle. For an unmanaged agent it is the nearest (mm, then
/// serial) living agent that is hostile to its team, needs a shot, is its own `first_foe`, and could be attacked from
/// where the shooter stands and faces: `range_met`, `has_line`, and within the attack's arc (`within_arc`).
const Agent* ReferenceModel::other_target(const PendingHit& shot) const {
    const Agent& shooter = agents_.at(shot.by);
    const AttackDef& attack = attack_def(shooter, shot.attack);
    const Agent* best = nullptr;
    for (const auto& [serial, other] : agents_) {
        const int64_t distance = distance_mm(shooter, other);
        if (serial == shot.by || !other.living() || !hostile_[shooter.team][other.team] || !needs_shot(other)) continue;
        if (best != nullptr && distance >= distance_mm(shooter, *best)) continue;
        if (!range_met(shooter, attack, other, distance) || !within_arc(shooter, attack.arc, other)) continue;
        if (has_line(shooter, attack, other) && first_foe(shot, other).serial == serial) best = &other;
    }
    return best;
}

/// A launch is an event launch, with the flight time. The projectile is aimed at the place where it meets its target if
/// that keeps its velocity (`meeting_point`); one with `homing` at the place where the target is. It flies to a point
/// within `spread` of that (`scattered`), which takes mm(distance) * 1 000 000 / mm(`projectile_speed`) us (whole),
/// from when the hit was due. What it needs of its attack and of its shooter stays as it is at the launch, but not the
/// class of its damage.
///
/// *Example.* An archer hits at 2.0 s, 8 m from its target, with `projectile_speed` 20 m/s. The target stands. The
/// flight takes 8000 * 1000000 / 20000 = 400000 us, so the projectile lands at 2.4 s. If the target walks across at 2
/// m/s, the projectile is aimed 0.8 m ahead of it.
void ReferenceModel::launch(const PendingHit& shot) {
    const Agent& shooter = agents_.at(shot.by);
    const Agent& target = agents_.at(shot.target);
    const AttackDef& attack = attack_def(shooter, shot.attack);
    const int32_t speed = millimetres_of(figures_of(shot).projectile_speed);
    Projectile projectile;
    projectile.number = launched_++;
    projectile.by = shooter.serial;
    projectile.team = shooter.team;
    projectile.target = shot.target;
    projectile.archetype = shooter.archetype;
    projectile.attack = shot.attack;
    projectile.damage = multiplied(shot.amount, combat_factors(shooter).damage_dealt);
    projectile.hit_range = hit_range_of(shot);
    projectile.from = shooter.position;
    const Vec2 aimed =
        attack.homing ? target.position : meeting_point(shooter.position, speed, target.position, target.velocity);
    const uint64_t bits = random_bits(seed_, shooter.serial, frame_, RandomPurpose::spread, 0);
    projectile.to = scattered(aimed, attack.spread, bits);
    projectile.radius = radius_of(shooter);
    projectile.launched_us = std::min(shot.due, now_);
    const int64_t mm = millimetres(distance_squared(projectile.from, projectile.to));
    const int64_t flight = mm * 1'000'000 / speed;
    projectile.lands_us = shot.due + flight;
    projectile.floor = shooter.floor;
    projectile.max_hits = figures_of(shot).max_hits;
    projectile.splash = attack.splash;
    projectile.arc_clear = attack.arc_clear;
    projectile.homing = attack.homing;
    projectile.friendly_fire = attack.friendly_fire;
    projectiles_.push_back(projectile);
    Event event;
    event.type = EventType::launch;
    event.agent = shooter.serial;
    event.target = shot.target;
    event.attack = static_cast<int16_t>(shot.attack);
    event.a = static_cast<int32_t>(std::min<int64_t>(flight, INT32_MAX));
    event.b = static_cast<int32_t>(projectile.number);
    event.x = projectile.to.x;
    event.y = projectile.to.y;
    emit(event);
}

/// A projectile lands when now >= its landing time (`due_slack`), perhaps in the resolve_hits of its launch. It ends
/// when it strikes an agent on its way (`first_on_way`), otherwise when it lands. All agents that it strikes
/// (`struck_by`) are hit: event hit. If there is none, and its target is living, the target is missed: event miss. The
/// distance in the event is that from the launch point, the agent of the event is the shooter, even if that has died or
/// been despawned. These effects are due at the landing time, or now if it has not landed yet.
void ReferenceModel::fly_projectiles() {
    std::set<uint32_t> over;
    for (const Projectile& projectile : projectiles_) {
        const bool lands = reached(projectile.lands_us);
        const std::optional<Impact> impact = projectile.homing ? std::nullopt : first_on_way(projectile, lands);
        if (!lands && !impact) continue;
        PendingHit pending;
        pending.due = lands ? projectile.lands_us : now_;
        pending.by = projectile.by;
        pending.kind = PendingHit::Kind::projectile;
        pending.nth = static_cast<int>(projectile.number);
        pending.attack = projectile.attack;
        pending.amount = projectile.damage;
        pending.projectile = projectile;
        over.insert(projectile.number);
        const std::vector<Serial> struck = struck_by(projectile, impact);
        for (const Serial serial : struck) {
            pending.target = serial;
            pending_hits_.push_back(pending);
        }
        if (!struck.empty() || !living(projectile.target)) continue;
        pending.target = projectile.target;
        pending.misses = true;
        pending_hits_.push_back(pending);
    }
    std::erase_if(projectiles_, [&](const Projectile& projectile) { return over.count(projectile.number) != 0; });
}

/// In a frame a projectile flies from where it was at the previous frame's now, or from its launch point, to where it
/// is now; at its landing to its landing place. It is at `from + (to - from) * share`, where share is the part of its
/// flight time that has passed (a quotient of doubles, rounded to float). Where an agent was at a time is reckoned from
/// its velocity: `position - velocity * (now - time)` (s), but at most 0.5 m from its position.
///
/// A projectile *passes* an agent if, seen from the agent, its way in this frame comes within the agent's radius
/// (`nearest_share`). Of the agents that it passes and may strike (`may_strike`), the one that it passes first (the
/// least nearest share, then serial) is struck, unless it is walled off from the launch point (`walled_off`, with the
/// shooter's radius at the launch).
///
/// A projectile with `arc_clear` (not 0) flies over all agents that are passed farther than that from the launch point
/// and from the landing place, and over all that are not hostile to its team.
std::optional<ReferenceModel::Impact> ReferenceModel::first_on_way(const Projectile& projectile, bool lands) const {
    const int64_t begin = std::max(previous_now_, projectile.launched_us), end = lands ? projectile.lands_us : now_;
    const auto place = [&](int64_t time) {
        const auto flown = static_cast<double>(time - projectile.launched_us);
        const auto whole = static_cast<double>(projectile.lands_us - projectile.launched_us);
        const float share = time == projectile.lands_us ? 1.0f : static_cast<float>(flown / whole);
        return projectile.from + (projectile.to - projectile.from) * share;
    };
    const Vec2 a = place(std::min(begin, end)), b = place(end);
    std::optional<Impact> first;
    for (const auto& [serial, agent] : agents_) {
        if (!may_strike(projectile, agent)) continue;
        const Vec2 before = a - place_at(agent, std::min(begin, end)), after = b - place_at(agent, end);
        const float share = nearest_share(before, after, radius_of(agent));
        if (share < 0.0f || (first && share >= first->share)) continue;
        const Vec2 at = a + (b - a) * share;
        if (projectile.arc_clear != 0.0f) {
            const float clear = projectile.arc_clear * projectile.arc_clear;
            const bool low =
                distance_squared(at, projectile.from) <= clear || distance_squared(at, projectile.to) <= clear;
            if (!low || !hostile_[projectile.team][agent.team]) continue;
        }
        if (walled_off(projectile.from, projectile.radius, agent.position, radius_of(agent))) continue;
        first = Impact{share, serial, at};
    }
    return first;
}

Vec2 ReferenceModel::place_at(const Agent& agent, int64_t time) const {
    return agent.position - point_on_way({}, agent.velocity * static_cast<float>(seconds_of(now_ - time)), 0.5f);
}

/// A projectile may strike its target and all agents that are hostile to the shooter's team, with `friendly_fire` all
/// agents but the shooter; each if it is living and on the floor of the launch. The team is that at the launch.
bool ReferenceModel::may_strike(const Projectile& projectile, const Agent& agent) const {
    return agent.living() && agent.floor == projectile.floor && agent.serial != projectile.by &&
           (projectile.friendly_fire || agent.serial == projectile.target || hostile_[projectile.team][agent.team]);
}

/// A projectile strikes at most `max_hits` agents: first the one on its way, then its target, then the nearest (mm,
/// then serial) of those that it may strike and that are at the place where it ends: mm(distance of the place from the
/// agent at that time) <= mm(`splash`) + mm(radius), and the agent is not walled off from the place (a point has radius
/// 0). If that place is walled off from the launch point, there are none.
///
/// A projectile with `homing` ends where its target is. It strikes its target if that is living, on the floor of the
/// launch, mm(distance from the launch point) <= its hit range (`hit_range_of`), and the launch point is not walled off
/// from it; others only if it strikes its target.
///
/// *Example.* A ball of fire with a `splash` of 2 m and 3 `max_hits` lands 0.6 m from its target. Four enemies of 0.4 m
/// radius stand 1.0, 1.8, 2.2 and 2.5 m from the place: the target and the first two are hit.
std::vector<Serial> ReferenceModel::struck_by(const Projectile& projectile, const std::optional<Impact>& impact) const {
    const auto target = agents_.find(projectile.target);
    if (projectile.homing && (target == agents_.end() || !homes_in(projectile, target->second))) return {};
    const bool landed = !impact;
    const Vec2 at = projectile.homing ? target->second.position : landed ? projectile.to : impact->at;
    const int64_t time = landed ? projectile.lands_us : now_;
    const bool open = !walled_off(projectile.from, projectile.radius, at, 0.0f);
    std::vector<std::tuple<bool, bool, int64_t, Serial>> found;
    for (const auto& [serial, agent] : agents_) {
        if (!may_strike(projectile, agent)) continue;
        const bool on_way = impact && serial == impact->agent, is_target = serial == projectile.target;
        const int64_t mm =
            millimetres(distance_squared(at, projectile.homing ? agent.position : place_at(agent, time)));
        const bool near = open && mm <= int64_t{millimetres_of(projectile.splash)} + millimetres_of(radius_of(agent)) &&
                          !walled_off(at, 0.0f, agent.position, radius_of(agent));
        if (on_way || near || (projectile.homing && is_target)) found.emplace_back(!on_way, !is_target, mm, serial);
    }
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), static_cast<size_t>(projectile.max_hits)));
    std::vector<Serial> struck;
    for (const auto& each : found) struck.push_back(std::get<Serial>(each));
    return struck;
}

bool ReferenceModel::homes_in(const Projectile& projectile, const Agent& target) const {
    return target.living() && projectile.floor == target.floor &&
           millimetres(distance_squared(projectile.from, target.position)) <= projectile.hit_range &&
           !walled_off(projectile.from, projectile.radius, target.position, radius_of(target));
}

} // namespace fray::model
