#include "sampler.h"

#include "files/event_kinds.h"
#include "files/whole_numbers.h"
#include "floors.h"
#include "threats.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <glm/geometric.hpp>
#include <numbers>
#include <oneapi/tbb/parallel_for.h>

namespace fray::demo {
namespace {

int32_t clamped(int64_t value) {
    return static_cast<int32_t>(std::clamp<int64_t>(value, INT32_MIN / 4, INT32_MAX / 4));
}

int32_t tenths(const ArchetypeDef& archetype, float health) {
    if (archetype.body.health == unlimited_health) return 0;
    return clamped(std::llround(std::min(double{health} * 10.0, 1e9)));
}

int64_t hundredths(double seconds) { return std::llround(seconds * 100.0); }

} // namespace

std::vector<WaitInfo> wait_reasons_of_all(const World& world) {
    std::vector<WaitInfo> why(world.agent_count());
    tbb::parallel_for(size_t{0}, why.size(), [&](size_t row) { why[row] = *wait_reason(world, world.ids()[row]); });
    return why;
}

int32_t Sampler::quanta(float metres) const { return static_cast<int32_t>(std::lround(metres / grain_.quantum)); }

int32_t Sampler::heading_step(Vec2 heading) const {
    const float turn = std::atan2(heading.y, heading.x) / (2.0f * std::numbers::pi_v<float>);
    return static_cast<int32_t>(std::lround(turn * static_cast<float>(grain_.heading_steps))) &
           (grain_.heading_steps - 1);
}

Sampler::Sampler(const Grain& grain, double hz, bool floors, const World& world)
    : grain_(grain), hz_(hz), floors_(floors) {
    for (size_t i = 0; i < world.archetype_count(); ++i) {
        std::vector<std::string>& names = listed_.emplace_back();
        for (const AttackDef& attack : world.archetype(static_cast<ArchetypeIndex>(i)).attacks)
            names.push_back(attack.name);
    }
}

int32_t Sampler::listed(const World& world, Serial agent, int16_t attack) const {
    if (!reloaded_ || attack < 0) return attack;
    const std::optional<AgentId> id = world.find(agent);
    const std::optional<size_t> row = id ? world.row_of(*id) : std::nullopt;
    if (!row) return -1;
    const ArchetypeIndex archetype = world.archetypes()[*row];
    const auto& attacks = world.archetype(archetype).attacks;
    const auto number = static_cast<size_t>(attack);
    if (archetype >= listed_.size() || number >= attacks.size()) return -1;
    const std::vector<std::string>& names = listed_[archetype];
    const auto found = std::find(names.begin(), names.end(), attacks[number].name);
    return found != names.end() ? static_cast<int32_t>(found - names.begin()) : -1;
}

int32_t Sampler::need(const World& world, const Followed& followed, const ArchetypeDef& archetype,
                      const WaitInfo& why) const {
    if (why.reason == WaitReason::range) return 0;
    const int64_t number = wait_number(why.reason, why.required);
    if (!is_time(why.reason)) return clamped(number);
    const int64_t now_us = microseconds(world.counters().time), now = now_us / 10'000;
    const int64_t due = number > 0 ? (now_us / 1000 + number) / 10 : 0;
    if (why.reason != WaitReason::not_ready) return clamped(due);
    int64_t expected = 0;
    if (!reloaded_ && followed.begun > 0 && static_cast<size_t>(followed.attack) <= archetype.attacks.size()) {
        const AttackDef& attack = archetype.attacks[static_cast<size_t>(followed.attack - 1)];
        expected = hundredths((followed.begun - 1) / hz_ + attack.duration + attack.recovery);
        if (expected <= now) expected = 0;
    }
    if (std::abs(expected - due) <= 2) return 0;
    return due > 0 ? clamped(due) : -1;
}

void Sampler::follow(const Battle& battle, const KeptAgents& kept) {
    const World& world = battle.world();
    followed_.resize(kept.size());
    const auto now = static_cast<int32_t>(world.counters().frame + 1);
    reloaded_ = reloaded_ || !world.events().reloads.empty();
    const auto listed_attack = [&](const auto& event) { return listed(world, event.agent.serial, event.attack) + 1; };
    const Overloaded update = {
        [&](Followed& agent, const RequestEvent&) {
            agent.since = now;
            agent.holds = false;
        },
        [&](Followed& agent, const SlotEvent&) {
            if (!agent.holds) agent.since = now;
            agent.holds = true;
        },
        [](Followed& agent, const UnslotEvent&) { agent.holds = false; },
        [&](Followed& agent, const AttackEvent& event) {
            agent.attack = listed_attack(event);
            agent.begun = now;
        },
        [&](Followed& agent, const TokenEvent& event) {
            agent.attack = listed_attack(event);
            agent.begun = 0;
        },
        [&](Followed& agent, const OrderEvent& event) {
            if (event.order != OrderKind::perform) return;
            agent.attack = listed_attack(event);
            agent.begun = 0;
        },
        [](const Followed&, const auto&) {},
    };
    for_each_event(world.events(), [&](const auto& event) {
        const int32_t index = kept.index_of(agent_of(event));
        if (index >= 0) update(followed_[static_cast<size_t>(index)], event);
    });
    for (const HitEvent& hit : world.events().hits) {
        const int32_t index = kept.index_of(hit.target.serial);
        if (index >= 0) followed_[static_cast<size_t>(index)].hit = now;
    }
    for (const LaunchEvent& launch : world.events().launches) {
        const Serial shooter = launch.agent.serial, target = launch.target.serial;
        const std::optional<Vec2> at = world.position(launch.agent);
        if (!at || kept.index_of(shooter) < 0 || kept.index_of(target) < 0) continue;
        const std::vector<AttackDef>& attacks = world.archetype(*world.archetype_of(launch.agent.id)).attacks;
        const AttackDef attack = launch.attack >= 0 ? attacks[static_cast<size_t>(launch.attack)] : AttackDef{};
        launches_.push_back({.by = shooter,
                             .followed = attack.homing ? target : -1,
                             .x = quanta(at->x),
                             .y = quanta(at->y),
                             .to_x = quanta(launch.to.x),
                             .to_y = quanta(launch.to.y),
                             .height = attack.arc_clear > 0.0f ? quanta(0.25f * glm::length(launch.to - *at)) : 0,
                             .at_ms = clamped(microseconds(world.counters().time) / 1000),
                             .flight_ms = clamped(microseconds(launch.flight_time) / 1000)});
    }
}

const Sample& Sampler::take(const World& world, const KeptAgents& kept, std::span<const WaitInfo> why) {
    sample_.frame = static_cast<int64_t>(world.counters().frame);
    // An agent that was spawned and is gone again before any sample has no serial on the page.
    sample_[Column::serial].resize(kept.size(), static_cast<int32_t>(no_serial));
    for (std::vector<int32_t>& column : sample_.columns) column.resize(kept.size(), 0);
    std::fill(sample_[Column::state].begin(), sample_[Column::state].end(), 0);
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const int32_t index = kept.index_of(world.serials()[row]);
        if (index >= 0) take_agent(world, row, static_cast<size_t>(index), why[row]);
    }
    for (size_t row = 0; grain_.whole && row < world.agent_count(); ++row) {
        const int32_t index = kept.index_of(world.serials()[row]);
        if (index >= 0) take_goal(world, kept, row, static_cast<size_t>(index));
    }
    take_circles(world, kept);
    take_cooldowns(world, kept);
    if (floors_) sample_.links = links_of(world, grain_.quantum);
    if (grain_.whole) take_threats(world, kept, sample_.threats);
    sample_.launches = std::move(launches_);
    launches_.clear();
    return sample_;
}

void Sampler::take_agent(const World& world, size_t row, size_t index, const WaitInfo& why) {
    const auto set = [&](Column column, int64_t value) { sample_[column][index] = static_cast<int32_t>(value); };
    const auto serial_of = [&](AgentId id) {
        const std::optional<size_t> other = world.row_of(id);
        return other ? world.serials()[*other] : no_serial;
    };
    const Followed& followed = followed_[index];
    const int16_t slot = world.slots()[row];
    const ArchetypeDef& archetype = world.archetype(world.archetypes()[row]);
    const Vec2 at = world.interpolated_position(row, 1.0);
    set(Column::x, quanta(at.x));
    set(Column::y, quanta(at.y));
    set(Column::heading, heading_step(world.headings()[row]));
    set(Column::serial, world.serials()[row]);
    set(Column::archetype, world.archetypes()[row]);
    set(Column::team, world.teams()[row]);
    const SquadId squad = *world.squad(world.ids()[row]);
    set(Column::leader, serial_of(world.leader(squad).value_or(AgentId{})) + 1);
    set(Column::state, static_cast<int>(world.states()[row]) + 1);
    set(Column::health, tenths(archetype, world.healths()[row]));
    set(Column::target, serial_of(world.targets()[row]) + 1);
    set(Column::slot, slot + 1);
    set(Column::attack, followed.attack);
    set(Column::performs,
        world.states()[row] == AgentState::attack && world.order(world.ids()[row])->kind == OrderKind::perform);
    set(Column::begun, followed.begun);
    set(Column::hit, grain_.whole ? followed.hit : 0);
    set(Column::since, slot >= 0 && grain_.whole ? followed.since : 0);
    set(Column::queue, 0);
    set(Column::wait_slot, grain_.whole ? world.wait_slots()[row] + 1 : 0);
    set(Column::waits, static_cast<int>(why.reason));
    set(Column::need, need(world, followed, archetype, why));
    set(Column::free, clamped(wait_number(why.reason, why.available)));
    if (floors_) {
        set(Column::floor, world.floors()[row]);
        set(Column::link, world.nav_link_of(world.ids()[row]).value_or(-1) + 1);
    }
    for (const Column column : {Column::slots, Column::grid_capacity, Column::attack_capacity, Column::reserver,
                                Column::wanted_pressure, Column::pressure})
        set(column, 0);
}

/// A goal that has hardly changed, or that is not needed, keeps its value in the sample and so takes no room in the
/// file. Most goals are at rest relative to the target or to the leader.
void Sampler::take_goal(const World& world, const KeptAgents& kept, size_t row, size_t index) {
    const Vec2 goal = world.goals()[row], here = world.positions()[row];
    const bool goes =
        world.states()[row] != AgentState::dead && std::hypot(goal.x - here.x, goal.y - here.y) > least_way;
    sample_[Column::goes][index] = goes ? 1 : 0;
    if (!goes) return;
    int32_t beside = kept.index_of(sample_[Column::target][index] - 1);
    if (beside < 0) beside = kept.index_of(sample_[Column::leader][index] - 1);
    const auto from = [&](Column column) { return beside < 0 ? 0 : sample_[column][static_cast<size_t>(beside)]; };
    int32_t& known_x = sample_[Column::goal_x][index];
    int32_t& known_y = sample_[Column::goal_y][index];
    const int32_t x = quanta(goal.x) - from(Column::x), y = quanta(goal.y) - from(Column::y);
    if (std::hypot(x - known_x, y - known_y) * double{grain_.quantum} <= goal_slack) return;
    known_x = x;
    known_y = y;
}

void Sampler::take_circles(const World& world, const KeptAgents& kept) {
    use_ = {};
    sample_.closed.clear();
    std::vector<Serial> queue;
    const auto serial_of = [&](AgentId id) { return world.serials()[*world.row_of(id)]; };
    for (const CircleInfo& circle : world.circles()) {
        use_.grid_in_use += circle.grid_capacity - circle.grid_free;
        use_.grid_capacity += circle.grid_capacity;
        use_.attack_in_use += circle.attack_capacity - circle.attack_free;
        use_.attack_capacity += circle.attack_capacity;
        const CircleView view = *inspect_circle(world, circle.target);
        queue.clear();
        for (const AgentId requester : view.queue) queue.push_back(serial_of(requester));
        take_queue(queue, kept);
        const Serial serial = serial_of(circle.target);
        const int32_t index = kept.index_of(serial);
        if (index < 0) continue;
        const auto at = static_cast<size_t>(index);
        sample_[Column::slots][at] = static_cast<int32_t>(circle.slots);
        sample_[Column::grid_capacity][at] = circle.grid_capacity + 1;
        sample_[Column::attack_capacity][at] = circle.attack_capacity + 1;
        const ArchetypeDef& kind = world.archetype(world.archetypes()[*world.row_of(circle.target)]);
        if (kind.circle.director.pressure > 0.0f) {
            sample_[Column::wanted_pressure][at] = static_cast<int32_t>(std::lround(circle.wanted_pressure * 100)) + 1;
            sample_[Column::pressure][at] = static_cast<int32_t>(std::lround(circle.pressure * 100));
        }
        if (view.reserver) sample_[Column::reserver][at] = serial_of(view.reserver) + 1;
        if (std::find(view.closed.begin(), view.closed.end(), true) == view.closed.end()) continue;
        ClosedSlots& closed = sample_.closed.emplace_back();
        closed.target = serial;
        for (size_t slot = 0; slot < view.closed.size(); ++slot) {
            if (view.closed[slot]) closed.slots.push_back(static_cast<int32_t>(slot));
        }
    }
}

void Sampler::take_cooldowns(const World& world, const KeptAgents& kept) {
    sample_.now = clamped(microseconds(world.counters().time) / 10'000);
    sample_.cooldowns.clear();
    if (!grain_.whole) return;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const int32_t index = kept.index_of(world.serials()[row]);
        if (index < 0 || world.states()[row] == AgentState::dead) continue;
        const auto& attacks = world.archetype(world.archetypes()[row]).attacks;
        for (size_t i = 0; i < attacks.size(); ++i) {
            if (attacks[i].cooldown == CooldownDef{}) continue;
            const auto attack = static_cast<int32_t>(i);
            const double ready = ready_at(world, world.ids()[row], attack).value_or(0.0);
            const int32_t over = clamped(microseconds(ready) / 10'000);
            const int32_t in_head = listed(world, world.serials()[row], static_cast<int16_t>(attack));
            if (over > sample_.now && in_head >= 0) sample_.cooldowns.push_back({index, in_head, over});
        }
    }
    std::sort(sample_.cooldowns.begin(), sample_.cooldowns.end(), [](const Cooldown& a, const Cooldown& b) {
        return std::pair(a.agent, a.attack) < std::pair(b.agent, b.attack);
    });
}

/// Positions in a queue change all the time, but the order of the requests does not. So in a queue in the order of the
/// requests every agent gets the value 1.
void Sampler::take_queue(std::span<const Serial> queue, const KeptAgents& kept) {
    const auto since = [&](Serial serial) { return followed_[static_cast<size_t>(kept.index_of(serial))].since; };
    bool in_order = true;
    Serial before = no_serial;
    for (const Serial requester : queue) {
        if (kept.index_of(requester) < 0) continue;
        if (before != no_serial) in_order &= std::pair(since(before), before) < std::pair(since(requester), requester);
        before = requester;
    }
    for (size_t i = 0; i < queue.size(); ++i) {
        const int32_t index = kept.index_of(queue[i]);
        if (index < 0) continue;
        sample_[Column::queue][static_cast<size_t>(index)] = in_order ? 1 : static_cast<int32_t>(i + 2);
        sample_[Column::since][static_cast<size_t>(index)] = since(queue[i]);
    }
}

const char* to_string(Column column) {
    static constexpr std::array names = {"x",
                                         "y",
                                         "heading",
                                         "serial",
                                         "archetype",
                                         "team",
                                         "leader",
                                         "state",
                                         "health",
                                         "target",
                                         "slot",
                                         "attack",
                                         "performs",
                                         "begun",
                                         "since",
                                         "queue",
                                         "wait_slot",
                                         "waits",
                                         "need",
                                         "free",
                                         "slots",
                                         "grid_capacity",
                                         "attack_capacity",
                                         "reserver",
                                         "wanted_pressure",
                                         "pressure",
                                         "goes",
                                         "goal_x",
                                         "goal_y",
                                         "hit",
                                         "floor",
                                         "link"};
    static_assert(names.size() == column_count);
    return names[static_cast<size_t>(column)];
}

} // namespace fray::demo
