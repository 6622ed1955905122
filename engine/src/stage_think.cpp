// think: the state machine of those with something to decide. Writes only its own agent; asks and gives up by lists.
#include "core.h"
#include "rules_math.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fray {
namespace {

class Thinker {
public:
    Thinker(Core& core, EventWriter events, ThinkOutput& out)
        : core_(core), agents_(core.agents), events_(events), out_(out) {}

    void think(uint32_t row) {
        ++out_.thinks;
        row_ = row;
        const AgentId target = agents_.target.own()[row];
        target_row_ = target ? core_.ids.row[target.index] : no_index;
        archetype_ = &core_.archetypes[agents_.archetype.own()[row]];
        uint8_t& wake = agents_.wake.write_own()[row];
        // Its target was despawned in this frame: settle tells it, and the next think takes it from there.
        reports_ = std::exchange(agents_.reports.write_own()[row], uint8_t{0});
        if (target && agents_.life.any()[target_row_] != Life::living) return;
        wake = 0;
        const OrderKind order = agents_.orders.own()[row].kind;
        idle_ordered_ = order == OrderKind::go || order == OrderKind::stand;
        if (role() != Role::none &&
            (idle_ordered_ || (role() != Role::striker && (!target || circle_target() != target.index))))
            leave_circle();
        else
            while (step()) {
            }
        set_timer();
        report_ready();
    }

private:
    // ---- what it knows ----
    Role role() const { return agents_.role.own()[row_]; }
    bool has_target() const { return target_row_ != no_index; }
    bool permitted() const { return agents_.attack.own()[row_] >= 0; }
    State& state() { return agents_.state.write_own()[row_]; }
    AttackPhase& phase() { return agents_.attack_phase.write_own()[row_]; }
    AttackTimes& times() { return agents_.attack_times.write_own()[row_]; }
    const Circle& circle() const { return core_.circles.list[agents_.circle.own()[row_]]; }
    /// The index of its id; of a target's that is none: no_index.
    uint32_t circle_target() const { return circle().target; }
    const CircleShape& shape() const { return core_.archetypes[circle().archetype].circle; }
    const Attack& attack() const { return archetype_->attacks[static_cast<size_t>(agents_.attack.own()[row_])]; }
    Serial serial() const { return agents_.serial.own()[row_]; }
    Serial serial_of(uint32_t row) const { return agents_.serial.any()[row]; }

    // ---- transitions: each answers whether there is more to decide now ----
    bool go(State next) {
        State& mine = state();
        if (mine == next) return false;
        events_.add({.type = EventType::state,
                     .agent = serial(),
                     .a = static_cast<int32_t>(mine),
                     .b = static_cast<int32_t>(next)});
        mine = next;
        return true;
    }
    bool stop(State next) {
        go(next);
        return false;
    }

    bool step() {
        switch (state()) {
        case State::idle: return has_target() && go(State::pursue);
        case State::pursue: return pursue();
        case State::roam: return roam();
        case State::approach: return approach();
        case State::combat: return combat();
        case State::attack: return attack_step();
        case State::dead: return false;
        }
        return false;
    }

    bool pursue() {
        if (!has_target()) return go(State::idle);
        if (role() == Role::holder) return go(State::approach);
        if (role() == Role::asker || resting()) return go(State::roam);
        out_.requests.push_back(row_);
        events_.add({.type = EventType::request, .agent = serial(), .target = serial_of(target_row_)});
        return false;
    }

    bool roam() {
        if (!has_target()) return go(State::idle);
        if (role() == Role::none) return !resting() && go(State::pursue);
        return role() == Role::holder && go(State::approach);
    }
    bool resting() const { return core_.now < agents_.rest_until.own()[row_]; }

    /// Where one goes on that holds no slot.
    bool without_slot() {
        if (role() == Role::asker) return go(State::roam);
        return go(has_target() ? State::pursue : State::idle);
    }

    bool approach() {
        if (role() != Role::holder) return without_slot();
        if (agents_.reached.own()[row_] != 0) {
            agents_.arrived.write_own()[row_] = 1;
            agents_.slot_since.write_own()[row_] = core_.now;
            core_.touch(agents_.circle.own()[row_]); // rebalancing leaves alone those who have arrived
            events_.add({.type = EventType::arrive,
                         .slot = agents_.slot.own()[row_],
                         .agent = serial(),
                         .target = serial_of(target_row_)});
            return go(State::combat);
        }
        const int64_t limit = shape().reach_limit;
        if (limit == 0 || core_.now < agents_.slot_since.own()[row_] + limit) return false;
        give_up(Cause::reach_limit);
        return stop(State::pursue);
    }

    bool combat() {
        if (role() != Role::holder) return without_slot();
        if (agents_.arrived.own()[row_] == 0) return go(State::approach);
        if (permitted()) return go(State::attack);
        if (core_.now < patience_ends()) return false;
        give_up(Cause::hold_limit);
        return stop(State::pursue);
    }

    /// When a holder that has arrived and gets no permit gives up.
    int64_t patience_ends() const {
        constexpr int64_t in_others_way = 5'000'000;
        int64_t longest = shape().hold_limit != 0 ? shape().hold_limit : never;
        if (circle().reserving() || archetype_->least_weight > circle().attack_capacity)
            longest = std::min(longest, in_others_way);
        return longest == never ? never : agents_.slot_since.own()[row_] + longest;
    }

    bool attack_step() {
        if (phase() != AttackPhase::none && reported(report_interrupt)) return interrupted();
        if (steps_in(phase())) return step_in();
        switch (phase()) {
        case AttackPhase::begun:
            if (reported(report_hit)) times().hit_due = std::min(times().hit_due, core_.now);
            if (core_.now < times().hit_due) return reported(report_end) && finish(core_.now);
            return strike();
        case AttackPhase::struck:
            return (reported(report_end) || core_.now >= times().end_due) &&
                   finish(std::min(times().end_due, core_.now));
        default: return after_lost_permit();
        }
    }
    bool reported(Report what) const { return (reports_ & what) != 0; }

    bool strike() {
        out_.hits.push_back(row_);
        phase() = AttackPhase::struck;
        if (archetype_->release != Release::launch) return true;
        agents_.give_up.write_own()[row_] = Cause::launched;
        out_.returns.push_back(row_);
        return true;
    }

    /// Its attack is over, or it may begin once more within the grace, from the next frame on.
    bool interrupted() {
        const int64_t grace = shape().interrupt_grace;
        if (phase() == AttackPhase::struck || grace == 0) {
            const bool begun = phase() == AttackPhase::begun || phase() == AttackPhase::struck;
            end_attack(Cause::interrupted, core_.now);
            phase() = begun ? AttackPhase::over : AttackPhase::dropped;
            return after_attack();
        }
        const bool began = phase() == AttackPhase::begun || phase() == AttackPhase::stepping_again;
        phase() = began ? AttackPhase::stepping_again : AttackPhase::interrupted;
        times().end_due = core_.now + grace;
        return false;
    }

    /// Its target died or went, and settle took the permit back.
    bool after_lost_permit() { return role() == Role::holder ? go(State::approach) : without_slot(); }

    bool step_in() {
        const Vec2 here = agents_.position.own()[row_];
        const Vec2 there = agents_.position.any()[target_row_];
        const int32_t distance = millimetres(distance_squared(here, there));
        const Attack& a = attack();
        if (a.in_range(distance, archetype_->attack_start_mm) && in_angle(a, here, there)) {
            times().hit_due = core_.now + a.windup;
            times().end_due = core_.now + a.duration;
            phase() = AttackPhase::begun;
            ++out_.attacks;
            reports_ = 0; // of another attack, if any
            events_.add({.type = EventType::attack,
                         .attack = agents_.attack.own()[row_],
                         .agent = serial(),
                         .target = serial_of(target_row_)});
            return true;
        }
        const int64_t limit = times().end_due;
        if (core_.now < limit) return false;
        end_attack(phase() == AttackPhase::stepping_in ? Cause::timeout : Cause::interrupted, limit);
        phase() = phase() == AttackPhase::stepping_again ? AttackPhase::over : AttackPhase::dropped;
        return after_attack();
    }

    bool in_angle(const Attack& a, Vec2 here, Vec2 there) const {
        return a.any_angle || a.in_angle(bearing(here, agents_.heading.own()[row_], there));
    }

    bool finish(int64_t end) {
        end_attack(Cause::finished, end);
        phase() = AttackPhase::over;
        return after_attack();
    }

    /// After either end; settle returns what it held, and its think ends.
    bool after_attack() {
        out_.returns.push_back(row_);
        if (archetype_->release == Release::attack && !circle().reserving()) return stop(State::approach);
        Cause& give_up = agents_.give_up.write_own()[row_];
        if (give_up == Cause::none) give_up = Cause::finished; // launched, where hit and end are one
        return stop(State::pursue);
    }

    void end_attack(Cause cause, int64_t recovery_from) {
        agents_.recovered.write_own()[row_] = recovery_from + attack().recovery;
        events_.add({.type = EventType::attack_end,
                     .cause = cause,
                     .attack = agents_.attack.own()[row_],
                     .agent = serial(),
                     .target = circle().target_serial});
    }

    void give_up(Cause cause) {
        agents_.give_up.write_own()[row_] = cause;
        events_.add({.type = EventType::withdraw, .agent = serial(), .target = circle().target_serial});
        out_.returns.push_back(row_);
    }

    void leave_circle() {
        if (permitted()) {
            end_attack(Cause::withdrew, core_.now);
            phase() = never_began(phase()) ? AttackPhase::dropped : AttackPhase::over;
        }
        give_up(idle_ordered_ ? Cause::withdrew : has_target() ? Cause::retargeted : Cause::lost);
        go(has_target() ? State::pursue : State::idle);
    }

    // ---- when to think again ----
    void set_timer() {
        int64_t due = never;
        const State now = state();
        bool again = false;
        if (now == State::attack && permitted()) {
            if (phase() == AttackPhase::begun)
                due = times().hit_due;
            else if (phase() == AttackPhase::struck)
                due = times().end_due;
            else
                again = true;
        } else if (now == State::approach && role() == Role::holder && shape().reach_limit != 0) {
            due = agents_.slot_since.own()[row_] + shape().reach_limit;
        } else if (now == State::combat && role() == Role::holder) {
            due = patience_ends();
            if (agents_.recovered.own()[row_] > core_.now) due = std::min(due, agents_.recovered.own()[row_]);
        } else if (now == State::roam && role() == Role::none) {
            due = agents_.rest_until.own()[row_];
        }
        agents_.timer.write_own()[row_] = due;
        if (again) agents_.wake.write_own()[row_] |= wake_again;
    }

    /// Whoever has become ready makes its circle worth a visit.
    void report_ready() {
        if (state() == State::combat && role() == Role::holder && agents_.arrived.own()[row_] != 0 && !permitted() &&
            agents_.recovered.own()[row_] <= core_.now)
            core_.touch(agents_.circle.own()[row_]);
    }

    Core& core_;
    Agents& agents_;
    EventWriter events_;
    ThinkOutput& out_;
    uint32_t row_ = 0;
    uint32_t target_row_ = no_index;
    const Archetype* archetype_ = nullptr;
    bool idle_ordered_ = false;
    uint8_t reports_ = 0; ///< bits of Report
};

/// Calls visit(row) for every row whose wake byte is not zero; mostly they are.
template <typename Visit> void for_each_awake(const uint8_t* wake, uint32_t begin, uint32_t end, Visit&& visit) {
    uint32_t row = begin;
    for (; row + 8 <= end; row += 8) {
        uint64_t eight;
        std::memcpy(&eight, wake + row, 8);
        if (eight == 0) continue;
        for (uint32_t i = row; i < row + 8; ++i)
            if (wake[i] != 0) visit(i);
    }
    for (; row < end; ++row)
        if (wake[row] != 0) visit(row);
}

} // namespace

void think(Core& core, Loops& loops) {
    const uint32_t chunks = core.chunks();
    const uint32_t first = core.log.open(Stage::think, chunks);
    if (core.decisions.size() < chunks) core.decisions.resize(chunks);
    for (ThinkOutput& out : core.decisions) out.clear();
    loops.chunks(core.rows(), core.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        Thinker thinker(core, core.log.writer(Stage::think, first + chunk), core.decisions[chunk]);
        const Life* const life = core.agents.life.any();
        const ArchetypeIndex* const archetype = core.agents.archetype.own();
        for_each_awake(core.agents.wake.own(), begin, end, [&](uint32_t row) {
            if (life[row] == Life::living && core.archetypes[archetype[row]].brain)
                thinker.think(row);
            else
                core.agents.wake.write_own()[row] = 0;
        });
    });
    for (const ThinkOutput& out : core.decisions) {
        core.counters.thinks += out.thinks;
        core.counters.attacks_started += out.attacks;
    }
}

} // namespace fray
