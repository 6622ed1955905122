// The system apply_commands: executes reloads and the host's commands in call order, then copies the host's poses.
#include "circles/blocked_slots.h"
#include "commands/orders.h"
#include "commands/passages.h"
#include "commands/reload.h"
#include "commands/spawning.h"
#include "definitions/bodies.h"
#include "locomotion/gathering.h"
#include "perception/journeys.h"
#include "perception/target_biases.h"
#include "perception/threats.h"
#include "squads/following.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace fray {
namespace {

/// m^2. If the host's poses move some agent farther than 2 m in one frame, the search trees are rebuilt. Shorter steps
/// only widen the searches by the longest step.
constexpr float longest_walk_squared = 4.0f;

/// m/s. An agent that the host's poses move faster than this counts as teleported, and its velocity is 0.
constexpr float most_velocity = 100.0f;

constexpr uint32_t command_grain = 4096;

/// From so many new agents on, their rows are made in parallel.
constexpr uint32_t many_spawns = 4096;

class CommandApplier {
public:
    CommandApplier(CommandsLayer& layer, EventWriter events) : layer_(layer), events_(events) {}

    void run(const WaitingCommand& waiting) {
        ++layer_.counters.commands;
        waiting_ = &waiting;
        visit_command(waiting.command, [&](const auto& c) { run(c); });
    }

private:
    template <typename C> void drop(const C&, uint32_t row) { drop_command(layer_, row, C::type, events_); }

    /// Executes a command to an agent. Drops it unless the agent is living; Despawn also accepts a dead agent.
    template <typename C> void run(const C& command) {
        const AgentId agent = std::get<0>(all_fields(command));
        const uint32_t row = layer_.ids.row_of(agent);
        const Life life = row == no_index ? Life::none : layer_.agents.life[row];
        const bool can_be_dead = std::is_same_v<C, command::Despawn>;
        if (life != Life::living && !(can_be_dead && life == Life::dead)) return drop(command, row);
        carry_out(command, row);
    }

    void run(const command::Spawn& command) {
        layer_.counters.moved_to_ground += waiting_->moved;
        spawn_agent(layer_, next_row_++, command.def, waiting_->spawned,
                    layer_.kinds.archetypes[command.def.archetype].monster, layer_.clock.previous_now, events_);
    }

    void carry_out(const command::Despawn&, uint32_t row) {
        Agents& agents = layer_.agents;
        agents.life.change(row) = Life::gone;
        layer_.combat.settling.gone.push_back(agents.id[row].index);
        leave_squad(layer_, row);
        events_.add({.type = EventType::despawn, .agent = agents.serial[row]});
    }

    void carry_out(const command::Teleport& command, uint32_t row) {
        layer_.counters.moved_to_ground += waiting_->moved;
        if (command.heading) layer_.agents.heading.change(row) = *command.heading;
        put(row, command.position);
    }

    /// The agent is at this position from now on.
    void put(uint32_t row, Vec2 position) {
        layer_.agents.position.change(row) = position;
        layer_.agents.next_position.change(row) = position;
        layer_.agents.goal.change(row) = position;
        layer_.agents.velocity.change(row) = {};
        layer_.agents.mean_velocity.change(row) = {};
        layer_.agents.stalled.change(row) = 0;
        layer_.agents.sleep.change(row) = Sleep::awake;
        layer_.agents.detour.change(row) = {};
        layer_.agents.avoidance.change(row) = {};
        if (layer_.terrain.ground) layer_.agents.path.change(row) = {};
        layer_.agents.moved.change(row) = row < first_new_row_;
        layer_.perception.side_list.push_back(layer_.agents.id[row].index);
    }

    /// Calls give(row) for each living member of the squad that can carry out the order, except for the target of the
    /// order. Calls otherwise(row) for members that cannot carry it out.
    template <typename Give, typename Otherwise>
    void order_squad(uint32_t squad_index, const OrderDef& order, Give&& give, Otherwise&& otherwise) {
        const Agents& agents = layer_.agents;
        for (const uint32_t index : layer_.squads.list[squad_index].members) {
            const uint32_t row = layer_.ids.row[index];
            if (agents.life[row] != Life::living || agents.id[row] == order.target) continue;
            if (can_carry_out(layer_.kinds.archetypes[agents.archetype[row]], order.kind))
                give(row);
            else
                otherwise(row);
        }
    }

    void run(const command::SetSquadOrder& command) {
        const OrderDef& given = command.order;
        const uint32_t squad_index = layer_.squads.find(command.squad);
        const bool again = has_order(squad_index, given), forms = given.formation.given() && !again;
        if (forms) formations_.push_back({squad_index, given, {}});
        const auto give = [&](uint32_t row) {
            set_order_of_squad(layer_, row, given, again, events_);
            if (!gathers(stored_order(given)) || forms || again) return;
            layer_.squads.formations.push_back(
                {layer_.agents.id[row].index, squad_index, given.point, layer_.agents.orders[row].journey});
        };
        order_squad(squad_index, given, give, [&](uint32_t row) { drop(command, row); });
        if (forms) note_members(formations_.back());
        layer_.squads.traits_of(squad_index)->ordered = squad_order_of(given);
    }

    static SquadOrder squad_order_of(const OrderDef& order) {
        return {.point = order.point,
                .formation = order.formation,
                .floor = order.floor.value_or(0),
                .kind = stored_order(order),
                .names_floor = order.floor.has_value()};
    }

    /// Has the squad this order already, and has each member that can carry it out (rule squad_has_order)?
    bool has_order(uint32_t squad_index, const OrderDef& order) {
        if (!gathers(stored_order(order)) || layer_.squads.traits_of(squad_index)->ordered != squad_order_of(order))
            return false;
        bool all = true;
        order_squad(
            squad_index, order, [&](uint32_t row) { all &= layer_.agents.orders[row].of_squad != 0; }, [](uint32_t) {});
        return all;
    }

    /// An order of this frame with a formation, and the members that got it.
    struct FormationOrder {
        uint32_t squad; ///< index in `Squads::list`
        OrderDef order;
        std::vector<MarchMember> members;
    };

    void note_members(FormationOrder& formation) {
        const auto note = [&](uint32_t row) {
            formation.members.push_back({layer_.agents.id[row], layer_.agents.orders[row].journey});
        };
        order_squad(formation.squad, formation.order, note, [](uint32_t) {});
    }

    void run(const command::QueueSquadOrder& command) {
        const auto leave_out = [&](uint32_t row) { drop(command, row); };
        const auto give = [&](uint32_t row) {
            if (!queue_order(layer_, row, command.order, true)) leave_out(row);
        };
        order_squad(layer_.squads.find(command.squad), command.order, give, leave_out);
    }

    void run(const command::SetSquadTeam& command) {
        const uint32_t squad_index = layer_.squads.find(command.squad);
        Squad& squad = layer_.squads.list[squad_index];
        if (squad.team == command.team) return;
        squad.team = command.team;
        squad.attention = 1;
        Agents& agents = layer_.agents;
        std::vector<uint32_t> rows; // of the living members, by serial
        for (const uint32_t index : squad.members) {
            const uint32_t row = layer_.ids.row[index];
            change_team(row, command.team);
            if (agents.life[row] == Life::living) rows.push_back(row);
        }
        std::sort(rows.begin(), rows.end(),
                  [&](uint32_t a, uint32_t b) { return agents.serial[a] < agents.serial[b]; });
        for (const uint32_t row : rows) {
            agents.scan_due.change(row) = 1;
            layer_.perception.side_list.push_back(agents.id[row].index);
            const uint32_t leader = layer_.ids.row[layer_.squads.traits_of(squad_index)->leader];
            write_join(row, squad, agents.serial[leader]);
        }
    }

    void run(const command::SetNavLink& command) {
        layer_.perception.links.set(command.nav_link, command.def);
        reconsider_passages(layer_);
    }

    void run(const command::RemoveNavLink& command) {
        layer_.perception.links.remove(command.nav_link);
        reconsider_passages(layer_);
    }

    void run(const command::SetMoveInput& command) {
        const uint32_t squad_index = layer_.squads.find(command.squad);
        const SquadTraits& traits = *layer_.squads.traits_of(squad_index);
        // Adding 0 turns -0 into +0, so that every released move input has the same bits in the state hash.
        set_move_input(layer_.squads, squad_index, {command.direction.x + 0.0f, command.direction.y + 0.0f});
        Squad& squad = layer_.squads.list[squad_index];
        squad.attention = 1;
        for (const uint32_t index : squad.members) layer_.agents.wake.change(layer_.ids.row[index]) |= wake_order;
        const uint32_t leader = traits.leader == no_index ? no_index : layer_.ids.row[traits.leader];
        events_.add({.type = EventType::move_input,
                     .agent = leader != no_index ? layer_.agents.serial[leader] : no_serial,
                     .a = static_cast<int32_t>(squad.number),
                     .x = command.direction.x,
                     .y = command.direction.y});
    }

    void carry_out(const command::SetLeader& command, uint32_t row) {
        const uint32_t squad_index = layer_.agents.squad[row];
        const SquadTraits* const traits = layer_.squads.traits_of(squad_index);
        if (traits == nullptr) return drop(command, row); // it has left its squad in this frame
        const uint32_t leader = traits->leader;
        const Serial before = leader == no_index ? no_serial : layer_.agents.serial[layer_.ids.row[leader]];
        lead(layer_, squad_index, row, before, events_);
    }

    void carry_out(const command::Join& command, uint32_t row) {
        const Agents& agents = layer_.agents;
        const uint32_t squad_index = layer_.squads.find(command.squad);
        if (agents.squad[row] != squad_index) change_squad(row, squad_index);
    }

    void carry_out(const command::Leave&, uint32_t row) {
        const Squad& squad = layer_.squads.list[layer_.agents.squad[row]];
        if (!squad.lone) change_squad(row, layer_.squads.create(TeamIndex{squad.team}, true));
    }

    void carry_out(const command::SetTeam& command, uint32_t row) {
        const Squad& squad = layer_.squads.list[layer_.agents.squad[row]];
        if (!squad.lone || squad.team != command.team) change_squad(row, layer_.squads.create(command.team, true));
    }

    void change_squad(uint32_t row, uint32_t squad_index) {
        Agents& agents = layer_.agents;
        const uint32_t before = agents.squad[row];
        const SquadTraits* const left = layer_.squads.traits_of(before);
        const bool led = left != nullptr && left->leader == agents.id[row].index;
        leave_squad(layer_, row);
        if (led) succeed(layer_, before, agents.serial[row], events_);
        const Squad& squad = layer_.squads.list[squad_index];
        agents.squad.change(row) = squad_index;
        agents.orders.change(row).of_squad = 0;
        change_team(row, squad.team);
        const Serial leader = enter_squad(layer_, squad_index, row, layer_.clock.previous_now);
        agents.scan_due.change(row) = 1;
        agents.wake.change(row) |= wake_order; // its leader and its move input may have changed
        layer_.perception.side_list.push_back(agents.id[row].index);
        write_join(row, squad, leader);
    }

    void change_team(uint32_t row, TeamIndex team) {
        layer_.agents.fixed_hash -= hash_fixed(layer_.agents, row);
        layer_.agents.team.change(row) = team;
        layer_.agents.fixed_hash += hash_fixed(layer_.agents, row);
    }

    void write_join(uint32_t row, const Squad& squad, Serial leader) {
        events_.add({.type = EventType::join,
                     .c = squad.team,
                     .agent = layer_.agents.serial[row],
                     .target = leader,
                     .b = static_cast<int32_t>(squad.number)});
    }

    void carry_out(const command::SetTargetBias& command, uint32_t target) {
        const uint32_t viewer = command.viewer ? command.viewer.index : no_index;
        if (command.viewer) {
            const uint32_t row = layer_.ids.row_of(command.viewer);
            if (row == no_index || layer_.agents.life[row] != Life::living) return drop(command, target);
        }
        const int32_t mm = millimetres_of(std::abs(command.target_bias));
        set_target_bias(layer_, {viewer, command.target.index, command.target_bias < 0.0f ? -mm : mm, 0});
    }

    void carry_out(const command::AddThreat& command, uint32_t row) {
        const uint32_t attacker = layer_.ids.row_of(command.attacker);
        if (attacker == no_index || layer_.agents.life[attacker] != Life::living) return drop(command, row);
        change_threat(layer_, row, layer_.agents.serial[attacker], command.threat);
    }

    void carry_out(const command::SetUserData& command, uint32_t row) {
        layer_.agents.fixed_hash -= hash_fixed(layer_.agents, row);
        layer_.agents.user_data.change(row) = command.data;
        layer_.agents.fixed_hash += hash_fixed(layer_.agents, row);
    }

    void carry_out(const command::SetFloor& command, uint32_t row) {
        if (layer_.agents.floor[row] != command.floor) put_on_floor(row, command.floor);
    }

    void put_on_floor(uint32_t row, int16_t floor) {
        Agents& agents = layer_.agents;
        agents.fixed_hash -= hash_fixed(agents, row);
        agents.floor.change(row) = floor;
        agents.fixed_hash += hash_fixed(agents, row);
        note_floor(layer_, row);
        layer_.grid.forget();
        agents.sleep.change(row) = Sleep::awake;
        agents.detour.change(row) = {};
        look_for_targets(row);
        moved_away_.push_back(agents.id[row]);
    }

    void carry_out(const command::SetArchetype& command, uint32_t row) {
        change_archetype(layer_, row, command.archetype, events_);
        rearmed_.push_back(command.agent);
    }

    void look_for_targets(uint32_t row) {
        layer_.agents.scan_due.change(row) = 1;
        layer_.agents.wake.change(row) |= wake_order;
        layer_.squads.list[layer_.agents.squad[row]].attention = 1;
    }

    void carry_out(const command::SetUpdateInterval& command, uint32_t row) {
        layer_.agents.update_interval.change(row).by_host = static_cast<uint8_t>(command.update_interval);
        layer_.lod.intervals_set = true;
    }

    void carry_out(const command::SetOrder& command, uint32_t row) {
        if (!set_order(layer_, row, command.order, events_)) drop(command, row);
    }

    void carry_out(const command::QueueOrder& command, uint32_t row) {
        if (!queue_order(layer_, row, command.order, false)) drop(command, row);
    }

    void carry_out(const command::Damage& command, uint32_t) {
        file(command.agent, HostEffect::damage, command.amount, command.attacker);
    }

    void carry_out(const command::SetHealth& command, uint32_t) {
        file(command.agent, HostEffect::set_health, command.health, command.attacker);
    }

    void carry_out(const command::Stagger& command, uint32_t) {
        file(command.agent, HostEffect::stagger, 0.0f, command.attacker);
    }

    /// The agent's body, to be changed. Wakes the agent.
    BodyChange& body_of(uint32_t row) {
        enable_bodies(layer_);
        layer_.agents.sleep.change(row) = Sleep::awake;
        layer_.agents.wake.change(row) |= wake_order;
        return layer_.agents.body.change(row);
    }

    void carry_out(const command::SetSpeedFactor& command, uint32_t row) {
        body_of(row).speed_factor = command.factor + 0.0f; // turns -0 into +0
        list_body(layer_, row);
    }

    /// What depends on the radius is looked at anew: the grid's levels, bands, arrivals, and the circles of the agent
    /// and of its target.
    void carry_out(const command::SetRadius& command, uint32_t row) {
        body_of(row).radius = command.body_radius + 0.0f;
        list_body(layer_, row);
        layer_.grid.forget();
        layer_.agents.detour.change(row) = {}; // if it rests, it looks for room
        layer_.agents.moved.change(row) = row < first_new_row_;
        for (const uint32_t circle : {layer_.agents.engagement[row].circle, layer_.agents.own_circle[row]})
            if (circle != no_index) layer_.circles.mark_dirty(circle, layer_.clock.frame);
    }

    void carry_out(const command::SetAvoidanceFactor& command, uint32_t row) {
        body_of(row).avoidance_factor = command.factor;
    }

    void carry_out(const command::Stun& command, uint32_t row) {
        BodyChange& body = body_of(row);
        body.stunned_until = layer_.clock.now + microseconds_of(command.duration);
        body.pushed_until = std::min(body.pushed_until, body.stunned_until);
    }

    void carry_out(const command::Push& command, uint32_t row) {
        enable_bodies(layer_);
        const int64_t us = microseconds_of(command.duration);
        push_body(layer_, row, command.displacement * (1e6f / static_cast<float>(us)), us);
    }

    /// Stores a command, which resolve_hits executes later in this frame. `by`: the attacker; null: the host.
    void file(AgentId target, HostEffect effect, float amount, AgentId by) {
        const uint32_t row = layer_.ids.row_of(by);
        auto& filed = layer_.combat.settling.from_host;
        filed.push_back({target.index, amount, row == no_index ? no_serial : layer_.agents.serial[row],
                         static_cast<uint32_t>(filed.size()), effect});
    }

    void carry_out(const command::SetCapacity& command, uint32_t) {
        auto& filed = layer_.combat.settling.for_targets;
        filed.push_back({command.agent.index, static_cast<uint32_t>(filed.size()), false, command.capacity, {}});
    }

    void carry_out(const command::SetClosedSlots& command, uint32_t row) {
        auto& filed = layer_.combat.settling.for_targets;
        SlotSet closed;
        for (const int slot : command.slots) closed.add(static_cast<uint32_t>(slot));
        const Archetype& archetype = layer_.kinds.archetypes[layer_.agents.archetype[row]];
        closed.keep_first(static_cast<uint32_t>(archetype.circle.slots)); // a reload may have reduced the number
        layer_.combat.settling.closing.push_back(static_cast<uint32_t>(filed.size()));
        filed.push_back({command.agent.index, static_cast<uint32_t>(filed.size()), true, {}, closed});
        // A target without a circle has them closed at once (rule room), the others from commit on.
        if (layer_.agents.own_circle[row] == no_index)
            layer_.target_infos.find_or_add(command.agent.index).closed = closed;
    }

    void carry_out(const command::SetView& command, uint32_t) {
        TargetInfo& info = layer_.target_infos.find_or_add(command.agent.index);
        info.view_direction = command.view.direction;
        info.view_half = command.view.half_angle;
    }

    /// Drops the command unless the agent has an attack in progress. This frame's evaluate_fsm reads the report.
    void carry_out(const command::ReportAttack& command, uint32_t row) {
        Agents& agents = layer_.agents;
        if (agents.attack[row] < 0) return drop(command, row);
        agents.reports.change(row) |= static_cast<uint8_t>(1u << static_cast<unsigned>(command.report));
        agents.wake.change(row) |= wake_order;
    }

    void carry_out(const command::AnswerSight& command, uint32_t row) {
        if (layer_.terrain.ground != nullptr) return; // with a ground the engine casts rays itself
        const Archetype& archetype = layer_.kinds.archetypes[layer_.agents.archetype[row]];
        if (!command.seen || archetype.targeting != Targeting::sight) return;
        layer_.perception.sightings.push_back({command.viewer.index, command.target});
        layer_.squads.list[layer_.agents.squad[row]].attention = 1;
    }

public:
    /// Tells the agents that fight agents which have changed. If a target has gone to another floor, they look for
    /// another (rule set_floor). If it has got another archetype, they decide anew. Returns whether any has.
    bool tell_of_changes() {
        if (moved_away_.empty() && rearmed_.empty()) return false;
        const auto by_index = [](AgentId a, AgentId b) { return a.index < b.index; };
        for (auto* list : {&moved_away_, &rearmed_}) std::sort(list->begin(), list->end(), by_index);
        const auto is_in = [&](const std::vector<AgentId>& list, AgentId id) {
            return std::binary_search(list.begin(), list.end(), id, by_index);
        };
        const Agents& agents = layer_.agents;
        for (uint32_t row = 0; row < agents.rows(); ++row) {
            if (agents.life[row] != Life::living) continue;
            const AgentId target = agents.target[row];
            if (target && is_in(moved_away_, target)) look_for_targets(row);
            const uint32_t circle = agents.engagement[row].circle;
            if (!(target && is_in(rearmed_, target)) && !is_in(rearmed_, agents.id[row]) &&
                !(circle != no_index && is_in(rearmed_, {layer_.circles[circle].target, 0})))
                continue;
            layer_.agents.wake.change(row) |= wake_again;
            layer_.agents.sleep.change(row) = Sleep::awake;
        }
        const bool rearmed = !rearmed_.empty();
        moved_away_.clear();
        rearmed_.clear();
        return rearmed;
    }

    /// Finds the own points of the squads that got an order with a formation (rule find_formation_places).
    void begin_marches() {
        // From the last order to the first: with so many orders in one frame that the numbers of journeys begin again,
        // a member of an earlier formation could be taken for one of a later.
        for (auto formation = formations_.rbegin(); formation != formations_.rend(); ++formation)
            std::erase_if(formation->members, [&](const MarchMember& member) { return !falls_in(layer_, member); });
        for (const FormationOrder& formation : formations_) {
            const uint32_t leader = layer_.squads.traits_of(formation.squad)->leader;
            begin_march(layer_, formation.members, leader == no_index ? no_index : layer_.ids.row[leader],
                        formation.order.formation, formation.order.point);
        }
        formations_.clear();
    }

    void take_orders() { fray::take_orders(layer_, events_); }

    /// Agents on their way to another floor choose their links, and go through when it is their turn (rules
    /// entrance_of and pass_links).
    void use_links() {
        if (layer_.perception.links.trips().empty()) return;
        choose_passages(layer_);
        for (const Passing& passing : open_passages(layer_)) go_through(passing);
        choose_passages(layer_);
        tell_of_changes();
    }

private:
    void go_through(const Passing& passing) {
        const Agents& agents = layer_.agents;
        const Link& link = *layer_.perception.links.find(passing.passage / 2);
        const int16_t before = agents.floor[passing.row], now = link.floors[1 - passing.passage % 2];
        const Archetype& archetype = layer_.kinds.archetypes[agents.archetype[passing.row]];
        if (archetype.motion == MotionType::simulated)
            put(passing.row, behind(layer_, passing.passage, agents.position[passing.row]));
        put_on_floor(passing.row, now);
        events_.add({.type = EventType::floor,
                     .c = static_cast<int16_t>(link.number),
                     .agent = agents.serial[passing.row],
                     .a = before,
                     .b = now});
    }

public:
    /// Reports the number of host poses that were skipped.
    void skip(uint32_t poses) {
        layer_.counters.poses_skipped = poses;
        if (poses != 0) events_.add({.type = EventType::skip, .a = static_cast<int32_t>(poses)});
    }

    /// Creates the rows for all spawns of this frame. Returns the first new row.
    uint32_t make_rows(ParallelLoops& loops) {
        first_new_row_ = next_row_ = layer_.agents.rows();
        const uint32_t spawns = std::exchange(layer_.input.spawns, 0);
        layer_.grid.resize(next_row_); // commit may have summoned agents
        if (spawns == 0) return first_new_row_;
        if (spawns < many_spawns)
            layer_.agents.registry.resize(next_row_ + spawns);
        else
            layer_.agents.registry.resize(next_row_ + spawns, loops);
        layer_.grid.resize(next_row_ + spawns);
        return first_new_row_;
    }

private:
    CommandsLayer& layer_;
    EventWriter events_;
    const WaitingCommand* waiting_ = nullptr; ///< the command that is executed
    uint32_t first_new_row_ = 0, next_row_ = 0;
    std::vector<AgentId> rearmed_;    ///< agents that have got another archetype
    std::vector<AgentId> moved_away_; ///< agents that have gone to another floor
    std::vector<FormationOrder> formations_;
};

Vec2 velocity_of(Vec2 change) { return glm::dot(change, change) <= most_velocity * most_velocity ? change : Vec2{}; }

void prefetch_pose(const Agents& agents, uint32_t row) {
    if (row == no_index) return;
    agents.position.prefetch(row);
    agents.heading.prefetch(row);
    agents.velocity.prefetch(row);
}

/// Writes an element if it changes, so that the rows of agents that stand need no new hash.
void set(const RowWriter<Vec2>& column, uint32_t row, Vec2 value) {
    const Vec2 old = column.data()[row];
    if (std::memcmp(&old, &value, sizeof value) != 0) column[row] = value;
}

/// A holder that waits because no attack can be used may use one after it has turned, though neither it nor its target
/// has moved.
void note_turn(CommandsLayer& layer, uint32_t row) {
    const Engagement& engagement = layer.agents.engagement[row];
    if (layer.agents.role[row] == Role::holder && engagement.unusable_since() != never)
        layer.circles.mark_holder_moved(engagement.circle, layer.clock.frame);
}

/// Copies the host's poses, in parallel. Returns the square of the longest step of an agent, in m^2. Skips, and counts
/// in `chunk_skips`, poses of agents that do not exist, are not living, or do not have `motion: host`.
float copy_poses(CommandsLayer& layer, ParallelLoops& loops, uint32_t first_new_row) {
    Agents& agents = layer.agents;
    const HostPoses& poses = layer.input.poses;
    const uint32_t count = static_cast<uint32_t>(poses.count);
    const uint32_t chunks = ParallelLoops::chunk_count(count, command_grain);
    layer.input.chunk_steps.assign(chunks, 0.0f);
    layer.input.chunk_skips.assign(chunks, 0);
    loops.parallel_for(count, command_grain, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        const ArchetypeIndex* const archetype = agents.archetype.any();
        const Life* const life = agents.life.any();
        const auto position = agents.position.write_any();
        const auto heading = agents.heading.write_any();
        const auto moved = agents.moved.write_any();
        const auto velocity = agents.velocity.write_any();
        Sleep* const sleep = agents.sleep.write_any().data();
        // The time in which the agents made their steps: the duration of the previous frame.
        const auto elapsed = static_cast<float>(layer.clock.previous_dt);
        const float per_second = elapsed > 0.0f ? 1.0f / elapsed : 0.0f;
        float longest = 0.0f;
        for (uint32_t i = begin; i < end; ++i) {
            if (i + 2 * rows_ahead < end) layer.ids.prefetch(poses.agents[i + 2 * rows_ahead]);
            if (i + rows_ahead < end) prefetch_pose(agents, layer.ids.row_of(poses.agents[i + rows_ahead]));
            const uint32_t row = layer.ids.row_of(poses.agents[i]);
            if (row == no_index || life[row] != Life::living ||
                layer.kinds.archetypes[archetype[row]].motion != MotionType::host) {
                ++layer.input.chunk_skips[chunk];
                continue;
            }
            const Vec2 before = position.data()[row], now = poses.positions[i];
            if (before.x != now.x || before.y != now.y) {
                moved[row] = row < first_new_row;
                sleep[row] = Sleep::awake;
            }
            longest = std::max(longest, distance_squared(before, now));
            // Before and after a step without time an agent that has not moved keeps its velocity.
            if (elapsed > 0.0f ? layer.clock.dt > 0.0 || before != now : row >= first_new_row)
                set(velocity, row, row < first_new_row ? velocity_of((now - before) * per_second) : Vec2{});
            set(position, row, now);
            if (!poses.headings) continue;
            const Vec2 turned = normalised(poses.headings[i]);
            if (std::memcmp(&heading.data()[row], &turned, sizeof turned) == 0) continue;
            heading[row] = turned;
            note_turn(layer, row);
        }
        layer.input.chunk_steps[chunk] = longest;
    });
    return *std::max_element(layer.input.chunk_steps.begin(), layer.input.chunk_steps.end());
}

} // namespace

Access apply_commands_access() {
    using enum Field;
    return every_column(write_any) +
           uses({commands, row_table, squads, circles, dirty_circles, settling, counters, events, trees, target_info,
                 cooldowns, sightings, acts, target_biases, detail},
                write_any);
}

void apply_commands(CommandsLayer& layer, ParallelLoops& loops) {
    layer.perception.sightings.clear();
    layer.squads.formations.clear();
    if (layer.input.sets_detail) layer.lod.def = layer.input.detail;
    layer.input.sets_detail = false;
    bool reloaded = !layer.input.reloads.empty();
    carry_out_reloads(layer);
    if (!layer.terrain.changes.empty()) {
        reconsider_passages(layer);
        reconsider_places(layer);
    }
    // Before the commands, because those that close slots take effect in commit.
    if (layer.terrain.ground != nullptr) survey_changed_ground(layer, loops);
    layer.terrain.changes.clear();
    CommandApplier apply_commands(
        layer, layer.log.writer(FrameSystem::apply_commands, layer.log.open(FrameSystem::apply_commands, 1)));
    const uint32_t first_new_row = apply_commands.make_rows(loops);
    for (const WaitingCommand& waiting : layer.input.commands) apply_commands.run(waiting);
    reloaded = apply_commands.tell_of_changes() || reloaded;
    if (layer.input.poses.count != 0) {
        const float longest = copy_poses(layer, loops, first_new_row);
        if (longest > longest_walk_squared)
            layer.perception.rebuild_trees = true;
        else
            layer.perception.drift.widen(std::sqrt(longest));
        apply_commands.skip(std::accumulate(layer.input.chunk_skips.begin(), layer.input.chunk_skips.end(), 0u));
    }
    survey_bodies(layer);
    begin_patrols(layer);
    forget_old_journeys(layer);
    keep_formations(layer);
    apply_commands.begin_marches();
    apply_commands.take_orders();
    apply_commands.use_links();
    forget_old_journeys(layer);
    find_places(layer);
    attend_move_inputs(layer);
    attend_routs(layer.squads);
    if (layer.terrain.ground != nullptr) {
        know_islands(layer, loops);
        if (reloaded) survey_new_circles(layer);
    }
    // A host that spawned a crowd at once will hardly give as many commands again, so free their memory.
    auto& commands = layer.input.commands;
    if (commands.capacity() > 65536 || (commands.capacity() > 1024 && commands.size() < commands.capacity() / 16))
        free_memory(commands);
    commands.clear();
    make_room_for_ids(layer);
    std::sort(layer.perception.sightings.begin(), layer.perception.sightings.end(),
              [](const Sighting& a, const Sighting& b) { return a.viewer < b.viewer; });
    layer.input.poses = {};
}

} // namespace fray
