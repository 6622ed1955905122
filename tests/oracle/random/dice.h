// Random numbers and helpers that the generators of fuzz scenarios share.
#pragma once

#include "comparison.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace fray::model {

/// SplitMix64 (Steele, Lea, Flood 2014).
class Dice {
public:
    explicit Dice(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull) {}

    uint64_t bits() {
        uint64_t x = state_ += 0x9e3779b97f4a7c15ull;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
        return x ^ (x >> 31);
    }
    int between(int least, int greatest) {
        return least + static_cast<int>(bits() % static_cast<uint64_t>(greatest - least + 1));
    }
    float between(float least, float greatest) {
        return least + (greatest - least) * (static_cast<float>(bits() >> 40) / 16777216.0f);
    }
    bool chance(double p) { return static_cast<double>(bits() >> 11) / 9007199254740992.0 < p; }
    template <typename T> T one_of(std::initializer_list<T> list) {
        return *(list.begin() + between(0, static_cast<int>(list.size()) - 1));
    }
    template <typename T> const T& any(const std::vector<T>& list) {
        return list[static_cast<size_t>(between(0, static_cast<int>(list.size()) - 1))];
    }
    /// A time in seconds that is a whole number of frames at 60 Hz, so that several things fall due in the same frame.
    double frames_long(int least, int greatest) { return between(least, greatest) / 60.0; }

private:
    uint64_t state_;
};

/// A random seed, and settings that must not affect any decision: threads, storage order, chunk size, age of the trees.
inline WorldDef random_world(Dice& dice) {
    WorldDef world;
    world.seed = dice.bits();
    world.tree_interval = static_cast<uint32_t>(dice.one_of({1, 2, 8, 50}));
    world.sort_interval = static_cast<uint32_t>(dice.one_of({1, 3, 64}));
    world.threads = dice.one_of({1, 1, 2, 4});
    if (dice.chance(0.4)) world.debug.shuffle_storage = dice.bits() | 1;
    if (dice.chance(0.4)) world.debug.shuffle_chunks = dice.bits() | 1;
    if (dice.chance(0.5)) world.debug.chunk_size = static_cast<uint32_t>(dice.one_of({1, 3, 16}));
    return world;
}

/// The kind of an order. A `move` may be a run.
struct OrderChoice {
    OrderKind kind;
    bool run = false;

    OrderChoice(OrderKind chosen, bool runs = false) : kind(chosen), run(runs) {}
};
inline const OrderChoice a_run{OrderKind::move, true};

inline void put(FuzzCommand& command, OrderChoice order) {
    command.order = order.kind;
    command.run = order.run;
}

inline FuzzCommand command_to(Serial agent, FuzzCommand::Kind kind) {
    FuzzCommand command;
    command.kind = kind;
    command.agent = agent;
    return command;
}

/// A command to any agent that matches the aim.
inline AimedCommand aim_at(Dice& dice, Aim aim, FuzzCommand::Kind kind = {}) {
    AimedCommand aimed;
    aimed.aim = aim;
    aimed.nth = dice.between(0, 60);
    aimed.command.kind = kind;
    return aimed;
}

inline Vec2 any_direction(Dice& dice) {
    const float x = dice.between(-1.0f, 1.0f); // a separate statement, so that x is always drawn before y
    return heading_along({x, dice.between(-1.0f, 1.0f)});
}

} // namespace fray::model
