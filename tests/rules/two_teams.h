// A fixture with two teams for small cases straight from engine/docs/rules.md, and helpers that describe what happened.
// Engine and reference model play each case together, and any difference between them fails it. Expectations are read
// from the model, which exposes more state.
#pragma once

#include "fray/inspect.h"
#include "oracle/oracle_world.h"
#include "storage/rules_math.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fray::model {

inline constexpr double tick = 0.01; // s; a round number of microseconds, so that due times are easy to compute
inline constexpr TeamIndex heroes = 0;
inline constexpr TeamIndex orcs = 1;

inline ArchetypeDef player() {
    ArchetypeDef def;
    def.autonomous = false;
    def.body.health = unlimited_health;
    return def;
}

inline AttackDef swing(int weight, double windup, double duration, double recovery) {
    AttackDef attack;
    attack.weight = weight;
    attack.windup = windup;
    attack.duration = duration;
    attack.recovery = recovery;
    attack.range = {0.0f, 3.0f};
    return attack;
}

/// A fighter that is within its attack's range when it stands on a slot, 4 m from the target.
inline ArchetypeDef fighter(int grid_weight, const AttackDef& attack) {
    ArchetypeDef def;
    def.engagement.grid_weight = grid_weight;
    def.engagement.attack_choice = AttackChoice::first;
    def.engagement.release_policy = ReleasePolicy::attack;
    def.engagement.engage_range = 5.0f;
    def.engagement.hit_range = 5.0f;
    def.attacks = {attack};
    def.attacks[0].range = {0.0f, 5.0f};
    return def;
}

/// An unmanaged agent with bands at 5, 6, 7 and 9 m. It scans for targets in every frame and has the same reactions in
/// every band.
inline ArchetypeDef unmanaged_agent(const ReactionWeights& reactions = {0, 1, 0}) {
    ArchetypeDef def = boss_archetype();
    def.perception.targeting = Targeting::self;
    def.perception.bands = {5.0f, 6.0f, 7.0f, 9.0f};
    def.perception.scan_interval = tick;
    def.perception.alert_radius = 30.0f;
    def.boss.reactions.table.fill(reactions);
    def.boss.reactions.hurt.fill(reactions);
    return def;
}

/// A world with two teams. Agents stand where `poses` says; slot holders are carried to their slots between the frames.
class TwoTeams : public testing::Test {
protected:
    static OracleWorld make_world() { return OracleWorld::create({.seed = 7, .threads = 1}).value(); }

    void SetUp() override {
        accept(world.add_team("heroes"));
        accept(world.add_team("orcs"));
    }

    /// Replaces the world by a new, empty world.
    void start_again() {
        world = make_world();
        poses.clear();
        commands.clear();
        events.clear();
        tokens.clear();
        counts.clear();
        next = 0;
        TwoTeams::SetUp();
    }

    /// Expects that a call to the world was accepted.
    void accept(Error error, const char* file = __builtin_FILE(), int line = __builtin_LINE()) const {
        if (error != Error::ok) ADD_FAILURE_AT(file, line) << to_string(error) << ": " << world.error_text();
    }

    ArchetypeIndex kind(ArchetypeDef def) {
        def.body.motion = MotionType::host;
        ArchetypeIndex index = 0;
        accept(world.add_archetype(def, &index));
        return index;
    }
    void add_monsters(const std::vector<MonsterDef>& defs) { accept(world.add_monsters(defs)); }
    uint32_t add_squad(TeamIndex team, const SquadDef& def = {}) {
        give_commands(); // squads are numbered in call order
        SquadId squad;
        accept(world.add_squad(team, def, &squad));
        return squad.value;
    }

    Serial spawn(ArchetypeIndex archetype, TeamIndex team, Vec2 position, uint32_t squad = 0) {
        Command command;
        command.kind = Command::Kind::spawn;
        command.agent = next++;
        command.archetype = archetype;
        command.team = team;
        command.squad = squad;
        command.position = position;
        commands.push_back(command);
        poses[command.agent] = {position, {1.0f, 0.0f}};
        return command.agent;
    }

    /// A target with the given circle.
    Serial spawn_hero(const CircleDef& circle) {
        ArchetypeDef def = player();
        def.circle = circle;
        return spawn(kind(def), heroes, {0, 0});
    }

    Command& command(Command::Kind kind_of, Serial agent) {
        commands.emplace_back();
        commands.back().kind = kind_of;
        commands.back().agent = agent;
        return commands.back();
    }

    void damage(Serial agent, float amount, Serial by = no_serial) {
        Command& c = command(Command::Kind::damage, agent);
        c.amount = amount;
        c.by = by;
    }
    void stagger(Serial agent, Serial by = no_serial) { command(Command::Kind::stagger, agent).by = by; }
    void despawn(Serial agent) { command(Command::Kind::despawn, agent); }
    void order(Serial agent, OrderKind kind, Vec2 point = {}, bool run = false) {
        Command& c = command(Command::Kind::order, agent);
        c.order = kind;
        c.run = run;
        c.position = point;
    }
    void order_attack(Serial agent, Serial target) {
        Command& c = command(Command::Kind::order, agent);
        c.order = OrderKind::attack;
        c.target = target;
    }

    void order_perform(Serial agent, Serial target, int attack = 0) {
        Command& c = command(Command::Kind::order, agent);
        c.order = OrderKind::perform;
        c.target = target;
        c.attack = attack;
    }

    void set_capacity(Serial agent, int grid, int attack) {
        Command& c = command(Command::Kind::set_capacity, agent);
        c.grid = grid;
        c.attack = attack;
    }

    void set_closed_slots(Serial agent, const std::vector<int>& slots) {
        command(Command::Kind::set_closed_slots, agent).slots = slots;
    }

    void reload(std::vector<ArchetypeDef> archetypes, const std::vector<MonsterDef>& monsters = {}) {
        for (ArchetypeDef& def : archetypes) def.body.motion = MotionType::host;
        command(Command::Kind::reload, no_serial).definitions = {archetypes, monsters};
    }

    void report_attack(Serial agent, AttackReport what) {
        command(Command::Kind::report_attack, agent).reported = what;
    }

    void teleport(Serial agent, Vec2 position) {
        command(Command::Kind::teleport, agent).position = position;
        poses[agent].position = position;
    }

    void give_commands() {
        for (const Command& one : std::exchange(commands, {})) {
            const Error error = world.give(one);
            EXPECT_TRUE(error == Error::ok || (error == Error::stale_id && one.agent < next)) << world.error_text();
        }
    }

    const std::vector<Event>& frame() {
        give_commands();
        std::vector<AgentId> ids;
        std::vector<Vec2> positions, headings;
        for (const auto& [serial, pose] : poses) {
            const AgentId id = world.id_of(serial);
            if (!world.is_valid(id) || world.state(id) == AgentState::dead) continue;
            ids.push_back(id);
            positions.push_back(pose.position);
            headings.push_back(pose.heading);
        }
        accept(world.set_host_poses(ids, positions, headings));
        const bool agreed = world.difference().empty();
        accept(world.step(dt));
        EXPECT_TRUE(world.followed());
        EXPECT_TRUE(!agreed || world.difference().empty()) << world.difference();
        EXPECT_EQ(check_invariants(world), "");
        events = test::flat_events(world);
        next = model.next_serial(); // agents may have been summoned
        for (const Event& event : events) {
            if (event.type == EventType::token) tokens.push_back(event.agent);
            ++counts[{event.type, event.agent}];
        }
        if (carries) to_slots();
        return events;
    }

    void frames(int count) {
        for (int i = 0; i < count; ++i) frame();
    }

    void to_slots() {
        for (const auto& [serial, agent] : model.agents()) {
            if (agent.role != Role::holder) continue;
            const Agent& target = model.agents().at(agent.circle);
            const Vec2 centre = poses[agent.circle].position;
            poses[serial].position = slot_position(centre, model.holder_radius(agent, target), agent.slot,
                                                   model.archetype_of(target).circle.slots);
            poses[serial].heading = heading_along(centre - poses[serial].position);
        }
    }

    const Agent& agent(Serial serial) const { return model.agents().at(serial); }
    const Circle& circle(Serial target) const { return model.circles().at(target); }
    Serial leader_of(uint32_t squad) const { return world.serial_of(world.leader(SquadId{squad}).value()); }
    int count(EventType type, Serial serial) { return counts[{type, serial}]; }

    /// The agent's events of this frame, each with its cause.
    std::string story(Serial serial) const {
        std::string text;
        for (const Event& event : events) {
            if (event.agent != serial) continue;
            text += (text.empty() ? "" : ", ") + std::string(to_string(event.type));
            if (event.cause != Cause::none) text += " " + std::string(to_string(event.cause));
        }
        return text;
    }
    /// The agent's changes of state in this frame.
    std::string states(Serial serial) const {
        std::string text;
        for (const Event& event : events) {
            if (event.type != EventType::state || event.agent != serial) continue;
            text += (text.empty() ? "" : ", ") + std::string(to_string(static_cast<AgentState>(event.a))) + " to " +
                    to_string(static_cast<AgentState>(event.b));
        }
        return text;
    }
    const Event* find(EventType type, Serial serial) const {
        const auto found = std::find_if(events.begin(), events.end(), [=](const Event& event) {
            return event.type == type && event.agent == serial;
        });
        return found == events.end() ? nullptr : &*found;
    }

    OracleWorld world = make_world();
    const ReferenceModel& model = world.model();
    std::map<Serial, Pose> poses;
    std::vector<Command> commands;
    std::vector<Event> events;
    std::vector<Serial> tokens;
    std::map<std::pair<EventType, Serial>, int> counts;
    Serial next = 0;
    double dt = tick;
    bool carries = true;
};

using E = EventType;
using C = Cause;

} // namespace fray::model
