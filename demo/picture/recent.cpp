#include "recent.h"

#include <cmath>

namespace fray::demo {
namespace {

constexpr float farthest_step = 4.0f; ///< m; an agent that has moved farther in a step was not walking

} // namespace

void Recent::add(const World& world) {
    const Events& happened = world.events();
    const double now = world.time();
    for (const AttackEvent& event : happened.attacks) {
        if (Times* times = at(event.agent.serial)) times->attack = now, times->kind = event.attack;
    }
    for (const LaunchEvent& event : happened.launches) {
        if (Times* times = at(event.agent.serial)) times->hit = now;
    }
    for (const HitEvent& event : happened.hits) {
        Times* const attacker = at(event.agent.serial);
        if (attacker != nullptr && attacker->hit < attacker->attack) attacker->hit = now; // else its projectile landed
        if (Times* times = at(event.target.serial)) times->hurt = now;
    }
    for (const DeathEvent& event : happened.deaths) {
        if (Times* times = at(event.agent.serial)) times->death = now;
    }
}

void Recent::forget_after(double time) {
    for (Times& times : times_) {
        if (times.attack > time) times.kind = -1;
        for (double* const happened : {&times.attack, &times.hit, &times.hurt, &times.death})
            if (*happened > time) *happened = never;
    }
}

const Recent::Times& Recent::of(Serial serial) const {
    static const Times none;
    const auto index = static_cast<size_t>(serial);
    return serial >= 0 && index < times_.size() ? times_[index] : none;
}

Recent::Times* Recent::at(Serial serial) {
    if (serial < 0) return nullptr;
    const auto index = static_cast<size_t>(serial);
    if (index >= times_.size()) times_.resize(index + 1 + index / 2);
    return &times_[index];
}

double time_at(const World& world, const Moment& moment) {
    return world.time() - (1.0 - static_cast<double>(moment.part)) / world.hz();
}

Vec2 position_at(const World& world, size_t row, const Moment& moment) {
    const Vec2 now = world.positions()[row], drawn = world.interpolated_position(row, static_cast<double>(moment.part));
    return std::abs(now.x - drawn.x) + std::abs(now.y - drawn.y) > farthest_step ? now : drawn;
}

} // namespace fray::demo
