// A small fight that a test can follow step by step: targets that do nothing, fighters that reach their goals at once,
// and a log of all events. Time is exact: a frame lasts 1/64 s.
#pragma once

#include "flat_events.h"
#include "fray/fray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace fray::test {

inline constexpr int frames_per_second = 64;
inline constexpr double frame_time = 1.0 / frames_per_second;

inline float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// A point at `radius` metres from the origin. The angle is in eighths of a turn.
inline Vec2 on_ring(float radius, float eighths) {
    const float angle = eighths * 0.78539816f;
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// An attack with a windup of 0.25 s. Times in seconds.
/// An attack all round, so that agents need not be turned to their targets.
inline AttackDef swing(int weight, double duration = 1.0, double recovery = 1.0) {
    AttackDef attack;
    attack.name = "swing";
    attack.weight = weight;
    attack.windup = 0.25;
    attack.duration = duration;
    attack.recovery = recovery;
    attack.arc = 6.2831855f;
    return attack;
}

/// A fighter that the scene teleports to its goal in every frame.
inline ArchetypeDef puppet(std::vector<AttackDef> attacks = {swing(1)}) {
    ArchetypeDef def;
    def.name = "puppet";
    def.body.motion = MotionType::host;
    def.body.health = unlimited_health;
    def.perception.alert_radius = 60.0f;
    def.attacks = std::move(attacks);
    return def;
}

/// A fighter that the engine moves.
inline ArchetypeDef walker(std::vector<AttackDef> attacks = {swing(1)}) {
    ArchetypeDef def = puppet(std::move(attacks));
    def.name = "walker";
    def.body.motion = MotionType::simulated;
    return def;
}

inline ArchetypeDef weighing(ArchetypeDef def, int grid_weight) {
    def.engagement.grid_weight = grid_weight;
    return def;
}

inline ArchetypeDef releasing(ArchetypeDef def, ReleasePolicy release) {
    def.engagement.release_policy = release;
    return def;
}

/// An agent that only holds its slot: its attack never reaches. It gives the slot up after the circle's
/// `no_attack_timeout`.
inline ArchetypeDef standing(ArchetypeDef def) {
    def.attacks[0].range = {10.0f, 11.0f};
    def.engagement.engage_range = 3.0f;
    def.engagement.hit_range = 3.5f;
    return def;
}

/// A circle without stealing and rebalancing, and with slots in the order of arrival, for tests of everything else.
inline CircleDef plain_circle(int slots = 8, int grid_capacity = 12, int attack_capacity = 10) {
    CircleDef circle;
    circle.slots = slots;
    circle.grid_capacity = grid_capacity;
    circle.attack_capacity = attack_capacity;
    circle.rebalance_mode = RebalanceMode::off;
    circle.allows_stealing = false;
    circle.queue_credit = std::numeric_limits<float>::infinity();
    return circle;
}

struct Happened {
    int frame = -1;
    Event event;
};

struct Scene : testing::Test {
    static WorldDef world_def() { return {.records_wait_reasons = true, .threads = 1}; }

    World world = World::create(world_def()).value();
    TeamIndex heroes = 0, foes = 0;
    std::vector<AgentId> agents; ///< ids of all agents, by serial
    std::vector<Event> events;   ///< events of the last frame
    std::vector<Happened> log;
    std::vector<AgentId> pinned; ///< puppets that stay where they were put
    bool check_every_frame = true;
    int rate = frames_per_second; ///< 1/s

    void SetUp() override {
        accept(world.add_team("heroes", &heroes));
        accept(world.add_team("foes", &foes));
    }
    /// Replaces the world by a new, empty world.
    void start_again() {
        world = World::create(world_def()).value();
        agents.clear();
        events.clear();
        log.clear();
        pinned.clear();
        SetUp();
    }
    /// Expects that a call to the world was accepted.
    void accept(Error error, const char* file = __builtin_FILE(), int line = __builtin_LINE()) const {
        if (error != Error::ok) ADD_FAILURE_AT(file, line) << to_string(error) << ": " << world.error_text();
    }

    // ---- Agents ----
    ArchetypeIndex add(const ArchetypeDef& def) {
        ArchetypeIndex index = 0;
        accept(world.add_archetype(def, &index));
        return index;
    }
    AgentId spawn(ArchetypeIndex archetype, TeamIndex team, Vec2 at) {
        AgentId id;
        accept(world.spawn({.archetype = archetype, .team = team, .position = at}, &id));
        agents.push_back(id);
        return id;
    }
    /// A target without a brain.
    AgentId hero(const CircleDef& circle, Vec2 at = {}, float health = unlimited_health) {
        ArchetypeDef def;
        def.name = "hero";
        def.autonomous = false;
        def.body.health = health;
        def.circle = circle;
        return spawn(add(def), heroes, at);
    }
    AgentId foe(ArchetypeIndex archetype, Vec2 at) { return spawn(archetype, foes, at); }
    AgentId foe(const ArchetypeDef& def, Vec2 at) { return foe(add(def), at); }
    std::vector<AgentId> foes_of(const ArchetypeDef& def, int count, Vec2 first = {12.0f, 0.0f}) {
        const ArchetypeIndex archetype = add(def);
        std::vector<AgentId> ids;
        for (int i = 0; i < count; ++i) ids.push_back(foe(archetype, {first.x, first.y + static_cast<float>(i)}));
        return ids;
    }
    /// Teleports a puppet and keeps it there.
    void pin(AgentId agent, Vec2 at) {
        accept(world.teleport(agent, at));
        pinned.push_back(agent);
    }
    void unpin(AgentId agent) { std::erase(pinned, agent); }

    // ---- Time ----
    void step(int frames = 1) {
        for (int i = 0; i < frames; ++i) {
            carry_puppets();
            ASSERT_EQ(world.step(1.0 / rate), Error::ok);
            events = flat_events(world);
            for (const Event& event : events) log.push_back({now(), event});
            if (check_every_frame) {
                ASSERT_EQ(check_invariants(world), "") << "frame " << now();
            }
            ASSERT_NO_FATAL_FAILURE(check_step());
        }
    }
    void seconds(double time) { step(static_cast<int>(time * rate)); }
    template <typename Condition> bool until(Condition&& condition, double limit) {
        for (int left = static_cast<int>(limit * rate); left > 0 && !HasFatalFailure(); --left) {
            step();
            if (condition()) return true;
        }
        return false;
    }
    bool until_event(EventType type, AgentId agent, double limit, std::optional<Cause> cause = {}) {
        return until([&] { return happened(type, agent, cause); }, limit);
    }
    /// Index of the last frame.
    int now() const { return static_cast<int>(world.frame()) - 1; }

    // ---- Present state ----
    Serial serial(AgentId agent) const {
        return static_cast<Serial>(std::find(agents.begin(), agents.end(), agent) - agents.begin());
    }
    size_t row(AgentId agent) const { return world.row_of(agent).value(); }
    AgentState state(AgentId agent) const { return world.state(agent).value(); }
    int slot(AgentId agent) const { return world.slots()[row(agent)]; }
    int attack(AgentId agent) const { return world.attacks()[row(agent)]; }
    int wait_slot(AgentId agent) const { return world.wait_slots()[row(agent)]; }
    Vec2 position(AgentId agent) const { return world.position(agent).value(); }
    Vec2 goal(AgentId agent) const { return world.goals()[row(agent)]; }
    AgentId target(AgentId agent) const { return world.target(agent).value(); }
    WaitReason reason(AgentId agent) const { return wait_reason(world, agent).value().reason; }
    /// The circle around the target; an empty view if there is no circle.
    CircleView circle(AgentId target) const { return inspect_circle(world, target).value_or(CircleView{}); }
    bool has_circle(AgentId target) const { return inspect_circle(world, target).has_value(); }

    // ---- Past events ----
    static bool fits(const Event& event, EventType type, Serial agent, std::optional<Cause> cause) {
        return event.type == type && event.agent == agent && (!cause || event.cause == *cause);
    }
    /// Whether the last frame has an event of this type, agent and cause.
    bool happened(EventType type, AgentId agent, std::optional<Cause> cause = {}) const {
        return std::any_of(events.begin(), events.end(),
                           [&](const Event& event) { return fits(event, type, serial(agent), cause); });
    }
    /// All events of this type, agent and cause since the start.
    std::vector<Happened> all(EventType type, AgentId agent, std::optional<Cause> cause = {}) const {
        std::vector<Happened> found;
        for (const Happened& one : log)
            if (fits(one.event, type, serial(agent), cause)) found.push_back(one);
        return found;
    }
    /// All events of this type since the start, of any agent.
    std::vector<Happened> all(EventType type) const {
        std::vector<Happened> found;
        for (const Happened& one : log)
            if (one.event.type == type) found.push_back(one);
        return found;
    }
    int count(EventType type, AgentId agent, std::optional<Cause> cause = {}) const {
        return static_cast<int>(all(type, agent, cause).size());
    }
    Happened first(EventType type, AgentId agent, std::optional<Cause> cause = {}) const {
        const auto found = all(type, agent, cause);
        return found.empty() ? Happened{} : found.front();
    }
    Happened last(EventType type, AgentId agent, std::optional<Cause> cause = {}) const {
        const auto found = all(type, agent, cause);
        return found.empty() ? Happened{} : found.back();
    }
    /// Serials of the agents, in the order of their events.
    std::vector<Serial> order_of(EventType type) const {
        std::vector<Serial> serials;
        for (const Happened& one : all(type)) serials.push_back(one.event.agent);
        return serials;
    }

private:
    virtual void check_step() {}
    void carry_puppets() {
        carried_.clear();
        goals_.clear();
        for (size_t i = 0; i < world.agent_count(); ++i) {
            const AgentId id = world.ids()[i];
            if (world.archetype(world.archetypes()[i]).body.motion != MotionType::host) continue;
            if (!world.is_valid(id) || world.states()[i] == AgentState::dead) continue;
            if (std::find(pinned.begin(), pinned.end(), id) != pinned.end()) continue;
            carried_.push_back(id);
            goals_.push_back(world.goals()[i]);
        }
        accept(world.set_host_poses(carried_, goals_));
    }

    std::vector<AgentId> carried_;
    std::vector<Vec2> goals_;
};

} // namespace fray::test
