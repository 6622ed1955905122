// Takes samples of a battle.
#pragma once

#include "fray/battle.h"
#include "kept_agents.h"
#include "sample.h"

#include <span>
#include <vector>

namespace fray::demo {

/// Circles as a whole, of all agents, shown or not.
struct CircleUse {
    int64_t circles = 0;
    int64_t grid_in_use = 0, grid_capacity = 0;
    int64_t attack_in_use = 0, attack_capacity = 0;
};

/// How finely a battle is sampled.
struct Grain {
    size_t agents; ///< up to so many
    double samples_a_second;
    float quantum;     ///< m
    int heading_steps; ///< a power of two
    bool whole;        ///< also cooldowns, Column::since of holders, Column::place, and goals
};

class Sampler {
public:
    /// How far, in metres, a goal in the sample may be from the true one, and somebody who does not go from its own.
    static constexpr double goal_slack = 0.15f, least_way = 0.3f;

    /// The events that it needs.
    static constexpr EventMask events = event_bit(EventType::spawn) | event_bit(EventType::join) |
                                        event_bit(EventType::request) | event_bit(EventType::slot) |
                                        event_bit(EventType::unslot) | event_bit(EventType::attack) |
                                        event_bit(EventType::permit) | event_bit(EventType::launch);

    Sampler(const Grain& grain, double hz) : grain_(grain), hz_(hz) {}

    /// After every step, when `kept` is up to date.
    void follow(const Battle& battle, const KeptAgents& kept);
    /// Of the step that was just made; valid until the next. `why`: World::why of each row.
    const Sample& take(const World& world, const KeptAgents& kept, std::span<const World::Why> why);
    CircleUse circle_use() const { return use_; } ///< as the last sample found it

private:
    /// What only events tell.
    struct Followed {
        SquadId squad;
        int32_t since = 0;
        int32_t attack = 0, begun = 0; ///< the columns
        bool holds = false;
    };

    void take_agent(const World& world, size_t row, size_t index, const World::Why& why);
    void take_goals(const World& world, const KeptAgents& kept);
    void take_goal(const World& world, const KeptAgents& kept, size_t row, size_t index);
    void take_cooldowns(const World& world, const KeptAgents& kept);
    void take_circles(const World& world, const KeptAgents& kept);
    void take_queue(std::span<const Serial> queue, const KeptAgents& kept);
    /// Times in hundredths of a second of the battle; of not_ready 0, if it is as the last attack lets expect (begun +
    /// duration + recovery, or now, if that is over), and -1 for now, if it is not.
    int32_t need(const World& world, const Followed& followed, const ArchetypeDef& archetype,
                 const World::Why& why) const;
    int32_t quanta(float metres) const;
    int32_t heading_step(Vec2 heading) const;

    Grain grain_;
    double hz_;
    Sample sample_;
    std::vector<Launch> launches_;
    std::vector<Followed> followed_; ///< by index
    CircleUse use_;
    World::CircleView view_;
};

/// Why each row waits.
std::vector<World::Why> why_of_all(const World& world);

} // namespace fray::demo
