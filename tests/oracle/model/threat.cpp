// Threat tables, lines of attack and charges.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// ---- Threat (T34 to T39) ----------------------------------------------------------------------------------------

/// The points of an attacker for the agent change by a number, greater or less than 0 (`change_threat`). Without a
/// threat table nothing happens. No event. The command is dropped if the attacker that it names has died or was
/// despawned earlier.
void ReferenceModel::apply(Agent& agent, const command::AddThreat& c) {
    if (!living(serial_of(c.attacker))) return drop(c);
    change_threat(agent, serial_of(c.attacker), c.threat);
}

/// T36.
void ReferenceModel::change_threat(Agent& agent, Serial attacker, float points) {
    if (archetype_of(agent).perception.targeting != Targeting::threat) {
        ++tally_["threat: an agent without a table"];
        return;
    }
    for (auto row = agent.threats.begin(); row != agent.threats.end();) {
        const bool there = living(row->first) || (agents_.count(row->first) != 0 && agents_.at(row->first).died_now);
        if (!there) ++tally_["threat: the row of an attacker that is no more goes"];
        row = there ? std::next(row) : agent.threats.erase(row);
    }
    const float before = points_of(agent, attacker);
    if (agent.threats.count(attacker) == 0) {
        if (!(points > 0.0f)) {
            ++tally_["threat: nothing to lower"];
            return;
        }
        if (agent.threats.size() == 8) {
            Serial least = agent.threats.begin()->first; // of several, the lowest serial
            for (const auto& [serial, row] : agent.threats)
                if (points_of(agent, serial) < points_of(agent, least)) least = serial;
            const bool replaces = points > points_of(agent, least);
            ++tally_[replaces ? "threat: replaces the least row" : "threat: less than the least row"];
            if (!replaces) return;
            agent.threats.erase(least);
        }
    }
    agent.threats[attacker] = {before + points, now_};
    if (before + points > 0.0f) return;
    ++tally_["threat: a row ends by a command"];
    agent.threats.erase(attacker);
}

/// T35: as they have faded by now; 0 without a row.
float ReferenceModel::points_of(const Agent& agent, Serial attacker) const {
    const auto row = agent.threats.find(attacker);
    if (row == agent.threats.end()) return 0.0f;
    const int64_t half_life = microseconds_of(archetype_of(agent).perception.threat_half_life);
    return row->second.points * faded(now_ - row->second.since, half_life);
}

/// T39: the first of the candidates with points; null: none has any.
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

/// T17 and T19a without the alert.
bool ReferenceModel::could_fight(const Agent& agent, const Agent& other) const {
    return other.serial != agent.serial && other.living() && other.floor == agent.floor &&
           hostile_[agent.team][other.team] && !apart(agent, other) && !held_back_from(agent, other);
}

/// C8.1, C8.6b, C9.10: commit gives it no other target.
bool ReferenceModel::keeps_to_its_target(const Agent& agent) const {
    const Targeting targeting = archetype_of(agent).perception.targeting;
    return targeting == Targeting::sight || targeting == Targeting::threat;
}

// ---- Lines (I6, H1.9a) ------------------------------------------------------------------------------------------

/// I6.
bool ReferenceModel::in_line_of_attack(Vec2 from, const Agent& target, const Agent& third, Serial attacker) const {
    return third.serial != attacker && third.serial != target.serial && third.floor == target.floor &&
           in_way(from, target.position, third.position, radius_of(third) + 0.1f);
}

/// I6a, I7, and the floors of M6.7.
bool ReferenceModel::has_line(const Agent& agent, const AttackDef& attack, const Agent& target) const {
    if (agent.floor != target.floor || walled_off(agent, target)) return false;
    return !attack.needs_clear_line || std::none_of(agents_.begin(), agents_.end(), [&](const auto& one) {
        const Agent& third = one.second;
        return third.living() && !hostile_[agent.team][third.team] &&
               in_line_of_attack(agent.position, target, third, agent.serial);
    });
}

/// H1.9a: the agent that the projectile strikes, if its target lives.
Serial ReferenceModel::struck_by(const Projectile& projectile) {
    const auto target = agents_.find(projectile.target);
    const auto lives = [](const Agent& agent) { return agent.living() || agent.died_now; }; // as resolve_hits begins
    if (!projectile.friendly_fire || target == agents_.end() || !lives(target->second)) return projectile.target;
    const Agent* first = nullptr;
    const auto far = [&](const Agent& agent) { return millimetres(distance_squared(projectile.from, agent.position)); };
    for (const auto& [serial, third] : agents_)
        if (lives(third) && in_line_of_attack(projectile.from, target->second, third, projectile.by) &&
            (first == nullptr || far(third) < far(*first)))
            first = &third;
    ++tally_[first == nullptr                             ? "friendly fire: the line is clear"
             : hostile_[first->team][target->second.team] ? "friendly fire: strikes an agent hostile to the target"
                                                          : "friendly fire: strikes another than the target"];
    return first != nullptr ? first->serial : projectile.target;
}

// ---- Charges (M6.7a, H1.6a, H1.6b) ------------------------------------------------------------------------------

namespace {

Vec2 towards(const Agent& agent, const Agent& target) {
    const Vec2 way = target.position - agent.position;
    return way == Vec2{} ? agent.heading : normalised(way);
}

bool is_charge(const AttackDef& attack) { return attack.impact_damage != 0.0f || attack.impact_push != 0.0f; }

} // namespace

/// M6.7a.
void ReferenceModel::note_impact(Agent& agent, const AttackDef& attack, const Agent& target) {
    if (!is_charge(attack)) return;
    const float v = glm::dot(agent.velocity - target.velocity, towards(agent, target));
    const float m = archetype_of(agent).body.mass, other = archetype_of(target).body.mass;
    ++tally_[v > 0.0f ? "charge: with an impact speed" : "charge: without an impact speed"];
    agent.impact_speed = std::max(v, 0.0f) * ((2.0f * m) / (m + other));
}

/// H1.6a.
float ReferenceModel::damage_of(const Agent& agent, const AttackDef& attack) const {
    if (attack.impact_damage == 0.0f) return attack.damage;
    return attack.damage + attack.impact_damage * agent.impact_speed;
}

/// H1.6b: the velocity of the push; (0, 0): the hit does not push.
Vec2 ReferenceModel::push_of(const Agent& attacker, const AttackDef& attack, const Agent& target) {
    if (attack.impact_push == 0.0f) return {};
    const float d = std::min(attack.impact_push * attacker.impact_speed, 20.0f);
    if (d == 20.0f) ++tally_["charge: pushes as far as it can"];
    if (d < 0.05f) ++tally_["charge: too slow to push"];
    return d < 0.05f ? Vec2{} : towards(attacker, target) * (d / 0.3f);
}

/// H1.6b: the last push of each agent that lives takes effect.
void ReferenceModel::settle_pushes() {
    for (const auto& [serial, velocity] : pushes_) {
        Agent& agent = agents_.at(serial);
        ++tally_[agent.living() ? "charge: pushes" : "charge: does not push an agent that dies"];
        if (agent.living()) be_pushed(agent, velocity, 300'000);
    }
    pushes_.clear();
}

} // namespace fray::model
