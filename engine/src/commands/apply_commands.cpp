// The system apply_commands: executes reloads and the host's commands in call order, then copies the host's poses.
#include "bodies/bodies.h"
#include "circles/blocked_slots.h"
#include "commands/passages.h"
#include "commands/reload.h"
#include "commands/spawning.h"
#include "commands/systems.h"
#include "locomotion/gathering.h"
#include "orders/orders.h"
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

/// What copying the host's poses touches.
struct PoseChanges : Views<Read<column::archetype, column::life, column::role, column::engagement>,
                           Write<column::position, column::heading, column::moved, column::velocity, column::sleep>,
                           const Clock, const Kinds, const IdTable, Circles, FrameInput> {
    using Views::Views;
};

class CommandApplier {
public:
    CommandApplier(const CommandView& world, EventWriter events) : world_(world), events_(events) {}

    void run(const WaitingCommand& waiting) {
        ++world_.counters.commands;
        waiting_ = &waiting;
        visit_command(waiting.command, [&](const auto& c) { run(c); });
    }

private:
    template <typename C> void drop(const C&, Row row) { drop_command(world_, row, C::type, events_); }

    /// Executes a command to an agent. Drops it unless the agent is living; Despawn also accepts a dead agent.
    template <typename C> void run(const C& command) {
        const AgentId agent = std::get<0>(all_fields(command));
        const Row row = world_.ids.row_of(agent);
        const Life life = row == Row::none() ? Life::none : world_.agents.life[row];
        const bool can_be_dead = std::is_same_v<C, command::Despawn>;
        if (life != Life::living && !(can_be_dead && life == Life::dead)) return drop(command, row);
        carry_out(command, row);
    }

    void run(const command::Spawn& command) {
        world_.counters.moved_to_ground += waiting_->moved;
        const Row row = next_row_;
        ++next_row_;
        spawn_agent(world_, row, command.def, waiting_->spawned, world_.kinds.archetypes[command.def.archetype].monster,
                    world_.clock.previous_now, events_);
    }

    void carry_out(const command::Despawn&, Row row) {
        Agents& agents = world_.agents;
        agents.life.change(row) = Life::gone;
        world_.combat.settling.gone.push_back(agents.id[row].index);
        leave_squad(world_, row);
        events_.add({.type = EventType::despawn, .agent = agents.serial[row]});
    }

    void carry_out(const command::Teleport& command, Row row) {
        world_.counters.moved_to_ground += waiting_->moved;
        if (command.heading) world_.agents.heading.change(row) = *command.heading;
        put(row, command.position);
    }

    /// The agent is at this position from now on.
    void put(Row row, Vec2 position) {
        world_.agents.position.change(row) = position;
        world_.agents.next_position.change(row) = position;
        world_.agents.goal.change(row) = position;
        world_.agents.velocity.change(row) = {};
        world_.agents.mean_velocity.change(row) = {};
        world_.agents.walk.change(row).stalled = 0;
        world_.agents.sleep.change(row) = Sleep::awake;
        world_.agents.walk.change(row).detour = {};
        world_.agents.walk.change(row).avoidance = {};
        if (world_.terrain.ground) world_.agents.path.change(row) = {};
        world_.agents.moved.change(row) = row < first_new_row_;
        world_.trees.side_list.push_back(world_.agents.id[row].index);
    }

    /// Calls give(row) for each living member of the squad that can carry out the order, except for the target of the
    /// order. Calls otherwise(row) for members that cannot carry it out.
    template <typename Give, typename Otherwise>
    void order_squad(uint32_t squad_index, const OrderDef& order, Give&& give, Otherwise&& otherwise) {
        const Agents& agents = world_.agents;
        for (const uint32_t index : world_.squads.list[squad_index].members) {
            const Row row = world_.ids.row[index];
            if (agents.life[row] != Life::living || agents.id[row] == order.target) continue;
            if (can_carry_out(world_.kinds.archetypes[agents.archetype[row]], order.kind))
                give(row);
            else
                otherwise(row);
        }
    }

    void run(const command::SetSquadOrder& command) {
        const OrderDef& given = command.order;
        const uint32_t squad_index = world_.squads.find(command.squad);
        const bool again = has_order(squad_index, given), forms = given.formation.given() && !again;
        if (forms) formations_.push_back({squad_index, given, {}});
        const OrderChanges orders(world_);
        const auto give = [&](Row row) {
            set_order_of_squad(orders, row, given, again, events_);
            if (!gathers(stored_order(given)) || forms || again) return;
            world_.squads.formations.push_back(
                {world_.agents.id[row].index, squad_index, given.point, world_.agents.orders[row].journey});
        };
        order_squad(squad_index, given, give, [&](Row row) { drop(command, row); });
        if (forms) note_members(formations_.back());
        world_.squads.traits_of(squad_index)->ordered = squad_order_of(given);
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
        if (!gathers(stored_order(order)) || world_.squads.traits_of(squad_index)->ordered != squad_order_of(order))
            return false;
        bool all = true;
        order_squad(
            squad_index, order, [&](Row row) { all &= world_.agents.orders[row].of_squad != 0; }, [](Row) {});
        return all;
    }

    /// An order of this frame with a formation, and the members that got it.
    struct FormationOrder {
        uint32_t squad; ///< index in `Squads::list`
        OrderDef order;
        std::vector<MarchMember> members;
    };

    void note_members(FormationOrder& formation) {
        const auto note = [&](Row row) {
            formation.members.push_back({world_.agents.id[row], world_.agents.orders[row].journey});
        };
        order_squad(formation.squad, formation.order, note, [](Row) {});
    }

    void run(const command::QueueSquadOrder& command) {
        const auto leave_out = [&](Row row) { drop(command, row); };
        const auto give = [&](Row row) {
            if (!queue_order(world_, row, command.order, true)) leave_out(row);
        };
        order_squad(world_.squads.find(command.squad), command.order, give, leave_out);
    }

    void run(const command::SetSquadTeam& command) {
        const uint32_t squad_index = world_.squads.find(command.squad);
        Squad& squad = world_.squads.list[squad_index];
        if (squad.team == command.team) return;
        squad.team = command.team;
        squad.attention = 1;
        Agents& agents = world_.agents;
        std::vector<Row> rows; // of the living members, by serial
        for (const uint32_t index : squad.members) {
            const Row row = world_.ids.row[index];
            change_team(row, command.team);
            if (agents.life[row] == Life::living) rows.push_back(row);
        }
        std::sort(rows.begin(), rows.end(), [&](Row a, Row b) { return agents.serial[a] < agents.serial[b]; });
        for (const Row row : rows) {
            agents.scan_due.change(row) = 1;
            world_.trees.side_list.push_back(agents.id[row].index);
            const Row leader = world_.ids.row[world_.squads.traits_of(squad_index)->leader];
            write_join(row, squad, agents.serial[leader]);
        }
    }

    /// What the host has made of a team, to be changed. Wakes its agents.
    CombatChange& team_of(TeamIndex team) {
        for (Row row{0}; row < world_.agents.rows(); ++row) {
            if (world_.agents.team[row] != team) continue;
            world_.agents.sleep.change(row) = Sleep::awake;
            world_.agents.wake.change(row) |= wake_order;
        }
        if (world_.bodies.teams.size() <= team) world_.bodies.teams.resize(size_t{team} + 1);
        return world_.bodies.teams[team];
    }
    void run(const command::SetTeamCombatFactors& command) { set_factors(team_of(command.team), command); }
    void run(const command::ProtectTeam& command) {
        team_of(command.team).protected_until = world_.clock.now + microseconds_of(command.duration);
    }

    void run(const command::SetNavLink& command) {
        world_.links.set(command.nav_link, command.def);
        reconsider_passages(world_);
    }

    void run(const command::RemoveNavLink& command) {
        world_.links.remove(command.nav_link);
        reconsider_passages(world_);
    }

    void run(const command::SetMoveInput& command) {
        const uint32_t squad_index = world_.squads.find(command.squad);
        const SquadTraits& traits = *world_.squads.traits_of(squad_index);
        // Adding 0 turns -0 into +0, so that every released move input has the same bits in the state hash.
        set_move_input(world_.squads, squad_index, {command.direction.x + 0.0f, command.direction.y + 0.0f});
        Squad& squad = world_.squads.list[squad_index];
        squad.attention = 1;
        for (const uint32_t index : squad.members) world_.agents.wake.change(world_.ids.row[index]) |= wake_order;
        const Row leader = traits.leader == no_index ? Row::none() : world_.ids.row[traits.leader];
        events_.add({.type = EventType::move_input,
                     .agent = leader != Row::none() ? world_.agents.serial[leader] : no_serial,
                     .a = static_cast<int32_t>(squad.number),
                     .x = command.direction.x,
                     .y = command.direction.y});
    }

    void carry_out(const command::SetLeader& command, Row row) {
        const uint32_t squad_index = world_.agents.squad[row];
        const SquadTraits* const traits = world_.squads.traits_of(squad_index);
        if (traits == nullptr) return drop(command, row); // it has left its squad in this frame
        const uint32_t leader = traits->leader;
        const Serial before = leader == no_index ? no_serial : world_.agents.serial[world_.ids.row[leader]];
        lead(world_, squad_index, row, before, events_);
    }

    void carry_out(const command::Join& command, Row row) {
        const Agents& agents = world_.agents;
        const uint32_t squad_index = world_.squads.find(command.squad);
        if (agents.squad[row] != squad_index) change_squad(row, squad_index);
    }

    void carry_out(const command::Leave&, Row row) {
        const Squad& squad = world_.squads.list[world_.agents.squad[row]];
        if (!squad.lone) change_squad(row, world_.squads.create(TeamIndex{squad.team}, true));
    }

    void carry_out(const command::SetTeam& command, Row row) {
        const Squad& squad = world_.squads.list[world_.agents.squad[row]];
        if (!squad.lone || squad.team != command.team) change_squad(row, world_.squads.create(command.team, true));
    }

    void change_squad(Row row, uint32_t squad_index) {
        Agents& agents = world_.agents;
        const uint32_t before = agents.squad[row];
        const SquadTraits* const left = world_.squads.traits_of(before);
        const bool led = left != nullptr && left->leader == agents.id[row].index;
        leave_squad(world_, row);
        if (led) succeed(world_, before, agents.serial[row], events_);
        const Squad& squad = world_.squads.list[squad_index];
        agents.squad.change(row) = squad_index;
        agents.orders.change(row).of_squad = 0;
        change_team(row, squad.team);
        const Serial leader = enter_squad(world_, squad_index, row, world_.clock.previous_now);
        agents.scan_due.change(row) = 1;
        agents.wake.change(row) |= wake_order; // its leader and its move input may have changed
        world_.trees.side_list.push_back(agents.id[row].index);
        write_join(row, squad, leader);
    }

    void change_team(Row row, TeamIndex team) {
        world_.agents.fixed_hash -= hash_fixed(world_.agents, row);
        world_.agents.team.change(row) = team;
        world_.agents.fixed_hash += hash_fixed(world_.agents, row);
    }

    void write_join(Row row, const Squad& squad, Serial leader) {
        events_.add({.type = EventType::join,
                     .c = squad.team,
                     .agent = world_.agents.serial[row],
                     .target = leader,
                     .b = static_cast<int32_t>(squad.number)});
    }

    void carry_out(const command::SetTargetBias& command, Row target) {
        const uint32_t viewer = command.viewer ? command.viewer.index : no_index;
        if (command.viewer) {
            const Row row = world_.ids.row_of(command.viewer);
            if (row == Row::none() || world_.agents.life[row] != Life::living) return drop(command, target);
        }
        const int32_t mm = millimetres_of(std::abs(command.target_bias));
        set_target_bias(world_, {viewer, command.target.index, command.target_bias < 0.0f ? -mm : mm, 0});
    }

    void carry_out(const command::AddThreat& command, Row row) {
        const Row attacker = world_.ids.row_of(command.attacker);
        if (attacker == Row::none() || world_.agents.life[attacker] != Life::living) return drop(command, row);
        change_threat(world_, row, world_.agents.serial[attacker], command.threat);
    }

    void carry_out(const command::SetUserData& command, Row row) {
        world_.agents.fixed_hash -= hash_fixed(world_.agents, row);
        world_.agents.user_data.change(row) = command.data;
        world_.agents.fixed_hash += hash_fixed(world_.agents, row);
    }

    void carry_out(const command::SetFloor& command, Row row) {
        if (world_.agents.floor[row] != command.floor) put_on_floor(row, command.floor);
    }

    void put_on_floor(Row row, int16_t floor) {
        Agents& agents = world_.agents;
        agents.fixed_hash -= hash_fixed(agents, row);
        agents.floor.change(row) = floor;
        agents.fixed_hash += hash_fixed(agents, row);
        note_floor(world_, row);
        world_.grid.forget();
        agents.sleep.change(row) = Sleep::awake;
        agents.walk.change(row).detour = {};
        look_for_targets(row);
        moved_away_.push_back(agents.id[row]);
    }

    void carry_out(const command::SetArchetype& command, Row row) {
        change_archetype(world_, row, command.archetype, events_);
        rearmed_.push_back(command.agent);
    }

    void look_for_targets(Row row) {
        world_.agents.scan_due.change(row) = 1;
        world_.agents.wake.change(row) |= wake_order;
        world_.squads.list[world_.agents.squad[row]].attention = 1;
    }

    void carry_out(const command::SetUpdateInterval& command, Row row) {
        world_.agents.update_interval.change(row).by_host = static_cast<uint8_t>(command.update_interval);
        world_.lod.intervals_set = true;
    }

    void carry_out(const command::SetOrder& command, Row row) {
        if (!set_order(world_, row, command.order, events_)) drop(command, row);
    }

    void carry_out(const command::QueueOrder& command, Row row) {
        if (!queue_order(world_, row, command.order, false)) drop(command, row);
    }

    void carry_out(const command::Damage& command, Row) {
        file(command.agent, HostEffect::damage, command.amount, command.attacker);
    }

    void carry_out(const command::SetHealth& command, Row) {
        file(command.agent, HostEffect::set_health, command.health, command.attacker);
    }

    void carry_out(const command::Stagger& command, Row) {
        file(command.agent, HostEffect::stagger, 0.0f, command.attacker);
    }

    /// The agent's body, to be changed. Wakes the agent.
    BodyChange& body_of(Row row) {
        enable_bodies(world_);
        world_.agents.sleep.change(row) = Sleep::awake;
        world_.agents.wake.change(row) |= wake_order;
        return world_.agents.body.change(row);
    }

    void carry_out(const command::SetSpeedFactor& command, Row row) {
        body_of(row).speed_factor = command.factor + 0.0f; // turns -0 into +0
        list_body(world_, row);
    }

    /// What depends on the radius is looked at anew: the grid's levels, bands, arrivals, and the circles of the agent
    /// and of its target.
    void carry_out(const command::SetRadius& command, Row row) {
        body_of(row).radius = command.body_radius + 0.0f;
        list_body(world_, row);
        world_.grid.forget();
        world_.agents.walk.change(row).detour = {}; // if it rests, it looks for room
        world_.agents.moved.change(row) = row < first_new_row_;
        for (const uint32_t circle : {world_.agents.engagement[row].circle, world_.agents.as_target[row].own_circle})
            if (circle != no_index) world_.circles.mark_dirty(circle, world_.clock.frame);
    }

    void carry_out(const command::SetAvoidanceFactor& command, Row row) {
        body_of(row).avoidance_factor = command.factor;
    }

    template <typename C> static void set_factors(CombatChange& change, const C& command) {
        change.damage_dealt = command.damage_dealt + 0.0f; // turns -0 into +0
        change.damage_taken = command.damage_taken + 0.0f;
        change.attack_speed = command.attack_speed;
    }
    void carry_out(const command::SetCombatFactors& command, Row row) { set_factors(body_of(row).combat, command); }
    void carry_out(const command::Protect& command, Row row) {
        body_of(row).combat.protected_until = world_.clock.now + microseconds_of(command.duration);
    }

    void carry_out(const command::Stun& command, Row row) {
        BodyChange& body = body_of(row);
        body.stunned_until = world_.clock.now + microseconds_of(command.duration);
        body.pushed_until = std::min(body.pushed_until, body.stunned_until);
    }

    void carry_out(const command::Push& command, Row row) {
        enable_bodies(world_);
        const int64_t us = microseconds_of(command.duration);
        push_body(world_, row, command.displacement * (1e6f / static_cast<float>(us)), us);
    }

    /// Stores a command, which resolve_hits executes later in this frame. `by`: the attacker; null: the host.
    void file(AgentId target, HostEffect effect, float amount, AgentId by) {
        const Row row = world_.ids.row_of(by);
        auto& filed = world_.combat.settling.from_host;
        filed.push_back({target.index, amount, row == Row::none() ? no_serial : world_.agents.serial[row],
                         static_cast<uint32_t>(filed.size()), effect});
    }

    void carry_out(const command::SetCapacity& command, Row) {
        auto& filed = world_.combat.settling.for_targets;
        filed.push_back({command.agent.index, static_cast<uint32_t>(filed.size()), false, command.capacity, {}});
    }

    void carry_out(const command::SetClosedSlots& command, Row row) {
        auto& filed = world_.combat.settling.for_targets;
        SlotSet closed;
        for (const int slot : command.slots) closed.add(static_cast<uint32_t>(slot));
        const Archetype& archetype = world_.kinds.archetypes[world_.agents.archetype[row]];
        closed.keep_first(archetype.circle.most_slots()); // a reload may have reduced the number
        world_.combat.settling.closing.push_back(static_cast<uint32_t>(filed.size()));
        filed.push_back({command.agent.index, static_cast<uint32_t>(filed.size()), true, {}, closed});
        // A target without a circle has them closed at once (rule room), the others from commit on.
        if (world_.agents.as_target[row].own_circle == no_index)
            world_.target_infos.find_or_add(command.agent.index).closed = closed;
    }

    void carry_out(const command::SetView& command, Row) {
        TargetInfo& info = world_.target_infos.find_or_add(command.agent.index);
        info.view_direction = command.view.direction;
        info.view_half = command.view.half_angle;
    }

    /// Drops the command unless the agent has an attack in progress. This frame's evaluate_fsm reads the report.
    void carry_out(const command::ReportAttack& command, Row row) {
        Agents& agents = world_.agents;
        if (agents.attack[row] < 0) return drop(command, row);
        agents.reports.change(row) |= static_cast<uint8_t>(1u << static_cast<unsigned>(command.report));
        agents.wake.change(row) |= wake_order;
    }

    void carry_out(const command::AnswerSight& command, Row row) {
        if (world_.terrain.ground != nullptr) return; // with a ground the engine casts rays itself
        const Archetype& archetype = world_.kinds.archetypes[world_.agents.archetype[row]];
        if (!command.seen || archetype.targeting != Targeting::sight) return;
        world_.perception.sightings.push_back({command.viewer.index, command.target});
        world_.squads.list[world_.agents.squad[row]].attention = 1;
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
        const Agents& agents = world_.agents;
        for (Row row{0}; row < agents.rows(); ++row) {
            if (agents.life[row] != Life::living) continue;
            const AgentId target = agents.target[row];
            if (target && is_in(moved_away_, target)) look_for_targets(row);
            const uint32_t circle = agents.engagement[row].circle;
            if (!(target && is_in(rearmed_, target)) && !is_in(rearmed_, agents.id[row]) &&
                !(circle != no_index && is_in(rearmed_, {world_.circles[circle].target, 0})))
                continue;
            world_.agents.wake.change(row) |= wake_again;
            world_.agents.sleep.change(row) = Sleep::awake;
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
            std::erase_if(formation->members, [&](const MarchMember& member) { return !falls_in(world_, member); });
        for (const FormationOrder& formation : formations_) {
            const uint32_t leader = world_.squads.traits_of(formation.squad)->leader;
            begin_march(world_, formation.members, leader == no_index ? Row::none() : world_.ids.row[leader],
                        formation.order.formation, formation.order.point);
        }
        formations_.clear();
    }

    void take_orders() { fray::take_orders(world_, events_); }

    /// Agents on their way to another floor choose their links, and go through when it is their turn (rules
    /// entrance_of and pass_links).
    void use_links() {
        if (world_.links.trips().empty()) return;
        choose_passages(world_);
        for (const Passing& passing : open_passages(world_)) go_through(passing);
        choose_passages(world_);
        tell_of_changes();
    }

private:
    void go_through(const Passing& passing) {
        const Agents& agents = world_.agents;
        const Link& link = *world_.links.find(passing.passage / 2);
        const int16_t before = agents.floor[passing.row], now = link.floors[1 - passing.passage % 2];
        const Archetype& archetype = world_.kinds.archetypes[agents.archetype[passing.row]];
        if (archetype.motion == MotionType::simulated)
            put(passing.row, behind(world_, passing.passage, agents.position[passing.row]));
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
        world_.counters.poses_skipped = poses;
        if (poses != 0) events_.add({.type = EventType::skip, .a = static_cast<int32_t>(poses)});
    }

    /// Creates the rows for all spawns of this frame. Returns the first new row.
    Row make_rows(ParallelLoops& loops) {
        first_new_row_ = next_row_ = Row(world_.agents.rows());
        const uint32_t spawns = std::exchange(world_.input.spawns, 0);
        world_.grid.resize(next_row_.number()); // commit may have summoned agents
        if (spawns == 0) return first_new_row_;
        if (spawns < many_spawns)
            world_.agents.registry.resize(next_row_.number() + spawns);
        else
            world_.agents.registry.resize(next_row_.number() + spawns, loops);
        world_.grid.resize(next_row_.number() + spawns);
        return first_new_row_;
    }

private:
    CommandView world_;
    EventWriter events_;
    const WaitingCommand* waiting_ = nullptr; ///< the command that is executed
    Row first_new_row_, next_row_;
    std::vector<AgentId> rearmed_;    ///< agents that have got another archetype
    std::vector<AgentId> moved_away_; ///< agents that have gone to another floor
    std::vector<FormationOrder> formations_;
};

Vec2 velocity_of(Vec2 change) { return glm::dot(change, change) <= most_velocity * most_velocity ? change : Vec2{}; }

void prefetch_pose(const PoseChanges& world, Row row) {
    if (row == Row::none()) return;
    world.position.prefetch(row);
    world.heading.prefetch(row);
    world.velocity.prefetch(row);
}

/// Writes an element if it changes, so that the rows of agents that stand need no new hash.
void set(const auto& column, Row row, Vec2 value) {
    if (std::memcmp(&column[row], &value, sizeof value) != 0) column.change(row) = value;
}

/// A holder that waits because no attack can be used may use one after it has turned, though neither it nor its target
/// has moved.
void note_turn(const PoseChanges& world, Row row) {
    const Engagement& engagement = world.engagement[row];
    if (world.role[row] == Role::holder && engagement.clock.unusable_since() != never)
        world.circles.mark_holder_moved(engagement.circle, world.clock.frame);
}

/// Copies the host's poses, in parallel. Returns the square of the longest step of an agent, in m^2. Skips, and counts
/// in `chunk_skips`, poses of agents that do not exist, are not living, or do not have `motion: host`.
float copy_poses(const PoseChanges& world, ParallelLoops& loops, Row first_new_row) {
    const HostPoses& poses = world.input.poses;
    const uint32_t count = static_cast<uint32_t>(poses.count);
    const uint32_t chunks = ParallelLoops::chunk_count(count, command_grain);
    world.input.chunk_steps.assign(chunks, 0.0f);
    world.input.chunk_skips.assign(chunks, 0);
    loops.parallel_for(count, command_grain, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        // The time in which the agents made their steps: the duration of the previous frame.
        const auto elapsed = static_cast<float>(world.clock.previous_dt);
        const float per_second = elapsed > 0.0f ? 1.0f / elapsed : 0.0f;
        float longest = 0.0f;
        const auto copy = [&](uint32_t i) {
            const Row row = world.ids.row_of(poses.agents[i]);
            if (row == Row::none() || world.life[row] != Life::living ||
                world.kinds.archetypes[world.archetype[row]].motion != MotionType::host) {
                ++world.input.chunk_skips[chunk];
                return;
            }
            const Vec2 before = world.position[row], now = poses.positions[i];
            if (before.x != now.x || before.y != now.y) {
                world.moved.change(row) = row < first_new_row;
                world.sleep.change(row) = Sleep::awake;
            }
            longest = std::max(longest, distance_squared(before, now));
            // Before and after a step without time an agent that has not moved keeps its velocity.
            if (elapsed > 0.0f ? world.clock.dt > 0.0 || before != now : row >= first_new_row)
                set(world.velocity, row, row < first_new_row ? velocity_of((now - before) * per_second) : Vec2{});
            set(world.position, row, now);
            if (!poses.headings) return;
            const Vec2 turned = normalised(poses.headings[i]);
            if (std::memcmp(&world.heading[row], &turned, sizeof turned) == 0) return;
            world.heading.change(row) = turned;
            note_turn(world, row);
        };
        visit_all_ahead(
            begin, end, copy, [&](uint32_t i) { world.ids.prefetch(poses.agents[i]); },
            [&](uint32_t i) { prefetch_pose(world, world.ids.row_of(poses.agents[i])); });
        world.input.chunk_steps[chunk] = longest;
    });
    return *std::max_element(world.input.chunk_steps.begin(), world.input.chunk_steps.end());
}

/// Forgets the journeys and marches of agents that have got the number of an earlier journey again. Call it after
/// orders were given, before journeys or marches are read.
void forget_old_journeys(const Views<const IdTable, Journeys, Marches>& world) {
    if (world.journeys.numbered_anew.empty()) return;
    forget_old_numbers(world);
    forget_members(world.marches, world.journeys.number_marks);
}

} // namespace

void apply_commands(ParallelLoops& loops, const CommandSystem& system) {
    const CommandView& world = system;
    world.perception.sightings.clear();
    world.squads.formations.clear();
    if (world.input.sets_detail) world.lod.def = world.input.detail;
    world.input.sets_detail = false;
    bool reloaded = !world.input.reloads.empty();
    carry_out_reloads(world);
    if (!world.terrain.changes.empty()) {
        reconsider_passages(world);
        reconsider_places(world);
    }
    // Before the commands, because those that close slots take effect in commit.
    if (world.terrain.ground != nullptr) survey_changed_ground(world, loops);
    static_cast<const TerrainChanges&>(system).terrain.changes.clear();
    CommandApplier apply_commands(
        world, world.log.writer(FrameSystem::apply_commands, world.log.open(FrameSystem::apply_commands, 1)));
    const Row first_new_row = apply_commands.make_rows(loops);
    for (const WaitingCommand& waiting : world.input.commands) apply_commands.run(waiting);
    reloaded = apply_commands.tell_of_changes() || reloaded;
    if (world.input.poses.count != 0) {
        const float longest = copy_poses(world, loops, first_new_row);
        if (longest > longest_walk_squared)
            world.trees.rebuild = true;
        else
            world.trees.drift.widen(std::sqrt(longest));
        apply_commands.skip(std::accumulate(world.input.chunk_skips.begin(), world.input.chunk_skips.end(), 0u));
    }
    survey_bodies(world);
    begin_patrols(world);
    forget_old_journeys(world);
    keep_formations(world);
    apply_commands.begin_marches();
    apply_commands.take_orders();
    apply_commands.use_links();
    forget_old_journeys(world);
    find_places(world);
    attend_move_inputs(world);
    attend_routs(world.squads);
    if (world.terrain.ground != nullptr) {
        know_islands(world, loops);
        if (reloaded) survey_new_circles(world);
    }
    // A host that spawned a crowd at once will hardly give as many commands again, so free their memory.
    auto& commands = world.input.commands;
    if (commands.capacity() > 65536 || (commands.capacity() > 1024 && commands.size() < commands.capacity() / 16))
        free_memory(commands);
    commands.clear();
    make_room_for_ids(world);
    std::sort(world.perception.sightings.begin(), world.perception.sightings.end(),
              [](const Sighting& a, const Sighting& b) { return a.viewer < b.viewer; });
    world.input.poses = {};
}

} // namespace fray
