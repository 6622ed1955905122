// The stage manager, phase 1, the director: moves the capacities of a circle so that its target is under attack for the
// share of the time that the course of `DirectorDef` wants.
#include "engagement/stage_manager.h"

#include <algorithm>

namespace fray {
namespace {

constexpr int64_t lag_of_a_second = 1'000'000'000; // in thousandths of us
constexpr int64_t most_lag = 3 * lag_of_a_second;
constexpr int64_t mean_over = 10'000'000; // us

} // namespace

void StageManager::direct() {
    const Director& director = shape_->director;
    if (director.pressure == 0) {
        if (circle_->directed.size == 0) return;
        circle_->directed.give_back(world_.circles.pool);
        return set_capacity(most_);
    }
    if (circle_->directed.size == 0)
        circle_->directed.push_back(world_.circles.pool, {.begun_at = world_.clock.now, .paused_until = long_ago});
    else
        note_pressure();
    const DirectorState& state = circle_->directed[0];
    const int64_t wanted = wanted_pressure(director, state, world_.clock.now);
    const CircleCapacity least{std::min(director.least.grid_capacity, most_.grid_capacity),
                               std::min(director.least.attack_capacity, most_.attack_capacity)};
    CircleCapacity now = least;
    now.grid_capacity +=
        static_cast<int>(int64_t{most_.grid_capacity - least.grid_capacity} * wanted / director.pressure);
    if (wanted != 0 && state.lag > 0 && world_.clock.reached(state.paused_until)) {
        const int64_t attacks = 1 + state.lag / lag_of_a_second;
        now.attack_capacity = static_cast<int>(
            std::min<int64_t>(least.attack_capacity + attacks * lightest_attack(), most_.attack_capacity));
    }
    set_capacity(now);
}

/// Adds this frame to the lag and to the mean pressure (rule note_pressure).
void StageManager::note_pressure() {
    DirectorState& state = circle_->directed[0];
    const int64_t duration = world_.clock.now - world_.clock.previous_now;
    const int64_t wanted = wanted_pressure(shape_->director, state, world_.clock.now);
    int32_t attackers = 0;
    const auto count = [&](uint32_t index) {
        const AttackPhase phase = world_.attack_phase[row_of(index)];
        attackers += phase == AttackPhase::begun || phase == AttackPhase::struck;
    };
    std::for_each(circle_->token_queue.begin(), circle_->token_queue.end(), count);
    std::for_each(circle_->strikers.begin(), circle_->strikers.end(), count);
    if (attackers < state.attackers) state.paused_until = world_.clock.now + shape_->director.pause;
    state.attackers = attackers;
    const int64_t most = wanted == 0 ? 0 : most_lag, attacked = attackers != 0 ? 1000 : 0;
    state.lag = std::clamp(state.lag + (wanted - attacked) * duration, -most_lag, most);
    state.mean += static_cast<int32_t>((attacked * 1000 - state.mean) * duration / (duration + mean_over));
}

/// The least attack weight of the holders, other than 0; 1 without holders.
int32_t StageManager::lightest_attack() const {
    int32_t least = max_weight;
    for (const uint32_t index : circle_->token_queue)
        for (const Attack& attack : world_.kinds.archetypes[world_.archetype[row_of(index)]].attacks)
            if (attack.weight != 0) least = std::min(least, attack.weight);
    return circle_->token_queue.size == 0 ? 1 : least;
}

/// Sets the capacities of the circle if they are others.
void StageManager::set_capacity(CircleCapacity capacity) {
    if (circle_->grid_capacity == capacity.grid_capacity && circle_->attack_capacity == capacity.attack_capacity)
        return;
    events(CommitPhase::capacity)
        .add({.type = EventType::capacity,
              .target = circle_->target_serial,
              .a = capacity.grid_capacity,
              .b = capacity.attack_capacity});
    circle_->change_capacity(capacity);
    wake_holders();
}

} // namespace fray
