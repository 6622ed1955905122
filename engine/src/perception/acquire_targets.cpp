// The system acquire_targets: which enemy each agent fights (team alert).
//
// An enemy that a member of a squad notices is a candidate for the whole squad. A squad is due when its target scan is
// due (`Squad::next_look`, every `alert_every`), or when a member needs attention (`Squad::attention`). All members of
// a due squad are attended to. The rules are in rules.md, section acquire_targets.
#include "perception/target_search.h"
#include "squads/following.h"
#include "storage/rules_math.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint32_t members_per_chunk = 1024; ///< on average

/// Attends to the squads of a chunk. It writes the members' columns; each agent is in a single squad, so chunks do not
/// interfere.
class Alert {
public:
    Alert(PerceptionLayer& core, EventWriter events, AlertScratch& scratch)
        : core_(core), events_(events), scratch_(scratch), view_(core, scratch.members) {}

    bool is_due(const Squad& squad) const { return squad.next_look <= core_.clock.now || squad.attention != 0; }

    // Prefetches for `squad`, in this order: the list of members, their rows, their columns.
    void prefetch_members(const Squad& squad) const { prefetch(squad.members.data); }
    void prefetch_rows(const Squad& squad) const {
        for (const uint32_t index : squad.members) prefetch(&core_.ids.row[index]);
    }
    void prefetch_columns(const Squad& squad) const {
        const Agents& agents = core_.agents;
        for (const uint32_t index : squad.members) {
            const uint32_t row = core_.ids.row[index];
            if (row == no_index) continue;
            agents.position.prefetch(row);
            agents.orders.prefetch(row);
            agents.target.prefetch(row);
            agents.target_since.prefetch(row);
            agents.attack.prefetch(row);
        }
    }

    /// Attends to a squad that is due.
    void squad(Squad& squad) {
        const bool due = squad.next_look <= core_.clock.now;
        if (due) squad.next_look = next_look_after(squad, core_.clock.now);
        squad.attention = 0;
        view_.gather(squad);
        const auto place = static_cast<uint32_t>(&squad - core_.squads.list.data());
        traits_ = core_.squads.any_ties() ? core_.squads.traits_of(place) : nullptr;
        for (const AlertMember& member : view_.members()) attend(squad, member, due);
    }

private:
    /// Decides whether a member scans for targets, obeys an order or keeps what it has. `due`: the squad's scan is due.
    /// Where something is put off, it sets the squad's attention, so that the next frame looks at it again.
    void attend(Squad& squad, const AlertMember& member, bool due) {
        Agents& agents = core_.agents;
        const uint32_t row = member.row;
        if (!core_.kinds.archetypes[agents.archetype.any()[row]].brain) return;
        Orders& orders = agents.orders.write_any()[row];
        const State state = agents.state.any()[row];
        if (traits_ != nullptr && is_led(core_, *traits_, row, true, orders.kind, state, agents.attack.any()[row]))
            return keep_from_looking(squad, row, Cause::led);
        if (state == State::returning) return keep_from_looking(squad, row, Cause::returned);
        if (sends_away(orders.kind)) return retarget(row, {}, Cause::ordered);
        uint8_t& look = agents.look.write_any()[row];
        const Archetype& archetype = core_.kinds.archetypes[agents.archetype.any()[row]];
        if (agents.attack.any()[row] >= 0 && (agents.role.any()[row] == Role::holder || !archetype.managed)) {
            // Locked: during an attack it keeps its target. It scans when the attack is over.
            squad.attention |= look != 0 || orders.kind == OrderKind::attack;
            return;
        }
        // Its target was despawned in this frame: resolve_hits clears the target, and the agent scans in the next
        // frame.
        const AgentId current = agents.target.any()[row];
        if (current && agents.life.any()[core_.ids.row[current.index]] != Life::living) return;
        if (orders.kind == OrderKind::attack) {
            const uint32_t target = core_.ids.row_of(orders.target);
            if (target != no_index && agents.life.any()[target] == Life::living &&
                agents.storey.any()[target] == member.storey)
                return retarget(row, orders.target, Cause::ordered);
            orders.kind = OrderKind::free;
            look = 1;
            agents.wake.write_any()[row] |= wake_order; // an agent that finds no other target has something else to do
        }
        if (!agents.target.any()[row] && take_seen(member)) {
            squad.attention |= look;
            return;
        }
        if (look == 0 && !due) return;
        look = 0;
        this->look(member);
        if (agents.role.any()[row] != Role::holder && current && agents.target.any()[row] == current)
            look_elsewhere(squad, row);
    }

    /// The agent loses its target and does not scan. If a scan or an order to attack is pending, the squad stays under
    /// attention until the agent is free to act on it.
    void keep_from_looking(Squad& squad, uint32_t row, Cause cause) {
        squad.attention |=
            core_.agents.look.any()[row] != 0 || core_.agents.orders.any()[row].kind == OrderKind::attack;
        retarget(row, {}, cause);
    }

    /// A target scan of a member.
    void look(const AlertMember& member) {
        ++scratch_.looks;
        const Agents& agents = core_.agents;
        const Archetype& archetype = core_.kinds.archetypes[agents.archetype.any()[member.row]];
        const AgentId target = agents.target.any()[member.row];
        if (archetype.targeting == Targeting::sight) return look_round(member, archetype, target);
        if (!target) return take(member, Cause::found);

        const uint32_t row = core_.ids.row[target.index];
        const bool hostile = core_.kinds.is_hostile(agents.team.any()[member.row], agents.team.any()[row]);
        if (!hostile || !view_.candidate(member, row)) return take(member, Cause::lost);
        if (agents.role.any()[member.row] == Role::holder) return;
        if (core_.clock.now - agents.target_since.any()[member.row] < archetype.target_dwell) return;
        compare(member, row, archetype);
    }

    /// Changes to another target if it is nearer by the margin, or, with targeting `spread`, if only the other has
    /// room.
    void compare(const AlertMember& member, uint32_t row, const Archetype& archetype) {
        using Among = SquadView::Among;
        const AgentId* const ids = core_.agents.id.any();
        // Only nearer candidates matter, so the distance of the present target bounds the search.
        const int32_t most_mm = view_.key_of(member, row).mm - archetype.target_margin_mm;
        const bool spreads = archetype.targeting == Targeting::spread;
        const bool has_room = spreads && view_.has_room(member, row);
        if (spreads && !has_room) {
            ++scratch_.queries;
            const SquadView::Found roomy = view_.nearest(member, Among::with_room);
            if (roomy.row != no_index) return retarget(member.row, ids[roomy.row], Cause::open_slot);
        }
        ++scratch_.queries;
        const SquadView::Found best = view_.nearest(member, most_mm, has_room ? Among::with_room : Among::all);
        if (best.row != no_index && best.row != row && best.mm <= most_mm)
            retarget(member.row, ids[best.row], Cause::nearer);
    }

    /// Takes the first candidate by key, with targeting `spread` a candidate with room if there is any; else no target.
    void take(const AlertMember& member, Cause cause) {
        const Archetype& archetype = core_.kinds.archetypes[core_.agents.archetype.any()[member.row]];
        SquadView::Found best;
        if (archetype.targeting == Targeting::spread) {
            ++scratch_.queries;
            best = view_.nearest(member, SquadView::Among::with_room);
        }
        if (best.row == no_index) {
            ++scratch_.queries;
            best = view_.nearest(member);
        }
        retarget(member.row, best.row == no_index ? AgentId{} : core_.agents.id.any()[best.row], cause);
    }

    /// A target scan by sight (rules.md, Sight). The agent keeps its target while that is within the tracking distance.
    /// Otherwise it takes the nearest enemy that it sees, or asks the host about the four nearest.
    void look_round(const AlertMember& member, const Archetype& archetype, AgentId target) {
        const Agents& agents = core_.agents;
        if (target) {
            const uint32_t row = core_.ids.row[target.index];
            const float squared = distance_squared(member.position, agents.position.any()[row]);
            if (squared < track_squared(member.row, archetype) && agents.storey.any()[row] == member.storey &&
                !view_.is_apart(member, row) &&
                core_.kinds.is_hostile(agents.team.any()[member.row], agents.team.any()[row]))
                return;
        }
        ++scratch_.queries;
        // With a ground, `sees` has checked the line of sight already. Without a ground only the host knows.
        const bool asks = archetype.line_of_sight && core_.terrain.ground == nullptr;
        const SquadView::Seen seen = view_.nearest_seen(member, asks ? 4 : 1);
        const AgentId me = agents.id.any()[member.row];
        AgentId found;
        for (size_t i = 0; i < seen.count; ++i) {
            const AgentId other = agents.id.any()[seen.nearest[i].row];
            if (asks)
                scratch_.questions.push_back({me, other});
            else
                found = other;
        }
        retarget(member.row, found, target ? Cause::lost : Cause::found);
    }

    /// m^2: the distance up to which a target by sight is kept; that of the monster's present state if it has one.
    float track_squared(uint32_t row, const Archetype& archetype) const {
        const MonsterState* const state = monster_state_of(core_, core_.agents.monster.any(), row);
        return state != nullptr && state->track_squared > 0.0f ? state->track_squared : archetype.band_squared[3];
    }

    /// Takes the nearest enemy that the agent sees according to the host's answers of this frame. False: there is none.
    bool take_seen(const AlertMember& member) {
        const Agents& agents = core_.agents;
        const Archetype& archetype = core_.kinds.archetypes[agents.archetype.any()[member.row]];
        if (!archetype.line_of_sight || archetype.targeting != Targeting::sight) return false;
        const uint32_t viewer = agents.id.any()[member.row].index;
        SquadView::Found best;
        const float sight = view_.sight_of(member.row);
        const auto first = std::lower_bound(core_.perception.sightings.begin(), core_.perception.sightings.end(),
                                            viewer, [](const Sighting& s, uint32_t index) { return s.viewer < index; });
        for (auto it = first; it != core_.perception.sightings.end() && it->viewer == viewer; ++it) {
            const uint32_t row = core_.ids.row_of(it->target);
            if (row == no_index || row == member.row || agents.life.any()[row] != Life::living ||
                agents.storey.any()[row] != member.storey ||
                !core_.kinds.is_hostile(agents.team.any()[member.row], agents.team.any()[row]))
                continue;
            const SquadView::Found found = view_.key_of(member, row);
            if (found.squared > sight * sight) continue;
            if (best.row == no_index || SquadView::before(found, best)) best = found;
        }
        if (best.row == no_index) return false;
        retarget(member.row, agents.id.any()[best.row], Cause::found);
        return true;
    }

    /// An agent without a slot: the stage manager may find it another target with an open slot, or another slot to wait
    /// for. Notes it for plan_engagements.
    void look_elsewhere(const Squad& squad, uint32_t row) {
        const Agents& agents = core_.agents;
        const Archetype& archetype = core_.kinds.archetypes[agents.archetype.any()[row]];
        if (archetype.managed && archetype.targeting != Targeting::sight &&
            core_.clock.now >= agents.target_since.any()[row] + archetype.target_dwell) {
            scratch_.seekers.push_back(static_cast<uint32_t>(&squad - core_.squads.list.data()));
            scratch_.seekers.push_back(row);
        }
        const int16_t place = agents.place.any()[row];
        if (place < 0) return;
        const uint32_t number = agents.engagement.any()[row].circle;
        const Circle& circle = core_.circles.list[number];
        if (circle.slots[static_cast<uint32_t>(place)].open() || !circle.any_open_slot()) return;
        scratch_.misplaced.push_back(row);
        core_.circles.touch(number, core_.clock.frame);
    }

    /// Changes the target; nothing happens if it is the same. {}: no target.
    void retarget(uint32_t row, AgentId target, Cause cause) {
        Agents& agents = core_.agents;
        AgentId& mine = agents.target.write_any()[row];
        if (mine == target) return;
        scratch_.switches += mine && target;
        mine = target;
        agents.target_since.write_any()[row] = core_.clock.now;
        agents.wake.write_any()[row] |= wake_target;
        const Serial serial = target ? agents.serial.any()[core_.ids.row[target.index]] : no_serial;
        events_.add({.type = EventType::target, .cause = cause, .agent = agents.serial.any()[row], .target = serial});
    }

    PerceptionLayer& core_;
    EventWriter events_;
    AlertScratch& scratch_;
    SquadView view_;
    const SquadTraits* traits_ = nullptr; ///< of the squad at hand
};

} // namespace

Access acquire_targets_access() {
    using enum Field;
    return uses({identity, life, position, heading, monster, squad_of, role, token, engagement, place, state,
                 own_circle, capacity, circles, row_table, trees, target_info, target_biases, island},
                read_any) +
           uses({target, target_since, wake, look, orders, squads, visits, decisions, sightings, counters, events},
                write_any);
}

void acquire_targets(PerceptionLayer& core, Loops& loops) {
    const uint32_t squads = static_cast<uint32_t>(core.squads.list.size());
    const uint32_t squads_per_chunk =
        std::max(1u, static_cast<uint32_t>(uint64_t{members_per_chunk} * squads / std::max(core.agents.rows(), 1u)));
    const uint32_t chunks = Loops::chunk_count(squads, squads_per_chunk);
    const uint32_t first = core.log.open(System::acquire_targets, chunks);
    if (core.perception.alert_scratch.size() < chunks) core.perception.alert_scratch.resize(chunks);
    for (AlertScratch& scratch : core.perception.alert_scratch) {
        scratch.looks = scratch.queries = scratch.switches = 0;
        scratch.seekers.clear();
        scratch.misplaced.clear();
        scratch.changes.clear();
        scratch.questions.clear();
    }
    loops.parallel_for(squads, squads_per_chunk, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        Alert alert(core, core.log.writer(System::acquire_targets, first + chunk),
                    core.perception.alert_scratch[chunk]);
        auto& due = core.perception.alert_scratch[chunk].squads;
        due.clear();
        for (uint32_t i = begin; i < end; ++i)
            if (alert.is_due(core.squads.list[i])) due.push_back(i);
        const auto squad = [&](uint32_t place) -> Squad& { return core.squads.list[place]; };
        visit_ahead(
            due.data(), static_cast<uint32_t>(due.size()), [&](uint32_t place) { alert.squad(squad(place)); },
            [&](uint32_t place) { alert.prefetch_members(squad(place)); },
            [&](uint32_t place) { alert.prefetch_rows(squad(place)); },
            [&](uint32_t place) { alert.prefetch_columns(squad(place)); });
    });
    core.perception.sight_questions.clear();
    for (const AlertScratch& c : core.perception.alert_scratch) {
        core.perception.sight_questions.insert(core.perception.sight_questions.end(), c.questions.begin(),
                                               c.questions.end());
        core.counters.target_scans += c.looks;
        core.counters.retargets += c.switches;
        count_queries(core, c.queries);
    }
    // Each viewer asks all its questions in a single chunk, the nearest enemy first. A stable sort by viewer therefore
    // gives the same list for any partition into chunks.
    std::stable_sort(core.perception.sight_questions.begin(), core.perception.sight_questions.end(),
                     [&](const SightQuestion& a, const SightQuestion& b) {
                         const auto serial_of = [&](AgentId id) {
                             return core.agents.serial.any()[core.ids.row[id.index]];
                         };
                         return serial_of(a.viewer) < serial_of(b.viewer);
                     });
}

} // namespace fray
