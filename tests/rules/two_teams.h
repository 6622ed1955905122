// A fixture with two teams for small cases straight from engine/docs/rules.md, and helpers that describe what happened.
// Engine and reference model play each case together, and any difference between them fails it. Expectations are read
// from the model, which exposes more state.
#pragma once

#include "fray/inspect.h"
#include "oracle/oracle.h"
#include "storage/rules_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace fray::model {

inline constexpr double tick = 0.01; // s; a round number of microseconds, so that due times are easy to compute
inline constexpr TeamIndex heroes = 0;
inline constexpr TeamIndex orcs = 1;

inline constexpr float by_arrival = std::numeric_limits<float>::infinity();

/// Its circle gives slots in the order of arrival, so that a test knows which comes first.
inline ArchetypeDef player() {
    ArchetypeDef def;
    def.circle.queue_credit = by_arrival;
    def.autonomous = false;
    def.body.health = unlimited_health;
    return def;
}

inline ArchetypeDef mortal(float health, ArchetypeDef def = player()) {
    def.body.health = health;
    return def;
}

inline AttackDef swing(int weight, double windup, double duration, double recovery) {
    AttackDef attack;
    attack.weight = weight;
    attack.windup = windup;
    attack.duration = duration;
    attack.recovery = recovery;
    attack.range = {0.0f, 3.0f};
    attack.arc = 6.2831855f; // agents of such a world are not turned to their targets
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
    static WorldDef world_def() { return {.seed = 7, .threads = 1}; }

    void SetUp() override {
        oracle.listen(world, world_def());
        accept(world.add_team("heroes"));
        accept(world.add_team("orcs"));
    }

    /// Replaces the world by a new, empty world.
    void start_again() {
        world = World::create(world_def()).value();
        poses.clear();
        commands.clear();
        events.clear();
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

    Serial spawn(ArchetypeIndex archetype, TeamIndex team, Vec2 position, uint32_t squad = 0, int16_t floor = 0) {
        give(command::Spawn{{archetype, team, floor, SquadId{squad}, position}});
        poses[next] = {position, {1.0f, 0.0f}};
        return next++;
    }

    /// A target with the given circle.
    Serial spawn_hero(const CircleDef& circle) {
        ArchetypeDef def = player();
        def.circle = circle;
        def.circle.queue_credit = by_arrival;
        return spawn(kind(def), heroes, {0, 0});
    }

    /// Gives a command before the next step. Agents are named by serial.
    void give(AnyCommand command) { commands.push_back(std::move(command)); }

    void damage(Serial agent, float amount, Serial by = no_serial) {
        give(command::Damage{named(agent), amount, named(by)});
    }
    void stagger(Serial agent, Serial by = no_serial) { give(command::Stagger{named(agent), named(by)}); }
    void despawn(Serial agent) { give(command::Despawn{named(agent)}); }
    void order(Serial agent, OrderKind kind, Vec2 point = {}, bool run = false) {
        give(command::SetOrder{named(agent), {.kind = kind, .run = run, .point = point}});
    }
    void order_attack(Serial agent, Serial target) {
        give(command::SetOrder{named(agent), {.kind = OrderKind::attack, .target = named(target)}});
    }
    void order_perform(Serial agent, Serial target, int16_t attack = 0) {
        const OrderDef perform{.kind = OrderKind::perform, .target = named(target), .attack = attack};
        give(command::SetOrder{named(agent), perform});
    }
    void set_capacity(Serial agent, int grid, int attack) { give(command::SetCapacity{named(agent), {grid, attack}}); }
    void set_closed_slots(Serial agent, const std::vector<int>& slots) {
        give(command::SetClosedSlots{named(agent), slots});
    }
    void reload(std::vector<ArchetypeDef> archetypes, const std::vector<MonsterDef>& monsters = {}) {
        for (ArchetypeDef& def : archetypes) def.body.motion = MotionType::host;
        give(Reload{{std::move(archetypes), monsters}});
    }
    void report_attack(Serial agent, AttackReport what) { give(command::ReportAttack{named(agent), what}); }
    void teleport(Serial agent, Vec2 position) {
        give(command::Teleport{named(agent), position, {}});
        poses[agent].position = position;
    }

    void give_commands() {
        for (const AnyCommand& one : std::exchange(commands, {})) {
            const Error error = oracle.give(one);
            EXPECT_TRUE(error == Error::ok || error == Error::stale_id) << world.error_text();
        }
    }

    const std::vector<Event>& frame() {
        give_commands();
        std::vector<AgentId> ids;
        std::vector<Vec2> positions, headings;
        for (const auto& [serial, pose] : poses) {
            const AgentId id = oracle.id_of(serial);
            if (!world.is_valid(id) || world.state(id) == AgentState::dead) continue;
            ids.push_back(id);
            positions.push_back(pose.position);
            headings.push_back(pose.heading);
        }
        accept(world.set_host_poses(ids, positions, headings));
        const bool agreed = oracle.difference().empty();
        accept(world.step(dt));
        EXPECT_TRUE(oracle.followed());
        EXPECT_TRUE(!agreed || oracle.difference().empty()) << oracle.difference();
        EXPECT_EQ(check_invariants(world), "");
        events = test::flat_events(world);
        next = model.next_serial(); // agents may have been summoned
        for (const Event& event : events) ++counts[{event.type, event.agent}];
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
            poses[serial].position =
                slot_position(centre, model.holder_radius(agent, target), agent.slot, model.slots_round(agent.circle));
            poses[serial].heading = heading_along(centre - poses[serial].position);
        }
    }

    const Agent& agent(Serial serial) const { return model.agents().at(serial); }
    const Circle& circle(Serial target) const { return model.circles().at(target); }
    Serial leader_of(uint32_t squad) const { return oracle.serial_of(world.leader(SquadId{squad}).value()); }
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
    /// Steps so many frames. The agent's events or changes of state in the last of them, or its target after them.
    std::string next_story(Serial serial, int count = 1) {
        frames(count);
        return story(serial);
    }
    std::string next_states(Serial serial, int count = 1) {
        frames(count);
        return states(serial);
    }
    Serial next_target(Serial serial, int count = 1) {
        frames(count);
        return agent(serial).target;
    }
    const Event* find(EventType type, Serial serial) const {
        const auto found = std::find_if(events.begin(), events.end(), [=](const Event& event) {
            return event.type == type && event.agent == serial;
        });
        return found == events.end() ? nullptr : &*found;
    }

    World world = World::create(world_def()).value();
    Oracle oracle;
    const ReferenceModel& model = oracle.model();
    std::map<Serial, Pose> poses;
    std::vector<AnyCommand> commands;
    std::vector<Event> events;
    std::map<std::pair<EventType, Serial>, int> counts;
    Serial next = 0;
    double dt = tick;
    bool carries = true;
};

using E = EventType;
using C = Cause;

} // namespace fray::model
