// For tests of the model by itself: a stage with two teams, and the means to say what happened on it.
#pragma once

#include "judge.h"
#include "reference_model.h"

#include "storage/rules_math.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fray::model {

inline constexpr double tick = 0.01; // s; a round number of microseconds, so that times are easy to foretell
inline constexpr TeamIndex heroes = 0;
inline constexpr TeamIndex orcs = 1;

inline ArchetypeDef player() {
    ArchetypeDef def;
    def.brain = false;
    def.health = unlimited_health;
    return def;
}

inline AttackDef blow(int weight, double windup, double duration, double recovery) {
    AttackDef attack;
    attack.weight = weight;
    attack.windup = windup;
    attack.duration = duration;
    attack.recovery = recovery;
    attack.range = {0.0f, 3.0f};
    return attack;
}

/// Who stands on a slot (4 m out) reaches from there.
inline ArchetypeDef fighter(int grid_weight, const AttackDef& attack) {
    ArchetypeDef def;
    def.grid_weight = grid_weight;
    def.choice = Choice::first;
    def.release = Release::attack;
    def.attack_start = 5.0f;
    def.effective = 5.0f;
    def.attacks = {attack};
    def.attacks[0].range = {0.0f, 5.0f};
    return def;
}

/// A model with two teams; holders are carried to their slots between the frames.
class Stage : public testing::Test {
protected:
    void SetUp() override {
        model.add_team();
        model.add_team();
    }

    ArchetypeIndex kind(const ArchetypeDef& def) {
        model.add_archetype(def);
        return kinds++;
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

    Command& command(Command::Kind kind_of, Serial agent) {
        commands.emplace_back();
        commands.back().kind = kind_of;
        commands.back().agent = agent;
        return commands.back();
    }

    void damage(Serial agent, float amount) { command(Command::Kind::damage, agent).amount = amount; }

    void capacity(Serial agent, int grid, int attack) {
        Command& c = command(Command::Kind::capacity, agent);
        c.grid = grid;
        c.attack = attack;
    }

    void close_slots(Serial agent, const std::vector<int>& slots) {
        command(Command::Kind::close_slots, agent).slots = slots;
    }

    void reload(const std::vector<ArchetypeDef>& archetypes, const std::vector<MonsterDef>& monsters = {}) {
        command(Command::Kind::reload, no_serial).definitions = {archetypes, monsters};
    }

    void report(Serial agent, AttackReport what) { command(Command::Kind::report, agent).reported = what; }

    void place(Serial agent, Vec2 position) {
        command(Command::Kind::place, agent).position = position;
        poses[agent].position = position;
    }

    const std::vector<Event>& frame() {
        events = model.step(commands, tick, poses);
        commands.clear();
        next = model.next_serial(); // others may have come
        for (const Event& event : events) {
            if (event.type == EventType::permit) permits.push_back(event.agent);
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
            const CircleDef& circle = model.archetype_of(model.agents().at(agent.circle)).circle;
            const Vec2 centre = poses[agent.circle].position;
            poses[serial].position = slot_position(centre, circle.approach_radius, agent.slot, circle.slots);
            poses[serial].heading = stable_heading(centre - poses[serial].position);
        }
    }

    const Agent& agent(Serial serial) const { return model.agents().at(serial); }
    const Circle& circle(Serial target) const { return model.circles().at(target); }
    int count(EventType type, Serial serial) { return counts[{type, serial}]; }

    /// The types and causes of this frame's events of one agent.
    std::vector<std::pair<EventType, Cause>> story(Serial serial) const {
        std::vector<std::pair<EventType, Cause>> result;
        for (const Event& event : events)
            if (event.agent == serial) result.emplace_back(event.type, event.cause);
        return result;
    }
    const Event* find(EventType type, Serial serial) const {
        const auto found = std::find_if(events.begin(), events.end(), [=](const Event& event) {
            return event.type == type && event.agent == serial;
        });
        return found == events.end() ? nullptr : &*found;
    }

    ReferenceModel model{7};
    std::map<Serial, Pose> poses;
    std::vector<Command> commands;
    std::vector<Event> events;
    std::vector<Serial> permits;
    std::map<std::pair<EventType, Serial>, int> counts;
    ArchetypeIndex kinds = 0;
    Serial next = 0;
    bool carries = true;
};

using Story = std::vector<std::pair<EventType, Cause>>;
using E = EventType;
using C = Cause;

} // namespace fray::model
