// Takes the samples of a battle for the page.
#pragma once

#include "fray/battle.h"
#include "fray/inspect.h"
#include "kept_agents.h"
#include "sample.h"

#include <span>
#include <string>
#include <vector>

namespace fray::demo {

/// Totals over all circles, including those around agents that are not shown.
struct CircleUse {
    int64_t grid_in_use = 0, grid_capacity = 0;
    int64_t attack_in_use = 0, attack_capacity = 0;
};

/// The resolution of the samples.
struct Grain {
    size_t agents; ///< the greatest number of agents for which this resolution is used
    double samples_a_second;
    float quantum;     ///< m, resolution of positions
    int heading_steps; ///< headings in a full turn; a power of two
    bool whole; ///< whether samples include cooldowns, Column::since of holders, Column::wait_slot, hits and goals
};

class Sampler {
public:
    /// m. `goal_slack`: the greatest error of a goal in a sample. `least_way`: an agent nearer than this to its goal
    /// counts as standing.
    static constexpr double goal_slack = 0.15f, least_way = 0.3f;

    /// The event types that Sampler needs.
    static constexpr EventMask events =
        event_bits(EventType::request, EventType::slot, EventType::unslot, EventType::attack, EventType::token,
                   EventType::launch, EventType::order, EventType::hit, EventType::reload);

    /// `floors`: whether the battle has floors.
    Sampler(const Grain& grain, double hz, bool floors, const World& world);

    /// Reads the events of the last step. Call it after every step, when `kept` is up to date.
    void follow(const Battle& battle, const KeptAgents& kept);
    /// Samples the last step. The result is valid until the next call. `why`: the wait reason of each row.
    const Sample& take(const World& world, const KeptAgents& kept, std::span<const WaitInfo> why);
    CircleUse circle_use() const { return use_; } ///< totals at the last sample

private:
    /// The part of an agent's state that is known only from events.
    struct Followed {
        int32_t since = 0, hit = 0;
        int32_t attack = 0, begun = 0; ///< values of the columns with these names
        bool holds = false;
    };

    /// The number of the attack in the page's head, which lists the attacks as they were when the page began; -1: a
    /// reload has added it since, or there is none.
    int32_t listed(const World& world, Serial agent, int16_t attack) const;
    void take_agent(const World& world, size_t row, size_t index, const WaitInfo& why);
    void take_goal(const World& world, const KeptAgents& kept, size_t row, size_t index);
    void take_cooldowns(const World& world, const KeptAgents& kept);
    void take_circles(const World& world, const KeptAgents& kept);
    void take_queue(std::span<const Serial> queue, const KeptAgents& kept);
    /// The value of Column::need. Times are hundredths of a second of simulated time. For reason not_ready the value is
    /// 0 if the page can compute the end of the wait from the last attack: begun + duration + recovery, or now if that
    /// is over. Otherwise the value is the end of the wait; -1 means now.
    int32_t need(const World& world, const Followed& followed, const ArchetypeDef& archetype,
                 const WaitInfo& why) const;
    int32_t quanta(float metres) const;
    int32_t heading_step(Vec2 heading) const;

    Grain grain_;
    double hz_;
    bool floors_;
    Sample sample_;
    std::vector<std::vector<std::string>> listed_; ///< names of the attacks in the page's head, by archetype
    bool reloaded_ = false;                        ///< the attack tables may be others now
    std::vector<Launch> launches_;
    std::vector<Followed> followed_; ///< by the agent's index
    CircleUse use_;
};

/// The wait reason of each row.
std::vector<WaitInfo> wait_reasons_of_all(const World& world);

} // namespace fray::demo
