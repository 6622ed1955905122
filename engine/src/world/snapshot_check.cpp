#include "world/snapshot_check.h"

#include "frame/invariants.h"
#include "fray/world.h"
#include "perception/open_questions.h"
#include "storage/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace fray {
namespace {

constexpr int64_t longest = 86'400'000'000; ///< us: no delay, interval or cooldown is longer

/// Checks the lists of a snapshot in the order in which they rely on each other, and keeps the first fault.
class SnapshotCheck {
public:
    explicit SnapshotCheck(const WorldState& state) : state_(state), agents_(state.agents), ids_(state.ids) {}

    std::string run() {
        const auto parts = {
            &SnapshotCheck::clock,   &SnapshotCheck::teams,      &SnapshotCheck::ids,    &SnapshotCheck::gaps,
            &SnapshotCheck::columns, &SnapshotCheck::population, &SnapshotCheck::squads, &SnapshotCheck::circles,
            &SnapshotCheck::members, &SnapshotCheck::attacks,    &SnapshotCheck::clocks, &SnapshotCheck::acts,
            &SnapshotCheck::spent,   &SnapshotCheck::targets,    &SnapshotCheck::combat, &SnapshotCheck::orders,
            &SnapshotCheck::links,   &SnapshotCheck::marches,    &SnapshotCheck::terrain};
        for (const auto part : parts) {
            (this->*part)();
            if (!fault_.empty()) break;
        }
        return fault_;
    }

private:
    template <typename... What> void expect(bool holds, const What&... what) {
        if (!holds && fault_.empty()) fault_ = text(what...);
    }
    bool has_row(uint32_t index) const { return index < ids_.row.size() && ids_.row[index] != Row::none(); }
    bool is_known(AgentId id) const { return id.index < ids_.row.size() || !id; }
    bool lives(uint32_t index) const { return has_row(index) && agents_.life[ids_.row[index]] == Life::living; }
    /// Are these all gaps, each once?
    template <typename IsGap> bool are_gaps(const Vector<uint32_t>& free, size_t count, IsGap&& is_gap) const {
        std::vector<uint8_t> named(count, 0);
        for (const uint32_t index : free)
            if (index >= count || !is_gap(index) || std::exchange(named[index], uint8_t{1}) != 0) return false;
        return true;
    }

    // ---- The world ------------------------------------------------------------------------------------------------

    void clock() {
        const Clock& clock = state_.clock;
        expect(clock.frame <= uint64_t{1} << 53 && clock.now >= 0 && clock.now <= last_time, "the time is not sound");
        expect(clock.previous_now >= -1 && clock.previous_now <= clock.now &&
                   clock.now - clock.previous_now <= 1'000'001 && clock.rest >= -0.5 && clock.rest <= 0.5,
               "the time of the last frame is not sound");
        expect(clock.previous_dt >= 0.0 && clock.previous_dt <= 1.0, "a frame of ", clock.previous_dt,
               " s, allowed 0 to 1");
        for (const int64_t began : clock.recent_nows)
            expect(began >= 0 && began <= clock.now, "a frame began at ", began, " us, and it is ", clock.now, " us");
        const UpdateBudget& budget = state_.lod.budget;
        expect(budget.doublings <= 3, "the update budget has ", budget.doublings, " doublings, allowed 0 to 3");
        expect(ids_.next_serial >= 0, "the next serial is negative");
    }

    void teams() {
        const size_t count = state_.kinds.team_names.size();
        expect(state_.kinds.hostile.size() == count, "the number of teams differs");
        for (const TeamSet& set : state_.kinds.hostile)
            expect(set.is_below(count), "a team that there is not is hostile");
        expect(state_.kinds.removed_teams.is_below(count), "a team that there is not was removed");
        for (size_t i = 0; i < count; ++i) {
            const auto team = static_cast<TeamIndex>(i);
            if (!state_.kinds.has_team(team))
                expect(state_.kinds.team_names[i].empty(), "team ", i, " was removed, but it has a name");
        }
    }

    void ids() {
        const size_t count = ids_.row.size(), rows = agents_.rows();
        expect(ids_.generation.size() == count && ids_.valid.size() == count, "the lists of ids differ in length");
        if (!fault_.empty()) return;
        size_t in_use = 0;
        for (uint32_t i = 0; i < count; ++i) {
            const Row row = ids_.row[i];
            in_use += row != Row::none();
            const bool mine =
                row == Row::none() || (row.number() < rows && agents_.id[row] == AgentId{i, ids_.generation[i]});
            expect(mine && ids_.generation[i] != 0 && ids_.valid[i] <= 1, "id ", i, " contradicts its agent");
        }
        expect(in_use == rows, "the ids are not those of the agents");
        expect(are_gaps(ids_.free, count, [&](uint32_t i) { return ids_.row[i] == Row::none() && ids_.valid[i] == 0; }),
               "the list of free ids is not sound");
    }

    void gaps() {
        const auto& circles = state_.circles.all();
        const DirtyMarks& marks = state_.circles.marks;
        for (const size_t size : {marks.dirty.size(), marks.target_moved.size(), marks.due.size(),
                                  marks.tokens_due.size(), marks.target.size()})
            expect(size == circles.size(), "the lists of circles differ in length");
        const auto gaps = static_cast<size_t>(
            std::count_if(circles.begin(), circles.end(), [](const Circle& circle) { return !circle.in_use; }));
        expect(gaps == state_.circles.free.size() &&
                   are_gaps(state_.circles.free, circles.size(), [&](uint32_t i) { return !circles[i].in_use; }),
               "the list of free circles is not sound");
        expect(are_gaps(state_.squads.free, state_.squads.list.size(),
                        [&](uint32_t i) { return state_.squads.list[i].number == 0; }),
               "the list of free squads is not sound");
    }

    void columns() { fault_ = check_columns(state_); }

    void population() {
        std::vector<uint32_t> counted(state_.kinds.archetypes.size(), 0);
        for (Row row{0}; row < agents_.rows(); ++row) ++counted[agents_.archetype[row]];
        expect(
            std::equal(counted.begin(), counted.end(), state_.kinds.population.begin(), state_.kinds.population.end()),
            "the population is not the number of agents");
    }

    // ---- Squads ---------------------------------------------------------------------------------------------------

    void squads() {
        const Squads& squads = state_.squads;
        expect(squads.made.size() == squads.traits.size(), "the lists of squads differ in length");
        if (!fault_.empty()) return;
        size_t gaps = 0, with_traits = 0, members = 0, free = squads.free.size();
        for (uint32_t i = 0; i < squads.list.size(); ++i) {
            const Squad& squad = squads.list[i];
            gaps += squad.number == 0;
            with_traits += squad.traits != Squads::none;
            members += squad.members.size;
            expect(squad.number == 0 ? is_gap(squad) : is_squad(squad, i), "squad ", squad.number, " is not sound");
            if (!fault_.empty()) return;
        }
        expect(gaps == free && with_traits == squads.traits.size() && members == agents_.rows(),
               "squads and their members contradict each other");
        for (size_t i = 0; i < squads.traits.size() && fault_.empty(); ++i) traits(i);
        morales();
    }

    static bool is_gap(const Squad& squad) { return squad.members.size == 0 && squad.traits == Squads::none; }

    bool is_squad(const Squad& squad, uint32_t index) const {
        const Squads& squads = state_.squads;
        if (!is_bool(squad.lone) || squad.number >= squads.next_number ||
            !(squad.number == 0 || state_.kinds.has_team(squad.team)) || squad.attention > 1 ||
            !is_time_or_never(squad.next_scan) || squad.scan_interval > longest ||
            squad.scan_interval < (squad.members.size != 0))
            return false;
        if (squad.lone ? squad.traits != Squads::none || squad.members.size > 1 : squad.traits >= squads.traits.size())
            return false;
        // Each agent is a member once, because there are as many members as agents.
        return std::all_of(squad.members.begin(), squad.members.end(),
                           [&](uint32_t member) {
                               return has_row(member) && agents_.squad[ids_.row[member]] == index &&
                                      agents_.team[ids_.row[member]] == squad.team;
                           }) &&
               !has_double(squad.members);
    }

    static bool has_double(const PoolArray<uint32_t>& members) {
        std::vector<uint32_t> sorted(members.begin(), members.end());
        std::sort(sorted.begin(), sorted.end());
        return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    }

    void traits(size_t i) {
        const Squads& squads = state_.squads;
        const auto [number, index] = squads.made[i];
        const SquadTraits& its = squads.traits[i];
        const bool here = index < squads.list.size() && squads.list[index].number == number &&
                          squads.list[index].traits == i && (i == 0 || squads.made[i - 1].first < number);
        expect(here, "the list of the host's squads is not sound");
        if (!fault_.empty()) return;
        const PoolArray<uint32_t>& members = squads.list[index].members;
        const bool led = its.leader == no_index || members.find(its.leader) != members.size;
        const auto is_length = [](int32_t mm) { return mm >= 0 && mm <= 20'000'000; };
        // Rounded separately. If a follower stopped where it sets out, it would do both for ever.
        const bool is_half = std::abs(2 * int64_t{its.half_mm} - its.follow_mm) <= 1;
        expect(led && is_length(its.follow_mm) && is_half && is_length(its.max_mm) &&
                   is_within(its.move_input, 1.001f) && its.renew >= 0 && its.renew <= longest && its.ahead >= 0.0f &&
                   its.ahead <= 1000.0f && its.control <= SquadControl::paths && is_place(its.ordered.point) &&
                   its.ordered.kind <= StoredOrder::escort &&
                   (its.morale == Squads::none || its.morale < squads.morales.size()),
               "squad ", number, ": its traits are not sound");
        expect(its.control != SquadControl::paths || agents_.registry.enabled(Field::led_path), "squad ", number,
               ": its members have no paths");
        expect(its.follow_mm == 0 || squads.any_follow, "squad ", number, ": its members follow, but no squad does");
    }

    void morales() {
        const Squads& squads = state_.squads;
        uint32_t unsteady = 0, held = 0;
        for (uint32_t i = 0; i < squads.morales.size() && fault_.empty(); ++i) {
            const SquadMorale& m = squads.morales[i];
            const SquadTraits* const its = m.squad < squads.list.size() ? squads.traits_of(m.squad) : nullptr;
            bool sound = its != nullptr && its->morale == i && m.points >= 0 && m.points <= full_morale &&
                         m.fear_radius_squared >= 0.0f && m.fear_radius_squared <= world_extent * world_extent &&
                         is_unit(m.flight) && m.mood <= SquadMood::routing && is_bool(m.appointed);
            for (const int32_t points : {m.losses, m.flank, m.rear, m.kills, m.leader, m.leadership, m.recovery, m.fear,
                                         m.waver, m.rout, m.rally})
                sound = sound && points >= 0 && points <= 10'000'000;
            for (const uint32_t count : {m.lost, m.leaders_lost, m.killed, m.side_hits, m.rear_hits})
                sound = sound && count <= INT32_MAX;
            expect(sound, "the morale of a squad is not sound");
            unsteady += m.mood != SquadMood::steady;
        }
        for (const SquadTraits& its : squads.traits) held += its.held();
        expect(unsteady == squads.unsteady && held == squads.move_inputs, "the counts of squads are wrong");
    }

    // ---- Circles --------------------------------------------------------------------------------------------------

    void circles() {
        for (uint32_t i = 0; i < state_.circles.all().size() && fault_.empty(); ++i)
            if (const Circle& circle = state_.circles[i]; circle.in_use)
                expect(is_circle(circle, i), "circle around agent ", circle.target_serial, ": not sound");
    }

    bool is_circle(const Circle& c, uint32_t number) const {
        if (!lives(c.target)) return false;
        const Row row = ids_.row[c.target];
        if (agents_.serial[row] != c.target_serial || agents_.archetype[row] != c.archetype ||
            agents_.as_target[row].own_circle != number || state_.circles.marks.target[number] != c.target_serial)
            return false;
        const auto is_capacity = [](int32_t weight) { return weight >= 0 && weight <= max_weight; };
        const auto is_left = [](int32_t left) { return left >= INT32_MIN / 2 && left <= max_weight; };
        return is_capacity(c.grid_capacity) && is_capacity(c.attack_capacity) && is_left(c.grid_free) &&
               is_left(c.attack_free) && is_time(c.gap_until) && is_time_or_never(c.held_up_at) && c.front <= c.back &&
               c.front >= -last_time && c.back <= last_time && is_within(c.surveyed_at, 1e6f) &&
               (c.reserver == no_index || (has_row(c.reserver) && is_member(c.reserver, number, Role::requester))) &&
               are_slots(c, number) && are_lanes(c) && are_members(c.token_queue, number, Role::holder) &&
               are_members(c.strikers, number, Role::striker) && c.token_queue.size <= c.slots.size &&
               std::all_of(c.cooldowns.begin(), c.cooldowns.end(),
                           [&](const auto& record) { return is_record(record); }) &&
               std::all_of(c.directed.begin(), c.directed.end(), [&](const auto& state) { return is_state(state); });
    }
    bool is_state(const DirectorState& state) const {
        return is_time(state.begun_at) && state.begun_at <= state_.clock.now && is_time(state.paused_until) &&
               std::abs(state.lag) <= 3'000'000'000 && state.attackers >= 0 && state.attackers <= 1 << 24 &&
               state.mean >= 0 && state.mean <= 1'000'000;
    }

    bool is_member(uint32_t index, uint32_t circle, Role role) const {
        return lives(index) && agents_.engagement[ids_.row[index]].circle == circle &&
               agents_.role[ids_.row[index]] == role;
    }
    bool are_members(const PoolArray<uint32_t>& list, uint32_t circle, Role role) const {
        return !has_double(list) && std::all_of(list.begin(), list.end(), [&](uint32_t index) {
            return is_member(index, circle, role) && (role != Role::striker || agents_.attack[ids_.row[index]] >= 0);
        });
    }
    bool are_slots(const Circle& c, uint32_t number) const {
        const uint32_t given = state_.kinds.archetypes[c.archetype].circle.slots;
        if (given != 0 ? c.slots.size != given : c.slots.size < 1 || c.slots.size > max_slots) return false;
        uint32_t closed = 0, held = 0;
        for (uint32_t i = 0; i < c.slots.size; ++i) {
            const Slot& slot = c.slots[i];
            closed += slot.closed;
            held += slot.holder != no_index;
            if (slot.blocked > slot.closed) return false;
            if (slot.holder != no_index && !(is_member(slot.holder, number, Role::holder) &&
                                             agents_.slot[ids_.row[slot.holder]] == static_cast<int16_t>(i)))
                return false;
        }
        return closed == c.closed_slots && held == c.token_queue.size;
    }
    static bool are_lanes(const Circle& c) {
        for (uint32_t i = 0; i < c.lanes.size; ++i) {
            const Lane& lane = c.lanes[i];
            if (lane.weight < 1 || lane.weight > max_weight || !is_time_or_never(lane.too_heavy_since)) return false;
            for (uint32_t j = 0; j < i; ++j)
                if (c.lanes[j].weight == lane.weight) return false;
        }
        return true;
    }

    bool is_record(const CooldownRecord& record) const {
        if (!is_time(record.ready_at)) return false;
        if (record.archetype == CooldownRecord::of_class)
            return record.attack < state_.kinds.classes.names.size() && record.uses_left == 0;
        if (record.archetype >= state_.kinds.archetypes.size()) return false;
        const auto& attacks = state_.kinds.archetypes[record.archetype].attacks;
        return record.attack < attacks.size() && record.uses_left >= 1 && record.uses_left <= 1000;
    }

    /// Every agent with a role is where its circle has it.
    void members() {
        std::vector<std::array<uint32_t, 4>> counts(state_.circles.all().size());
        for (Row row{0}; row < agents_.rows() && fault_.empty(); ++row) {
            const Role role = agents_.role[row];
            const uint32_t number = agents_.engagement[row].circle;
            if (role == Role::none) continue;
            const auto complain = [&](bool holds, const char* what) {
                expect(holds, "agent ", agents_.serial[row], ": ", what);
            };
            complain(number != no_index && agents_.life[row] == Life::living &&
                         state_.kinds.archetypes[agents_.archetype[row]].managed,
                     "it has a role without being in a fight");
            if (!fault_.empty()) return;
            const Circle& circle = state_.circles[number];
            const int64_t place = agents_.joined[row].queue_number;
            complain(role != Role::requester || (place >= circle.front && place < circle.back),
                     "its place in the queue is not sound");
            ++counts[number][static_cast<size_t>(role)];
        }
        for (uint32_t i = 0; i < counts.size() && fault_.empty(); ++i) {
            const Circle& circle = state_.circles[i];
            if (circle.in_use)
                expect(counts[i][static_cast<size_t>(Role::holder)] == circle.token_queue.size &&
                           counts[i][static_cast<size_t>(Role::striker)] == circle.strikers.size,
                       "circle around agent ", circle.target_serial, ": it lacks a member");
        }
    }

    /// State, role and attack of every agent fit together, so that each attack ends where the state machine ends it.
    void attacks() {
        for (Row row{0}; row < agents_.rows() && fault_.empty(); ++row)
            expect(agents_.life[row] == Life::dead ? is_at_peace(row) && agents_.state[row] == AgentState::dead
                                                   : is_fighting(row) || is_at_peace(row),
                   "agent ", agents_.serial[row], ": its attack contradicts its state");
    }
    bool is_at_peace(Row row) const {
        const AgentState state = agents_.state[row];
        const Role role = agents_.role[row];
        if (agents_.life[row] == Life::living) {
            const Archetype& archetype = state_.kinds.archetypes[agents_.archetype[row]];
            if (state == AgentState::dead || role == Role::striker || (is_user_state(state) && role != Role::none) ||
                (state == AgentState::attack && !archetype.managed) || performance(row) != Performance::none)
                return false;
        } else if (role != Role::none) {
            return false;
        }
        return agents_.attack_phase[row] == AttackPhase::none;
    }
    bool is_fighting(Row row) const {
        const AgentState state = agents_.state[row];
        const Role role = agents_.role[row];
        const bool strikes = state == AgentState::attack, performs = performance(row) != Performance::none;
        const Archetype& archetype = state_.kinds.archetypes[agents_.archetype[row]];
        if (performance(row) == Performance::present && agents_.orders[row].kind != StoredOrder::perform) return false;
        const AttackPhase phase = agents_.attack_phase[row];
        const bool may = performs            ? role == Role::none
                         : archetype.managed ? role == Role::holder || role == Role::striker ||
                                                   (role == Role::none && phase == AttackPhase::struck)
                                             : archetype.brain && role == Role::none;
        if (!may) return false;
        switch (phase) {
        case AttackPhase::stepping_in: // a token that was just granted is seen in the next frame
            return role == Role::holder ? strikes || (state == AgentState::combat && agents_.arrived[row] != 0)
                                        : strikes && performs;
        case AttackPhase::interrupted:
        case AttackPhase::stepping_again: return role == Role::holder && (strikes || state == AgentState::stagger);
        case AttackPhase::begun: return strikes && role != Role::striker;
        case AttackPhase::struck: return strikes;
        default: return false;
        }
    }
    Performance performance(Row row) const { return agents_.orders[row].performance; }

    // ---- Lists beside the columns -----------------------------------------------------------------------------------

    void clocks() {
        for (const CooldownRecord& record : state_.cooldowns) expect(is_record(record), "a cooldown is not sound");
        const auto& by_id = state_.agent_clocks.by_id;
        expect(by_id.size() <= ids_.row.size(), "there are more clocks than ids");
        for (uint32_t i = 0; i < by_id.size() && fault_.empty(); ++i) {
            if (by_id[i].size == 0) continue;
            const bool mine =
                has_row(i) && by_id[i].size == state_.kinds.archetypes[agents_.archetype[ids_.row[i]]].attacks.size();
            expect(mine && std::all_of(by_id[i].begin(), by_id[i].end(), is_time), "the clocks of id ", i,
                   " are not sound");
        }
    }

    void acts() {
        const auto& by_id = state_.acts.by_id;
        expect(by_id.size() <= ids_.row.size(), "there are more acts than ids");
        for (uint32_t i = 0; i < by_id.size() && fault_.empty(); ++i)
            for (const RunningAct& running : by_id[i])
                expect(is_act(i, running), "the acts of id ", i, " are not sound");
    }
    void spent() {
        const auto& by_id = state_.spent.by_id;
        expect(by_id.size() <= ids_.row.size(), "there are more lists of spent conditions than ids");
        for (uint32_t i = 0; i < by_id.size() && fault_.empty(); ++i)
            for (const ConditionPlace& place : by_id[i])
                expect(is_spent(i, place), "the spent conditions of id ", i, " are not sound");
    }
    bool is_spent(uint32_t index, const ConditionPlace& place) const {
        if (!has_row(index) || !agents_.registry.enabled(Field::monster)) return false;
        const Monster& brain = agents_.monster[ids_.row[index]];
        if (brain.table == no_monster) return false;
        const auto& states = state_.kinds.monster_tables[brain.table].states;
        return place.state < states.size() && place.condition < states[place.state].conditions.size() &&
               states[place.state].conditions[place.condition].once;
    }
    bool is_act(uint32_t index, const RunningAct& running) const {
        if (!has_row(index) || !agents_.registry.enabled(Field::monster) || !is_time_or_never(running.end))
            return false;
        const Monster& brain = agents_.monster[ids_.row[index]];
        if (brain.table == no_monster) return false;
        const MonsterTable& table = state_.kinds.monster_tables[brain.table];
        return running.act < table.acts.size() && running.condition < table.states[brain.state].conditions.size();
    }

    void targets() {
        const auto& infos = state_.target_infos.list;
        for (size_t i = 0; i < infos.size(); ++i)
            expect(has_row(infos[i].target) && (i == 0 || infos[i - 1].target < infos[i].target) &&
                       infos[i].view_half >= 0.0f && infos[i].view_half <= 4.0f && is_unit(infos[i].view_direction),
                   "the settings of a target are not sound");
        const auto& limited = state_.limited_attacks.list;
        for (size_t i = 0; i < limited.size(); ++i)
            expect(lives(limited[i].agent) && has_row(limited[i].target) && limited[i].granted >> 1 == 0 &&
                       limited[i].attack >= 0 &&
                       static_cast<size_t>(limited[i].attack) <
                           state_.kinds.archetypes[agents_.archetype[ids_.row[limited[i].agent]]].attacks.size() &&
                       (i == 0 || limited[i - 1].agent < limited[i].agent),
                   "a limited attack is not sound");
        const auto& biases = state_.perception.target_biases;
        for (size_t i = 0; i < biases.size(); ++i) {
            const auto key = [&](size_t at) { return std::pair{biases[at].by, biases[at].target}; };
            expect(has_row(biases[i].target) && (biases[i].by == no_index || has_row(biases[i].by)) &&
                       std::abs(int64_t{biases[i].mm}) <= 1'000'000 && (i == 0 || key(i - 1) < key(i)),
                   "a target bias is not sound");
        }
        for (const SightQuestion& question : state_.perception.sight_questions)
            expect(is_known(question.viewer) && is_known(question.target), "a question of sight is not sound");
        const auto& open = state_.perception.open_questions;
        for (size_t i = 0; i < open.size(); ++i)
            expect(is_time(open[i].asked) && (i == 0 || goes_before(open[i - 1].question, open[i].question)),
                   "an open question of sight is not sound");
    }

    void combat() {
        expect(state_.bodies.teams.size() <= state_.kinds.team_names.size() &&
                   std::all_of(
                       state_.bodies.teams.begin(), state_.bodies.teams.end(),
                       [&](const CombatChange& change) { return is_sound(change) && is_time(change.protected_until); }),
               "what the host has made of a team is not sound");
        for (const Bond& bond : state_.combat.bonds)
            expect(is_known(bond.child) && is_known(bond.owner) && bond.owner_serial >= 0 &&
                       bond.owner_serial < ids_.next_serial,
                   "a bond is not sound");
        const FlyingProjectile* before = nullptr;
        for (const FlyingProjectile& p : state_.combat.projectiles) {
            const bool archetype = p.archetype < state_.kinds.archetypes.size();
            const int attacks = archetype ? static_cast<int>(state_.kinds.archetypes[p.archetype].attacks.size()) : 0;
            const bool follows =
                before == nullptr || std::pair{before->lands_us, before->number} < std::pair{p.lands_us, p.number};
            expect(archetype && follows && p.attack >= -1 && p.attack < attacks && is_known(p.target) &&
                       is_within(p.from, 4.0f * world_extent) && p.by >= 0 && p.by < ids_.next_serial &&
                       is_within(p.to, 4.0f * world_extent) && p.launched_us >= 0 &&
                       p.launched_us <= state_.clock.now && p.lands_us >= p.launched_us && is_time(p.lands_us) &&
                       p.damage >= 0.0f && p.damage <= 1e9f && p.hit_range_mm >= 0 && p.radius >= 0.0f &&
                       p.radius <= world_extent && p.splash >= 0.0f && p.splash <= 1000.0f && p.arc_clear >= 0.0f &&
                       p.arc_clear <= world_extent && p.max_hits >= 1 && p.max_hits <= 65535 &&
                       p.team < state_.kinds.team_names.size() && p.friendly_fire <= 1 && p.homing <= 1 &&
                       p.ended == 0 &&
                       std::all_of(p.unused, std::end(p.unused), [](uint8_t byte) { return byte == 0; }),
                   "a projectile is not sound");
            before = &p;
        }
    }

    void orders() {
        constexpr int most_behind = 8; // orders that an agent gets between two looks at its journey
        std::vector<std::tuple<uint32_t, uint32_t, uint8_t>> journeys;
        for (const Journey& journey : state_.journeys.list) {
            expect(is_known(journey.agent) && is_place(journey.mark) && is_time(journey.since) && journey.marked <= 1 &&
                       journey.ended == 0 && journey.halted == 0,
                   "a journey is not sound");
            // A journey that is over stays for a frame at most. Its number must not be that of an order to come.
            const Row row = ids_.row_of(journey.agent);
            const int behind = row == Row::none() ? 0 : uint8_t(agents_.orders[row].journey - journey.number);
            expect(behind <= most_behind, "a journey has a number that its agent never had");
            journeys.emplace_back(journey.agent.index, journey.agent.generation, journey.number);
        }
        std::sort(journeys.begin(), journeys.end());
        expect(std::adjacent_find(journeys.begin(), journeys.end()) == journeys.end(), "a journey is there twice");
        for (const OrderQueue& queue : state_.order_queues.all()) {
            expect(has_row(queue.agent.index) && is_place(queue.offset) && is_time_or_never(queue.over_since) &&
                       queue.delay >= 0 && queue.delay <= longest && queue.repeats <= 1 && queue.has_offset <= 1 &&
                       queue.wants_offset <= 1,
                   "a queue of orders is not sound");
            state_.order_queues.for_each(queue, [&](const WaitingOrder& order) {
                expect(is_known(order.target) && is_place(order.point) && order.kind <= StoredOrder::escort &&
                           order.repeat <= 1 && order.to_squad <= 1 &&
                           order.names_floor <= (gathers(order.kind) ? 1 : 0) &&
                           (order.names_floor != 0 || order.floor == 0),
                       "an order in a queue is not sound");
            });
        }
    }

    void links() {
        const Links& links = state_.links;
        int32_t least = 0; // of the next link
        for (const Link& link : links.list()) {
            expect(link.number >= least && link.number < max_nav_links && validate(def_of(link)).empty() &&
                       link.bidirectional <= 1 && link.open <= 1 && is_time(link.next_departure[0]) &&
                       is_time(link.next_departure[1]),
                   "a link is not sound");
            least = link.number + 1;
        }
        uint32_t bound = 0;
        for (const Trip& trip : links.trips()) {
            const Row row = ids_.row_of(trip.agent);
            expect(row != Row::none() && gathers(agents_.orders[row].kind), "a trip without an order");
            if (!fault_.empty()) return;
            const bool away = trip.floor != agents_.floor[row];
            expect(trip.bound == away && agents_.orders[row].bound == away && trip.chooses == 0, "a trip is not sound");
            bound += away;
            if (trip.passage == no_passage) continue;
            const Link* const link = links.find(trip.passage / 2);
            expect(away && link != nullptr && link->open != 0 && (link->bidirectional != 0 || trip.passage % 2 == 0) &&
                       link->floors[trip.passage % 2] == agents_.floor[row],
                   "an agent heads for a link that it cannot use");
        }
        for (Row row{0}; row < agents_.rows(); ++row) bound -= agents_.orders[row].bound;
        expect(bound == 0, "an agent is bound for another floor without a trip");
    }

    void marches() {
        const Marches& marches = state_.marches;
        expect(marches.list.empty() || agents_.registry.enabled(Field::march), "a march without the column of places");
        uint64_t members = 0, trail = 0; // each march has its own parts of the lists
        for (const March& m : marches.list) {
            expect(m.first == members && m.trail_first == trail, "the marches share a list");
            members += m.count;
            trail += m.trail_room;
            const bool points = is_place(m.head) && is_place(m.end) && is_place(m.last) && is_place(m.waypoint);
            expect(points && is_unit(m.facing) && m.spacing >= 0.1f && m.spacing <= 100.0f && m.over <= 1 &&
                       m.files >= 1 && m.files <= std::max(m.count, 1000u) && m.files_now >= 1 &&
                       m.files_now <= m.files && m.trail_room >= 1 && m.trail_newest < m.trail_room &&
                       is_time(m.path_due),
                   "a march is not sound");
        }
        expect(members == marches.members.size() && trail == marches.trail.size(),
               "the marches have no list of their own");
        for (const MarchMember& member : marches.members)
            expect(is_known(member.agent) && member.journey <= UINT8_MAX, "the member of a march is not sound");
        for (const TrailPoint& point : marches.trail)
            expect(is_place(point.at) && point.files >= 1, "the trail of a march is not sound");
    }

    void terrain() {
        for (const ChangedBox& box : state_.terrain.changes)
            expect(is_within(box.low, 1e9f) && is_within(box.high, 1e9f), "a changed part of the ground is not sound");
    }

    const WorldState& state_;
    const Agents& agents_;
    const IdTable& ids_;
    std::string fault_;
};

} // namespace

std::string check_restored(const WorldState& state) { return SnapshotCheck(state).run(); }

} // namespace fray
