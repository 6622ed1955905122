// Threat tables, lines of attack and charges.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// # Threat
// Every agent with targeting `threat` has a *threat table*: at most 8 rows, each with an attacker, *points* > 0
// (float), and the time t of its last change. All other agents have none.

/// The command changes the points of an attacker for an agent by a number, greater or less than 0 (`change_threat`). It
/// is dropped, too, if the attacker that it names has died or was despawned earlier. For an agent without a threat
/// table it has no effect. No event.
void ReferenceModel::apply(Agent& agent, const command::AddThreat& c) {
    if (!living(serial_of(c.attacker))) return drop(c);
    change_threat(agent, serial_of(c.attacker), c.threat);
}

/// A *change by x* of the points of an attacker for an agent: the points become the faded points (`points_of`; 0
/// without a row) + x (float), and t becomes now. If the result is not > 0, the row goes. A new row takes a free place.
/// If there are 8 rows, it replaces the row with the least faded points (of several, the lowest serial), if x is
/// greater than these; otherwise nothing happens. Before all this, the rows of attackers go that are dead or gone (in
/// resolve_hits: as it begins).
///
/// The points change by the damage in every event hurt with an attacker other than the agent itself, in the order of
/// the hits, as long as the agent has not died. They change by a command add_threat, too.
void ReferenceModel::change_threat(Agent& agent, Serial attacker, float points) {
    if (archetype_of(agent).perception.targeting != Targeting::threat) return;
    for (auto row = agent.threats.begin(); row != agent.threats.end();) {
        const bool there = living(row->first) || (agents_.count(row->first) != 0 && agents_.at(row->first).died_now);
        row = there ? std::next(row) : agent.threats.erase(row);
    }
    const float before = points_of(agent, attacker);
    if (agent.threats.count(attacker) == 0) {
        if (!(points > 0.0f)) return;
        if (agent.threats.size() == 8) {
            Serial least = agent.threats.begin()->first; // of several, the lowest serial
            for (const auto& [serial, row] : agent.threats)
                if (points_of(agent, serial) < points_of(agent, least)) least = serial;
            if (!(points > points_of(agent, least))) return;
            agent.threats.erase(least);
        }
    }
    agent.threats[attacker] = {before + points, now_};
    if (!(before + points > 0.0f)) agent.threats.erase(attacker);
}

/// The points of a row fade: they halve every `threat_half_life` h (whole microseconds). At the time now they are
/// points * `faded(now - t, h)`. With a = now - t, k = a / h (rounded down) and f = a - k * h this is
/// 2^-k * (1 - 0.5 * (f / h)): f / h is a quotient of doubles, the rest is float. It is 0 for k >= 64, and 1 if h is 0.
float ReferenceModel::points_of(const Agent& agent, Serial attacker) const {
    const auto row = agent.threats.find(attacker);
    if (row == agent.threats.end()) return 0.0f;
    const int64_t half_life = microseconds_of(archetype_of(agent).perception.threat_half_life);
    return row->second.points * faded(now_ - row->second.since, half_life);
}

/// With targeting `threat`, candidates with points go before all others: the greatest faded points first. Among
/// candidates with the same points, and among those without points, the nearest goes first.
const Agent* ReferenceModel::most_threatening(const Agent& agent) const {
    if (archetype_of(agent).perception.targeting != Targeting::threat) return nullptr;
    const Agent* best = nullptr;
    for (const auto& [serial, row] : agent.threats) {
        const float points = points_of(agent, serial);
        const auto other = agents_.find(serial);
        if (!(points > 0.0f) || other == agents_.end() || !could_fight(agent, other->second)) continue;
        const float most = best != nullptr ? points_of(agent, best->serial) : 0.0f;
        if (points > most || (points == most && key(agent, other->second) < key(agent, *best))) best = &other->second;
    }
    return best;
}

// ## Lines

/// A third agent at p, with the radius r', is *in the line* from a to a target at b if it is on the target's floor, and
/// `in_way(a, b, p, r' + 0.1)` (float). The attacker and the target are no third agents.
bool ReferenceModel::in_line_of_attack(Vec2 from, const Agent& target, const Agent& third, Serial attacker) const {
    return third.serial != attacker && third.serial != target.serial && third.floor == target.floor &&
           in_way(from, target.position, third.position, radius_of(third) + 0.1f);
}

/// An attack can begin only if the target is on the attacker's floor, and the attacker is not walled off from it. An
/// attack with `needs_clear_line` needs a *clear line* as well: no living third agent that is not hostile to the
/// attacker's team is in the line from the attacker to the target. Any other attack always has a clear line.
bool ReferenceModel::has_line(const Agent& agent, const AttackDef& attack, const Agent& target) const {
    if (agent.floor != target.floor || walled_off(agent, target)) return false;
    return !attack.needs_clear_line || std::none_of(agents_.begin(), agents_.end(), [&](const auto& one) {
        return blocks_line(agent, agent.position, target, one.second);
    });
}

// Whether a third agent is in the line of the agent from this place to its target, and is no enemy.
bool ReferenceModel::blocks_line(const Agent& agent, Vec2 from, const Agent& target, const Agent& third) const {
    return third.living() && !hostile_[agent.team][third.team] && in_line_of_attack(from, target, third, agent.serial);
}

// ## Charges

namespace {

Vec2 towards(const Agent& agent, const Agent& target) {
    const Vec2 way = target.position - agent.position;
    return way == Vec2{} ? agent.heading : normalised(way);
}

bool is_charge(const AttackDef& attack) { return attack.impact_damage != 0.0f || attack.impact_push != 0.0f; }

} // namespace

/// *Impact speed*. It is set whenever an attack with `impact_damage` or `impact_push` begins. u is the unit vector from
/// the agent to its target, `normalised(there - here)`. If they are in the same place it is the agent's heading. v is
/// dot(velocity of the agent - velocity of the target, u), or 0 if that is less (float). Velocities are those of the
/// last locomotion; a teleport of this frame has set them to 0. With the masses m and M of the two, the impact speed is
/// v * ((2 * m) / (m + M)) (float).
void ReferenceModel::note_impact(Agent& agent, const AttackDef& attack, const Agent& target) {
    if (!is_charge(attack)) return;
    const float v = glm::dot(agent.velocity - target.velocity, towards(agent, target));
    const float m = archetype_of(agent).body.mass, other = archetype_of(target).body.mass;
    agent.impact_speed = std::max(v, 0.0f) * ((2.0f * m) / (m + other));
}

/// A hit of an attack with `impact_damage` has the damage `damage` + `impact_damage` * impact speed (float;
/// `note_impact`). The events hit, miss and hurt say this damage.
float ReferenceModel::damage_of(const Agent& agent, const AttackDef& attack) const {
    if (attack.impact_damage == 0.0f) return attack.damage;
    return attack.damage + attack.impact_damage * agent.impact_speed;
}

/// A hit of an attack with `impact_push` pushes its target, if it counts and the target is not invulnerable. With d =
/// `impact_push` * impact speed (float), at most 20 m, it does so if d is 0.05 m or more. The direction u is that of
/// `note_impact`, as things are now. That is a push (`be_pushed`) by u * d metres in 0.3 s from now: the velocity is
/// u * (d / 0.3) (float).
Vec2 ReferenceModel::push_of(const Agent& attacker, const AttackDef& attack, const Agent& target) {
    if (attack.impact_push == 0.0f) return {};
    const float d = std::min(attack.impact_push * attacker.impact_speed, 20.0f);
    return d < 0.05f ? Vec2{} : towards(attacker, target) * (d / 0.3f);
}

/// Of several pushes of an agent in a frame the last in the order of `settle_hits` counts. An agent that dies in this
/// resolve_hits is not pushed.
void ReferenceModel::settle_pushes() {
    for (const auto& [serial, velocity] : pushes_) {
        Agent& agent = agents_.at(serial);
        if (agent.living()) be_pushed(agent, velocity, 300'000);
    }
    pushes_.clear();
}

} // namespace fray::model
