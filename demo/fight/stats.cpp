#include "stats.h"

#include "files/rings.h"
#include "files/whole_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace fray::demo {
namespace {

// Simulated time between two measurements of the open angles.
constexpr int64_t between_angles_us = 100'000;

double distance_squared(Vec2 a, Vec2 b) {
    const double x = double{a.x} - double{b.x};
    const double y = double{a.y} - double{b.y};
    return x * x + y * y;
}

size_t at(Serial serial) { return static_cast<size_t>(serial); }

/// The largest difference between neighbouring positions on a circle of circumference `round`. Sorts `places`.
template <class T> T largest_gap(std::vector<T>& places, T round) {
    std::sort(places.begin(), places.end());
    T largest = places.front() + round - places.back();
    for (size_t i = 1; i < places.size(); ++i) largest = std::max(largest, places[i] - places[i - 1]);
    return largest;
}

} // namespace

FightFrame fight_frame(const World& world) {
    return {microseconds(world.counters().time), microseconds(world.time()), world.events(), world.serials(),
            world.positions()};
}

std::vector<ArchetypeDef> archetypes_of(const World& world) {
    std::vector<ArchetypeDef> archetypes;
    for (size_t i = 0; i < world.archetype_count(); ++i) {
        archetypes.push_back(world.archetype(static_cast<ArchetypeIndex>(i)));
    }
    return archetypes;
}

FightStats::FightStats(const std::vector<ArchetypeDef>& archetypes) { know(archetypes); }

void FightStats::know(std::span<const ArchetypeDef> archetypes) {
    for (const ArchetypeDef& archetype : archetypes.subspan(kinds_.size())) {
        Kind kind{{},
                  std::numeric_limits<int>::max(),
                  {archetype.circle.grid_capacity, archetype.circle.attack_capacity},
                  archetype.circle.slots,
                  approach_radius_of(archetype)};
        for (const AttackDef& attack : archetype.attacks) {
            kind.lightest = std::min(kind.lightest, attack.weight);
            kind.recoveries.push_back(static_cast<int64_t>(attack.recovery * 1e6 + 0.5));
        }
        kinds_.push_back(std::move(kind));
    }
}

void FightStats::add(const FightFrame& frame) {
    now_ = frame.now_us;
    end_ = frame.end_us;
    take_positions(frame);
    timers();
    for_each_event(frame.events, [&](const auto& e) {
        if constexpr (requires { on(e); }) {
            on(e);
        } else if constexpr (requires(Fighter & f) { on(f, e); }) {
            const Serial agent = e.agent.serial;
            if (agent >= 0 && at(agent) < fighters_.size()) on(fighters_[at(agent)], e);
        }
    });
    for (const size_t i : touched_) {
        circles_[i].waited_for = waited_for(circles_[i]);
        circles_[i].touched = false;
    }
    touched_.clear();
    walk();
    if (end_ / between_angles_us != now_ / between_angles_us) measure_angles();
}

void FightStats::forget() {
    stints_.clear();
    waits_.clear();
    for (Fighter& f : fighters_) {
        f.stint = Stint{f.stint.circle, f.stint.agent};
        f.role_since = end_;
        if (f.inside_since >= 0) f.inside_since = end_;
        f.outward_at = -1;
    }
    for (Circle& c : circles_) {
        c.tally = {};
        c.since = end_;
    }
}

FightFigures FightStats::figures(Serial listed) const {
    std::vector<Stint> stints = stints_;
    std::vector<Wait> waits = waits_;
    std::vector<ArchetypeIndex> archetypes;
    for (size_t i = 0; i < fighters_.size(); ++i) {
        Fighter f = fighters_[i];
        const auto agent = static_cast<Serial>(i);
        archetypes.push_back(f.archetype);
        if (f.inside_since >= 0) end_inside(f, end_);
        credit(f, end_);
        if (f.stint.circle != no_serial) stints.push_back(f.stint);
        const auto going_on = [&](int64_t since, WaitFor what) {
            if (since >= 0) waits.push_back({f.circle, agent, static_cast<float>(seconds(end_ - since)), what, false});
        };
        going_on(f.asks_since, WaitFor::slot);
        if (const int64_t waited = ready_for(f, end_); waited > 0) going_on(end_ - waited, WaitFor::token);
    }
    std::vector<std::pair<Serial, CircleTally>> tallies;
    for (Circle c : circles_) {
        count(c, end_);
        tallies.emplace_back(c.target, c.tally);
    }
    return add_up(std::move(stints), std::move(waits), std::move(tallies), archetypes, listed);
}

void FightStats::take_positions(const FightFrame& frame) {
    std::swap(long_before_, before_);
    std::swap(before_, position_);
    for (size_t row = 0; row < frame.serials.size(); ++row) {
        const size_t serial = at(frame.serials[row]);
        if (serial >= before_.size()) {
            const size_t size = std::max(serial + 1, frame.serials.size());
            for (std::vector<Vec2>* all : {&position_, &before_, &long_before_}) all->resize(size);
        }
        position_[serial] = frame.positions[row];
    }
}

/// Marks holders as ready when their recovery time is over.
void FightStats::timers() {
    while (!timers_.empty() && timers_.top().due <= now_) {
        Fighter& f = fighters_[at(timers_.top().agent)];
        const bool holds = f.role == Role::holder && f.arrived && f.token == no_serial;
        if (holds && f.recovered <= now_) become_ready(f);
        timers_.pop();
    }
}

void FightStats::become_ready(Fighter& f) {
    touch(f.circle);
    f.ready = true;
    if (f.ready_since < 0) f.ready_since = now_;
}

void FightStats::know(Serial agent, ArchetypeIndex archetype) {
    if (at(agent) >= fighters_.size()) fighters_.resize(at(agent) + 1);
    if (at(agent) >= circle_of_.size()) circle_of_.resize(fighters_.size(), -1);
    fighters_[at(agent)].archetype = archetype;
    fighters_[at(agent)].living = true;
}

void FightStats::on(const SpawnEvent& e) {
    const Serial agent = e.agent.serial;
    know(agent, e.archetype);
    if (at(agent) < before_.size()) before_[at(agent)] = long_before_[at(agent)] = e.position;
}

void FightStats::on(const CapacityEvent& e) { touch(e.target.serial).capacity = {e.grid_capacity, e.attack_capacity}; }

void FightStats::on(Fighter& f, const ArchetypeEvent& e) { f.archetype = e.to; }

void FightStats::on(Fighter& f, const TargetEvent& e) {
    if (e.target.serial != f.target && f.inside_since >= 0) end_inside(f, now_);
    f.target = e.target.serial;
    // With cause `open_slot`, the slot event at the new circle follows and ends the wait.
    if (f.role == Role::requester && f.circle != f.target && e.cause != TargetCause::open_slot) {
        set_role(f, Role::none, no_serial, e.agent.serial);
    }
}

void FightStats::on(Fighter& f, const RequestEvent& e) {
    set_role(f, Role::requester, e.target.serial, e.agent.serial);
    f.asks_since = now_;
}

void FightStats::on(Fighter& f, const WithdrawEvent& e) {
    if (f.role == Role::requester) set_role(f, Role::none, no_serial, e.agent.serial);
}

void FightStats::on(Fighter& f, const SlotEvent& e) {
    if (f.role == Role::holder && f.circle == e.target.serial) return exchange(f, e);
    if (f.asks_since >= 0) stop_asking(f, e.agent.serial, true);
    set_role(f, Role::holder, e.target.serial, e.agent.serial);
    f.slot = e.slot;
    if (e.cause == SlotCause::stolen) ++f.stint.stolen;
}

void FightStats::exchange(Fighter& f, const SlotEvent& e) {
    touch(f.circle);
    const bool other = e.slot != f.slot;
    if (e.cause == SlotCause::rebalanced) ++f.stint.rebalanced;
    if (e.cause == SlotCause::moved && other) ++f.stint.moved;
    if (other && f.arrived && stands_still(f.circle)) ++f.stint.disturbed;
    f.slot = e.slot;
    f.arrived = f.ready = false;
    f.ready_before = ready_for(f, now_);
    f.ready_since = -1;
}

void FightStats::on(Fighter& f, const UnslotEvent& e) {
    if (f.role == Role::holder) set_role(f, Role::none, no_serial, e.agent.serial);
}

void FightStats::on(Fighter& f, const ArriveEvent& e) {
    if (f.role != Role::holder) return;
    Circle& c = touch(f.circle);
    f.arrived = true;
    measure_gaps(c);
    if (f.recovered <= now_) return become_ready(f);
    timers_.push({f.recovered, e.agent.serial});
}

void FightStats::on(Fighter& f, const TokenEvent& e) {
    if (f.token != no_serial) return;
    stop_waiting(f, e.agent.serial, true);
    touch(e.target.serial).in_use += e.weight;
    f.ready = false;
    f.token = e.target.serial;
    f.token_weight = e.weight;
}

void FightStats::on(Fighter& f, const AttackEvent& e) {
    begin_stint(f, e.target.serial, e.agent.serial);
    ++f.stint.attacks;
}

void FightStats::on(Fighter& f, const AttackEndEvent& e) {
    const std::vector<int64_t>& recoveries = kinds_[f.archetype].recoveries;
    const auto attack = static_cast<size_t>(e.attack);
    f.recovered = now_ + (e.attack >= 0 && attack < recoveries.size() ? recoveries[attack] : 0);
    if (f.token == no_serial) return;
    touch(f.token).in_use -= f.token_weight;
    f.token = no_serial;
    f.arrived = false; // it stepped out of its slot to attack
}

void FightStats::on(Fighter& f, const DeathEvent& e) { end(f, e.agent.serial); }

void FightStats::on(Fighter& f, const DespawnEvent& e) { end(f, e.agent.serial); }

void FightStats::end(Fighter& f, Serial agent) {
    f.living = false;
    if (f.inside_since >= 0) end_inside(f, now_);
    // Events follow for the slot and the token that it held, but none for its position in a queue.
    if (f.role == Role::requester) set_role(f, Role::none, no_serial, agent);
}

FightStats::Circle& FightStats::circle(Serial target) {
    if (at(target) >= circle_of_.size()) circle_of_.resize(at(target) + 1, -1);
    int32_t& index = circle_of_[at(target)];
    if (index < 0) {
        index = static_cast<int32_t>(circles_.size());
        Circle& c = circles_.emplace_back();
        c.target = target;
        c.since = now_;
        if (at(target) < fighters_.size()) c.capacity = kinds_[fighters_[at(target)].archetype].capacity;
    }
    return circles_[static_cast<size_t>(index)];
}

/// Must be called before anything about the circle changes, because it closes the current interval of the tally.
FightStats::Circle& FightStats::touch(Serial target) {
    Circle& c = circle(target);
    if (c.touched) return c;
    c.touched = true;
    touched_.push_back(static_cast<size_t>(&c - circles_.data()));
    count(c, now_);
    return c;
}

void FightStats::count(Circle& c, int64_t until) {
    const double time = seconds(until - c.since);
    c.since = until;
    const bool engaged = c.requesters > 0 || c.in_use > 0 || !c.holders.empty();
    if (!engaged || c.capacity.attack_capacity <= 0) return;
    const double use =
        std::min(static_cast<double>(c.in_use) / static_cast<double>(c.capacity.attack_capacity), 1.0) * time;
    c.tally.seconds += time;
    c.tally.use += use;
    if (!c.waited_for) return;
    c.tally.waited_seconds += time;
    c.tally.waited_use += use;
}

bool FightStats::waited_for(const Circle& c) const {
    return std::any_of(c.holders.begin(), c.holders.end(), [&](Serial holder) {
        const Fighter& f = fighters_[at(holder)];
        return f.ready && kinds_[f.archetype].lightest <= c.capacity.attack_capacity;
    });
}

void FightStats::measure_gaps(Circle& c) {
    if (c.holders.size() < 3) return;
    const int given = kinds_[fighters_[at(c.target)].archetype].slots;
    const int slots = given != 0 ? given : std::clamp(c.capacity.grid_capacity, 1, max_slots);
    const auto holders = static_cast<int>(c.holders.size());
    std::vector<int> taken;
    for (const Serial holder : c.holders) taken.push_back(fighters_[at(holder)].slot);
    ++c.tally.gaps;
    if (largest_gap(taken, slots) <= (slots + holders - 1) / holders + 1) ++c.tally.even;
}

void FightStats::measure_angles() {
    std::vector<double> angles;
    for (Circle& c : circles_) {
        if (c.holders.size() < 2) continue;
        angles.clear();
        const Vec2 middle = position_[at(c.target)];
        for (const Serial holder : c.holders) {
            const Vec2 p = position_[at(holder)];
            if (fighters_[at(holder)].arrived) angles.push_back(std::atan2(p.y - middle.y, p.x - middle.x));
        }
        if (angles.size() < 2) continue;
        const double open = largest_gap(angles, 2.0 * std::numbers::pi);
        ++c.tally.angles;
        c.tally.angle_sum += open;
        c.tally.angle_greatest = std::max(c.tally.angle_greatest, open);
    }
}

/// Whether the target moved neither in this frame nor in the frame before. Both count, because a movement may become
/// visible before or after the events that it causes.
bool FightStats::stands_still(Serial target) const {
    const size_t i = at(target);
    return i < position_.size() && position_[i] == before_[i] && before_[i] == long_before_[i];
}

/// Closes the intervals and waits of the old role before it sets the new role.
void FightStats::set_role(Fighter& f, Role role, Serial where, Serial agent) {
    credit(f, now_);
    if (f.asks_since >= 0) stop_asking(f, agent, false);
    if (ready_for(f, now_) > 0) stop_waiting(f, agent, false);
    f.ready_since = -1;
    f.ready_before = 0;
    if (f.role == Role::requester) --touch(f.circle).requesters;
    if (f.role == Role::holder) std::erase(touch(f.circle).holders, agent);
    f.role = role;
    f.circle = where;
    f.slot = -1;
    f.arrived = f.ready = false;
    if (role == Role::none) return;
    begin_stint(f, where, agent);
    if (role == Role::requester) ++touch(where).requesters;
    if (role == Role::holder) {
        touch(where).holders.push_back(agent);
        if (f.inside_since >= 0) end_inside(f, now_);
    }
}

void FightStats::stop_asking(Fighter& f, Serial agent, bool finished) {
    const auto time = static_cast<float>(seconds(now_ - f.asks_since));
    waits_.push_back({f.circle, agent, time, WaitFor::slot, finished});
    f.asks_since = -1;
}

void FightStats::stop_waiting(Fighter& f, Serial agent, bool finished) {
    const auto time = static_cast<float>(seconds(ready_for(f, now_)));
    waits_.push_back({f.circle, agent, time, WaitFor::token, finished});
    f.ready_since = -1;
    f.ready_before = 0;
}

int64_t FightStats::ready_for(const Fighter& f, int64_t until) {
    return f.ready_before + (f.ready_since >= 0 ? until - f.ready_since : 0);
}

void FightStats::begin_stint(Fighter& f, Serial where, Serial agent) {
    if (f.stint.circle == where) return;
    if (f.stint.circle != no_serial) stints_.push_back(f.stint);
    f.stint = Stint{where, agent};
}

/// Adds the time in the current role up to `until`.
void FightStats::credit(Fighter& f, int64_t until) {
    if (f.role == Role::requester) f.stint.asked_us += until - f.role_since;
    if (f.role == Role::holder) f.stint.held_us += until - f.role_since;
    f.role_since = until;
}

/// Updates the figures that depend on positions alone.
void FightStats::walk() {
    for (size_t i = 0; i < fighters_.size() && i < position_.size(); ++i) {
        Fighter& f = fighters_[i];
        if (!f.living || f.token != no_serial) continue;
        if (f.role != Role::holder) {
            if (f.target != no_serial) follow_inside(f, static_cast<Serial>(i));
        } else if (!f.arrived) {
            f.stint.walked += static_cast<float>(std::sqrt(distance_squared(position_[i], before_[i])));
        }
    }
}

void FightStats::follow_inside(Fighter& f, Serial agent) {
    const size_t target = at(f.target);
    if (target >= position_.size() || target >= fighters_.size()) return;
    const double radius = double{kinds_[fighters_[target].archetype].approach_radius};
    const double distance = distance_squared(position_[at(agent)], position_[target]);
    if (distance >= radius * radius) {
        if (f.inside_since >= 0) end_inside(f, end_);
        return;
    }
    if (f.inside_since < 0) {
        begin_stint(f, f.target, agent);
        f.inside_since = end_;
    } else if (f.outward_at < 0 && distance > distance_squared(before_[at(agent)], position_[target])) {
        f.outward_at = end_;
    }
}

void FightStats::end_inside(Fighter& f, int64_t until) {
    const int64_t outward = f.outward_at >= 0 ? f.outward_at : until;
    f.stint.longest_inside_us = std::max(f.stint.longest_inside_us, until - f.inside_since);
    f.stint.longest_tarry_us = std::max(f.stint.longest_tarry_us, outward - f.inside_since);
    f.inside_since = -1;
    f.outward_at = -1;
}

} // namespace fray::demo
