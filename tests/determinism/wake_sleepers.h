// For tests which show that sleeping agents decide nothing.
#pragma once

#include "world/world_impl.h"

#include <algorithm>

namespace fray::test {

/// Wakes all agents that sleep. Returns how many did. (Agents that rest or coast do so by a rule, and go on.)
inline int64_t wake_sleepers(World& world) {
    Agents& agents = impl_of(world).state.agents;
    Sleep* const sleep = agents.sleep.unnoted();
    const auto sleeps = [](Sleep one) { return one > Sleep::rests; };
    const auto count = std::count_if(sleep, sleep + agents.rows(), sleeps);
    std::replace_if(sleep, sleep + agents.rows(), sleeps, Sleep::awake);
    return count;
}

} // namespace fray::test
