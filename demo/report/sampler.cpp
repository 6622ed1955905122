#include "sampler.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <oneapi/tbb/parallel_for.h>

namespace fray::demo {
namespace {

int32_t clamped(int64_t value) {
    return static_cast<int32_t>(std::clamp<int64_t>(value, INT32_MIN / 4, INT32_MAX / 4));
}

int32_t tenths(const ArchetypeDef& archetype, float health) {
    if (archetype.health == unlimited_health) return 0;
    return clamped(std::llround(std::min(double{health} * 10.0, 1e9)));
}

bool is_time(WaitReason reason) {
    return reason == WaitReason::rest || reason == WaitReason::not_ready || reason == WaitReason::cooldown ||
           reason == WaitReason::gap;
}

/// Converts seconds to hundredths of a second.
int64_t hundredths(double seconds) { return std::llround(seconds * 100.0); }

} // namespace

std::vector<World::WaitInfo> wait_reasons_of_all(const World& world) {
    std::vector<World::WaitInfo> why(world.agent_count());
    tbb::parallel_for(size_t{0}, why.size(), [&](size_t row) { why[row] = world.wait_reason(world.ids()[row]); });
    return why;
}

int32_t Sampler::quanta(float metres) const { return static_cast<int32_t>(std::lround(metres / grain_.quantum)); }

int32_t Sampler::heading_step(Vec2 heading) const {
    const float turn = std::atan2(heading.y, heading.x) / (2.0f * std::numbers::pi_v<float>);
    return static_cast<int32_t>(std::lround(turn * static_cast<float>(grain_.heading_steps))) &
           (grain_.heading_steps - 1);
}

int32_t Sampler::need(const World& world, const Followed& followed, const ArchetypeDef& archetype,
                      const World::WaitInfo& why) const {
    if (why.reason == WaitReason::range) return 0;
    if (!is_time(why.reason)) return clamped(why.need);
    const int64_t now = world.counters().time_us / 10'000;
    const int64_t due = why.need > 0 ? (world.counters().time_us / 1000 + why.need) / 10 : 0;
    if (why.reason != WaitReason::not_ready) return clamped(due);
    int64_t expected = 0;
    if (followed.begun > 0 && static_cast<size_t>(followed.attack) <= archetype.attacks.size()) {
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
    for (const Event& event : world.events()) {
        const int32_t index = kept.index_of(event.agent);
        if (index < 0) continue;
        Followed& agent = followed_[static_cast<size_t>(index)];
        switch (event.type) {
        case EventType::join:
        case EventType::spawn: agent.squad = SquadId{static_cast<uint32_t>(event.b)}; break;
        case EventType::request:
            agent.since = now;
            agent.holds = false;
            break;
        case EventType::slot:
            if (!agent.holds) agent.since = now;
            agent.holds = true;
            break;
        case EventType::unslot: agent.holds = false; break;
        case EventType::attack:
            agent.attack = event.attack + 1;
            agent.begun = now;
            break;
        case EventType::token:
            agent.attack = event.attack + 1;
            agent.begun = 0;
            break;
        case EventType::launch: {
            const int64_t row = world.row_of(world.find(event.agent));
            if (row < 0 || kept.index_of(event.target) < 0) break;
            const Vec2 at = world.positions()[static_cast<size_t>(row)];
            launches_.push_back({event.agent, event.target, quanta(at.x), quanta(at.y),
                                 clamped(world.counters().time_us / 1000), event.a / 1000});
            break;
        }
        default: break;
        }
    }
}

const Sample& Sampler::take(const World& world, const KeptAgents& kept, std::span<const World::WaitInfo> why) {
    sample_.frame = static_cast<int64_t>(world.counters().frame);
    for (std::vector<int32_t>& column : sample_.columns) column.resize(kept.size(), 0);
    std::fill(sample_[Column::state].begin(), sample_[Column::state].end(), 0);
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const int32_t index = kept.index_of(world.serials()[row]);
        if (index >= 0) take_agent(world, row, static_cast<size_t>(index), why[row]);
    }
    take_goals(world, kept);
    take_circles(world, kept);
    take_cooldowns(world, kept);
    sample_.launches = std::move(launches_);
    launches_.clear();
    return sample_;
}

void Sampler::take_agent(const World& world, size_t row, size_t index, const World::WaitInfo& why) {
    const auto set = [&](Column column, int64_t value) { sample_[column][index] = static_cast<int32_t>(value); };
    const auto serial_of = [&](AgentId id) {
        const int64_t other = world.row_of(id);
        return other < 0 ? no_serial : world.serials()[static_cast<size_t>(other)];
    };
    const Followed& followed = followed_[index];
    const int16_t slot = world.slots()[row];
    const ArchetypeDef& archetype = world.archetype(world.archetypes()[row]);
    set(Column::x, quanta(world.positions()[row].x));
    set(Column::y, quanta(world.positions()[row].y));
    set(Column::heading, heading_step(world.headings()[row]));
    set(Column::serial, world.serials()[row]);
    set(Column::archetype, world.archetypes()[row]);
    set(Column::team, world.teams()[row]);
    set(Column::leader, serial_of(world.leader(followed.squad)) + 1);
    set(Column::state, static_cast<int>(world.states()[row]) + 1);
    set(Column::health, tenths(archetype, world.healths()[row]));
    set(Column::target, serial_of(world.targets()[row]) + 1);
    set(Column::slot, slot + 1);
    set(Column::attack, followed.attack);
    set(Column::begun, followed.begun);
    set(Column::since, slot >= 0 && grain_.whole ? followed.since : 0);
    set(Column::queue, 0);
    set(Column::place, grain_.whole ? world.places()[row] + 1 : 0);
    set(Column::waits, static_cast<int>(why.reason));
    set(Column::need, need(world, followed, archetype, why));
    set(Column::free, clamped(why.free));
    for (const Column column : {Column::grid_capacity, Column::attack_capacity, Column::reserver}) set(column, 0);
}

void Sampler::take_goals(const World& world, const KeptAgents& kept) {
    if (!grain_.whole) return;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const int32_t index = kept.index_of(world.serials()[row]);
        if (index >= 0) take_goal(world, kept, row, static_cast<size_t>(index));
    }
}

/// A goal that has hardly changed, or that is not needed, keeps its value in the sample and so takes no room in the
/// file. Most goals are at rest relative to the target or to the leader.
void Sampler::take_goal(const World& world, const KeptAgents& kept, size_t row, size_t index) {
    const Vec2 goal = world.goals()[row], here = world.positions()[row];
    const bool goes = world.states()[row] != State::dead && std::hypot(goal.x - here.x, goal.y - here.y) > least_way;
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
    for (const AgentId target : world.circle_targets()) {
        if (!world.circle(target, &view_)) continue;
        ++use_.circles;
        use_.grid_in_use += view_.grid_capacity - view_.grid_free;
        use_.grid_capacity += view_.grid_capacity;
        use_.attack_in_use += view_.attack_capacity - view_.attack_free;
        use_.attack_capacity += view_.attack_capacity;
        const auto serial_of = [&](AgentId id) { return world.serials()[static_cast<size_t>(world.row_of(id))]; };
        queue.clear();
        for (const AgentId requester : view_.queue) queue.push_back(serial_of(requester));
        take_queue(queue, kept);
        const Serial serial = serial_of(target);
        const int32_t index = kept.index_of(serial);
        if (index < 0) continue;
        const auto at = static_cast<size_t>(index);
        sample_[Column::grid_capacity][at] = view_.grid_capacity + 1;
        sample_[Column::attack_capacity][at] = view_.attack_capacity + 1;
        if (view_.reserver) sample_[Column::reserver][at] = serial_of(view_.reserver) + 1;
        if (std::find(view_.closed.begin(), view_.closed.end(), true) == view_.closed.end()) continue;
        ClosedSlots& closed = sample_.closed.emplace_back();
        closed.target = serial;
        for (size_t slot = 0; slot < view_.closed.size(); ++slot) {
            if (view_.closed[slot]) closed.slots.push_back(static_cast<int32_t>(slot));
        }
    }
}

void Sampler::take_cooldowns(const World& world, const KeptAgents& kept) {
    sample_.now = clamped(world.counters().time_us / 10'000);
    sample_.cooldowns.clear();
    if (!grain_.whole) return;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const int32_t index = kept.index_of(world.serials()[row]);
        if (index < 0 || world.states()[row] == State::dead) continue;
        const auto& attacks = world.archetype(world.archetypes()[row]).attacks;
        for (size_t i = 0; i < attacks.size(); ++i) {
            if (attacks[i].cooldown == CooldownDef{}) continue;
            const auto attack = static_cast<int32_t>(i);
            const int32_t over = clamped(world.ready_at(world.ids()[row], attack) / 10'000);
            if (over > sample_.now) sample_.cooldowns.push_back({index, attack, over});
        }
    }
    std::sort(sample_.cooldowns.begin(), sample_.cooldowns.end(), [](const Cooldown& a, const Cooldown& b) {
        return std::pair(a.agent, a.attack) < std::pair(b.agent, b.attack);
    });
}

/// Positions in a queue change all the time, but the order of the requests does not. So a queue in that order is
/// written as 1 for every agent.
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
    static constexpr std::array names = {
        "x",        "y",      "heading", "serial", "archetype", "team",          "leader",
        "state",    "health", "target",  "slot",   "attack",    "begun",         "since",
        "queue",    "place",  "waits",   "need",   "free",      "grid_capacity", "attack_capacity",
        "reserver", "goes",   "goal_x",  "goal_y"};
    static_assert(names.size() == column_count);
    return names[static_cast<size_t>(column)];
}

} // namespace fray::demo
