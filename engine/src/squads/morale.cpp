#include "squads/morale.h"

#include "squads/following.h"
#include "terrain/reach.h"

#include <algorithm>

namespace fray {
namespace {

constexpr int64_t between_looks = 500'000; ///< us
constexpr int32_t most_fears = 3;          ///< routing squads near by that count

/// The looks of a frame.
class MoraleLooks {
public:
    MoraleLooks(const MoraleView& world, EventWriter events) : world_(world), events_(events) {}

    void run() {
        list_routing();
        for (SquadMorale& morale : world_.squads.morales)
            if (is_due(morale)) look_at(morale);
    }

private:
    const Squad& squad_of(const SquadMorale& morale) const { return world_.squads.list[morale.squad]; }
    bool lives(uint32_t index) const { return world_.life[world_.ids.row[index]] == Life::living; }
    bool is_due(const SquadMorale& morale) const {
        return next_on_schedule(squad_of(morale).number, between_looks, world_.clock.previous_now) <= world_.clock.now;
    }
    /// The row of the squad's leader; `no_index`: it has none, or it does not live.
    Row leader_row(const SquadMorale& morale) const {
        const uint32_t leader = world_.squads.traits_of(morale.squad)->leader;
        return leader == no_index || !lives(leader) ? Row::none() : world_.ids.row[leader];
    }

    /// Lists the leaders of the routing squads. All looks of a frame see the moods of the frame before.
    void list_routing() {
        auto& leaders = world_.routing_leaders.rows;
        leaders.clear();
        if (world_.squads.unsteady == 0) return;
        for (const SquadMorale& morale : world_.squads.morales)
            if (const Row row = leader_row(morale); morale.mood == SquadMood::routing && row != Row::none())
                leaders.push_back(row);
    }

    void look_at(SquadMorale& morale) {
        int32_t living = 0;
        for (const uint32_t index : squad_of(morale).members) living += lives(index);
        if (living == 0) return;
        morale.points = std::clamp(morale.points + change_of(morale, living), 0, full_morale);
        morale.forget();
        const SquadMood before = morale.mood;
        const SquadMood now = next_mood(morale);
        if (now == SquadMood::routing) aim_flight(morale);
        if (now != before) change_mood(morale, now);
    }

    /// By how much the morale changes, in thousandths of a point (rule morale_after_look). What has happened counts by
    /// the share of the members; 64 bits hold it in any case, and more than the full morale makes no difference.
    int32_t change_of(const SquadMorale& morale, int32_t living) const {
        const int64_t members = living + int64_t{morale.lost};
        const int64_t shocks = int64_t{morale.lost} * morale.losses + int64_t{morale.side_hits} * morale.flank +
                               int64_t{morale.rear_hits} * morale.rear;
        int64_t change = -(shocks / members) - int64_t{morale.leaders_lost} * morale.leader +
                         int64_t{morale.killed} * morale.kills / members + morale.recovery / 2;
        if (morale.appointed) change += morale.leadership / 2;
        change -= int64_t{routing_near(morale)} * morale.fear / 2;
        return static_cast<int32_t>(std::clamp<int64_t>(change, -full_morale, full_morale));
    }

    /// The number of other routing squads of its team near by, at most `most_fears`. A routing squad heeds none.
    int32_t routing_near(const SquadMorale& morale) const {
        const Row leader = leader_row(morale);
        if (leader == Row::none() || morale.mood == SquadMood::routing) return 0;
        int32_t near = 0;
        for (const Row other : world_.routing_leaders.rows) {
            if (other == leader || world_.team[other] != world_.team[leader] || !on_same_floor(world_, other, leader))
                continue;
            near += distance_squared(world_.position[leader], world_.position[other]) <= morale.fear_radius_squared;
            if (near == most_fears) break;
        }
        return near;
    }

    static SquadMood next_mood(const SquadMorale& morale) {
        const bool rallies = morale.points >= morale.rally;
        if (morale.mood == SquadMood::routing)
            return rallies && morale.routs <= morale.rallies ? SquadMood::steady : SquadMood::routing;
        if (morale.points < morale.rout) return SquadMood::routing;
        if (morale.points < morale.waver) return SquadMood::wavering;
        return rallies ? SquadMood::steady : morale.mood;
    }

    /// Sets the flight away from the members' targets and from the holders around them. Wakes the members, so that
    /// those that run already turn.
    void aim_flight(SquadMorale& morale) {
        Vec2 away{};
        for (const uint32_t index : squad_of(morale).members) {
            if (!lives(index)) continue;
            const Row row = world_.ids.row[index];
            const Vec2 here = world_.position[row];
            if (const AgentId target = world_.target[row]) away += here - world_.position[world_.ids.row[target.index]];
            if (const uint32_t circle = world_.as_target[row].own_circle; circle != no_index)
                for (const uint32_t holder : world_.circles[circle].token_queue)
                    away += here - world_.position[world_.ids.row[holder]];
        }
        if (away.x == 0.0f && away.y == 0.0f) return;
        morale.flight = normalised(away);
        wake(morale);
    }

    void change_mood(SquadMorale& morale, SquadMood now) {
        const Row leader = leader_row(morale);
        events_.add({.type = EventType::morale,
                     .c = static_cast<int16_t>(now),
                     .agent = leader == Row::none() ? no_serial : world_.serial[leader],
                     .a = static_cast<int32_t>(squad_of(morale).number),
                     .b = static_cast<int32_t>(morale.mood),
                     .x = static_cast<float>(morale.points / 1000)});
        world_.squads.unsteady += (now != SquadMood::steady);
        world_.squads.unsteady -= (morale.mood != SquadMood::steady);
        if (now == SquadMood::routing && morale.routs < 255) ++morale.routs;
        if (morale.mood == SquadMood::routing) scan(morale);
        morale.mood = now;
        world_.squads.list[morale.squad].attention = 1;
        wake(morale);
    }

    void wake(const SquadMorale& morale) {
        for (const uint32_t index : squad_of(morale).members)
            if (lives(index)) world_.wake.change(world_.ids.row[index]) |= wake_order;
    }

    /// A squad that has rallied looks for targets.
    void scan(const SquadMorale& morale) {
        for (const uint32_t index : squad_of(morale).members) {
            const Row row = world_.ids.row[index];
            if (lives(index) && world_.kinds.archetypes[world_.archetype[row]].brain) world_.scan_due.change(row) = 1;
        }
    }

    MoraleView world_;
    EventWriter events_;
};

} // namespace

void look_at_morale(const MoraleView& world) {
    if (world.squads.morales.empty()) return;
    MoraleLooks(world, world.log.writer(FrameSystem::commit, world.log.open(FrameSystem::commit, 1))).run();
}

} // namespace fray
