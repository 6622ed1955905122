// The system acquire_targets: which enemy each agent fights (team alert).
//
// An enemy that a member of a squad notices is a candidate for the whole squad. A squad is due when its target scan is
// due (`Squad::next_scan`, every `scan_interval`), or when a member needs attention (`Squad::attention`). All members
// of a due squad are then looked at. The rules are in rules.md, section acquire_targets.
#include "bodies/bodies.h"
#include "bodies/monster_acts.h"
#include "fray/stats.h"
#include "perception/open_questions.h"
#include "perception/systems.h"
#include "perception/target_biases.h"
#include "perception/target_search.h"
#include "perception/threats.h"
#include "squads/following.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint32_t members_per_chunk = 256; ///< on average

/// Chooses targets for the squads of a chunk. It writes the members' columns; each agent is in a single squad, so
/// chunks do not interfere.
class Alert {
    /// What a scan reads and writes of a member; what is read of a member of a squad that may be quiet.
    using ScannerAhead = Views<
        Read<column::life, column::archetype, column::position, column::orders, column::target, column::target_since,
             column::attack, column::state, column::update_interval, column::scan_due, column::support>>;
    using SleeperAhead = Views<
        Read<column::sleep, column::wake, column::scan_due, column::target, column::life, column::update_interval>>;

public:
    Alert(const TargetChoice& world, EventWriter events, AlertScratch& scratch)
        : world_(world), events_(events), scratch_(scratch), lease_(world.squad_memories),
          view_(world, lease_.memory()) {}

    bool is_due(const Squad& squad) const { return squad.next_scan <= world_.clock.now || squad.attention != 0; }

    // Prefetches for `squad`, in this order: the list of members, their rows, their columns.
    void prefetch_members(const Squad& squad) const { prefetch(squad.members.data); }
    void prefetch_rows(const Squad& squad) const {
        for (const uint32_t index : squad.members) prefetch(&world_.ids.row[index]);
    }
    void prefetch_columns(const Squad& squad) const {
        for_each_row(squad, [&](Row row) { ScannerAhead(world_).prefetch(row); });
    }

    /// Ends the scans of those squads of `due` that are quiet (quiet_squads.h). Lists the others in `busy`.
    void leave_out_quiet(const Vector<uint32_t>& due, Vector<uint32_t>& busy) const {
        busy.clear();
        const auto if_it_may_be = [&](auto&& prefetch) {
            return [&, prefetch](uint32_t squad_index) {
                if (may_be_quiet(squad_index)) prefetch(world_.squads.list[squad_index]);
            };
        };
        const auto look = [&](uint32_t squad_index) {
            Squad& squad = world_.squads.list[squad_index];
            if (may_be_quiet(squad_index) && is_asleep(squad))
                end_scan(squad);
            else
                busy.push_back(squad_index);
        };
        visit_ahead(due.data(), static_cast<uint32_t>(due.size()), look,
                    if_it_may_be([&](const Squad& squad) { prefetch_members(squad); }),
                    if_it_may_be([&](const Squad& squad) { prefetch_rows(squad); }),
                    if_it_may_be([&](const Squad& squad) { prefetch_sleep(squad); }));
    }

    /// Chooses the targets of a squad that is due.
    void squad(uint32_t squad_index) {
        Squad& squad = world_.squads.list[squad_index];
        const bool due = squad.next_scan <= world_.clock.now;
        if (due) end_scan(squad);
        squad.attention = 0;
        view_.gather(squad);
        traits_ = world_.squads.any_ties() ? world_.squads.traits_of(squad_index) : nullptr;
        for (const AlertMember& member : view_.members()) attend(squad, member, due);
        if (due && squad.attention == 0) measure_gap(squad_index);
    }

private:
    /// Calls visit(row) for each member that has not been despawned.
    template <typename Visit> void for_each_row(const Squad& squad, Visit&& visit) const {
        for (const uint32_t index : squad.members)
            if (const Row row = world_.ids.row[index]; row != Row::none()) visit(row);
    }
    /// May the squad be quiet? That depends on its members, too.
    bool may_be_quiet(uint32_t squad_index) const {
        return world_.squads.list[squad_index].attention == 0 &&
               world_.perception.quiet.enemies_are_far(squad_index, world_.trees.drift);
    }
    void prefetch_sleep(const Squad& squad) const {
        for_each_row(squad, [&](Row row) { SleeperAhead(world_).prefetch(row); });
    }
    /// Do all members sleep without a target, and has none a scan to make?
    bool is_asleep(const Squad& squad) const {
        return std::all_of(squad.members.begin(), squad.members.end(), [&](uint32_t index) {
            const Row row = world_.ids.row[index];
            return row == Row::none() || (world_.sleep[row] == Sleep::asleep && world_.wake[row] == 0 &&
                                          world_.scan_due[row] == 0 && !world_.target[row]);
        });
    }

    /// The next scan of a squad with a scan that is due.
    void end_scan(Squad& squad) const {
        squad.next_scan = next_scan_after(squad, world_.clock.now) + scans_left_out(squad) * squad.scan_interval;
    }

    /// How many scans the squad leaves out, because all its living members are far away (rule is_updated).
    int64_t scans_left_out(const Squad& squad) const {
        int least = max_update_interval;
        bool any = false;
        for_each_row(squad, [&](Row row) {
            if (world_.life[row] != Life::living) return;
            least = std::min<int>(least, world_.update_interval[row].frames);
            any = true;
        });
        const int64_t in_a_second = 1'000'000 / squad.scan_interval;
        return any ? std::max<int64_t>(std::min<int64_t>(least / 2, in_a_second), 1) - 1 : 0;
    }

    /// Finds out whether all enemies of the squad at hand are so far away that its next scans may be left out.
    void measure_gap(uint32_t squad_index) {
        const auto looks_around_only = [&](const AlertMember& member) {
            const Archetype& archetype = world_.kinds.archetypes[world_.archetype[member.row]];
            return archetype.targeting != Targeting::sight && archetype.targeting != Targeting::threat &&
                   monster_state_of(world_.kinds, world_.monster.data(), member.row) == nullptr;
        };
        if (view_.members().empty() || !is_asleep(world_.squads.list[squad_index]) ||
            !std::all_of(view_.members().begin(), view_.members().end(), looks_around_only))
            return;
        ++scratch_.queries;
        const float gap = view_.gap_to_enemies(QuietSquads::most_gap);
        if (gap > 0.0f) world_.perception.quiet.set_gap(squad_index, gap, world_.trees.drift);
    }

    /// Decides whether a member scans for targets, obeys an order or keeps its target. `due`: the squad's scan is due.
    /// If a scan or an order has to wait, it sets the squad's attention, so that the squad is due in the next frame
    /// too.
    void attend(Squad& squad, const AlertMember& member, bool due) {
        const Row row = member.row;
        const bool brain = world_.kinds.archetypes[world_.archetype[row]].brain;
        const Orders& orders = world_.orders[row];
        squad.attention |= orders.kind == StoredOrder::escort; // the escorted agent may be gone in the next frame
        if (orders.kind == StoredOrder::perform) {
            take_ordered(member, orders.target);
            squad.attention |= !world_.target[row]; // the ordered agent may come to this floor in any frame
            return;
        }
        if (!brain) return retarget(row, {}, TargetCause::ordered);
        const AgentState state = world_.state[row];
        if (traits_ != nullptr && is_led(world_, *traits_, row, true, orders.kind, state, world_.attack[row]))
            return keep_from_scanning(squad, row, TargetCause::led);
        if (traits_ != nullptr && mood_of(world_.squads, *traits_, true, orders.kind) == SquadMood::routing)
            return keep_from_scanning(squad, row, TargetCause::routed);
        if (state == AgentState::returning) return keep_from_scanning(squad, row, TargetCause::returned);
        if (sends_away(orders.kind)) return retarget(row, {}, TargetCause::ordered);
        const uint8_t& scan_due = world_.scan_due[row];
        const Archetype& archetype = world_.kinds.archetypes[world_.archetype[row]];
        if (is_locked(row, archetype.managed)) {
            // During an attack the agent keeps its target. It scans when the attack is over.
            squad.attention |= scan_due != 0 || orders.kind == StoredOrder::attack;
            return;
        }
        // Its target was despawned in this frame: resolve_hits clears the target, and the agent scans in the next
        // frame.
        const AgentId current = world_.target[row];
        if (current && world_.life[world_.ids.row[current.index]] != Life::living) return;
        if (orders.kind == StoredOrder::attack && is_there(member, orders.target))
            return retarget(row, orders.target, TargetCause::ordered);
        const bool order_ends = orders.kind == StoredOrder::attack ||
                                (orders.kind == StoredOrder::escort && !is_there(member, orders.target));
        if (order_ends) {
            world_.orders.change(row).kind = StoredOrder::free;
            world_.scan_due.change(row) = 1;
            world_.wake.change(row) |= wake_order; // without another target the agent needs a new state
        }
        if (!order_ends && supports(member)) {
            squad.attention |= scan_due;
            return;
        }
        if (!world_.target[row] && take_seen(member)) {
            squad.attention |= scan_due;
            return;
        }
        if (scan_due == 0 && !due) return;
        if (scan_due != 0) world_.scan_due.change(row) = 0;
        scan(member);
        if (!current || world_.target[row] != current) return;
        if (archetype.managed && archetype.weighs_targets() &&
            world_.clock.reached(world_.target_since[row] + archetype.target_dwell_time)) {
            const auto number = static_cast<uint32_t>(&squad - world_.squads.list.data());
            if (archetype.retargets_in_reach &&
                (archetype.needs_lines || !view_.in_reach(member, world_.ids.row[current.index])))
                scratch_.out_of_reach.push_back({number, row});
            if (world_.role[row] != Role::holder) scratch_.seekers.push_back({number, row});
        }
    }

    /// Does the member support, and can go on (rule acquire_target)?
    bool supports(const AlertMember& member) const {
        const AgentId target = world_.target[member.row];
        if (!target || world_.support[member.row].supports == 0) return false;
        return is_there(member, target) &&
               world_.kinds.is_hostile(world_.team[member.row], world_.team[world_.ids.row[target.index]]);
    }

    /// The target of an agent under an order `perform` is the ordered agent, as long as it lives. A scan that is due
    /// waits until the order ends.
    void take_ordered(const AlertMember& member, AgentId ordered) {
        const AgentId current = world_.target[member.row];
        if (current && world_.life[world_.ids.row[current.index]] != Life::living) return;
        retarget(member.row, is_there(member, ordered) ? ordered : AgentId{}, TargetCause::ordered);
    }

    /// Is the agent living and on the member's floor?
    bool is_there(const AlertMember& member, AgentId agent) const {
        const Row row = world_.ids.row_of(agent);
        return row != Row::none() && world_.life[row] == Life::living && world_.floor[row] == member.floor;
    }

    /// The agent loses its target and does not scan. If a scan or an order to attack is pending, the squad's
    /// attention stays set until the agent is free to act on it.
    void keep_from_scanning(Squad& squad, Row row, TargetCause cause) {
        squad.attention |= world_.scan_due[row] != 0 || world_.orders[row].kind == StoredOrder::attack;
        retarget(row, {}, cause);
    }

    /// A target scan of a member.
    void scan(const AlertMember& member) {
        ++scratch_.scans;
        const Archetype& archetype = world_.kinds.archetypes[world_.archetype[member.row]];
        const AgentId target = world_.target[member.row];
        if (archetype.targeting == Targeting::sight) return scan_by_sight(member, archetype, target);
        if (!target) return take(member, TargetCause::found);

        const Row row = world_.ids.row[target.index];
        const bool hostile = world_.kinds.is_hostile(world_.team[member.row], world_.team[row]);
        if (!hostile || !(view_.may_keep(member, row) || chases(member, row) || threatens(member, row)))
            return take(member, TargetCause::lost);
        const bool by_threat = archetype.targeting == Targeting::threat;
        const SquadView::Found best = by_threat ? view_.most_threatening(world_, member) : SquadView::Found{};
        if (best.row != Row::none()) return compare_threats(member, row, best.row, archetype);
        if (world_.role[member.row] == Role::holder) return;
        if (!world_.clock.reached(world_.target_since[member.row] + archetype.target_dwell_time)) return;
        compare(member, row, archetype);
    }

    /// Does the agent keep its target because of an attack in progress? A free attack lets go after its hit, when its
    /// target has fallen, or when it ends in this frame: the next attack may begin at once.
    bool is_locked(Row row, bool managed) const {
        if (world_.attack[row] < 0) return false;
        if (managed) return world_.role[row] == Role::holder;
        return world_.attack_phase[row] != AttackPhase::struck ||
               (world_.target[row] && !world_.clock.reached(world_.engagement[row].times.end_due) &&
                (world_.reports[row] & report_end) == 0);
    }

    /// Is this row an attacker in the member's threat table that it could fight?
    bool threatens(const AlertMember& member, Row row) const {
        return world_.kinds.archetypes[world_.archetype[member.row]].targeting == Targeting::threat &&
               threat_of(world_, member.row, world_.serial[row]) > 0.0f && view_.could_fight(member, row);
    }

    /// Changes to the agent that threatens it most, if that has a tenth more points than the present target.
    void compare_threats(const AlertMember& member, Row row, Row best, const Archetype& archetype) {
        if (!world_.clock.reached(world_.target_since[member.row] + archetype.target_dwell_time)) return;
        const auto points = [&](Row of) { return threat_of(world_, member.row, world_.serial[of]); };
        if (points(best) > 1.1f * points(row)) retarget(member.row, world_.id[best], TargetCause::threat);
    }

    /// Changes to an enemy that is nearer than the present target by the margin. With targeting `spread` it also
    /// changes to an enemy with room if the present target has no room.
    void compare(const AlertMember& member, Row row, const Archetype& archetype) {
        using Among = SquadView::Among;
        const bool shoots = !archetype.managed && archetype.retargets_in_reach && archetype.needs_lines;
        const bool has_shot = shoots && view_.has_shot(member, row);
        if (shoots && !has_shot && view_.in_reach(member, row)) {
            ++scratch_.queries;
            const SquadView::Found other = view_.nearest(member, view_.farthest_reach(member), Among::shots);
            if (other.row != Row::none()) return retarget(member.row, world_.id[other.row], TargetCause::nearer);
        }
        const auto gives_up_shot = [&](Row other) { return has_shot && !view_.has_shot(member, other); };
        // Only nearer candidates matter, so the distance of the present target bounds the search. If the present target
        // is only chased (see `chases`), it is no candidate, and the search does not find it.
        const SquadView::Found present = view_.key_of(member, row);
        const int32_t most_mm = present.mm - archetype.target_margin_mm;
        const bool spreads = archetype.targeting == Targeting::spread;
        const bool has_room = spreads && view_.has_room(member, row);
        if (spreads && !has_room) {
            ++scratch_.queries;
            const SquadView::Found roomy = view_.nearest(member, Among::with_room);
            if (roomy.row != Row::none()) {
                if (!gives_up_shot(roomy.row)) retarget(member.row, world_.id[roomy.row], TargetCause::open_slot);
                return;
            }
        }
        ++scratch_.queries;
        const SquadView::Found best = view_.nearest(member, most_mm, has_room ? Among::with_room : Among::all);
        if (best.row == Row::none() || best.row == row || best.mm > most_mm) return;
        if (gives_up_shot(best.row)) return;
        // A target that is only chased counts as a candidate, and the search does not find it.
        if (!chases(member, row) || SquadView::before(best, present))
            retarget(member.row, world_.id[best.row], TargetCause::nearer);
    }

    /// Takes the first candidate by key; with targeting `spread`, candidates with room come first, with `threat` those
    /// that have hurt the agent. Without a candidate
    /// the agent has no target.
    void take(const AlertMember& member, TargetCause cause) {
        const Archetype& archetype = world_.kinds.archetypes[world_.archetype[member.row]];
        SquadView::Found best;
        if (archetype.targeting == Targeting::threat) best = view_.most_threatening(world_, member);
        if (archetype.targeting == Targeting::spread) {
            ++scratch_.queries;
            best = view_.nearest(member, SquadView::Among::with_room);
        }
        if (best.row == Row::none()) {
            ++scratch_.queries;
            best = view_.nearest(member);
        }
        retarget(member.row, best.row == Row::none() ? AgentId{} : world_.id[best.row], cause);
    }

    /// A target scan by sight (rules.md, Sight). The agent keeps its target while that is within the tracking distance.
    /// Otherwise it takes the nearest enemy that it sees, or asks the host about the four nearest.
    void scan_by_sight(const AlertMember& member, const Archetype& archetype, AgentId target) {
        if (target) {
            const Row row = world_.ids.row[target.index];
            const float squared = distance_squared(member.position, world_.position[row]);
            if (squared < track_squared(member.row, row, archetype) && world_.floor[row] == member.floor &&
                !view_.is_apart(member, row) && !view_.is_held_back(member, row) &&
                world_.kinds.is_hostile(world_.team[member.row], world_.team[row]))
                return;
        }
        ++scratch_.queries;
        // With a ground, `sees` has checked the line of sight already. Without a ground only the host knows.
        const bool asks = archetype.needs_line_of_sight && world_.terrain.ground == nullptr;
        const SquadView::Seen seen = view_.nearest_seen(member, asks ? 4 : 1);
        const AgentId me = world_.id[member.row];
        AgentId found;
        for (size_t i = 0; i < seen.count; ++i) {
            const AgentId other = world_.id[seen.nearest[i].row];
            if (asks)
                scratch_.questions.push_back({me, other});
            else
                found = other;
        }
        retarget(member.row, found, target ? TargetCause::lost : TargetCause::found);
    }

    /// m^2: the square of the tracking distance, within which an agent with targeting `sight` keeps its target. The
    /// monster's present state may set it; otherwise it is the last threshold of the distance bands.
    float track_squared(Row row, Row target, const Archetype& archetype) const {
        const MonsterState* const state = monster_state_of(world_.kinds, world_.monster.data(), row);
        if (state != nullptr && state->track_squared > 0.0f) return state->track_squared;
        return band_squares(archetype, radius_of(world_, row, archetype) + radius_of(world_, target))[3];
    }

    /// Does a monster keep a hostile target that no member of its squad notices any more, because it is within the
    /// tracking distance of the monster's present state (rule has_action_distances)?
    bool chases(const AlertMember& member, Row target) const {
        const MonsterState* const state = monster_state_of(world_.kinds, world_.monster.data(), member.row);
        return state != nullptr && distance_squared(member.position, world_.position[target]) < state->track_squared &&
               world_.life[target] == Life::living && world_.floor[target] == member.floor &&
               !view_.is_apart(member, target);
    }

    /// Takes the nearest enemy that the agent sees according to the host's answers of this frame. False: there is none.
    bool take_seen(const AlertMember& member) {
        const Archetype& archetype = world_.kinds.archetypes[world_.archetype[member.row]];
        if (!archetype.needs_line_of_sight || archetype.targeting != Targeting::sight) return false;
        const uint32_t viewer = world_.id[member.row].index;
        SquadView::Found best;
        const float sight = view_.sight_of(member.row);
        const auto first = std::lower_bound(world_.perception.sightings.begin(), world_.perception.sightings.end(),
                                            viewer, [](const Sighting& s, uint32_t index) { return s.viewer < index; });
        for (auto it = first; it != world_.perception.sightings.end() && it->viewer == viewer; ++it) {
            const Row row = world_.ids.row_of(it->target);
            if (row == Row::none() || row == member.row || world_.life[row] != Life::living ||
                world_.floor[row] != member.floor ||
                !world_.kinds.is_hostile(world_.team[member.row], world_.team[row]))
                continue;
            const SquadView::Found found = view_.key_of(member, row);
            if (found.squared > sight * sight || view_.is_held_back(member, row)) continue;
            if (best.row == Row::none() || SquadView::before(found, best)) best = found;
        }
        if (best.row == Row::none()) return false;
        retarget(member.row, world_.id[best.row], TargetCause::found);
        return true;
    }

    /// Changes the target; does nothing if the agent has this target already. `target` {}: no target.
    void retarget(Row row, AgentId target, TargetCause cause) {
        const AgentId before = world_.target[row];
        if (before == target) return;
        scratch_.switches += before && target;
        world_.target.change(row) = target;
        world_.target_since.change(row) = world_.clock.now;
        if (cause == TargetCause::ordered || cause == TargetCause::led || cause == TargetCause::routed ||
            cause == TargetCause::returned)
            world_.support.change(row).supports = 0;
        world_.wake.change(row) |= wake_target;
        const Serial serial = target ? world_.serial[world_.ids.row[target.index]] : no_serial;
        events_.add({.type = EventType::target, .cause = cause, .agent = world_.serial[row], .target = serial});
    }

    TargetChoice world_;
    EventWriter events_;
    AlertScratch& scratch_;
    SquadMemories::Lease lease_;
    SquadView view_;
    const SquadTraits* traits_ = nullptr; ///< of the squad at hand
};

} // namespace

void acquire_targets(DividedLoops& loops, const TargetSystem& world) {
    note_greatest_biases(world.perception);
    const uint32_t squads = static_cast<uint32_t>(world.squads.list.size());
    const uint32_t squads_per_chunk =
        std::max(1u, static_cast<uint32_t>(uint64_t{members_per_chunk} * squads / std::max(world.rows, 1u)));
    const uint32_t chunks = ParallelLoops::chunk_count(squads, squads_per_chunk);
    const uint32_t first = world.log.open(FrameSystem::acquire_targets, chunks);
    if (world.perception.alert_scratch.size() < chunks) world.perception.alert_scratch.resize(chunks);
    for (AlertScratch& scratch : world.perception.alert_scratch) {
        scratch.scans = scratch.queries = scratch.switches = 0;
        scratch.seekers.clear();
        scratch.out_of_reach.clear();
        scratch.changes.clear();
        scratch.questions.clear();
    }
    world.squad_memories.prepare(loops.at_once(chunks));
    world.perception.quiet.resize(squads);
    const auto look = [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        Alert alert(world, world.log.writer(FrameSystem::acquire_targets, first + chunk),
                    world.perception.alert_scratch[chunk]);
        auto& due = world.perception.alert_scratch[chunk].squads;
        due.clear();
        for (uint32_t i = begin; i < end; ++i)
            if (alert.is_due(world.squads.list[i])) due.push_back(i);
        auto& busy = world.perception.alert_scratch[chunk].busy;
        alert.leave_out_quiet(due, busy);
        const auto squad = [&](uint32_t squad_index) -> const Squad& { return world.squads.list[squad_index]; };
        visit_ahead(
            busy.data(), static_cast<uint32_t>(busy.size()), [&](uint32_t squad_index) { alert.squad(squad_index); },
            [&](uint32_t squad_index) { alert.prefetch_members(squad(squad_index)); },
            [&](uint32_t squad_index) { alert.prefetch_rows(squad(squad_index)); },
            [&](uint32_t squad_index) { alert.prefetch_columns(squad(squad_index)); });
    };
    loops.divide<TargetSystem>(squads, squads_per_chunk, look, [&](auto& archive, uint32_t chunk) {
        return world.perception.alert_scratch[chunk].findings(archive);
    });
    world.perception.sight_questions.clear();
    for (const AlertScratch& c : world.perception.alert_scratch) {
        world.perception.sight_questions.insert(world.perception.sight_questions.end(), c.questions.begin(),
                                                c.questions.end());
        world.counters.target_scans += c.scans;
        world.counters.retargets += c.switches;
        count_queries(world, c.queries);
    }
    // Each viewer asks all its questions in a single chunk, the nearest enemy first. A stable sort by viewer therefore
    // gives the same list for any partition into chunks.
    std::stable_sort(world.perception.sight_questions.begin(), world.perception.sight_questions.end(),
                     [&](const SightQuestion& a, const SightQuestion& b) {
                         const auto serial_of = [&](AgentId id) { return world.serial[world.ids.row[id.index]]; };
                         return serial_of(a.viewer) < serial_of(b.viewer);
                     });
    keep_open_questions(world.perception, world.clock.now);
}

} // namespace fray
