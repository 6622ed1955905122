// Morale of squads: what resolve_hits counts, the looks in commit, moods, and which agents waver and rout (rules: Q24
// to Q32).
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace fray::model {

namespace {

constexpr int64_t look_interval = 500'000;
constexpr int64_t most_feared = 3;
constexpr float side_angle = 1.0471976f; // radians
constexpr float rear_angle = 2.0943951f;

/// A field of `MoraleDef` in thousandths of a point.
int64_t thousandths(float points) { return millimetres_of(points); }

} // namespace

// ---- Agents -------------------------------------------------------------------------------------------------------

/// Q30.
bool ReferenceModel::wavers(const Agent& agent) const {
    return squad_of(agent).mood == SquadMood::wavering && archetype_of(agent).autonomous && agent.loose() &&
           !led_by_input(agent);
}

/// Q31.
bool ReferenceModel::routs(const Agent& agent) const {
    return squad_of(agent).mood == SquadMood::routing && archetype_of(agent).autonomous && agent.loose() &&
           !led_by_input(agent);
}

// ---- resolve_hits: what a squad counts (Q25) ----------------------------------------------------------------------

/// The agent dies in resolve_hits, before another leads its squad.
void ReferenceModel::count_loss(const Agent& agent) {
    Squad& squad = squads_[agent.squad - 1];
    ++squad.counts.losses;
    if (squad.leader != agent.serial) return;
    ++squad.counts.leaders_lost;
    if (squad.def.morale.enabled) ++tally_["morale: a leader lost"];
}

/// The agent dies of a hit or damage by the agent `by` (no_serial: by the host).
void ReferenceModel::count_kill(const Agent& agent, Serial by) {
    const auto killer = agents_.find(by);
    if (killer == agents_.end()) return;
    Squad& squad = squads_[killer->second.squad - 1];
    const bool was_living = !killer->second.gone && (!killer->second.dead || killer->second.died_now);
    const bool counts = was_living && hostile_[killer->second.team][agent.team];
    if (squad.def.morale.enabled)
        ++tally_[!was_living               ? "morale: no kill, the killer was not living"
                 : !counts                 ? "morale: no kill, it was not hostile"
                 : killer->second.died_now ? "morale: a kill by an agent that has just died"
                                           : "morale: a kill"];
    if (counts) ++squad.counts.kills;
}

/// A hit or a projectile hurts the agent. `from`: the place that it came from.
void ReferenceModel::count_hit(const Agent& agent, Vec2 from) {
    Squad& squad = squads_[agent.squad - 1];
    const float b = std::abs(bearing(agent.position, agent.heading, from));
    const char* side = "front";
    if (b > rear_angle) {
        ++squad.counts.rear_hits;
        side = "rear";
    } else if (b > side_angle) {
        ++squad.counts.side_hits;
        side = "side";
    }
    if (squad.def.morale.enabled) ++tally_[std::string("morale: a hit from the ") + side];
}

// ---- commit: 11. Morale -------------------------------------------------------------------------------------------

/// Q26 to Q29. The moods change after all looks, because the looks use the moods of the frame before.
void ReferenceModel::commit_morale() {
    std::vector<std::pair<uint32_t, SquadMood>> moods;
    for (uint32_t number = 1; number <= squads_.size(); ++number) {
        Squad& squad = squads_[number - 1];
        if (!squad.made || !squad.def.morale.enabled || !falls_due(number, look_interval)) continue;
        if (living_members(squad) == 0) {
            ++tally_["morale: no look, no member lives"];
            continue;
        }
        squad.morale = morale_after_look(squad);
        squad.counts = {};
        moods.emplace_back(number, mood_after_look(squad));
    }
    for (const auto& [number, mood] : moods) change_mood(number, mood);
}

/// Q27.
int64_t ReferenceModel::morale_after_look(const Squad& squad) {
    const MoraleDef& def = squad.def.morale;
    const MoraleCounts& counts = squad.counts;
    const int64_t n = living_members(squad) + counts.losses;
    int64_t morale = squad.morale;
    morale -= (counts.losses * thousandths(def.loss_penalty) + counts.side_hits * thousandths(def.flank_penalty) +
               counts.rear_hits * thousandths(def.rear_penalty)) /
              n;
    morale -= counts.leaders_lost * thousandths(def.leader_penalty);
    morale += counts.kills * thousandths(def.kill_bonus) / n;
    morale += thousandths(def.recovery_rate) / 2;
    if (squad.appointed) morale += thousandths(def.leadership_rate) / 2;
    if (squad.mood != SquadMood::routing) morale -= fear_of(squad);
    ++tally_[squad.appointed ? "morale: a look with an appointed leader" : "morale: a look with a successor"];
    if (counts.losses + counts.side_hits + counts.rear_hits > 0) ++tally_["morale: a look after losses or hits"];
    if (morale < 0) ++tally_["morale: falls to nothing"];
    return std::clamp<int64_t>(morale, 0, full_morale);
}

/// What the squad's morale falls by for routing squads near by.
int64_t ReferenceModel::fear_of(const Squad& squad) {
    const Agent& leader = agents_.at(squad.leader);
    const float radius = squad.def.morale.fear_radius;
    int64_t k = 0;
    for (const Squad& other : squads_) {
        if (&other == &squad || other.team != squad.team || other.mood != SquadMood::routing) continue;
        if (!living(other.leader)) {
            ++tally_["fear: none of a squad without a living leader"];
            continue;
        }
        const Agent& feared = agents_.at(other.leader);
        if (feared.floor != leader.floor) {
            ++tally_["fear: none of a squad on another floor"];
            continue;
        }
        if (distance_squared(leader.position, feared.position) <= radius * radius)
            ++k;
        else
            ++tally_["fear: none of a squad that is too far away"];
    }
    if (k > 0) ++tally_["fear: of " + std::to_string(k)];
    return std::min(k, most_feared) * thousandths(squad.def.morale.fear_rate) / 2;
}

/// Q28.
SquadMood ReferenceModel::mood_after_look(const Squad& squad) {
    const MoraleDef& def = squad.def.morale;
    const bool rallies = squad.morale >= thousandths(def.rally_threshold);
    if (squad.mood == SquadMood::routing) {
        if (rallies && squad.routs > def.max_rallies) ++tally_["morale: routs on, it has routed too often"];
        return rallies && squad.routs <= def.max_rallies ? SquadMood::steady : SquadMood::routing;
    }
    if (squad.morale < thousandths(def.rout_threshold)) return SquadMood::routing;
    if (squad.morale < thousandths(def.waver_threshold)) return SquadMood::wavering;
    if (!rallies && squad.mood == SquadMood::wavering) ++tally_["morale: wavers on, between waver and rally"];
    return rallies ? SquadMood::steady : squad.mood;
}

/// Q29.
void ReferenceModel::change_mood(uint32_t number, SquadMood mood) {
    Squad& squad = squads_[number - 1];
    if (squad.mood == mood) return;
    const SquadMood before = std::exchange(squad.mood, mood);
    ++tally_[std::string("mood: ") + to_string(before) + " to " + to_string(mood)];
    Event event;
    event.type = EventType::morale;
    event.agent = squad.leader;
    event.a = static_cast<int32_t>(number);
    event.b = static_cast<int32_t>(before);
    event.c = static_cast<int16_t>(mood);
    event.x = static_cast<float>(squad.morale / 1000);
    emit(event);
    if (mood == SquadMood::routing) {
        ++squad.routs;
        ++tally_["rout: of a squad of " + std::string(living_members(squad) > 7 ? "8 or more" : "less than 8")];
    }
    if (before != SquadMood::routing) return;
    ++tally_["morale: rallies after rout " + std::to_string(squad.routs)];
    for (const Serial serial : squad.members)
        if (living(serial) && archetype_of(agents_.at(serial)).autonomous) agents_.at(serial).flagged = true;
}

int64_t ReferenceModel::living_members(const Squad& squad) const {
    return std::count_if(squad.members.begin(), squad.members.end(), [this](Serial serial) { return living(serial); });
}

} // namespace fray::model
