// Random numbers and helpers that the generators of fuzz scenarios share.
#pragma once

#include "comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <vector>

namespace fray::model {

/// Of attacks.
inline constexpr std::array<const char*, 3> class_names = {"heavy", "fire", "light"};

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
    /// For lists of aims, which are long.
    template <std::same_as<Aim>... A> Aim one_of(A... aims) { return one_of({aims...}); }
    template <typename List> int index(const List& list) { return between(0, static_cast<int>(list.size()) - 1); }
    template <typename List> auto& any(List& list) { return list[static_cast<size_t>(index(list))]; }
    /// The number of one of the weights, each as often as it says.
    int by_weight(std::initializer_list<int> weights) {
        int left = between(1, std::accumulate(weights.begin(), weights.end(), 0)), number = 0;
        for (const int weight : weights) {
            if (left <= weight) break;
            left -= weight;
            ++number;
        }
        return number;
    }
    /// A point at most this far from the middle, along each axis. Braces draw x before y.
    Vec2 point(float half_size) { return {between(-half_size, half_size), between(-half_size, half_size)}; }
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

inline FuzzCommand command_to(Serial agent, Kind kind) { return {.kind = kind, .agent = agent}; }

/// A command to any agent that matches the aim.
inline AimedCommand aim_at(Dice& dice, Aim aim, const FuzzCommand& command) {
    return {.aim = aim, .nth = dice.between(0, 60), .command = command};
}
inline AimedCommand aim_at(Dice& dice, Aim aim, Kind kind = {}) { return aim_at(dice, aim, {.kind = kind}); }

/// Against any agent that matches the aim.
inline void put_against(Dice& dice, AimedCommand& aimed, Aim aim) {
    aimed.against = aim;
    aimed.nth_against = dice.between(0, 60);
}

inline Vec2 any_direction(Dice& dice) { return heading_along(dice.point(1.0f)); }

inline AttackReport any_report(Dice& dice) {
    return dice.one_of({AttackReport::hit, AttackReport::end, AttackReport::interrupt});
}

inline std::vector<int> some_slots(Dice& dice, double share) {
    std::vector<int> slots;
    for (int slot = 0; slot < 12; ++slot)
        if (dice.chance(share)) slots.push_back(slot);
    return slots;
}

/// A step of an agent that the host moves.
inline HostMove any_step(Dice& dice, Serial agent) {
    HostMove move{.agent = agent, .turns = dice.chance(0.9)};
    move.length = dice.one_of({0.05f, 0.1f, 0.2f});
    return move;
}

inline float greatest_coordinate(Vec2 point) { return std::max(std::abs(point.x), std::abs(point.y)); }

/// A design: changes a scenario, frame by frame.
class Designer {
protected:
    /// `names`: its aimed commands name agents by greater numbers than this, which no other designer uses.
    Designer(FuzzScenario& scenario, uint64_t salt, int names = 0)
        : scenario_(scenario), dice_(scenario.seed ^ salt), frames_(static_cast<int>(scenario.frames.size())),
          names_(names) {}

    FrameInput& input() { return scenario_.frames[static_cast<size_t>(frame_)]; }
    void give(const FuzzCommand& command) { input().commands.push_back(command); }
    void give(const AimedCommand& aimed) { input().aimed.push_back(aimed); }
    /// Before what the design gives in that frame. Nothing is given after the last frame.
    void give_later(int frames, const AimedCommand& aimed) {
        const auto at = static_cast<size_t>(frame_ + frames);
        if (at < scenario_.frames.size()) scenario_.frames[at].aimed.push_back(aimed);
    }
    void give_anywhere(const FuzzCommand& command, Dice& dice) {
        std::vector<FuzzCommand>& commands = input().commands;
        commands.insert(commands.begin() + dice.between(0, static_cast<int>(commands.size())), command);
    }
    bool reloads() {
        return std::any_of(input().commands.begin(), input().commands.end(),
                           [](const FuzzCommand& one) { return one.kind == Kind::reload; });
    }
    ArchetypeIndex any_archetype() { return static_cast<ArchetypeIndex>(dice_.index(scenario_.archetypes)); }
    TeamIndex any_team() { return static_cast<TeamIndex>(dice_.between(0, scenario_.teams - 1)); }
    /// The greatest coordinate at which an agent is spawned, within these limits.
    float half_size(float least, float most) const {
        for (const FrameInput& frame : scenario_.frames)
            for (const FuzzCommand& command : frame.commands)
                if (command.kind == Kind::spawn) least = std::max(least, greatest_coordinate(command.position));
        return std::min(least, most);
    }

    FuzzScenario& scenario_;
    Dice dice_;
    const int frames_;
    int frame_ = 0;
    int names_;
};

} // namespace fray::model
