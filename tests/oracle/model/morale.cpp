// Morale of squads: what resolve_hits counts, the looks in commit, moods, and which agents waver and rout.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray::model {

namespace {

constexpr int64_t look_interval = 500'000;
constexpr int64_t most_feared = 3;
constexpr float side_angle = 1.0471976f; // radians
constexpr float rear_angle = 2.0943951f;

// A field of `MoraleDef` in thousandths of a point.
int64_t points_in_thousandths(float points) { return millimetres_of(points); }

} // namespace

// # Morale
// These rules hold for squads with `morale.enabled`. The morale of a squad is a whole number of thousandths of a point,
// from 0 to 100 000 (100 points). At first it is 100 000, and the mood is steady. The fields of `morale` in points
// become thousandths by `millimetres_of`, and "/" divides whole numbers that are not negative, and rounds down. Moods
// are found in commit, so members change what they do in the next frame.

/// An agent *wavers* if it has a brain, its squad wavers, it is loose, and it is not led by the move input
/// (`led_by_input`). It takes no new place in the fight: it leaves a queue, does not request, and cannot support.
/// Holders fight on. An evaluation finds at its beginning whether the agent wavers, and holds to it.
bool ReferenceModel::wavers(const Agent& agent) const {
    return squad_of(agent).mood == SquadMood::wavering && archetype_of(agent).autonomous && agent.loose() &&
           !led_by_input(agent);
}

/// An agent *routs* if it has a brain, its squad routs, it is loose, and it is not led by the move input. It counts as
/// `led` everywhere, but its state is rout in the place of led, and it loses its target with cause routed. A change
/// between led and rout is a change of state as any other.
bool ReferenceModel::routs(const Agent& agent) const {
    return squad_of(agent).mood == SquadMood::routing && archetype_of(agent).autonomous && agent.loose() &&
           !led_by_input(agent);
}

// ## What a squad counts
// Since the last look at its morale, or since it was made. An agent counts for the squad that it is in at that moment.

/// *Losses*: members that died in resolve_hits, of whatever cause; not despawned ones. *Leaders lost*: losses that led
/// the squad when resolve_hits began.
void ReferenceModel::count_loss(const Agent& agent) {
    Squad& squad = squads_[agent.squad - 1];
    ++squad.counts.losses;
    if (squad.leader == agent.serial) ++squad.counts.leaders_lost;
}

/// *Kills*: deaths of agents hostile to the killer by hits, damage or a health set by the host, with a member as killer
/// that was living when resolve_hits began. Damage by a command in a member's name counts.
void ReferenceModel::count_kill(const Agent& agent, Serial by) {
    const auto killer = agents_.find(by);
    if (killer == agents_.end()) return;
    Squad& squad = squads_[killer->second.squad - 1];
    const bool was_living = !killer->second.gone && (!killer->second.dead || killer->second.died_now);
    const bool counts = was_living && hostile_[killer->second.team][agent.team];
    if (counts) ++squad.counts.kills;
}

/// *Side hits* and *rear hits*: events hurt of members because of a hit or a projectile, not of a command. b is the
/// absolute value of bearing(position of the member, its heading, origin) (float). The origin is the attacker's
/// position, or the launch point. It is a side hit if b > 1.0471976 (60 degrees) and b <= 2.0943951 (120 degrees), a
/// rear hit if b is more.
void ReferenceModel::count_hit(const Agent& agent, Vec2 from) {
    Squad& squad = squads_[agent.squad - 1];
    const float b = std::abs(bearing(agent.position, agent.heading, from));
    if (b > rear_angle)
        ++squad.counts.rear_hits;
    else if (b > side_angle)
        ++squad.counts.side_hits;
}

// ## Looks and moods

/// The looks at a squad's morale fall on times as its scans do (`falls_due`), with an interval of 0.5 s. A squad
/// without a living member has none. The morale changes (`morale_after_look`), all counts become 0, and the mood is
/// found (`mood_after_look`). All looks of a frame use the moods that the frame before left.
void ReferenceModel::commit_morale() {
    std::vector<std::pair<uint32_t, SquadMood>> moods;
    for (uint32_t number = 1; number <= squads_.size(); ++number) {
        Squad& squad = squads_[number - 1];
        if (!squad.made || !squad.def.morale.enabled || !falls_due(number, look_interval)) continue;
        if (living_members(squad) == 0) continue;
        squad.morale = morale_after_look(squad);
        squad.counts = {};
        moods.emplace_back(number, mood_after_look(squad));
    }
    for (const auto& [number, mood] : moods) change_mood(number, mood);
}

/// The morale changes by the following, and is then brought back to the range 0 to 100 000. n is the number of the
/// living members plus the losses.
/// - It falls by (losses * `loss_penalty` + side hits * `flank_penalty` + rear hits * `rear_penalty`) / n.
/// - It falls by leaders lost * `leader_penalty`.
/// - It rises by kills * `kill_bonus` / n.
/// - It rises by `recovery_rate` / 2. If the leader is appointed (`set_leader`), it also rises by `leadership_rate` /
///   2.
/// - If the squad does not rout, it falls by `fear_of` the squad.
///
/// *Example.* `loss_penalty` is 200, `flank_penalty` 20, `recovery_rate` 1, `leadership_rate` 0.5, `waver_threshold`
/// 40. A squad of 16 has its full morale of 100 000. Before the next look three members die, and five hits come from
/// the side: n = 13 + 3, and (3 * 200 000 + 5 * 20 000) / 16 = 43 750. With its appointed leader the squad recovers 500
/// + 250: its morale is 100 000 - 43 750 + 750 = 57 000. If three more die before the next look: 3 * 200 000 / 13 = 46
/// 153, and 57 000 - 46 153 + 750 = 11 597. With `rout_threshold` 20 the squad routs.
int64_t ReferenceModel::morale_after_look(const Squad& squad) {
    const MoraleDef& def = squad.def.morale;
    const MoraleCounts& counts = squad.counts;
    const int64_t n = living_members(squad) + counts.losses;
    int64_t morale = squad.morale;
    morale -= (counts.losses * points_in_thousandths(def.loss_penalty) +
               counts.side_hits * points_in_thousandths(def.flank_penalty) +
               counts.rear_hits * points_in_thousandths(def.rear_penalty)) /
              n;
    morale -= counts.leaders_lost * points_in_thousandths(def.leader_penalty);
    morale += counts.kills * points_in_thousandths(def.kill_bonus) / n;
    morale += points_in_thousandths(def.recovery_rate) / 2;
    if (squad.appointed) morale += points_in_thousandths(def.leadership_rate) / 2;
    if (squad.mood != SquadMood::routing) morale -= fear_of(squad);
    return std::clamp<int64_t>(morale, 0, full_morale);
}

/// It is k * `fear_rate` / 2. k is the number of other routing squads near by, but at most 3. They are of the same
/// team, and their leaders live and are on the floor of the squad's leader, with `distance_squared(leader, other
/// leader) <= fear_radius * fear_radius` (float).
int64_t ReferenceModel::fear_of(const Squad& squad) {
    const Agent& leader = agents_.at(squad.leader);
    const float radius = squad.def.morale.fear_radius;
    int64_t k = 0;
    for (const Squad& other : squads_) {
        if (&other == &squad || other.team != squad.team || other.mood != SquadMood::routing) continue;
        if (!living(other.leader)) continue;
        const Agent& feared = agents_.at(other.leader);
        if (feared.floor != leader.floor) continue;
        if (distance_squared(leader.position, feared.position) <= radius * radius) ++k;
    }
    return std::min(k, most_feared) * points_in_thousandths(squad.def.morale.fear_rate) / 2;
}

/// A routing squad *rallies*, and becomes steady, if its morale is at least `rally_threshold`, and it has not routed
/// more than `max_rallies` times. Otherwise it goes on routing.
///
/// Any other squad routs if its morale is less than `rout_threshold`. Otherwise it wavers if its morale is less than
/// `waver_threshold`, is steady if its morale is at least `rally_threshold`, and stays as it is in between.
SquadMood ReferenceModel::mood_after_look(const Squad& squad) {
    const MoraleDef& def = squad.def.morale;
    const bool rallies = squad.morale >= points_in_thousandths(def.rally_threshold);
    if (squad.mood == SquadMood::routing)
        return rallies && squad.routs <= def.max_rallies ? SquadMood::steady : SquadMood::routing;
    if (squad.morale < points_in_thousandths(def.rout_threshold)) return SquadMood::routing;
    if (squad.morale < points_in_thousandths(def.waver_threshold)) return SquadMood::wavering;
    return rallies ? SquadMood::steady : squad.mood;
}

/// If the mood changes: event morale, with the morale in whole points (rounded down). If the squad has rallied, all its
/// living members with a brain are flagged to scan.
void ReferenceModel::change_mood(uint32_t number, SquadMood mood) {
    Squad& squad = squads_[number - 1];
    if (squad.mood == mood) return;
    const SquadMood before = std::exchange(squad.mood, mood);
    Event event;
    event.type = EventType::morale;
    event.agent = squad.leader;
    event.a = static_cast<int32_t>(number);
    event.b = static_cast<int32_t>(before);
    event.c = static_cast<int16_t>(mood);
    event.x = static_cast<float>(squad.morale / 1000);
    emit(event);
    if (mood == SquadMood::routing) ++squad.routs;
    if (before != SquadMood::routing) return;
    for (const Serial serial : squad.members)
        if (living(serial) && archetype_of(agents_.at(serial)).autonomous) agents_.at(serial).flagged = true;
}

int64_t ReferenceModel::living_members(const Squad& squad) const {
    return std::count_if(squad.members.begin(), squad.members.end(), [this](Serial serial) { return living(serial); });
}

} // namespace fray::model
