#include "comparison.h"

#include "storage/rules_math.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

namespace fray::model {

namespace {

constexpr size_t most_agents = 150;

/// The serial of agents for which the world has refused the spawn. No agent has it.
constexpr Serial never_spawned = -3;

/// m: a moved origin must leave all agents this far from the world's border. Goals and other points inside the engine
/// are unknown to the player, but lie within this distance of their agent.
constexpr float border = 256.0f;

bool within(Vec2 point, float most) { return std::abs(point.x) <= most && std::abs(point.y) <= most; }

class Comparison {
public:
    explicit Comparison(const FuzzScenario& fuzz_scenario)
        : scenario_(fuzz_scenario), world_(World::create(fuzz_scenario.world).value()),
          oracle_(world_, fuzz_scenario.world) {}

    Verdict run(int frames) {
        set_up();
        const size_t count = frames < 0 ? scenario_.frames.size() : std::min<size_t>(scenario_.frames.size(), frames);
        for (size_t i = 0; i < count && verdict_.same; ++i) {
            if (model().agents().size() > most_agents) break; // agents summon each other
            run_frame(scenario_.frames[i]);
        }
        return verdict_;
    }

private:
    const ReferenceModel& model() const { return oracle_.model(); }

    // ---- Driving ---------------------------------------------------------------------------------------------------

    void set_up() {
        if (scenario_.ground != nullptr) must(world_.set_ground(scenario_.ground), "set_ground");
        for (const ArchetypeDef& def : scenario_.archetypes) must(world_.add_archetype(def), "add_archetype");
        if (!scenario_.monsters.empty()) must(world_.add_monsters(scenario_.monsters), "add_monsters");
        for (int team = 0; team < scenario_.teams; ++team)
            must(world_.add_team(fmt::format("team {}", team)), "add_team");
        for (const FuzzScenario::Hostility& h : scenario_.hostilities)
            must(world_.set_hostile(h.a, h.b, h.hostile), "set_hostile");
        for (const FuzzScenario::SquadSetup& one : scenario_.squads) {
            SquadId squad;
            must(world_.add_squad(one.team, one.def, &squad), "add_squad");
            squads_.push_back(squad.value);
        }
    }

    void run_frame(const FrameInput& input) {
        give_commands(input);
        if (input.restores) save_and_restore();
        move_host_agents(input);
        if (!verdict_.same) return;
        must(world_.step(input.dt), "step");
        if (!oracle_.difference().empty()) fail(oracle_.difference());
        if (!oracle_.followed()) fail("the model does not follow any more");
        questions_.push_front(model().sight_questions());
        if (questions_.size() > 8) questions_.pop_back();
        note_hurts();
        const std::string breach = check_invariants(world_);
        if (!breach.empty()) fail("check_invariants: " + breach);
        if (!verdict_.same) return;
        for (const Event& event : test::flat_events(world_)) ++verdict_.compared[{event.type, event.cause}];
        verdict_.events += world_.events().size();
        verdict_.hashes.push_back(world_.state_hash());
        ++verdict_.frames;
    }

    /// Moves the origin and changes obstacles between the commands, at the places that the input gives.
    void give_commands(const FrameInput& input) {
        for (size_t i = 0; i < input.commands.size(); ++i) {
            pause(input, i);
            FuzzCommand command = in_serials(input.commands[i]);
            take_out_slots(command);
            fit_attack(command);
            if (!others_are_there(command)) continue; // aimed commands have despawned an agent that it names
            if (fit_health(command)) issue(command);
        }
        pause(input, input.commands.size());
        answer_hurts(input.hurts);
        take_aim(input.aimed);
        answer(input.answers);
        pause(input, input.commands.size() + 1);
    }

    void pause(const FrameInput& input, size_t after) {
        shift(input, after);
        change_obstacles(input, after);
    }

    void save_and_restore() {
        std::vector<std::byte> snapshot;
        must(oracle_.save(&snapshot), "save");
        must(world_.restore(snapshot), "restore");
    }

    Serial serial_of(Serial number) const {
        const auto found = numbers_.find(number);
        return found == numbers_.end() ? number : found->second;
    }

    /// Translates the scenario's numbers to serials and squad ids, and its points to the present origin.
    FuzzCommand in_serials(const FuzzCommand& given) {
        FuzzCommand command = given;
        if (given.kind == Kind::spawn) {
            numbers_[given.agent] = static_cast<Serial>(world_.spawn_count());
            if (given.squad == 0) squads_.push_back(0);
        }
        if (given.squad != 0) command.squad = squads_[given.squad - 1];
        if (command.kind == Kind::spawn && !has_squad(command)) command.squad = 0;
        if (command.kind == Kind::spawn && command.squad != 0) command.team = team_of(command.squad);
        command.agent = serial_of(given.agent);
        command.target = serial_of(given.target);
        command.by = serial_of(given.by);
        for (Vec2* point : points_of(command)) *point = from_origin(*point);
        return command;
    }

    TeamIndex team_of(uint32_t squad) const {
        const auto squads = world_.squads();
        return std::find_if(squads.begin(), squads.end(), [&](const SquadInfo& s) { return s.id.value == squad; })
            ->team;
    }

    Vec2 from_origin(Vec2 point) const {
        return {std::clamp(point.x + origin_.x, -world_extent, world_extent),
                std::clamp(point.y + origin_.y, -world_extent, world_extent)};
    }

    /// Lowers health to the archetype's maximum. Returns false if the agent's health has no limit.
    bool fit_health(FuzzCommand& command) const {
        if (command.kind != Kind::set_health) return true;
        const ArchetypeDef* def = oracle_.kind_of(command.agent);
        if (def == nullptr) return true; // the agent has gone: the amount does not matter
        command.amount = std::min(command.amount, def->body.health);
        return def->body.health != unlimited_health;
    }

    /// Collects hurt and heal events of agents with `host_owns_health`, as the host would.
    void note_hurts() {
        const auto note = [this](Serial serial, float wound) {
            const ArchetypeDef* def = oracle_.kind_of(serial);
            if (def == nullptr || !def->body.host_owns_health || def->body.health == unlimited_health) return;
            wounds_[serial] += wound;
        };
        for (const HurtEvent& hurt : world_.events().hurts) note(hurt.agent.serial, hurt.amount);
        for (const HealEvent& heal : world_.events().heals) note(heal.agent.serial, -heal.amount);
    }

    /// Sets the health that remains after the collected hurts, also for agents that have died in another way.
    void answer_hurts(HurtAnswer answer) {
        if (answer == HurtAnswer::later) return;
        for (const auto& [serial, wound] : std::exchange(wounds_, {})) {
            const Agent* const agent = oracle_.find(serial);
            if (answer == HurtAnswer::never || agent == nullptr || despawned_.count(serial) != 0) continue;
            FuzzCommand command{
                .kind = Kind::set_health, .agent = serial, .amount = std::max(0.0f, agent->health - wound)};
            if (fit_health(command)) issue(command);
        }
    }

    // ---- Moving the origin -----------------------------------------------------------------------------------------

    void shift(const FrameInput& input, size_t after) {
        const size_t last = input.commands.size() + 1;
        for (const Shift& one : input.shifts)
            if (std::min(one.after, last) == after) shift(one.by);
    }

    /// With ground, no spawn or teleport may be pending: rounding would decide whether the agent can stand at its new
    /// point.
    void shift(Vec2 by) {
        if (!verdict_.same) return;
        const auto puts = [](const Given& given) {
            return std::holds_alternative<command::Spawn>(given.command) ||
                   std::holds_alternative<command::Teleport>(given.command);
        };
        const std::vector<Given>& pending = oracle_.pending();
        const bool on_ground = world_.ground() != nullptr;
        if (on_ground && (!scenario_.moved_ground || std::any_of(pending.begin(), pending.end(), puts))) return;
        const bool leaves = leaves_world(by);
        if (!leaves && !within(origin_ + by, world_extent - border)) return; // there may be no agent yet
        if (!leaves)
            for (const auto& [serial, pose] : oracle_.poses())
                if (!within(pose.position + by, world_extent - border)) return;

        const std::shared_ptr<const Ground> ground = on_ground ? scenario_.moved_ground(origin_ + by) : nullptr;
        for (const auto& [number, obstacle] : model().obstacles()) {
            Obstacle moved = obstacle;
            moved.at = moved.at + by;
            if (ReferenceModel::nearly_touches(*ground, moved)) return;
        }
        // A circle far from an obstacle need not compute its blocked slots again (rule survey_after_obstacles).
        if (has_obstacles_ && model().shift_blocks_other_slots(by, ground)) return;
        const uint64_t hash = world_.state_hash();
        const Error error = world_.shift_origin(by, ground);
        if (error != Error::ok) {
            if (!waiting_leaves_world(by))
                oracle_.expect_refusal("the model moves the origin", [&](ReferenceModel& its, const auto&) {
                    return its.shift_origin(by, ground, oracle_.poses_before());
                });
            if (world_.state_hash() != hash) fail("a refused shift_origin changes the world");
        }
        if (!oracle_.difference().empty()) fail(oracle_.difference());
        if (!leaves) {
            must(error, "shift_origin");
            origin_ = origin_ + by;
        } else if (error == Error::ok) {
            fail("shift_origin moves something out of the world");
        }
    }

    /// Whether a point of a command that waits would come to lie outside the world. The model does not know it.
    bool waiting_leaves_world(Vec2 by) const {
        for (Given given : oracle_.pending())
            for (const Vec2* point : points_of(given.command))
                if (!within(*point + by, world_extent)) return true;
        return false;
    }

    /// Whether a known point would certainly come to lie outside the world.
    bool leaves_world(Vec2 by) const {
        const auto out = [by](Vec2 point) { return !within(point + by, world_extent); };
        const std::vector<Vec2>& far = model().detail().points;
        if (std::any_of(far.begin(), far.end(), out)) return true;
        for (const auto& [serial, pose] : oracle_.poses())
            if (out(pose.position)) return true;
        for (const auto& [number, link] : model().links())
            if (out(link.def.from) || out(link.def.to)) return true;
        return waiting_leaves_world(by);
    }

    // ---- Obstacles -------------------------------------------------------------------------------------------------

    void change_obstacles(const FrameInput& input, size_t after) {
        const size_t last = input.commands.size() + 1;
        for (const ObstacleChange& one : input.obstacles)
            if (verdict_.same && std::min(one.after, last) == after) one.removes ? remove(one) : set(one);
    }

    void set(const ObstacleChange& change) {
        Obstacle obstacle = change.obstacle;
        if (!place(change, &obstacle)) return;
        const std::shared_ptr<const Ground> bare = scenario_.moved_ground(origin_);
        if (ReferenceModel::nearly_touches(*bare, obstacle)) return;
        ObstacleId made;
        const Error error = world_.set_obstacle(obstacle, &made, change.agents);
        if (error == Error::off_ground)
            oracle_.expect_refusal("the model sets the obstacle", [&](ReferenceModel& its, auto& waiting) {
                return its.set_obstacle(~0u, obstacle, change.agents, oracle_.poses_before(), waiting);
            });
        if (!oracle_.difference().empty()) fail(oracle_.difference());
        if (error == Error::off_ground && change.agents == OnObstacle::refuse) return;
        must(error, "set_obstacle");
        obstacle_ids_[change.number] = made;
    }

    void remove(const ObstacleChange& change) {
        const auto made = obstacle_ids_.find(change.number);
        const ObstacleId obstacle = made != obstacle_ids_.end() ? made->second : ObstacleId{};
        const Error error = world_.remove_obstacle(obstacle);
        if (error == Error::unknown)
            oracle_.expect_refusal("the model removes the obstacle", [&](ReferenceModel& its, auto& waiting) {
                return its.remove_obstacle(obstacle.value, waiting);
            });
        if (!oracle_.difference().empty()) fail(oracle_.difference());
        if (error != Error::unknown) must(error, "remove_obstacle");
    }

    /// Returns false if no agent is there for the obstacle.
    bool place(const ObstacleChange& change, Obstacle* obstacle) const {
        if (change.place == ObstacleChange::Place::given) {
            obstacle->at = from_origin(obstacle->at);
            return true;
        }
        const Serial serial = aimed_at(change.aimed);
        if (serial == no_serial) return false;
        const Agent& agent = model().agents().at(serial);
        const std::map<Serial, Pose> poses = oracle_.poses();
        const Vec2 at = poses.at(serial).position;
        const auto target = poses.find(agent.target);
        const int slots = model().slots_round(serial);
        switch (change.place) {
        case ObstacleChange::Place::slot:
            obstacle->at = slot_position(at, model().approach_radius_of(agent), change.slot % slots, slots);
            break;
        case ObstacleChange::Place::way:
            if (target == poses.end()) return false;
            obstacle->at = (at + target->second.position) * 0.5f + change.obstacle.at;
            obstacle->axis = turned_left(heading_along(target->second.position - at));
            break;
        default: obstacle->at = at + change.obstacle.at;
        }
        return true;
    }

    static Vec2 turned_left(Vec2 v) { return {-v.y, v.x}; }

    // ---- What the host does ----------------------------------------------------------------------------------------

    void answer(const std::vector<SightAnswer>& answers) {
        for (const SightAnswer& one : answers) {
            const auto late = static_cast<size_t>(one.late);
            if (late >= questions_.size() || questions_[late].empty()) continue;
            const auto& [viewer, target] = questions_[late][static_cast<size_t>(one.nth) % questions_[late].size()];
            const FuzzCommand command{.kind = Kind::answer_sight, .agent = viewer, .target = target, .seen = one.seen};
            if (can_be_given(command)) issue(command);
        }
    }

    void take_aim(const std::vector<AimedCommand>& aimed) {
        for (const AimedCommand& one : aimed) {
            const Serial serial = aimed_at(one);
            if (serial == no_serial) continue;
            if (one.name != 0 && one.aim != Aim::mate && !one.to_named) named_[one.name] = serial;
            const Agent& agent = model().agents().at(serial);
            FuzzCommand command = in_serials(one.command);
            command.agent = serial;
            if (command.kind == Kind::remove_squad) {
                command.agent = no_serial;
                command.squad = squad_to_remove(one.nth);
            }
            if (command.kind == Kind::set_move_input || command.kind == Kind::set_squad_team ||
                command.orders_squad()) {
                if (!model().squad_of(agent).made) continue;
                command.agent = no_serial;
                command.squad = agent.squad;
            }
            if (one.against) put_in(aimed_at({.aim = *one.against, .nth = one.nth_against}), &command);
            if (one.own_target) command.target = agent.target;
            if (one.to_named && !join_named(one, &command)) continue;
            if (one.from_agent) command.position = within_world(agent.position + one.command.position);
            take_out_slots(command);
            fit_attack(command);
            if (command.kind == Kind::remove_squad && command.squad == 0) continue;
            if (can_be_given(command) && fit_health(command)) issue(command);
        }
    }

    void put_in(Serial other, FuzzCommand* command) const {
        const Kind kind = command->kind;
        const bool is_author = kind == Kind::damage || kind == Kind::stagger || kind == Kind::set_health ||
                               kind == Kind::set_target_bias || kind == Kind::add_threat;
        (is_author ? command->by : command->target) = other;
    }

    /// The agent with the name may have no squad of the host's.
    bool join_named(const AimedCommand& aimed, FuzzCommand* command) const {
        const Agent* const named = agent_named(aimed.name);
        if (named == nullptr || !model().squad_of(*named).made) return false;
        command->squad = named->squad;
        return true;
    }

    /// Null: no agent has got the name, or it is not in the world any more.
    const Agent* agent_named(int name) const {
        const auto found = named_.find(name);
        return found != named_.end() ? oracle_.find(found->second) : nullptr;
    }

    Serial aimed_at(const AimedCommand& aimed) const {
        const Serial given = serial_of(aimed.command.agent);
        if (aimed.aim == Aim::given) return model().agents().count(given) != 0 ? given : no_serial;
        if (aimed.aim == Aim::named) {
            const Agent* const named = agent_named(aimed.name);
            return named != nullptr ? named->serial : no_serial;
        }
        std::vector<Serial> found;
        for (const auto& [serial, agent] : model().agents())
            if (agent.living() && is_aim(aimed, agent)) found.push_back(serial);
        return found.empty() ? no_serial : found[static_cast<size_t>(aimed.nth) % found.size()];
    }

    bool is_aim(const AimedCommand& aimed, const Agent& agent) const {
        const bool at_target = aimed.aim == Aim::target || aimed.aim == Aim::attacked;
        if (aimed.at != no_serial && serial_of(aimed.at) != (at_target ? agent.serial : agent.circle)) return false;
        const auto some = [this](const auto& which) {
            return std::any_of(model().agents().begin(), model().agents().end(),
                               [&](const auto& other) { return which(other.second); });
        };
        const auto is_target = [&](const auto& which) {
            return some([&](const Agent& other) { return other.target == agent.serial && which(other); });
        };
        const auto targeting = [this](const Agent& one) { return model().archetype_of(one).perception.targeting; };
        const auto reserves = [this, &agent] {
            const auto circle = model().circles().find(agent.circle);
            return circle != model().circles().end() && circle->second.reserver == agent.serial;
        };
        const ArchetypeDef& def = model().archetype_of(agent);
        const Squad& squad = model().squad_of(agent);
        const std::vector<Projectile>& projectiles = model().projectiles();
        const bool seeks = def.perception.targeting == Targeting::sight && def.perception.needs_line_of_sight &&
                           agent.target == no_serial;
        const bool holds = agent.role == Role::holder && !agent.token;
        const auto is_mate = [&] {
            const Agent* const named = agent_named(aimed.name);
            return named != nullptr && named->squad == agent.squad && named->serial != agent.serial;
        };
        switch (aimed.aim) {
        case Aim::mate: return is_mate();
        case Aim::attacker: return agent.token.has_value();
        case Aim::stepping_in: return agent.token && !agent.token->begun;
        case Aim::interrupted: return agent.token && agent.token->interrupted && !agent.token->begun;
        case Aim::winding_up: return agent.token && agent.token->begun && !agent.token->hit_handed;
        case Aim::past_hit: return agent.token && agent.token->begun && agent.token->hit_handed;
        case Aim::striker: return agent.role == Role::striker;
        case Aim::ready: return holds && agent.arrived && agent.state == AgentState::combat;
        case Aim::approaching: return holds && !agent.arrived;
        case Aim::requester: return agent.role == Role::requester;
        case Aim::reserver: return agent.role == Role::requester && reserves();
        case Aim::resting: return agent.role == Role::none && model().now() < agent.rest_until;
        case Aim::target: return model().circles().count(agent.serial) != 0;
        case Aim::attacked:
            return some([&](const Agent& other) { return other.token && other.circle == agent.serial; });
        case Aim::seeker: return seeks;
        case Aim::flagged_seeker: return seeks && agent.flagged;
        case Aim::unmanaged: return !def.engagement.managed;
        case Aim::unmanaged_attacker: return !def.engagement.managed && agent.token;
        case Aim::running: return agent.run_due.has_value();
        case Aim::closing: return agent.close_due.has_value();
        case Aim::hit: return agent.staggered;
        case Aim::hit_idle:
            return agent.staggered && agent.role == Role::none &&
                   (def.engagement.managed || agent.state == AgentState::idle);
        case Aim::hit_at_circle: return agent.staggered && agent.role != Role::none;
        case Aim::staggered: return agent.state == AgentState::stagger;
        case Aim::sliding: return agent.state == AgentState::backstep;
        case Aim::healing: return agent.state == AgentState::heal;
        case Aim::roleless:
            return def.engagement.managed && agent.role == Role::none &&
                   (agent.state == AgentState::stagger || agent.state == AgentState::backstep ||
                    agent.state == AgentState::heal);
        case Aim::foe: return is_target([](const Agent&) { return true; });
        case Aim::unmanaged_foe:
            return is_target([&](const Agent& other) { return !model().archetype_of(other).engagement.managed; });
        case Aim::sight_foe: return is_target([&](const Agent& other) { return targeting(other) == Targeting::sight; });
        case Aim::run_foe: return is_target([](const Agent& other) { return other.runs; });
        case Aim::monster: return agent.monster.has_value();
        case Aim::acting: return agent.monster && !agent.monster->running.empty();
        case Aim::patroller: return agent.state == AgentState::patrol;
        case Aim::calm: return agent.monster && agent.target == no_serial;
        case Aim::monster_foe: return is_target([](const Agent& other) { return other.monster.has_value(); });
        case Aim::owner: return some([&](const Agent& other) { return other.owner == agent.serial && other.living(); });
        case Aim::child: return agent.owner != no_serial;
        case Aim::doomed: return agent.dies_with_owner;
        case Aim::leader: return squad.made && squad.leader == agent.serial;
        case Aim::follows: return agent.state == AgentState::follow;
        case Aim::returns: return agent.state == AgentState::returning;
        case Aim::led: return agent.state == AgentState::led;
        case Aim::led_soon: return model().led(agent) && agent.state != AgentState::led;
        case Aim::busy:
            return squad.move_input_held() && squad.def.control == SquadControl::paths && !model().led(agent);
        case Aim::far_off: return model().follower(agent) && (agent.target != no_serial || agent.role != Role::none);
        case Aim::member: return squad.made && squad.leader != agent.serial;
        case Aim::last_of_squad:
            return squad.made && std::none_of(squad.members.begin(), squad.members.end(), [&](Serial serial) {
                       const Agent* const other = oracle_.find(serial);
                       return serial != agent.serial && other != nullptr && other->living();
                   });
        case Aim::shooter:
            return std::any_of(projectiles.begin(), projectiles.end(),
                               [&](const auto& one) { return one.by == agent.serial; });
        case Aim::shot_at:
            return std::any_of(projectiles.begin(), projectiles.end(),
                               [&](const auto& one) { return one.target == agent.serial; });
        case Aim::spreader: return targeting(agent) == Targeting::spread && agent.target != no_serial;
        case Aim::supporter: return agent.supports;
        case Aim::supported: return is_target([](const Agent& other) { return other.supports; });
        case Aim::spirited: return squad.def.morale.enabled;
        case Aim::spirited_leader: return squad.def.morale.enabled && squad.leader == agent.serial;
        case Aim::wavering: return model().wavers(agent);
        case Aim::routing: return model().routs(agent);
        case Aim::of_routing_squad: return squad.mood == SquadMood::routing && !model().routs(agent);
        case Aim::fighting_on: return model().wavers(agent) && agent.role == Role::holder;
        case Aim::seldom: return agent.update_interval > 1;
        case Aim::any: return true;
        case Aim::armed_player: return !def.autonomous && !def.attacks.empty();
        case Aim::performing: return agent.performing();
        case Aim::called_up: return agent.performing() && !agent.has_taken_up_order();
        case Aim::charging: return agent.has_taken_up_order() && !agent.performance->begun;
        case Aim::performed: return agent.has_taken_up_order() && agent.performance->begun;
        case Aim::victim:
            return some([&](const Agent& other) { return other.performing() && other.order.target == agent.serial; });
        case Aim::cooling:
            return model().now() < agent.ready_at ||
                   std::any_of(agent.cooldowns.begin(), agent.cooldowns.end(),
                               [&](const auto& clock) { return model().now() < clock.second; });
        case Aim::spread_foe:
            return is_target([&](const Agent& other) { return targeting(other) == Targeting::spread; });
        case Aim::travelling: return agent.journey.has_value();
        case Aim::blocked: return agent.journey && agent.journey->blocked;
        case Aim::rests: return agent.journey && agent.journey->rests;
        case Aim::advancing: return agent.order.kind == OrderKind::advance;
        case Aim::advancing_fighter: return agent.order.kind == OrderKind::advance && agent.target != no_serial;
        case Aim::holding: return agent.holding();
        case Aim::escorting: return agent.escorting();
        case Aim::escorted:
            return some([&](const Agent& other) { return other.escorting() && other.order.target == agent.serial; });
        case Aim::queuing: return !agent.order_queue.empty();
        case Aim::waiting_for_order: return agent.over_since.has_value();
        case Aim::repeating: return agent.order.repeat;
        case Aim::in_formation: return agent.offset.has_value();
        case Aim::bound: return agent.bound();
        case Aim::heading: return agent.heads_for.has_value();
        case Aim::at_link: return is_at_link(agent);
        case Aim::wayless: return agent.bound() && !agent.heads_for;
        case Aim::stunned: return model().stunned(agent);
        case Aim::stunned_holder: return model().stunned(agent) && agent.role == Role::holder;
        case Aim::pushed: return model().pushed(agent);
        default: return false;
        }
    }

    bool is_at_link(const Agent& agent) const {
        if (!agent.heads_for) return false;
        const NavLinkDef& link = model().links().at(agent.heads_for->link).def;
        const Vec2 entrance = agent.heads_for->number == 0 ? link.from : link.to;
        return millimetres(distance_squared(agent.position, entrance)) <= millimetres_of(link.radius);
    }

    bool can_be_given(const FuzzCommand& command) const {
        if (despawned_.count(command.agent) != 0 || !others_are_there(command)) return false;
        if (command.kind == Kind::answer_sight) return command.target != no_serial && command.target != command.agent;
        if (command.kind == Kind::set_leader)
            return world_.squad(oracle_.id_of(command.agent)).value_or(SquadId{}).value != 0;
        if (command.kind == Kind::set_target_bias) return command.by != command.agent;
        if (command.kind == Kind::add_threat) return command.by != command.agent && command.by != no_serial;
        if (command.kind == Kind::teleport)
            return model().archetype_of(model().agents().at(command.agent)).body.motion != MotionType::host;
        if (!command.orders() || !names_target(command.order)) return true;
        return command.target != no_serial && command.target != command.agent;
    }

    bool others_are_there(const FuzzCommand& command) const {
        return despawned_.count(command.by) == 0 && despawned_.count(command.target) == 0 && has_squad(command);
    }

    /// False: the command names a squad that was removed.
    bool has_squad(const FuzzCommand& command) const {
        return command.squad == 0 || command.kind == Kind::add_squad ||
               world_.move_input(SquadId{command.squad}).has_value();
    }

    /// The number of a squad of the host, rather one without living members; 0: there is none.
    uint32_t squad_to_remove(int nth) const {
        const std::span<const SquadInfo> squads = world_.squads();
        const auto empty =
            std::find_if(squads.begin(), squads.end(), [](const SquadInfo& squad) { return !squad.leader; });
        if (empty != squads.end()) return empty->id.value;
        return squads.empty() ? 0 : squads[static_cast<size_t>(nth) % squads.size()].id.value;
    }

    /// Gives the command to the world. The world may refuse a command to an agent that was despawned before. Whatever
    /// else it refuses the model has to refuse, too.
    void issue(const FuzzCommand& command) {
        const AnyCommand given = as_given(command);
        const bool gone = despawned_.count(command.agent) != 0;
        const Error expected = gone ? Error::stale_id : oracle_.expected(given);
        const Error error = oracle_.give(given);
        if (command.kind == Kind::add_squad) squads_.push_back(world_.squads().back().id.value);
        if (!oracle_.difference().empty()) return fail(oracle_.difference());
        const bool squad_gone = error == Error::wrong_squad && command.kind == Kind::set_leader;
        if (error != Error::ok && error != expected && !squad_gone)
            must(error, fmt::format("command {} to agent {}", static_cast<int>(command.kind), command.agent));
        if (error == Error::off_ground && command.kind == Kind::spawn) note_refused(command.agent);
        if (command.kind == Kind::despawn) despawned_.insert(command.agent);
    }

    void note_refused(Serial agent) {
        for (auto& [number, serial] : numbers_)
            if (serial == agent) serial = never_spawned;
        despawned_.insert(never_spawned);
    }

    /// An order `perform` to an agent, at once or into its queue.
    static bool performs(const FuzzCommand& command) {
        return command.orders() && !command.orders_squad() && command.order == OrderKind::perform;
    }

    /// An attack number below `never_in_table` means a place in the agent's attack table (modulo its size).
    void fit_attack(FuzzCommand& command) const {
        if (!performs(command)) return;
        const ArchetypeDef* def = oracle_.kind_of(command.agent);
        const int size = def != nullptr ? static_cast<int>(def->attacks.size()) : 0;
        if (size > 0 && command.attack >= 0 && command.attack < never_in_table) command.attack %= size;
    }

    /// Removes slots that the agent's circle does not have. Aimed commands do not know their agent in advance, and
    /// plain commands do not know of reloads.
    void take_out_slots(FuzzCommand& command) const {
        const ArchetypeDef* def = oracle_.kind_of(command.agent);
        const int slots =
            def != nullptr && def->circle.slots != 0 ? def->circle.slots : max_slots; // null: the slots do not matter
        std::erase_if(command.slots, [slots](int slot) { return slot >= slots; });
    }

    void move_host_agents(const FrameInput& input) {
        borrowed_ids_.clear();
        borrowed_positions_.clear();
        borrowed_headings_.clear();
        std::map<Serial, Pose> poses = oracle_.poses();
        for (const HostMove& move : moves_of(input)) {
            const Agent* const agent = oracle_.find(move.agent);
            if (agent == nullptr || !agent->living() || despawned_.count(move.agent) != 0) continue;
            if (model().archetype_of(*agent).body.motion != MotionType::host) continue;
            const Pose pose = poses[move.agent] = host_pose(move, poses);
            borrowed_ids_.push_back(oracle_.id_of(move.agent));
            borrowed_positions_.push_back(pose.position);
            borrowed_headings_.push_back(pose.heading);
        }
        if (input.stray_poses) add_stray_poses();
        if (!borrowed_ids_.empty())
            must(world_.set_host_poses(borrowed_ids_, borrowed_positions_, borrowed_headings_), "set_host_poses");
    }

    /// Poses that the world has to skip: of agents that are dead, despawned or moved by fray.
    void add_stray_poses() {
        for (const auto& [serial, agent] : model().agents()) {
            const bool host_moved = model().archetype_of(agent).body.motion == MotionType::host;
            if (agent.living() && host_moved && despawned_.count(serial) == 0) continue;
            borrowed_ids_.push_back(oracle_.id_of(serial));
            borrowed_positions_.push_back(agent.position);
            borrowed_headings_.push_back({0.0f, 1.0f});
        }
    }

    /// The scenario's moves, and a default move for each summoned agent, which the scenario does not know.
    std::vector<HostMove> moves_of(const FrameInput& input) const {
        std::vector<HostMove> moves = input.moves;
        for (HostMove& move : moves) move.agent = serial_of(move.agent);
        for (const auto& [serial, agent] : model().agents())
            if (agent.owner != no_serial) moves.push_back({.agent = serial});
        return moves;
    }

    Pose host_pose(const HostMove& move, const std::map<Serial, Pose>& poses) const {
        Pose pose = poses.at(move.agent);
        const Agent& agent = model().agents().at(move.agent);
        const auto target = poses.find(agent.target);
        const std::optional<size_t> row = world_.row_of(oracle_.id_of(move.agent));
        const Vec2 goal = row ? world_.goals()[*row] : pose.position;
        const Vec2 way = goal - pose.position;
        const float distance = std::sqrt(dot(way, way));
        switch (move.kind) {
        case HostMove::Kind::step:
            pose.position = distance <= move.length ? goal : pose.position + way * (move.length / distance);
            break;
        case HostMove::Kind::goal: pose.position = goal; break;
        case HostMove::Kind::beside:
            if (target != poses.end()) {
                const Vec2 out = heading_along(pose.position - target->second.position);
                pose.position = target->second.position + out * move.length;
            }
            break;
        case HostMove::Kind::point: pose.position = from_origin(move.position); break;
        case HostMove::Kind::by: pose.position = pose.position + move.position; break;
        }
        if (move.turns && target != poses.end()) pose.heading = heading_along(target->second.position - pose.position);
        return pose;
    }

    void must(Error error, const std::string& call) {
        if (error != Error::ok)
            fail(fmt::format("frame {}: {}: {}: {}", verdict_.frames, call, to_string(error), world_.error_text()));
    }

    void fail(const std::string& report) {
        if (!verdict_.same) return;
        verdict_.same = false;
        verdict_.report = fmt::format("seed {}, {}", scenario_.seed, report);
    }

    const FuzzScenario& scenario_;
    const bool has_obstacles_ = std::any_of(scenario_.frames.begin(), scenario_.frames.end(),
                                            [](const FrameInput& input) { return !input.obstacles.empty(); });
    World world_;
    Oracle oracle_;
    Verdict verdict_;
    std::map<Serial, Serial> numbers_;  // serials by the scenario's numbers
    std::vector<uint32_t> squads_;      // by the scenario's number - 1; 0: a squad that no agent can join
    std::vector<AgentId> borrowed_ids_; // these three must live until the next step, in which the engine reads them
    std::vector<Vec2> borrowed_positions_;
    std::vector<Vec2> borrowed_headings_;
    std::set<Serial> despawned_;
    Vec2 origin_{}; // total displacement of the origin so far
    // hurts of agents with `host_owns_health` that the host has not answered yet
    std::map<Serial, float> wounds_;
    std::map<int, ObstacleId> obstacle_ids_;                       // by the scenario's numbers
    std::map<int, Serial> named_;                                  // agents that aimed commands have named
    std::deque<std::vector<std::pair<Serial, Serial>>> questions_; // sight questions of the last frames, newest first
};

} // namespace

Verdict run_both(const FuzzScenario& fuzz_scenario, int frames) { return Comparison(fuzz_scenario).run(frames); }

} // namespace fray::model
